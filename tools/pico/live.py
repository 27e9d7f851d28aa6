"""The emulated Pico in real time: what the simulator's page runs with `--pico`.

    with FlashFile(folder) as flash, LivePico(board, files, flash) as device:
        server = Server(device, None)

It is a `tools.sim.runner.Live`: one thread calls `step`, and everything else from the same thread.
"""

import re
import select
import socket
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import cast

from littlefs import LittleFSError

from tools.flash import journal
from tools.pico import file_system
from tools.pico.flash_file import FlashFile
from tools.pico.harness import Pico
from tools.pico.pace import Pace
from tools.sim import chip
from tools.sim.boards import Board
from tools.sim.chip import Display
from tools.sim.driver import DeviceError
from tools.sim.wiring import Key

# A step ends after so much of the device's time, or of the wall clock's.
_STEP_US = 20_000
_STEP_S = 0.015
_PIECE_MS = 1

# It is late when it has been slower than the wall clock for so long, or has so much of what was
# pressed before it.
_LATE_S = 0.4
_LATE_US = 200_000

# When nothing has happened for so long, it rests after every step: the companion looks at its
# keys 200 times a second, which is work for an emulator.
_QUIET_S = 10
_REST_S = 0.08

# Speed is an average over so many seconds of emulation, and told again when it has changed by a
# tenth.
_AVERAGED_S = 2.0
_TOLD_CHANGE = 0.1

# What the device has printed that is shown, in bytes.
_SHOWN = 8192
_PROMPT = b">>> "

_VERSION = re.compile(rb"MicroPython v(\S+) on ")


class Presses:
    """When a key is down in the device's time (microseconds), for fingers that live in the wall
    clock's (seconds) and may be ahead of it.

    A press lasts in the device's time as long as it did for the finger, so that what was held is
    held there too. Two presses do not run into each other, and stay in their order; what is
    pressed after another key came up goes down after it. But a key that repeats does so while the
    finger sees it: what it does beyond a tap ends with the finger.
    """

    # A contact bounces for up to 20 ms, and settles in as many. While flash is erased the firmware
    # sees nothing for 45 ms, then everything at once: keys pressed meanwhile lose their order, and
    # what comes within 100 ms of a press may be taken for its bounce (see firmware/keys.py).
    SHORTEST_US = 40_000
    APART_US = 60_000
    BETWEEN_US = 150_000
    # Repeats begin at 450 ms. The longest hold that means something of its own is 1200 ms.
    TAP_US = 400_000
    HOLD_US = 1_300_000

    def __init__(self, repeating: set[str], clock: Callable[[], float] = time.monotonic) -> None:
        self._repeating = repeating
        self._clock = clock
        self._free_us = 0.0
        self.end_us = 0.0  # of the last change so far
        self._fingers: dict[str, tuple[float, float]] = {}
        self._free_again_us: dict[str, float] = {}

    def reset(self) -> None:
        """The device's time begins anew; keys may be down."""
        self._free_us = self.end_us = 0.0
        self._free_again_us.clear()
        self._fingers = {key: (since, 0.0) for key, (since, _) in self._fingers.items()}

    def down(self, key: str, now_us: float) -> float:
        """A finger presses a key; returns when it goes down."""
        at = max(now_us, self._free_us, self._free_again_us.get(key, 0.0))
        self._free_us = at + self.APART_US
        self.end_us = max(self.end_us, at)
        self._fingers[key] = (self._clock(), at)
        return at

    def up(self, key: str, now_us: float) -> float:
        """The finger lets go of it; returns when it comes up."""
        since, down_us = self._fingers.pop(key)
        longest = self.TAP_US if key in self._repeating else self.HOLD_US
        held_us = min((self._clock() - since) * 1e6, longest)
        at = max(now_us, down_us + max(held_us, self.SHORTEST_US))
        self._free_again_us[key] = at + self.BETWEEN_US
        self._free_us = max(self._free_us, at)
        self.end_us = max(self.end_us, at)
        return at


class LivePico:
    """A Pico with the companion's `files`, wired as its board says, and its flash in a file.

    It runs as fast as it can, but never faster than a real one. The record is read from its flash:
    the firmware is not asked, and does not notice.
    """

    def __init__(
        self,
        board: Board,
        files: Mapping[str, bytes],
        flash: FlashFile,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.board = board
        self.display = chip.for_board(board)
        self.late = False
        self.speed: float | None = None
        self._flash = flash
        self._pico = Pico()
        self._pico.file_system = flash.load(files)
        self._keys = {name: Key(pin, n) for n, (name, pin) in enumerate(board.keys.items())}
        self._presses = Presses(_repeating(board), clock)
        self._clock = clock
        self._pace = Pace(0, clock)
        self._version = ""
        self._has_shown = False
        self._at_prompt = False
        self._printed = ""
        # Operations on the flash: when last looked at, when its record was read, and when it was
        # saved.
        self._operations = 0
        self._read = self._saved = -1
        self._on_time_at = self._changed_at = clock()
        self._seen: int = -1
        self._awake_s = self._took_s = 0.0

    def __enter__(self) -> "LivePico":
        return self

    def __exit__(self, *exception: object) -> None:
        self.cut_power()

    # Power

    @property
    def alive(self) -> bool:
        """Whether it has power."""
        return self._pico.powered

    @property
    def runtime(self) -> str:
        """What runs the firmware, in words; empty until it has shown something."""
        return f"MicroPython {self._version} on an emulated Pico" if self._has_shown else ""

    @property
    def output(self) -> str:
        """What the device has printed since power-on (its last lines)."""
        if self._pico.powered:
            printed = bytes(self._pico.output[-_SHOWN:])
            self._printed = printed.decode(errors="replace").replace("\r\n", "\n")
        return self._printed

    def power_on(self) -> None:
        """Gives it power; does nothing if it has."""
        if self.alive:
            return
        self.display.power_on()
        _connect(self._pico, self.board, self.display)
        self._pico.power_on()
        found = _VERSION.search(self._pico.firmware)
        self._version = found[1].decode() if found else ""
        self._has_shown = self._at_prompt = False
        self._presses.reset()
        for key in self._keys.values():
            if key.down:
                self._pico.hold(key.pin)
        self._pace = Pace(0, self._clock)
        self._on_time_at = self._changed_at = self._clock()

    def cut_power(self) -> None:
        """Pulls the plug, wherever the firmware is. Raises DiskError if what the flash holds
        cannot be saved."""
        if not self.alive:
            return
        self._pico.power_off()
        self.display.power_off()
        self.late = self._has_shown = False
        self._save()

    # Keys

    def down(self, key: str) -> None:
        """Presses a key and keeps it down."""
        if not self._keys[key].down:
            self._move(key, True, self._presses.down(key, self._now_us))

    def up(self, key: str) -> None:
        """Lets go of a key."""
        if self._keys[key].down:
            self._move(key, False, self._presses.up(key, self._now_us))

    @property
    def _now_us(self) -> float:
        return self._pico.now_us if self.alive else 0.0

    def _move(self, name: str, down: bool, at_us: float) -> None:
        key = self._keys[name]
        self._changed_at = self._clock()
        edges = key.change(down, round(at_us))
        if not self.alive:
            return
        for edge_us, level in edges:
            act = self._pico.release if level else self._pico.hold
            ms = max(0.0, edge_us - self._now_us) / 1000
            self._pico.at(ms, lambda act=act: act(key.pin))

    # Time

    def step(self, timeout: float, wake: socket.socket | None = None) -> bool:
        """Waits until the wall clock has come to the device's time, and lets some of it pass.

        Returns False: there is nothing to be fetched at once. Raises DeviceError when the program
        has ended.
        """
        pico = self._pico
        rest = self._pace.ahead_s(pico.now_us) + (_REST_S if self._is_quiet() else 0.0)
        watched = [wake] if wake is not None else []
        if rest and (select.select(watched, [], [], min(rest, timeout))[0] or rest > timeout):
            return False
        start = self._clock()
        start_us, awake_us = pico.now_us, pico.awake_us
        took = 0.0
        while pico.now_us - start_us < _STEP_US and took < _STEP_S:
            pico.run(_PIECE_MS)
            took = self._clock() - start
        self._measure((pico.now_us - start_us) / 1e6, (pico.awake_us - awake_us) / 1e6, took)
        self._look()
        return False

    def _is_quiet(self) -> bool:
        if any(key.down for key in self._keys.values()):
            return False
        return self._clock() - self._changed_at > _QUIET_S

    def _measure(self, passed_s: float, awake_s: float, took_s: float) -> None:
        now = self._clock()
        if passed_s >= took_s:
            self._on_time_at = now
        waits_us = self._presses.end_us - self._now_us
        self.late = now - self._on_time_at > _LATE_S or waits_us > _LATE_US
        self._awake_s += awake_s
        self._took_s += took_s
        if self._took_s > _AVERAGED_S:
            speed = self._awake_s / self._took_s
            if self.speed is None or abs(speed / self.speed - 1) > _TOLD_CHANGE:
                self.speed = max(0.01, round(speed, 2))
            self._awake_s /= 2
            self._took_s /= 2

    def _look(self) -> None:
        light: int | None = self.board.facts.get("BL")
        if light is not None:
            self.display.light(self._pico.part_high(light))
        if self.display.version != self._seen:
            self._seen = self.display.version
            self._changed_at = self._clock()
            self._has_shown = self._has_shown or any(self.display.frame())
        if not self._at_prompt and self._pico.output.endswith(_PROMPT):
            self._has_shown = self._at_prompt = True
            raise DeviceError("The program has ended: this is the prompt of MicroPython.")

    # Flash

    def new_record(self) -> str | None:
        """Returns the record of the running match if the flash has changed since the last call.

        The flash is kept then, too. Raises DiskError if that fails; the next call tries it
        again.
        """
        operations = self._pico.flash_counts.operations
        settled = operations == self._operations
        self._operations = operations
        if not settled or operations == self._read:
            return None
        self._save()
        self._read = operations
        return record_on(self._pico.file_system)

    def _save(self) -> None:
        operations = self._pico.flash_counts.operations
        if operations != self._saved:
            self._flash.save(self._pico.file_system)
            self._saved = operations


def record_on(image: bytes) -> str | None:
    """Returns the record of the match that runs on a flash; None while that has no file system."""
    try:
        files = file_system.read(image)
    except LittleFSError:
        return None
    with tempfile.TemporaryDirectory(prefix="companion-") as scratch:
        root = Path(scratch)
        for name, content in files.items():
            if name.startswith("match/"):
                path = root / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
        return journal.running(root)


def _connect(pico: Pico, board: Board, display: Display) -> None:
    """Puts a display that has its power on the bus that the board's is on."""
    facts = board.facts
    if facts["BUS"] == "spi":
        pico.spi(facts["SPI_ID"]).attach(display, facts["DC"], facts["CS"], facts["RST"])
        return
    wire = pico.i2c(facts["I2C_ID"])
    wire.sda, wire.scl = facts["SDA"], facts["SCL"]
    wire.devices.update(display.addresses)


def _repeating(board: Board) -> set[str]:
    """Returns the keys that repeat while they are held; those that stand for two do not."""
    rows = cast("tuple[tuple[int, ...], ...]", board.facts["KEYS"])
    single = {row[0] for row in rows if len(row) == 2}  # pin and code
    return {name for name in ("UP", "DOWN") if board.keys.get(name) in single}
