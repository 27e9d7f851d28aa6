"""ST7789 with its panel in landscape: colour, on SPI with a D/C line.

From Sitronix' data sheet ST7789V V1.3: 8.8 (pixel formats of the 4-line serial interface), 8.12
(address control), chapter 9 (commands).
"""

from collections.abc import Callable

COLUMNS = 240
LINES = 320

# Commands and how many operands they have. Those from B0 on are voltages, timing and gamma, which
# change no pixel here.
_OPERANDS = {
    0x00: 0, 0x01: 0, 0x10: 0, 0x11: 0, 0x13: 0, 0x20: 0, 0x21: 0, 0x26: 1, 0x28: 0, 0x29: 0,
    0x2A: 4, 0x2B: 4, 0x2C: 0, 0x34: 0, 0x35: 1, 0x36: 1, 0x38: 0, 0x3A: 1, 0x3C: 0,
    0xB0: 2, 0xB2: 5, 0xB7: 1, 0xBB: 1, 0xC0: 1, 0xC2: 2, 0xC3: 1, 0xC4: 1, 0xC6: 1, 0xD0: 2,
    0xE0: 14, 0xE1: 14,
}  # fmt: skip
_WRITES = (0x2C, 0x3C)

_ROWS_MIRRORED = 0x80
_COLUMNS_MIRRORED = 0x40
_EXCHANGED = 0x20
_BLUE_FIRST = 0x08

# Milliseconds before another command: after a reset, after the end of sleep (9.1.2, 9.1.12).
_BUSY_MS = 5
# From a reset or the beginning of sleep to the end of sleep, and back (9.1.2, 9.1.11, 9.1.12).
_REST_MS = 120

_NEVER_MS = -1e9


class ST7789:
    """An ST7789 after power-on.

    `width` and `height` are the glass's, `x` and `y` where its upper left is in the memory when
    that is addressed with MADCTL 60. `clock` tells milliseconds; without it the times that have
    to pass between commands are not looked at. `complaints` says what no driver should send.
    """

    depth = 3
    """A pixel is three bytes: red, green and blue."""

    def __init__(
        self, width: int, height: int, x: int, y: int, clock: Callable[[], float] | None = None
    ) -> None:
        self.width = width
        self.height = height
        self.version = 0
        self.complaints: list[str] = []
        self._x, self._y = x, y
        self._clock = clock
        self._reset_ms = self._sleep_ms = self._wake_ms = _NEVER_MS
        # At power-on the memory holds anything at all: no two neighbours are alike here.
        self._memory = [at * 0x9E3779 & 0xFFFFFF for at in range(COLUMNS * LINES)]
        self._defaults()

    def _defaults(self) -> None:
        """What a reset sets; the memory stays."""
        self.on = False
        self.asleep = True
        self.inverted = False
        self.madctl = 0
        self.bits = 18
        self._first_x, self._last_x = 0, COLUMNS - 1
        self._first_y, self._last_y = 0, LINES - 1
        self._at_x = self._at_y = 0
        self._command = 0
        self._operands: list[int] = []
        self._rest = b""
        self._over = False

    def write_spi(self, dc: int, data: bytes) -> None:
        """Take bytes that arrive while the D/C line has this level: low for a command."""
        if not dc:
            for byte in data:
                self._begin(byte)
        elif self._command in _WRITES:
            self._store(data)
        else:
            for byte in data:
                self._take_operand(byte)

    def _complain(self, about: str) -> None:
        self.complaints.append(about)

    # Commands

    def _begin(self, command: int) -> None:
        missing = _OPERANDS[self._command] - len(self._operands)
        if missing:
            self._complain(f"{self._command:02X} without its last {missing} operands")
        if self._rest:
            self._complain("part of a pixel")
        self._operands = []
        self._rest = b""
        self._over = False
        if command not in _OPERANDS:
            self._complain(f"command {command:02X}")
            command = 0
        self._command = command
        self._check_time(command)
        if not _OPERANDS[command]:
            self._execute(command)

    def _check_time(self, command: int) -> None:
        """Complain about a command that comes too early."""
        if self._clock is None:
            return
        now = self._clock()
        if now - max(self._reset_ms, self._wake_ms) < _BUSY_MS:
            self._complain(f"{command:02X} less than {_BUSY_MS} ms after a reset or sleep")
        if command == 0x01:
            self._reset_ms = now
        elif command == 0x10:
            self._sleep_ms = now
            if now - self._wake_ms < _REST_MS:
                self._complain(f"10 less than {_REST_MS} ms after 11")
        elif command == 0x11:
            self._wake_ms = now
            if now - max(self._reset_ms, self._sleep_ms) < _REST_MS:
                self._complain(f"11 less than {_REST_MS} ms after 01 or 10")

    def _take_operand(self, byte: int) -> None:
        wanted = _OPERANDS[self._command]
        if len(self._operands) == wanted:
            self._complain(f"{byte:02X} after all operands of {self._command:02X}")
            return
        self._operands.append(byte)
        if len(self._operands) == wanted:
            self._execute(self._command)

    def _execute(self, command: int) -> None:
        before = self._appearance()
        operands = self._operands
        if command == 0x01:
            self._defaults()
        elif command in (0x10, 0x11):
            self.asleep = command == 0x10
        elif command in (0x20, 0x21):
            self.inverted = command == 0x21
        elif command in (0x28, 0x29):
            self.on = command == 0x29
        elif command in (0x2A, 0x2B):
            self._set_window(command)
        elif command == 0x2C:
            self._at_x, self._at_y = self._first_x, self._first_y
        elif command == 0x36:
            if operands[0] & 0x03:
                self._complain(f"36 {operands[0]:02X}")
            self.madctl = operands[0]
        elif command == 0x3A:
            # The upper half belongs to an interface that is not there.
            self.bits = {3: 12, 5: 16, 6: 18}.get(operands[0] & 0x07, 0)
            if not self.bits or operands[0] & 0x88:
                self._complain(f"3A {operands[0]:02X}")
                self.bits = self.bits or 18
        if self._appearance() != before:
            self.version += 1

    def _appearance(self) -> tuple[object, ...]:
        return self.on, self.asleep, self.inverted

    def _set_window(self, command: int) -> None:
        high, low, last_high, last_low = self._operands
        first, last = high << 8 | low, last_high << 8 | last_low
        exchanged = bool(self.madctl & _EXCHANGED)
        size = LINES if (command == 0x2A) == exchanged else COLUMNS
        if not first <= last < size:
            self._complain(f"{command:02X} from {first} to {last}")
            return
        if command == 0x2A:
            self._first_x, self._last_x = first, last
        else:
            self._first_y, self._last_y = first, last

    # Memory

    def _store(self, data: bytes) -> None:
        """Take pixels, which go on where the last ones ended."""
        self.version += 1
        data = self._rest + data
        if self.bits == 12:
            whole = len(data) // 3 * 3
            pixels = [
                pixel
                for at in range(0, whole, 3)
                for pixel in _two_of_12(data[at], data[at + 1], data[at + 2])
            ]
        elif self.bits == 16:
            whole = len(data) // 2 * 2
            pixels = [_one_of_16(data[at] << 8 | data[at + 1]) for at in range(0, whole, 2)]
        else:
            whole = len(data) // 3 * 3
            pixels = [
                _one_of_18(data[at], data[at + 1], data[at + 2]) for at in range(0, whole, 3)
            ]
        self._rest = data[whole:]
        if self.madctl & _BLUE_FIRST:
            pixels = [p & 0xFF00 | p >> 16 | (p & 0xFF) << 16 for p in pixels]
        at = 0
        while at < len(pixels):
            if self._over:
                self._complain("data beyond the end of the window")
                self._over = False
            n = min(len(pixels) - at, self._last_x + 1 - self._at_x)
            start, step = self._address(self._at_x, self._at_y)
            for i in range(n):
                self._memory[start + i * step] = pixels[at + i]
            at += n
            self._at_x += n
            if self._at_x > self._last_x:
                self._at_x = self._first_x
                self._at_y += 1
                if self._at_y > self._last_y:
                    self._at_y = self._first_y
                    self._over = True

    def _address(self, x: int, y: int) -> tuple[int, int]:
        """Return where this pixel is in the memory, and how far from it the next one is."""
        column, line = (y, x) if self.madctl & _EXCHANGED else (x, y)
        across, down = 1, COLUMNS
        if self.madctl & _COLUMNS_MIRRORED:
            column, across = COLUMNS - 1 - column, -1
        if self.madctl & _ROWS_MIRRORED:
            line, down = LINES - 1 - line, -COLUMNS
        return line * COLUMNS + column, down if self.madctl & _EXCHANGED else across

    # Glass

    def pixels(self) -> bytes:
        """Return what the glass shows, row by row: red, green and blue of each pixel."""
        if not self.on or self.asleep:
            return bytes(self.width * self.height * self.depth)
        # A panel of this kind shows the complement of its memory unless inversion is on.
        flip = 0 if self.inverted else 0xFFFFFF
        out = bytearray()
        for y in range(self.height):
            column = COLUMNS - 1 - self._y - y
            first = self._x * COLUMNS + column
            row = self._memory[first : first + self.width * COLUMNS : COLUMNS]
            for pixel in row:
                out += (pixel ^ flip).to_bytes(3, "big")
        return bytes(out)


# The memory has 18 bits a pixel; what is missing repeats the highest bits (RAMCTRL, 9.2.1). To
# eight bits a colour it is done in the same way.


def _two_of_12(first: int, second: int, third: int) -> tuple[int, int]:
    return _one_of_12(first << 4 | second >> 4), _one_of_12((second & 0x0F) << 8 | third)


def _one_of_12(value: int) -> int:
    return (value >> 8) * 0x110000 | (value >> 4 & 0x0F) * 0x1100 | (value & 0x0F) * 0x11


def _one_of_16(value: int) -> int:
    red, green, blue = value >> 11, value >> 5 & 0x3F, value & 0x1F
    return (red << 3 | red >> 2) << 16 | (green << 2 | green >> 4) << 8 | (blue << 3 | blue >> 2)


def _one_of_18(red: int, green: int, blue: int) -> int:
    red, green, blue = red & 0xFC, green & 0xFC, blue & 0xFC
    return (red | red >> 6) << 16 | (green | green >> 6) << 8 | (blue | blue >> 6)
