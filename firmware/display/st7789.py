"""ST7789, a colour panel on SPI (Sitronix, ST7789V data sheet V1.3: commands in chapter 9).

The picture of one bit a pixel is enlarged on its way: each column of a cell is so many pixels
wide as the board says, each row so many high, in a theme's two colours. The controller is told
to fill its windows downwards first, as bytes of the picture go too, and to take 12 bits a pixel.
So the four pixels of half a byte, enlarged, are a whole number of bytes: there are sixteen of
them, made once, and what is sent is strung together from these.

A page is sent in two halves of four rows of pixels. All buffers together are less than 4 KB.
"""

from io import BytesIO

from . import Display
from .spi import COMMANDS, DATA, Wires

_TYPE_CHECKING = const(0)
if _TYPE_CHECKING:
    from typing import Any, Protocol

    from . import spi

    class Light(Protocol):
        """What this needs of `machine.PWM`: the light behind the glass."""

        def duty_u16(self, __duty: int) -> object: ...

    class Clock(Protocol):
        """What this needs of the module `time`."""

        def ticks_ms(self) -> int: ...

        def ticks_diff(self, ticks1: int, ticks2: int) -> int: ...

        def sleep_ms(self, ms: int) -> object: ...

    class Board(spi.Board, Protocol):
        """The lines of a board file about a colour display; they are told by `ST7789`."""

        BL: int
        GLASS: tuple[int, int, int, int]
        CELL: tuple[int, int, int, int, int]
        LINE: int
        THEME: str
        FLIP: bool


# Foreground and background of the themes, red, green and blue with four bits each.
THEMES = {
    "dark": (0xFFF, 0x000),
    "light": (0x000, 0xFFF),
    "felt": (0xFFC, 0x042),
    "amber": (0xFA0, 0x000),
}

# The picture: a row of cells is a page, which is sent in halves.
_CELL = const(5)  # columns in a cell
_CELLS = const(25)  # in a page
_HALF = const(4)  # rows
_HALVES = const(16)
_ALL = const(0xFF)
_DARK = memoryview(bytes(_CELL))
_LIT = memoryview(b"\xff" * _CELL)

# The controller's memory.
_COLUMNS = const(240)
_LINES = const(320)

# Bytes of each half of what is strung together before it is sent, at most.
_STRIP = const(972)

_SWRESET = b"\x01"
_SLPOUT = b"\x11"
_NORON = b"\x13"
_INVON = b"\x21"
_DISPOFF = b"\x28"
_DISPON = b"\x29"
_CASET = b"\x2a"
_RASET = b"\x2b"
_RAMWR = b"\x2c"
_MADCTL = b"\x36"
_COLMOD = b"\x3a"

_BITS_12 = b"\x03"
# The glass lies on its side: what goes down it are the memory's columns, from the last one on.
_UPRIGHT = b"\x40"
_FLIPPED = b"\x80"

# Between a reset and the end of sleep (9.1.2), and from there to the next command (9.1.12).
# One more, because a millisecond that has begun counts as one.
_RESET_MS = const(121)
_AWAKE_MS = const(6)

# The light has to stay visible, or nobody finds the key that makes it brighter.
_DIMMEST = const(2048)
_LIGHT_HERTZ = const(1000)


class ST7789(Display):
    """A panel in landscape.

    `glass` is its width and height, and where its upper left is in the controller's memory turned
    the same way. `cell` is the width of each column of a cell in pixels, `line` the height of a
    row. `theme` are its two colours. `light` is the light behind the glass, `clock` the module
    `time`. The controller is reset at once: it is ready by the time that the rest is.
    """

    def __init__(
        self,
        wires: "Wires",
        light: "Light",
        clock: "Clock",
        glass: tuple[int, int, int, int],
        cell: tuple[int, int, int, int, int],
        line: int,
        theme: tuple[int, int] = THEMES["dark"],
        contrast: int = 0x40,
        flip: bool = False,
    ) -> None:
        self._wires = wires
        self._select = wires.cs
        self._what = wires.dc
        self._write = wires.spi.write
        self._light = light
        self._clock = clock
        self._contrast = contrast
        self._on = True
        picture = memoryview(bytearray(_CELL * _CELLS))
        self.cells = tuple(picture[at : at + _CELL] for at in range(0, _CELL * _CELLS, _CELL))
        self._wide = sum(cell)
        self._high = line * _HALF
        self._flip = False
        self._place(glass)
        if flip:
            self._turn()
        nibbles = [_enlarged(nibble, theme, line) for nibble in range(16)]
        column = len(nibbles[0])
        longest = [memoryview(nibble * max(cell)) for nibble in nibbles]
        tables = {n: tuple(nibble[: n * column] for nibble in longest) for n in set(cell)}
        self._tables = tuple(tables[n] for n in cell)
        self._dark = nibbles[0] * self._wide
        self._lit = nibbles[15] * self._wide
        size = len(self._dark)
        self._most = _STRIP // size  # cells in a strip
        self._upper = BytesIO(bytearray(self._most * size))
        self._lower = BytesIO(bytearray(self._most * size))
        # Methods, bound once.
        self._write_upper = self._upper.write
        self._write_lower = self._lower.write
        sent = memoryview(bytearray(self._most * size))
        self._sent = tuple(sent[: n * size] for n in range(self._most + 1))
        # Operands of windows: some columns of the picture, and the rows of each half of a page.
        self._columns = memoryview(bytearray(4))
        self._rows = [memoryview(bytearray(4)) for _ in range(_HALVES)]
        self._reset()

    def _place(self, glass: tuple[int, int, int, int]) -> None:
        """Note where the glass is in the memory, and the picture in the middle of it."""
        self._glass = width, height, x, y = glass
        self._left = x + (width - _CELLS * self._wide) // 2
        self._top = y + (height - _HALVES * self._high) // 2

    def _turn(self) -> None:
        """Turn it by half: both directions count from the other end then."""
        self._flip = not self._flip
        width, height, x, y = self._glass
        self._place((width, height, _LINES - width - x, _COLUMNS - height - y))

    def _reset(self) -> None:
        self._light.duty_u16(0)
        self._wires.open()
        self._order(_SWRESET)
        self._reset_ms = self._clock.ticks_ms()
        self._fresh = True

    def init(self) -> None:
        """See Display."""
        if not self._fresh:
            self._reset()
        self._fresh = False
        clock = self._clock
        waited = clock.ticks_diff(clock.ticks_ms(), self._reset_ms)
        if waited < _RESET_MS:
            clock.sleep_ms(_RESET_MS - waited)
        self._set_up()
        width, height, _, _ = self._glass
        self._darken(0, 0, width, height)
        self.power(True)

    def renew(self) -> bool:
        """See Display. What lies around the picture is sent here, as it never is otherwise."""
        self._set_up()
        width, height, x, y = self._glass
        left, top = self._left - x, self._top - y
        high = _HALVES * self._high
        right, bottom = left + _CELLS * self._wide, top + high
        self._darken(0, 0, width, top)
        self._darken(0, bottom, width, height - bottom)
        self._darken(0, top, left, high)
        self._darken(right, top, width - right, high)
        self.power(self._on)
        return True

    def _set_up(self) -> None:
        """Wake the controller, send its settings, and find out where the picture belongs."""
        self._order(_SLPOUT)
        self._clock.sleep_ms(_AWAKE_MS)
        self._order(_COLMOD, _BITS_12)
        self._order(_MADCTL, _FLIPPED if self._flip else _UPRIGHT)
        self._order(_INVON)  # these panels show the complement without it
        self._order(_NORON)
        high = self._high
        for half in range(_HALVES):
            _span(self._rows[half], self._top + half * high, high)

    def _darken(self, x: int, y: int, width: int, height: int) -> None:
        """Fill a part of the glass with the background; it has an even number of pixels."""
        self._order(_RASET, _span(self._columns, self._glass[2] + x, width))
        self._order(_CASET, _span(self._columns, self._glass[3] + y, height))
        dark = memoryview(self._dark * self._most)
        left = width * height * 3 // 2
        self._select(0)
        self._send(_RAMWR, b"")
        while left:
            n = min(left, len(dark))
            self._write(dark[:n])
            left -= n
        self._select(1)

    def span(self, page: int, x: int, n: int) -> None:
        """See Display."""
        wide = self._wide
        left = self._left + x // _CELL * wide
        cells = n // _CELL
        first = 0
        self._select(0)
        while first < cells:
            after = min(cells, first + self._most)
            self._string(first, after)
            sent = self._sent[after - first]
            self._send(_RASET, _span(self._columns, left + first * wide, (after - first) * wide))
            self._send(_CASET, self._rows[2 * page])
            self._fill(self._upper, sent)
            self._send(_CASET, self._rows[2 * page + 1])
            self._fill(self._lower, sent)
            first = after
        self._select(1)

    def _string(self, first: int, after: int) -> None:
        """String some cells together. Here is where the time goes: ten microseconds a write."""
        self._upper.seek(0)
        self._lower.seek(0)
        upper = self._write_upper
        lower = self._write_lower
        cells = self.cells
        dark = _DARK
        a_table, b_table, c_table, d_table, e_table = self._tables
        for at in range(first, after):
            cell = cells[at]
            if cell == dark:
                upper(self._dark)
                lower(self._dark)
                continue
            a, b, c, d, e = cell
            if a == _ALL and cell == _LIT:
                upper(self._lit)
                lower(self._lit)
                continue
            upper(a_table[a & 15])
            lower(a_table[a >> 4])
            upper(b_table[b & 15])
            lower(b_table[b >> 4])
            upper(c_table[c & 15])
            lower(c_table[c >> 4])
            upper(d_table[d & 15])
            lower(d_table[d >> 4])
            upper(e_table[e & 15])
            lower(e_table[e >> 4])

    def _fill(self, strip: BytesIO, sent: "memoryview[int]") -> None:
        """Fill the window with the beginning of a strip, as much as is `sent`."""
        strip.seek(0)
        strip.readinto(sent)
        self._send(_RAMWR, sent)

    def contrast(self, value: int) -> None:
        """See Display. It is the light; a middle one is as bright as an OLED's."""
        self._contrast = value
        self._light.duty_u16(max(_DIMMEST, value * (511 - value)))

    def power(self, on: bool) -> None:
        """See Display."""
        self._on = on
        self._order(_DISPON if on else _DISPOFF)
        if on:
            self.contrast(self._contrast)
        else:
            self._light.duty_u16(0)

    def flip(self, on: bool) -> None:
        """See Display."""
        if on != self._flip:
            self._turn()
        self.init()

    def _order(self, command: bytes, operands: "bytes | memoryview[int]" = b"") -> None:
        """Select the controller for a command alone."""
        self._select(0)
        self._send(command, operands)
        self._select(1)

    def _send(self, command: bytes, data: "bytes | memoryview[int]") -> None:
        """Send a command and what belongs to it, operands or pixels."""
        self._what(COMMANDS)
        self._write(command)
        self._what(DATA)
        self._write(data)


def _span(window: "memoryview[int]", first: int, n: int) -> "memoryview[int]":
    """Make these the operands for so many columns or rows."""
    last = first + n - 1
    window[0] = first >> 8
    window[1] = first & 0xFF
    window[2] = last >> 8
    window[3] = last & 0xFF
    return window


def _enlarged(nibble: int, theme: tuple[int, int], line: int) -> bytes:
    """Four pixels below each other, the lowest bit on top, each `line` times."""
    foreground, background = theme
    bits = 0
    for at in range(_HALF):
        for _ in range(line):
            bits = bits << 12 | (foreground if nibble >> at & 1 else background)
    return bits.to_bytes(6 * line, "big")


def connect(board: "Board") -> ST7789:
    """Return the driver of a board's display, which is not started yet."""
    import time

    from machine import PWM, Pin, freq

    from .spi import wires

    clock: Any = time  # what describes a Pico's gives ticks a type of their own
    # From MicroPython 1.24 on the peripherals run at the USB's 48 MHz, and SPI at 24, unless they
    # are given the processor's clock; before, they have it.
    clocks: Any = freq
    try:
        clocks(freq(), freq())
    except TypeError:
        pass
    return ST7789(
        Wires(*wires(board)),
        PWM(Pin(board.BL), freq=_LIGHT_HERTZ, duty_u16=0),
        clock,
        board.GLASS,
        board.CELL,
        board.LINE,
        THEMES[board.THEME],
        flip=board.FLIP,
    )
