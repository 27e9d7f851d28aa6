"""The rule profiles of RULES.md as rows of data, and the rules of one match.

A sixth profile is one more row here, and its name in the language files.
"""

from .codes import Refused

# Biriba names are sums of these flags; with none of them it is a clean run.
CLEAN = const(0)
SEMI = const(1)
DIRTY = const(2)
SET = const(4)
TRUMP = const(8)
FULL = const(16)

# Options. Their words are in `record`.
_DECKS = const(0)
_BONUSES = const(1)
_RESERVE = const(2)
_LEFT = const(3)
_SEMI_AT = const(4)
TARGET = const(5)

CHOICES = b"\x02\x02\x02\x02\x02\x00"  # how many each has; a target is any number from 1

_MAX_TARGET = const(999999)

# Bonus tables: a name and its bonus in tens, one after the other. They stay on the heap.
_DOUBLE = (
    b"\x00\x14"  # clean 200
    b"\x02\x0a"  # dirty 100
    b"\x08\x28"  # trump clean 400
    b"\x0a\x14"  # trump dirty 200
    b"\x10\x50"  # full clean 800
    b"\x12\x28"  # full dirty 400
    b"\x18\xa0"  # trump full clean 1600
    b"\x1a\x50"  # trump full dirty 800
)
_TABLE = (
    b"\x00\x14"  # clean 200
    b"\x02\x0a"  # dirty 100
    b"\x08\x3c"  # trump clean 600
    b"\x0a\x1e"  # trump dirty 300
    b"\x10\x64"  # full clean 1000
    b"\x12\x32"  # full dirty 500
    b"\x18\xc8"  # trump full clean 2000
    b"\x1a\x64"  # trump full dirty 1000
)
_PAIRS = (
    b"\x00\x14"  # clean 200
    b"\x02\x0a"  # dirty 100
    b"\x04\x1e"  # set clean 300
    b"\x06\x0f"  # set dirty 150
    b"\x10\x64"  # full clean 1000
    b"\x12\x32"  # full dirty 500
)
_PINELLA = (
    b"\x00\x14"  # clean 200
    b"\x01\x0f"  # semi 150
    b"\x02\x0a"  # dirty 100
)
_MPIRIMPA = (
    b"\x00\x14"  # clean 200
    b"\x02\x0a"  # dirty 100
    b"\x08\x32"  # trump clean 500
    b"\x0a\x1e"  # trump dirty 300
    b"\x10\x32"  # full clean 500
    b"\x18\x64"  # trump full clean 1000
)

# What a row's flags say.
_SETS = const(1)  # sets are melds
_TRUMPS = const(2)  # a hand may have a trump
_JOKER_BESIDE = const(4)  # beside a natural two only a joker is wild
_SECOND_WILD = const(8)  # another wild may send the own-suit two home
_BIRIBAKI_FREE = const(16)  # the biribaki asks for no biriba
_CLOSE_CLEAN = const(32)  # closing asks for a clean biriba
_CLOSE_PLAYED = const(64)  # closing asks for a biribaki in play
_PENDING_COUNTS = const(128)  # a pending packet counts as received
_MORE_THAN = const(256)  # the target has to be passed, not only reached
_LEVEL_DRAWS = const(512)  # level at the top is a draw
_PASSO = const(1024)
_CLOCKWISE = const(2048)
_LOT_DEALER = const(4096)  # the first lot falls on the dealer, not on the first player
_SEMIS = const(8192)  # there is a semi biriba

_FOUR = b"\x04"
_TWO_FOUR = b"\x02\x04"

# name, default decks, jokers by deck, numbers of seats, values of joker, ace and two,
# bonus tables, options, offered targets (the first is the default), flags
PROFILES = (
    (
        "austere",
        3,
        2,
        b"\x02\x03\x04\x06",
        b"\x14\x0a\x0a",
        (_DOUBLE, _TABLE),
        (_DECKS, _BONUSES, _RESERVE, _LEFT, TARGET),
        (5000, 3000, 1000),
        _TRUMPS | _SECOND_WILD | _CLOSE_CLEAN | _CLOSE_PLAYED | _MORE_THAN | _PASSO,
    ),
    (
        "partners",
        2,
        2,
        _FOUR,
        b"\x14\x0f\x0a",
        (_PAIRS,),
        (TARGET,),
        (5000, 3000),
        _SETS | _MORE_THAN | _LOT_DEALER,
    ),
    (
        "pinella",
        2,
        2,
        _TWO_FOUR,
        b"\x1e\x0f\x14",
        (_PINELLA,),
        (_SEMI_AT, TARGET),
        (2005, 1005, 505, 1),
        _SETS | _BIRIBAKI_FREE | _PENDING_COUNTS | _LEVEL_DRAWS | _SEMIS,
    ),
    (
        "mpirimpa",
        2,
        1,
        _TWO_FOUR,
        b"\x19\x0f\x14",
        (_MPIRIMPA,),
        (TARGET,),
        (5005, 3005, 2005, 1005, 505),
        _TRUMPS | _JOKER_BESIDE | _CLOSE_CLEAN | _PENDING_COUNTS | _CLOCKWISE,
    ),
    (
        "casual",
        2,
        1,
        _TWO_FOUR,
        b"\x19\x0f\x14",
        (_MPIRIMPA,),
        (TARGET,),
        (5005, 3005, 2005, 1005, 505),
        _SETS | _TRUMPS | _JOKER_BESIDE | _CLOSE_CLEAN | _PENDING_COUNTS | _CLOCKWISE,
    ),
)

_LOW_CARDS = b"\x05\x05\x05\x05\x05\x0a\x0a\x0a\x0a\x0a\x0a"  # 3 to 7, 8 to king


class Rules:
    """The rules of one match: a profile with its options chosen.

    `choices` holds one small number an option: the place of the value in its list, and for the
    target the target itself. Options the profile lacks are 0.
    """

    def __init__(self, profile: int) -> None:
        if profile >= len(PROFILES):
            raise Refused("rules")
        row = PROFILES[profile]
        self.profile = profile
        self.name = row[0]
        self.seat_counts = row[3]
        # Points of a card by its rank; place 0 is the joker.
        self.values = row[4] + _LOW_CARDS
        self._tables = row[5]
        self.options = row[6]
        self.targets = row[7]
        flags = row[8]
        self.sets = bool(flags & _SETS)
        self.trumps = bool(flags & _TRUMPS)
        self.joker_beside = bool(flags & _JOKER_BESIDE)
        self.second_wild = bool(flags & _SECOND_WILD)
        self.biribaki_free = bool(flags & _BIRIBAKI_FREE)
        self.close_clean = bool(flags & _CLOSE_CLEAN)
        self.close_played = bool(flags & _CLOSE_PLAYED)
        self.pending_counts = bool(flags & _PENDING_COUNTS)
        self.more_than = bool(flags & _MORE_THAN)
        self.level_draws = bool(flags & _LEVEL_DRAWS)
        self.passo = bool(flags & _PASSO)
        self.clockwise = bool(flags & _CLOCKWISE)
        self.lot_dealer = bool(flags & _LOT_DEALER)
        self.semis = bool(flags & _SEMIS)
        self._jokers_by_deck = row[2]
        self.choices = [row[1] - 2 if _DECKS in self.options else 0, 0, 0, 0, 0, row[7][0]]
        self._settle()

    def choose(self, option: int, choice: int) -> None:
        """Set one option; `Refused("option", option)` where profile or option lack that choice."""
        if option not in self.options:
            raise Refused("option", option)
        least, end = (1, _MAX_TARGET + 1) if option == TARGET else (0, CHOICES[option])
        if not least <= choice < end:
            raise Refused("option", option)
        self.choices[option] = choice
        self._settle()

    def _settle(self) -> None:
        choices = self.choices
        self.decks = choices[_DECKS] + 2 if _DECKS in self.options else PROFILES[self.profile][1]
        self.jokers = self._jokers_by_deck * self.decks
        self.target = choices[TARGET]
        self.reserve = 13 if choices[_RESERVE] else 11
        self.left_counts = not choices[_LEFT]
        self.semi_block = bool(choices[_SEMI_AT])
        table = self._tables[choices[_BONUSES]]
        # The biriba names there are, each with its bonus.
        self.bonuses = [(table[i], table[i + 1] * 10) for i in range(0, len(table), 2)]

    def bonus(self, category: int) -> int:
        """The bonus of a biriba name, or -1 where the profile has no such name."""
        for name, bonus in self.bonuses:
            if name == category:
                return bonus
        return -1
