"""The trump of the hand."""

from engine_core import events

from .. import phrases
from ..lang import load
from ..lists import ListScreen
from ..screen import HOME

words = load("cards")

_TYPE_CHECKING = const(0)
if _TYPE_CHECKING:
    from ..app import App
    from ..screen import Screen


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


def next_trump(trump: int) -> int:
    """The trump after this one, as OK goes round: not said, the suits, none."""
    if trump == events.UNSAID:
        return 0
    return trump + 1 if trump < 4 else events.UNSAID


def trump_words(trump: int) -> str:
    """A trump in words."""
    if trump == events.UNSAID:
        return words.TRUMP_LATER
    return (phrases.SUITS[trump] + " " if trump < 4 else "") + words.TRUMPS[trump]
