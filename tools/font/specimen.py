"""Draws the whole font for looking at."""

from tools.font.build import Font
from tools.font.sources import CELL_HEIGHT, CELL_WIDTH

_ACROSS = 32
WIDTH = _ACROSS * (CELL_WIDTH + 1)


def pixels(font: Font) -> bytes:
    """Return all glyphs, 32 in a row with a gap between, as pixels of `WIDTH` columns."""
    rows: list[bytes] = []
    for first in range(0, len(font.cells), _ACROSS):
        cells = font.cells[first : first + _ACROSS]
        for y in range(CELL_HEIGHT):
            rows.append(b"".join(bytes(b >> y & 1 for b in cell) + b"\x00" for cell in cells))
        rows.append(bytes(WIDTH))
    return b"".join(rows)
