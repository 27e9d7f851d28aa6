"""The display drivers on a bus that notes what is sent: the same on both runtimes, and on
MicroPython without allocating."""

import gc
import sys
import time

from firmware.canvas import COLUMNS, ROWS, Canvas
from firmware.display.i2c import I2CBus
from firmware.display.oled import SH1106, SSD1306, Oled
from firmware.display.sh1107 import SH1107
from firmware.display.spi import SPIBus

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Bus:
    """An I2C and an SPI with its lines: adds up what is sent, so that nothing is allocated."""

    def __init__(self) -> None:
        self.sent = 0
        self.sum = 0
        self.levels = 0

    def writeto(self, address: int, buffer: "bytes | memoryview[int]") -> int:
        self.write(buffer)
        return len(buffer)

    def write(self, buffer: "bytes | memoryview[int]") -> None:
        self.sent += len(buffer)
        for i in range(len(buffer)):
            self.sum = (self.sum * 31 + buffer[i] + self.levels) & 0xFFFFFF

    def line(self, level: int) -> None:
        self.levels = self.levels * 2 + level & 3


def _rigs() -> "list[tuple[Bus, Oled]]":
    rigs: list[tuple[Bus, Oled]] = []
    for driver in (SSD1306, SH1106, SH1107):
        bus = Bus()
        rigs.append((bus, driver(I2CBus(bus))))
        bus = Bus()
        rigs.append((bus, driver(SPIBus(bus, bus.line, bus.line))))
    return rigs


def _draw(canvas: Canvas) -> None:
    for number in range(ROWS):
        canvas.text(0, number, "Allocates \u2660 nothing", number & 1 == 0)
    canvas.text(3, 3, " " * 5)
    canvas.text(COLUMNS - 1, 0, "x")


def sums() -> "list[tuple[int, int]]":
    """How much each driver sends on each bus for the same pictures, and what it adds up to."""
    found: list[tuple[int, int]] = []
    for bus, display in _rigs():
        display.init()
        canvas = Canvas()
        _draw(canvas)
        canvas.flush(display)
        canvas.text(7, 2, "?")
        canvas.flush(display)
        found.append((bus.sent, bus.sum))
    return found


def test_drivers_allocate_nothing() -> None:
    if sys.implementation.name != "micropython":
        return  # only MicroPython can tell
    import micropython

    for _, display in _rigs():
        display.init()
        canvas = Canvas()
        _draw(canvas)
        gc.collect()
        micropython.heap_lock()
        try:
            canvas.flush(display)
            display.contrast(0x20)
            display.power(False)
        finally:
            micropython.heap_unlock()


def test_a_display_on_spi_is_reset() -> None:
    slept: list[int] = []
    levels: list[int] = []
    bus = Bus()
    untyped: Any = time
    if sys.implementation.name == "cpython":
        untyped.sleep_ms = slept.append
    SPIBus(bus, bus.line, bus.line, levels.append).open()
    assert levels == [0, 1]
    if sys.implementation.name == "cpython":
        del untyped.sleep_ms
        assert slept == [1, 10]
