"""SSD1306 and SH1106, 128x64 pixels, and what SH1107 shares with them.

From Solomon Systech, SSD1306 rev 1.1 (commands in chapter 9, set-up in the application note), and
Sino Wealth, SH1106 V2.3 (commands 1 to 23). Both are sent pages, which they know alike; an SH1106
has 132 columns.
"""

from . import Display

_TYPE_CHECKING = const(0)
if _TYPE_CHECKING:
    from typing import Protocol

    class Bus(Protocol):
        """The way to the controller: `I2CBus` or `SPIBus`."""

        acknowledges: bool
        order: bytearray
        line: memoryview[int]
        cells: tuple[memoryview[int], ...]

        def open(self) -> None: ...

        def blank(self) -> None: ...

        def setup(self, commands: bytes) -> None: ...

        def orders(self, n: int) -> None: ...

        def span(self, first: int, second: int, third: int, n: int) -> None: ...


_WIDTH = const(128)
_PAGES = const(8)
_CELL = const(5)

_CONTRAST = const(0x81)
_OFF = const(0xAE)
_ON = const(0xAF)
_PAGE = const(0xB0)
_COLUMN_LOW = const(0x00)
_COLUMN_HIGH = const(0x10)

_SSD1306 = (
    b"\xae"  # off
    b"\x2e"  # no scrolling
    b"\xd5\x80"  # clock: reset value
    b"\xa8\x3f"  # 64 rows
    b"\xd3\x00"  # no offset
    b"\x40"  # start line 0
    b"\x8d\x14"  # charge pump on
    b"\xda\x12"  # alternative COM pins
    b"\xd9\xf1"  # pre-charge for the charge pump
    b"\xdb\x20"  # VCOMH 0.77 Vcc
    b"\xa4"  # show the memory
    b"\x20\x02"  # page addressing
    b"\xa6"  # a set bit is lit
)
_SH1106 = (
    b"\xae"  # off
    b"\xd5\x80"  # clock: faster than after power-on, against flicker
    b"\xa8\x3f"  # 64 rows
    b"\xd3\x00"  # no offset
    b"\x40"  # start line 0
    b"\xad\x8b"  # pump on
    b"\x32"  # pump at 8.0 V
    b"\xda\x12"  # alternative COM pins
    b"\xd9\x22"  # pre-charge: value after power-on
    b"\xdb\x35"  # VCOM: value after power-on
    b"\xa4"  # show the memory
    b"\xa6"  # a set bit is lit
)
_SPARE = const(4)  # columns of an SH1106 beside its glass


class Oled(Display):
    """A controller on the bus. `setup` are the commands that start it; `first` is the column at
    the left edge of its glass, or `last` columns from the other end when it is flipped."""

    # Segments and commons, turned or not.
    upright = b"\xa1\xc8"
    flipped = b"\xa0\xc0"

    def __init__(
        self, bus: "Bus", setup: bytes, contrast: int, flip: bool, first: int = 0, last: int = 0
    ) -> None:
        self._bus = bus
        self._first = first
        self._last = last
        self._setup = setup
        self._contrast = contrast
        self._flip = flip
        self._on = True
        self.cells = bus.cells

    def init(self) -> None:
        """See Display."""
        bus = self._bus
        bus.open()
        self._set_up()
        bus.blank()
        for page in range(_PAGES):
            self.span(page, 0, _WIDTH)
        self.power(True)

    def _set_up(self) -> None:
        self._bus.setup(self._setup + (self.flipped if self._flip else self.upright))
        self.contrast(self._contrast)

    def renew(self) -> bool:
        """See Display."""
        if self._bus.acknowledges:
            return False
        self._set_up()
        self.edges()
        self.power(self._on)
        return True

    def edges(self) -> None:
        """Make the columns beside the cells dark, which no picture reaches."""
        self._bus.blank()
        for page in range(_PAGES):
            self.span(page, 0, _CELL)
            self.span(page, _WIDTH - _CELL, _CELL)

    def span(self, page: int, x: int, n: int) -> None:
        """See Display."""
        # Columns count from the other end when they are flipped.
        x += self._last if self._flip else self._first
        self._bus.span(_PAGE | page, _COLUMN_LOW | x & 0x0F, _COLUMN_HIGH | x >> 4, n)

    def contrast(self, value: int) -> None:
        """See Display."""
        self._contrast = value
        order = self._bus.order
        order[1] = _CONTRAST
        order[2] = value
        self._bus.orders(2)

    def power(self, on: bool) -> None:
        """See Display."""
        self._on = on
        self._bus.order[1] = _ON if on else _OFF
        self._bus.orders(1)

    def flip(self, on: bool) -> None:
        """See Display."""
        self._flip = on
        # The chip turns columns while it stores them, so what it holds would be mirrored.
        self.init()


class SSD1306(Oled):
    """An SSD1306. `more` are commands that a board's panel needs besides, sent before it is
    switched on."""

    def __init__(
        self, bus: "Bus", contrast: int = 0x40, flip: bool = False, more: bytes = b""
    ) -> None:
        super().__init__(bus, _SSD1306 + more, contrast, flip)


class SH1106(Oled):
    """An SH1106. `start` is the column at the left edge of its glass."""

    def __init__(
        self, bus: "Bus", contrast: int = 0x40, flip: bool = False, start: int = 2
    ) -> None:
        super().__init__(bus, _SH1106, contrast, flip, start, _SPARE - start)
