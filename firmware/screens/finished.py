"""The finished matches, the newest first; OK looks through one."""

from ..lang import common, load
from ..lists import ListScreen
from ..storage.archive import Summary
from ..storage.form import NEWER

words = load("ending")

_TYPE_CHECKING = const(0)
if _TYPE_CHECKING:
    from ..app import App
    from ..screen import Screen

_READ = const(10)  # summaries that are read at a time
_ABOVE = const(4)  # of them above the row that was asked for
_RESULT = const(10)  # columns of a result beside which there is room for names


class Finished(ListScreen):
    """A row a match: its number, who played and the result; below, who won."""

    title = common.FINISHED
    foot_rows = 3
    apart = True

    def __init__(self, app: "App") -> None:
        super().__init__(app)
        self._first = 0  # row of the first summary that is held
        self._held: list[tuple[int, Summary]] = []

    def leave(self) -> None:
        """Hold none while a match needs the memory."""
        super().leave()
        self._held.clear()

    def count(self) -> int:
        """One row a match."""
        return self.app.store.finished_count

    def _summary(self, i: int) -> tuple[int, Summary]:
        """The number and summary of a row."""
        if not 0 <= i - self._first < len(self._held):
            self._forget()  # rows that were scrolled past
            self._first = max(i - _ABOVE, 0)
            self._held = self.app.store.finished(self._first, _READ)
        return self._held[i - self._first]

    def row(self, i: int) -> tuple[str, str]:
        """A match's number, its teams and the result, or that it is damaged."""
        number, summary = self._summary(i)
        left = "%d" % number
        if summary.code:
            right = words.NEWER if summary.code == NEWER else words.DAMAGED
        else:
            right = ":".join(["%d" % total for total in summary.totals])
        if len(right) <= _RESULT:
            left += " " + _teams(summary, ":")
        return (left, right)

    def foot(self, i: int) -> str:
        """Who won, and all who played."""
        summary = self._summary(i)[1]
        if not summary.names:
            return ""
        if summary.winner >= 0:
            teams = len(summary.totals)
            text = words.WINS % "+".join(summary.names[summary.winner :: teams])
        else:
            text = words.DRAW if summary.winner == Summary.DRAW else words.UNDECIDED
        return text + "\n" + _teams(summary, " : ")

    def chosen(self, i: int) -> "Screen | int | None":
        """Look through the match, after a word on what is amiss with it."""
        app = self.app
        history = app.store.read(self._summary(i)[0])
        then = None
        if history.match.hand:
            from .standings import Standings

            then = Standings(app, history)
        damage = app.store.damage
        if damage:
            from .damage import Damaged

            return Damaged(app, damage, history, then)
        return then


def _teams(summary: Summary, between: str) -> str:
    teams = len(summary.totals)
    return between.join(["+".join(summary.names[team::teams]) for team in range(teams)])
