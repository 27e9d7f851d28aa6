"""The model of the ST7789 alone: vendors' own ways to fill it, and what it complains about."""

from collections.abc import Callable

import pytest

from tools.sim.chips.st7789 import ST7789

_WAKE = ((0x01,), (0x11,), (0x21,), (0x29,))

RED, GREEN = b"\xff\0\0", b"\0\xff\0"


def _send(chip: ST7789, *commands: "tuple[int, ...]") -> None:
    for command, *operands in commands:
        chip.write_spi(0, bytes([command]))
        if operands:
            chip.write_spi(1, bytes(operands))


def _window(command: int, first: int, last: int) -> "tuple[int, ...]":
    return command, first >> 8, first & 255, last >> 8, last & 255


def _small() -> ST7789:
    chip = ST7789(240, 135, 40, 53)
    _send(chip, *_WAKE)
    return chip


@pytest.mark.parametrize(
    ("glass", "madctl", "x", "y"),
    [
        ((240, 135, 40, 53), 0x70, 40, 53),
        ((240, 135, 40, 53), 0xA0, 40, 52),
        ((240, 240, 0, 0), 0x70, 0, 0),
        ((320, 240, 0, 0), 0x70, 0, 0),
        ((320, 240, 0, 0), 0xB0, 0, 0),
    ],
)
def test_a_vendors_picture_fills_the_glass(
    glass: tuple[int, int, int, int], madctl: int, x: int, y: int
) -> None:
    chip = ST7789(*glass)
    width, height = glass[:2]
    _send(chip, *_WAKE, (0x36, madctl), (0x3A, 0x05))
    _send(chip, _window(0x2A, x, x + width - 1), _window(0x2B, y, y + height - 1), (0x2C,))
    first_row = b"\xf8\x00" * width
    chip.write_spi(1, first_row + b"\x07\xe0" * width * (height - 1))
    rows = [RED * width] + [GREEN * width] * (height - 1)
    shown = b"".join(rows)
    if madctl & 0x80:
        shown = b"".join(reversed(rows))
    assert chip.pixels() == shown
    assert chip.complaints == []


@pytest.mark.parametrize(
    ("format", "data"),
    [(0x03, b"\xf8\x0f\x80"), (0x05, b"\xfc\x10" * 2), (0x66, b"\xff\x80\x80" * 2)],
)
def test_formats(format: int, data: bytes) -> None:
    chip = _small()
    _send(chip, (0x36, 0x60), (0x3A, format))
    _send(chip, _window(0x2A, 40, 41), _window(0x2B, 53, 53), (0x2C,))
    chip.write_spi(1, data[:1])
    chip.write_spi(1, data[1:])
    first, second = chip.pixels()[:3], chip.pixels()[3:6]
    assert first == second
    assert first[0] == 0xFF
    assert 0x80 <= first[1] <= 0x88
    assert chip.complaints == []


def test_what_is_not_lit() -> None:
    chip = ST7789(240, 135, 40, 53)
    dark = bytes(240 * 135 * 3)
    _send(chip, (0x29,))
    assert chip.pixels() == dark, "asleep"
    _send(chip, (0x11,), (0x28,))
    assert chip.pixels() == dark, "off"
    _send(chip, (0x29,))
    shown = chip.pixels()
    assert shown != dark
    _send(chip, (0x21,))
    assert chip.pixels() == bytes(255 - byte for byte in shown)


@pytest.mark.parametrize(
    ("commands", "complaint"),
    [
        ([(0xF7,)], "command F7"),
        ([(0x2A, 0, 0, 0)], "2A without its last 1 operands"),
        ([(0x3A, 5, 5)], "05 after all operands of 3A"),
        ([(0x3A, 0x04)], "3A 04"),
        ([(0x36, 0x01)], "36 01"),
        ([_window(0x2A, 10, 9)], "2A from 10 to 9"),
        ([_window(0x2A, 0, 240)], "2A from 0 to 240"),
        ([(0x36, 0x20), _window(0x2B, 0, 240)], "2B from 0 to 240"),
        ([(0x29, 1)], "01 after all operands of 29"),
        ([(0x3A, 3), (0x2C, 1, 2)], "part of a pixel"),
        (
            [(0x3A, 5), _window(0x2A, 0, 0), _window(0x2B, 0, 0), (0x2C, 1, 2, 3, 4)],
            "data beyond the end of the window",
        ),
    ],
)
def test_complaints(commands: "list[tuple[int, ...]]", complaint: str) -> None:
    chip = _small()
    _send(chip, *commands, (0x00,))
    assert chip.complaints == [complaint]


@pytest.mark.parametrize(
    ("steps", "complaint"),
    [
        ([(0x01, 119), (0x11, 0)], "11 less than 120 ms after 01 or 10"),
        ([(0x01, 4), (0x29, 0)], "29 less than 5 ms after a reset or sleep"),
        ([(0x01, 120), (0x11, 4), (0x29, 0)], "29 less than 5 ms after a reset or sleep"),
        ([(0x01, 120), (0x11, 119), (0x10, 0)], "10 less than 120 ms after 11"),
        ([(0x01, 120), (0x11, 5), (0x29, 0)], None),
    ],
)
def test_waiting_times(steps: "list[tuple[int, int]]", complaint: "str | None") -> None:
    now = [0.0]
    clock: Callable[[], float] = lambda: now[0]  # noqa: E731
    chip = ST7789(240, 135, 40, 53, clock=clock)
    for command, ms in steps:
        _send(chip, (command,))
        now[0] += ms
    assert chip.complaints == ([complaint] if complaint else [])
