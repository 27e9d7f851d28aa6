"""The driver of colour displays on a bus that notes what is sent: the same on both runtimes, and
on MicroPython without allocating."""

import gc
import sys

from firmware.canvas import COLUMNS, ROWS, Canvas
from firmware.display.spi import Wires
from firmware.display.st7789 import ST7789, THEMES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Bus:
    """An SPI, its lines, the light and the time: adds up what is sent."""

    def __init__(self) -> None:
        self.sent = 0
        self.sum = 0
        self.levels = 0

    def write(self, buffer: "bytes | bytearray | memoryview[int]") -> None:
        self.sent += len(buffer)
        for i in range(len(buffer)):
            self.sum = (self.sum * 31 + buffer[i] + self.levels) & 0xFFFFFF

    def line(self, level: int) -> None:
        self.levels = self.levels * 2 + level & 3

    def duty_u16(self, duty: int) -> None:
        self.sum = (self.sum + duty) & 0xFFFFFF

    def ticks_ms(self) -> int:
        return 0

    def ticks_diff(self, ticks1: int, ticks2: int) -> int:
        return ticks1 - ticks2

    def sleep_ms(self, ms: int) -> None:
        self.sum += ms


def _rig(wide: bool) -> "tuple[Bus, ST7789]":
    bus: Any = Bus()
    glass = (320, 240, 0, 0) if wide else (240, 135, 40, 53)
    cell = (3, 2, 2, 3, 2) if wide else (2, 2, 2, 2, 1)
    wires = Wires(bus, bus.line, bus.line, None)
    return bus, ST7789(wires, bus, bus, glass, cell, 3 if wide else 2, THEMES["felt"])


def _draw(canvas: Canvas) -> None:
    for number in range(ROWS):
        canvas.text(0, number, "Allocates \u2660 nothing", number & 1 == 0)
    canvas.text(3, 3, " " * 5)
    canvas.text(COLUMNS - 1, 0, "x")


def sums() -> "list[tuple[int, int]]":
    """How much is sent for the same pictures, and what it adds up to."""
    found: list[tuple[int, int]] = []
    for wide in (False, True):
        bus, display = _rig(wide)
        display.init()
        canvas = Canvas()
        _draw(canvas)
        canvas.flush(display)
        canvas.text(7, 2, "?")
        canvas.flush(display)
        display.flip(True)
        display.renew()
        canvas.flush(display)
        found.append((bus.sent, bus.sum))
    return found


def test_a_colour_display_allocates_nothing() -> None:
    if sys.implementation.name != "micropython":
        return  # only MicroPython can tell
    import micropython

    for wide in (False, True):
        _, display = _rig(wide)
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
