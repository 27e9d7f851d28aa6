"""The way to a device on a serial port, through mpremote's transport."""

import contextlib
import errno
import io
import os
import sys
import time
from collections.abc import Callable, Generator, Iterable
from pathlib import Path
from typing import Any, Protocol, cast

# pyright: reportMissingTypeStubs=false
import serial
from mpremote.transport import TransportError, TransportExecError
from mpremote.transport_serial import SerialTransport

from tools.flash.failures import (
    BusyFailure,
    DeviceFailure,
    Failure,
    NoDeviceFailure,
    NoMicroPythonFailure,
    PermissionFailure,
    PulledFailure,
)
from tools.flash.on_device import READY
from tools.flash.ports import HOW_TO_INSTALL

_ANSWER_S = 10
_SILENCE_S = 60
_STOP_S = 0.1
_END = b"\x04"  # Ctrl-D: ends an answer, and starts the device anew
_BAUD = 115200  # has no meaning over USB, but a serial port wants one

WINDOWS = os.name == "nt"
LINUX = sys.platform.startswith("linux")

PULLED = (
    "The cable was pulled, or the device has lost its power. It goes on with what was on it "
    "before, or with the new version if that had arrived. Plug it in and run this command again."
)
SILENT = (
    "The device does not answer any more. Unplug it, plug it in again, and run this command again."
)


class CodeError(Exception):
    """Code on the device ended with an exception: the text is its traceback."""


class Link(Protocol):
    """A device that runs code."""

    def run(self, code: str, on_line: Callable[[str], None] | None = None) -> str:
        """Run code on the device and return what it printed; `on_line` gets it line by line.

        Raises CodeError with the device's traceback, PulledFailure.
        """
        ...

    def feed(self, code: str, chunks: Iterable[bytes]) -> None:
        """Run code that asks for chunks with READY. Raises as `run` does."""
        ...

    def start(self) -> None:
        """Start the device anew, with its main.py, whatever it is doing."""
        ...

    def stop(self) -> None:
        """Stop what runs there, so that `run` can be used again."""
        ...

    def listen(self, seconds: float) -> str:
        """Return what it prints within so many seconds; less when there is something."""
        ...

    def close(self) -> None:
        """Let go of the port; whatever happened, this raises nothing."""
        ...


def failure_to_open(port: str, error: OSError) -> Failure:
    """Say why a port cannot be opened."""
    # pyserial wraps the system's error in one of its own that has lost the number at times.
    number = error.errno or getattr(error.__context__, "errno", None)
    words = str(error)
    if number in (errno.EBUSY, errno.EAGAIN) or "exclusively lock" in words:
        return _busy(port)
    if number in (errno.EACCES, errno.EPERM) or "PermissionError" in words:
        # Windows lets one program at a time have a port, and calls the others' attempts that.
        return _busy(port) if WINDOWS else PermissionFailure(_no_permission(port))
    if number in (errno.ENOENT, errno.ENXIO, errno.ENODEV) or "FileNotFoundError" in words:
        return NoDeviceFailure(f"There is no port {port}. Is the Pico plugged in?")
    return NoDeviceFailure(f"{port} cannot be opened: {words}")


def _busy(port: str) -> Failure:
    return BusyFailure(
        f"Another program has {port} open: Thonny, mpremote, a serial monitor? Close it and run "
        "this command again."
    )


def _group(port: str) -> str:
    """Return the group that may open a port; what Debian calls it where that is not to be seen."""
    with contextlib.suppress(OSError, KeyError):
        return Path(port).group()
    return "dialout"


def _no_permission(port: str) -> str:
    if not LINUX:
        return f"You have no permission to open {port}."
    group = _group(port)
    if group == "root":
        return (
            f"You have no permission to open {port}. Give every user Picos with a udev rule: put\n"
            '    SUBSYSTEM=="tty", ATTRS{idVendor}=="2e8a", MODE="0666"\n'
            "into /etc/udev/rules.d/99-pico.rules and plug the Pico in again."
        )
    return (
        f"You have no permission to open {port}; the group {group} has. Join it with\n"
        f"    sudo usermod -a -G {group} $USER\n"
        "then log out and in again."
    )


class SerialLink:
    """A device on a serial port, at its raw REPL: what ran there has been stopped."""

    def __init__(self, port: str) -> None:
        self._port = port
        try:
            # mpremote's own words for every failure are the same, so the port is tried first.
            serial.Serial(port, _BAUD, exclusive=True if not WINDOWS else None).close()
            self._transport: Any = SerialTransport(port, _BAUD, timeout=_ANSWER_S)
        except OSError as error:
            raise failure_to_open(port, error) from error
        except TransportError:
            raise _busy(port) from None
        self._serial: Any = self._transport.serial
        self._serial.write_timeout = _ANSWER_S
        try:
            self.stop()
        except BaseException:
            self.close()
            raise

    def stop(self) -> None:
        """See Link."""
        # mpremote prints what it got instead of an answer.
        with self._watched(), contextlib.redirect_stdout(io.StringIO()):
            try:
                self._transport.enter_raw_repl(soft_reset=True, timeout_overall=_ANSWER_S)
            except (TransportError, serial.SerialTimeoutException):
                raise NoMicroPythonFailure(
                    f"No MicroPython answers on {self._port}. If it is there, another program "
                    "may be talking to it, or it is stuck: unplug it, plug it in again, and "
                    f"run this command again. If there is none:\n{HOW_TO_INSTALL}"
                ) from None

    @contextlib.contextmanager
    def _watched(self) -> Generator[None, None, None]:
        """Turn the errors of a port that has gone, or of a device that is stuck, into words."""
        try:
            yield
        except TransportExecError as error:
            raise CodeError(cast(str, error.error_output)) from None
        except (TransportError, serial.SerialTimeoutException):
            raise PulledFailure(SILENT) from None
        except OSError as error:
            raise PulledFailure(PULLED) from error

    def run(self, code: str, on_line: Callable[[str], None] | None = None) -> str:
        """See Link."""
        printed = bytearray()
        line = bytearray()

        def consume(data: bytes) -> None:
            if data == _END:
                return
            printed.extend(data)
            line.extend(data)
            if data == b"\n":
                if on_line is not None:
                    on_line(line.decode(errors="replace").strip())
                line.clear()

        with self._watched():
            _, error = self._transport.exec_raw(code, _SILENCE_S, consume)
        if error:
            raise CodeError(_text(error))
        return _text(printed)

    def feed(self, code: str, chunks: Iterable[bytes]) -> None:
        """See Link."""
        with self._watched():
            self._transport.exec_raw_no_follow(code)
            for chunk in chunks:
                asked: bytes = self._serial.read(1)
                if asked == _END:
                    # It has stopped asking: an error.
                    error: bytes = self._transport.read_until(1, _END, timeout=_ANSWER_S)[:-1]
                    break
                if not asked:
                    raise PulledFailure(SILENT)
                if asked != READY.encode():
                    raise DeviceFailure(f"The device answered {asked!r} instead of taking data.")
                self._serial.write(chunk)
            else:
                _, error = self._transport.follow(_SILENCE_S)
        if error:
            raise CodeError(_text(error))

    def start(self) -> None:
        """See Link. Without a reset of the chip, so that the port stays and nothing that it
        prints is missed."""
        with self._watched():
            # It may still be in the middle of something that was given up here.
            self._serial.write(b"\r\x03")
            time.sleep(_STOP_S)
            self._transport.exit_raw_repl()
            time.sleep(_STOP_S)
            self._serial.write(_END)

    def listen(self, seconds: float) -> str:
        """See Link."""
        with self._watched():
            self._serial.timeout = seconds
            data: bytes = self._serial.read(1)
            if data:
                data += self._serial.read(self._serial.in_waiting)
            self._serial.timeout = _ANSWER_S
        return _text(data)

    def close(self) -> None:
        """See Link."""
        with contextlib.suppress(OSError):
            self._transport.close()
        # Where the cable has gone mpremote comes no further than to the port's other lines.
        with contextlib.suppress(OSError):
            self._serial.close()


def _text(data: bytes | bytearray) -> str:
    return data.decode(errors="replace").replace("\r\n", "\n")
