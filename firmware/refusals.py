"""Refusals in words: the language's sentence for a code, with its numbers put in."""

from . import meld_words
from .lang import load

_TYPE_CHECKING = const(0)
if _TYPE_CHECKING:
    from engine_core.codes import Refused
    from engine_core.match import Match


# How the codes begin whose number is a seat.
_OF_SEAT = ("biribaki", "close", "left")


def explain(refusal: "Refused", match: "Match") -> str:
    """Say why something does not go."""
    code = refusal.code
    numbers = refusal.numbers
    words = load("refusals")
    if code == "order":
        return words.ORDERS[numbers[0]]
    if code == "wilds" and match.rules and match.rules.joker_beside:
        return words.WILDS_BESIDE_TWO
    text = words.REFUSALS[code]
    if "%" not in text:
        return text
    if code == "copies":
        return text % meld_words.card(numbers[0])
    if code == "passo-lead":
        return text % numbers[1]
    if code.split("-")[0] in _OF_SEAT:
        return text % match.names[numbers[0]]
    return text % numbers[0]
