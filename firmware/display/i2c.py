"""The way to a display controller over I2C.

`line`, or its `cells`, take picture bytes and `span` sends them behind three commands; `order`
takes command bytes from index 1 on and `orders` sends them. Sending allocates nothing: the slices
that can be sent are made once. A control byte in front tells whether one command follows, or
commands or data to the end of the transfer (SSD1306 data sheet, 8.1.5.2; SH1106, SH1107 alike).
"""

_TYPE_CHECKING = const(0)
if _TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    class I2C(Protocol):
        """What this needs of `machine.I2C`."""

        def writeto(self, __addr: int, __buf: "bytes | memoryview[int]") -> int: ...

    class Board(Protocol):
        """The lines of a board file about a display on I2C."""

        I2C_ID: int
        SDA: int
        SCL: int
        I2C_HERTZ: int
        ADDRESSES: tuple[int, ...]


_COMMANDS = b"\x00"
# Three commands, each behind its own control byte, and the one in front of data.
_SPAN = b"\x80\x00\x80\x00\x80\x00\x40"
_HEAD = const(7)
_PROBE = b"\x00\xe3"  # no operation

_EIO = const(5)
_ENODEV = const(19)

_ORDERS = const(2)
_CELL = const(5)
_PAGE = const(8)  # bytes of a page that lies on its side

# Twice what a row of pixels takes at 100 kHz: a bus that hangs is not waited for any longer.
_TIMEOUT_US = const(25000)

# Half a period of the bus at 100 kHz, and the clocks that end any byte and its acknowledgement.
_HALF_US = const(5)
_CLOCKS = const(9)


class I2CBus:
    """A display on I2C, at the first of `addresses` that answers.

    `recover` is called when none does, and returns a new I2C after whatever frees the lines.
    """

    acknowledges = True

    def __init__(
        self,
        i2c: "I2C",
        addresses: tuple[int, ...] = (0x3C, 0x3D),
        recover: "Callable[[], I2C] | None" = None,
        width: int = 128,
    ) -> None:
        self._i2c = i2c
        self._addresses = addresses
        self._recover = recover
        self.address = addresses[0]
        span = memoryview(bytearray(_SPAN) + bytearray(width))
        self.line = span[_HEAD:]
        self.order = bytearray(1 + _ORDERS)
        starts = range(_HEAD, _HEAD + width - _CELL, _CELL)
        self.cells = tuple(span[x : x + _CELL] for x in starts)
        self._spans = {n: span[: _HEAD + n] for n in range(_CELL, width, _CELL)}
        self._spans[_PAGE] = span[: _HEAD + _PAGE]
        self._spans[width] = self._span = span
        self._orders = tuple(memoryview(self.order)[: 1 + n] for n in range(1 + _ORDERS))

    def open(self) -> None:
        """Find the display. Raises OSError (ENODEV) when it does not answer."""
        if self._answers():
            return
        if self._recover is not None:
            self._i2c = self._recover()
            if self._answers():
                return
        raise OSError(_ENODEV)

    def _answers(self) -> bool:
        for address in self._addresses:
            try:
                if self._i2c.writeto(address, _PROBE) == len(_PROBE):
                    self.address = address
                    return True
            except OSError:
                pass
        return False

    def blank(self) -> None:
        """Make all of the picture bytes dark."""
        for at in range(len(self.line)):
            self.line[at] = 0

    def setup(self, commands: bytes) -> None:
        """Send any number of command bytes. Raises OSError when they do not arrive."""
        self._send(_COMMANDS + commands)

    def orders(self, n: int) -> None:
        """Send the first `n` command bytes in `order`. Raises OSError when they do not arrive."""
        self._send(self._orders[n])

    def span(self, first: int, second: int, third: int, n: int) -> None:
        """Send three commands and the first `n` picture bytes: those of whole cells, eight, or
        all of them. Raises OSError when they do not arrive."""
        span = self._span
        span[1] = first
        span[3] = second
        span[5] = third
        self._send(self._spans[n])

    def _send(self, buffer: "bytes | memoryview[int]") -> None:
        # A byte refused in the middle raises nothing by itself.
        if self._i2c.writeto(self.address, buffer) != len(buffer):
            raise OSError(_EIO)


def connect(board: "Board") -> I2CBus:
    """Return the bus that a board's display is on."""
    from machine import I2C, Pin

    def i2c() -> "I2C":
        return I2C(
            board.I2C_ID,
            scl=Pin(board.SCL),
            sda=Pin(board.SDA),
            freq=board.I2C_HERTZ,
            timeout=_TIMEOUT_US,
        )

    def freed() -> "I2C":
        free(board.SCL, board.SDA)
        return i2c()

    return I2CBus(i2c(), board.ADDRESSES, freed)


def free(scl: int, sda: int) -> None:
    """Free a bus that a display holds in the middle of a byte: nine clocks, then a STOP (I2C
    specification UM10204, 3.1.16)."""
    from time import sleep_us

    from machine import Pin

    clock = Pin(scl, Pin.OPEN_DRAIN, value=1)
    data = Pin(sda, Pin.OPEN_DRAIN, value=1)
    for _ in range(_CLOCKS):
        clock(0)
        sleep_us(_HALF_US)
        clock(1)
        sleep_us(_HALF_US)
    clock(0)
    data(0)
    sleep_us(_HALF_US)
    clock(1)
    sleep_us(_HALF_US)
    data(1)
    sleep_us(_HALF_US)
