"""The display of a board: which chip model it is, where it sits, and its picture."""

import importlib
from collections.abc import Callable
from functools import partial
from itertools import zip_longest
from typing import Protocol, cast

from tools.sim import wiring
from tools.sim.boards import Board


class Chip(Protocol):
    """A chip model and its glass; those that can be on I2C have `write` as well."""

    width: int
    height: int
    depth: int
    version: int
    complaints: list[str]

    def write_spi(self, dc: int, data: bytes) -> None: ...

    def pixels(self) -> bytes: ...


class Display:
    """A display on its bus. Without power it is dark, and has forgotten everything after.

    `address` is its address on I2C, None on SPI. `backlight` is how bright the light behind the
    glass is, 0 to 1; it is 1 where there is none and the glass shines by itself. `depth` is how
    many bytes a pixel has: one, 0 or 1, or three, red, green and blue.
    """

    def __init__(self, make: Callable[[], Chip], address: int | None) -> None:
        self._make = make
        self.address = address
        self.backlight: float = 1
        self._before = 0
        self._chip: Chip | None = None
        glass = make()
        self.width = glass.width
        self.height = glass.height
        self.depth = glass.depth
        self.addresses: dict[int, wiring.Chip] = {}

    @property
    def version(self) -> int:
        """A number that changes whenever the picture may have changed."""
        return self._before + (self._chip.version if self._chip else 0)

    def power_on(self) -> None:
        """Start with a chip that knows nothing."""
        self.power_off()
        self._chip = self._make()
        if self.address is not None:
            self.addresses[self.address] = cast("wiring.Chip", self._chip)

    def power_off(self) -> None:
        """Go dark."""
        self._before = self.version + 1
        self._chip = None
        self.addresses.clear()

    def reset(self) -> None:
        """Its reset line is low: it knows nothing any more, but what was wrong before remains."""
        if self._chip:
            self._before = self.version + 1
            wrong = self._chip.complaints
            self._chip = self._make()
            self._chip.complaints.extend(wrong)

    def write_spi(self, dc: int, data: bytes) -> None:
        """Take bytes that arrive over SPI while the D/C line has this level."""
        if self._chip:
            self._chip.write_spi(dc, data)

    def light(self, part: float) -> None:
        """The light behind the glass is on for this part of the time."""
        if self.backlight != part:
            self._before += 1
            self.backlight = part

    @property
    def complaints(self) -> list[str]:
        """What the chip has found wrong with the bytes it got since power-on."""
        return self._chip.complaints if self._chip else []

    def frame(self) -> bytes:
        """Return the picture, row by row."""
        if self._chip:
            return self._chip.pixels()
        return bytes(self.width * self.height * self.depth)

    def lit(self) -> bytes:
        """Return the picture with one byte a pixel. In colour 1 is what differs from the upper
        left corner, which text never reaches."""
        frame = self.frame()
        if self.depth == 1:
            return frame
        background = frame[: self.depth]
        return bytes(
            frame[at : at + self.depth] != background for at in range(0, len(frame), self.depth)
        )


def for_board(board: Board, clock: Callable[[], float] | None = None) -> Display:
    """Return the display the board file names: CONTROLLER is the name of a chip model.

    `clock` tells milliseconds to one that looks at the times between commands.
    """
    name = cast("str", board.facts["CONTROLLER"])
    module = importlib.import_module(f"tools.sim.chips.{name.lower()}")
    make = cast("Callable[..., Chip]", getattr(module, name))
    if "GLASS" in board.facts:
        make = partial(make, *board.facts["GLASS"], clock=clock)
    if board.facts["BUS"] == "spi":
        return Display(make, None)
    return Display(make, cast("tuple[int, ...]", board.facts["ADDRESSES"])[0])


def on_spi(display: Display, board: Board) -> wiring.SPI | None:
    """Return the lines of a board's display on SPI; None if it is on I2C."""
    facts = board.facts
    if facts["BUS"] != "spi":
        return None
    return wiring.SPI(
        display, facts["SPI_ID"], facts["CS"], facts["DC"], facts["RST"], facts.get("BL")
    )


def as_text(frame: bytes, width: int) -> str:
    """Return a picture of one byte a pixel as text: a character for two above each other."""
    rows = [frame[at : at + width] for at in range(0, len(frame), width)]
    lines: list[str] = []
    for upper, lower in zip_longest(rows[::2], rows[1::2], fillvalue=bytes(width)):
        lines.append(
            "".join(" ▀▄█"[a + 2 * b] for a, b in zip(upper, lower, strict=True)).rstrip()
        )
    return "\n".join(lines)
