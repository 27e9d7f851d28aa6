"""Keeps the heap of a small device free: screens are imported when they open, and forgotten where
memory gets short. Opening one again then takes some milliseconds more; those that are open keep
what they need."""

import gc
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# Bytes that the largest screen and all that it shows may need. A Pico always has so many.
_SHORT = const(49152)

# Bytes between two collections while the program is imported.
_OFTEN = const(4096)

# More than it has modules.
_MODULES = const(80)

# Bytes in one piece that are kept back until some are needed that are not there: MicroPython's
# table of names doubles when it is full, which may be when any screen opens for the first time,
# and then wants 1280 times 10 bytes (on a computer of 64 bits). It does not happen twice.
_RESERVE = const(20480)

_SCREENS = "firmware.screens"
_KEPT = ("table", "crash")

_reserve: "list[bytearray]" = []


def prepare() -> None:
    """Keep the heap whole while the program is imported: collect often, so that what stays fills
    the holes of what does not, and make room in the one table that grows with each import."""
    gc.threshold(_OFTEN)
    for number in range(_MODULES):
        sys.modules["_%d" % number] = sys
    for number in range(_MODULES):
        del sys.modules["_%d" % number]
    _reserve.append(bytearray(_RESERVE))


def prepared() -> None:
    """The program is there: collect when a screen has been shown, or when memory is out."""
    gc.threshold(-1)
    gc.collect()


def tidy() -> None:
    """Collect what is not used any more, and where that is not enough forget screens."""
    gc.collect()
    if sys.implementation.name == "micropython" and gc.mem_free() < _SHORT:
        forget()


def release() -> None:
    """Memory is out: give back all that can be spared, the reserve too."""
    _reserve.clear()
    if sys.implementation.name == "micropython":
        forget()


def forget() -> None:
    """Let go of the modules of all screens but the one at home and the last resort."""
    modules = sys.modules
    package: Any = modules.get(_SCREENS)
    for name in list(modules):
        short = name[len(_SCREENS) + 1 :]
        if name == _SCREENS + "." + short and short not in _KEPT:
            del modules[name]
            delattr(package, short)
    gc.collect()
