"""SH1106, 128x64 pixels of 132 columns (Sino Wealth, SH1106 V2.3: commands 1 to 23)."""

from firmware.display.oled import Oled

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from firmware.display.oled import Bus

_WIDTH = const(128)
_COLUMNS = const(132)

_COLUMN_LOW = const(0x00)
_COLUMN_HIGH = const(0x10)
_PAGE = const(0xB0)

_SETUP = (
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


class SH1106(Oled):
    """An SH1106 with 128x64 pixels. `start` is the column at the left edge of its glass."""

    def __init__(
        self, bus: "Bus", contrast: int = 0x40, flip: bool = False, start: int = 2
    ) -> None:
        super().__init__(bus, _SETUP, contrast, flip)
        self._start = start

    def span(self, page: int, x: int, n: int) -> None:
        """See Display."""
        # Columns count from the other end when they are flipped.
        x += _COLUMNS - _WIDTH - self._start if self._flip else self._start
        bus = self._bus
        order = bus.order
        order[1] = _PAGE | page
        order[2] = _COLUMN_LOW | x & 0x0F
        order[3] = _COLUMN_HIGH | x >> 4
        bus.orders(3)
        bus.data(n)
