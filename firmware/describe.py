"""What an event was, in words, for taking it back."""

from engine_core import events

from . import meld_words, phrases
from .lang import load

_TYPE_CHECKING = const(0)
if _TYPE_CHECKING:
    from engine_core.match import Match

_OF_TEAM = (events.MELD, events.LAY, events.TALLY, events.PASSO, events.ADJUST)
_OF_SEAT = (
    events.BIRIBAKI,
    events.ACTIVATE,
    events.CLOSE,
    events.QUIT,
    events.LEFT,
    events.LEFT_CARDS,
)


def describe(event: bytes, match: "Match") -> str:
    """Say what an event of a match was; `match` has applied it."""
    op = event[0]
    reader = events.Reader(event)
    text = load("undoing").EVENTS[op]
    if op in _OF_TEAM:
        team = reader.byte()
        whose = phrases.team(match, team)
        if op == events.MELD:
            return text % (whose, _cards(reader.rest()))
        if op == events.LAY:
            number = reader.byte()
            onto = match.hand.melds[team][number] if match.hand else 0
            return text % (whose, _cards(reader.rest()), meld_words.meld_name(onto))
        if op == events.ADJUST:
            return text % (whose, phrases.signed(reader.signed()))
        return text % whose
    if op in _OF_SEAT:
        name = match.names[reader.byte()]
        return text % ((name, reader.varint()) if op == events.LEFT else name)
    if op == events.TRUMP:
        return text % load("cards").TRUMPS[reader.byte()]
    if op == events.HAND:
        return text % match.hands
    return text


def _cards(laid: bytes) -> str:
    return " ".join([meld_words.card(card) for card in laid])
