"""The real things: the display, the keys and the disk of the board that `board.py` describes.

/board.py on the device is one of the files in `boards/`.
"""

from firmware.display import wiring
from firmware.keys import Keys
from firmware.store import Store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from firmware.app import Clock
    from firmware.display import Display

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


def store() -> Store:
    """The matches on the disk."""
    return Store("")
