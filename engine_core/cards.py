"""Cards as single bytes.

A card is `suit << 4 | rank`: suits 0..3 are spades, hearts, diamonds, clubs, ranks 1..13 are ace
to king, and the joker is 0x40. An ace that was laid with its side (RULES.md, Melds 6) has rank 14
above the king or 15 below the two; everything else sees it as an ace.
"""

NO_SUIT = const(4)  # as a trump: none

JOKER = const(0x40)
ACE = const(1)
TWO = const(2)
ACE_HIGH = const(14)
ACE_LOW = const(15)


def plain(card: int) -> int:
    """The card without the side of an ace."""
    return card if card & 15 < 14 else card & 0xF0 | 1
