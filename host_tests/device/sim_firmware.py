"""A small program for the simulator's own tests: the real driver, canvas and keys, and little else.

It counts presses and shows what the keys said last. It keeps the count in a file, and calls a line
for each press the record. LONG OK resets, LONG BACK raises.
"""

import sys
import time

import board
from firmware.canvas import Canvas
from firmware.display import wiring
from firmware.keys import BACK, LONG, NOTHING, OK, Keys, code, kind
from machine import Pin, reset

_NAMES = ("UP", "DOWN", "OK", "BACK")
_KINDS = ("PRESS", "LONG", "REPEAT")


class App:
    """What the simulator looks for in the module `firmware.app`."""

    def __init__(self) -> None:
        self.lines = []
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
    pass


app = App()
module = _Module()
module.current = app
sys.modules["firmware.app"] = module

count = _stored()
events = ""
faults = 0
display = None
canvas = Canvas()
keys = Keys(
    [Pin(row[0], Pin.IN, Pin.PULL_UP) for row in board.KEYS],
    [row[1:] for row in board.KEYS],
    time,
)


def show(line: str) -> None:
    """Draw and send; a display that does not answer is started again at the next try."""
    global display, faults
    canvas.clear()
    canvas.text(0, 0, "Partners  ♠ ♥ ♦ ♣")
    canvas.big(2, 2, str(count))
    canvas.text(0, 7, line)
    try:
        if display is None:
            found = wiring.display(board)
            found.init()
            display = found
            canvas.touch()
        canvas.flush(display)
    except OSError:
        display = None
        faults += 1


print("hello")
show("ready")
shown = time.ticks_ms()
while True:
    now = time.ticks_ms()
    event = keys.poll(now)
    if event == NOTHING:
        if display is None and time.ticks_diff(now, shown) > 200:
            show("again")
            shown = now
        time.sleep_ms(5)
        continue
    words = "%s %s" % (_NAMES[code(event)], _KINDS[kind(event)])
    events += words + "\n"
    if kind(event) == 0:
        count += 1
        with open("count", "w") as file:
            file.write(str(count))
        app.lines.append("press %d %s\n" % (count, words))
        app.changes += 1
    if event == OK | LONG << 2:
        reset()
    if event == BACK | LONG << 2:
        raise RuntimeError("as asked")
    show(words)
