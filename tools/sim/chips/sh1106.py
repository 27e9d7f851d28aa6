"""SH1106 on the usual 1.3" module: 128x64 pixels in the middle of 132 columns, I2C.

From Sino Wealth's data sheet SH1106 V2.3 (memory, I2C interface, commands 1 to 23).
"""

from tools.sim.chips.panel import ROWS, Panel


class SH1106(Panel):
    """An SH1106 after power-on. It has page addressing alone, and cannot be told from an SSD1306
    by reading."""

    columns = 132
    first_segment = 2
    operands = {0x81: 1, 0xA8: 1, 0xAD: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1}

    def __init__(self) -> None:
        super().__init__()
        self.contrast = 0x80
        self.pump = True
        self._column = 0
        self._page = 0

    def execute_own(self, command: int, operands: list[int]) -> bool:
        """See Panel."""
        operand = operands[0] if operands else 0
        if command <= 0x0F:
            self._column = self._column & 0xF0 | command
        elif command <= 0x1F:
            self._column = self._column & 0x0F | (command & 0x0F) << 4
        elif 0x30 <= command <= 0x33:
            pass  # the pump's voltage: 6.4 to 9.0 V
        elif command == 0xA8:
            self.check(command, operand, *range(ROWS))
            self.multiplex = (operand & 0x3F) + 1
        elif command == 0xAD:
            self.check(command, operand, 0x8A, 0x8B)
            if self.on:
                self.complain("AD while the display is on")
            self.pump = bool(operand & 1)
        elif 0xB0 <= command <= 0xB7:
            self._page = command & 7
        elif command == 0xDA:
            self.check(command, operand, 0x02, 0x12)
            self.alternative_commons = bool(operand & 0x10)
        elif command != 0xDB:
            return False
        return True

    def take_data(self, byte: int) -> None:
        """See Controller."""
        if self._column >= self.columns:
            self.complain(f"data at column {self._column}")
            return
        self.store_column(self._page, self._column, byte)
        self._column += 1
