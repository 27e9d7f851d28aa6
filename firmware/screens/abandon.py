"""Putting a match away that has not come to its end, for a new one."""

from ..keys import BACK, OK, PRESS
from ..lang import common, load
from ..screen import HOME, POP, Screen, hint, title, wrap

words = load("setup")

_TYPE_CHECKING = const(0)
if _TYPE_CHECKING:
    from ..canvas import Canvas


class Abandon(Screen):
    """Asks before it goes on to a new match; until that begins, nothing is put away."""

    passing = True

    def key(self, code: int, kind: int) -> "Screen | int | None":
        """OK goes on, BACK returns."""
        if code == BACK:
            return POP if kind == PRESS else HOME
        if code == OK and kind == PRESS:
            from .choose_rules import ChooseRules

            return ChooseRules(self.app)
        return None

    def draw(self, canvas: "Canvas") -> None:
        """Draw the question."""
        title(canvas, common.NEW_MATCH)
        row = 2
        for line in wrap(words.ABANDON):
            canvas.text(0, row, line)
            row += 1
        hint(canvas, words.CONFIRM_HINT)
