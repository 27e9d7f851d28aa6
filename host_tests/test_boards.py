"""The board files: that what they say can be wired to a Pico, and that each board starts."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

from firmware.canvas import COLUMNS, ROWS
from firmware.display.st7789 import THEMES
from host_tests.colour_kit import enlarged, rgb
from tools.sim import boards, chip
from tools.sim.driver import Device
from tools.sim.wiring import Key

BOARDS = [boards.load(identifier) for identifier in boards.identifiers()]
EACH = pytest.mark.parametrize("board", BOARDS, ids=[board.id for board in BOARDS])

# RP2040 datasheet, 1.4.3: which pins the blocks can be on, by the block's number.
_I2C_PINS = {
    "SDA": (range(0, 29, 4), range(2, 27, 4)),
    "SCL": (range(1, 30, 4), range(3, 28, 4)),
}
_SPI_PINS = {"SCK": ((2, 6, 18, 22), (10, 14, 26)), "MOSI": ((3, 7, 19, 23), (11, 15, 27))}

# GP23 to GP25 and GP29 are not brought out on a Pico.
_OUT = (*range(23), 26, 27, 28)

_LINES = {
    "i2c": ("I2C_ID", "SDA", "SCL", "I2C_HERTZ", "ADDRESSES"),
    "spi": ("SPI_ID", "SCK", "MOSI", "CS", "DC", "RST", "SPI_HERTZ"),
}


def _problems(board: boards.Board) -> list[str]:
    """What is wrong with a board file."""
    facts = board.facts
    missing = [
        name
        for name in ("NAME", "CONTROLLER", "FLIP", "LED", "KEYS", *_LINES[facts["BUS"]])
        if name not in facts
    ]
    if missing:
        return [f"no {name}" for name in missing]
    keys = facts["KEYS"]
    return [
        *_wrong_pins("I2C_ID", _I2C_PINS, facts),
        *_wrong_pins("SPI_ID", _SPI_PINS, facts),
        *_pins_used_twice(board),
        *_wrong_keys(keys),
        *(["LABELS of other keys"] if len(facts.get("LABELS", keys)) != len(keys) else []),
        *(f"UNCONFIRMED: no {name}" for name in facts["UNCONFIRMED"] if name not in facts),
        *_wrong_colours(facts),
        *(f"address {a:#x}" for a in facts.get("ADDRESSES", ()) if a not in (0x3C, 0x3D)),
    ]


def _wrong_pins(
    block: str, pins: Mapping[str, tuple[Iterable[int], ...]], facts: dict[str, int]
) -> list[str]:
    if block not in facts:
        return []
    number = facts[block]
    return [f"{name} on GP{facts[name]}" for name in pins if facts[name] not in pins[name][number]]


def _pins_used_twice(board: boards.Board) -> list[str]:
    facts = board.facts
    keys = [row[0] for row in facts["KEYS"]]
    # Both buses of one display are never used together, but no key may be on either.
    used = [*keys, *(facts[name] for name in boards.display_lines(facts))]
    used += [*facts.get("KEPT_HIGH", ()), *([facts["LED"]] if facts["LED"] != "LED" else [])]
    other = [facts[name] for name in ("SDA", "SCL", "SCK", "MOSI") if name in facts]
    twice = {pin for pin in used if used.count(pin) > 1} | set(keys) & set(other)
    return [f"GP{pin} twice" for pin in twice] + [f"no GP{p}" for p in used if p not in _OUT]


def _wrong_colours(facts: dict[str, Any]) -> list[str]:
    """What cannot be of a colour display: a picture that is larger than its glass."""
    if facts["CONTROLLER"] != "ST7789":
        return []
    width, height, x, y = facts["GLASS"]
    return [
        *(["GLASS beside the memory"] if x + width > 320 or y + height > 240 else []),
        *(["GLASS with half a byte"] if width * height % 2 or width % 2 else []),
        *(["CELL too wide"] if sum(facts["CELL"]) * COLUMNS > width else []),
        *(["LINE too high"] if facts["LINE"] * 8 * ROWS > height else []),
        *([f"no theme {facts['THEME']}"] if facts["THEME"] not in THEMES else []),
    ]


def _wrong_keys(rows: tuple[tuple[int, ...], ...]) -> list[str]:
    codes = {code for row in rows for code in row[1:]}
    problems = [f"no key gives {boards.KEY_NAMES[code]}" for code in {0, 1, 2, 3} - codes]
    return problems + [f"key {row}" for row in rows if not 2 <= len(row) <= 3 or max(codes) > 3]


@EACH
def test_a_board_can_be_wired(board: boards.Board) -> None:
    assert _problems(board) == []


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("GLASS = (240, 135, 40, 106)", "GLASS beside the memory"),
        ("GLASS = (239, 135, 40, 53)", "GLASS with half a byte"),
        ("CELL = (2, 2, 2, 2, 2)", "CELL too wide"),
        ("LINE = 3", "LINE too high"),
        ("THEME = 'pink'", "no theme pink"),
        ("LABELS = ('A',)", "LABELS of other keys"),
        ("KEPT_HIGH = (15,)", "GP15 twice"),
        ("BL = 12", "GP12 twice"),
    ],
)
def test_what_cannot_be_is_found_of_colour_displays(
    tmp_path: Path, line: str, problem: str
) -> None:
    file = tmp_path / "wrong.py"
    file.write_text(boards.load("waveshare_lcd_1_14").path.read_text(encoding="utf-8") + line)
    assert problem in _problems(boards.read(file))


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("SDA = 6", "SDA on GP6"),
        ("I2C_ID = 1", "SDA on GP4"),
        ("SCL = 10", "GP10 twice"),
        ("KEYS = ((10, 0), (11, 1), (12, 2))", "no key gives BACK"),
        ("KEYS = ((10, 0), (11, 1), (12, 2), (10, 3))", "GP10 twice"),
        ("KEYS = ((10, 0), (11, 1), (12, 2), (25, 3))", "no GP25"),
        ("UNCONFIRMED = ('SCK',)", "UNCONFIRMED: no SCK"),
        ("ADDRESSES = (0x78,)", "address 0x78"),
        ("BUS = 'spi'", "no SPI_ID"),
    ],
)
def test_what_cannot_be_is_found(tmp_path: Path, line: str, problem: str) -> None:
    file = tmp_path / "wrong.py"
    file.write_text(boards.load("pico_ssd1306").path.read_text(encoding="utf-8") + line + "\n")
    assert problem in _problems(boards.read(file))


def test_keys_that_stand_for_others() -> None:
    two = boards.load("waveshare_oled_1_3")
    assert two.keys == {"DOWN": 15, "OK": 17}
    assert two.held == {"UP": "DOWN", "BACK": "OK"}
    assert boards.load("bitdoglab").held == {"BACK": "OK"}
    assert boards.load("pico_ssd1306").held == {}


def test_a_display_that_can_be_on_either_bus_has_the_wires_of_one() -> None:
    board = boards.load("waveshare_oled_1_3")
    assert board.wires == ["GND", "VCC", "SCK", "MOSI", "CS", "DC", "RST"]
    assert boards.load("pico_ssd1306").wires == ["GND", "VCC", "SCL", "SDA"]


@pytest.fixture(
    params=[
        pytest.param(False, id="micropython", marks=pytest.mark.micropython),
        pytest.param(True, id="cpython"),
    ]
)
def python(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


@EACH
def test_a_board_starts_and_hears_its_keys(board: boards.Board, python: bool) -> None:
    with Device(board, python=python) as device:
        device.settle()
        pictures = {device.frame()}
        for name in ("OK", "DOWN", "UP", "DOWN", "BACK"):
            device.press(name)
            device.settle()
            pictures.add(device.frame())
        assert len(pictures) >= 3
        assert device.display.complaints == []
        assert device.alive, device.output


def _first_picture(board: boards.Board) -> bytes:
    with Device(board, python=True) as device:
        device.run(300)  # a colour display is reset first, and shows nothing meanwhile
        device.settle()
        if board.held:
            device.press("OK")
            device.settle()
        return device.frame()


OLEDS = [board for board in BOARDS if chip.for_board(board).depth == 1]


@pytest.mark.parametrize("board", OLEDS, ids=[board.id for board in OLEDS])
def test_all_boards_of_a_size_show_the_same(board: boards.Board) -> None:
    assert _first_picture(board) == _first_picture(boards.load("pico_ssd1306"))


COLOURS = [board for board in BOARDS if chip.for_board(board).depth == 3]


@pytest.mark.parametrize("board", COLOURS, ids=[board.id for board in COLOURS])
def test_a_colour_display_shows_the_same_enlarged(board: boards.Board) -> None:
    oled = _first_picture(boards.load("pico_ssd1306"))
    foreground, background = THEMES[board.facts["THEME"]]
    assert _first_picture(board) == enlarged(oled, board.facts, rgb(background), rgb(foreground))


@pytest.mark.parametrize("board", COLOURS, ids=[board.id for board in COLOURS])
def test_each_of_many_keys_is_heard(board: boards.Board) -> None:
    rows: tuple[tuple[int, int], ...] = board.facts["KEYS"]
    for pin, code in rows:
        with Device(board, python=True) as device:
            name = boards.KEY_NAMES[code]
            device.wiring.keys[name] = Key(pin, 0)
            device.run(500)
            if name in ("UP", "BACK"):
                device.press("OK" if name == "BACK" else "DOWN", *["DOWN"] * (name == "UP"))
            before = device.frame()
            device.press(name)
            device.settle()
            assert device.frame() != before, (pin, name)


def test_the_light_and_the_led_of_a_colour_display() -> None:
    with Device("pimoroni_display", python=True) as device:
        assert device.display.backlight == 0
        device.run(500)
        assert 0.3 < device.display.backlight < 0.6
        outputs = device.wiring.outputs
        assert [outputs[pin] for pin in (6, 7, 8)] == [1, 1, 1], "a high LED is dark"


def test_the_other_bus_of_a_board_is_one_line(tmp_path: Path) -> None:
    file = tmp_path / "other_bus.py"
    text = boards.load("waveshare_oled_1_3").path.read_text(encoding="utf-8")
    file.write_text(text.replace('BUS = "spi"', 'BUS = "i2c"'))
    board = boards.read(file)
    assert _problems(board) == []
    assert _first_picture(board) == _first_picture(boards.load("pico_ssd1306"))
