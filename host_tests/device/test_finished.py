"""Finished matches under the hands of people, on the device's own file system.

Whatever is looked at there, the running match stays as it is.
"""

import gc
import sys

from firmware.lang.en import common, ending, faults
from firmware.storage import disk as files
from firmware.storage import form
from firmware.store import Store
from host_tests.device.disk_kit import Disk
from host_tests.device.finished_kit import BEGIN, open_list, running, state
from host_tests.device.screens_kit import Player

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from firmware.screens.sheet import Sheet


def test_the_entry_is_there_once_a_match_is_finished() -> None:
    disk = Disk()
    store: Any = Store(disk.root)
    player = Player(store=store)
    player.press("U")
    assert common.FINISHED not in " ".join(player.lines())
    player.press("O O")
    assert player.shows("Table")
    player.press("O UU")
    assert common.FINISHED not in " ".join(player.lines())
    player.press("b")
    # Another match puts the first one away, and the menu has it.
    player.app.begin(BEGIN)
    open_list(player)
    player.press("B")
    assert player.shows("Table")
    # And the choice of rules too.
    player.press("O U O O U")
    assert player.shows("ChooseRules")
    player.press("O")
    assert player.shows("Finished")
    disk.remove()


def test_the_list_is_walked_ten_at_a_time() -> None:
    disk = Disk()
    player, store = running(disk, 40)
    open_list(player)
    for number in range(40, 0, -1):
        shown = [line for line in player.lines()[1:5] if line[1:].split(" ")[0] == "%d" % number]
        assert len(shown) == 1, (number, player.lines())
        assert "%d:" % (3 * (5 * number - 100)) in shown[0], shown
        player.press("D")
    # Beyond the last is the first again, and beyond that the last.
    assert player.lines()[1][1:4] == "40 "
    player.press("U")
    assert player.lines()[4][1:3] == "1 "
    assert max(store.asked) <= 10
    # A list of ten serves some steps, and is let go while something else is shown.
    assert len(store.asked) <= 12, store.asked
    disk.remove()


def test_a_match_is_looked_through_hand_by_hand() -> None:
    disk = Disk()
    player, _ = running(disk, 9)
    before = state(player, disk)
    open_list(player)
    player.press("D O")
    assert player.shows("Standings")
    player.press("U O")
    sheet: Sheet | Any = player.screen
    assert player.shows("Sheet")
    assert ending.SHEET_TITLE % 2 in player.lines()[0]
    # The eighth match had 40 for the cards of each hand, less 100 for the biribaki.
    assert "-120" in player.lines()[7], player.lines()
    player.press("D")
    assert sheet is player.screen
    # OK has nowhere to go on to.
    player.press("O")
    assert player.shows("Standings")
    player.press("UUUU O")
    assert ending.SHEET_TITLE % 1 in player.lines()[0]
    player.press("B B")
    assert player.shows("Finished")
    player.press("b")
    assert player.shows("Table")
    assert state(player, disk) == before
    disk.remove()


def test_looking_through_leaves_nothing_in_the_heap() -> None:
    disk = Disk()
    player, _ = running(disk, 12)
    held: list[int] = []
    for _ in range(6):
        open_list(player)
        player.press("DDDDDDD O UO B B b")
        assert player.shows("Table")
        if sys.implementation.name == "micropython":
            gc.collect()
            held.append(gc.mem_alloc())
    if held:
        assert max(held[2:]) - min(held[2:]) <= 512, held
    disk.remove()


def test_a_damaged_match_opens_up_to_the_damage() -> None:
    disk = Disk()
    player, _ = running(disk, 3)
    before = state(player, disk)
    path = disk.root + "/done/000001.bir"
    data = bytearray(files.read(path))
    # The last match's last event but one.
    data[-8] ^= 1
    files.write(path, bytes(data))
    open_list(player)
    assert ending.DAMAGED in player.lines()[1]
    assert ending.DAMAGED not in player.lines()[2]
    player.press("O")
    assert player.shows("Damaged")
    said = " ".join([line.strip() for line in player.lines()])
    assert faults.DAMAGE_READ % 9 + faults.DAMAGE_LOST % 2 in said, said
    assert faults.DAMAGES[form.CHECKSUM - form.CUT] in said
    player.press("O")
    assert player.shows("Standings")
    # The hand that was not read to its end is shown as far as it goes.
    player.press("O")
    assert ending.SHEET_TITLE % 3 in player.lines()[0]
    player.press("B B")
    assert player.shows("Finished")
    # All of it unreadable: words, and back.
    data = bytearray(len(data))
    files.write(path, bytes(data))
    player.press("b")
    open_list(player)
    player.press("O")
    assert player.shows("Damaged")
    player.press("O")
    assert player.shows("Finished")
    player.press("b")
    assert state(player, disk) == before
    disk.remove()
