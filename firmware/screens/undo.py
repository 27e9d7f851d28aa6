"""Taking back: what happened last, and what was taken back."""

from engine_core import events

from ..describe import describe
from ..keys import BACK, LONG, OK, PRESS, UP
from ..lang import common, load
from ..screen import HOME, POP, Screen, hint, title, wrap

words = load("undoing")

_TYPE_CHECKING = const(0)
if _TYPE_CHECKING:
    from ..canvas import Canvas


class Undo(Screen):
    """Shows the last event; OK takes it back, UP brings one back."""

    def _last(self) -> bytes:
        """The last event, if it may be taken back: a match does not lose its first hand."""
        history = self.app.history
        event = history.last()
        if event and event[0] == events.HAND and history.match.hands == 1:
            return b""
        return event

    def key(self, code: int, kind: int) -> "Screen | int | None":
        """Take back, bring back, or leave."""
        if code == BACK:
            return HOME if kind == LONG else POP
        if kind != PRESS:
            return None
        if code == OK and self._last():
            self.app.undo()
        elif code == UP:
            self.app.redo()
        return None

    def draw(self, canvas: "Canvas") -> None:
        """Draw what OK would take back."""
        title(canvas, common.UNDO)
        event = self._last()
        row = 2
        text = describe(event, self.app.match) if event else words.NOTHING_TO_UNDO
        for line in wrap(text)[:4]:
            canvas.text(0, row, line)
            row += 1
        if self.app.history.back:
            canvas.text(0, 6, words.REDO_HINT)
        hint(canvas, words.UNDO_HINT if event else words.BACK_HINT)
