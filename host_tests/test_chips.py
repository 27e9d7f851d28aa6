"""The models of the one-bit controllers against their data sheets, told in bytes, and the pictures
of `frames`."""

from pathlib import Path

import pytest
from PIL import Image

from tools import frames
from tools.sim.chips.controller import Controller
from tools.sim.chips.sh1106 import SH1106
from tools.sim.chips.sh1107 import SH1107
from tools.sim.chips.ssd1306 import SSD1306

DARK = bytes(128 * 64)
START = bytes.fromhex("00 8D 14 A1 C8 20 00 AF")
WHOLE = bytes.fromhex("00 21 00 7F 22 00 07")


@pytest.fixture
def chip() -> SSD1306:
    made = SSD1306()
    made.write(START)
    made.write(WHOLE)
    made.write(b"\x40" + bytes(1024))
    assert made.complaints == []
    return made


def lit(chip: Controller) -> set[tuple[int, int]]:
    """The lit pixels, as (column, row)."""
    return {(at % 128, at // 128) for at, pixel in enumerate(chip.pixels()) if pixel}


def put(chip: Controller, *values: int) -> None:
    chip.write(bytes([0x40, *values]))


def orders(chip: Controller, text: str) -> None:
    chip.write(b"\x00" + bytes.fromhex(text))


def test_glass_is_dark_without_charge_pump_or_off() -> None:
    chip = SSD1306()
    assert chip.pixels() == DARK
    orders(chip, "AF")
    assert chip.pixels() == DARK
    orders(chip, "8D 14")
    assert chip.pixels() != DARK, "the memory is random after power-on"
    orders(chip, "8D 10")
    assert chip.pixels() == DARK
    orders(chip, "8D 14 AE")
    assert chip.pixels() == DARK


def test_all_bytes_are_acknowledged(chip: SSD1306) -> None:
    assert chip.write(b"\x00\xe3") == 2
    assert chip.write(b"\x40" + bytes(128)) == 129


def test_lowest_bit_is_on_top(chip: SSD1306) -> None:
    put(chip, 0x01, 0x82)
    assert lit(chip) == {(0, 0), (1, 1), (1, 7)}


def test_horizontal_addressing_wraps_in_the_window(chip: SSD1306) -> None:
    orders(chip, "21 0A 0B 22 02 03")
    put(chip, 1, 2, 4, 8)
    assert lit(chip) == {(10, 16), (11, 17), (10, 26), (11, 27)}
    put(chip, 0x10)
    assert (10, 20) in lit(chip)
    assert (10, 16) not in lit(chip)
    assert chip.complaints == []


def test_vertical_addressing(chip: SSD1306) -> None:
    orders(chip, "20 01 21 0A 0B 22 02 03")
    put(chip, 1, 2, 4, 8)
    assert lit(chip) == {(10, 16), (10, 25), (11, 18), (11, 27)}


def test_page_addressing(chip: SSD1306) -> None:
    orders(chip, "20 02 B3 05 12")
    put(chip, 1, 1)
    assert lit(chip) == {(0x25, 24), (0x26, 24)}
    orders(chip, "0F 17")
    put(chip, 1)
    assert (127, 24) in lit(chip)
    assert chip.complaints == []


def test_a_control_byte_before_each_byte(chip: SSD1306) -> None:
    chip.write(bytes.fromhex("80 21 80 05 80 07 80 22 80 01 80 01 C0 01 40 02 04"))
    assert lit(chip) == {(5, 8), (6, 9), (7, 10)}


def test_operands_may_come_in_another_transfer(chip: SSD1306) -> None:
    orders(chip, "81")
    orders(chip, "22")
    assert chip.contrast == 0x22
    assert chip.complaints == []


def test_flipping_columns_concerns_new_data_only(chip: SSD1306) -> None:
    put(chip, 1)
    orders(chip, "A0")
    put(chip, 2)
    assert lit(chip) == {(0, 0), (126, 1)}


def test_flipping_rows_concerns_the_whole_picture(chip: SSD1306) -> None:
    put(chip, 1)
    orders(chip, "C0")
    assert lit(chip) == {(0, 63)}


def test_start_line_and_offset_move_the_picture(chip: SSD1306) -> None:
    put(chip, 0x04)
    orders(chip, "42")
    assert lit(chip) == {(0, 0)}
    orders(chip, "43")
    assert lit(chip) == {(0, 63)}
    orders(chip, "40 D3 02")
    assert lit(chip) == {(0, 0)}
    orders(chip, "D3 3F")
    assert lit(chip) == {(0, 3)}


def test_half_the_multiplex_ratio_shows_half(chip: SSD1306) -> None:
    orders(chip, "C0 A5 A8 1F")
    assert {row for _, row in lit(chip)} == set(range(32, 64))


def test_wrong_common_pins_interlace(chip: SSD1306) -> None:
    orders(chip, "21 00 00 22 00 07")
    put(chip, *[0xFF] * 4, *[0] * 4)
    assert lit(chip) == {(0, row) for row in range(32)}
    orders(chip, "DA 02")
    assert lit(chip) == {(0, row) for row in range(0, 64, 2)}
    orders(chip, "DA 22")
    assert lit(chip) == {(0, row) for row in range(1, 64, 2)}


def test_whole_glass_and_inverse(chip: SSD1306) -> None:
    orders(chip, "A5")
    assert chip.pixels() == b"\x01" * 8192
    orders(chip, "A4 A7")
    assert chip.pixels() == b"\x01" * 8192
    put(chip, 1)
    assert chip.pixels() == b"\x00" + b"\x01" * 8191


def test_version_changes_with_the_picture(chip: SSD1306) -> None:
    before = chip.version
    put(chip, 0)
    orders(chip, "AF A4 C8 E3")
    assert chip.version == before
    for change in ("40 01", "00 81 10", "00 AE", "00 41", "00 A7"):
        chip.write(bytes.fromhex(change))
        assert chip.version > before, change
        before = chip.version


@pytest.mark.parametrize(
    "transfer",
    [
        "00 FF",
        "00 23 00",
        "00 AD 30",
        "00 20 03",
        "00 21 00 80",
        "00 21 05 04",
        "00 22 00 08",
        "00 B0",
        "00 05",
        "00 12",
        "00 20 02 18",
        "00 20 02 21 00 7F",
        "00 8D 12",
        "00 A8 0E",
        "00 D3 40",
        "00 D9 F0",
        "00 DA 10",
        "00 DB 40",
        "00 2F",
        "01 AF",
        "00 81 40 00 22 00",
        "00 26 00 00 00 00 00 55",
    ],
)
def test_what_the_data_sheet_does_not_have(chip: SSD1306, transfer: str) -> None:
    chip.write(bytes.fromhex(transfer))
    assert chip.complaints


def test_data_instead_of_an_operand(chip: SSD1306) -> None:
    orders(chip, "81")
    put(chip, 1)
    assert chip.complaints == ["data instead of an operand of 81"]


def test_data_beyond_the_window(chip: SSD1306) -> None:
    orders(chip, "21 00 01 22 00 00")
    put(chip, 1, 1, 1)
    assert chip.complaints == ["data beyond the end of the window"]


@pytest.fixture
def wider() -> SH1106:
    """An SH1106 with a dark memory."""
    made = SH1106()
    orders(made, "A1 C8 AF")
    for page in range(8):
        made.write(bytes([0x00, 0xB0 | page, 0x00, 0x10]))
        put(made, *bytes(132))
    assert made.pixels() == DARK
    assert made.complaints == []
    return made


def test_sh1106_shows_the_middle_of_its_columns(wider: SH1106) -> None:
    orders(wider, "B2 01 10")
    put(wider, 1, 2, 4)
    assert lit(wider) == {(0, 17), (1, 18)}
    orders(wider, "0F 17")
    put(wider, 1)
    assert (125, 16) in lit(wider)
    orders(wider, "02 18")
    put(wider, 1, 1)
    assert (127, 16) not in lit(wider)
    assert wider.complaints == []


def test_sh1106_stays_in_its_page(wider: SH1106) -> None:
    orders(wider, "B0 03 18")
    put(wider, 1)
    assert wider.complaints == []
    put(wider, 1)
    assert wider.complaints == ["data at column 132"]
    assert lit(wider) == set()


def test_sh1106_pump(wider: SH1106) -> None:
    orders(wider, "B0 02 10")
    put(wider, 1)
    orders(wider, "AE AD 8A AF")
    assert wider.pixels() == DARK
    orders(wider, "AE AD 8B AF")
    assert lit(wider) == {(0, 0)}
    orders(wider, "AD 8A")
    assert wider.complaints == ["AD while the display is on"]


@pytest.mark.parametrize("transfer", ["00 20 00", "00 8D 14", "00 21 00 7F", "00 DA 22", "00 2E"])
def test_sh1106_knows_no_command_of_the_ssd1306(wider: SH1106, transfer: str) -> None:
    wider.write(bytes.fromhex(transfer))
    assert wider.complaints


def test_art_and_back(chip: SSD1306) -> None:
    put(chip, 0x01, 0x02, 0x03, 0x00, 0x0C)
    art = frames.art(chip.pixels())
    lines = art.split("\n")
    assert lines[0] == "▀▄█"
    assert lines[1] == "    █"
    assert lines[2:] == [""] * 31
    assert frames.pixels(art) == chip.pixels()


def test_png(chip: SSD1306, tmp_path: Path) -> None:
    put(chip, 0x00, 0x02)
    path = tmp_path / "frame.png"
    frames.png(chip.pixels(), path, scale=6)
    with Image.open(path) as image:
        assert image.size == (768, 384)
        bright = [at for at, value in enumerate(image.convert("L").tobytes()) if value > 100]
    assert {(at % 768 // 6, at // 768 // 6) for at in bright} == {(1, 1)}
    assert len(bright) == 25


@pytest.fixture
def tall() -> SH1107:
    """An SH1107 with a dark memory, set up as for a glass of 64x128."""
    made = SH1107()
    orders(made, "A8 3F D3 60 AF 21 B0 00 10")
    put(made, *bytes(16 * 64))
    assert made.pixels() == DARK
    assert made.complaints == []
    return made


def test_sh1107_lies_on_its_side(tall: SH1107) -> None:
    orders(tall, "20 B0 00 10")
    put(tall, 0x01, 0x82)
    assert lit(tall) == {(0, 63), (1, 62), (7, 62)}
    orders(tall, "BF 0F 13")
    put(tall, 0x80)
    assert (127, 0) in lit(tall)
    assert tall.complaints == []


def test_sh1107_modes(tall: SH1107) -> None:
    orders(tall, "21 BE 05 10")
    put(tall, 1, 2, 4, 8)
    # From page 15 on to the next column's page 0.
    assert lit(tall) == {(112, 58), (121, 58), (2, 57), (11, 57)}
    orders(tall, "20 BE 0E 17")
    put(tall, 0, 0)
    assert tall.complaints == []
    put(tall, 0)
    assert tall.complaints == ["data at column 128"]


def test_sh1107_glass_is_in_the_middle(tall: SH1107) -> None:
    orders(tall, "A5")
    assert len(lit(tall)) == 8192
    # Without the offset half of the picture is beside the glass, and half of that on its edge.
    orders(tall, "D3 00")
    assert {row for _, row in lit(tall)} == set(range(32, 64))
    # Scanned the other way round it takes another offset.
    orders(tall, "C8 D3 60")
    assert lit(tall) == set()
    orders(tall, "D3 20")
    assert len(lit(tall)) == 8192


def test_sh1107_turned_and_inverse(tall: SH1107) -> None:
    orders(tall, "20 B0 00 10")
    put(tall, 0x01)
    orders(tall, "A1")
    assert lit(tall) == {(127, 63)}
    orders(tall, "C8 D3 20")
    assert lit(tall) == {(127, 0)}
    orders(tall, "DC 01")
    assert (127, 0) not in lit(tall)
    orders(tall, "DC 00 A7")
    assert len(lit(tall)) == 8191
    orders(tall, "AE")
    assert lit(tall) == set()


@pytest.mark.parametrize(
    "transfer",
    "00 18|00 22|00 40|00 8D 14|00 A8 80|00 AD 14|00 DA 12|00 D3 80|00 DC 80|00 D9 F0".split("|"),
)
def test_what_the_sh1107_does_not_have(transfer: str) -> None:
    chip = SH1107()
    chip.write(bytes.fromhex(transfer))
    assert chip.complaints
