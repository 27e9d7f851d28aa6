"""The real display driver on the emulated Pico: what the chip shows, and in which time."""

from collections.abc import Iterator

import pytest

from firmware.display.i2c import I2CBus
from firmware.display.oled import SSD1306 as Driver
from firmware.display.sh1107 import SH1107 as SidewaysDriver
from tools import bundle
from tools.pico.harness import DeviceError, Pico
from tools.sim import boards
from tools.sim import chip as chips
from tools.sim.chips.sh1107 import SH1107
from tools.sim.chips.ssd1306 import SSD1306

pytestmark = pytest.mark.pico

# Run on the device, and here with a display on a bus that leads to a chip straight away.
_PICTURE = """\
from firmware.canvas import Canvas
display.init()
canvas = Canvas()
canvas.text(0, 0, "Ana & Carla")
canvas.right(25, 0, "1\\u2665  \\u00e9\\u03a9")
canvas.centre(1, "biribaki", invert=True)
canvas.big(2, 3, "-1750")
canvas.invert(0, 6, 12)
sent = canvas.flush(display)
"""

_DISPLAY = """\
import board
from firmware.display.wiring import display
display = display(board)
"""


class Straight:
    """`machine.I2C` for CPython: what is written is in the chip at once."""

    def __init__(self, chip: SSD1306 | SH1107) -> None:
        self._chip = chip

    def writeto(self, __addr: int, __buf: "bytes | memoryview[int]") -> int:
        assert __addr == 0x3C
        return self._chip.write(bytes(__buf))


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    return bundle.build()


@pytest.fixture
def chip() -> SSD1306:
    return SSD1306()


@pytest.fixture
def pico(files: dict[str, bytes], chip: SSD1306) -> Iterator[Pico]:
    device = Pico({name: content for name, content in files.items() if name != bundle.MAIN})
    device.i2c(0).devices[0x3C] = chip
    with device:
        yield device


def test_the_chip_shows_what_it_shows_on_cpython(pico: Pico, chip: SSD1306) -> None:
    pico.exec(_DISPLAY + _PICTURE)
    straight = SSD1306()
    exec(_PICTURE, {"display": Driver(I2CBus(Straight(straight)))})
    assert chip.pixels() == straight.pixels()
    assert sum(chip.pixels()) > 300
    assert chip.complaints == []


def test_only_what_changed_is_sent_and_in_its_time(pico: Pico, chip: SSD1306) -> None:
    pico.exec(_DISPLAY + _PICTURE)
    assert pico.exec("print(canvas.flush(display))") == "0\n"
    pico.i2c(0).bytes_sent = 0
    script = (
        "import time\ncanvas.text(0, 7, 'x')\nstart = time.ticks_us()\n"
        "sent = canvas.flush(display)\nprint(time.ticks_diff(time.ticks_us(), start))"
    )
    us = int(pico.exec(script))
    assert 0 < pico.i2c(0).bytes_sent < 30
    assert us < 3_000


def test_an_unplugged_display_is_an_oserror_and_comes_back(pico: Pico, chip: SSD1306) -> None:
    pico.exec(_DISPLAY + _PICTURE)
    before = chip.pixels()
    del pico.i2c(0).devices[0x3C]
    with pytest.raises(DeviceError, match="OSError"):
        pico.exec("canvas.touch()\ncanvas.flush(display)")
    fresh = SSD1306()
    pico.i2c(0).devices[0x3C] = fresh
    pico.exec("display.init()\ncanvas.touch()\ncanvas.flush(display)")
    assert fresh.pixels() == before


def test_a_refused_byte_is_an_oserror(pico: Pico) -> None:
    pico.exec(_DISPLAY + _PICTURE)
    pico.i2c(0).acknowledges = 3
    with pytest.raises(DeviceError, match="OSError"):
        pico.exec("canvas.touch()\ncanvas.flush(display)")


def test_the_firmware_frees_a_bus_that_the_display_holds(
    files: dict[str, bytes], chip: SSD1306
) -> None:
    device = Pico({name: content for name, content in files.items() if name != bundle.MAIN})
    device.i2c(0).devices[0x3C] = chip
    device.i2c(0).holds_for = 7
    with device:
        device.exec(_DISPLAY + _PICTURE)
    assert sum(chip.pixels()) > 300


def test_a_display_on_spi() -> None:
    board = boards.load("waveshare_oled_1_3")
    files = bundle.build(board.id)
    device = Pico({name: content for name, content in files.items() if name != bundle.MAIN})
    display = chips.for_board(board)
    display.power_on()
    wire = device.spi(board.facts["SPI_ID"])
    wire.attach(display, board.facts["DC"], board.facts["CS"], board.facts["RST"])
    with device:
        device.exec(_DISPLAY + _PICTURE)
        straight = SH1107()
        exec(_PICTURE, {"display": SidewaysDriver(I2CBus(Straight(straight)))})
        assert display.frame() == straight.pixels()
        assert sum(display.frame()) > 300
        assert display.complaints == []
        wire.bytes_sent = 0
        script = (
            "import time\ncanvas.touch()\nstart = time.ticks_us()\n"
            "sent = canvas.flush(display)\nprint(time.ticks_diff(time.ticks_us(), start))"
        )
        us = int(device.exec(script))
        # A row is 3 bytes of where it goes and 128 of picture.
        assert wire.bytes_sent == 8 * (3 + 128)
        assert us < 40_000
