"""`python3 -m tools score`: who won, and why.

Exit status 0, or 2 if a file cannot be read or a record has a mistake; the others are answered
all the same.
"""

import argparse
import contextlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import engine_core  # noqa: F401  gives CPython its `const` before the modules that need it
from tools.score import report, run

_ROOT = Path(__file__).resolve().parents[2]
Fold = Callable[[bytes, bool], str]

_LEAST_HEAP = 32 << 20  # bytes for MicroPython, and for each byte of a record:
_HEAP_PER_BYTE = 24


def main(argv: list[str]) -> int:
    """Answer for each file named in the arguments."""
    parser = argparse.ArgumentParser(
        prog="python3 -m tools score",
        description="Print the score sheet of match records, hand by hand, and who won.",
        epilog="exit status: 0, or 2 if a file cannot be read or a record has a mistake",
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="a record, or - to read it here")
    parser.add_argument(
        "--json", action="store_true", help="one JSON document a file, a line each"
    )
    parser.add_argument(
        "--on",
        choices=("cpython", "micropython"),
        default="cpython",
        help="which runtime folds the match (default: cpython)",
    )
    options = parser.parse_args(argv)
    fold: Fold | None = run.answer
    if options.on == "micropython":
        fold = _micropython()
        if fold is None:
            return 2
    status = 0
    try:
        for i, name in enumerate(options.files):
            if i and not options.json:
                _print("\n")
            status = max(status, _score(name, options.json, fold))
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever reads has seen enough; keep the interpreter from complaining at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        return 130
    return status


def _score(name: str, as_json: bool, fold: Fold) -> int:
    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        answer = fold(data, as_json)
    except OSError as error:
        mistake = report.Mistake(0, "file", f"cannot be read: {error.strerror or error}")
    except report.Mistake as error:
        mistake = error
    else:
        _print(answer)
        return 0
    place = f"{name}:{mistake.line}"
    sys.stdout.flush()
    print(f"{place}: {mistake.message}", file=sys.stderr)
    if as_json:
        _print(report.error_json(mistake) + "\n")
    return 2


def _print(text: str) -> None:
    """Write UTF-8 whatever the locale says."""
    sys.stdout.buffer.write(text.encode())


def _micropython() -> Fold | None:
    """What folds on MicroPython, or None, after saying why."""
    from tools import venv

    venv.ensure()
    found = venv.micropython()
    if found is None:
        print(
            "There is no MicroPython for this machine to be had from Python's packages;"
            " leave out --on micropython.",
            file=sys.stderr,
        )
        return None
    path = str(found)

    def fold(data: bytes, as_json: bool) -> str:
        heap = _LEAST_HEAP + _HEAP_PER_BYTE * len(data)
        with tempfile.NamedTemporaryFile(suffix=".biriba", delete=False) as file:
            file.write(data)
        try:
            done = subprocess.run(
                [
                    path,
                    "-X",
                    f"heapsize={heap}",
                    str(_ROOT / "tools" / "score" / "run.py"),
                    "json" if as_json else "sheet",
                    file.name,
                ],
                stdout=subprocess.PIPE,
                env={**os.environ, "MICROPYPATH": str(_ROOT)},
            )
        finally:
            with contextlib.suppress(OSError):
                os.unlink(file.name)
        text = done.stdout.decode()
        if done.returncode == 0:
            return text
        parts = text.split("\n")
        if done.returncode != 2 or len(parts) < 3:
            raise report.Mistake(0, "file", "MicroPython stopped before it had an answer")
        raise report.Mistake(int(parts[0]), parts[1], parts[2])

    return fold
