"""A display on SPI: what the bus sends, and that it arrives only with every line as it has to be.

The simulated pins are those of a real board, so the drivers run here as on a Pico, on both
runtimes.
"""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from host_tests.display_kit import CONTROLLERS, DARK, Rig, expected, fill
from tools.sim import boards
from tools.sim.device import messages
from tools.sim.driver import Device
from tools.sim.wiring import SPI, Wiring

MAIN = Path(__file__).parent / "device" / "sim_spi.py"

BOARD = """
CONTROLLER = "SSD1306"
BUS = "spi"
SPI_ID = 1
SCK = 10
MOSI = 11
CS = 9
DC = 8
RST = 12
BL = 13
SPI_HERTZ = 4000000
FLIP = False
KEYS = ((15, 0), (17, 1), (18, 2), (19, 3))
"""


class Panel:
    """What the wires lead to."""

    def __init__(self) -> None:
        self.heard: list[tuple[int, bytes]] = []
        self.resets = 0
        self.shines = 1.0

    def write_spi(self, dc: int, data: bytes) -> None:
        self.heard.append((dc, data))

    def reset(self) -> None:
        self.resets += 1

    def light(self, part: float) -> None:
        self.shines = part


def _no_time(ms: int) -> None:
    """What a Pico's `time` has besides."""


@pytest.fixture
def panel() -> Panel:
    return Panel()


@pytest.fixture
def wiring(panel: Panel) -> Wiring:
    made = Wiring({}, {}, None, SPI(panel, 1, cs=9, dc=8, rst=12, backlight=13))
    made.power_on(lambda operation, number, data: None)
    for pin, level in ((9, 0), (8, 1), (12, 1)):
        made.receive(messages.PIN_OUTPUT, pin, bytes([level]))
    return made


def test_bytes_arrive_with_the_level_of_dc(wiring: Wiring, panel: Panel) -> None:
    wiring.receive(messages.SPI_WRITE, 1, b"ab")
    wiring.receive(messages.PIN_OUTPUT, 8, b"\0")
    wiring.receive(messages.SPI_WRITE, 1, b"c")
    assert panel.heard == [(1, b"ab"), (0, b"c")]
    assert (wiring.transfers, wiring.bytes_sent) == (2, 3)


@pytest.mark.parametrize(
    ("operation", "pin", "data"),
    [
        pytest.param(messages.PIN_OUTPUT, 9, b"\1", id="not selected"),
        pytest.param(messages.PIN_FREE, 9, b"", id="CS driven by nobody"),
        pytest.param(messages.PIN_FREE, 8, b"", id="DC driven by nobody"),
        pytest.param(messages.PIN_OUTPUT, 12, b"\0", id="in reset"),
    ],
)
def test_bytes_that_do_not_arrive(
    wiring: Wiring, panel: Panel, operation: int, pin: int, data: bytes
) -> None:
    wiring.receive(operation, pin, data)
    wiring.receive(messages.SPI_WRITE, 1, b"ab")
    assert panel.heard == []
    wiring.receive(messages.PIN_OUTPUT, pin, bytes([0 if pin == 9 else 1]))
    wiring.receive(messages.SPI_WRITE, 0, b"the other bus")
    assert panel.heard == []
    wiring.receive(messages.SPI_WRITE, 1, b"ab")
    assert panel.heard == [(1, b"ab")]


def test_pulled_off_nothing_arrives_and_nobody_is_told(wiring: Wiring, panel: Panel) -> None:
    wiring.plugged = False
    wiring.receive(messages.SPI_WRITE, 1, b"ab")
    wiring.receive(messages.PIN_OUTPUT, 12, b"\0")
    assert (panel.heard, panel.resets) == ([], 0)


@pytest.mark.parametrize(("through", "arrives"), [(None, b"abc"), (2, b"ab"), (0xFFFF, b"")])
def test_disturbed_bytes(
    wiring: Wiring, panel: Panel, through: "int | None", arrives: bytes
) -> None:
    wiring.disturb = lambda length: through
    wiring.receive(messages.SPI_WRITE, 1, b"abc")
    assert panel.heard == [(1, arrives)]


def test_reset_and_light(wiring: Wiring, panel: Panel) -> None:
    assert panel.shines == 0
    wiring.receive(messages.PIN_OUTPUT, 12, b"\0")
    assert panel.resets == 1
    wiring.receive(messages.PIN_PWM, 13, (0x3333).to_bytes(2, "little"))
    assert panel.shines == pytest.approx(0.2)
    wiring.receive(messages.PIN_OUTPUT, 13, b"\1")
    assert panel.shines == 1
    wiring.power_on(lambda operation, number, data: None)
    assert panel.shines == 0


@pytest.fixture(params=CONTROLLERS)
def rig(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Rig:
    monkeypatch.setattr(time, "sleep_ms", _no_time, raising=False)
    made = Rig(request.param, spi=True)
    made.display.init()
    return made


def test_the_same_drivers_on_spi(rig: Rig) -> None:
    assert rig.chip.pixels() == DARK
    fill(rig.canvas)
    assert rig.flush() == 1000
    assert rig.chip.pixels() == expected(rig.canvas)
    assert rig.flush() == 0
    rig.canvas.text(24, 7, "x")
    rig.flush()
    assert rig.chip.pixels() == expected(rig.canvas)
    assert rig.chip.complaints == []


def test_init_resets_and_selects(rig: Rig) -> None:
    lines = rig.lines
    rig.chip.write(b"\x00\xae")
    lines.clear()
    rig.display.init()
    assert lines[:4] == ["cs 1", "reset 0", "reset 1", "dc 0"]
    assert lines[4:7] == ["cs 0", "write", "cs 1"]
    assert lines[-1] == "cs 1", "the display is left alone between transfers"


@pytest.mark.micropython
def test_the_companion_finds_a_display_on_spi_again() -> None:
    with Device("waveshare_oled_1_3") as companion:
        companion.settle()
        shown = companion.frame()
        companion.unplug()
        companion.run(1000)
        companion.plug()
        companion.run(500)
        assert companion.frame() != shown
        companion.run(10_000)
        assert companion.frame() == shown
        assert companion.display.complaints == []
        # Without a fault it only sends again what is there.
        version = companion.display.version
        companion.run(25_000)
        assert companion.frame() == shown
        assert companion.display.version <= version + 6


@pytest.fixture(
    params=[
        pytest.param(False, id="micropython", marks=pytest.mark.micropython),
        pytest.param(True, id="cpython"),
    ]
)
def device(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Device]:
    file = tmp_path / "spi_board.py"
    file.write_text(BOARD)
    with Device(boards.read(file), main=MAIN, python=bool(request.param)) as running:
        running.run(500)
        yield running


def test_the_firmware_draws_over_spi(device: Device) -> None:
    rig = Rig()
    rig.canvas.text(3, 2, "biriba")
    assert device.frame() == expected(rig.canvas)
    assert device.display.complaints == []
    # 30 columns and their place: 33 bytes at 4 MHz are 66 us, the rest is asking for the time.
    assert device.variable("sent") == "30"
    assert 66 <= int(device.variable("us")) < 84


def test_the_speed_of_the_bus(device: Device) -> None:
    speeds = [int(speed) for speed in device.variable("speeds").strip("[]").split(",")]
    assert len(speeds) == 4
    for speed, real in zip(speeds, (24000, 24000, 12000, 8000), strict=True):
        assert speed == pytest.approx(real, rel=0.02)


def test_the_light_behind_the_glass(device: Device) -> None:
    assert device.display.backlight == pytest.approx(0.25, rel=0.001)
    device.cut_power()
    device.power_on()
    assert device.display.backlight == 0


def test_a_display_that_lost_its_power_is_set_up_again(rig: Rig) -> None:
    fill(rig.canvas)
    rig.flush()
    rig.display.contrast(0x20)
    # It comes back with what it has after power-on: dark, and memory full of noise.
    fresh = type(rig.chip)()
    rig.spi.chip = fresh
    rig.lines.clear()
    assert rig.display.renew()
    assert not any(line.startswith("reset") for line in rig.lines)
    assert fresh.on
    assert fresh.contrast == 0x20
    rig.canvas.touch()
    rig.flush()
    assert fresh.pixels() == expected(rig.canvas)
    assert fresh.complaints == []
    # What is switched off stays so.
    rig.display.power(False)
    assert rig.display.renew()
    assert not fresh.on


def test_a_display_put_back_is_dark_until_the_next_start(device: Device) -> None:
    shown = device.frame()
    device.unplug()
    device.plug()
    device.run(500)
    assert not any(device.frame())
    device.cut_power()
    device.power_on()
    device.run(500)
    assert device.frame() == shown
