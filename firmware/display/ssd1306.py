"""SSD1306, 128x64 pixels (Solomon Systech, SSD1306 rev 1.1: commands in chapter 9,
software configuration in the application note)."""

from firmware.display.oled import Oled

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from firmware.display.oled import Bus

_COLUMNS = const(0x21)
_PAGES_WINDOW = const(0x22)

_SETUP = (
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
    b"\x20\x00"  # horizontal addressing
    b"\xa6"  # a set bit is lit
)


class SSD1306(Oled):
    """An SSD1306 with 128x64 pixels.

    `more` are commands that a board's panel needs besides, sent before it is switched on.
    """

    def __init__(
        self, bus: "Bus", contrast: int = 0x40, flip: bool = False, more: bytes = b""
    ) -> None:
        super().__init__(bus, _SETUP + more, contrast, flip)

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
