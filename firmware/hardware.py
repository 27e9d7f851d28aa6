"""The real things: the display, the keys and the disk of the board that `board.py` describes.

/board.py on the device is one of the files in `boards/`. Files lie in the working folder: on a
Pico the root of its disk, on a laptop that of the simulator.
"""

from .display import wiring
from .keys import Keys
from .store import Store

_TYPE_CHECKING = const(0)
if _TYPE_CHECKING:
    from typing import Any

    from .alarm import Alarm
    from .breaks import Breaks
    from .display import Display
    from .keys import Clock

_board: "Any" = __import__("board")


def display() -> "Display":
    """The driver of the board's display, which is not started yet."""
    return wiring.display(_board)


def clock() -> "Clock":
    """The module `time`; what describes a Pico's gives ticks a type of their own."""
    import time

    untyped: Any = time
    return untyped


def keys() -> Keys:
    """The board's keys."""
    from machine import Pin

    pins: list[Any] = [Pin(row[0], Pin.IN, Pin.PULL_UP) for row in _board.KEYS]
    return Keys(pins, [row[1:] for row in _board.KEYS], clock())


def held(code: int) -> bool:
    """Whether a key that can give this code is down now."""
    from machine import Pin

    for row in _board.KEYS:
        if code in row[1:] and not Pin(row[0], Pin.IN, Pin.PULL_UP).value():
            return True
    return False


def alarm() -> "Alarm":
    """The board's LED, where it has one, and USB."""
    from machine import Pin

    from .alarm import Alarm

    for number in getattr(_board, "KEPT_HIGH", ()):
        Pin(number, Pin.OUT, value=1)
    name: Any = getattr(_board, "LED", None)
    if name is None:
        return Alarm(None, clock())
    dark: int = 1 - getattr(_board, "LED_LIT", 1)
    return Alarm(Pin(name, Pin.OUT, value=dark), clock(), dark)


def breaks() -> "Breaks":
    """The file of what broke in the program."""
    from .breaks import Breaks

    return Breaks("broken.txt")


def store() -> Store:
    """The matches on the disk."""
    return Store(".")
