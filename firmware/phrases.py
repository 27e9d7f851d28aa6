"""Teams, their state and their points in the few columns that screens have."""

from engine_core import hand

from .lang import common

_TYPE_CHECKING = const(0)
if _TYPE_CHECKING:
    from engine_core.match import Match

SUITS = "♠♥♦♣"
# How a biriba is marked: clean, semi, dirty.
_MARKS = "●½○"


def team(match: "Match", number: int) -> str:
    """A team by its players."""
    return "+".join(match.names[number :: match.teams])


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
    return common.BIRIBAKI_STATES[state]


def may_close(match: "Match", number: int) -> str:
    """Whether anybody of a team may close or what it lacks, in 12 columns."""
    code = ""
    for seat in range(number, len(match.names), match.teams):
        code = match.why_no_close(seat)
        if not code:
            return common.MAY_CLOSE
    return common.LACKS[code]
