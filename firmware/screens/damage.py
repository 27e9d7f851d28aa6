"""What is amiss with a match on the disk: what was read, what is lost, where its file is."""

from ..keys import BACK, LONG, OK, PRESS
from ..lang import load
from ..screen import HOME, POP, Screen, hint, title, wrap
from ..storage.form import CUT, NEWER

words = load("faults")

_TYPE_CHECKING = const(0)
if _TYPE_CHECKING:
    from engine_core.history import History

    from ..app import App
    from ..canvas import Canvas
    from ..storage.recover import Damage

_ROOM = const(6)  # rows between the title and the hint


class Damaged(Screen):
    """OK goes on with what could be read: to `then`, or back where the match is None."""

    passing = True

    def __init__(
        self, app: "App", damage: "Damage", history: "History", then: "Screen | None" = None
    ) -> None:
        super().__init__(app)
        self._then = then
        newer = damage.code == NEWER
        self._title = words.NEWER_TITLE if newer else words.DAMAGE_TITLE
        text = words.DAMAGE_NEWER
        if not newer:
            text = words.DAMAGE_READ % damage.kept
            if damage.lost:
                text += words.DAMAGE_LOST % damage.lost
            event = history.last()
            if event:
                from ..describe import describe

                text += words.DAMAGE_LAST % describe(event, history.match)
        lines = wrap(words.DAMAGES[damage.code - CUT]) + wrap(text)
        if damage.aside:
            path = "/".join(damage.aside.split("/")[-2:])
            lines = lines[: _ROOM - 2] + wrap(words.DAMAGE_ASIDE + "\n" + path)
        self._lines = lines[:_ROOM]

    def key(self, code: int, kind: int) -> "Screen | int | None":
        """OK goes on, BACK returns."""
        if kind == LONG:
            return HOME if code == BACK else None
        if kind == PRESS and code == OK:
            return self._then or POP
        return POP if code == BACK else None

    def draw(self, canvas: "Canvas") -> None:
        """Draw what is known."""
        title(canvas, self._title)
        row = 1
        for line in self._lines:
            canvas.text(0, row, line)
            row += 1
        hint(canvas, words.DAMAGE_HINT)
