"""SSD1306 on the usual module: 128x64 pixels, I2C, no supply of its own for the glass.

From Solomon Systech's data sheet SSD1306 rev 1.1: chapter 8 (memory, addressing, I2C), chapter 9
and 10 (commands), and the application note (charge pump). The glass is mounted as it is
everywhere: its upper left is segment 127 and common 63, its commons alternate between both sides.
"""

from tools.sim.chips.controller import Controller

_ROWS = 64
_SIDE = _ROWS // 2

_HORIZONTAL, _VERTICAL, _PAGE = 0, 1, 2


class SSD1306(Controller):
    """An SSD1306 after power-on."""

    operands = {
        0x20: 1,
        0x21: 2,
        0x22: 2,
        0x26: 6,
        0x27: 6,
        0x29: 5,
        0x2A: 5,
        0x81: 1,
        0x8D: 1,
        0xA3: 2,
        0xA8: 1,
        0xD3: 1,
        0xD5: 1,
        0xD9: 1,
        0xDA: 1,
        0xDB: 1,
    }

    def __init__(self) -> None:
        super().__init__()
        self.contrast = 0x7F
        self.on = False
        self.charge_pump = False
        self.entire_on = False
        self.inverse = False
        self.start_line = 0
        self.offset = 0
        self.multiplex = _ROWS
        self.segments_remapped = False
        self.scan_reversed = False
        self.alternative_commons = True
        self.sides_swapped = False
        self.mode = _PAGE
        self._first_column, self._last_column = 0, self.columns - 1
        self._first_page, self._last_page = 0, self.pages - 1
        self._column = 0
        self._page = 0
        self._over = False

    # Commands

    def execute(self, command: int, operands: list[int]) -> None:
        """See Controller."""
        operand = operands[0] if operands else 0
        before = self._appearance()
        if command <= 0x1F:
            self._set_column_half(command)
        elif command <= 0x22:
            self._set_addressing(command, operands)
        elif command in (0x26, 0x27, 0x29, 0x2A, 0xA3):
            self._check_scroll(command, operands)
        elif command == 0x2E:
            pass  # no scrolling, and none goes on here
        elif command == 0x2F:
            self.complain("scrolling on, which moves the memory")
        elif 0x40 <= command <= 0x7F:
            self.start_line = command & 0x3F
        elif command == 0x81:
            self.contrast = operand
        elif command == 0x8D:
            self._check(command, operand, 0x10, 0x14)
            self.charge_pump = bool(operand & 0x04)
        elif command in (0xA0, 0xA1):
            self.segments_remapped = command == 0xA1
        elif command in (0xA4, 0xA5):
            self.entire_on = command == 0xA5
        elif command in (0xA6, 0xA7):
            self.inverse = command == 0xA7
        elif command == 0xA8:
            self._check(command, operand, *range(15, _ROWS))
            self.multiplex = (operand & 0x3F) + 1
        elif command in (0xAE, 0xAF):
            self.on = command == 0xAF
        elif 0xB0 <= command <= 0xB7:
            if self.mode != _PAGE:
                self.complain(f"{command:02X} outside page addressing")
            self._page = command & 7
        elif command in (0xC0, 0xC8):
            self.scan_reversed = command == 0xC8
        elif command == 0xD3:
            self._check(command, operand, *range(_ROWS))
            self.offset = operand & 0x3F
        elif command == 0xD9:
            if not operand & 0x0F or not operand & 0xF0:
                self.complain(f"D9 {operand:02X}: a phase of no clocks")
        elif command == 0xDA:
            self._check(command, operand, 0x02, 0x12, 0x22, 0x32)
            self.alternative_commons = bool(operand & 0x10)
            self.sides_swapped = bool(operand & 0x20)
        elif command == 0xDB:
            self._check(command, operand, 0x00, 0x20, 0x30)
        elif command not in (0xD5, 0xE3):
            self.complain(f"command {command:02X}")
        if self._appearance() != before:
            self.version += 1

    def _check(self, command: int, operand: int, *allowed: int) -> None:
        if operand not in allowed:
            self.complain(f"{command:02X} {operand:02X}")

    def _set_column_half(self, command: int) -> None:
        if self.mode != _PAGE:
            self.complain(f"{command:02X} outside page addressing")
        if command <= 0x0F:
            self._column = self._column & 0x70 | command
        else:
            if command > 0x17:
                self.complain(f"{command:02X}: a column beyond 127")
            self._column = self._column & 0x0F | (command & 7) << 4

    def _set_addressing(self, command: int, operands: list[int]) -> None:
        if command == 0x20:
            self._check(command, operands[0], _HORIZONTAL, _VERTICAL, _PAGE)
            self.mode = operands[0] & 3
            return
        first, last = operands
        limit = self.columns if command == 0x21 else self.pages
        if self.mode == _PAGE:
            self.complain(f"{command:02X} in page addressing")
        if not first <= last < limit:
            self.complain(f"{command:02X} {first:02X} {last:02X}")
            first, last = first % limit, last % limit
        if command == 0x21:
            self._first_column, self._last_column, self._column = first, last, first
        else:
            self._first_page, self._last_page, self._page = first, last, first

    def _check_scroll(self, command: int, operands: list[int]) -> None:
        dummies = {0x26: (0, 4, 5), 0x27: (0, 4, 5), 0x29: (0,), 0x2A: (0,)}.get(command, ())
        for at, operand in enumerate(operands):
            wrong = operand not in (0x00, 0xFF) if at in dummies else operand > 0x7F
            if wrong or (at == 4 and command == 0x26 and operand != 0x00):
                self.complain(f"{command:02X} operand {operand:02X}")

    # Memory

    def data_begins(self) -> None:
        """See Controller."""
        self._over = False

    def take_data(self, byte: int) -> None:
        """See Controller."""
        if self._over:
            self.complain("data beyond the end of the window")
            self._over = False
        segment = self.columns - 1 - self._column if self.segments_remapped else self._column
        self.store(self._page, segment, byte)
        if self.mode == _PAGE:
            self._column = (self._column + 1) % self.columns
            self._over = self._column == 0
        elif self.mode == _HORIZONTAL:
            if self._next_column():
                self._over = self._next_page()
        elif self._next_page():
            self._over = self._next_column()

    def _next_column(self) -> bool:
        if self._column == self._last_column:
            self._column = self._first_column
            return True
        self._column = (self._column + 1) % self.columns
        return False

    def _next_page(self) -> bool:
        if self._page == self._last_page:
            self._page = self._first_page
            return True
        self._page = (self._page + 1) % self.pages
        return False

    # Glass

    def _appearance(self) -> tuple[object, ...]:
        return (
            self.contrast,
            self.on,
            self.charge_pump,
            self.entire_on,
            self.inverse,
            self.start_line,
            self.offset,
            self.multiplex,
            self.scan_reversed,
            self.alternative_commons,
            self.sides_swapped,
        )

    def pixels(self) -> bytes:
        """See Controller."""
        glass = [bytes(self.width)] * self.height
        if not (self.on and self.charge_pump):
            return b"".join(glass)
        for line in range(self.multiplex):
            if self.entire_on:
                row = b"\x01" * self.width
            else:
                from_row = (line + self.start_line) % _ROWS
                page, bit = self.memory[from_row // 8], from_row % 8
                flip = 1 if self.inverse else 0
                row = bytes((byte >> bit & 1) ^ flip for byte in reversed(page))
            glass[_ROWS - 1 - self._glass_common(line)] = row
        return b"".join(glass)

    def _glass_common(self, line: int) -> int:
        """Return which of the glass's commons shows a line of the scan (tables 10-1 to 10-3)."""
        if self.scan_reversed:
            common = (self.multiplex - 1 - line + self.offset) % _ROWS
        else:
            common = (line - self.offset) % _ROWS
        if self.alternative_commons:
            side, pin = common % 2, common // 2
        else:
            side, pin = common // _SIDE, common % _SIDE
        if self.sides_swapped:
            side = 1 - side
        return 2 * pin + side
