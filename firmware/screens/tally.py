"""A hand as a sum, for the team in hand: the points of its cards, its biribas by name."""

from engine_core import events

from .. import meld_words, phrases
from ..lang import load
from ..lists import ListScreen
from ..points import Points
from ..screen import HOME, POP

words = load("ending")

_TYPE_CHECKING = const(0)
if _TYPE_CHECKING:
    from ..app import App
    from ..screen import Screen

_MOST = const(9)  # biribas of one name
_DIGITS = const(4)
_STEP = const(5)


class Tally(ListScreen):
    """OK opens the points or adds one biriba; the last row saves."""

    foot_rows = 1

    def __init__(self, app: "App") -> None:
        super().__init__(app)
        self.title = phrases.team(app.match, app.team)
        self.points = 0
        self.counts = [0] * len(app.rules.bonuses)
        tally = app.hand.tallies[app.team]
        if tally:
            self.points = tally[0]
            for i, (name, _) in enumerate(app.rules.bonuses):
                for known, count in tally[1]:
                    if known == name:
                        self.counts[i] = count

    def count(self) -> int:
        """The points, a row a name, and done."""
        return len(self.counts) + 2

    def row(self, i: int) -> tuple[str, str]:
        """A name with its bonus and its count."""
        if i == 0:
            return (words.TALLY_CARDS, "%d" % self.points)
        if i > len(self.counts):
            return (words.TALLY_DONE, "")
        name, bonus = self.app.rules.bonuses[i - 1]
        count = self.counts[i - 1]
        return ("%s %d" % (meld_words.category(name), bonus), "x%d" % count if count else "-")

    def foot(self, i: int) -> str:
        """The sum so far."""
        total = self.points
        for count, (_, bonus) in zip(self.counts, self.app.rules.bonuses):
            total += count * bonus
        return words.TALLY_SUM % total

    def chosen(self, i: int) -> "Screen | int | None":
        """Enter the points, add a biriba, or save."""
        if i == 0:
            return TallyPoints(self.app, self)
        if i > len(self.counts):
            return self._save()
        self.counts[i - 1] = (self.counts[i - 1] + 1) % (_MOST + 1)
        return None

    def _save(self) -> "Screen | int | None":
        biribas = [
            (name, count) for count, (name, _) in zip(self.counts, self.app.rules.bonuses) if count
        ]
        return HOME if self.app.do(events.tally(self.app.team, self.points, biribas)) else None


class TallyPoints(Points):
    """The points of the cards on the table."""

    def __init__(self, app: "App", tally: Tally) -> None:
        super().__init__(app, words.TALLY_CARDS, tally.points, _DIGITS, _STEP)
        self._tally = tally
        self.place = 1

    def about(self) -> str:
        """Whose cards they are."""
        return self._tally.title

    def accept(self, value: int) -> "Screen | int | None":
        """Keep them and go on to the biribas."""
        self._tally.points = value
        self._tally.at = 1
        return POP
