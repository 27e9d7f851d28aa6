"""What is shown when the program itself fails: what, where, and that the match is safe."""

import sys

from firmware.canvas import COLUMNS, ROWS, Canvas
from firmware.keys import PRESS
from firmware.lang import words
from firmware.screen import HOME, Screen, title, wrap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from firmware.app import App

_LINES = const(4)


class Crash(Screen):
    """Any key goes back to the table."""

    def __init__(self, app: "App", error: Exception) -> None:
        super().__init__(app)
        if isinstance(error, MemoryError):
            what = words.OUT_OF_MEMORY
        else:
            what = "%s: %s" % (type(error).__name__, error)
        self._lines = wrap(what)[: _LINES - 1] + wrap(place_of(error))[:2]

    def key(self, code: int, kind: int) -> "Screen | int | None":
        """Go on."""
        return HOME if kind == PRESS else None

    def draw(self, canvas: Canvas) -> None:
        """Draw what is known."""
        title(canvas, words.CRASH_TITLE)
        row = 1
        for line in self._lines:
            canvas.text(0, row, line)
            row += 1
        canvas.text(0, ROWS - 2, words.CRASH_SAFE)
        canvas.text(0, ROWS - 1, words.CRASH_HINT)


def place_of(error: Exception) -> str:
    """File and line of an exception, as far as they are known."""
    lines = _trace(error).split("\n")
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
