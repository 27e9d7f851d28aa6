"""The whole companion on an emulated Pico: firmware, display and keys of a board."""

from collections.abc import Mapping

from tools import bundle
from tools.pico.harness import Pico
from tools.sim import boards
from tools.sim.chips.ssd1306 import SSD1306

_QUIET_MS = 20
# Longer than any pause between two looks of the firmware whether its display is there.
_SIGN_OF_LIFE_MS = 2000


class Companion:
    """A Pico, still off, that holds `files` and is wired as its board file says."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        board = boards.load(bundle.BOARD)
        self.keys = board.keys
        self.chip = SSD1306()
        self.pico = Pico(files)
        self.bus = self.pico.i2c(board.facts["I2C_ID"])
        self._address: int = board.facts["ADDRESSES"][0]
        self.bus.devices[self._address] = self.chip

    def power_on(self) -> None:
        """Gives both power: the display comes up dark and knows nothing."""
        self.chip = SSD1306()
        self.bus.devices[self._address] = self.chip
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
