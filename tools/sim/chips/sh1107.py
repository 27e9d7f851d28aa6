"""SH1107 with a glass of 64x128 pixels that lies on its side: 128x64 as one looks at it.

From Sino Wealth's data sheet SH1107 V2.1 (memory, commands 1 to 21). A column of its memory is
what one common shows, and a bit of a page one segment. The glass, as vendors set it up, has its
commons at the middle of the controller's 128; the lowest is at the bottom, segment 0 on the left.
Its supply is its own.
"""

from tools.sim.chips.controller import Controller

_SEGMENTS = 128
_COMMONS = 128
_FIRST_COMMON = 32


class SH1107(Controller):
    """An SH1107 after power-on."""

    columns = _COMMONS
    pages = _SEGMENTS // 8
    operands = {0x81: 1, 0xA8: 1, 0xAD: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDB: 1, 0xDC: 1}

    def __init__(self) -> None:
        super().__init__()
        self.contrast = 0x80
        self.on = False
        self.vertical = False
        self.entire_on = False
        self.inverse = False
        self.start_line = 0
        self.offset = 0
        self.multiplex = _COMMONS
        self.segments_remapped = False
        self.scan_reversed = False
        self._column = 0
        self._page = 0

    def execute(self, command: int, operands: list[int]) -> None:
        """See Controller."""
        before = self._appearance()
        if not self._execute(command, operands[0] if operands else 0):
            self.complain(f"command {command:02X}")
        if self._appearance() != before:
            self.version += 1

    def _execute(self, command: int, operand: int) -> bool:
        if command <= 0x0F:
            self._column = self._column & 0x70 | command
        elif command <= 0x17:
            self._column = self._column & 0x0F | (command & 7) << 4
        elif command in (0x20, 0x21):
            self.vertical = command == 0x21
        elif command == 0x81:
            self.contrast = operand
        elif command in (0xA0, 0xA1):
            self.segments_remapped = command == 0xA1
        elif command in (0xA4, 0xA5):
            self.entire_on = command == 0xA5
        elif command in (0xA6, 0xA7):
            self.inverse = command == 0xA7
        elif command == 0xA8:
            self._check(command, operand, 0x7F)
            self.multiplex = (operand & 0x7F) + 1
        elif command == 0xAD:
            if operand & 0xF0 != 0x80:
                self.complain(f"AD {operand:02X}")
            if self.on:
                self.complain("AD while the display is on")
        elif command in (0xAE, 0xAF):
            self.on = command == 0xAF
        elif 0xB0 <= command <= 0xBF:
            self._page = command & 0x0F
        elif 0xC0 <= command <= 0xCF:
            self.scan_reversed = bool(command & 8)
        elif command == 0xD3:
            self._check(command, operand, 0x7F)
            self.offset = operand & 0x7F
        elif command == 0xD9:
            if not operand & 0x0F or not operand & 0xF0:
                self.complain(f"D9 {operand:02X}: a phase of no clocks")
        elif command == 0xDC:
            self._check(command, operand, 0x7F)
            self.start_line = operand & 0x7F
        elif command not in (0xD5, 0xDB, 0xE3):
            return False
        return True

    def _check(self, command: int, operand: int, most: int) -> None:
        if operand > most:
            self.complain(f"{command:02X} {operand:02X}")

    def take_data(self, byte: int) -> None:
        """See Controller."""
        if self._column >= self.columns:
            self.complain(f"data at column {self._column}")
            return
        self.store(self._page, self._column, byte)
        if self.vertical:
            self._page = (self._page + 1) % self.pages
            if self._page:
                return
        self._column += 1

    def _appearance(self) -> tuple[object, ...]:
        return (
            self.contrast,
            self.on,
            self.entire_on,
            self.inverse,
            self.start_line,
            self.offset,
            self.multiplex,
            self.segments_remapped,
            self.scan_reversed,
        )

    def pixels(self) -> bytes:
        """See Controller."""
        glass = [bytes(self.width)] * self.height
        for line in range(self.multiplex if self.on else 0):
            if self.scan_reversed:
                common = (self.multiplex - 1 - line + self.offset) % _COMMONS
            else:
                common = (line - self.offset) % _COMMONS
            from_bottom = common - _FIRST_COMMON
            if 0 <= from_bottom < self.height:
                glass[self.height - 1 - from_bottom] = self._segments(line)
        return b"".join(glass)

    def _segments(self, line: int) -> bytes:
        """Return what a line of the scan shows, from left to right."""
        if self.entire_on:
            return b"\x01" * _SEGMENTS
        column = (line + self.start_line) % _COMMONS
        flip = 1 if self.inverse else 0
        bits = bytes(
            self.memory[segment // 8][column] >> segment % 8 & 1 ^ flip
            for segment in range(_SEGMENTS)
        )
        return bits[::-1] if self.segments_remapped else bits
