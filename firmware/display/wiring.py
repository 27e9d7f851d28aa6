"""Makes the display of a board from what its file says."""

from time import sleep_us

from machine import I2C, Pin

from firmware.display.i2c import I2CBus

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from typing import Protocol

    from firmware.display import Display

    class Board(Protocol):
        """The lines of a board file about a display on I2C; START_COLUMN is the SH1106's."""

        CONTROLLER: str
        I2C_ID: int
        SDA: int
        SCL: int
        HERTZ: int
        ADDRESSES: tuple[int, ...]
        FLIP: bool
        START_COLUMN: int


# Twice what a row of pixels takes at 100 kHz: a bus that hangs is not waited for any longer.
_TIMEOUT_US = const(25000)

# Half a period of the bus at 100 kHz, and the clocks that end any byte and its acknowledgement.
_HALF_US = const(5)
_CLOCKS = const(9)


def display(board: "Board") -> "Display":
    """Return the driver of a board's display, which is not started yet. Raises ValueError for a
    controller without a driver."""

    def i2c() -> I2C:
        return I2C(
            board.I2C_ID,
            scl=Pin(board.SCL),
            sda=Pin(board.SDA),
            freq=board.HERTZ,
            timeout=_TIMEOUT_US,
        )

    def freed() -> I2C:
        free(board.SCL, board.SDA)
        return i2c()

    bus = I2CBus(i2c(), board.ADDRESSES, freed)
    if board.CONTROLLER == "SH1106":
        from firmware.display.sh1106 import SH1106

        return SH1106(bus, flip=board.FLIP, start=board.START_COLUMN)
    if board.CONTROLLER == "SSD1306":
        from firmware.display.ssd1306 import SSD1306

        return SSD1306(bus, flip=board.FLIP)
    raise ValueError("no driver for " + board.CONTROLLER)


def free(scl: int, sda: int) -> None:
    """Free a bus that a display holds in the middle of a byte: nine clocks, then a STOP (I2C
    specification UM10204, 3.1.16)."""
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
