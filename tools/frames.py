"""Turns the pixels of a display into text, for golden frames in the repository, and into a
picture, for looking at.

Pixels are bytes, one a pixel, row by row: 0 is dark, 1 is lit. That is what the chip models
return.
"""

import os

WIDTH = 128
"""Columns of pixels, where nothing else is said."""

_BLOCKS = " ▄▀█"

# An OLED's look: lit pixels are a bluish white on black glass with a dark gap between pixels.
_LIT = (222, 238, 255)
_DARK = (10, 11, 14)
_GAP = (0, 0, 0)


def art(pixels: bytes, width: int = WIDTH) -> str:
    """Return the pixels as text, two rows of them to a line: `▀`, `▄`, `█` and space.

    Spaces at the end of a line are left out; every line ends with a newline. The number of rows
    is even.
    """
    rows = [pixels[at : at + width] for at in range(0, len(pixels), width)]
    return "".join(
        "".join(_BLOCKS[2 * a + b] for a, b in zip(upper, lower, strict=True)).rstrip() + "\n"
        for upper, lower in zip(rows[::2], rows[1::2], strict=True)
    )


def pixels(art: str, width: int = WIDTH) -> bytes:
    """Return the pixels that the function `art` made this text of."""
    rows: list[bytes] = []
    for line in art.splitlines():
        values = [_BLOCKS.index(character) for character in line.ljust(width)]
        rows.append(bytes(value >> 1 for value in values))
        rows.append(bytes(value & 1 for value in values))
    return b"".join(rows)


def png(pixels: bytes, path: str | os.PathLike[str], scale: int = 6, width: int = WIDTH) -> None:
    """Save the pixels as a PNG, `scale` pixels to each, with a slight gap from a scale of 4 on."""
    from PIL import Image, ImageDraw

    height = len(pixels) // width
    gap = 1 if scale >= 4 else 0
    image = Image.new("RGB", (width * scale, height * scale), _GAP)
    draw = ImageDraw.Draw(image)
    for at, lit in enumerate(pixels):
        left, top = at % width * scale, at // width * scale
        draw.rectangle(
            (left, top, left + scale - 1 - gap, top + scale - 1 - gap),
            fill=_LIT if lit else _DARK,
        )
    image.save(path)
