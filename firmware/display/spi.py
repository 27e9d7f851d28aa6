"""The way to a display controller over SPI: clock and data, a select line, a line that tells
commands from data (D/C), and a line that resets the controller.

The controller acknowledges nothing: no call raises anything, and a wire that comes loose is not
noticed. Sending allocates nothing.
"""

_TYPE_CHECKING = const(0)
if _TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    Line = Callable[[int], object]

    class SPI(Protocol):
        """What this needs of `machine.SPI`."""

        def write(self, __buf: "bytes | memoryview[int]") -> object: ...

    class Board(Protocol):
        """The lines of a board file about a display on SPI; RST is None where the display is
        reset together with the Pico."""

        SPI_ID: int
        SCK: int
        MOSI: int
        CS: int
        DC: int
        RST: int | None
        SPI_HERTZ: int


COMMANDS = const(0)
DATA = const(1)

# A reset pulse takes 10 us (ST7789, 7.4.5) and the controller some ms after it; breadboards and
# their capacitors are slower.
_RESET_MS = const(1)
_READY_MS = const(10)

_ORDERS = const(3)
_CELL = const(5)
_PAGE = const(8)  # bytes of a page that lies on its side


class Wires:
    """The controller's wires: an SPI, and the pins that set its lines (`machine.Pin` does)."""

    def __init__(self, spi: "SPI", cs: "Line", dc: "Line", reset: "Line | None") -> None:
        self.spi = spi
        self.cs = cs
        self.dc = dc
        self._reset = reset

    def open(self) -> None:
        """Reset the controller."""
        self.cs(1)
        if self._reset is not None:
            from time import sleep_ms

            self._reset(0)
            sleep_ms(_RESET_MS)
            self._reset(1)
            sleep_ms(_READY_MS)

    def send(self, what: int, buffer: "bytes | memoryview[int]") -> None:
        """Send bytes, COMMANDS or DATA."""
        self.dc(what)
        self.cs(0)
        self.spi.write(buffer)
        self.cs(1)


class SPIBus(Wires):
    """A display of one bit a pixel on SPI, to be used as `I2CBus` is."""

    acknowledges = False

    def __init__(
        self,
        spi: "SPI",
        cs: "Line",
        dc: "Line",
        reset: "Line | None" = None,
        width: int = 128,
    ) -> None:
        super().__init__(spi, cs, dc, reset)
        self.line = line = memoryview(bytearray(width))
        # Its first byte is I2C's alone.
        self.order = bytearray(1 + _ORDERS)
        self.cells = tuple(line[x : x + _CELL] for x in range(0, width - _CELL, _CELL))
        self._lines = {n: line[:n] for n in range(_CELL, width, _CELL)}
        self._lines[_PAGE] = line[:_PAGE]
        self._lines[width] = line
        self._orders = tuple(memoryview(self.order)[1 : 1 + n] for n in range(1 + _ORDERS))

    def blank(self) -> None:
        """Make all of the picture bytes dark."""
        for at in range(len(self.line)):
            self.line[at] = 0

    def setup(self, commands: bytes) -> None:
        """Send any number of command bytes."""
        self.send(COMMANDS, commands)

    def orders(self, n: int) -> None:
        """Send the first `n` command bytes in `order`, which begin at its index 1."""
        self.send(COMMANDS, self._orders[n])

    def span(self, first: int, second: int, third: int, n: int) -> None:
        """Send three commands and the first `n` picture bytes: those of whole cells, eight, or
        all of them."""
        order = self.order
        order[1] = first
        order[2] = second
        order[3] = third
        self.orders(3)
        self.send(DATA, self._lines[n])


def wires(board: "Board") -> "tuple[SPI, Line, Line, Line | None]":
    """Return the SPI and the lines of a board's display: select, D/C and reset."""
    from machine import SPI, Pin

    # First: an SPI takes a pin for what it would read, which on most boards is D/C.
    spi = SPI(board.SPI_ID, baudrate=board.SPI_HERTZ, sck=Pin(board.SCK), mosi=Pin(board.MOSI))
    cs = Pin(board.CS, Pin.OUT, value=1)
    dc = Pin(board.DC, Pin.OUT, value=1)
    return spi, cs, dc, None if board.RST is None else Pin(board.RST, Pin.OUT, value=1)


def connect(board: "Board") -> SPIBus:
    """Return the bus that a board's display of one bit a pixel is on."""
    return SPIBus(*wires(board))
