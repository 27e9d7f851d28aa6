"""What a screen is, and small helpers for laying text out.

A screen shows what the engine says and turns keys into events and into other screens. It never
touches the display's bus and never works out a rule.

    enter   it becomes the current screen, for the first time or again
    key     a key was pressed, held or repeats; the answer says where to go
    tick    the loop came by with no key; nothing may be allocated here
    draw    put the whole picture into a cleared canvas
    leave   another screen becomes the current one, or this one goes away
"""

from .canvas import COLUMNS, ROWS, glyphs
from .font import WIDE

_TYPE_CHECKING = const(0)
if _TYPE_CHECKING:
    from .app import App
    from .canvas import Canvas

# Answers of `key` beside another screen (which is put on top) and None (stay).
POP = const(1)  # back to the screen below
HOME = const(2)  # back to the table

_COLUMNS = const(25)
_DASHES = glyphs("—") * COLUMNS
_ELLIPSIS = glyphs("…")


class Screen:
    """One screen of the stack. A `passing` one goes away when another is put on top; a fault of
    the `last_resort` itself ends the program. With one that is `apart` on the stack the running
    match is not what is looked at."""

    passing = False
    last_resort = False
    apart = False

    def __init__(self, app: "App") -> None:
        self.app = app

    def enter(self) -> None:
        """It becomes the current screen."""

    def key(self, code: int, kind: int) -> "Screen | int | None":
        """Answer a key of `keys`: another screen, POP, HOME or None."""
        return None

    def tick(self, now: int) -> None:
        """Time has passed; `now` is in `ticks_ms`."""

    def draw(self, canvas: "Canvas") -> None:
        """Put the picture into a cleared canvas."""
        raise NotImplementedError

    def leave(self) -> None:
        """It is the current screen no longer."""


def fit(s: str, columns: int) -> bytes:
    """The glyphs of a text, cut to so many columns with an ellipsis where it is longer."""
    return cut(glyphs(s), columns)


def cut(line: bytes, columns: int) -> bytes:
    """Glyphs, cut in the same way."""
    if len(line) <= columns:
        return line
    if columns < 1:
        return b""
    kept = columns - 1
    # The left half of a wide picture does not stand alone.
    if kept and line[kept - 1] < WIDE and not line[kept - 1] & 1:
        kept -= 1
    return line[:kept] + _ELLIPSIS


def wrap(s: str, columns: int = _COLUMNS) -> list[bytes]:
    """The glyphs of a text in lines of at most so many columns, broken between words."""
    lines: list[bytes] = []
    for part in s.split("\n"):
        rest = glyphs(part)
        while len(rest) > columns:
            at = rest.rfind(b" ", 0, columns + 1)
            if at < 0:  # a word that is too long
                at = rest.find(b" ")
            if at < 0:
                rest = cut(rest, columns)
            else:
                lines.append(cut(rest[:at], columns))
                rest = rest[at + 1 :]
        lines.append(rest)
    return lines


def title(canvas: "Canvas", left: str, right: str = "") -> None:
    """Draw the line at the top: a title between dashes, so that it looks like none of the rows."""
    canvas.text(0, 0, _DASHES)
    end = COLUMNS
    if right:
        line = glyphs(" " + right)
        end -= len(line)
        canvas.text(end, 0, line)
    canvas.text(0, 0, fit(left, end - 1) + b" ")


def hint(canvas: "Canvas", s: str) -> None:
    """Draw the line at the bottom that says what the keys do."""
    canvas.text(0, ROWS - 1, fit(s, COLUMNS))
