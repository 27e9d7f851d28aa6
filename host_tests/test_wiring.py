"""The display of a board file: the right pins, the right driver, and a bus that hangs is freed."""

import importlib
import sys
import time
from collections.abc import Iterator
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from boards import pico_sh1106, pico_ssd1306
from host_tests.display_kit import I2C
from tools.sim.chips.panel import Panel
from tools.sim.chips.sh1106 import SH1106
from tools.sim.chips.ssd1306 import SSD1306


class Hardware:
    """A `machine` that notes what it is asked for, with a chip that may hold the data line."""

    def __init__(self, chip: Panel, held_for: int = 0) -> None:
        self.chip = chip
        self.held_for = held_for
        self.made: list[tuple[int, int, int, int]] = []
        self.clocks = 0
        self.stops = 0
        self._levels = {4: 1, 5: 1}

    def i2c(self, number: int, *, scl: Any, sda: Any, freq: int, timeout: int) -> I2C:
        assert timeout >= 2 * 130 * 9 * 10, "a row at 100 kHz, twice"
        self.made.append((number, sda.number, scl.number, freq))
        return I2C(None if self.clocks < self.held_for else self.chip)

    def set(self, pin: int, level: int) -> None:
        before = self._levels[pin]
        self._levels[pin] = level
        # A clock counts while the data line is left alone.
        if pin == 5 and (before, level) == (0, 1) and self._levels[4]:
            self.clocks += 1
        if pin == 4 and (before, level) == (0, 1) and self._levels[5]:
            self.stops += 1

    def module(self) -> ModuleType:
        hardware = self

        class Pin:
            OPEN_DRAIN = 2

            def __init__(self, number: int, mode: int = -1, *, value: int = 1) -> None:
                self.number = number

            def __call__(self, level: int) -> None:
                hardware.set(self.number, level)

        module: Any = ModuleType("machine")
        module.I2C = self.i2c
        module.Pin = Pin
        return module


@pytest.fixture
def load(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Import the module against a piece of hardware."""
    monkeypatch.setattr(time, "sleep_us", lambda us: None, raising=False)  # pyright: ignore[reportUnknownLambdaType, reportUnknownArgumentType]

    def against(hardware: Hardware) -> Any:
        monkeypatch.setitem(sys.modules, "machine", hardware.module())
        sys.modules.pop("firmware.display.wiring", None)
        return importlib.import_module("firmware.display.wiring")

    yield against
    sys.modules.pop("firmware.display.wiring", None)


@pytest.mark.parametrize(("board", "chip"), [(pico_ssd1306, SSD1306()), (pico_sh1106, SH1106())])
def test_each_board_starts_its_display(load: Any, board: ModuleType, chip: Panel) -> None:
    hardware = Hardware(chip)
    display = load(hardware).display(board)
    assert not chip.on
    display.init()
    assert chip.on
    assert chip.complaints == []
    assert hardware.made == [(0, 4, 5, 400000)]
    assert hardware.clocks == 0


def test_board_built_in_upside_down(load: Any) -> None:
    chip = SSD1306()
    facts = SimpleNamespace(**{**vars(pico_ssd1306), "FLIP": True})
    load(Hardware(chip)).display(facts).init()
    assert not chip.segments_remapped
    assert not chip.scan_reversed


def test_unknown_controller(load: Any) -> None:
    facts = SimpleNamespace(**{**vars(pico_ssd1306), "CONTROLLER": "HD44780"})
    with pytest.raises(ValueError, match="HD44780"):
        load(Hardware(SSD1306())).display(facts)


def test_chip_that_holds_the_bus_is_clocked_free(load: Any) -> None:
    chip = SSD1306()
    hardware = Hardware(chip, held_for=9)
    load(hardware).display(pico_ssd1306).init()
    assert chip.on
    assert len(hardware.made) == 2
    assert hardware.stops == 1
