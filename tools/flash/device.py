"""A Pico with MicroPython: what it is, what lies on it, and changing that file by file."""

import ast
import base64
import binascii
import contextlib
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from tools.flash import on_device, ports
from tools.flash.failures import (
    AppFailure,
    DeviceFailure,
    Failure,
    NoMicroPythonFailure,
    NoSpaceFailure,
    WrongDeviceFailure,
)
from tools.flash.link import CodeError, Link, SerialLink

PLATFORM = "rp2"
FOLDER = -1  # in the place of a folder's size

# What the app prints when it is up, and how long that may take.
REPORT = "Biriba Companion: ready"
_START_S = 30
_LISTEN_S = 0.5
# What it prints (`firmware.alarm`) when it has broken.
BROKEN = "The program broke"
_RESTARTED = "soft reboot"
_PROMPT = "\n>>> "

_NO_SPACE = "[Errno 28]"


@dataclass(frozen=True)
class Facts:
    """What a device is."""

    machine: str
    version: tuple[int, ...]
    mpy: int
    block: int
    free_blocks: int

    @property
    def free(self) -> int:
        """Bytes that its disk can still take."""
        return self.block * self.free_blocks

    @property
    def words(self) -> str:
        """The device in one line."""
        number = ".".join(str(part) for part in self.version)
        return f"{self.machine}, MicroPython {number}, {self.free // 1024} KB free"


@dataclass(frozen=True)
class Entry:
    """A file or folder on the device: `size` is FOLDER for a folder."""

    size: int
    sha256: str


Opener = Callable[[str], Link]


class Device:
    """A device whose program has been stopped; at the end of the block it starts again."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._started = False

    def __enter__(self) -> "Device":
        return self

    def __exit__(self, *exception: object) -> None:
        if not self._started:
            with contextlib.suppress(Failure):
                self._link.start()
        self._link.close()

    def prepare(self) -> Facts:
        """Send what the other methods run there, and return what the device is.

        Raises WrongDeviceFailure where it is no Pico, NoMicroPythonFailure.
        """
        try:
            platform, name = ast.literal_eval(
                self._link.run("import sys\nprint((sys.platform, sys.implementation.name))")
            )
        except (CodeError, SyntaxError, ValueError) as error:
            raise NoMicroPythonFailure(
                f"The device does not answer as MicroPython does.\n{ports.HOW_TO_INSTALL}"
            ) from error
        if name != "micropython" or platform != PLATFORM:
            raise WrongDeviceFailure(
                f"This is {name} on {platform!r}. The companion runs with MicroPython on a "
                f"Raspberry Pi Pico, Pico W, Pico 2 or Pico 2 W.\n{ports.HOW_TO_INSTALL}"
            )
        self._ask(Path(on_device.__file__).read_text(encoding="utf-8"))
        return self.facts()

    def facts(self) -> Facts:
        """Return what the device is and what room it has now."""
        identity, disk = self._answers("facts()")
        return Facts(identity[1], identity[2], identity[3], *disk)

    # What lies on it

    def top(self) -> list[str]:
        """Return what the root holds."""
        return cast("list[str]", self._answers("top()")[0])

    def listing(self, *paths: str) -> dict[str, Entry]:
        """Return everything at and below some paths, by path."""
        found: dict[str, Entry] = {}
        for path in paths:
            for name, size, sha256 in self._answers(f"listing({path!r})"):
                found[name] = Entry(size, sha256)
        return found

    def read(self, path: str) -> bytes:
        """Return a file's content."""
        lines = self._ask(f"read({path!r})").split()
        try:
            return b"".join(base64.b64decode(line, validate=True) for line in lines)
        except binascii.Error as error:
            raise DeviceFailure(f"{path} did not arrive whole. Run this command again.") from error

    def board(self) -> dict[str, Any] | None:
        """Return the lines of the board file on the device; None if there is none."""
        return self._answers("board()")[0]

    # Changing it

    def put(self, path: str, content: bytes, sent: Callable[[int], None]) -> None:
        """Write a file; `sent` is told of each few bytes that have gone."""
        self._guarded(
            path, lambda: self._link.feed(f"put({path!r}, {len(content)})", _chunks(content, sent))
        )

    def copy(self, path: str, to: str) -> None:
        """Have the device copy a small file."""
        self._ask(f"copy({path!r}, {to!r})")

    def rename(self, path: str, to: str) -> None:
        """Move a file, in the place of one that is there."""
        self._ask(f"os.rename({path!r}, {to!r})")

    def remove(self, paths: Iterable[str]) -> None:
        """Remove files, and folders with all that they hold."""
        for path in paths:
            self._ask(f"remove({path!r})")

    def execute(self, path: str, call: str) -> None:
        """Run a file of the device as a module, and a function in it."""
        self._ask(f"_names = {{'__name__': 'update'}}\nexec(open({path!r}).read(), _names)")
        self._ask(f"_names[{call!r}]()")

    def run(self, code: str, on_line: Callable[[str], None] | None = None) -> str:
        """Run code and return what it printed. Raises CodeError with its traceback."""
        return self._link.run(code, on_line)

    def start_and_wait(self, seconds: float = _START_S) -> list[str]:
        """Start the app, and wait until it says that it is up. Returns what it says besides.

        Raises AppFailure.
        """
        self._link.start()
        self._started = True
        end = time.monotonic() + seconds
        printed = ""
        while True:
            printed += self._link.listen(_LISTEN_S)
            since = printed.partition(_RESTARTED)[2]
            if BROKEN in since:
                raise AppFailure(self._what_broke())
            if REPORT in since:
                break
            if _PROMPT in since or time.monotonic() > end:
                # It is back at the prompt, or hangs.
                raise AppFailure(_not_started(since))
        since += self._link.listen(_LISTEN_S)
        return [line for line in since.split("\n") if line.strip() and REPORT not in line]

    def _what_broke(self) -> str:
        """Ask the device what its app has noted; the app starts again after that."""
        self._link.stop()
        self._started = False
        try:
            lines = self._link.run("with open('/broken.txt') as f:\n print(f.read())").split("\n")
        except CodeError:
            lines = []
        noted = [line.strip() for line in lines if line.strip()]
        words = f" It has noted:\n{noted[-1]}" if noted else ""
        return f"The companion starts, but something in it broke at once.{words}"

    def _ask(self, code: str) -> str:
        answers: list[str] = []
        self._guarded(code, lambda: answers.append(self._link.run(code)))
        return answers[0]

    def _answers(self, code: str) -> list[Any]:
        text = self._ask(code)
        try:
            return [ast.literal_eval(line) for line in text.splitlines()]
        except (SyntaxError, ValueError) as error:
            raise DeviceFailure(
                f"The device's answer makes no sense: {text[:200]!r}. Run this command again."
            ) from error

    def _guarded(self, what: str, action: Callable[[], None]) -> None:
        """Put an error on the device into words."""
        try:
            action()
        except CodeError as error:
            text = str(error)
            if _NO_SPACE in text:
                raise NoSpaceFailure(
                    "The device's disk is full. What was on it before is untouched."
                ) from error
            last = text.strip().splitlines()[-1]
            raise DeviceFailure(f"The device could not do it: {last}  ({what[:60]})") from error


def _chunks(content: bytes, sent: Callable[[int], None]) -> Iterator[bytes]:
    for at in range(0, len(content), on_device.CHUNK):
        chunk = content[at : at + on_device.CHUNK]
        yield base64.b64encode(chunk)
        sent(len(chunk))


def _not_started(printed: str) -> str:
    at = printed.rfind("Traceback")
    if at >= 0:
        error = printed[at:].partition(_PROMPT.strip())[0].strip()
        return f"The companion does not start. Its error:\n{error}"
    rest = printed.strip()
    more = f" It printed:\n{rest}" if rest else ""
    return f"The companion is on the device but does not say that it has started.{more}"


def connect(port: str, open_link: Opener = SerialLink) -> Device:
    """Return the device on a port, stopped."""
    return Device(open_link(port))
