"""A display on a bus: canvas, real driver and chip model together."""

import errno
from collections.abc import Callable

from firmware import font
from firmware.canvas import COLUMNS, ROWS, Canvas
from firmware.display.i2c import I2CBus
from firmware.display.oled import SH1106, SSD1306, Oled
from firmware.display.sh1107 import SH1107
from firmware.display.spi import SPIBus
from tools.sim.chips import sh1106, sh1107, ssd1306
from tools.sim.chips.panel import Panel

LEFT = 1
DARK = bytes(128 * 64)

Chip = Panel | sh1107.SH1107
CONTROLLERS: dict[str, tuple[type[Chip], Callable[..., Oled]]] = {
    "SSD1306": (ssd1306.SSD1306, SSD1306),
    "SH1106": (sh1106.SH1106, SH1106),
    "SH1107": (sh1107.SH1107, SH1107),
}


class I2C:
    """An I2C bus with a chip at an address, as MicroPython gives it to a driver."""

    def __init__(self, chip: Chip | None, address: int = 0x3C) -> None:
        self.chip = chip
        self.address = address
        self.acknowledged: int | None = None
        self.transfers: list[bytes] = []

    def writeto(self, address: int, buffer: "bytes | memoryview[int]", /) -> int:
        if self.chip is None or address != self.address:
            raise OSError(errno.EIO)
        data = bytes(buffer)
        self.transfers.append(data)
        taken = self.chip.write(data)
        return taken if self.acknowledged is None else min(taken, self.acknowledged)


class SPI:
    """An SPI bus and its lines, with a chip that is selected; `lines` notes what happens."""

    def __init__(self, chip: Chip) -> None:
        self.chip = chip
        self._dc = 0
        self.lines: list[str] = []

    def cs(self, level: int) -> None:
        self.lines.append(f"cs {level}")

    def dc(self, level: int) -> None:
        self._dc = level
        self.lines.append(f"dc {level}")

    def reset(self, level: int) -> None:
        self.lines.append(f"reset {level}")

    def write(self, buffer: "bytes | memoryview[int]", /) -> None:
        assert self.lines[-1] == "cs 0", "only between CS low and high"
        self.lines.append("write")
        self.chip.write_spi(self._dc, bytes(buffer))


class Rig:
    """Canvas, driver, bus and chip."""

    chip: Chip
    display: Oled

    def __init__(
        self,
        controller: str = "SSD1306",
        address: int = 0x3C,
        flip: bool = False,
        spi: bool = False,
    ):
        chip, driver = CONTROLLERS[controller]
        self.chip = chip()
        self.i2c = I2C(self.chip, address)
        self.spi = SPI(self.chip)
        self.lines = self.spi.lines
        self.bus = I2CBus(self.i2c)
        bus = SPIBus(self.spi, self.spi.cs, self.spi.dc, self.spi.reset) if spi else self.bus
        self.display = driver(bus, flip=flip)
        self.canvas = Canvas()

    def flush(self) -> int:
        """Send what changed; `i2c.transfers` are those of this time."""
        self.i2c.transfers.clear()
        return self.canvas.flush(self.display)


def expected(canvas: Canvas) -> bytes:
    """The pixels of a canvas, from its cells and the font."""
    rows = [bytearray(128) for _ in range(64)]
    for at, glyph in enumerate(canvas.cells):
        top, left = at // COLUMNS * 8, LEFT + at % COLUMNS * 5
        for x in range(5):
            column = font.CELLS[5 * glyph + x] ^ canvas.inverse[at]
            for y in range(8):
                rows[top + y][left + x] = column >> y & 1
    return b"".join(rows)


def fill(canvas: Canvas) -> None:
    for row in range(ROWS):
        canvas.text(0, row, bytes((row * COLUMNS + i) % 256 for i in range(COLUMNS)), row % 2 == 1)
