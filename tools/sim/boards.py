"""The boards of the folder `boards/`, as the simulator sees them."""

import importlib.util
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "boards"

KEY_NAMES = ("UP", "DOWN", "OK", "BACK")

# The lines of a board file that are pins of its display, by its bus.
_LINES = {"i2c": ("SCL", "SDA"), "spi": ("SCK", "MOSI", "CS", "DC", "RST", "BL")}

# So long a key has to be held to give its second code (firmware/keys.py).
SECOND_MS = 600


class UnknownBoardError(Exception):
    """There is no board file of that name; the message lists those there are."""


@dataclass(frozen=True)
class Board:
    """A board: its file, its name, the pin of each key, and its display.

    Keys are named by what they give when they are pressed; of several that give the same it is
    the first. `held` says of what a key gives only when it is held which one that is.
    """

    id: str
    path: Path
    name: str
    keys: dict[str, int]
    held: dict[str, str]
    facts: dict[str, Any]

    @property
    def wires(self) -> list[str]:
        """The display's wires, in the order of most modules."""
        return ["GND", "VCC", *display_lines(self.facts)]


def display_lines(facts: dict[str, Any]) -> list[str]:
    """Return the lines of a board file that say where the display's wires go; a board whose
    display can be on either bus has those of the other too."""
    return [name for name in _LINES[facts["BUS"]] if facts.get(name) is not None]


def identifiers(folder: Path = FOLDER) -> list[str]:
    """Return the boards there are."""
    return sorted(path.stem for path in folder.glob("*.py") if path.stem != "__init__")


def load(identifier: str, folder: Path = FOLDER) -> Board:
    """Read a board file. Raises UnknownBoardError."""
    if identifier not in identifiers(folder):
        there = ", ".join(identifiers(folder)) or "none"
        raise UnknownBoardError(f"There is no board {identifier!r}. Boards: {there}.")
    return read(folder / f"{identifier}.py")


def read(path: Path) -> Board:
    """Read the board file at `path`."""
    spec = importlib.util.spec_from_file_location(f"board_{path.stem}", path)
    assert spec is not None and spec.loader is not None
    # `const` comes with it.
    importlib.import_module("engine_core")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    facts = {name: value for name, value in vars(module).items() if name.isupper()}
    rows = cast("tuple[tuple[int, ...], ...]", facts["KEYS"])
    keys: dict[str, int] = {}
    for row in rows:
        keys.setdefault(KEY_NAMES[row[1]], row[0])
    held = {KEY_NAMES[row[2]]: KEY_NAMES[row[1]] for row in rows if len(row) > 2}
    return Board(path.stem, path, facts.get("NAME", path.stem), keys, held, facts)
