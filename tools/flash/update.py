"""Bringing a device to a new set of files so that it always has the old one or the new one whole.

New files are sent to a folder of their own, /update/files, and compared there; until then the
old version is not touched. Then one write, of /main.py, is the switch: from there on the device
starts `finish`, which moves the files into their places. It is told to do so at once; should power
go meanwhile it does the rest when it comes back. The true main.py is the last file to move.
"""

import hashlib
from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from tools import bundle
from tools.flash import finish
from tools.flash.device import FOLDER, Device, Entry, Facts
from tools.flash.failures import DeviceFailure, NoSpaceFailure

UPDATE = "/update"
FILES = UPDATE + "/files"
STALE = UPDATE + "/stale"
_SWITCH = UPDATE + "/main.py"
MAIN = "/" + bundle.MAIN

FINISH = Path(finish.__file__).read_bytes()

# LittleFS keeps a file this small beside its name; a folder has two blocks; some more for names.
_INLINE = 512
_SPARE_BLOCKS = 8

Told = Callable[[str], None]
Sent = Callable[[int], None]


def sha256(content: bytes) -> str:
    """Return the digest by which files are compared."""
    return hashlib.sha256(content).hexdigest()


@dataclass(frozen=True)
class Plan:
    """What has to be done: files to send, by path on the device; what is stale there; and the
    main.py that ends it, new or not."""

    send: dict[str, bytes]
    stale: tuple[str, ...]
    main: bytes

    @property
    def size(self) -> int:
        """Bytes to send."""
        return sum(len(content) for content in self.send.values())

    @property
    def is_empty(self) -> bool:
        """Whether the device has all of it already."""
        return not self.send and not self.stale


def _module(name: str) -> str:
    return name.removesuffix(".mpy").removesuffix(".py")


def roots(files: Mapping[str, bytes], top: Iterable[str]) -> list[str]:
    """Return the paths in the root that the companion has to itself.

    These are the names of its own files and folders, and all that MicroPython would find in their
    stead: for the module `board` the folder /board and /board.py come before /board.mpy.
    """
    own = {_module(path.partition("/")[0]) for path in files}
    return ["/" + name for name in top if _module(name) in own]


def plan(files: Mapping[str, bytes], there: Mapping[str, Entry]) -> Plan:
    """Compare what shall be on the device with what is."""
    wanted = {"/" + path: content for path, content in files.items()}
    send = {
        path: content
        for path, content in wanted.items()
        if path not in there or there[path].sha256 != sha256(content)
    }
    folders = {path[:at] for path in wanted for at, c in enumerate(path) if c == "/" and at}
    stale: list[str] = []
    for path, entry in sorted(there.items()):
        if stale and path.startswith(stale[-1] + "/"):
            continue  # goes with its folder
        if path not in (folders if entry.size == FOLDER else wanted):
            stale.append(path)
    return Plan(send, tuple(stale), files[bundle.MAIN])


def finish_cut_short(device: Device, there: Mapping[str, Entry]) -> bool:
    """Finish an update during which power went; whether there was one."""
    if MAIN not in there or there[MAIN].sha256 != sha256(FINISH):
        return False
    device.execute(MAIN, "finish")
    return True


def blocks(sizes: Iterable[int], folders: int, block: int) -> int:
    """Return how many blocks files and folders take at most."""
    need = _SPARE_BLOCKS + 2 * folders
    inline = 0
    for size in sizes:
        if size > _INLINE:
            need += -(-size // block)
        else:
            inline += _INLINE
    return need + -(-inline // block) * 2


def check_space(todo: Plan, staged: Container[str], facts: Facts) -> None:
    """Raise NoSpaceFailure if what is not staged yet does not fit beside the old version."""
    sizes = [len(content) for path, content in todo.send.items() if FILES + path not in staged]
    folders = {path.rpartition("/")[0] for path in todo.send}
    need = blocks([*sizes, len(FINISH), len(todo.main)], len(folders) + 2, facts.block)
    if need > facts.free_blocks:
        raise NoSpaceFailure(
            f"There is not enough space on the device: {need * facts.block // 1024} KB are "
            f"needed, since the old version stays until the new one is whole, and "
            f"{facts.free // 1024} KB are free."
        )


def carry_out(device: Device, todo: Plan, sent: Sent, told: Told) -> None:
    """Bring the device to the new version."""
    staged = device.listing(UPDATE)
    keep = {FILES + path: sha256(content) for path, content in todo.send.items()}
    left = {path for path, entry in staged.items() if entry.size != FOLDER}
    good = {path for path in left if keep.get(path) == staged[path].sha256}
    device.remove(sorted(left - good))
    try:
        check_space(todo, good, device.facts())
        for path, content in todo.send.items():
            if FILES + path in good:
                sent(len(content))
            else:
                device.put(FILES + path, content, sent)
        if MAIN not in todo.send:
            device.copy(MAIN, FILES + MAIN)
        if todo.stale:
            device.put(STALE, "\n".join(todo.stale).encode(), _not_counted)
        device.put(_SWITCH, FINISH, _not_counted)
        told("Checking what has arrived")
        expected = dict(keep)
        expected[FILES + MAIN] = sha256(todo.main)
        expected[_SWITCH] = sha256(FINISH)
        if todo.stale:
            expected[STALE] = sha256("\n".join(todo.stale).encode())
        arrived = device.listing(UPDATE)
        check(expected, arrived)
    except (NoSpaceFailure, DeviceFailure):
        # The old version is whole, and gets its space back.
        device.remove([UPDATE])
        raise
    told("Moving it into its place")
    device.rename(_SWITCH, MAIN)
    device.execute(MAIN, "finish")


def _not_counted(_size: int) -> None:
    pass


def verify(device: Device, files: Mapping[str, bytes]) -> None:
    """Raise DeviceFailure unless the device has all files, and what is the companion's has no
    others."""
    expected = {"/" + path: sha256(content) for path, content in files.items()}
    check(expected, device.listing(*roots(files, device.top())))


def check(expected: Mapping[str, str], there: Mapping[str, Entry]) -> None:
    """Raise DeviceFailure unless files are there as they were sent, and no others."""
    wrong = [
        path for path in expected if path not in there or there[path].sha256 != expected[path]
    ]
    wrong += [path for path in there if path not in expected and there[path].size != FOLDER]
    if wrong:
        raise DeviceFailure(
            f"On the device {wrong[0]} is not as it was sent"
            + (f", nor are {len(wrong) - 1} others" if len(wrong) > 1 else "")
            + ". Run this command again; if it stays so, the device's flash may be worn out."
        )
