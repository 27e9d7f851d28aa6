"""Cards and melds in the few columns that screens have."""

from engine_core import cards, lying, meld, profiles

from .lang import load
from .phrases import SUITS

words = load("cards")


def card(a_card: int) -> str:
    """A card: its rank and suit, or the joker."""
    if a_card == cards.JOKER:
        return "★"
    return words.RANKS[a_card & 15] + SUITS[a_card >> 4]


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
