"""The display of a board: which chip model it is, where it sits, and its picture."""

import importlib
from collections.abc import Callable
from typing import cast

from tools.sim.boards import Board
from tools.sim.wiring import Chip

WIDTH = 128
HEIGHT = 64


class Display:
    """A display on its bus. Without power it is dark, and has forgotten everything after."""

    def __init__(self, make: Callable[[], Chip], address: int) -> None:
        self._make = make
        self.address = address
        self._before = 0
        self._chip: Chip | None = None
        self.width = WIDTH
        self.height = HEIGHT
        self.addresses: dict[int, Chip] = {}

    @property
    def version(self) -> int:
        """A number that changes whenever the picture may have changed."""
        return self._before + (self._chip.version if self._chip else 0)

    def power_on(self) -> None:
        """Start with a chip that knows nothing."""
        self.power_off()
        self._chip = self._make()
        self.addresses[self.address] = self._chip

    def power_off(self) -> None:
        """Go dark."""
        self._before = self.version + 1
        self._chip = None
        self.addresses.clear()

    @property
    def complaints(self) -> list[str]:
        """What the chip has found wrong with the bytes it got since power-on."""
        return self._chip.complaints if self._chip else []

    def frame(self) -> bytes:
        """Return the picture: one byte a pixel, 0 or 1, row by row."""
        return self._chip.pixels() if self._chip else bytes(self.width * self.height)


def for_board(board: Board) -> Display:
    """Return the display the board file names: CONTROLLER is the name of a chip model."""
    name = cast("str", board.facts["CONTROLLER"])
    module = importlib.import_module(f"tools.sim.chips.{name.lower()}")
    addresses = cast("tuple[int, ...]", board.facts["ADDRESSES"])
    return Display(cast("Callable[[], Chip]", getattr(module, name)), addresses[0])


def as_text(frame: bytes, width: int) -> str:
    """Return a picture as text: a character for two pixels above each other."""
    rows = [frame[at : at + width] for at in range(0, len(frame), width)]
    lines: list[str] = []
    for upper, lower in zip(rows[::2], rows[1::2], strict=True):
        lines.append(
            "".join(" ▀▄█"[a + 2 * b] for a, b in zip(upper, lower, strict=True)).rstrip()
        )
    return "\n".join(lines)
