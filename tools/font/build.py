"""Lays out the glyphs in one table of 256 cells and writes it down as `firmware/font.py`."""

from dataclasses import dataclass
from pathlib import Path

from tools.font import charset
from tools.font.sources import CELL_WIDTH, SourceError, columns, read_bdf, read_drawings

HERE = Path(__file__).parent
TARGET = HERE.parent.parent / "firmware" / "font.py"

GLYPHS = 256
_ASCII = range(32, 127)
_UNKNOWN = 127


@dataclass(frozen=True)
class Font:
    """The font: `cells` by glyph number (columns), what each is for, the glyph number of each
    character that is not ASCII (of its left cell if it is wide), and the four glyph numbers of
    each big digit: upper left, upper right, lower left, lower right."""

    cells: list[bytes]
    uses: list[str]
    numbers: dict[str, int]
    big: dict[str, bytes]


class _Table:
    """Glyphs by number. Pictures that are already there are not stored twice."""

    def __init__(self) -> None:
        self.cells: list[bytes | None] = [None] * GLYPHS
        self.uses: list[str] = [""] * GLYPHS
        self._found: dict[bytes, int] = {}

    def put(self, number: int, cell: bytes, use: str) -> int:
        self.cells[number] = cell
        self.uses[number] = use
        self._found.setdefault(cell, number)
        return number

    def add(self, cell: bytes, use: str) -> int:
        """Return the number of this picture, which is free space if there is none like it."""
        if cell in self._found:
            number = self._found[cell]
            if use not in self.uses[number]:
                self.uses[number] += " " + use
            return number
        if None not in self.cells:
            raise SourceError(f"more than {GLYPHS} glyphs: no room for {use}")
        return self.put(self.cells.index(None), cell, use)


def build() -> Font:
    """Make the font from its sources."""
    from_x = read_bdf(HERE / "5x8.bdf")
    ours = read_drawings(HERE / "icons.txt", None, 8)
    digits = read_drawings(HERE / "digits.txt", 2 * CELL_WIDTH, 16)
    table = _Table()
    numbers: dict[str, int] = {}
    for code in _ASCII:
        table.put(code, columns(from_x[chr(code)]), chr(code) if code > 32 else "space")
    numbers[charset.UNKNOWN] = table.put(_UNKNOWN, columns(ours[charset.UNKNOWN]), charset.UNKNOWN)
    for at, character in enumerate(charset.WIDE):
        both = columns(ours[character])
        numbers[character] = table.put(2 * at, both[:CELL_WIDTH], character)
        table.put(2 * at + 1, both[CELL_WIDTH:], character)
    for character in charset.MARKS:
        numbers[character] = table.add(columns(ours[character]), character)
    for character in charset.FROM_X:
        numbers[character] = table.add(columns(from_x[character]), character)
    big: dict[str, bytes] = {}
    for character in charset.BIG:
        cells = columns(digits[character])
        quarters = [cells[i : i + CELL_WIDTH] for i in range(0, 4 * CELL_WIDTH, CELL_WIDTH)]
        big[character] = bytes(table.add(quarter, "big " + character) for quarter in quarters)
    blank = bytes(CELL_WIDTH)
    return Font([cell or blank for cell in table.cells], table.uses, numbers, big)


def source(font: Font) -> str:
    """Return the text of `firmware/font.py`."""
    characters = sorted(font.numbers)
    codes = b"".join(ord(character).to_bytes(2, "big") for character in characters)
    glyphs = bytes(font.numbers[character] for character in characters)
    cells = "".join(
        f"    {_literal(cell)}  # {number}{': ' if use else ''}{use}\n"
        for number, (cell, use) in enumerate(zip(font.cells, font.uses, strict=True))
    )
    return (
        '"""The font, made by `python3 -m tools.font`: change its sources, not this file.\n\n'
        "Text is X.Org's misc-fixed 5x8, which is in the public domain; suits, marks and big\n"
        'digits are our own.\n"""\n\n'
        f"WIDE = {2 * len(charset.WIDE)}\n"
        '"""Glyphs below this number are the halves of pictures two cells wide, left half even."""'
        f"\n\nUNKNOWN = {_UNKNOWN}\n"
        '"""The glyph of every character that has none."""\n\n'
        f'BIG_CHARACTERS = b"{charset.BIG}"\n\n'
        f"BIG = (\n{_lines(b''.join(font.big.values()), 4)})\n"
        '"""Four glyphs for each: upper left, upper right, lower left, lower right."""\n\n'
        f"CODES = (\n{_lines(codes, 16)})\n"
        '"""The characters beyond ASCII that have a glyph, in order, two bytes each."""\n\n'
        f"NUMBERS = (\n{_lines(glyphs, 16)})\n"
        '"""Their glyphs."""\n\n'
        f"CELLS = (\n{cells})\n"
        '"""The glyphs, five bytes each: columns from left to right, the lowest bit on top."""\n'
    )


def _literal(data: bytes) -> str:
    return 'b"' + "".join(f"\\x{byte:02x}" for byte in data) + '"'


def _lines(data: bytes, width: int) -> str:
    return "".join(f"    {_literal(data[at : at + width])}\n" for at in range(0, len(data), width))
