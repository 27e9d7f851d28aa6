"""SH1107 with a glass of 64x128 pixels lying on its side (Sino Wealth, SH1107 V2.1: commands 1 to
21; the multiplex ratio and the offset are those of the vendors of such displays).

A byte of its memory holds eight pixels that lie side by side here, and its columns are our rows,
counted from below. So the picture is kept, and turned a byte at a time when it is sent.
"""

from framebuf import MONO_HLSB, MONO_HMSB, MONO_VLSB, FrameBuffer

from .oled import Oled

_TYPE_CHECKING = const(0)
if _TYPE_CHECKING:
    from .oled import Bus

_WIDTH = const(128)
_HEIGHT = const(64)
_ROWS = const(8)  # of pixels in a page, ours or the controller's
_PAGES = const(16)  # of the controller
_CELL = const(5)

_PAGE_MODE = const(0x20)
_VERTICAL_MODE = const(0x21)
_PAGE = const(0xB0)
_COLUMN_LOW = const(0x00)
_COLUMN_HIGH = const(0x10)

# For more of its pages than this, one transfer that takes a whole row of text is shorter: 136
# bytes on I2C against 16 a page, and the calls.
_MOST_PAGES = const(6)

_SETUP = (
    b"\xae"  # off
    b"\xdc\x00"  # start line 0
    b"\xa0\xc0"  # neither segments nor commons turned
    b"\xa8\x3f"  # 64 commons
    b"\xd3\x60"  # the first one of the glass is the controller's 33rd
    b"\xd5\x41"  # clock
    b"\xd9\x22"  # pre-charge: value after power-on
    b"\xdb\x35"  # VCOM: value after power-on
    b"\xad\x8a"  # the glass has a supply of its own
    b"\x20"  # page addressing
    b"\xa4"  # show the memory
    b"\xa6"  # a set bit is lit
)


class SH1107(Oled):
    """An SH1107 with 64x128 pixels, used as 128x64."""

    upright = flipped = b""  # turned here: another common first would be beside the glass

    def __init__(self, bus: "Bus", contrast: int = 0x40, flip: bool = False) -> None:
        super().__init__(bus, _SETUP, contrast, flip)
        self._bits = bytearray(_WIDTH * _HEIGHT // 8)
        self._mode = _PAGE_MODE
        self._keep()
        # The first n columns of what the canvas puts into the bus's buffer.
        self._spans = {
            n: FrameBuffer(bus.line, n, _ROWS, MONO_VLSB, _WIDTH)
            for n in [_WIDTH] + list(range(_CELL, _WIDTH, _CELL))
        }

    def flip(self, on: bool) -> None:
        """See Display."""
        self._flip = on
        self._keep()
        self.init()

    def _set_up(self) -> None:
        super()._set_up()
        self._mode = _PAGE_MODE

    def edges(self) -> None:
        """See Oled: they are sent with the cells next to them."""

    def _keep(self) -> None:
        """Keep the picture so that its bytes are the controller's, turned or not."""
        kept = MONO_HLSB if self._flip else MONO_HMSB
        self._picture = FrameBuffer(self._bits, _WIDTH, _HEIGHT, kept)

    def span(self, page: int, x: int, n: int) -> None:
        """See Display."""
        self._picture.blit(self._spans[n], x, page * _ROWS)
        first = x // _ROWS
        last = (x + n - 1) // _ROWS
        column = _HEIGHT - _ROWS - page * _ROWS
        if self._flip:
            first, last = _PAGES - 1 - last, _PAGES - 1 - first
            column = page * _ROWS
        if last - first >= _MOST_PAGES:
            self._send(_VERTICAL_MODE, 0, column, _PAGES)
        else:
            for at in range(first, last + 1):
                self._send(_PAGE_MODE, at, column, 1)

    def _send(self, mode: int, page: int, column: int, count: int) -> None:
        """Send so many of the controller's pages, of eight columns from this one on."""
        bus = self._bus
        if mode != self._mode:
            self._mode = bus.order[1] = mode
            bus.orders(1)
        line = bus.line
        bits = self._bits
        turn = -1 if self._flip else 0  # turned by half, its first byte is its last: ~0
        at = (_HEIGHT - 1 - column) * _PAGES + page
        to = 0
        for _ in range(_ROWS):
            for i in range(at, at + count):
                line[to] = bits[i ^ turn]
                to += 1
            at -= _PAGES
        bus.span(_PAGE | page, _COLUMN_LOW | column & 0x0F, _COLUMN_HIGH | column >> 4, to)
