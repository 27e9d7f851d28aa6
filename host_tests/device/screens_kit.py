"""The app on a table: fakes for display, keys, clock and store, and a hand that presses keys.

Runs on CPython and on MicroPython alike.
"""

from engine_core import record
from engine_core.history import History, each
from engine_core.match import Match
from firmware import display
from firmware.app import App
from firmware.keys import BACK, DOWN, LONG, NOTHING, OK, PRESS, UP
from firmware.storage.archive import Summary, summary_of
from firmware.storage.recover import Damage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware.screen import Screen

_WIDTH = 128
_CODES = {"U": UP, "D": DOWN, "O": OK, "B": BACK}


class FakeClock:
    """A clock that goes on when it is slept on."""

    def __init__(self) -> None:
        self.now = 0

    def ticks_ms(self) -> int:
        """Milliseconds."""
        return self.now

    def ticks_diff(self, ticks1: int, ticks2: int) -> int:
        """Milliseconds between two."""
        return ticks1 - ticks2

    def ticks_add(self, ticks: int, delta: int) -> int:
        """Milliseconds later."""
        return ticks + delta


class FakeDisplay(display.Display):
    """Takes everything; refuses everything while `gone`."""

    def __init__(self) -> None:
        line = memoryview(bytearray(_WIDTH))
        self.cells = tuple([line[at : at + 5] for at in range(0, 125, 5)])
        self.gone = False
        self.started = 0
        self.spans = 0

    def _answer(self) -> None:
        if self.gone:
            raise OSError(5)

    def init(self) -> None:
        """Count the starts."""
        self._answer()
        self.started += 1

    def span(self, page: int, x: int, n: int) -> None:
        """Count what is sent."""
        self._answer()
        self.spans += 1

    def contrast(self, value: int) -> None:
        """Nothing to see."""
        self._answer()


class FakeKeys:
    """Gives the events that wait in `waiting`."""

    def __init__(self, clock: FakeClock, shared: "list[tuple[int, int]]") -> None:
        self.waiting: list[int] = []
        self.shared = shared
        self._clock = clock

    def poll(self, now_ms: int) -> int:
        """The next event."""
        return self.waiting.pop(0) if self.waiting else NOTHING

    def wait(self, ms: int) -> None:
        """Let time pass."""
        self._clock.now += ms


class FakeStore:
    """Keeps what was saved as bytes; raises OSError while `broken`."""

    low = False

    def __init__(
        self,
        log: bytes = b"",
        damage: "Damage | None" = None,
        put_away: "list[bytes] | None" = None,
    ) -> None:
        self.log = log
        self.damage = damage
        self.put_away = put_away or []
        self.amiss: dict[int, int] = {}  # by its number what is amiss with a finished match
        self.broken = False

    def load(self) -> History:
        """The saved match."""
        return History(self.log)

    def prepare(self) -> None:
        """A list of bytes needs none."""

    def save(self, history: History) -> None:
        """Keep the match."""
        if self.broken:
            raise OSError(28)
        self.log = bytes(history.log)

    def finish(self, history: History) -> None:
        """Put the match away."""
        if self.broken:
            raise OSError(28)
        self.put_away.append(bytes(history.log))

    @property
    def any_finished(self) -> bool:
        """Whether any was put away."""
        return bool(self.put_away)

    @property
    def finished_count(self) -> int:
        """How many were put away."""
        return len(self.put_away)

    def finished(self, start: int, n: int) -> list[tuple[int, Summary]]:
        """What was put away, the newest first."""
        listed: list[tuple[int, Summary]] = []
        newest = len(self.put_away) - start
        for number in range(newest, max(newest - n, 0), -1):
            summary = summary_of(History(self.put_away[number - 1]).match)
            summary.code = self.amiss.get(number, 0)
            listed.append((number, summary))
        return listed

    def read(self, number: int) -> History:
        """A match that was put away."""
        history = History(self.put_away[number - 1])
        code = self.amiss.get(number)
        self.damage = Damage(code, history.count, 1, "000001.bir") if code else None
        return history


class Player:
    """The app with its fakes, and fingers."""

    def __init__(
        self,
        log: bytes = b"",
        shown: "display.Display | None" = None,
        store: FakeStore | None = None,
        shared: "list[tuple[int, int]] | None" = None,
    ) -> None:
        self.display = shown or FakeDisplay()
        self.clock = FakeClock()
        self.keys = FakeKeys(self.clock, shared or [])
        self.store = store or FakeStore(log)
        self.app = App(self.display, self.keys, self.store, self.clock)
        self.presses = 0
        self.app.start()
        self.settle()

    @property
    def screen(self) -> "Screen":
        """The current screen."""
        return self.app.screen

    def settle(self) -> None:
        """Let the loop run until it has nothing to do."""
        self.clock.now += 500
        self.app.step()
        self._run()

    def _run(self) -> None:
        """Let keys be taken and pictures be sent; without a display they are not."""
        while self.keys.waiting:
            self.app.step()
        if self.app.dirty:
            self.app.step()

    def press(self, keys: str) -> None:
        """Press keys: U, D, O and B for UP, DOWN, OK and BACK; small letters for a long press."""
        for letter in keys:
            if letter == " ":
                continue
            code = _CODES[letter.upper()]
            self.keys.waiting.append(code | PRESS << 2)
            if letter != letter.upper():
                self.keys.waiting.append(code | LONG << 2)
            self.presses += 1
            self._run()

    def shows(self, name: str) -> bool:
        """Whether the current screen is of that class.

        By its name: where a module was forgotten and imported again, there are two such classes.
        """
        return type(self.screen).__name__ == name

    def record(self) -> str:
        """The record of the match so far."""
        text = ""
        match = Match()
        for event in each(self.app.history.log):
            text += record.write(event, match) + "\n"
            match.apply(event)
        return text

    def lines(self) -> list[str]:
        """The rows of cells as far as they are ASCII; everything else is a `~`."""
        cells = self.app.canvas.cells
        rows: list[str] = []
        for at in range(0, len(cells), 25):
            row = cells[at : at + 25]
            rows.append("".join([chr(c) if 32 <= c < 127 else "~" for c in row]))
        return rows
