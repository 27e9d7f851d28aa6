"""Which serial port the Pico is on."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from serial.tools import list_ports

from tools.flash.failures import NoDeviceFailure, NoMicroPythonFailure, SeveralDevicesFailure

# Raspberry Pi's number among USB vendors, and what MicroPython calls itself there on every Pico.
VENDOR = 0x2E8A
MICROPYTHON = 0x0005
# What a Pico with a program of its own (the SDK's serial port) calls itself.
OTHER_PROGRAMS = (0x0009, 0x000A)

HOW_TO_INSTALL = (
    "To put MicroPython on a Pico: hold down its BOOTSEL button while you plug it in; it appears "
    "as a drive. Take the .uf2 file of your board, version 1.22 or newer, from\n"
    "    https://micropython.org/download/RPI_PICO/    (Pico)\n"
    "    https://micropython.org/download/RPI_PICO_W/  (Pico W)\n"
    "    https://micropython.org/download/RPI_PICO2/   (Pico 2; RPI_PICO2_W: Pico 2 W)\n"
    "and copy it onto that drive. The Pico restarts by itself; then run this command again."
)

# Where systems mount the drive of a Pico that waits for firmware, and the file that tells it.
_MOUNTS = ("media/*/*", "run/media/*/*", "Volumes/*")
_MARK = "INFO_UF2.TXT"


@dataclass(frozen=True)
class Port:
    """A serial port with what is plugged in there, as far as USB tells."""

    device: str
    vendor: int | None
    product: int | None
    serial_number: str | None

    @property
    def words(self) -> str:
        """The port with the serial number that tells one Pico from another."""
        return f"{self.device}  (serial number {self.serial_number})"


def connected() -> list[Port]:
    """Return the serial ports of this computer."""
    return [
        Port(port.device, port.vid, port.pid, port.serial_number)
        for port in sorted(cast("Iterable[Any]", list_ports.comports()))
    ]


def waiting_drive(root: Path = Path("/")) -> Path | None:
    """Return the drive of a Pico that was plugged in with BOOTSEL held down, if there is one."""
    for pattern in _MOUNTS:
        for mark in root.glob(f"{pattern}/{_MARK}"):
            return mark.parent
    return None


def find(
    wanted: str | None,
    ports: Callable[[], list[Port]] = connected,
    drive: Callable[[], Path | None] = waiting_drive,
) -> str:
    """Return the port to open: `wanted`, or that of the only Pico with MicroPython."""
    if wanted is not None:
        return wanted
    there = [port for port in ports() if port.vendor == VENDOR]
    picos = [port for port in there if port.product == MICROPYTHON]
    if len(picos) == 1:
        return picos[0].device
    if picos:
        rows = "".join(f"\n    --port {port.words}" for port in picos)
        raise SeveralDevicesFailure(f"There are {len(picos)} Picos. Say which one:{rows}")
    place = drive()
    if place is not None:
        raise NoMicroPythonFailure(
            f"There is a Pico without MicroPython: it waits for it as the drive {place}.\n"
            f"{HOW_TO_INSTALL}"
        )
    others = [port for port in there if port.product in OTHER_PROGRAMS]
    if others:
        raise NoMicroPythonFailure(
            f"There is a Pico on {others[0].device}, but it runs another program than "
            f"MicroPython.\n{HOW_TO_INSTALL}"
        )
    raise NoDeviceFailure(
        "There is no Pico with MicroPython on any USB port.\n"
        "Plug it in with a cable that carries data (many only charge); after plugging in, give "
        "it a few seconds. If it shows up under another name, say --port NAME.\n"
        f"{HOW_TO_INSTALL}"
    )
