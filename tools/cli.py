"""The commands of `python3 -m tools`: adding one is one row of COMMANDS.

Exit status: the command's own; 2 for a command that does not exist or cannot be started; 130
after Ctrl-C.
"""

import difflib
import importlib
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import cast

from tools import venv


@dataclass(frozen=True)
class Command:
    """A command: its name, a line of help, the module whose `main(argv)` it is, and the
    dependency groups of pyproject.toml that must be installed before that module is imported."""

    name: str
    help: str
    module: str
    groups: tuple[str, ...] = ()


COMMANDS = (
    Command(
        "simulate",
        "keep a match on the real firmware, in a browser, without a Pico",
        "tools.sim.command",
        ("run",),
    ),
    Command(
        "flash",
        "put the companion on a Pico, or bring it up to date",
        "tools.flash.command",
        ("run", "pico"),
    ),
    Command(
        "pull",
        "bring the matches on a Pico home, as records",
        "tools.flash.pull",
        ("run", "pico"),
    ),
    Command(
        "doctor",
        "check the wiring of a Pico: its display and each key",
        "tools.flash.doctor",
        ("run", "pico"),
    ),
    Command("boards", "what is wired to which pin, for each board there is", "tools.pinout"),
    Command(
        "release",
        "the device files as a package for mpremote mip install",
        "tools.release",
        ("run", "pico"),
    ),
    Command("score", "the score sheet of any match record", "tools.score.command"),
    Command(
        "test",
        "everything that has to hold, as suites that also run alone",
        "tools.testing.command",
        ("run", "pico", "test"),
    ),
    Command(
        "bench",
        "what the device side costs on a Pico, held to its budgets",
        "tools.pico.bench",
        ("run", "pico"),
    ),
)


def main(argv: Sequence[str], commands: Sequence[Command] = COMMANDS) -> int:
    """Run the command that `argv` names and return its exit status."""
    if not argv or argv[0] in ("-h", "--help", "help"):
        sys.stdout.write(overview(commands))
        return 0
    name = argv[0]
    for command in commands:
        if command.name == name:
            return _run(command, list(argv[1:]))
    names = [command.name for command in commands]
    close = difflib.get_close_matches(name, names, n=1)
    meant = f" Did you mean {close[0]}?" if close else ""
    sys.stderr.write(f"There is no command {name!r}.{meant}\n\n{overview(commands)}")
    return 2


def overview(commands: Sequence[Command]) -> str:
    """Return the list of commands, a line each."""
    width = max(len(command.name) for command in commands)
    rows = "".join(f"  {command.name:{width}}  {command.help}\n" for command in commands)
    return (
        "python3 -m tools COMMAND ...\n\n"
        f"{rows}\n"
        "python3 -m tools COMMAND -h tells what a command takes.\n"
    )


def _run(command: Command, argv: list[str]) -> int:
    try:
        if command.groups:
            venv.ensure(*command.groups)
        module = importlib.import_module(command.module)
        run = cast("Callable[[list[str]], int]", module.main)
        return run(argv)
    except venv.SetupError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    except KeyboardInterrupt:
        sys.stderr.write("\nStopped.\n")
        return 130
