"""`python3 -m tools pull`: brings the matches on a Pico home as records, the running one and all
that are finished.

A record that is there already is never lost: where a match has gone on since, its record does too;
where it is another one, the new record gets another name.
"""

import shutil
import sys
import tempfile
from pathlib import Path

from tools.flash import arguments, backup, journal, ports
from tools.flash.device import Opener, connect
from tools.flash.failures import LaptopFailure
from tools.flash.link import SerialLink

DAMAGED_STATUS = 1
_SUFFIX = ".biriba"


def keep(folder: Path, name: str, text: str) -> tuple[Path, str]:
    """Write a record without losing one; returns its file and what became of it, in a word."""
    data = text.encode()
    number = 1
    while True:
        path = folder / (f"{name}{_SUFFIX}" if number == 1 else f"{name}-{number}{_SUFFIX}")
        try:
            old = path.read_bytes()
        except FileNotFoundError:
            word = "new"
            break
        if old == data:
            return (path, "there already")
        if data.startswith(old):
            word = "has gone on"
            break
        number += 1
    unfinished = path.with_name(path.name + ".part")
    unfinished.write_bytes(data)
    unfinished.replace(path)
    return (path, word)


def fetch(port: str, to: Path, open_link: Opener = SerialLink) -> None:
    """Copy the device's files about matches into a folder."""
    with connect(port, open_link) as device:
        device.prepare()
        there = backup.listing(device, device.top())
        for name, content in backup.fetch(device, there).items():
            path = to / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)


def bring(root: Path, folder: Path) -> int:
    """Write the matches below `root` as records into a folder, and say so; the exit status."""
    status = 0
    matches = journal.read(root)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for match in matches:
            where = "running" if match.running else "finished"
            if match.damage is not None:
                sys.stderr.write(f"pull: match {match.number} is damaged: {match.damage}\n")
                status = DAMAGED_STATUS
            if match.text:
                path, word = keep(folder, match.name, match.text)
                print(f"{path}  ({where}; {word})")
    except OSError as error:
        raise LaptopFailure(
            f"The records could not be written to {folder}: {error.strerror}. Nothing is lost: "
            "the matches are where they were."
        ) from error
    if not matches:
        print("There are no matches on it.")
    aside = root / "kept"
    if aside.is_dir() and any(aside.iterdir()):
        print("Files of damaged matches are set aside on it; flash copies them to backups/.")
    return status


def main(argv: list[str]) -> int:
    """Bring the matches home, and return the exit status."""
    damaged = (DAMAGED_STATUS, "a match is damaged; its record has what could be read")
    parser = arguments.parser("pull", __doc__, damaged)
    parser.add_argument(
        "folder",
        metavar="DIR",
        nargs="?",
        type=Path,
        default=Path("matches"),
        help="where the records go (default: matches)",
    )
    parser.add_argument(
        "--from",
        dest="saved",
        metavar="BACKUP",
        type=Path,
        help="a folder that flash has made in backups/, instead of a Pico",
    )
    options = parser.parse_args(argv)
    saved: Path | None = options.saved
    if saved is not None and not saved.is_dir():
        parser.error(f"there is no folder {saved}")
    if options.folder.exists() and not options.folder.is_dir():
        parser.error(f"{options.folder} is no folder")

    def action() -> int:
        with tempfile.TemporaryDirectory() as scratch:
            root = Path(scratch) / "disk"
            if saved is None:
                root.mkdir()
                fetch(ports.find(options.port), root)
            else:
                shutil.copytree(saved, root)
            return bring(root, options.folder)

    return arguments.guarded("pull", action)
