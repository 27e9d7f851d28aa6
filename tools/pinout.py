"""`python3 -m tools boards`: what is wired to which pin of a Pico, from the files in `boards/`.

Everything is printed as Markdown that also reads well in a terminal, since the same text stands in
the manuals: README.md and boards/README.md. `--write` brings it up to date there; a test checks
that it is.
"""

import argparse
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from tools import venv
from tools.sim import boards

# The edge of a Pico (Pico datasheet, 2.1): places 1 to 20 go down on the left of the USB socket,
# 21 to 40 up on the right. A Pico 2 has the same.
EDGE = tuple(
    """GP0 GP1 GND GP2 GP3 GP4 GP5 GND GP6 GP7 GP8 GP9 GND GP10 GP11 GP12 GP13 GND GP14 GP15
    GP16 GP17 GND GP18 GP19 GP20 GP21 GND GP22 RUN GP26 GP27 GND GP28 ADC_VREF 3V3 3V3_EN GND VSYS
    VBUS""".split()
)
_ROWS = len(EDGE) // 2

# Where a pin is by its number. GP23 to GP25 are not brought out: they belong to the Pico itself.
PLACES = {int(name[2:]): place for place, name in enumerate(EDGE, 1) if name.startswith("GP")}

# VCC of a board file names a place of the edge: a display with wires of its own has it, and its
# ground goes to the place of _GROUND.
_VCC = "VCC"
_GROUND = 38

MANUALS = (venv.ROOT / "README.md", boards.FOLDER / "README.md")
_MARK = re.compile(
    r"(<!-- made by python3 -m tools boards(?: (\w+))? -->\n).*?(<!-- end -->)", re.DOTALL
)

Facts = dict[str, Any]


@dataclass(frozen=True)
class Wire:
    """What goes to a pin, and its place on the edge, None for one that is not brought out.

    `confirmed` tells whether that is sure: from the maker, or tried on a real board.
    """

    what: str
    pin: str
    place: int | None
    confirmed: bool


def key_name(row: Iterable[int]) -> str:
    """Return what a key gives: its code, and the one when it is held, if it has two."""
    return ", held: ".join(boards.KEY_NAMES[code] for code in row)


def key_names(facts: Facts) -> dict[int, str]:
    """Return what to call the key on each pin: what it gives, and where a board has its own word
    for it, that as well."""
    rows = facts["KEYS"]
    labels = facts.get("LABELS") or [""] * len(rows)
    return {
        row[0]: f"{key_name(row[1:])} ({label})" if label else key_name(row[1:])
        for row, label in zip(rows, labels, strict=True)
    }


def _pins(value: object) -> list[int]:
    """Return the numbers of a line: one, several, or none where it is no pin."""
    if isinstance(value, int):
        return [value]
    if isinstance(value, tuple):
        return [item for item in cast("tuple[object, ...]", value) if isinstance(item, int)]
    return []


def wires(facts: Facts) -> list[Wire]:
    """Return what a board file wires to a Pico: the display, the keys, the LED."""
    unconfirmed: Sequence[str] = facts.get("UNCONFIRMED", ())
    found: list[Wire] = []

    def add(what: str, line: str, pin: int) -> None:
        found.append(Wire(what, f"GP{pin}", PLACES.get(pin), line not in unconfirmed))

    if _VCC in facts:
        supply: str = facts[_VCC]
        found.append(Wire("display VCC", supply, EDGE.index(supply) + 1, _VCC not in unconfirmed))
        found.append(Wire("display GND", "GND", _GROUND, _VCC not in unconfirmed))
    for line in boards.display_lines(facts):
        for pin in _pins(facts.get(line)):
            add(f"display {line}", line, pin)
    for pin, name in key_names(facts).items():
        add(f"key {name}", "KEYS", pin)
    for pin in _pins(facts.get("LED")):
        add("LED", "LED", pin)
    return found


def _markdown(rows: Sequence[Sequence[str]]) -> str:
    """Return a table, the first row its head, with columns that are as wide as they need."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [[cell.ljust(width) for cell, width in zip(row, widths)] for row in rows]
    lines.insert(1, ["-" * width for width in widths])
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def table(facts: Facts) -> str:
    """Return the table of a board's pins."""
    rows = [("what", "pin", "place", "confirmed")]
    for wire in wires(facts):
        place = "-" if wire.place is None else str(wire.place)
        rows.append((wire.what, wire.pin, place, "yes" if wire.confirmed else "not yet"))
    return _markdown(rows)


def drawing(facts: Facts) -> str:
    """Return a Pico seen from above, its USB socket at the top, with what goes to its pins."""
    there = {wire.place: wire.what for wire in wires(facts)}
    left = max((len(there.get(place, "")) for place in range(1, _ROWS + 1)), default=0)
    margin = left + len(" -- GP10")
    lines = [f"{'':{margin}} +----[USB]----+"]
    for place in range(1, _ROWS + 1):
        across = 2 * _ROWS + 1 - place
        pin, opposite = EDGE[place - 1], EDGE[across - 1]
        wire = f"{there[place]:>{left}} {'-' * (6 - len(pin))} {pin}" if place in there else pin
        row = f"{wire:>{margin}} | {place:2}       {across:2} | {opposite}"
        if across in there:
            row += f" {'-' * (9 - len(opposite))} {there[across]}"
        lines.append(row)
    lines.append(f"{'':{margin}} +-------------+")
    return "\n".join(lines) + "\n"


def page(identifier: str) -> str:
    """Return the drawing and the table of a board. Raises UnknownBoardError."""
    facts = boards.load(identifier).facts
    words = "Each key goes from its pin to any GND.\n" if _VCC in facts else ""
    return f"```\n{drawing(facts)}```\n\n{table(facts)}\n{words}"


def overview() -> str:
    """Return the table of all boards."""
    rows = [("board", "what it is", "unconfirmed lines")]
    for identifier in boards.identifiers():
        board = boards.load(identifier)
        unconfirmed: Sequence[str] = board.facts.get("UNCONFIRMED", ())
        rows.append((f"`{identifier}`", board.name, ", ".join(unconfirmed) or "-"))
    return _markdown(rows)


def written(manual: str) -> str:
    """Return a manual with what stands between its marks made anew."""

    def made(found: re.Match[str]) -> str:
        identifier = found[2]
        text = overview() if identifier is None else page(identifier)
        return f"{found[1]}\n{text}\n{found[3]}"

    return _MARK.sub(made, manual)


def _write(manuals: Iterable[Path]) -> Iterator[Path]:
    for path in manuals:
        old = path.read_text(encoding="utf-8")
        new = written(old)
        if new != old:
            path.write_text(new, encoding="utf-8")
            yield path


def main(argv: list[str]) -> int:
    """Print a board, or all of them; returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="python3 -m tools boards",
        description=__doc__,
        epilog="exit status: 0, or 2 if there is no such board",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("board", metavar="ID", nargs="?", help="one of them, with its wiring")
    parser.add_argument("--write", action="store_true", help="bring the manuals up to date")
    options = parser.parse_args(argv)
    if options.write:
        for path in _write(MANUALS):
            print(path)
        return 0
    try:
        sys.stdout.write(overview() if options.board is None else page(options.board))
    except boards.UnknownBoardError as error:
        sys.stderr.write(f"boards: {error}\n")
        return 2
    return 0
