"""Refusals: why something does not go, as a code with its numbers.

The codes are those of the record's table, in that table's order, which is also the order in
which rules are checked. Words are made of them where words are shown: by the score tool for a record,
by the language file for the device.
"""

SYNTAX = const(0)
ORDER = const(1)
RULES = const(2)
OPTION = const(3)
SEATS = const(4)
UNKNOWN_PLAYER = const(5)
UNKNOWN_TEAM = const(6)
UNKNOWN_MELD = const(7)
UNKNOWN_CARD = const(8)
NUMBER = const(9)
TRUMP = const(10)
CATEGORY = const(11)
MATCH_OVER = const(12)
MIXED = const(13)
SHORT = const(14)
SETS_OFF = const(15)
WILDS = const(16)
MELD = const(17)
BIRIBAKI_TAKEN = const(18)
BIRIBAKI_NO_BIRIBA = const(19)
BIRIBAKI_NOT_PENDING = const(20)
CLOSE_NO_CLEAN = const(21)
CLOSE_NO_BIRIBA = const(22)
CLOSE_NO_BIRIBAKI = const(23)
CLOSE_PENDING = const(24)
PASSO_OFF = const(25)
PASSO_USED = const(26)
PASSO_LEAD = const(27)
LEFT_CLOSER = const(28)
LEFT_PENDING = const(29)
LEFT_AGAIN = const(30)
COPIES = const(31)


class Refused(Exception):
    """Something that the rules or the form do not allow.

    `code` is one of this module's numbers; `numbers` are the facts that belong to it (a card, a
    seat, points missing ...), as each raiser documents.
    """

    def __init__(self, code: int, *numbers: int) -> None:
        super().__init__(code, *numbers)
        self.code = code
        self.numbers = numbers
