"""The trump of the hand."""

from engine_core import events

from .. import phrases
from ..lang import common
from ..lists import ListScreen
from ..screen import HOME

_TYPE_CHECKING = const(0)
if _TYPE_CHECKING:
    from ..app import App
    from ..screen import Screen


class Trump(ListScreen):
    """The four suits and none."""

    title = common.TRUMP_TITLE

    def __init__(self, app: "App") -> None:
        super().__init__(app)
        if app.hand.trump < len(common.TRUMPS):
            self.at = app.hand.trump

    def count(self) -> int:
        """Four suits and none."""
        return len(common.TRUMPS)

    def row(self, i: int) -> tuple[str, str]:
        """A suit."""
        return ((phrases.SUITS[i] if i < 4 else "  ") + " " + common.TRUMPS[i], "")

    def chosen(self, i: int) -> "Screen | int | None":
        """Set it."""
        return HOME if self.app.do(events.trump(i)) else None
