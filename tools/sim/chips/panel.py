"""What SSD1306 and SH1106 have in common behind the memory: scanning 64 commons, and the glass.

Both come on the same modules, where the glass's upper left is the last segment and common 63, and
its commons alternate between both sides.
"""

from tools.sim.chips.controller import Controller

ROWS = 64
_SIDE = ROWS // 2


class Panel(Controller):
    """A controller of 64 commons and its glass, whose right edge is segment `first_segment`."""

    first_segment = 0

    def __init__(self) -> None:
        super().__init__()
        self.contrast = 0x7F
        self.on = False
        self.pump = False
        self.entire_on = False
        self.inverse = False
        self.start_line = 0
        self.offset = 0
        self.multiplex = ROWS
        self.segments_remapped = False
        self.scan_reversed = False
        self.alternative_commons = True
        self.sides_swapped = False

    def execute(self, command: int, operands: list[int]) -> None:
        """See Controller."""
        before = self._appearance()
        operand = operands[0] if operands else 0
        if not (self.execute_own(command, operands) or self._execute(command, operand)):
            self.complain(f"command {command:02X}")
        if self._appearance() != before:
            self.version += 1

    def execute_own(self, command: int, operands: list[int]) -> bool:
        """Carry out what this controller has of its own; tell whether the command is such."""
        raise NotImplementedError

    def _execute(self, command: int, operand: int) -> bool:
        if 0x40 <= command <= 0x7F:
            self.start_line = command & 0x3F
        elif command == 0x81:
            self.contrast = operand
        elif command in (0xA0, 0xA1):
            self.segments_remapped = command == 0xA1
        elif command in (0xA4, 0xA5):
            self.entire_on = command == 0xA5
        elif command in (0xA6, 0xA7):
            self.inverse = command == 0xA7
        elif command in (0xAE, 0xAF):
            self.on = command == 0xAF
        elif command in (0xC0, 0xC8):
            self.scan_reversed = command == 0xC8
        elif command == 0xD3:
            self.check(command, operand, *range(ROWS))
            self.offset = operand & 0x3F
        elif command == 0xD9:
            if not operand & 0x0F or not operand & 0xF0:
                self.complain(f"D9 {operand:02X}: a phase of no clocks")
        elif command not in (0xD5, 0xE3):
            return False
        return True

    def check(self, command: int, operand: int, *allowed: int) -> None:
        """Complain about an operand that is not allowed."""
        if operand not in allowed:
            self.complain(f"{command:02X} {operand:02X}")

    def store_column(self, page: int, column: int, byte: int) -> None:
        """Store a byte at a column address, which is a segment or, remapped, counts from the
        other end: what is stored stays where it is when that changes."""
        segment = self.columns - 1 - column if self.segments_remapped else column
        self.store(page, segment, byte)

    def _appearance(self) -> tuple[object, ...]:
        return (
            self.contrast,
            self.on,
            self.pump,
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
        if not (self.on and self.pump):
            return b"".join(glass)
        first, after = self.first_segment, self.first_segment + self.width
        flip = 1 if self.inverse else 0
        for line in range(self.multiplex):
            if self.entire_on:
                row = b"\x01" * self.width
            else:
                from_row = (line + self.start_line) % ROWS
                segments, bit = self.memory[from_row // 8][first:after], from_row % 8
                row = bytes((byte >> bit & 1) ^ flip for byte in reversed(segments))
            glass[ROWS - 1 - self._glass_common(line)] = row
        return b"".join(glass)

    def _glass_common(self, line: int) -> int:
        """Return which of the glass's commons shows a line of the scan (SSD1306: tables 10-1 to
        10-3)."""
        if self.scan_reversed:
            common = (self.multiplex - 1 - line + self.offset) % ROWS
        else:
            common = (line - self.offset) % ROWS
        if self.alternative_commons:
            side, pin = common % 2, common // 2
        else:
            side, pin = common // _SIDE, common % _SIDE
        if self.sides_swapped:
            side = 1 - side
        return 2 * pin + side
