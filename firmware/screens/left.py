"""What is left in a player's hand at the end of the hand."""

from engine_core import events

from ..flow import onward
from ..lang import load
from ..points import Points

words = load("ending")

_TYPE_CHECKING = const(0)
if _TYPE_CHECKING:
    from ..app import App
    from ..screen import Screen

_DIGITS = const(3)
_STEP = const(5)


class Left(Points):
    """Asks for one player after the other; the score sheet comes last."""

    def __init__(self, app: "App", seat: int) -> None:
        super().__init__(app, words.LEFT_TITLE, 0, _DIGITS, _STEP)
        self.seat = seat

    def about(self) -> str:
        """Whose cards they are."""
        return words.LEFT_WITH % self.app.match.names[self.seat]

    def accept(self, value: int) -> "Screen | int | None":
        """Note the points and go on."""
        return onward(self.app) if self.app.do(events.left(self.seat, value)) else None
