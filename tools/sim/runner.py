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

from tools.sim.device import messages
from tools.sim.disk import DiskError
from tools.sim.driver import Device, DeviceError, record_of

# Seconds between two looks at whether there is something to do.
_PATIENCE = 0.5


@dataclass(frozen=True)
class View:
    """What there is to see: the picture (row by row, a bit a pixel, the highest one left, or
    three bytes of its colour), how bright the light behind it is, the record and the state."""

    frame: bytes
    light: float
    record: str
    runtime: str
    power: bool
    problem: str
    output: str


class Runner:
    """Runs `device` in a thread of its own; `changed` is called there when there is a new view.

    `record` is the file the record is kept in as it grows.
    """

    def __init__(
        self, device: Device, changed: Callable[[], None], record: Path | None = None
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
        self._asked = 0
        self._known = 0
        self.view = View(self._frame(), 0, "", "", False, "", "")
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
            except DiskError as error:
                self._problem = str(error)
            except DeviceError:
                self._problem = _how_it_ended(self._device.exit_status)
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

    def _look(self) -> None:
        device = self._device
        wiring = device.wiring
        if device.alive:
            if wiring.changes != self._known and not self._asked:
                self._asked = self._known = wiring.changes
                wiring.ask(messages.RECORD)
            answer = wiring.answers.pop(messages.RECORD, None)
            if answer is not None:
                self._asked = 0
                self._record = record_of(answer.decode())
                self._save()
        else:
            self._asked = 0
        seen = (
            device.display.version,
            device.display.backlight,
            self._record,
            wiring.started,
            device.alive,
            self._problem,
            device.output,
        )
        if seen != self._seen:
            self._seen = seen
            self.view = View(self._frame(), *seen[1:])
            self._changed()

    def _frame(self) -> bytes:
        frame = self._device.frame()
        return packed(frame) if self._device.display.depth == 1 else frame

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


def _how_it_ended(status: int | None) -> str:
    if status == 0:
        return "The program has ended; on a Pico this is the prompt of MicroPython."
    return f"The firmware has ended with status {status}."
