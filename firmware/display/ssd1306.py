"""SSD1306, 128x64 pixels, on I2C (Solomon Systech, SSD1306 rev 1.1: commands in chapter 9,
software configuration in the application note)."""

from firmware.display import Display

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware.display.i2c import I2CBus

_WIDTH = const(128)
_PAGES = const(8)

_ADDRESSING = b"\x20\x00"  # horizontal
_COLUMNS = const(0x21)
_PAGES_WINDOW = const(0x22)
_CONTRAST = const(0x81)
_OFF = const(0xAE)
_ON = const(0xAF)

_BEFORE = (
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
    b"\xa6"  # a set bit is lit
)
_UPRIGHT = b"\xa1\xc8"
_FLIPPED = b"\xa0\xc0"


class SSD1306(Display):
    """An SSD1306 with 128x64 pixels.

    `more` are commands that a board's panel needs besides, sent before it is switched on.
    """

    def __init__(
        self, bus: "I2CBus", contrast: int = 0x40, flip: bool = False, more: bytes = b""
    ) -> None:
        self._bus = bus
        self._contrast = contrast
        self._flip = flip
        self._more = more
        self.cells = bus.cells

    def init(self) -> None:
        """See Display."""
        bus = self._bus
        bus.open()
        bus.setup(_BEFORE + _ADDRESSING + (_FLIPPED if self._flip else _UPRIGHT) + self._more)
        self.contrast(self._contrast)
        bus.blank()
        for page in range(_PAGES):
            self.span(page, 0, _WIDTH)
        self.power(True)

    def span(self, page: int, x: int, n: int) -> None:
        """See Display."""
        bus = self._bus
        order = bus.order
        order[1] = _COLUMNS
        order[2] = x
        order[3] = x + n - 1
        order[4] = _PAGES_WINDOW
        order[5] = page
        order[6] = page
        bus.orders(6)
        bus.data(n)

    def contrast(self, value: int) -> None:
        """See Display."""
        self._contrast = value
        order = self._bus.order
        order[1] = _CONTRAST
        order[2] = value
        self._bus.orders(2)

    def power(self, on: bool) -> None:
        """See Display."""
        self._bus.order[1] = _ON if on else _OFF
        self._bus.orders(1)

    def flip(self, on: bool) -> None:
        """See Display."""
        self._flip = on
        # The chip turns columns while it stores them, so what it holds would be mirrored.
        self.init()
