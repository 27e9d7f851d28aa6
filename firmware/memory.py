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

_SCREENS = "firmware.screens"
_KEPT = ("table", "crash")


def tidy() -> None:
    """Collect what is not used any more, and where that is not enough forget screens."""
    gc.collect()
    if sys.implementation.name == "micropython" and gc.mem_free() < _SHORT:
        forget()


def forget() -> None:
    """Let go of the modules of all screens but the one at home and the last resort.

    CPython has memory enough, and there a module has to stay the one that others know.
    """
    if sys.implementation.name == "micropython":
        modules = sys.modules
        package: Any = modules.get(_SCREENS)
        for name in list(modules):
            short = name[len(_SCREENS) + 1 :]
            if name == _SCREENS + "." + short and short not in _KEPT:
                del modules[name]
                delattr(package, short)
    gc.collect()
