"""The whole companion on an emulated Pico: firmware, display and keys of a board."""

from collections.abc import Mapping
from typing import Generic, TypeVar

from tools import bundle
from tools.pico.harness import Pico
from tools.pico.i2c import I2CWire
from tools.pico.spi import SPIWire
from tools.sim import boards, chip
from tools.sim.chips.ssd1306 import SSD1306

_QUIET_MS = 20
# Longer than any pause between two looks of the firmware whether its display is there.
_SIGN_OF_LIFE_MS = 2000


_Wire = TypeVar("_Wire", I2CWire, SPIWire)


class _Wired(Generic[_Wire]):
    """A Pico, still off, that holds `files`, with its keys and the bus of its display."""

    bus: _Wire

    def __init__(self, files: Mapping[str, bytes], board: boards.Board) -> None:
        self.board = board
        self.keys = board.keys
        self.pico = Pico(files)

    def _press(self, key: str, for_ms: float) -> float:
        sent = self.bus.bytes_sent
        pressed_us = self.pico.now_us
        self.pico.press(self.keys[key], for_ms=for_ms)
        self._wait_for_bytes(sent)
        return self.bus.last_byte_us - pressed_us

    def _wait_for_bytes(self, sent: int) -> None:
        self.pico.run_until(lambda: self.bus.bytes_sent > sent, _SIGN_OF_LIFE_MS)
        self._wait_until_quiet()

    def _wait_until_quiet(self) -> None:
        quiet_us = _QUIET_MS * 1000
        self.pico.run_until(lambda: self.pico.now_us - self.bus.last_byte_us > quiet_us)


class Companion(_Wired[I2CWire]):
    """The companion on the board that is taken where none is named, wired as its file says."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        board = boards.load(bundle.BOARD)
        super().__init__(files, board)
        self.chip = SSD1306()
        self.bus = self.pico.i2c(board.facts["I2C_ID"])
        self._address: int = board.facts["ADDRESSES"][0]
        self.plug(self.chip)

    def plug(self, chip: SSD1306) -> None:
        """Put a display in the place of the one that is there, as after a power cut."""
        self.chip = chip
        self.bus.devices[self._address] = chip

    def power_on(self) -> None:
        """Gives both power: the display comes up dark and knows nothing."""
        self.plug(SSD1306())
        self.pico.power_on()

    def wait_for_frame(self) -> float:
        """Runs from power-on until the first picture is there; returns when its last byte was
        sent, in microseconds of the device's time."""
        self.pico.run_until(lambda: any(self.chip.pixels()), 10_000)
        self._wait_until_quiet()
        return self.bus.last_byte_us

    def press(self, key: str, for_ms: float = 60) -> float:
        """Presses a key; returns the microseconds to the last byte of what it changed."""
        # Right after the firmware has looked whether the display is there: it will not again
        # while the key is being answered.
        self._wait_for_bytes(self.bus.bytes_sent)
        return self._press(key, for_ms)


class ColourCompanion(_Wired[SPIWire]):
    """The companion on a board with an ST7789, whose model looks at the waiting times as well."""

    def __init__(self, files: Mapping[str, bytes], board_id: str) -> None:
        board = boards.load(board_id)
        super().__init__(files, board)
        facts = board.facts
        self.display = chip.for_board(board, clock=lambda: self.pico.now_us / 1000)
        self.display.power_on()
        self.bus = self.pico.spi(facts["SPI_ID"])
        self.bus.attach(self.display, facts["DC"], facts["CS"], facts["RST"])

    def wait_for_frame(self) -> float:
        """As `Companion`'s."""
        light: int = self.board.facts["BL"]
        self.pico.run_until(lambda: self.pico.part_high(light) > 0, 10_000)
        self._wait_for_bytes(self.bus.bytes_sent)
        return self.bus.last_byte_us

    def press(self, key: str, for_ms: float = 60) -> float:
        """As `Companion`'s. Nobody asks such a display whether it is there."""
        return self._press(key, for_ms)
