"""The device under the page: a thread that runs it in real time and tells what it sees."""

import os
import queue
import select
import socket
import tempfile
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from tools.sim.boards import Board
from tools.sim.chip import Display
from tools.sim.disk import DiskError
from tools.sim.driver import DeviceError

# Seconds between two looks at whether there is something to do.
_PATIENCE = 0.5


class Live(Protocol):
    """A device in real time, as the page needs it: `tools.sim.driver.Device` on this computer's
    MicroPython, or `tools.pico.live.LivePico` on an emulated Pico."""

    board: Board
    display: Display

    @property
    def alive(self) -> bool:
        """Whether it has power and runs."""
        ...

    @property
    def runtime(self) -> str:
        """What runs the firmware, in words; empty until it has started."""
        ...

    @property
    def speed(self) -> float | None:
        """How fast it is, a Pico being 1; None where that is not to be compared."""
        ...

    @property
    def late(self) -> bool:
        """Whether it is too slow at the moment to be on time."""
        ...

    @property
    def output(self) -> str:
        """What the firmware has printed since power-on (its last lines)."""
        ...

    def power_on(self) -> None: ...

    def cut_power(self) -> None: ...

    def down(self, key: str) -> None: ...

    def up(self, key: str) -> None: ...

    def step(self, timeout: float, wake: socket.socket | None = None) -> bool:
        """Go on for a moment; whether there is more to do at once. What is to be read on `wake`
        ends the waiting for so many seconds. Raises DeviceError when the firmware has ended."""
        ...

    def new_record(self) -> str | None:
        """Return the record if the match has changed since the last call, without waiting."""
        ...


@dataclass(frozen=True)
class View:
    """What there is to see: the picture (row by row, a bit a pixel, the highest one left, or
    three bytes of its colour), how bright the light behind it is, the record and the state."""

    frame: bytes
    light: float = 0
    record: str = ""
    runtime: str = ""
    power: bool = False
    speed: float | None = None
    late: bool = False
    problem: str = ""
    output: str = ""


class Runner:
    """Runs `device` in a thread of its own; `changed` is called there when there is a new view.

    `record` is the file the record is kept in as it grows.
    """

    def __init__(
        self, device: Live, changed: Callable[[], None], record: Path | None = None
    ) -> None:
        self._device = device
        self._changed = changed
        self._record_file = record
        self._posted: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._wake, self._waker = socket.socketpair()
        self._stopping = False
        self._record = ""
        self._saved: str | None = None
        self._problem = ""
        self._seen: object = None
        self.view = View(self._frame())
        self._thread = threading.Thread(target=self._run, name="device")

    def start(self) -> None:
        """Begin."""
        self._post(self._power_on)
        self._thread.start()

    def stop(self) -> None:
        """End the thread; the device is still the caller's to close."""
        self._stopping = True
        self._waker.send(b"\0")
        self._thread.join()
        self._wake.close()
        self._waker.close()

    def key(self, name: str, down: bool) -> None:
        """Press or release a key."""
        self._post(lambda: (self._device.down if down else self._device.up)(name))

    def power(self, on: bool) -> None:
        """Cut the power, or switch on."""
        self._post(self._power_on if on else self._cut_power)

    def _post(self, action: Callable[[], None]) -> None:
        self._posted.put(action)
        self._waker.send(b"\0")

    def _power_on(self) -> None:
        self._problem = ""
        self._device.power_on()

    def _cut_power(self) -> None:
        self._problem = ""
        self._device.cut_power()

    def _run(self) -> None:
        while not self._stopping:
            try:
                self._turn()
                self._hear()
            except DiskError as error:
                self._problem = str(error)
            except DeviceError as error:
                self._problem = error.what
            self._look()

    def _turn(self) -> None:
        device = self._device
        if device.alive:
            busy = device.step(_PATIENCE, self._wake)
            # A picture comes in pieces: go on while they come.
            for _ in range(64):
                if not busy:
                    break
                busy = device.step(0)
        else:
            select.select([self._wake], [], [], _PATIENCE)
        if select.select([self._wake], [], [], 0)[0]:
            self._wake.recv(4096)
        while not self._posted.empty():
            self._posted.get()()

    def _hear(self) -> None:
        record = self._device.new_record()
        if record is not None:
            self._record = record
            self._save()

    def _look(self) -> None:
        device = self._device
        seen = (
            device.display.backlight,
            self._record,
            device.runtime,
            device.alive,
            device.speed,
            device.late,
            self._problem,
            device.output,
        )
        if (device.display.version, seen) != self._seen:
            self._seen = (device.display.version, seen)
            self.view = View(self._frame(), *seen)
            self._changed()

    def _frame(self) -> bytes:
        display = self._device.display
        frame = display.frame()
        return packed(frame) if display.depth == 1 else frame

    def _save(self) -> None:
        path = self._record_file
        if path is None or self._record == self._saved:
            return
        try:
            save(path, self._record)
            self._saved = self._record
            self._problem = ""
        except OSError as error:
            self._problem = f"The record cannot be saved in {path}: {error.strerror}."


def save(path: Path, text: str) -> None:
    """Replace the file whole: whoever reads it finds the text of before or of now."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with open(handle, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        os.chmod(name, 0o644)
        os.replace(name, path)
    except OSError:
        os.unlink(name)
        raise


def packed(frame: bytes) -> bytes:
    """Eight pixels a byte, the leftmost in the highest bit."""
    bits = frame.translate(_DIGITS).decode()
    return int(bits or "0", 2).to_bytes(len(frame) // 8, "big")


_DIGITS = bytes([ord("0")] + [ord("1")] * 255)
