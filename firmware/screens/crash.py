"""What is shown when the program itself fails: what, where, and that the match is safe."""

import sys

from ..canvas import COLUMNS, ROWS
from ..keys import PRESS
from ..lang import common
from ..screen import Screen, title, wrap

_TYPE_CHECKING = const(0)
if _TYPE_CHECKING:
    from typing import Any

    from ..app import App
    from ..canvas import Canvas

_LINES = const(4)


class Crash(Screen):
    """Any key goes back to the table. `saved` tells whether the match is in flash."""

    last_resort = True

    def __init__(self, app: "App", error: Exception, saved: bool = True) -> None:
        super().__init__(app)
        self._saved = saved
        self._lines = wrap(describe(error))[: _LINES - 1] + wrap(place_of(error))[:2]

    def key(self, code: int, kind: int) -> "Screen | int | None":
        """Go on."""
        if kind == PRESS:
            self.app.start()
        return None

    def draw(self, canvas: "Canvas") -> None:
        """Draw what is known."""
        title(canvas, common.CRASH_TITLE)
        row = 1
        for line in self._lines:
            canvas.text(0, row, line)
            row += 1
        canvas.text(0, ROWS - 2, common.CRASH_SAFE if self._saved else common.CRASH_UNSAVED)
        canvas.text(0, ROWS - 1, common.CRASH_HINT)


def describe(error: Exception) -> str:
    """What happened: the kind of exception and what it says."""
    if isinstance(error, MemoryError):
        return common.OUT_OF_MEMORY
    return "%s: %s" % (type(error).__name__, error)


def place_of(error: Exception) -> str:
    """File and line of an exception, as far as they are known."""
    try:
        lines = _trace(error).split("\n")
    except MemoryError:
        return ""
    place = ""
    for line in lines:
        if 'File "' in line:
            place = line
    place = place.strip()
    if not place:
        return ""
    parts = place.split('"')
    number = parts[2].replace(", line ", ":").split(",")[0].split(" ")[0]
    name = parts[1]
    return name[-(COLUMNS - len(number)) :] + number


def _trace(error: Exception) -> str:
    if sys.implementation.name == "cpython":
        import traceback

        return "".join(traceback.format_exception(type(error), error, error.__traceback__))
    import io

    out: Any = io.StringIO()
    sys.print_exception(error, out)
    return out.getvalue()
