"""Entering points: big digits, changed place by place."""

from .canvas import COLUMNS
from .keys import BACK, LONG, OK, UP
from .lang import load
from .screen import HOME, POP, Screen, fit, hint, title

words = load("ending")

_TYPE_CHECKING = const(0)
if _TYPE_CHECKING:
    from .app import App
    from .canvas import Canvas

_BIG_ROW = const(3)


class Points(Screen):
    """A number of so many digits.

    UP and DOWN add and take a hundred, ten ..., on the last place `step`; OK goes to the next
    place and from the last one on; held, it takes the number as it is. With `signs` the first
    place is the sign.
    """

    passing = True

    def __init__(
        self, app: "App", heading: str, value: int, digits: int, step: int, signs: bool = False
    ) -> None:
        super().__init__(app)
        self.heading = heading
        self.value = value if value >= 0 else -value
        self.negative = value < 0
        self._digits = digits
        self._step = step
        self._first = -1 if signs else 0
        self.place = max(digits - 2, 0)  # tens; -1 is the sign

    def accept(self, value: int) -> "Screen | int | None":
        """Take the number; the answer is that of `key`."""
        raise NotImplementedError

    def about(self) -> str:
        """What the second row says."""
        return ""

    def number(self) -> int:
        """The number as it stands."""
        return -self.value if self.negative else self.value

    def key(self, code: int, kind: int) -> "Screen | int | None":
        """Change a place, go to the next or the one before, or take the number."""
        if code == OK:
            if kind == LONG or self.place == self._digits - 1:
                return self.accept(self.number())
            self.place += 1
        elif code == BACK:
            if kind == LONG:
                return HOME
            if self.place == self._first:
                return POP
            self.place -= 1
        elif self.place < 0:
            self.negative = not self.negative
        else:
            power = self._digits - 1 - self.place
            step = 10**power if power else self._step
            value = self.value + (step if code == UP else -step)
            self.value = max(0, min(value, 10**self._digits - self._step))
        return None

    def draw(self, canvas: "Canvas") -> None:
        """Draw the number with marks at the place that changes."""
        title(canvas, self.heading)
        canvas.text(0, 1, fit(self.about(), COLUMNS))
        digits = "%d" % self.value
        digits = "0" * (self._digits - len(digits)) + digits
        left = (COLUMNS - 2 * self._digits) // 2
        canvas.big(left, _BIG_ROW, digits)
        if self._first < 0:
            canvas.big(left - 2, _BIG_ROW, "-" if self.negative else "+")
        at = left + 2 * self.place
        canvas.text(at, _BIG_ROW - 1, "▲▲")
        canvas.text(at, _BIG_ROW + 2, "▼▼")
        hint(canvas, words.POINTS_HINT if self.app.ok_held else words.POINTS_HINT_PRESS)
