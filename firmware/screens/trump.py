"""The trump of the hand."""

from engine_core import events
from firmware import phrases
from firmware.lang import words
from firmware.lists import ListScreen
from firmware.screen import HOME

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware.app import App
    from firmware.screen import Screen


class Trump(ListScreen):
    """The four suits and none."""

    title = words.TRUMP_TITLE

    def __init__(self, app: "App") -> None:
        super().__init__(app)
        if app.hand.trump < len(words.TRUMPS):
            self.at = app.hand.trump

    def count(self) -> int:
        """Four suits and none."""
        return len(words.TRUMPS)

    def row(self, i: int) -> tuple[str, str]:
        """A suit."""
        return ((phrases.SUITS[i] if i < 4 else "  ") + " " + words.TRUMPS[i], "")

    def chosen(self, i: int) -> "Screen | int | None":
        """Set it."""
        return HOME if self.app.do(events.trump(i)) else None
