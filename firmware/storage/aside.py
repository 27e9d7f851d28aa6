"""Where the running match's damaged files go: a folder of their own, where nobody changes them.

A name is the match's number, its generation and the slot. Those of a newer version end otherwise
and never go; of the others only so many are kept.
"""

from . import disk

_MOST = const(24)
_DAMAGED = ".bir"
_NEWER = ".new"


def place(folder: str, number: int, generation: int, slot: int, newer: bool) -> str:
    """The path of a slot's file there."""
    name = (folder, number, generation, slot, _NEWER if newer else _DAMAGED)
    return "%s/%06d-%d-%04x%s" % name


def make_room(folder: str, coming: int) -> None:
    """Have the folder, and let the oldest go where more are coming than there is room for."""
    disk.make(folder)
    kept = [name for name in disk.names(folder) if name.endswith(_DAMAGED)]
    for old in kept[: max(len(kept) + coming - _MOST, 0)]:
        disk.remove(folder + "/" + old)


def keep(path: str, to: str) -> None:
    """A copy at first, for what can be believed of a file may be all there is.

    What is too long to be ours is moved.
    """
    data = disk.read(path)
    if len(data) == disk.size(path):
        disk.write(to, data)
    else:
        disk.rename(path, to)
