"""The driver of colour displays against the model of their chip: what the glass shows is the
canvas, enlarged, and nothing goes over the bus that the data sheet does not know."""

from collections.abc import Iterable
from io import BytesIO
from pathlib import Path
from typing import Any, cast

import pytest

from firmware.display.st7789 import THEMES
from host_tests.colour_kit import IDS, Rig
from host_tests.device import test_st7789
from host_tests.display_kit import fill
from tools.testing.on_micropython import run
from tools.venv import ROOT

_BOARD = "waveshare_lcd_1_14"
_SPEED = 62_500_000


@pytest.fixture(params=IDS)
def rig(request: pytest.FixtureRequest) -> Rig:
    made = Rig(request.param)
    made.display.init()
    return made


def _all(rig: Rig, colour: bytes) -> bytes:
    return colour * (rig.chip.width * rig.chip.height)


def test_there_are_such_boards() -> None:
    assert len(IDS) == 4


@pytest.mark.parametrize("board", IDS)
def test_nothing_is_seen_before_the_memory_is_clear(board: str) -> None:
    rig = Rig(board, theme="felt")
    seen: set[bytes] = set()
    write = rig.chip.write_spi

    def watching(dc: int, data: bytes) -> None:
        write(dc, data)
        if rig.time.lit and rig.chip.on:
            seen.add(rig.chip.pixels())

    rig.chip.write_spi = watching
    rig.display.init()
    assert seen <= {_all(rig, rig.colours[0])}
    assert rig.chip.pixels() == _all(rig, rig.colours[0])
    assert rig.time.lit > 0
    assert rig.chip.complaints == []


def test_a_display_that_is_reset_while_the_rest_loads_waits_no_longer() -> None:
    rig = Rig(_BOARD)
    rig.time.ms += 500
    rig.display.init()
    assert rig.time.ms < 1510
    rig.display.init()
    assert rig.time.ms >= 1620
    assert rig.chip.complaints == []


def test_every_glyph_both_ways(rig: Rig) -> None:
    fill(rig.canvas)
    assert rig.canvas.flush(rig.display) == 1000
    assert rig.chip.pixels() == rig.expected()
    rig.canvas.cells[:] = bytes(range(56, 256))
    rig.canvas.flush(rig.display)
    assert rig.chip.pixels() == rig.expected()
    assert rig.chip.complaints == []


@pytest.mark.parametrize("theme", THEMES)
def test_themes(theme: str) -> None:
    rig = Rig(_BOARD, theme=theme)
    rig.display.init()
    fill(rig.canvas)
    rig.canvas.flush(rig.display)
    assert rig.chip.pixels() == rig.expected()


def test_only_what_changed_is_sent(rig: Rig) -> None:
    fill(rig.canvas)
    rig.canvas.flush(rig.display)
    rig.bus.sent = 0
    assert rig.canvas.flush(rig.display) == 0
    assert rig.bus.sent == 0
    rig.canvas.text(24, 7, "x")
    rig.canvas.flush(rig.display)
    # The pixels at twelve bits, three windows' sides, two beginnings.
    pixels = sum(rig.facts["CELL"]) * 8 * rig.facts["LINE"]
    assert rig.bus.sent == pixels * 3 // 2 + 3 * 5 + 2
    assert rig.chip.pixels() == rig.expected()


@pytest.mark.parametrize("board", IDS)
def test_upside_down(board: str) -> None:
    rig = Rig(board)
    rig.display.init()
    fill(rig.canvas)
    for flip in (True, True, False):
        rig.display.flip(flip)
        rig.canvas.touch()
        rig.canvas.flush(rig.display)
        shown = rig.chip.pixels()
        if flip:
            shown = b"".join(shown[at : at + 3] for at in range(len(shown) - 3, -1, -3))
        assert shown == rig.expected()
    built_in = Rig(board, flip=True)
    built_in.display.init()
    fill(built_in.canvas)
    built_in.canvas.flush(built_in.display)
    shown = built_in.chip.pixels()
    assert b"".join(shown[i : i + 3] for i in range(len(shown) - 3, -1, -3)) == rig.expected()
    assert rig.chip.complaints == built_in.chip.complaints == []


def test_the_light(rig: Rig) -> None:
    duties: list[int] = []
    for value in range(256):
        rig.display.contrast(value)
        duties.append(rig.time.lit)
    assert duties == sorted(duties)
    assert duties[0] > 1000
    assert 65000 < duties[-1] <= 65535
    rig.display.contrast(0x20)
    duty = rig.time.lit
    rig.display.power(False)
    assert (rig.time.lit, rig.chip.on) == (0, False)
    rig.display.power(True)
    assert (rig.time.lit, rig.chip.on) == (duty, True)
    rig.display.init()
    assert rig.time.lit == duty


def test_what_changes_while_it_is_off_is_there_after(rig: Rig) -> None:
    rig.display.power(False)
    fill(rig.canvas)
    rig.canvas.flush(rig.display)
    rig.display.renew()
    assert not rig.chip.on
    assert rig.time.lit == 0
    rig.display.power(True)
    assert rig.chip.pixels() == rig.expected()


def test_a_chip_that_lost_everything_is_set_up_again(rig: Rig) -> None:
    fill(rig.canvas)
    rig.canvas.flush(rig.display)
    fresh = Rig(next(name for name in IDS if rig.facts["NAME"] == Rig(name).facts["NAME"]))
    rig.bus.__init__(fresh.chip)
    fresh.time.ms += 200
    assert rig.display.renew()
    rig.canvas.touch()
    rig.canvas.flush(rig.display)
    assert fresh.chip.pixels() == rig.expected()


def _buffers(value: object, found: dict[int, int]) -> None:
    """Collect the memory behind a value by its identity."""
    if isinstance(value, BytesIO):
        found[id(value)] = len(value.getvalue())
    elif isinstance(value, memoryview):
        behind: Any = value.obj
        found[id(behind)] = len(behind)
    elif isinstance(value, (bytes, bytearray)):
        found[id(value)] = len(value)
    elif isinstance(value, (tuple, list)):
        for item in cast("Iterable[object]", value):
            _buffers(item, found)


def test_its_buffers_take_less_than_4_kb(rig: Rig) -> None:
    found: dict[int, int] = {}
    for value in vars(rig.display).values():
        _buffers(value, found)
    assert 3000 < sum(found.values()) <= 4096


def test_a_whole_picture_fits_the_time_the_bus_has(rig: Rig) -> None:
    fill(rig.canvas)
    rig.bus.sent = 0
    rig.canvas.flush(rig.display)
    assert rig.bus.sent * 8 / _SPEED < 0.012


@pytest.mark.micropython
def test_both_runtimes_send_the_same() -> None:
    code = "import test_st7789; print(test_st7789.sums())"
    done = run(code, folders=[Path(test_st7789.__file__).parent, ROOT])
    assert done.stdout == f"{test_st7789.sums()}\n", done.stderr
