"""The module `framebuf` on CPython: pixels of one bit, copied from one layout to another."""

MONO_VLSB = 0
MONO_HLSB = 3
MONO_HMSB = 4


class FrameBuffer:
    """A picture in `buffer`. A byte is eight pixels below each other (MONO_VLSB, the highest in
    its lowest bit) or side by side, the left one in its highest bit (MONO_HLSB) or its lowest."""

    def __init__(
        self,
        buffer: "bytearray | memoryview[int]",
        width: int,
        height: int,
        format: int,
        stride: "int | None" = None,
    ) -> None:
        self._buffer = buffer
        self._width = width
        self._height = height
        self._format = format
        self._stride = width if stride is None else stride

    def _place(self, x: int, y: int) -> "tuple[int, int]":
        if self._format == MONO_VLSB:
            return y // 8 * self._stride + x, 1 << y % 8
        at = (y * self._stride + x) // 8
        return at, 1 << x % 8 if self._format == MONO_HMSB else 0x80 >> x % 8

    def pixel(self, x: int, y: int, c: "int | None" = None) -> "int | None":
        """Its colour, or set it."""
        at, bit = self._place(x, y)
        if c is None:
            return 1 if self._buffer[at] & bit else 0
        self._buffer[at] = self._buffer[at] & ~bit | (bit if c else 0)
        return None

    def blit(self, fbuf: "FrameBuffer", x: int, y: int) -> None:
        """Draw another picture at this place; what is beyond the edges is left out."""
        for row in range(max(0, -y), min(fbuf._height, self._height - y)):
            for column in range(max(0, -x), min(fbuf._width, self._width - x)):
                self.pixel(x + column, y + row, fbuf.pixel(column, row))
