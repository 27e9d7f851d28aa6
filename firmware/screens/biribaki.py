"""The biribaki: which player takes the packet, and how."""

from engine_core import events

from ..lang import load
from ..lists import ListScreen
from ..screen import HOME

words = load("play")

_TYPE_CHECKING = const(0)
if _TYPE_CHECKING:
    from ..app import App
    from ..screen import Screen


class Biribaki(ListScreen):
    """The players of the team in hand, each with the two ways to take the packet."""

    title = words.BIRIBAKI_TITLE
    foot_rows = 3

    def __init__(self, app: "App") -> None:
        super().__init__(app)
        match = app.match
        self._seats = list(range(app.team, len(match.names), match.teams))

    def count(self) -> int:
        """Two rows a player."""
        return 2 * len(self._seats)

    def row(self, i: int) -> tuple[str, str]:
        """A player and a way."""
        name = self.app.match.names[self._seats[i >> 1]]
        return (name, words.BY_DISCARD if i & 1 else words.BY_PLAY)

    def foot(self, i: int) -> str:
        """What the way means."""
        return words.BY_DISCARD_MEANS if i & 1 else words.BY_PLAY_MEANS

    def chosen(self, i: int) -> "Screen | int | None":
        """Take the packet."""
        done = self.app.do(events.biribaki(self._seats[i >> 1], not i & 1))
        return HOME if done else None
