"""What the drivers of SSD1306, SH1106 and SH1107 share: the commands all of them have."""

from firmware.display import Display

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
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

        def data(self, n: int) -> None: ...


_WIDTH = const(128)
_PAGES = const(8)
_CELL = const(5)

_CONTRAST = const(0x81)
_OFF = const(0xAE)
_ON = const(0xAF)


class Oled(Display):
    """A controller on the bus. `setup` are the commands that start it."""

    # Segments and commons, turned or not.
    upright = b"\xa1\xc8"
    flipped = b"\xa0\xc0"

    def __init__(self, bus: "Bus", setup: bytes, contrast: int, flip: bool) -> None:
        self._bus = bus
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
