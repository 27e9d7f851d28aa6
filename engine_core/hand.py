"""One hand: what lies on the table, who has which packet, what is left, and what it is worth."""

from array import array

from . import meld as melds
from .cards import plain

_TYPE_CHECKING = const(0)
if _TYPE_CHECKING:
    from .profiles import Rules

# How a hand stands.
OPEN = const(0)
CLOSED = const(1)
DRY = const(2)
PASSO = const(3)
QUIT = const(4)

# The biribaki of a team.
NONE = const(0)
PENDING = const(1)
ACTIVE = const(2)

# Lines of a team's score.
CARDS = const(0)
BONUS = const(1)
CLOSING = const(2)
BIRIBAKI = const(3)
LEFT = const(4)
ADJUST = const(5)

NOBODY = const(255)

_JOKER = const(0x40)
_CLOSING = const(100)
_NO_BIRIBAKI = const(-100)
_UNCLEAN = const(3)  # SEMI and DIRTY of a biriba's name


class Hand:
    """The state of one hand. `Match` changes it; everything else reads it and asks."""

    def __init__(self, seats: int, teams: int, dealer: int, trump: int) -> None:
        self.teams = teams
        self.dealer = dealer
        self.trump = trump  # a suit, 4 for none, or UNSAID
        self.end = OPEN
        self.by = NOBODY  # the seat that closed or quit, the team that said passo
        self.melds = [array("i") for _ in range(teams)]
        # A team's tally: points of its cards and (name, count) pairs; None without one.
        self.tallies: list[tuple[int, list[tuple[int, int]]] | None] = [None] * teams
        self.biribaki = bytearray(teams)
        self.owner = bytearray(teams)  # the seat that took the packet
        self.left = [0] * seats
        self.left_said = bytearray(seats)
        self.adjusted = [0] * teams
        self.used = bytearray(_JOKER + 1)  # copies of each card on the table or named as left

    def use(self, cards: bytes, rules: "Rules") -> int:
        """Count cards as used; or none of them, and return the first that has no copy left."""
        used = self.used
        for i, card in enumerate(cards):
            if not self.has_copy(card, rules):
                for taken in cards[:i]:
                    used[plain(taken)] -= 1
                return card
            used[plain(card)] += 1
        return 0

    def has_copy(self, card: int, rules: "Rules") -> bool:
        """Whether a copy of a card is neither on the table nor named as left in a hand."""
        return self.used[plain(card)] < (rules.jokers if card == _JOKER else rules.decks)

    def biribas(self, team: int, rules: "Rules") -> list[tuple[int, int]]:
        """A team's biribas as (meld's number from 0, name); -1 for the number in a tally."""
        found: list[tuple[int, int]] = []
        tally = self.tallies[team]
        if tally:
            for name, count in tally[1]:
                found += [(-1, name)] * count
            return found
        for i, meld in enumerate(self.melds[team]):
            name = melds.category(meld, self.trump, rules)
            if name >= 0:
                found.append((i, name))
        return found

    def has_biriba(self, team: int, rules: "Rules", clean: bool) -> bool:
        """Whether a team has a biriba, or a clean one, on the table."""
        tally = self.tallies[team]
        if tally:
            return any(count and not (clean and name & _UNCLEAN) for name, count in tally[1])
        for meld in self.melds[team]:
            if melds.length(meld) >= melds.BIRIBA and not (clean and melds.wild(meld)):
                return True
        return False

    def score(self, team: int, rules: "Rules") -> list[int]:
        """What the hand is worth to a team, line by line (RULES.md, The end of a hand).

        For an open hand: what it would be if it stopped now with nothing left in any hand.
        """
        cards = bonus = closing = biribaki = left = 0
        tally = self.tallies[team]
        if tally:
            cards = tally[0]
            for name, count in tally[1]:
                bonus += rules.bonus(name) * count
        else:
            for meld in self.melds[team]:
                cards += melds.points(meld, rules)
                name = melds.category(meld, self.trump, rules)
                if name >= 0:
                    bonus += rules.bonus(name)
        if self.end == CLOSED and self.by % self.teams == team:
            closing = _CLOSING
        state = self.biribaki[team]
        if state == NONE or state == PENDING and not rules.pending_counts:
            biribaki = _NO_BIRIBAKI
        if rules.left_counts:
            for seat in range(team, len(self.left), self.teams):
                left -= self.left[seat]
        return [cards, bonus, closing, biribaki, left, self.adjusted[team]]
