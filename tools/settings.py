"""What people say of themselves to `flash` and `simulate`: the names of the players, the language.

It goes to the device as `/settings.txt`, whose form `firmware.storage.settings` describes. What
is not said stays as it is there.
"""

import argparse
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import engine_core  # noqa: F401  gives CPython its `const` before the modules that need it
from engine_core.profiles import PROFILES, Rules
from firmware.storage import settings
from tools import venv

FILE = settings.PATH
LANGUAGES = venv.ROOT / "firmware" / "lang"

_MOST = max(max(Rules(profile).seat_counts) for profile in range(len(PROFILES)))


def languages(folder: Path = LANGUAGES) -> list[str]:
    """Return the languages there are: each is a package of two letters."""
    return sorted(path.parent.name for path in folder.glob("[a-z][a-z]/__init__.py"))


def _names(text: str) -> list[str]:
    names = [name.strip() for name in text.split(",")]
    for name in names:
        if not settings.is_name(name):
            raise argparse.ArgumentTypeError(
                f"{name!r} does not go on the display: a name has 1 to {settings.LONGEST} "
                "letters, Latin or Greek, without spaces and #"
            )
        if names.count(name) > 1:
            raise argparse.ArgumentTypeError(f"there are two of {name}; give one another name")
    if not 2 <= len(names) <= _MOST:
        raise argparse.ArgumentTypeError(f"2 to {_MOST} play, here are {len(names)}")
    return names


def _language(text: str) -> str:
    if text not in languages():
        there = ", ".join(languages())
        raise argparse.ArgumentTypeError(f"there is no language {text!r}; there is {there}")
    return text


class Disk(Protocol):
    """What this needs of a simulated device or of its disk."""

    def files(self) -> dict[str, bytes]: ...

    def put(self, name: str, content: bytes) -> None: ...


@dataclass(frozen=True)
class Said:
    """What was said, None for what was not."""

    names: list[str] | None = None
    language: str | None = None

    def text(self, there: bytes | None) -> bytes | None:
        """Return what the device's file shall be, when it holds `there`; None for no file."""
        if self.names is None and self.language is None:
            return there
        language, names, _ = settings.parse(there or b"")
        lines = [f"language {self.language or language}\n"]
        names = self.names or names
        if names:
            lines.append(f"names {' '.join(names)}\n")
        return "".join(lines).encode()

    def put(self, disk: Disk) -> None:
        """Bring the file of a simulated device's disk up to date."""
        there = disk.files().get(FILE)
        text = self.text(there)
        if text is not None and text != there:
            disk.put(FILE, text)


NOTHING = Said()


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add --names and --language."""
    parser.add_argument(
        "--names",
        metavar="ANNA,BEN,...",
        type=_names,
        help="who usually plays, in turn order: a new match begins with these names",
    )
    parser.add_argument(
        "--language",
        metavar="CODE",
        type=_language,
        help="what the companion speaks: " + ", ".join(languages()),
    )


def said(options: argparse.Namespace) -> Said:
    """Return what the arguments said."""
    return Said(options.names, options.language)
