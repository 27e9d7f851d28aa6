"""Melds: what cards together are, and what may be laid on them (RULES.md, Melds).

A meld is one small integer:

    bit   0..13  run: position 1..14 is held by a natural (the ace is 1 or 14)
          14..15 run: suit
    bit   0..7   set: how many naturals of each suit, two bits a suit
          8..11  set: rank
    bit   16..18 the wild: 0 none, 1 joker, 2..5 the two of suit 0..3
          19     1 for a run

Where a run's wild stands follows from its naturals: in their gap, or where they have none, at
an end, free to change ends. A natural two is position 2 and no wild.
"""

from .codes import Refused
from .profiles import CLEAN, DIRTY, FULL, SEMI, SET, TRUMP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .profiles import Rules

BIRIBA = const(7)  # cards of a biriba
FULL_RUN = const(13)

_RUN = const(1 << 19)
_WILD = const(16)
_POSITIONS = const(0x3FFF)
_ACES = const(0x2001)  # positions 1 and 14
_HOME = const(2)  # position 2 as a bit
_THREE_TO_SEVEN = const(0x7C)
_EIGHT_TO_KING = const(0x1F80)
_JOKER = const(0x40)
_ACE_HIGH = const(14)  # the ranks of an ace with its side, as in `cards`
_ACE_LOW = const(15)
_DOUBLED = const(0x4000)  # beside positions: one is there twice

# What a reading comes to when it is no meld; from _COPIES down, less a card.
_WILDS = const(-1)
_MELD = const(-2)
_SETS_OFF = const(-3)
_COPIES = const(-4)
_REASONS = ("", "wilds", "meld", "sets-off")

# Where an ace may go, as positions' bits, the low side first.
_NO_SIDE = (0,)
_LOW_SIDE = (1,)
_HIGH_SIDE = (0x2000,)
_BOTH_SIDES = (1, 0x2000)

_SUIT_OF = b"\x00\x00\x01\x00\x02\x00\x00\x00\x03"  # of one suit's bit
_ONES = b"\x00\x01\x01\x02\x01\x02\x02\x03\x01\x02\x02\x03\x02\x03\x03\x04"


def _count(held: int) -> int:
    """How many of 14 bits are set."""
    ones = _ONES
    return ones[held & 15] + ones[held >> 4 & 15] + ones[held >> 8 & 15] + ones[held >> 12]


def _gap(held: int) -> int:
    """The bit of the only gap in some positions, 0 for no gap, -1 for more than a wild fills."""
    # Adding the lowest bit carries through the first block into the first gap.
    carried = held + (held & -held)
    if not carried & held:
        return 0
    gap = carried & -carried
    held |= gap
    return -1 if held + (held & -held) & held else gap


def is_run(meld: int) -> bool:
    """Whether a meld is a run; else it is a set."""
    return bool(meld & _RUN)


def suit(meld: int) -> int:
    """The suit of a run."""
    return meld >> 14 & 3


def rank(meld: int) -> int:
    """The rank of a set."""
    return meld >> 8 & 15


def holds(meld: int, position: int) -> bool:
    """Whether a run has a natural on a position 1..14."""
    return bool(meld >> position - 1 & 1)


def wild(meld: int) -> int:
    """The card that stands as wild, or 0."""
    which = meld >> _WILD & 7
    return _card_of_wild(which) if which else 0


def naturals(meld: int) -> int:
    """How many naturals a meld has."""
    if meld & _RUN:
        return _count(meld & _POSITIONS)
    return (meld & 3) + (meld >> 2 & 3) + (meld >> 4 & 3) + (meld >> 6 & 3)


def length(meld: int) -> int:
    """How many cards a meld has."""
    return naturals(meld) + (1 if meld >> _WILD & 7 else 0)


def wild_gap(meld: int) -> int:
    """The position that a run's wild fills between naturals; 0 when it is free at an end."""
    gap = _gap(meld & _POSITIONS)
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


def points(meld: int, rules: "Rules") -> int:
    """The value of a meld's cards."""
    values = rules.values
    which = meld >> _WILD & 7
    total = 0
    if which:
        total = values[0] if which == 1 else values[2]
    if not meld & _RUN:
        return total + naturals(meld) * values[meld >> 8 & 15]
    total += _count(meld & _THREE_TO_SEVEN) * values[3] + _count(meld & _EIGHT_TO_KING) * values[8]
    if meld & _ACES:
        total += values[1]
    if meld & _HOME:
        total += values[2]
    return total


def purity(meld: int, rules: "Rules") -> int:
    """CLEAN, SEMI or DIRTY."""
    if not meld >> _WILD & 7:
        return CLEAN
    if not rules.semis or naturals(meld) < 7:
        return DIRTY
    if not meld & _RUN:
        return SEMI
    held = meld & _POSITIONS
    if not rules.semi_block:
        return DIRTY if _gap(held) else SEMI
    # Seven side by side leave something after six foldings onto the neighbour.
    for _ in range(6):
        held &= held >> 1
    return SEMI if held else DIRTY


def category(meld: int, trump: int, rules: "Rules") -> int:
    """What a biriba is called: a sum of the flags in `profiles`; -1 for a shorter meld."""
    size = length(meld)
    if size < BIRIBA:
        return -1
    name = purity(meld, rules)
    if not meld & _RUN:
        return name | SET if rules.bonus(name | SET) >= 0 else name
    if meld >> 14 & 3 == trump:
        name |= TRUMP
    if size == FULL_RUN and rules.bonus(name | FULL) >= 0:
        name |= FULL
    return name


def read(cards: bytes, rules: "Rules") -> int:
    """The meld that some cards are, in any order; the purest reading counts.

    `Refused` with SHORT and how many there are, SETS_OFF, WILDS, MELD, or COPIES and the card.
    """
    if len(cards) < 3:
        raise Refused("short", len(cards))
    return _or_refuse(_judge(0, cards, rules))


def lay(meld: int, cards: bytes, rules: "Rules") -> int:
    """The meld after some cards were laid on it in one move.

    `Refused` with WILDS, MELD, or COPIES and the card.
    """
    return _or_refuse(_judge(meld, cards, rules))


def _or_refuse(judged: int) -> int:
    if judged <= _COPIES:
        raise Refused("copies", _COPIES - judged)
    if judged < 0:
        raise Refused(_REASONS[-judged])
    return judged


def _judge(meld: int, cards: bytes, rules: "Rules") -> int:
    """The meld of `cards` with `meld` (0 for none), or what it lacks, below 0."""
    jokers = 0
    naturals = 0  # how many of the new cards are neither a joker nor a two
    twos = [0, 0, 0, 0]
    all_twos = 0
    suits = 0  # suits of the naturals, as bits
    held = 0  # positions of the naturals but aces, as bits
    aces = 0
    ace = 0  # the rank of one, with its side
    for card in cards:
        rank = card & 15
        if 2 < rank < 14:
            naturals += 1
            held |= 1 << rank - 1
            suits |= 1 << (card >> 4)
        elif card == _JOKER:
            jokers += 1
        elif rank == 2:
            twos[card >> 4] += 1
            all_twos += 1
        else:
            aces += 1
            ace = rank
            suits |= 1 << (card >> 4)
    ranks = held | 1 if aces else held
    if meld and not meld & _RUN:
        return _judge_set(meld, cards, jokers + all_twos, ranks, rules)
    if not meld and naturals + aces > 1 and not ranks & (ranks - 1):
        if not rules.sets:
            return _SETS_OFF
        return _judge_set(0, cards, jokers + all_twos, ranks, rules)
    if meld:
        suits |= 1 << (meld >> 14 & 3)
    if suits & (suits - 1) or not suits:
        return _no_suit(meld, suits, jokers, twos, all_twos, rules)
    suit = _SUIT_OF[suits]
    if aces > 1 or naturals > _count(held):
        held |= _DOUBLED
    own = twos[suit]
    other = 1  # which wild one of another suit is, as in a meld
    if not jokers and all_twos > own:
        other = 2
        while not twos[other - 2] or other == suit + 2:
            other += 1
    return _judge_run(meld, suit, held, ace, own, jokers + all_twos - own, other, rules)


def _no_suit(
    meld: int, suits: int, jokers: int, twos: list[int], all_twos: int, rules: "Rules"
) -> int:
    """_WILDS if cards of several suits, or of none, have too many in each reading, else _MELD."""
    which = meld >> _WILD & 7
    for suit in range(4):
        if suits and not suits >> suit & 1:
            continue
        own = twos[suit]
        wilds = jokers + all_twos - own + (1 if which else 0)
        at_home = 0
        if meld and meld >> 14 & 3 == suit:
            at_home = meld & _HOME
            if which == suit + 2:
                own += 1
                wilds -= 1
        if own and not at_home:
            own -= 1
            at_home = _HOME
        wilds += own
        two_beside = wilds == 1 and at_home and not jokers and which != 1 and rules.joker_beside
        if wilds < 2 and not two_beside:
            return _MELD
    return _WILDS


def _judge_set(meld: int, cards: bytes, wilds: int, ranks: int, rules: "Rules") -> int:
    """The set that a set (0 for none) and cards make, or what it lacks, below 0."""
    which = meld >> _WILD & 7
    if wilds + (1 if which else 0) > 1:
        return _WILDS
    if meld and ranks & ~(1 << (meld >> 8 & 15) - 1):
        return _MELD
    after = meld
    for card in cards:
        if card == _JOKER:
            after |= 1 << _WILD
        elif card & 15 == 2:
            after |= (card >> 4) + 2 << _WILD
        else:
            rank = card & 15
            if rank > 13:
                rank = 1
            shift = card >> 4 << 1
            if after >> shift & 3 == 3:
                return _COPIES - card  # three decks are the most there are
            after = (after + (1 << shift)) & ~0xF00 | rank << 8
    return after


def _judge_run(
    meld: int,
    suit: int,
    new: int,
    ace: int,
    own: int,
    others: int,
    other: int,
    rules: "Rules",
) -> int:
    """The run that a run (0 for none) and cards of its suit make, or what it lacks, below 0.

    The cards: `new` positions of naturals without the ace, `ace` its rank 1, 14 or 15 or 0,
    `own` twos of the suit, `others` other wilds, the first of them being `other` (as in a meld).
    """
    held = meld & _POSITIONS
    which = meld >> _WILD & 7
    had_own = which == suit + 2
    at_home = held & _HOME
    twos = own + (1 if had_own else 0)
    foreign = others
    if which and not had_own:
        foreign += 1
        other = which
    # One two counts as natural if it may be at home: the least number of wilds there can be.
    home = at_home or twos > 0
    home_wilds = foreign + twos - (1 if twos and not at_home else 0)
    if home_wilds > 1:
        return _WILDS
    wild = other if foreign else suit + 2
    if home and home_wilds:
        if rules.joker_beside and wild != 1:
            return _WILDS
        if had_own and others and not rules.second_wild and not _sent_home(held, new):
            return _WILDS
    if new & _DOUBLED or held & new or ace and held & _ACES:
        return _MELD
    best = 0
    best_purity = DIRTY + 1
    if not ace:
        sides = _NO_SIDE
    elif ace == 1:
        sides = _BOTH_SIDES
    else:
        sides = _HIGH_SIDE if ace == _ACE_HIGH else _LOW_SIDE
    held |= new
    for side in sides:
        # A two at home first: such a reading is the purer one.
        together = held | side | _HOME
        wilds = home_wilds
        if not home or not _fits(together, wilds):
            together = held | side
            wilds = foreign + twos
            if at_home or wilds > 1 or not _fits(together, wilds):
                continue
        after = _RUN | suit << 14 | together
        if wilds:
            after |= wild << _WILD
        how = purity(after, rules)
        if how < best_purity:
            best = after
            best_purity = how
    return best or _MELD


def _fits(held: int, wilds: int) -> bool:
    """Whether naturals on some positions are, with so many wilds, in sequence and no 14 cards."""
    gap = _gap(held)
    if gap < 0 or gap and not wilds:
        return False
    return _count(held) + wilds <= FULL_RUN


def _sent_home(held: int, new: int) -> bool:
    """Whether some of a move's naturals alone send a run's own-suit two, its wild, home.

    They do when with the two on position 2 the run's naturals have no gap left (RULES.md, Laying
    cards).
    """
    together = held | new
    block = _HOME | together & 1
    bit = 4
    while together & bit:
        block |= bit
        bit <<= 1
    return not held & ~block


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
            found.append((_card_of_wild(which), meld | which << _WILD))
    return found


def _run_layoffs(meld: int, rules: "Rules") -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    held = meld & _POSITIONS
    suit = meld >> 14 & 3
    bottom = first(meld)
    top = last(meld)
    gap = _gap(held)
    # A card reaches the next place at each end, or with a free wild the one after it.
    reach = 2 if meld >> _WILD & 7 and not gap else 1
    if not held & _HOME:
        after = _judge_run(meld, suit, 0, 0, 1, 0, 1, rules)
        if after > 0:
            found.append((suit << 4 | 2, after))
    low_ace = high_ace = -1
    if not held & _ACES:
        if bottom - reach <= 1:
            low_ace = _judge_run(meld, suit, 0, _ACE_LOW, 0, 0, 1, rules)
        if top + reach >= _ACE_HIGH:
            high_ace = _judge_run(meld, suit, 0, _ACE_HIGH, 0, 0, 1, rules)
    if low_ace > 0:
        found.append((suit << 4 | (_ACE_LOW if high_ace > 0 else 1), low_ace))
    for position in range(max(bottom - reach, 3), min(top + reach, 13) + 1):
        bit = 1 << position - 1
        if not held & bit:
            after = _judge_run(meld, suit, bit, 0, 0, 0, 1, rules)
            if after > 0:
                found.append((suit << 4 | position, after))
    if high_ace > 0:
        found.append((suit << 4 | (_ACE_HIGH if low_ace > 0 else 1), high_ace))
    if held & _HOME:
        after = _judge_run(meld, suit, 0, 0, 1, 0, 1, rules)
        if after > 0:
            found.append((suit << 4 | 2, after))
    after = _judge_run(meld, suit, 0, 0, 0, 1, 1, rules)
    if after > 0:
        found.append((_JOKER, after))
        if not (after & _HOME and rules.joker_beside):
            for which in range(2, 6):
                if which != suit + 2:
                    found.append(((which - 2) << 4 | 2, after & ~(7 << _WILD) | which << _WILD))
    return found


def _card_of_wild(which: int) -> int:
    return _JOKER if which == 1 else (which - 2) << 4 | 2


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
                lying.append(wild(meld))
            elif meld >> position - 1 & 1:
                lying.append(own | position)
        return bytes(lying)
    for s in range(4):
        for _ in range(meld >> 2 * s & 3):
            lying.append(s << 4 | meld >> 8 & 15)
    if meld >> _WILD & 7:
        lying.append(wild(meld))
    return bytes(lying)
