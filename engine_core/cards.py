"""Cards as single bytes.

A card is `suit << 4 | rank`: suits 0..3 are spades, hearts, diamonds, clubs, ranks 1..13 are ace
to king, and the joker is 0x40. An ace that was laid with its side (RULES.md, Melds 6) has rank 14
above the king or 15 below the two; everything else sees it as an ace.
"""

SPADES = const(0)
HEARTS = const(1)
DIAMONDS = const(2)
CLUBS = const(3)
NO_SUIT = const(4)  # as a trump: none

JOKER = const(0x40)
ACE = const(1)
TWO = const(2)
KING = const(13)
ACE_HIGH = const(14)
ACE_LOW = const(15)

KINDS = const(53)  # different cards, aces without their side

_JOKER = const(0x40)


def card(suit: int, rank: int) -> int:
    """The card of a suit 0..3 and a rank 1..15."""
    return suit << 4 | rank


def suit(card: int) -> int:
    """The suit 0..3 of a card that is no joker."""
    return card >> 4


def rank(card: int) -> int:
    """The rank 1..13 of a card, or 0 for the joker."""
    r = card & 15
    return 1 if r > 13 else r


def is_card(byte: int) -> bool:
    """Whether a byte is a card at all."""
    return byte == _JOKER or (byte < _JOKER and byte & 15 != 0)


def kind(card: int) -> int:
    """The number 0..52 of a card among the different ones, the joker last."""
    if card == _JOKER:
        return 52
    r = card & 15
    return (card >> 4) * 13 + (0 if r > 13 else r - 1)


def plain(card: int) -> int:
    """The card without the side of an ace."""
    return card & 0xF0 | 1 if card & 15 > 13 else card
