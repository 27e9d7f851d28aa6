"""A name, letter by letter."""

from ..keys import BACK, LONG, OK, PRESS, UP
from ..lang import load
from ..screen import HOME, POP, Screen, hint, title
from ..storage.settings import LONGEST

words = load("setup")

_TYPE_CHECKING = const(0)
if _TYPE_CHECKING:
    from ..app import App
    from ..canvas import Canvas

_ROW = const(3)
_COL = const(8)
_DONE = "✓"


class Name(Screen):
    """UP and DOWN turn the letter wheel, OK takes a letter, BACK the last one away.

    The first letter is a capital and the others are not. The check mark, one step above the
    first letter, ends the name; OK held down takes a letter as the last one.
    """

    def __init__(self, app: "App", names: list[str], seat: int, seats: int) -> None:
        super().__init__(app)
        self._names = names
        self._seat = seat
        self._seats = seats  # the names after those are spare ones
        self._name = ""
        self._at = 0  # on the wheel; its last place is the check mark

    def _wheel(self) -> str:
        return words.CAPITALS if not self._name else words.LETTERS

    def key(self, code: int, kind: int) -> "Screen | int | None":
        """Turn the wheel, take a letter, take one back, or be done."""
        wheel = self._wheel()
        if code == OK:
            if kind == LONG or len(self._name) == LONGEST or self._at == len(wheel):
                return self._done()
            self._name += wheel[self._at]
            self._at = 0
        elif code == BACK:
            if kind != PRESS:
                return HOME if not self._name else None
            if not self._name:
                return POP
            self._name = self._name[:-1]
            self._at = 0
        else:
            self._at = (self._at + (-1 if code == UP else 1)) % (len(wheel) + 1)
        return None

    def _done(self) -> "Screen | int | None":
        name = self._name
        if name:
            names = self._names
            old = names.index(name) if name in names else self._seat
            if old != self._seat and old < self._seats:
                self.app.say(words.NAME_TWICE % name)
                return None
            names[old] = names[self._seat]
            names[self._seat] = name
        return POP

    def draw(self, canvas: "Canvas") -> None:
        """Draw the name with the wheel standing on its next letter."""
        title(canvas, words.NAME_TITLE % self._names[self._seat])
        wheel = self._wheel() + _DONE
        canvas.text(_COL, _ROW, self._name)
        col = _COL + len(self._name)
        if len(self._name) < LONGEST:
            for step in range(-2, 3):
                row = _ROW + step
                canvas.text(col, row, wheel[(self._at + step) % len(wheel)])
        else:
            canvas.text(col, _ROW, _DONE)
        canvas.text(col + 1, _ROW, "◀")
        canvas.text(0, _ROW, words.NAME_LABEL)
        hint(canvas, words.NAME_HINT if self.app.ok_held else words.NAME_HINT_PRESS)
