"""A small program for the simulator's own tests: the real driver, canvas and keys, little else.

It counts presses in a file and shows the latest event; its record has a line for each press.
LONG OK resets, LONG BACK raises.
"""

import os
import sys
import time

from machine import Pin, reset

from firmware.canvas import Canvas
from firmware.display import wiring
from firmware.keys import BACK, LONG, NOTHING, OK, PRESS, Keys, code, kind

_NAMES = ("UP", "DOWN", "OK", "BACK")
_AGAIN_MS = 200
_KINDS = ("PRESS", "LONG", "REPEAT")


TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from firmware.display import Display

# The stubs give ticks a type of their own, and know no board.
_time: "Any" = time
_board: "Any" = __import__("board")


class App:
    """What the simulator looks for in the module `firmware.app`."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.changes = 0

    def record_text(self) -> str:
        return "".join(self.lines)


def _stored() -> int:
    try:
        with open("count") as file:
            return int(file.read())
    except OSError:
        return 0


class _Module:
    def __init__(self) -> None:
        self.current = App()


module = _Module()
app = module.current
_modules: "Any" = sys.modules
_modules["firmware.app"] = module

count = _stored()
events = ""


class Screen:
    """The count and the latest event; a display that is lost is started again."""

    def __init__(self) -> None:
        self.faults = 0
        self.shown = 0
        self._canvas = Canvas()
        self._display: Display | None = None

    @property
    def lost(self) -> bool:
        return self._display is None

    def show(self, line: str) -> None:
        self.shown = _time.ticks_ms()
        canvas = self._canvas
        canvas.clear()
        canvas.text(0, 0, "Partners  \u2660 \u2665 \u2666 \u2663")
        canvas.big(2, 2, str(count))
        canvas.text(0, 7, line)
        try:
            if self._display is None:
                display = wiring.display(_board)
                display.init()
                canvas.touch()
                self._display = display
            canvas.flush(self._display)
        except OSError:
            self._display = None
            self.faults += 1


class _Disk:
    """What is on the disk, asked for as `listing`."""

    def __str__(self) -> str:
        return " ".join(os.listdir(""))


listing = _Disk()
screen = Screen()
_pins: "list[Any]" = [Pin(row[0], Pin.IN, Pin.PULL_UP) for row in _board.KEYS]
keys = Keys(_pins, [row[1:] for row in _board.KEYS], _time)
print("hello")
screen.show("ready")
while True:
    now = _time.ticks_ms()
    event = keys.poll(now)
    if event == NOTHING:
        if screen.lost and _time.ticks_diff(now, screen.shown) > _AGAIN_MS:
            screen.show("again")
        time.sleep_ms(5)
        continue
    words = "%s %s" % (_NAMES[code(event)], _KINDS[kind(event)])
    events += words + "\n"
    if kind(event) == PRESS:
        count += 1
        with open("count", "w") as file:
            file.write(str(count))
        app.lines.append("press %d %s\n" % (count, words))
        app.changes += 1
    if event == OK | LONG << 2:
        reset()
    if event == BACK | LONG << 2:
        raise RuntimeError("as asked")
    screen.show(words)
