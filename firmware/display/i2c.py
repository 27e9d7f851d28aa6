"""The way to a display controller over I2C.

`cells` take picture bytes and `data` sends them, `order` takes a few command bytes from index 1 on
and `orders` sends them. Sending allocates nothing: the slices that can be sent are made once. In
front of each buffer is the control byte (SSD1306 data sheet, 8.1.5.2), which tells commands from
data.
"""

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    class I2C(Protocol):
        """What this needs of `machine.I2C`."""

        def writeto(self, __addr: int, __buf: "bytes | memoryview[int]") -> int: ...


_COMMANDS = b"\x00"
_DATA = const(0x40)
_PROBE = b"\x00\xe3"  # no operation

_EIO = const(5)
_ENODEV = const(19)

_ORDERS = const(6)
_CELL = const(5)


class I2CBus:
    """A display on I2C, at the first of `addresses` that answers.

    `recover` is called when none does, and returns a new I2C after whatever frees the lines.
    """

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
        self._line = bytearray(1 + width)
        self._line[0] = _DATA
        self.order = bytearray(1 + _ORDERS)
        line = memoryview(self._line)
        self.cells = tuple(line[1 + x : 1 + x + _CELL] for x in range(0, width - _CELL, _CELL))
        self._lines = {n: line[: 1 + n] for n in range(_CELL, width, _CELL)}
        self._lines[width] = line
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
        for at in range(1, len(self._line)):
            self._line[at] = 0

    def setup(self, commands: bytes) -> None:
        """Send any number of command bytes. Raises OSError when they do not arrive."""
        self._send(_COMMANDS + commands)

    def orders(self, n: int) -> None:
        """Send the first `n` command bytes in `order`. Raises OSError when they do not arrive."""
        self._send(self._orders[n])

    def data(self, n: int) -> None:
        """Send the first `n` picture bytes: those of whole cells, or all of them. Raises OSError
        when they do not arrive."""
        self._send(self._lines[n])

    def _send(self, buffer: "bytes | memoryview[int]") -> None:
        # A byte refused in the middle raises nothing by itself.
        if self._i2c.writeto(self.address, buffer) != len(buffer):
            raise OSError(_EIO)
