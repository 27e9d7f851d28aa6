"""What may be laid on a meld, card by card (RULES.md, Laying cards on a meld).

Apart from `meld` because the table needs it only when somebody is about to lay.
"""

from . import meld as melds
from .cards import JOKER
from .lying import first, last

_TYPE_CHECKING = const(0)
if _TYPE_CHECKING:
    from .profiles import Rules

_RUN = const(1 << 19)  # parts of a meld, as in `meld`
_WILD = const(16)
_POSITIONS = const(0x3FFF)
_ACES = const(0x2001)
_HOME = const(2)
_ACE_HIGH = const(14)
_ACE_LOW = const(15)


def layoffs(meld: int, rules: "Rules") -> list[tuple[int, int]]:
    """Every card that may go on a meld alone, each with the meld it then is.

    An ace is given with its side where both are open. How many copies there are is not asked.
    """
    if meld & _RUN:
        return _run_layoffs(meld, rules)
    found: list[tuple[int, int]] = []
    rank = meld >> 8 & 15
    for suit in range(4):
        if meld >> 2 * suit & 3 < rules.decks:
            found.append((suit << 4 | rank, meld + (1 << 2 * suit)))
    if not meld >> _WILD & 7:
        for which in range(1, 6):
            found.append((melds.card_of_wild(which), meld | which << _WILD))
    return found


def _run_layoffs(meld: int, rules: "Rules") -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    held = meld & _POSITIONS
    suit = meld >> 14 & 3
    bottom = first(meld)
    top = last(meld)
    gap = melds.gap(held)
    # A card reaches the next place at each end, or with a free wild the one after it.
    reach = 2 if meld >> _WILD & 7 and not gap else 1
    if not held & _HOME:
        after = melds.with_cards(meld, suit, 0, 0, 1, 0, 1, rules)
        if after > 0:
            found.append((suit << 4 | 2, after))
    low_ace = high_ace = -1
    if not held & _ACES:
        if bottom - reach <= 1:
            low_ace = melds.with_cards(meld, suit, 0, _ACE_LOW, 0, 0, 1, rules)
        if top + reach >= _ACE_HIGH:
            high_ace = melds.with_cards(meld, suit, 0, _ACE_HIGH, 0, 0, 1, rules)
    if low_ace > 0:
        found.append((suit << 4 | (_ACE_LOW if high_ace > 0 else 1), low_ace))
    for position in range(max(bottom - reach, 3), min(top + reach, 13) + 1):
        bit = 1 << position - 1
        if not held & bit:
            after = melds.with_cards(meld, suit, bit, 0, 0, 0, 1, rules)
            if after > 0:
                found.append((suit << 4 | position, after))
    if high_ace > 0:
        found.append((suit << 4 | (_ACE_HIGH if low_ace > 0 else 1), high_ace))
    if held & _HOME:
        after = melds.with_cards(meld, suit, 0, 0, 1, 0, 1, rules)
        if after > 0:
            found.append((suit << 4 | 2, after))
    after = melds.with_cards(meld, suit, 0, 0, 0, 1, 1, rules)
    if after > 0:
        found.append((JOKER, after))
        if not (after & _HOME and rules.joker_beside):
            for which in range(2, 6):
                if which != suit + 2:
                    found.append(((which - 2) << 4 | 2, after & ~(7 << _WILD) | which << _WILD))
    return found
