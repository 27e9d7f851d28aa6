"""How a meld lies on the table: its cards in order, its ends, and where its wild is.

Apart from `meld` because only what shows a meld needs it.
"""

from . import meld as melds

_RUN = const(1 << 19)  # parts of a meld, as in `meld`
_WILD = const(16)
_POSITIONS = const(0x3FFF)


def wild_gap(meld: int) -> int:
    """The position that a run's wild fills between naturals; 0 when it is free at an end."""
    gap = melds.gap(meld & _POSITIONS)
    position = 0
    while gap > 0:
        gap >>= 1
        position += 1
    return position


def first(meld: int) -> int:
    """The lowest position of a run's naturals."""
    position = 1
    while not meld & 1:
        meld >>= 1
        position += 1
    return position


def last(meld: int) -> int:
    """The highest position of a run's naturals."""
    held = meld & _POSITIONS
    position = 0
    while held:
        held >>= 1
        position += 1
    return position


def wild_position(meld: int) -> int:
    """Where a run's wild is shown: in the gap, or at the upper end if there is room, else below.

    0 for a run without a wild. One end is always free: a run has at most 13 cards.
    """
    if not meld >> _WILD & 7:
        return 0
    gap = wild_gap(meld)
    if gap:
        return gap
    top = last(meld)
    return top + 1 if top < 14 else first(meld) - 1


def cards(meld: int) -> bytes:
    """The cards of a meld as they lie on the table, the wild in its place.

    The ace above the king has rank 14. A set goes by suits, its wild last.
    """
    lying = bytearray()
    place = 0
    if meld & _RUN:
        place = wild_position(meld)
        own = meld >> 14 << 4 & 0x30
        for position in range(1, 15):
            if position == place:
                lying.append(melds.wild(meld))
            elif meld >> position - 1 & 1:
                lying.append(own | position)
        return bytes(lying)
    for s in range(4):
        for _ in range(meld >> 2 * s & 3):
            lying.append(s << 4 | meld >> 8 & 15)
    if meld >> _WILD & 7:
        lying.append(melds.wild(meld))
    return bytes(lying)
