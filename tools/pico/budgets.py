"""The budgets of `tools/budgets.toml`: numbers that only go down.

The file is TOML of the plainest kind, tables of whole numbers, so that it can be read and
rewritten line by line with its comments.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

PATH = Path(__file__).resolve().parent.parent / "budgets.toml"

# A budget is set this much above the figure that lowers it: another firmware image shifts times
# by a few percent, and a change elsewhere should not fail for a handful of bytes.
_MARGIN_PERCENT = 5

_TABLE = re.compile(r"\[(\w+)\]")
_ENTRY = re.compile(r"(\w+) = (\d+)")


def _entries(lines: list[str]) -> Iterator[tuple[int, str, int]]:
    """Yields line number, `table.key` and budget of every entry."""
    table = ""
    for number, line in enumerate(lines):
        text = line.partition("#")[0].rstrip()
        if heading := _TABLE.fullmatch(text):
            table = heading[1]
        elif entry := _ENTRY.fullmatch(text):
            yield number, f"{table}.{entry[1]}", int(entry[2])
        elif text:
            raise ValueError(f"{PATH.name}, line {number + 1}: neither [table] nor key = number")


def load(path: Path | None = None) -> dict[str, int]:
    """Returns every budget by `table.key`; raises ValueError at a line it cannot read."""
    lines = (path or PATH).read_text(encoding="utf-8").splitlines()
    return {name: budget for _, name, budget in _entries(lines)}


def exceeded(figures: Mapping[str, int], budgets: Mapping[str, int]) -> list[str]:
    """Returns the names of the figures that are over their budget, or have none."""
    return [name for name, figure in figures.items() if figure > budgets.get(name, -1)]


def lower(figures: Mapping[str, int], path: Path | None = None) -> list[str]:
    """Lowers the budgets in the file to their figures, a margin added; returns the names of
    those that went down. Comments and order of the file stay."""
    path = path or PATH
    lines = path.read_text(encoding="utf-8").splitlines()
    lowered: list[str] = []
    for number, name, budget in list(_entries(lines)):
        if name not in figures:
            continue
        better = -(-figures[name] * (100 + _MARGIN_PERCENT) // 100)
        if better < budget:
            lines[number] = _ENTRY.sub(rf"\g<1> = {better}", lines[number], count=1)
            lowered.append(name)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return lowered
