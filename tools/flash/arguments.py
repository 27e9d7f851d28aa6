"""What the command lines of flash, pull and doctor have in common."""

import argparse
import sys
from collections.abc import Callable

from tools import bundle
from tools.flash.failures import Failure, LaptopFailure, statuses
from tools.sim import boards

USAGE_STATUS = 2


def parser(name: str, about: str | None, *own: tuple[int, str]) -> argparse.ArgumentParser:
    """Return a command's parser with --port; `own` are the exit statuses that are its alone."""
    made = argparse.ArgumentParser(
        prog=f"python3 -m tools {name}",
        description=about,
        epilog=statuses(*own),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    made.add_argument(
        "--port",
        metavar="PORT",
        help="the serial port of the Pico, such as /dev/ttyACM0 or COM4; needed only if several "
        "are connected",
    )
    return made


def _board(text: str) -> str:
    try:
        return boards.load(text).id
    except boards.UnknownBoardError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def add_board(to: argparse.ArgumentParser, default: str) -> None:
    """Add --board; `default` says what holds without it."""
    to.add_argument(
        "--board",
        metavar="ID",
        type=_board,
        help=f"what the Pico is wired to: {', '.join(boards.identifiers())} (default: {default})",
    )


def guarded(name: str, action: Callable[[], int]) -> int:
    """Run a command's action; what fails is said on stderr, and gives the exit status."""
    try:
        return action()
    except Failure as failure:
        sys.stderr.write(f"{name}: {failure}\n")
        return failure.status
    except (bundle.BundleError, boards.UnknownBoardError) as error:
        sys.stderr.write(f"{name}: {error}\n")
        return USAGE_STATUS
    except OSError as error:
        # Of a port they are failures already: this is a file.
        sys.stderr.write(f"{name}: {error.filename or 'a file'}: {error.strerror}\n")
        return LaptopFailure.status
