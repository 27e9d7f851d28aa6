"""`python3 -m tools flash`: puts the companion on a Pico, or brings it up to date there.

The device has the old version until the new one is on it whole; the matches on it are saved to
`backups/` first. What is there already is not sent again.
"""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TransferSpeedColumn

from tools import bundle, settings
from tools.flash import arguments, backup, ports, update
from tools.flash.device import Device, Entry, Facts, Opener, connect
from tools.flash.failures import BytecodeFailure, TooOldFailure
from tools.flash.link import SerialLink
from tools.sim import boards

OLDEST = (1, 22)
_MPY_VERSION_AT = 1  # of a .mpy file's header

Builder = Callable[["str | None", Iterable[str]], dict[str, bytes]]


def board_there(device: Device) -> str | None:
    """Return which of `boards/` the device's board file is, by its name; None if it has none.

    Raises UnknownBoardError for one that is not among them.
    """
    name = (device.board() or {}).get("NAME")
    if name is None:
        return None
    identifiers = boards.identifiers()
    for identifier in identifiers:
        if boards.load(identifier).name == name:
            return identifier
    raise boards.UnknownBoardError(
        f"The board on this Pico, {name!r}, is none of the folder boards/. Say what "
        f"it is wired to: --board {' or '.join(identifiers)}"
    )


def check_bytecode(facts: Facts, files: Mapping[str, bytes]) -> None:
    """Raise BytecodeFailure if the device does not take the bytecode of the bundle."""
    ours = next(
        content[_MPY_VERSION_AT] for name, content in files.items() if name.endswith(".mpy")
    )
    if facts.mpy != ours:
        raise BytecodeFailure(
            f"Its MicroPython takes bytecode of version {facts.mpy or 'none at all'}; mpy-cross "
            f"here makes version {ours}. Put another MicroPython on the Pico, or another "
            f"mpy-cross here.\n{ports.HOW_TO_INSTALL}"
        )


def check_version(facts: Facts) -> None:
    """Raise TooOldFailure if the companion cannot run on the device's MicroPython."""
    if facts.version[:2] < OLDEST:
        number = ".".join(str(part) for part in facts.version)
        raise TooOldFailure(
            f"This is MicroPython {number}; the companion needs 1.22 or newer. Newer firmware may "
            "format the device's disk: if there are matches on it, bring them home first, with: "
            f"python3 -m tools pull\n{ports.HOW_TO_INSTALL}"
        )


def build(board: str | None, folders: Iterable[str]) -> dict[str, bytes]:
    """Return device files: those of a board, those of folders."""
    return bundle.build(board, folders=folders)


def together(modules: Mapping[str, bytes], *others: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return all device files, main.py the last."""
    files = {path: content for path, content in modules.items() if path != bundle.MAIN}
    for more in others:
        files.update(more)
    return {**files, bundle.MAIN: modules[bundle.MAIN]}


class Flash:
    """One run of the command."""

    def __init__(
        self,
        board: str | None,
        dry_run: bool,
        console: Console,
        backups: Path,
        said: settings.Said = settings.NOTHING,
        build: Builder = build,
    ) -> None:
        self._board = board
        self._dry_run = dry_run
        self.console = console
        self._backups = backups
        self._said = said
        self._build = build

    def _say(self, words: str) -> None:
        self.console.print(words, highlight=False, markup=False, soft_wrap=True)

    def run(self, port: str, open_link: Opener = SerialLink) -> int:
        """Flash the device on a port."""
        # What does not compile stops it before the device is touched.
        modules = self._build(None, bundle.FOLDERS)
        with connect(port, open_link) as device:
            facts = device.prepare()
            self._say(f"{port}: {facts.words}")
            check_version(facts)
            check_bytecode(facts, modules)
            top = device.top()
            if not self._dry_run:
                self._save(device, backup.listing(device, top))
            board = self._chosen_board(device)
            for path in bundle.drivers_of_others(board):
                modules.pop(path, None)
            files = together(modules, self._build(board, ()), self._settings(device, top))
            roots = update.roots(files, top)
            there = device.listing(*roots)
            if not self._dry_run and update.finish_cut_short(device, there):
                self._say("Finished an update that had been cut short.")
                roots = update.roots(files, device.top())
                there = device.listing(*roots)
            todo = update.plan(files, there)
            if self._dry_run:
                return self._tell(todo)
            if todo.is_empty:
                # What is left where power went at the very end.
                device.remove([update.UPDATE])
                self._say("Everything is on it already; nothing to send.")
            else:
                self._update(device, todo)
                update.verify(device, files)
            self._say("Starting the companion ...")
            notes = device.start_and_wait()
        self._say("It is up.")
        for note in notes:
            self._say(f"It says: {note}")
        return 0

    def _chosen_board(self, device: Device) -> str:
        if self._board is not None:
            self._say(f"Board: {self._board}")
            return self._board
        there = board_there(device)
        if there is not None:
            self._say(f"Board: {there}, as before")
            return there
        names = ", ".join(boards.identifiers())
        self._say(f"Board: {bundle.BOARD} (--board for another one: {names})")
        return bundle.BOARD

    def _settings(self, device: Device, top: Iterable[str]) -> dict[str, bytes]:
        """Return the file of the settings, if there shall be one."""
        there = device.read("/" + settings.FILE) if settings.FILE in top else None
        text = self._said.text(there)
        return {} if text is None else {settings.FILE: text}

    def _save(self, device: Device, matches: Mapping[str, Entry]) -> None:
        saved = backup.save(device, matches, self._backups)
        if saved is None:
            self._say("No matches are on it.")
        else:
            folder, is_new = saved
            words = "Its matches are saved in" if is_new else "Its matches are saved already in"
            self._say(f"{words} {folder}")

    def _tell(self, todo: update.Plan) -> int:
        for path, content in todo.send.items():
            self._say(f"would send    {path}  {len(content)} bytes")
        for path in todo.stale:
            self._say(f"would remove  {path}")
        self._say(
            f"{_files(len(todo.send))} to send, {todo.size} bytes; {len(todo.stale)} to remove. "
            "Nothing was changed."
        )
        return 0

    def _update(self, device: Device, todo: update.Plan) -> None:
        progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            DownloadColumn(),
            TransferSpeedColumn(),
            console=self.console,
            transient=True,
            disable=not self.console.is_terminal,
        )
        with progress:
            task = progress.add_task("Sending", total=todo.size)

            def sent(size: int) -> None:
                progress.advance(task, size)

            def told(words: str) -> None:
                progress.update(task, description=words)

            update.carry_out(device, todo, sent, told)
        for path in todo.stale:
            self._say(f"Removed {path}")
        self._say(f"Sent {_files(len(todo.send))}, {todo.size} bytes.")


def _files(number: int) -> str:
    return f"{number} file{'' if number == 1 else 's'}"


def main(argv: list[str]) -> int:
    """Flash, and return the exit status."""
    parser = arguments.parser("flash", __doc__)
    arguments.add_board(parser, f"as before; on a new one {bundle.BOARD}")
    settings.add_arguments(parser)
    parser.add_argument(
        "--dry-run", action="store_true", help="say what would be done, and change nothing"
    )
    parser.add_argument(
        "--backups",
        metavar="DIR",
        type=Path,
        default=backup.BACKUPS,
        help="where the matches on the device are saved (default: backups/ of this checkout)",
    )
    options = parser.parse_args(argv)
    said = settings.said(options)
    flash = Flash(options.board, options.dry_run, Console(), options.backups, said)
    return arguments.guarded("flash", lambda: flash.run(ports.find(options.port)))
