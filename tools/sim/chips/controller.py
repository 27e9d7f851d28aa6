"""What the models of one-bit display controllers have in common: how commands and data arrive."""

import random

_CONTINUATION = 0x80
_DATA = 0x40


class Controller:
    """A controller with a memory of one bit a pixel.

    `version` changes when the picture may have changed. `complaints` says what no driver should
    send: commands and operands that the data sheet does not have, data where none belongs.
    """

    columns = 128
    pages = 8
    width = 128
    height = 64
    depth = 1
    operands: dict[int, int] = {}
    """How many operands a command has, where it has any."""

    def __init__(self) -> None:
        self.version: int = 0
        self.complaints: list[str] = []
        # At power-on the memory holds anything at all, the same every time here.
        noise = random.Random(self.__class__.__module__)
        self.memory = [bytearray(noise.randbytes(self.columns)) for _ in range(self.pages)]
        self._pending: list[int] = []

    def write(self, data: bytes) -> int:
        """Take the bytes of one I2C transfer after the address; return how many it acknowledges.

        A control byte says whether commands or data follow, and whether one byte of them or all
        to the end of the transfer.
        """
        at = 0
        while at < len(data):
            control = data[at]
            at += 1
            if control & ~(_CONTINUATION | _DATA):
                self.complain(f"control byte {control:02X}")
            end = at + 1 if control & _CONTINUATION else len(data)
            self._take(data[at:end], bool(control & _DATA))
            at = end
        return len(data)

    def write_spi(self, dc: int, data: bytes) -> None:
        """Take bytes that arrive over SPI while the D/C line has this level."""
        self._take(data, bool(dc))

    def _take(self, content: bytes, is_data: bool) -> None:
        if not is_data:
            for byte in content:
                self._take_command(byte)
            return
        if content and self._pending:
            self.complain(f"data instead of an operand of {self._pending[0]:02X}")
            self._pending = []
        self.data_begins()
        for byte in content:
            self.take_data(byte)

    def _take_command(self, byte: int) -> None:
        self._pending.append(byte)
        if len(self._pending) > self.operands.get(self._pending[0], 0):
            command, *operands = self._pending
            self._pending = []
            self.execute(command, operands)

    def execute(self, command: int, operands: list[int]) -> None:
        """Carry a complete command out."""
        raise NotImplementedError

    def data_begins(self) -> None:
        """Note that data of a new transfer follows."""

    def take_data(self, byte: int) -> None:
        """Store a byte of the picture."""
        raise NotImplementedError

    def pixels(self) -> bytes:
        """Return what the glass shows, row by row: a byte a pixel, 1 for lit and 0 for dark."""
        raise NotImplementedError

    def complain(self, about: str) -> None:
        """Note something that no driver should do."""
        self.complaints.append(about)

    def store(self, page: int, column: int, byte: int) -> None:
        """Put a byte into the memory."""
        if self.memory[page][column] != byte:
            self.memory[page][column] = byte
            self.version += 1
