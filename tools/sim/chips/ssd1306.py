"""SSD1306 on the usual module: 128x64 pixels, I2C, no supply of its own for the glass.

From Solomon Systech's data sheet SSD1306 rev 1.1: chapter 8 (memory, addressing, I2C), chapters 9
and 10 (commands), and the application note (charge pump).
"""

from tools.sim.chips.panel import ROWS, Panel

_HORIZONTAL, _VERTICAL, _PAGE = 0, 1, 2


class SSD1306(Panel):
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
        self.mode = _PAGE
        self._first_column, self._last_column = 0, self.columns - 1
        self._first_page, self._last_page = 0, self.pages - 1
        self._column = 0
        self._page = 0
        self._over = False

    def execute_own(self, command: int, operands: list[int]) -> bool:
        """See Panel."""
        operand = operands[0] if operands else 0
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
        elif command == 0x8D:
            self.check(command, operand, 0x10, 0x14)
            self.pump = bool(operand & 0x04)
        elif command == 0xA8:
            self.check(command, operand, *range(15, ROWS))
            self.multiplex = (operand & 0x3F) + 1
        elif 0xB0 <= command <= 0xB7:
            if self.mode != _PAGE:
                self.complain(f"{command:02X} outside page addressing")
            self._page = command & 7
        elif command == 0xDA:
            self.check(command, operand, 0x02, 0x12, 0x22, 0x32)
            self.alternative_commons = bool(operand & 0x10)
            self.sides_swapped = bool(operand & 0x20)
        elif command == 0xDB:
            self.check(command, operand, 0x00, 0x20, 0x30)
        else:
            return False
        return True

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
            self.check(command, operands[0], _HORIZONTAL, _VERTICAL, _PAGE)
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

    def data_begins(self) -> None:
        """See Controller."""
        self._over = False

    def take_data(self, byte: int) -> None:
        """See Controller."""
        if self._over:
            self.complain("data beyond the end of the window")
            self._over = False
        self.store_column(self._page, self._column, byte)
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
