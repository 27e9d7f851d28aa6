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

from .cards import ACE_HIGH, ACE_LOW, JOKER
from .codes import COPIES, MELD, SETS_OFF, SHORT, WILDS, Refused
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
_HIGH_ACE = const(0x2000)
_DOUBLED = const(0x4000)  # beside positions: one is there twice

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


def copies(meld: int, suit: int) -> int:
    """How many naturals of a suit a set holds."""
    return meld >> 2 * suit & 3


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
        raise Refused(SHORT, len(cards))
    return _or_refuse(_judge(0, cards, rules))


def lay(meld: int, cards: bytes, rules: "Rules") -> int:
    """The meld after some cards were laid on it in one move.

    `Refused` with WILDS, MELD, or COPIES and the card.
    """
    return _or_refuse(_judge(meld, cards, rules))


def _or_refuse(judged: int) -> int:
    if judged < 0:
        raise Refused(-judged & 255, -judged >> 8)
    return judged


def _judge(meld: int, cards: bytes, rules: "Rules") -> int:
    """The meld of `cards` with `meld` (0 for none), or a code, and a card above it, negated."""
    jokers = 0
    naturals = 0  # how many of the new cards are neither a joker nor a two
    twos = [0, 0, 0, 0]
    all_twos = 0
    suits = 0  # suits of the naturals, as bits
    ranks = 0  # their ranks, as bits
    held = 0  # their positions, the aces' side still open
    doubled = False  # a position is there twice
    ace = 0  # an ace among them: its rank 1, 14 or 15
    for card in cards:
        rank = card & 15
        if card == _JOKER:
            jokers += 1
        elif rank == 2:
            twos[card >> 4] += 1
            all_twos += 1
        else:
            naturals += 1
            suits |= 1 << (card >> 4)
            if rank == 1 or rank > 13:
                if ace:
                    doubled = True
                ace = rank
                ranks |= 1
            else:
                bit = 1 << rank - 1
                if held & bit:
                    doubled = True
                held |= bit
                ranks |= bit
    if meld and not meld & _RUN:
        return _judge_set(meld, cards, jokers + all_twos, ranks, rules)
    if not meld and naturals > 1 and not ranks & (ranks - 1):
        if not rules.sets:
            return -SETS_OFF
        return _judge_set(0, cards, jokers + all_twos, ranks, rules)
    if meld:
        suits |= 1 << (meld >> 14 & 3)
    if suits & (suits - 1) or not suits:
        return _no_suit(meld, suits, jokers, twos, all_twos, rules)
    suit = 0
    while not suits >> suit & 1:
        suit += 1
    if doubled:
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
    """WILDS if every suit's reading of cards of several suits, or none, has too many, else MELD."""
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
            return -MELD
    return -WILDS


def _judge_set(meld: int, cards: bytes, wilds: int, ranks: int, rules: "Rules") -> int:
    """The set that a set (0 for none) and cards make, or a code negated."""
    which = meld >> _WILD & 7
    if wilds + (1 if which else 0) > 1:
        return -WILDS
    if meld and ranks & ~(1 << (meld >> 8 & 15) - 1):
        return -MELD
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
                return -(card << 8 | COPIES)  # three decks are the most there are
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
    """The run that a run (0 for none) and cards of its suit make, or a code negated.

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
        return -WILDS
    wild = other if foreign else suit + 2
    if home and home_wilds:
        if rules.joker_beside and wild != 1:
            return -WILDS
        if had_own and others and not rules.second_wild and not _sent_home(held, new):
            return -WILDS
    if new & _DOUBLED or held & new or ace and held & _ACES:
        return -MELD
    best = -MELD
    best_purity = DIRTY + 1
    for low in (True, False):
        side = 0
        if ace:
            if ace == (ACE_HIGH if low else ACE_LOW):
                continue
            side = 1 if low else _HIGH_ACE
        elif not low:
            break
        for at_two in (True, False):
            if at_two:
                if not home:
                    continue
                together = held | new | side | _HOME
                wilds = home_wilds
            else:
                together = held | new | side
                wilds = foreign + twos
                if at_home or wilds > 1:
                    continue
            gap = _gap(together)
            if gap < 0 or gap and not wilds or _count(together) + wilds > FULL_RUN:
                continue
            after = _RUN | suit << 14 | together
            if wilds:
                after |= wild << _WILD
            how = purity(after, rules)
            if how < best_purity:
                best = after
                best_purity = how
    return best


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
            low_ace = _judge_run(meld, suit, 0, ACE_LOW, 0, 0, 1, rules)
        if top + reach >= ACE_HIGH:
            high_ace = _judge_run(meld, suit, 0, ACE_HIGH, 0, 0, 1, rules)
    if low_ace > 0:
        found.append((suit << 4 | (ACE_LOW if high_ace > 0 else 1), low_ace))
    for position in range(max(bottom - reach, 3), min(top + reach, 13) + 1):
        bit = 1 << position - 1
        if not held & bit:
            after = _judge_run(meld, suit, bit, 0, 0, 0, 1, rules)
            if after > 0:
                found.append((suit << 4 | position, after))
    if high_ace > 0:
        found.append((suit << 4 | (ACE_HIGH if low_ace > 0 else 1), high_ace))
    if held & _HOME:
        after = _judge_run(meld, suit, 0, 0, 1, 0, 1, rules)
        if after > 0:
            found.append((suit << 4 | 2, after))
    after = _judge_run(meld, suit, 0, 0, 0, 1, 1, rules)
    if after > 0:
        found.append((JOKER, after))
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
