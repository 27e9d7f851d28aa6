"""A colour display on the emulated Pico: what its chip holds is the canvas, in which time, and the
whole companion on it."""

from collections.abc import Iterator

import pytest

from host_tests.colour_kit import Rig
from tools import bundle
from tools.pico.companion import ColourCompanion

pytestmark = pytest.mark.pico

_BOARD = "waveshare_lcd_1_14"
_WIDE = "pimoroni_display_2"

_DISPLAY = """\
import board, gc, time
from firmware.display.wiring import display
display = display(board)
display.init()
before = start = 0
"""

# Run on the device, and here.
_PICTURE = """\
from firmware.canvas import Canvas
canvas = Canvas()
canvas.text(0, 0, "Ana & Carla")
canvas.right(25, 0, "1\\u2665  \\u00e9\\u03a9")
canvas.centre(1, "biribaki", invert=True)
canvas.big(2, 3, "-1750")
canvas.invert(0, 6, 12)
sent = canvas.flush(display)
"""

_TIMED = """\
canvas.touch()
{}
gc.collect()
before = gc.mem_alloc()
start = time.ticks_us()
sent = canvas.flush(display)
print(time.ticks_diff(time.ticks_us(), start), gc.mem_alloc() - before)
"""

_FULL = "for row in range(8): canvas.text(0, row, 'agMx8' * 5, row & 1)"
_TWO_ROWS = "canvas.flush(display); canvas.invert(0, 0, 25); canvas.invert(0, 1, 25)"
_CELL = "canvas.flush(display); canvas.text(7, 7, 'x')"


@pytest.fixture(scope="module", params=[_BOARD, _WIDE])
def companion(request: pytest.FixtureRequest) -> Iterator[ColourCompanion]:
    """A Pico at its prompt, with a board's display."""
    files = bundle.build(request.param)
    del files[bundle.MAIN]
    made = ColourCompanion(files, request.param)
    with made.pico:
        made.pico.exec(_DISPLAY)
        yield made


def test_the_chip_shows_what_it_shows_on_cpython(companion: ColourCompanion) -> None:
    companion.pico.exec(_PICTURE)
    rig = Rig(companion.board.id)
    here: dict[str, object] = {"display": rig.display}
    rig.display.init()
    exec(_PICTURE, here)
    assert companion.display.frame() == rig.chip.pixels()
    assert len(set(companion.display.frame())) == 2
    assert companion.display.complaints == []


@pytest.mark.parametrize(
    ("what", "most_us"), [(_FULL, 80_000), (_TWO_ROWS, 20_000), (_CELL, 2_500)]
)
def test_it_is_sent_in_its_time_without_allocating(
    companion: ColourCompanion, what: str, most_us: int
) -> None:
    companion.pico.exec(_PICTURE)
    us, allocated = companion.pico.exec(_TIMED.format(what)).split()
    assert int(us) < most_us
    assert allocated == "0"


def test_the_bus_runs_at_the_speed_of_the_board(companion: ColourCompanion) -> None:
    hertz = companion.board.facts["SPI_HERTZ"]
    assert f"baudrate={hertz}" in companion.pico.exec("print(display._wires.spi)")


def test_the_whole_companion() -> None:
    fresh = ColourCompanion(bundle.build(_BOARD), _BOARD)
    with fresh.pico:
        assert fresh.wait_for_frame() < 1_000_000
        fresh.pico.run(1000)
        first = fresh.display.frame()
        fresh.press("DOWN")
        assert fresh.display.frame() != first
        fresh.press("UP")
        assert fresh.display.frame() == first
        assert fresh.display.complaints == []
