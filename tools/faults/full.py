"""A disk that fills up while a match runs: the match is saved to the end.

Runs on MicroPython: the argument is a file with the log of a match. Some matches are put away,
then a file of somebody else takes all that is free, and another match is played: finished ones
make room where that is needed, and where none is left the small files of the running match still
find their place. Prints, for each time the disk is filled, the bytes that took, saves, how many
of them found no room, whether the match could be put away, and how many finished ones are left.
"""

import os
import sys

from engine_core.history import History, each
from firmware.store import Store
from tools.faults.disk import Disk, mount

_ROOT = "/flash"
_CHUNK = 2048


def fill(path: str) -> int:
    """Write a file until there is no room for more; returns its size."""
    size = 0
    with open(path, "wb") as f:
        while True:
            try:
                f.write(bytes(_CHUNK))
                f.flush()
            except OSError:
                return size
            size += _CHUNK


def play(disk: Disk, log: bytes) -> "tuple[Store, int, int]":
    """A match with every event saved; how many saves, and how many of them failed."""
    store = Store(_ROOT)
    history = store.load()
    saves = failed = 0
    for number, event in enumerate(each(log)):
        history.add(event)
        saves += 1
        try:
            store.save(history)
        except OSError:
            failed += 1
            continue
        if number % 20 == 0:
            mount(disk, _ROOT)
            store = Store(_ROOT)
            found = store.load()
            if store.damage or bytes(found.log) != bytes(history.log):
                raise AssertionError("event %d came back otherwise" % number)
            history = found
    return (store, saves, failed)


def finish(disk: Disk, store: Store, log: bytes) -> bool:
    """Put the match away; whether there was room. It runs on if not."""
    try:
        store.finish(History(log))
    except OSError:
        mount(disk, _ROOT)
        if bytes(Store(_ROOT).load().log) != log:
            raise AssertionError("the match did not run on") from None
        return False
    if store.load().count or bytes(store.read(store.finished(0, 1)[0][0]).log) != log:
        raise AssertionError("the match was not put away")
    return True


def main() -> None:
    """Play, and print the figures."""
    with open(sys.argv[1], "rb") as f:
        log = f.read()
    disk = Disk(96)
    mount(disk, _ROOT, True)
    for _ in range(9):
        store, _, _ = play(disk, log)
        finish(disk, store, log)
    for name in ("/photo", "/film", "/song"):
        filled = fill(_ROOT + name)
        store, saves, failed = play(disk, log)
        finished = finish(disk, store, log)
        print(filled, saves, failed, int(finished), len(store.finished(0, 99)))
    # All that is ours is gone, and somebody else has the room.
    for name in os.listdir(_ROOT + "/done"):
        os.remove(_ROOT + "/done/" + name)
    filled = fill(_ROOT + "/book")
    store, saves, failed = play(disk, log)
    finished = finish(disk, store, log)
    print(filled, saves, failed, int(finished), 0)
    os.remove(_ROOT + "/book")
    if not finish(disk, store, log):
        raise AssertionError("there was room again")


if __name__ == "__main__":
    main()
