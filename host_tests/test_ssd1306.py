"""The SSD1306 driver against the model of the chip: what the glass shows is what the canvas
holds, and nothing goes over the bus that the data sheet does not know."""

import errno

import pytest

from firmware import font
from firmware.canvas import COLUMNS, ROWS, Canvas
from firmware.display.i2c import I2CBus
from firmware.display.ssd1306 import SSD1306
from tools.sim.chips import ssd1306 as chips

LEFT = 1
DARK = bytes(128 * 64)


class I2C:
    """An I2C bus with a chip at an address, as MicroPython gives it to a driver."""

    def __init__(self, chip: chips.SSD1306 | None, address: int = 0x3C) -> None:
        self.chip = chip
        self.address = address
        self.acknowledged: int | None = None
        self.transfers: list[bytes] = []

    def writeto(self, address: int, buffer: bytes) -> int:
        if self.chip is None or address != self.address:
            raise OSError(errno.EIO)
        data = bytes(buffer)
        self.transfers.append(data)
        taken = self.chip.write(data)
        return taken if self.acknowledged is None else min(taken, self.acknowledged)


class Rig:
    """Canvas, driver, bus and chip."""

    def __init__(self, address: int = 0x3C, **options: object) -> None:
        self.chip = chips.SSD1306()
        self.i2c = I2C(self.chip, address)
        self.bus = I2CBus(self.i2c)  # pyright: ignore[reportArgumentType]
        self.display = SSD1306(self.bus, **options)  # pyright: ignore[reportArgumentType]
        self.canvas = Canvas()

    def flush(self) -> int:
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


@pytest.fixture
def rig() -> Rig:
    made = Rig()
    made.display.init()
    return made


def fill(canvas: Canvas) -> None:
    for row in range(ROWS):
        canvas.text(0, row, bytes((row * COLUMNS + i) % 256 for i in range(COLUMNS)), row % 2 == 1)


def test_init_lights_a_dark_glass(rig: Rig) -> None:
    assert rig.chip.complaints == []
    assert rig.chip.on
    assert rig.chip.charge_pump
    assert rig.chip.contrast == 0x40
    assert rig.chip.pixels() == DARK


def test_nothing_is_lit_before_the_memory_is_clear() -> None:
    rig = Rig()
    shown: set[bytes] = set()
    write = rig.chip.write

    def watching(data: bytes) -> int:
        taken = write(data)
        shown.add(rig.chip.pixels())
        return taken

    rig.chip.write = watching
    rig.display.init()
    assert shown == {DARK}


def test_every_glyph_both_ways(rig: Rig) -> None:
    fill(rig.canvas)
    assert rig.flush() == 1000
    assert rig.chip.pixels() == expected(rig.canvas)
    rig.canvas.cells[:] = bytes(range(56, 256))
    rig.flush()
    assert rig.chip.pixels() == expected(rig.canvas)
    assert rig.chip.complaints == []


def test_a_second_flush_sends_nothing(rig: Rig) -> None:
    fill(rig.canvas)
    rig.flush()
    assert rig.flush() == 0
    assert rig.i2c.transfers == []


def test_one_cell_is_two_short_transfers(rig: Rig) -> None:
    rig.flush()
    rig.canvas.text(24, 7, "x")
    assert rig.flush() == 5
    assert rig.i2c.transfers == [
        b"\x00\x21\x79\x7d\x22\x07\x07",
        b"\x40" + font.CELLS[5 * 120 : 5 * 121],
    ]
    assert rig.chip.pixels() == expected(rig.canvas)


@pytest.mark.parametrize(
    ("gap", "spans", "columns"), [(0, 1, 10), (1, 1, 15), (2, 1, 20), (3, 2, 10), (20, 2, 10)]
)
def test_close_changes_go_together(rig: Rig, gap: int, spans: int, columns: int) -> None:
    rig.flush()
    rig.canvas.text(1, 3, "a")
    rig.canvas.text(2 + gap, 3, "b")
    assert rig.flush() == columns
    assert len(rig.i2c.transfers) == 2 * spans
    assert rig.chip.pixels() == expected(rig.canvas)


def test_display_that_was_away(rig: Rig) -> None:
    fill(rig.canvas)
    rig.flush()
    shown = expected(rig.canvas)
    rig.i2c.chip = None
    rig.canvas.clear()
    with pytest.raises(OSError):
        rig.flush()
    with pytest.raises(OSError):
        rig.display.init()
    rig.chip = rig.i2c.chip = chips.SSD1306()
    fill(rig.canvas)
    rig.display.init()
    rig.flush()
    assert rig.chip.pixels() == shown
    assert rig.chip.complaints == []


def test_byte_refused_in_the_middle(rig: Rig) -> None:
    rig.canvas.text(0, 0, "abc")
    rig.i2c.acknowledged = 4
    with pytest.raises(OSError) as raised:
        rig.flush()
    assert raised.value.args[0] == errno.EIO
    rig.i2c.acknowledged = None
    assert rig.flush() == 1000


def test_second_address() -> None:
    rig = Rig(address=0x3D)
    rig.display.init()
    assert rig.bus.address == 0x3D
    assert rig.i2c.transfers[0] == b"\x00\xe3"


def test_no_display() -> None:
    bus = I2CBus(I2C(None))  # pyright: ignore[reportArgumentType]
    with pytest.raises(OSError) as raised:
        SSD1306(bus).init()
    assert raised.value.args[0] == errno.ENODEV


def test_bus_that_hangs_is_freed() -> None:
    chip = chips.SSD1306()
    freed: list[I2C] = []

    def recover() -> I2C:
        freed.append(I2C(chip))
        return freed[-1]

    bus = I2CBus(I2C(None), recover=recover)  # pyright: ignore[reportArgumentType]
    SSD1306(bus).init()
    assert len(freed) == 1
    assert chip.on


def test_upside_down(rig: Rig) -> None:
    fill(rig.canvas)
    rig.flush()
    upright = rig.chip.pixels()
    rig.display.flip(True)
    rig.canvas.touch()
    rig.flush()
    assert rig.chip.pixels() == upright[::-1]
    built_in = Rig(flip=True)
    built_in.display.init()
    fill(built_in.canvas)
    built_in.flush()
    assert built_in.chip.pixels() == rig.chip.pixels()


def test_contrast_and_power_outlive_a_new_start(rig: Rig) -> None:
    rig.display.contrast(0x10)
    rig.display.power(False)
    assert rig.chip.contrast == 0x10
    assert rig.chip.pixels() == DARK
    assert not rig.chip.on
    rig.display.init()
    assert rig.chip.contrast == 0x10
    assert rig.chip.on


def test_commands_of_a_board() -> None:
    rig = Rig(more=b"\xad\x30")
    rig.display.init()
    assert rig.chip.complaints == ["command AD", "command 30"]
