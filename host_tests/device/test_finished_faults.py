"""Finished matches where something is amiss: the program, the room on the disk, foreign files."""

import os
import sys

import engine_core  # noqa: F401
from engine_core import events
from firmware.breaks import Breaks
from firmware.storage import disk as files
from firmware.store import Store
from host_tests.device.disk_kit import Disk
from host_tests.device.finished_kit import BEGIN, open_list, running, state
from host_tests.device.screens_kit import Player

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def test_a_fault_in_a_finished_match_takes_nothing_back() -> None:
    disk = Disk()
    player, _ = running(disk, 2)
    breaks: Any = Breaks(disk.root + "/broken.txt")
    app: Any = player.app
    app._breaks = breaks
    before = state(player, disk)
    for _ in range(3):
        open_list(player)
        player.press("O O")
        untyped: Any = player.screen
        untyped._lines = None
        try:
            player.press("D")
        except TypeError as error:
            app._broke(error)
        player.settle()
        assert player.shows("Crash")
        player.press("O")
        assert player.shows("Table")
        assert state(player, disk) == before
    # The same fault at the table, twice, does.
    for _ in range(2):
        app._broke(ValueError("x"))
        player.press("O")
    assert player.app.history.back == 1
    disk.remove()


_BLOCK = const(4096)
_ROOM = const(24)  # blocks for finished matches, and what stays free for the running one


def _small(disk: Disk) -> None:
    """On CPython, let the folder be as small as the disk is on MicroPython."""

    def free(path: str) -> int:
        blocks = _ROOM
        for name in files.names(disk.root + "/done"):
            blocks -= files.size(disk.root + "/done/" + name) // _BLOCK + 1
        return blocks * _BLOCK

    untyped: Any = files
    untyped.free = free


def test_a_low_disk_is_told_before_the_oldest_go() -> None:
    disk = Disk(64)
    usual = files.free
    if sys.implementation.name != "micropython":
        _small(disk)
    store: Any = Store(disk.root)
    player = Player(store=store)
    said = 0
    for number in range(1, 81):
        if number > 1:
            # A new match from the table: the last entry of the menu, then OK.
            player.press("b O U O O")
            assert player.shows("ChooseRules")
            low = "Disk nearly" in " ".join(player.lines())
            # Once, as soon as it is so.
            assert low == (store.low and not said)
            if low:
                said = number
                assert "tools pull" in " ".join(player.lines())
                player.press("O")
                assert player.shows("ChooseRules")
            player.press("B")
        before = store.finished_count
        player.app.begin(BEGIN)
        for _ in range(3):
            player.app.do(events.adjust(0, 5, "x" * 300))
        if store.finished_count < before:
            break
        assert store.finished_count == number - 1
    else:
        raise AssertionError("the disk is too large for this test")
    assert 1 < said < number - 1, (said, number)
    files.free = usual
    disk.remove()


def test_a_folder_where_a_pack_was_to_be() -> None:
    disk = Disk()
    player, store = running(disk, 2)
    before = state(player, disk)
    os.mkdir(disk.root + "/done/000009.bir")  # pyright: ignore[reportUnknownMemberType]
    with open(disk.root + "/done/000017.bir", "wb") as f:
        f.write(b"not a match")
    store = Store(disk.root)
    assert [number for number, _ in store.finished(0, 20)] == list(range(17, 0, -1))
    assert [number for number, summary in store.finished(0, 20) if not summary.code] == [2, 1]
    assert store.read(12).count == 0
    assert state(player, disk) == before
    history = store.load()
    store.finish(history)
    assert store.finished(0, 1)[0][0] == 18
    assert store.read(18).log == history.log
    os.rmdir(disk.root + "/done/000009.bir")  # pyright: ignore[reportUnknownMemberType]
    disk.remove()
