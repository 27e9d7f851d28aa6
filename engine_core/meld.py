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

_TYPE_CHECKING = const(0)
if _TYPE_CHECKING:
    from .profiles import Rules

BIRIBA = const(7)  # cards of a biriba
_FULL_RUN = const(13)

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


def gap(held: int) -> int:
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


def wild(meld: int) -> int:
    """The card that stands as wild, or 0."""
    which = meld >> _WILD & 7
    return card_of_wild(which) if which else 0


def naturals(meld: int) -> int:
    """How many naturals a meld has."""
    if meld & _RUN:
        return _count(meld & _POSITIONS)
    return (meld & 3) + (meld >> 2 & 3) + (meld >> 4 & 3) + (meld >> 6 & 3)


def length(meld: int) -> int:
    """How many cards a meld has."""
    return naturals(meld) + (1 if meld >> _WILD & 7 else 0)


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
        return DIRTY if gap(held) else SEMI
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
    if size == _FULL_RUN and rules.bonus(name | FULL) >= 0:
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
    return with_cards(meld, suit, held, ace, own, jokers + all_twos - own, other, rules)


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


def with_cards(
    meld: int,
    suit: int,
    new: int,
    ace: int,
    own: int,
    others: int,
    other: int,
    rules: "Rules",
) -> int:
    """The run that a run (0 for none) and cards of its suit make, or a number below 0.

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
    missing = gap(held)
    if missing < 0 or missing and not wilds:
        return False
    return _count(held) + wilds <= _FULL_RUN


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


def card_of_wild(which: int) -> int:
    """The card of a wild as a meld's bits 16..18 hold it, from 1."""
    return _JOKER if which == 1 else (which - 2) << 4 | 2
