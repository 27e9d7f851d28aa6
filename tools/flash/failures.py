"""What can go wrong with a device, each with its exit status and its own words."""

from typing import ClassVar


class Failure(Exception):
    """Something that ends the command: the message says what is wrong and what to do."""

    status: ClassVar[int]
    title: ClassVar[str]


class NoDeviceFailure(Failure):
    status = 3
    title = "no device"


class SeveralDevicesFailure(Failure):
    status = 4
    title = "several devices, and --port does not say which"


class BusyFailure(Failure):
    status = 5
    title = "another program has the port open"


class PermissionFailure(Failure):
    status = 6
    title = "the port may not be opened by this user"


class NoMicroPythonFailure(Failure):
    status = 7
    title = "no MicroPython answers"


class TooOldFailure(Failure):
    status = 8
    title = "its MicroPython is too old"


class WrongDeviceFailure(Failure):
    status = 9
    title = "it is no Pico"


class NoSpaceFailure(Failure):
    status = 10
    title = "not enough space on it"


class PulledFailure(Failure):
    status = 11
    title = "the cable was pulled, or the device fell silent"


class AppFailure(Failure):
    status = 12
    title = "the companion does not start"


class DeviceFailure(Failure):
    status = 13
    title = "the device could not do what was asked, or its files are not as they were sent"


class LaptopFailure(Failure):
    status = 14
    title = "a file could not be written on this computer"


class BytecodeFailure(Failure):
    status = 15
    title = "its MicroPython takes bytecode of another version"


FAILURES: tuple[type[Failure], ...] = (
    NoDeviceFailure,
    SeveralDevicesFailure,
    BusyFailure,
    PermissionFailure,
    NoMicroPythonFailure,
    TooOldFailure,
    WrongDeviceFailure,
    NoSpaceFailure,
    PulledFailure,
    AppFailure,
    DeviceFailure,
    LaptopFailure,
    BytecodeFailure,
)


def statuses(*own: tuple[int, str]) -> str:
    """Return the exit statuses as the end of a command's help; `own` are that command's alone."""
    rows = [
        (0, "all is well"),
        *own,
        (2, "wrong usage, or the companion does not compile"),
        *((failure.status, failure.title) for failure in FAILURES),
        (130, "stopped with Ctrl-C"),
    ]
    return "exit status, from 2 on alike for flash, pull and doctor:\n" + "".join(
        f"  {status:3}  {title}\n" for status, title in rows
    )
