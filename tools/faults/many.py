"""Many matches in a row on one file system: what each costs, and that nothing grows.

Runs on MicroPython: the arguments are a file with the log of a match, how many matches, how many
blocks the disk has. The log is played and put away again and again, with every event saved and
power off and on before the end. One line a match: erases, pages programmed, saves, most erases of
a save, free blocks, heap in bytes after a collection, milliseconds of the processor's work for the
resume, finished matches that are listed, and whether the disk was said to be low before.
Afterwards the oldest and the newest match are read and compared.
"""

import os
import sys

from engine_core.history import each
from firmware.store import Store
from tools.faults.disk import Disk, mount

_ROOT = "/flash"
# Seconds that the processor has worked: only MicroPython's unix port has it.
_clock = __import__("time").clock


def play(disk: Disk, log: bytes) -> "tuple[int, int, int, int, int, bool]":
    """One match, with power off and on before it is put away.

    Returns erases, pages and saves, the most erases of a save, the resume in milliseconds, and
    whether the disk was low.
    """
    store = Store(_ROOT)
    history = store.load()
    erases = disk.erases
    pages = disk.programs
    saves = most = 0
    for event in each(log):
        before = disk.erases
        history.add(event)
        store.save(history)
        saves += 1
        most = max(most, disk.erases - before)
    spent = (disk.erases - erases, disk.programs - pages)
    mount(disk, _ROOT)
    store = Store(_ROOT)
    start = _clock()
    history = store.load()
    resume = int((_clock() - start) * 1000)
    if store.damage or bytes(history.log) != log:
        raise AssertionError("the match came back otherwise")
    low = store.low
    store.finish(history)
    return (spent[0], spent[1], saves, most, resume, low)


def held() -> int:
    """Bytes of the heap in use after a collection."""
    gc = __import__("gc")
    gc.collect()
    return gc.mem_alloc()


def listed(store: Store) -> int:
    """How many finished matches are listed, all of them readable."""
    count = 0
    while True:
        page = store.finished(count, 10)
        for _, summary in page:
            if summary.code:
                raise AssertionError("a summary cannot be read")
        count += len(page)
        if len(page) < 10:
            return count


def main() -> None:
    """Play, and print the figures."""
    with open(sys.argv[1], "rb") as f:
        log = f.read()
    matches = int(sys.argv[2])
    disk = Disk(int(sys.argv[3]))
    mount(disk, _ROOT, True)
    count = 0
    for _ in range(matches):
        erases, pages, saves, most, resume, low = play(disk, log)
        free = os.statvfs(_ROOT)[3]
        heap = held()
        before = count
        count = listed(Store(_ROOT))
        if count <= before and not low:
            raise AssertionError("the oldest went without a word")
        print(erases, pages, saves, most, free, heap, resume, count, int(low))
    store = Store(_ROOT)
    store.load()
    count = listed(store)
    for number in (matches, matches - count + 1):
        history = store.read(number)
        if store.damage or bytes(history.log) != log:
            raise AssertionError("match %d came back otherwise" % number)


if __name__ == "__main__":
    main()
