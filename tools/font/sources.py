"""Reads the font's sources: the glyphs of a BDF file and our drawings in text."""

from pathlib import Path

CELL_WIDTH, CELL_HEIGHT = 5, 8

Picture = tuple[str, ...]
"""Rows of `.` (dark) and `#` (lit)."""


class SourceError(Exception):
    """A source file does not hold what it must; says where and what."""


def read_bdf(path: Path) -> dict[str, Picture]:
    """Return the glyphs of a BDF font of 5x8 cells by character.

    BDF 2.1: BBX is width, height, x and y of the glyph's lower left corner from the origin on the
    baseline; a row of the bitmap is hexadecimal, the leftmost pixel in the highest bit.
    """
    glyphs: dict[str, Picture] = {}
    lines = path.read_text(encoding="ascii").splitlines()
    numbers = [0] * 4
    character, descent, at = "", 0, 0
    while at < len(lines):
        word, _, rest = lines[at].partition(" ")
        at += 1
        if word == "FONT_DESCENT":
            descent = int(rest)
        elif word == "ENCODING":
            character = chr(int(rest))
        elif word == "BBX":
            numbers = [int(number) for number in rest.split()]
        elif word == "BITMAP":
            height = numbers[1]
            bitmap = [int(row, 16) << (32 - 4 * len(row)) for row in lines[at : at + height]]
            at += height
            glyphs[character] = _in_cell(bitmap, numbers, descent)
    return glyphs


def _in_cell(bitmap: list[int], box: list[int], descent: int) -> Picture:
    width, height, left, bottom = box
    cell = [["."] * CELL_WIDTH for _ in range(CELL_HEIGHT)]
    top = CELL_HEIGHT - descent - bottom - height
    for y, row in enumerate(bitmap):
        for x in range(width):
            if row >> (31 - x) & 1:
                cell[top + y][left + x] = "#"
    return tuple("".join(row) for row in cell)


def read_drawings(path: Path, width: int | None, height: int) -> dict[str, Picture]:
    """Return the pictures of a text file by character: a line that starts with the character,
    then the rows. Lines that start with `# ` are comments.

    Every picture has `height` rows, all of the same width, which is `width` if that is given and
    one or two cells otherwise.
    """
    drawings: dict[str, Picture] = {}
    widths = (CELL_WIDTH, 2 * CELL_WIDTH) if width is None else (width,)
    lines = [
        line
        for line in path.read_text(encoding="utf-8").splitlines()
        if line and not line.startswith("# ")
    ]
    for at in range(0, len(lines), height + 1):
        character, rows = lines[at][0], tuple(lines[at + 1 : at + 1 + height])
        if (
            len(rows) != height
            or len(rows[0]) not in widths
            or any(len(row) != len(rows[0]) or row.strip(".#") for row in rows)
        ):
            raise SourceError(f"{path.name}: {character} is not {height} rows of . and #")
        drawings[character] = rows
    return drawings


def columns(picture: Picture) -> bytes:
    """Return the picture as the display wants it: per column a byte, its lowest bit on top.

    A picture higher than a cell gives its upper row of cells first.
    """
    return bytes(
        sum(1 << y for y in range(CELL_HEIGHT) if picture[top + y][x] == "#")
        for top in range(0, len(picture), CELL_HEIGHT)
        for x in range(len(picture[0]))
    )
