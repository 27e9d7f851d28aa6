"""Keeps the heap of a small device free: what a screen needs is imported when it opens, and
forgotten where memory gets short. Opening it again then takes some milliseconds more; what is open
keeps what it needs. What only the start needs is let go of when it is over."""

import gc
import sys

_TYPE_CHECKING = const(0)
if _TYPE_CHECKING:
    from collections.abc import Iterable

# Bytes that the largest screen and all that it shows may need. A Pico always has so many.
_SHORT = const(49152)

# Only make what the app is given, which happens once.
_MAKERS = ("firmware.hardware", "firmware.display.wiring")

_resident: "Iterable[str]" = ()


def keep() -> None:
    """Let what is imported by now stay for good: called with the app."""
    global _resident  # noqa: PLW0603 (there is one heap)
    _resident = _resident or [name for name in sys.modules if name not in _MAKERS]


def tidy() -> None:
    """Collect what is not used any more, and where that is not enough forget modules."""
    gc.collect()
    if sys.implementation.name == "micropython" and gc.mem_free() < _SHORT:
        forget()


def forget() -> None:
    """Let go of modules that may be imported again, and collect them."""
    gc.collect()  # or there may be no room for the list of them
    release()
    gc.collect()


def release() -> None:
    """Let go of the modules of packages, which all are ours, that came after `keep`.

    CPython has memory enough, and there a module has to stay the one that others know.
    """
    if sys.implementation.name == "micropython":
        modules = sys.modules
        for name in list(modules):
            package, _, short = name.rpartition(".")
            if package and name not in _resident:
                del modules[name]
                if package in modules:
                    delattr(modules[package], short)
