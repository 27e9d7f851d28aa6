"""A colour display on SPI: canvas, real driver and chip model together, as a board file says."""

from typing import Any

from firmware.canvas import Canvas
from firmware.display.spi import Wires
from firmware.display.st7789 import ST7789, THEMES
from host_tests.display_kit import LEFT, expected
from tools.sim import boards
from tools.sim.chips import st7789

IDS = [name for name in boards.identifiers() if "GLASS" in boards.load(name).facts]
"""The boards with such a display."""

_COLUMNS, _ROWS = 125, 64


class Time:
    """The module `time`, and the light behind the glass: `lit` is what it was set to last."""

    def __init__(self) -> None:
        self.ms = 1000
        self.lit = -1

    def ticks_ms(self) -> int:
        return self.ms

    def ticks_diff(self, ticks1: int, ticks2: int) -> int:
        return ticks1 - ticks2

    def sleep_ms(self, ms: int) -> None:
        # The first of them may have been almost over.
        self.ms += ms - 1

    def duty_u16(self, duty: int, /) -> None:
        self.lit = duty


class Bus:
    """An SPI and its lines, with the chip; `sent` is how many bytes went over it."""

    def __init__(self, chip: st7789.ST7789) -> None:
        self._chip = chip
        self._selected = False
        self._dc = 0
        self.sent = 0

    def cs(self, level: int) -> None:
        self._selected = not level

    def dc(self, level: int) -> None:
        self._dc = level

    def write(self, buffer: "bytes | bytearray | memoryview[int]", /) -> None:
        assert self._selected
        self.sent += len(buffer)
        self._chip.write_spi(self._dc, bytes(buffer))


class Rig:
    """Canvas, driver, bus and chip of a board, `theme` instead of its own."""

    def __init__(self, board: str, theme: str = "", flip: bool = False) -> None:
        self.facts = boards.load(board).facts
        self.theme = theme or self.facts["THEME"]
        self.time = Time()
        self.chip = st7789.ST7789(*self.facts["GLASS"], clock=self.time.ticks_ms)
        self.bus = Bus(self.chip)
        self.display = ST7789(
            Wires(self.bus, self.bus.cs, self.bus.dc, None),
            self.time,
            self.time,
            self.facts["GLASS"],
            self.facts["CELL"],
            self.facts["LINE"],
            THEMES[self.theme],
            flip=flip,
        )
        self.canvas = Canvas()

    @property
    def colours(self) -> tuple[bytes, bytes]:
        """Background and foreground, as the chip model has them."""
        foreground, background = THEMES[self.theme]
        return rgb(background), rgb(foreground)

    def expected(self) -> bytes:
        """What the glass has to show of the canvas."""
        return enlarged(expected(self.canvas), self.facts, *self.colours)


def rgb(colour: int) -> bytes:
    """Three bytes of a colour of twelve bits."""
    return bytes(17 * (colour >> shift & 15) for shift in (8, 4, 0))


def enlarged(pixels: bytes, facts: dict[str, Any], background: bytes, foreground: bytes) -> bytes:
    """The pixels of an OLED, as a board with a colour display shows them."""
    width, height = facts["GLASS"][:2]
    cell: tuple[int, ...] = facts["CELL"]
    line: int = facts["LINE"]
    widths = cell * (_COLUMNS // 5)
    left, top = (width - sum(widths)) // 2, (height - _ROWS * line) // 2
    rows = [background * width] * top
    for y in range(_ROWS):
        row = background * left
        for x, n in enumerate(widths):
            row += (foreground if pixels[y * 128 + LEFT + x] else background) * n
        rows += [row + background * (width - left - sum(widths))] * line
    return b"".join(rows + [background * width] * (height - len(rows)))
