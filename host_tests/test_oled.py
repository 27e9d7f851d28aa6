"""The I2C drivers against the models of their chips: what the glass shows is what the canvas
holds, and nothing goes over the bus that the data sheet does not know."""

import errno
from pathlib import Path

import pytest

from firmware import font
from firmware.display.i2c import I2CBus
from firmware.display.oled import SH1106, SSD1306
from host_tests.device import test_drivers
from host_tests.display_kit import CONTROLLERS, DARK, I2C, Rig, expected, fill
from tools.sim.chips import sh1106 as sh1106_chip
from tools.sim.chips import ssd1306 as ssd1306_chip
from tools.testing.on_micropython import run
from tools.venv import ROOT


@pytest.fixture(params=CONTROLLERS)
def rig(request: pytest.FixtureRequest) -> Rig:
    made = Rig(request.param)
    made.display.init()
    return made


def test_init_lights_a_dark_glass(rig: Rig) -> None:
    assert rig.chip.complaints == []
    assert rig.chip.on
    assert rig.chip.contrast == 0x40
    assert rig.chip.pixels() == DARK


@pytest.mark.parametrize("controller", CONTROLLERS)
def test_nothing_is_lit_before_the_memory_is_clear(controller: str) -> None:
    rig = Rig(controller)
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


@pytest.mark.parametrize(
    ("controller", "place"),
    [("SSD1306", b"\x80\xb7\x80\x09\x80\x17"), ("SH1106", b"\x80\xb7\x80\x0b\x80\x17")],
)
def test_one_cell_is_a_short_transfer(controller: str, place: bytes) -> None:
    rig = Rig(controller)
    rig.display.init()
    rig.flush()
    rig.canvas.text(24, 7, "x")
    assert rig.flush() == 5
    assert rig.i2c.transfers == [place + b"\x40" + font.CELLS[5 * 120 : 5 * 121]]
    assert rig.chip.pixels() == expected(rig.canvas)


@pytest.mark.parametrize(
    ("gap", "spans", "columns"), [(0, 1, 10), (1, 1, 15), (2, 1, 20), (3, 2, 10), (20, 2, 10)]
)
def test_close_changes_go_together(rig: Rig, gap: int, spans: int, columns: int) -> None:
    rig.flush()
    rig.canvas.text(1, 3, "a")
    rig.canvas.text(2 + gap, 3, "b")
    sent: list[tuple[int, int, int]] = []
    span = rig.display.span

    def watched(page: int, x: int, n: int) -> None:
        sent.append((page, x, n))
        span(page, x, n)

    rig.display.span = watched
    assert rig.flush() == columns
    assert len(sent) == spans
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
    rig.chip = rig.i2c.chip = type(rig.chip)()
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
    bus = I2CBus(I2C(None))
    with pytest.raises(OSError) as raised:
        SSD1306(bus).init()
    assert raised.value.args[0] == errno.ENODEV


def test_bus_that_hangs_is_freed() -> None:
    chip = ssd1306_chip.SSD1306()
    freed: list[I2C] = []

    def recover() -> I2C:
        freed.append(I2C(chip))
        return freed[-1]

    bus = I2CBus(I2C(None), recover=recover)
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
    built_in = Rig(type(rig.chip).__name__, flip=True)
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
    chip = ssd1306_chip.SSD1306()
    SSD1306(I2CBus(I2C(chip)), more=b"\xad\x30").init()
    assert chip.complaints == ["command AD", "command 30"]


@pytest.mark.parametrize("start", [0, 2, 4])
@pytest.mark.parametrize("flip", [False, True])
def test_sh1106_with_another_start_column(start: int, flip: bool) -> None:
    rig = Rig()
    chip = sh1106_chip.SH1106()
    # The glass of a clone begins elsewhere; seen from the last segment, as it is mounted.
    chip.first_segment = 4 - start
    display = SH1106(I2CBus(I2C(chip)), flip=flip, start=start)
    display.init()
    assert chip.pixels() == DARK
    fill(rig.canvas)
    rig.canvas.flush(display)
    shown = expected(rig.canvas)
    assert chip.pixels() == (shown[::-1] if flip else shown)
    assert chip.complaints == []


@pytest.mark.parametrize(
    ("col", "pages"),
    # The cell's five columns are in the pages 0 and 1, or in one alone.
    [(1, (0xB0, 0xB1)), (0, (0xB0,)), (24, (0xBF,))],
)
def test_sh1107_sends_the_pages_of_a_cell(col: int, pages: tuple[int, ...]) -> None:
    rig = Rig("SH1107")
    rig.display.init()
    rig.flush()
    rig.canvas.text(col, 0, "x")
    assert rig.flush() == 5
    # What is there before was sent in the other mode.
    assert rig.i2c.transfers.pop(0) == b"\x00\x20"
    places = [data[:7] for data in rig.i2c.transfers]
    assert places == [bytes((0x80, page, 0x80, 0x08, 0x80, 0x13, 0x40)) for page in pages]
    assert {len(data) for data in rig.i2c.transfers} == {15}
    assert rig.chip.pixels() == expected(rig.canvas)


@pytest.mark.parametrize("cells", range(1, 26))
@pytest.mark.parametrize("flip", [False, True])
def test_sh1107_sends_many_cells_in_one_transfer(cells: int, flip: bool) -> None:
    rig = Rig("SH1107", flip=flip)
    rig.display.init()
    rig.flush()
    rig.canvas.text(0, 5, b"x" * cells)
    assert rig.flush() == 5 * cells
    pages = (5 * cells) // 8 + 1
    # What is there before was sent in the mode for many.
    sizes = [len(data) for data in rig.i2c.transfers]
    assert sizes == ([135] if pages > 6 else [2] + [15] * pages)
    shown = expected(rig.canvas)
    assert rig.chip.pixels() == (shown[::-1] if flip else shown)
    assert rig.chip.complaints == []


def test_sh1107_keeps_what_is_beside_a_cell() -> None:
    rig = Rig("SH1107")
    rig.display.init()
    fill(rig.canvas)
    rig.flush()
    for col in (0, 3, 12, 24):
        rig.canvas.text(col, 3, "#")
        assert rig.flush() == 5
        assert rig.chip.pixels() == expected(rig.canvas)


def test_one_controller_driven_as_the_other_is_noticed() -> None:
    chip = sh1106_chip.SH1106()
    SSD1306(I2CBus(I2C(chip))).init()
    assert "command 8D" in chip.complaints
    assert "command 2E" in chip.complaints


@pytest.mark.micropython
def test_both_runtimes_send_the_same() -> None:
    code = "import test_drivers; print(test_drivers.sums())"
    done = run(code, folders=[Path(test_drivers.__file__).parent, ROOT])
    assert done.stdout == f"{test_drivers.sums()}\n", done.stderr
