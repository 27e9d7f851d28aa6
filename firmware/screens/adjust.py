"""Points given to a team, or taken, by hand."""

from engine_core import events

from .. import phrases
from ..lang import load
from ..points import Points
from ..screen import HOME

words = load("ending")

_TYPE_CHECKING = const(0)
if _TYPE_CHECKING:
    from ..app import App
    from ..screen import Screen

_DIGITS = const(4)


class Adjust(Points):
    """An adjustment of this hand."""

    def __init__(self, app: "App") -> None:
        super().__init__(app, words.ADJUST_TITLE, 0, _DIGITS, 1, True)
        self.place = -1

    def about(self) -> str:
        """Whose points they are."""
        return phrases.team(self.app.match, self.app.team)

    def accept(self, value: int) -> "Screen | int | None":
        """Note it, unless it is nothing."""
        return HOME if not value or self.app.do(events.adjust(self.app.team, value)) else None
