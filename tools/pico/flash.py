"""The Pico's flash chip with real times, counted, and a power cut at any of its operations.

An erase takes 45 ms and a program of up to 256 bytes 0.4 ms (W25Q16JV datasheet, 9.6, typical
values). The firmware runs with interrupts off meanwhile, as on the device.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from tools.pico.emulator import (
    CMD_BLOCK_ERASE,
    CMD_PAGE_PROGRAM,
    CMD_SECTOR_ERASE,
    FLASH_BLOCK_SIZE,
    FLASH_PAGE_SIZE,
    FLASH_SECTOR_SIZE,
    RPSSI,
)

Moment = Literal["before", "middle", "after"]

_TIME_MS = {CMD_SECTOR_ERASE: 45.0, CMD_BLOCK_ERASE: 150.0, CMD_PAGE_PROGRAM: 0.4}
_ERASED = {CMD_SECTOR_ERASE: FLASH_SECTOR_SIZE, CMD_BLOCK_ERASE: FLASH_BLOCK_SIZE}
_HEADER = 4


@dataclass
class FlashCounts:
    """How often the chip has erased and programmed since the counts were last taken to zero."""

    erases: int = 0
    programs: int = 0

    @property
    def operations(self) -> int:
        return self.erases + self.programs


@dataclass
class Cut:
    """A power cut at the n-th operation from now (1 is the next one).

    In the *middle* the first half of the bytes has been erased or programmed. Of a program the
    byte after it has some of its bits; of an erase the rest has lost some of its zeros.
    """

    operation: int
    moment: Moment


class TimedFlash(RPSSI):
    """The emulator's flash chip. It is given to a controller that exists already."""

    counts: FlashCounts
    cut: Cut | None
    on_cut: Callable[[str], None]

    def _apply_command(self) -> None:
        command = self._tx_buffer[0] if self._tx_buffer else 0
        time_ms = _TIME_MS.get(command)
        if time_ms is None or not self._write_enabled:
            super()._apply_command()
            return
        if command == CMD_PAGE_PROGRAM:
            self.counts.programs += 1
        else:
            self.counts.erases += 1
        if self.cut is not None:
            self.cut.operation -= 1
            if self.cut.operation == 0:
                self._cut(command, self.cut.moment)
                return
        super()._apply_command()
        self.rp2040.clock.tick(time_ms * 1e6)

    def _cut(self, command: int, moment: Moment) -> None:
        if moment == "after":
            super()._apply_command()
        elif moment == "middle":
            self._apply_half(command)
        self.cut = None
        what = "a program" if command == CMD_PAGE_PROGRAM else "an erase"
        self.on_cut(f"in the middle of {what}" if moment == "middle" else f"{moment} {what}")

    def _apply_half(self, command: int) -> None:
        flash = self.rp2040.flash
        address = self._address_from_buffer()
        if command == CMD_PAGE_PROGRAM:
            data = self._tx_buffer[_HEADER : _HEADER + FLASH_PAGE_SIZE]
            middle = len(data) // 2
            for i in range(middle):
                flash[address + i] &= data[i]
            flash[address + middle] &= data[middle] | 0xF0
        else:
            size = _ERASED[command]
            address &= ~(size - 1)
            middle = address + size // 2
            flash[address:middle] = b"\xff" * (size // 2)
            for i in range(middle, address + size):
                flash[i] |= 0x5A
