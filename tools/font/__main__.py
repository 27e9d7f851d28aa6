"""`python3 -m tools.font [--specimen FILE]`: write `firmware/font.py`, and on demand a PNG with
all glyphs. Exit status: 0, or 2 when a source is not as it must be."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from tools.font import build
from tools.font.sources import SourceError


def main(argv: Sequence[str]) -> int:
    """Make the font and return the exit status."""
    parser = argparse.ArgumentParser(prog="python3 -m tools.font", description=__doc__)
    parser.add_argument("--specimen", type=Path, metavar="FILE", help="draw all glyphs as a PNG")
    options = parser.parse_args(argv)
    try:
        font = build.build()
    except (SourceError, OSError) as error:
        sys.stderr.write(f"The font cannot be made: {error}\n")
        return 2
    build.TARGET.write_text(build.source(font), encoding="utf-8")
    if options.specimen:
        from tools import frames
        from tools.font import specimen

        frames.png(specimen.pixels(font), options.specimen, width=specimen.WIDTH)
    used = sum(1 for use in font.uses if use)
    print(f"{build.TARGET.name}: {used} of {build.GLYPHS} glyphs in use")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
