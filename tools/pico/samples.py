"""The match and the hand that the bench measures with.

They are written as a record, so that they stay legal: the engine itself reads them.
"""

from engine_core import events
from engine_core.match import Match
from engine_core.record import lines, read

_RULES = "rules casual target=99995\nseats Ana Bruno Carla Diogo\n"

# An ordinary hand of 31 events: each team gets to a clean and a dirty biriba card by card.
_HAND = """\
hand trump=H
meld A 4H 5H 6H
meld B 9S 10S JK
lay A1 7H
lay B1 JS
meld A KD KC KS
lay A1 8H 9H
lay B1 QS KS
meld B 3C 4C 5C
lay A1 10H
biribaki Ana discard
lay B1 8S
biribaki Bruno discard
activate Ana
lay B2 6C 7C
meld A 5D 6D 2S
lay A2 KH
activate Bruno
lay B2 8C
lay A3 7D 8D
lay B2 9C
meld B AD AC AH
lay A1 JH
lay B3 AS
meld A QC QD QH
lay A3 10D
close Carla
left Bruno 35
left Ana 3H 4D
left Diogo 60
adjust B -50
"""
HANDS = 12


def _log(text: str) -> bytes:
    match = Match()
    log = bytearray()
    for line in lines(text.encode()):
        event = read(line, match)
        match.apply(event)
        log += events.varint(len(event)) + event
    return bytes(log)


def long_match() -> bytes:
    """The log of a match of 12 hands and 374 events."""
    return _log(_RULES + "".join(_HAND for _ in range(HANDS)))


def long_match_record() -> str:
    """The same match as a record."""
    return _RULES + "".join(_HAND for _ in range(HANDS))


def full_table() -> bytes:
    """The log of an open hand with 20 melds on the table, 8 of them biribas."""
    text = _RULES + "hand trump=S\n"
    for suit in "SHDC":
        for team in "AB":
            text += f"meld {team} " + " ".join(f"{rank}{suit}" for rank in range(3, 10)) + "\n"
        text += f"meld A 10{suit} J{suit} Q{suit}\n"
        text += f"meld B 10{suit} J{suit} Q{suit} K{suit}\n"
    text += "meld A KS KH KD\nmeld A AS AH AD\nmeld B AS AH AC\nmeld B AD AC JK\n"
    return _log(text)
