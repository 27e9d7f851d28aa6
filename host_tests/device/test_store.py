"""The store in a Pico-sized heap, on the device's file system: random matches, wrong bytes."""

import gc
import os
import sys

import engine_core  # noqa: F401
from engine_core import events
from engine_core.codes import Refused
from engine_core.history import History
from firmware.store import Store
from host_tests.device.disk_kit import Disk


class _Dice:
    """The same numbers everywhere."""

    def __init__(self, seed: int) -> None:
        self._state = seed

    def roll(self, sides: int) -> int:
        self._state = (self._state * 16807) % 1073741789
        return (self._state >> 8) % sides


def _some_event(dice: _Dice) -> bytes:
    what = dice.roll(8)
    if what == 0:
        return events.hand()
    if what == 1:
        return events.dry()
    if what == 2:
        return events.tally(dice.roll(2), dice.roll(80) * 5, [])
    if what == 3:
        return events.left(dice.roll(4), dice.roll(20) * 5)
    if what == 4:
        return events.adjust(dice.roll(2), dice.roll(100) * 5 - 250, "εδώ")
    if what == 5:
        return events.biribaki(dice.roll(4), dice.roll(2) == 0)
    low = 3 + dice.roll(9)
    return events.meld(dice.roll(2), bytes([dice.roll(4) << 4 | low] * 3))


def _state(history: History) -> "tuple[bytes, int]":
    return (bytes(history.sequence()), history.back)


def _play(seed: int, steps: int) -> None:
    dice = _Dice(seed)
    disk = Disk()
    store = Store(disk.root)
    history = store.load()
    history.add(events.rules(0))
    history.add(events.seats(["Ana", "Bruno", "Χριστίνα", "João"]))
    for _ in range(steps):
        what = dice.roll(20)
        try:
            if what == 0:
                for _ in range(dice.roll(30)):
                    if history.count > 2:
                        history.undo()
            elif what < 4 and history.count > 2:
                history.undo()
            elif what < 6:
                history.redo()
            elif what == 6:
                history.replace(2 + dice.roll(history.count), _some_event(dice))
            elif what == 7:
                history.delete(2 + dice.roll(history.count))
            else:
                history.add(_some_event(dice))
        except (Refused, IndexError):
            pass
        store.save(history)
        disk.again()
        again = Store(disk.root)
        found = again.load()
        assert _state(found) == _state(history)
        assert again.damage is None
        if what % 3 == 0:
            store, history = again, found
    store.finish(history)
    disk.again()
    store = Store(disk.root)
    assert store.load().count == 0
    if history.match.hands:
        assert store.read(1).log == history.log
    disk.remove()


def test_what_is_loaded_is_what_was_saved() -> None:
    for seed in (3, 4, 5):
        _play(seed, 150)


def test_saving_leaves_nothing_in_the_heap() -> None:
    disk = Disk()
    store = Store(disk.root)
    history = store.load()
    history.add(events.rules(0))
    history.add(events.seats(["Ana", "Bruno", "Carla", "Diogo"]))
    history.add(events.hand())
    held: list[int] = []
    for _ in range(60):
        history.add(events.adjust(0, 5))
        store.save(history)
        history.undo()
        store.save(history)
        if sys.implementation.name == "micropython":
            gc.collect()
            held.append(gc.mem_alloc())
    if held:
        assert max(held[30:]) - min(held[30:]) <= 512, held
    disk.remove()


def test_wrong_bytes_are_a_known_state() -> None:
    disk = Disk()
    store = Store(disk.root)
    history = store.load()
    history.add(events.rules(0))
    history.add(events.seats(["Ana", "Bruno", "Carla", "Diogo"]))
    for _ in range(2):
        history.add(events.hand())
        history.add(events.tally(0, 250, []))
        history.add(events.dry())
    store.save(history)
    name = disk.root + "/match/0/0000.bir"
    with open(name, "rb") as f:
        whole = f.read()
    for at in range(len(whole)):
        damaged = bytearray(whole)
        damaged[at] ^= 1 << (at & 7)
        with open(name, "wb") as f:
            f.write(damaged)
        store = Store(disk.root)
        found = store.load()
        assert store.damage is not None, at
        assert history.log[: len(found.log)] == found.log, at
        assert at >= 24 or found.count == history.count
    os.remove(name)  # pyright: ignore[reportUnknownMemberType]
    store = Store(disk.root)
    assert store.load().count == 0
    assert store.damage is not None
    disk.remove()
