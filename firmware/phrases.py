"""Cards, melds and teams in the few columns that screens have."""

from engine_core import cards, hand, lying, meld, profiles
from firmware.lang import words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from engine_core.match import Match

SUITS = "♠♥♦♣"
# How a biriba is marked: clean, semi, dirty.
_MARKS = "●½○"


def card(a_card: int) -> str:
    """A card: its rank and suit, or the joker."""
    if a_card == cards.JOKER:
        return "★"
    return words.RANKS[a_card & 15] + SUITS[a_card >> 4]


def team(match: "Match", number: int) -> str:
    """A team by its players."""
    return "+".join(match.names[number :: match.teams])


def meld_name(a_meld: int) -> str:
    """A meld without its wild: suit and range, or rank and suits."""
    if meld.is_run(a_meld):
        low = lying.first(a_meld)
        high = lying.last(a_meld)
        place = lying.wild_position(a_meld)
        if place:
            low = min(low, place)
            high = max(high, place)
        return "%s%s-%s" % (SUITS[meld.suit(a_meld)], words.RANKS[low], words.RANKS[high])
    text = words.RANKS[meld.rank(a_meld)] + " "
    for natural in lying.cards(a_meld)[: meld.naturals(a_meld)]:
        text += SUITS[natural >> 4]
    return text


def wild(a_meld: int) -> str:
    """The wild of a meld and what it stands for; empty without one."""
    which = meld.wild(a_meld)
    if not which:
        return ""
    place = lying.wild_position(a_meld) if meld.is_run(a_meld) else 0
    return card(which) + ("=" + words.RANKS[place] if place else "")


def category(name: int) -> str:
    """What a biriba is called."""
    text = ""
    if name & profiles.SET:
        text = words.SET_BIRIBA + " "
    if name & profiles.TRUMP:
        text += words.TRUMP_BIRIBA + " "
    if name & profiles.FULL:
        text += words.FULL_BIRIBA + " "
    return text + words.PURITY[name & 3]


def mark(name: int) -> str:
    """The sign of a biriba: how clean it is."""
    return _MARKS[name & 3]


def signed(n: int) -> str:
    """Points with their sign."""
    return "%d" % n if n < 0 else "+%d" % n


def biribaki(match: "Match", number: int) -> str:
    """How a team stands with its packet, in 12 columns."""
    on_table = match.hand
    state = on_table.biribaki[number] if on_table else hand.NONE
    return words.BIRIBAKI_STATES[state]


def may_close(match: "Match", number: int) -> str:
    """Whether anybody of a team may close or what it lacks, in 12 columns."""
    code = ""
    for seat in range(number, len(match.names), match.teams):
        code = match.why_no_close(seat)
        if not code:
            return words.MAY_CLOSE
    return words.LACKS[code]
