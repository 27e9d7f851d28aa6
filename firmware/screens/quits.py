"""A player leaves, which ends the match: who it is."""

from engine_core import events

from ..lang import load
from ..lists import ListScreen
from .end_hand import ended

words = load("ending")

_TYPE_CHECKING = const(0)
if _TYPE_CHECKING:
    from ..screen import Screen


class Quits(ListScreen):
    """The players."""

    passing = True
    title = words.QUITS_TITLE
    foot_rows = 2

    def count(self) -> int:
        """One row a player."""
        return len(self.app.match.names)

    def row(self, i: int) -> tuple[str, str]:
        """A player."""
        return (self.app.match.names[i], "")

    def foot(self, i: int) -> str:
        """What OK means here."""
        return words.QUITS_SURE % self.app.match.names[i]

    def chosen(self, i: int) -> "Screen | int | None":
        """End hand and match."""
        return ended(self.app, events.quit_(i))
