"""The picture: 25 columns by 8 rows of cells, each a glyph of 5x8 pixels, inverted or not.

Whatever is drawn is text in this grid; suits and the joker are two cells wide, big digits two by
two. `flush` sends the cells that changed since the last one to a display driver. It allocates
nothing.
"""

from io import BytesIO

from . import font

_TYPE_CHECKING = const(0)
if _TYPE_CHECKING:
    from .display import Display

COLUMNS = const(25)
ROWS = const(8)

_COLUMNS = const(25)
_CELLS = const(200)
_CELL = const(5)  # columns of pixels in a cell

# 25 cells are 125 of 128 columns of pixels: one dark on the left, two on the right.
_LEFT = const(1)

# A span costs ten bytes on the bus beside its cells (two addresses, the window, two control
# bytes) and the calls; so up to two unchanged cells between changed ones are sent along.
_JOIN = const(3)

_NONE = const(-1)
_LIT = const(0xFF)
_NEVER = b"\x55"  # no cell's inversion: what was sent is not known
_SPACE = const(32)
_LAST_CODE = const(0xFFFF)

# UTF-8: where continuation bytes and the first bytes of two, three and four begin; six bits of
# a byte are the character's.
_CONTINUED = const(0x80)
_LEAD = const(0xC0)
_LEAD_OF_THREE = const(0xE0)
_LEAD_OF_FOUR = const(0xF0)
_BITS = const(0x3F)


def glyphs(s: str) -> bytes:
    """Return the glyphs of a text, one a column; a character without one gives a box."""
    encoded = s.encode()
    if len(encoded) == len(s) and (not encoded or min(encoded) >= _SPACE):
        return encoded
    # Bytes are decoded here, for MicroPython looks each character that it takes from a str up in
    # its table of names.
    out = bytearray()
    unknown = font.UNKNOWN
    code = more = 0
    for byte in encoded:
        if byte >= _LEAD:
            more = 1 if byte < _LEAD_OF_THREE else 2 if byte < _LEAD_OF_FOUR else 3
            code = byte & _BITS >> more
        elif byte >= _CONTINUED:
            code = code << 6 | byte & _BITS
            more -= 1
            if not more:
                glyph = _find(code)
                out.append(glyph)
                if glyph < font.WIDE:
                    out.append(glyph + 1)
        else:
            out.append(byte if byte >= _SPACE else unknown)
    return bytes(out)


def _find(code: int) -> int:
    """The glyph of a character beyond ASCII: `font.CODES` has two bytes for each."""
    if code > _LAST_CODE:
        return font.UNKNOWN
    both = bytes((code >> 8, code & 0xFF))
    at = font.CODES.find(both)
    while at > 0 and at & 1:  # the end of one and the beginning of the next
        at = font.CODES.find(both, at + 1)
    return font.NUMBERS[at >> 1] if at >= 0 else font.UNKNOWN


def width(s: str | bytes) -> int:
    """Return how many columns a text takes."""
    return len(glyphs(s) if isinstance(s, str) else s)


class Canvas:
    """What shall be shown, and what was sent of it.

    `cells` are glyph numbers, row after row; `inverse` is 0xFF for an inverted cell and else 0.
    Columns and rows count from 0 at the upper left. Texts are `str`, or glyphs already made of
    one. What goes over an edge is left out.
    """

    def __init__(self) -> None:
        self.cells = bytearray(_CELLS)
        self.inverse = bytearray(_CELLS)
        self._sent = bytearray(_CELLS)
        self._sent_inverse = bytearray(_CELLS)
        # Rows as slices, made once.
        self._rows = _rows_of(self.cells)
        self._inverse_rows = _rows_of(self.inverse)
        self._sent_rows = _rows_of(self._sent)
        self._sent_inverse_rows = _rows_of(self._sent_inverse)
        # The font as streams: reading a glyph from one copies it into the display's buffer in two
        # calls and without allocating, in a third of the time of five assignments.
        plain = BytesIO(font.CELLS)
        negative = BytesIO(_inverted(font.CELLS))
        # Their methods, bound once: looking one up takes as long as calling it.
        self._seek = plain.seek
        self._read = plain.readinto
        self._seek_inverted = negative.seek
        self._read_inverted = negative.readinto
        self.clear()
        self.touch()

    def clear(self) -> None:
        """Make all cells dark."""
        self.cells[:] = _BLANK
        self.inverse[:] = _PLAIN

    def text(self, col: int, row: int, s: str | bytes, invert: bool = False) -> int:
        """Write a text from this column on and return the column after it."""
        line = glyphs(s) if isinstance(s, str) else s
        after = col + len(line)
        if 0 <= row < ROWS:
            if col < 0:
                line = line[-col:]
                col = 0
            if after > _COLUMNS:
                line = line[: max(0, _COLUMNS - col)]
            if line:
                at = row * _COLUMNS + col
                self.cells[at : at + len(line)] = line
                self.inverse[at : at + len(line)] = (_INVERTED if invert else _PLAIN)[: len(line)]
        return after

    def right(self, col_end: int, row: int, s: str | bytes, invert: bool = False) -> None:
        """Write a text that ends before this column."""
        line = glyphs(s) if isinstance(s, str) else s
        self.text(col_end - len(line), row, line, invert)

    def centre(
        self,
        row: int,
        s: str | bytes,
        invert: bool = False,
        col: int = 0,
        width: int = COLUMNS,
    ) -> None:
        """Write a text in the middle of so many columns, rather left than right of it."""
        line = glyphs(s) if isinstance(s, str) else s
        self.text(col + (width - len(line)) // 2, row, line, invert)

    def invert(self, col: int, row: int, width: int) -> None:
        """Turn so many cells of a row into their inverse."""
        inverse = self.inverse
        base = row * _COLUMNS
        for at in range(base + max(0, col), base + min(_COLUMNS, col + width)):
            inverse[at] ^= _LIT

    def big(self, col: int, row: int, s: str, invert: bool = False) -> int:
        """Write digits, `-`, `+` and spaces two cells wide and high; return the column after."""
        upper = bytearray(2 * len(s))
        lower = bytearray(2 * len(s))
        encoded = s.encode()
        for i in range(len(encoded)):
            at = font.BIG_CHARACTERS.find(encoded[i : i + 1])
            quarters = font.BIG[4 * at : 4 * at + 4] if at >= 0 else _BIG_BLANK
            upper[2 * i : 2 * i + 2] = quarters[:2]
            lower[2 * i : 2 * i + 2] = quarters[2:]
        self.text(col, row, bytes(upper), invert)
        return self.text(col, row + 1, bytes(lower), invert)

    def touch(self) -> None:
        """Forget what was sent: the next flush sends everything."""
        self._sent_inverse[:] = _NEVER * _CELLS

    def dark(self) -> None:
        """Take it that the display was started: the next flush sends all but dark cells."""
        self._sent[:] = _BLANK
        self._sent_inverse[:] = _PLAIN

    def flush(self, display: "Display") -> int:
        """Send what changed since the last flush; return how many columns of pixels that were.

        Passes on the driver's OSError; what the display then shows is not known, so that the next
        flush sends everything.
        """
        try:
            columns = 0
            for row in range(ROWS):
                if (
                    self._rows[row] != self._sent_rows[row]
                    or self._inverse_rows[row] != self._sent_inverse_rows[row]
                ):
                    columns += self._flush_row(display, row)
            return columns
        except OSError:
            self.touch()
            raise

    def _flush_row(self, display: "Display", row: int) -> int:
        cells = self.cells
        sent = self._sent
        inverse = self.inverse
        sent_inverse = self._sent_inverse
        columns = 0
        first = last = _NONE
        base = row * _COLUMNS
        for at in range(base, base + _COLUMNS):
            if cells[at] != sent[at] or inverse[at] != sent_inverse[at]:
                if first == _NONE:
                    first = at
                elif at - last > _JOIN:
                    columns += self._send(display, row, first, last)
                    first = at
                last = at
        return columns + self._send(display, row, first, last)

    def _send(self, display: "Display", row: int, first: int, last: int) -> int:
        cells = self.cells
        inverse = self.inverse
        sent = self._sent
        sent_inverse = self._sent_inverse
        targets = display.cells
        seek = self._seek
        read = self._read
        for at in range(first, last + 1):
            glyph = sent[at] = cells[at]
            lit = sent_inverse[at] = inverse[at]
            if lit:
                self._seek_inverted(glyph * _CELL)
                self._read_inverted(targets[at - first])
            else:
                seek(glyph * _CELL)
                read(targets[at - first])
        n = (last + 1 - first) * _CELL
        display.span(row, _LEFT + (first - row * _COLUMNS) * _CELL, n)
        return n


_BLANK = b" " * _CELLS
_PLAIN = bytes(_CELLS)
_INVERTED = b"\xff" * _COLUMNS
_BIG_BLANK = b"    "


def _inverted(pixels: bytes) -> bytes:
    """All bits turned, as one long number: a loop takes ten times as long."""
    n = len(pixels)
    return (int.from_bytes(pixels, "big") ^ (1 << 8 * n) - 1).to_bytes(n, "big")


def _rows_of(grid: bytearray) -> "tuple[memoryview[int], ...]":
    whole = memoryview(grid)
    return tuple(whole[at : at + _COLUMNS] for at in range(0, _CELLS, _COLUMNS))
