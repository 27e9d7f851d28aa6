"""Makes the display of a board from what its file says; only what it needs is loaded."""

_TYPE_CHECKING = const(0)
if _TYPE_CHECKING:
    from typing import Protocol

    from . import Display, i2c, st7789

    class Board(i2c.Board, st7789.Board, Protocol):
        """The lines of a board file about its display: those of the bus that BUS names, and
        START_COLUMN for an SH1106."""

        CONTROLLER: str
        BUS: str
        FLIP: bool
        START_COLUMN: int


def display(board: "Board") -> "Display":
    """Return the driver of a board's display, which is not started yet. Raises ValueError for a
    controller without a driver."""
    if board.CONTROLLER == "ST7789":
        from . import st7789

        return st7789.connect(board)
    if board.BUS == "spi":
        from .spi import connect
    else:
        from .i2c import connect

    if board.CONTROLLER == "SH1107":
        from .sh1107 import SH1107

        return SH1107(connect(board), flip=board.FLIP)
    if board.CONTROLLER == "SH1106":
        from .oled import SH1106

        return SH1106(connect(board), flip=board.FLIP, start=board.START_COLUMN)
    if board.CONTROLLER == "SSD1306":
        from .oled import SSD1306

        return SSD1306(connect(board), flip=board.FLIP)
    raise ValueError("no driver for " + board.CONTROLLER)
