"""`python3 -m tools release`: the device files as a package for `mpremote mip install`.

A folder with the files and the `package.json` that lists them, by addresses relative to it: it can
be put on any web server as it is, or be installed from where it lies:

    mpremote mip install --target / FOLDER/package.json

The files are those that flash sends; flash also saves the matches, removes what is stale and
checks that the companion starts.
"""

import argparse
import json
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path

from tools import bundle, venv
from tools.sim import boards

PACKAGE = "package.json"
_DEFAULT = venv.ROOT / "build" / "release"


def package(paths: Iterable[str], version: str) -> str:
    """Return the package.json of files that lie beside it, to be installed in this order."""
    content = {"version": version, "urls": [[path, path] for path in paths], "deps": []}
    return json.dumps(content, indent=1) + "\n"


def write(folder: Path, board: str, version: str) -> int:
    """Write the package of a board anew; returns how many files it has.

    Raises FileExistsError where something else is in the folder.
    """
    files = bundle.build(board)
    if folder.exists():
        if any(folder.iterdir()) and not (folder / PACKAGE).is_file():
            raise FileExistsError(f"{folder} holds something else than a package; name another")
        shutil.rmtree(folder)
    for path, content in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    (folder / PACKAGE).write_text(package(files, version), encoding="utf-8")
    return len(files)


def main(argv: list[str]) -> int:
    """Write the package of each board, and return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python3 -m tools release",
        description=__doc__,
        epilog="exit status: 0, or 2 if a module does not compile or a file cannot be written",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "folder",
        metavar="DIR",
        nargs="?",
        type=Path,
        default=_DEFAULT,
        help="where a folder for each board goes (default: build/release)",
    )
    parser.add_argument(
        "--version", default="0", help="what package.json calls the version (default: 0)"
    )
    options = parser.parse_args(argv)
    try:
        for board in boards.identifiers():
            folder: Path = options.folder / board
            count = write(folder, board, options.version)
            print(f"{folder / PACKAGE}  ({count} files)")
    except (bundle.BundleError, OSError) as error:
        sys.stderr.write(f"release: {error}\n")
        return 2
    return 0
