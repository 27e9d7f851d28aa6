"""Lists to choose from: rows under a title, with a cursor, scrolled where they are many."""

from .canvas import COLUMNS, ROWS, glyphs
from .keys import BACK, DOWN, LONG, OK, PRESS
from .screen import HOME, POP, Screen, cut, fit, title, wrap

_TYPE_CHECKING = const(0)
if _TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from .app import App
    from .canvas import Canvas

_ROOM = const(23)  # columns of a row: without its margin and the marks of scrolling
_RIGHT_ROOM = const(10)  # columns that a text on the right may take in any case


class ListScreen(Screen):
    """A list. What the rows are and do is said by `count`, `row`, `chosen` and `foot`."""

    title = ""
    foot_rows = 0

    def __init__(self, app: "App") -> None:
        super().__init__(app)
        self.at = 0
        self._top = 0
        # Rows as they were last laid out, each with the columns of its text on the left, and
        # what was said about each: moving the cursor is then copying bytes.
        self._lines: dict[int, tuple[bytes, int]] = {}
        self._feet: dict[int, list[bytes]] = {}

    def leave(self) -> None:
        """Lay the rows out again when it comes back: they may have changed."""
        self._forget()

    def _forget(self) -> None:
        self._lines.clear()
        self._feet.clear()

    def count(self) -> int:
        """How many rows there are."""
        raise NotImplementedError

    def row(self, i: int) -> tuple[str, str]:
        """A row's texts, the one on the left and the one on the right."""
        raise NotImplementedError

    def chosen(self, i: int) -> "Screen | int | None":
        """OK was pressed on a row; the answer is that of `key`."""
        return None

    def foot(self, i: int) -> str:
        """What the lowest `foot_rows` rows say about a row."""
        return ""

    def right(self) -> str:
        """What the title says on its right."""
        return ""

    def key(self, code: int, kind: int) -> "Screen | int | None":
        """Move the cursor, choose, or go back."""
        if kind == LONG:
            return HOME if code == BACK else None
        if code == BACK:
            return POP
        count = self.count()
        if code == OK:
            self._forget()
            return self.chosen(self.at) if count else None
        step = 1 if code == DOWN else -1
        if 0 <= self.at + step < count:
            self.at += step
        elif kind == PRESS and count:
            self.at = 0 if code == DOWN else count - 1
        return None

    def draw(self, canvas: "Canvas") -> None:
        """Draw the title, the rows around the cursor and what is said about its row."""
        title(canvas, self.title, self.right())
        count = self.count()
        rows = ROWS - 1 - self.foot_rows
        if self.at >= count:
            self.at = max(count - 1, 0)
        if self.at < self._top:
            self._top = self.at
        elif self.at >= self._top + rows:
            self._top = self.at - rows + 1
        self._top = max(min(self._top, count - rows), 0)
        for y in range(min(rows, count)):
            i = self._top + y
            if i not in self._lines:
                self._lines[i] = self._laid_out(i)
            line, columns = self._lines[i]
            canvas.text(1, y + 1, line)
            if i == self.at:
                # A letter at the very edge of the cursor's bar could not be read. The bar is no
                # longer than that: what it covers has to go over the bus twice as it moves.
                canvas.invert(0, y + 1, columns + 2)
        if self._top:
            canvas.text(COLUMNS - 1, 1, "▲")
        if self._top + rows < count:
            canvas.text(COLUMNS - 1, rows, "▼")
        if self.foot_rows and count:
            if self.at not in self._feet:
                self._feet[self.at] = wrap(self.foot(self.at))[: self.foot_rows]
            y = ROWS - self.foot_rows
            for line in self._feet[self.at]:
                canvas.text(0, y, line)
                y += 1

    def _laid_out(self, i: int) -> tuple[bytes, int]:
        """A row's two texts as one line of glyphs, and the columns of the left one; of two long
        ones the right one is cut."""
        left, right = self.row(i)
        line = glyphs(left)
        if right:
            tail = fit(right, max(_ROOM - 1 - len(line), _RIGHT_ROOM))
            line = cut(line, _ROOM - len(tail) - 1)
            columns = len(line)
            return (line + b" " * (_ROOM - columns - len(tail)) + tail, columns)
        line = cut(line, _ROOM)
        return (line, len(line))


class Menu(ListScreen):
    """A menu: `entries` are data, (words, when, do) each, so that a test can walk them.

    The words are a text or a function of the app; `when` tells whether the entry is shown, None
    for always; `do` answers as `key` does. A menu goes away when what it leads to comes.
    """

    passing = True
    entries: "Sequence[Entry]" = ()

    def __init__(self, app: "App") -> None:
        super().__init__(app)
        self.shown: list[Entry] = []

    def enter(self) -> None:
        """Find out which entries are shown now."""
        app = self.app
        self.shown = [entry for entry in self.entries if entry[1] is None or entry[1](app)]

    def count(self) -> int:
        """How many entries are shown."""
        return len(self.shown)

    def row(self, i: int) -> tuple[str, str]:
        """An entry's words."""
        words = self.shown[i][0]
        return (words if isinstance(words, str) else words(self.app), "")

    def chosen(self, i: int) -> "Screen | int | None":
        """Do what the entry is for."""
        return self.shown[i][2](self.app)


if _TYPE_CHECKING:
    Entry = tuple[
        "str | Callable[[App], str]",
        "Callable[[App], bool] | None",
        "Callable[[App], Screen | int | None]",
    ]
