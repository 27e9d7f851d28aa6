"""A program for the simulator's tests of a display on SPI: it starts it, draws, and dims it.

What the tests ask for are globals: `sent` columns took `us`; `again` calls `init` once more.
"""

import time

from machine import PWM, SPI, Pin

from firmware.canvas import Canvas
from firmware.display import wiring

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_time: "Any" = time
_board: "Any" = __import__("board")

light: "Any" = PWM(Pin(_board.BL), freq=1000, duty_u16=0)
display = wiring.display(_board)
display.init()
canvas = Canvas()
canvas.flush(display)
canvas.text(3, 2, "biriba")
began = _time.ticks_us()
sent = canvas.flush(display)
us = _time.ticks_diff(_time.ticks_us(), began)

# In kHz, at the speeds asked for; where the divider cannot give one, at the next one below.
speeds: "list[int]" = []
for hertz in (62500000, 24000000, 23000000, 10000000):
    spi: "Any" = SPI(1 - _board.SPI_ID, baudrate=hertz)
    began = _time.ticks_us()
    spi.write(bytes(3000))
    speeds.append(24000000 // _time.ticks_diff(_time.ticks_us(), began))

light.duty_u16(0x4000)
while True:
    _time.sleep_ms(20)
