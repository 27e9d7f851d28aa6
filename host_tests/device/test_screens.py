"""The app and its screens under the hands of people, on CPython and on MicroPython."""

import gc
import sys

from engine_core import events
from firmware.keys import BACK, DOWN, OK, UP
from firmware.lang.en import faults, play, setup
from firmware.screen import Screen
from firmware.storage import form
from firmware.storage.recover import Damage
from host_tests.device.screens_kit import FakeDisplay, FakeStore, Player

# A match of `austere` in its first hand, through the keys: rules, begin.
_BEGIN = "O O"
# A run of three spades, 6 to 8, from the table's menu (behind the trump, which is not said yet).
_MELD = "O D O O O O O"


def _begun() -> Player:
    player = Player()
    player.press(_BEGIN)
    assert player.shows("Table")
    return player


def test_a_match_begins_with_two_presses() -> None:
    player = _begun()
    assert player.record() == "rules austere\nseats Ana Bruno Carla Diogo\nhand\n"
    assert player.app.changes == 1


def test_each_event_is_saved_before_the_screen_says_so() -> None:
    player = _begun()
    player.press(_MELD)
    assert player.record().split("\n")[3] == "meld A 6S 7S 8S"
    assert player.store.log == bytes(player.app.history.log)
    assert player.app.changes == 2


def test_a_lost_store_is_told_and_the_match_goes_on() -> None:
    player = _begun()
    player.store.broken = True
    player.press(_MELD)
    assert "save" in " ".join(player.lines())
    player.press("O")
    assert player.shows("Table")
    player.store.broken = False
    player.press("O D O D O O O O")
    assert player.store.log == bytes(player.app.history.log)
    assert len(player.app.hand.melds[0]) == 2


def test_a_refusal_is_said_and_nothing_is_lost() -> None:
    player = _begun()
    # The end of the hand: the first row is a player who may not close.
    player.press("O DDD O O")
    assert "needs a" in " ".join(player.lines()[5:])
    count = player.app.history.count
    # OK takes the words away and does nothing else.
    player.press("O")
    assert player.app.history.count == count
    assert not player.app.hand.end


def test_back_on_the_table_offers_to_take_back() -> None:
    player = _begun()
    player.press(_MELD)
    before = bytes(player.app.history.log)
    player.press("B")
    assert "new meld" in player.lines()[2]
    player.press("O")
    assert not player.app.hand.melds[0]
    # The first hand stays.
    player.press("O")
    assert player.app.hand
    player.press("U")
    assert bytes(player.app.history.log) == before
    assert player.store.log == before
    player.press("B")
    assert player.shows("Table")


def test_hold_back_leads_home_from_anywhere() -> None:
    for keys in ("O", "O D O O D", "O DDD O", "O DDDD O O", "B", "O U O", "O UU O"):
        player = _begun()
        player.press(keys)
        assert not player.shows("Table")
        player.press("b")
        assert player.shows("Table"), keys


def test_hold_ok_counts_only_where_it_went_down() -> None:
    player = _begun()
    # It opens the menu, and the hold that follows finds another screen.
    player.press("o")
    assert player.shows("Actions")


def test_hold_ok_takes_a_number_as_it_is() -> None:
    player = _begun()
    player.press("O DDD O DDDD O")
    assert player.app.hand.end
    assert player.shows("Left")
    player.press("UU o")
    # The first player is asked first.
    assert player.app.hand.left[1] == 20
    assert player.shows("Left")


def test_what_held_keys_stand_for_is_said_before_the_first_match() -> None:
    player = Player(shared=[(DOWN, UP), (OK, BACK)])
    assert player.lines()[-2:] == [" Hold ~: ~" + " " * 15, " Hold OK: BACK" + " " * 11]
    # OK takes them away; a match that goes on does not begin with them.
    player.press("O")
    assert "Hold" not in "".join(player.lines())
    player.press(_BEGIN)
    player = Player(player.store.log, shared=[(DOWN, UP), (OK, BACK)])
    assert player.shows("Table")
    assert "Hold" not in "".join(player.lines())


def test_hints_do_not_tell_to_hold_an_ok_that_is_another_key_then() -> None:
    for shared, held in (([], True), ([(DOWN, UP)], True), ([(OK, BACK)], False)):
        player = Player(shared=shared)
        # Names, the first one.
        player.press(("O" if shared else "") + "O DD O O")
        assert player.shows("Name")
        assert ("hold" in player.lines()[-1]) is held
        # A number: what the first one has left.
        player = Player(_begun().store.log, shared=shared)
        player.press("O DDD O DDDD O")
        assert player.shows("Left")
        assert ("hold" in player.lines()[-1]) is held


def test_power_comes_back_amid_the_questions() -> None:
    player = _begun()
    player.press("O DDD O DDDD O o")
    again = Player(player.store.log)
    assert again.shows("Table")
    again.press("O O")
    assert again.shows("Left")
    assert again.lines()[1].startswith("Points left with Carla")


def test_another_match_puts_the_first_away() -> None:
    player = _begun()
    log = player.store.log
    player.press("O U O O D O O")
    assert player.app.rules.name == "partners"
    assert player.store.put_away == [log]
    assert player.app.match.names == ["Ana", "Bruno", "Carla", "Diogo"]


def test_a_match_that_cannot_be_put_away_stays_on_the_table() -> None:
    player = _begun()
    log = player.store.log
    player.store.broken = True
    player.press("O U O O D O O")
    assert player.lines()[5].startswith(" The match could not be")
    assert bytes(player.app.history.log) == log == player.store.log
    assert player.app.rules.name == "austere"


def test_a_damaged_match_is_told() -> None:
    log = _begun().store.log
    for code in range(form.CUT, form.FOREIGN + 1):
        damage = Damage(code, 3, 2, "0000.bir")
        damage.aside = "/kept/000001-1-0000.bir"
        player = Player(store=FakeStore(log, damage))
        assert player.shows("Damaged")
        said = " ".join([line.strip() for line in player.lines()])
        assert faults.DAMAGES[code - form.CUT] in said
        assert damage.aside[1:] in said
        if code == form.NEWER:
            assert "Nothing is lost" in said
        else:
            assert "3 events read. At least 2 lost." in said
            assert "hand 1" in said
        player.press("O")
        assert player.shows("Table")
        assert player.store.log == log


def test_the_picture_comes_back_within_two_seconds() -> None:
    shown = FakeDisplay()
    player = Player(shown=shown)
    player.press(_BEGIN)
    shown.gone = True
    player.press(_MELD)
    assert player.app.hand.melds[0], "the match goes on without a display"
    for _ in range(1000):
        player.app.step()
    started = shown.started
    shown.spans = 0
    shown.gone = False
    since = player.clock.now
    while not shown.spans:
        player.app.step()
        assert player.clock.now - since <= 2000
    assert shown.started == started + 1


def test_a_display_that_is_missing_at_first_is_found() -> None:
    shown = FakeDisplay()
    shown.gone = True
    player = Player(shown=shown)
    for _ in range(300):
        player.app.step()
    shown.gone = False
    for _ in range(300):
        player.app.step()
    assert shown.spans


def test_an_unplugged_display_is_noticed_without_a_key() -> None:
    shown = FakeDisplay()
    player = Player(shown=shown)
    shown.gone = True
    for _ in range(300):
        player.app.step()
    shown.gone = False
    shown.spans = 0
    for _ in range(300):
        player.app.step()
    assert shown.spans


class _Broken(Screen):
    def draw(self, canvas: object) -> None:
        raise ValueError("broken on purpose")


def _run_until_idle(player: Player) -> None:
    """Run the loop as on the device, until it sleeps for the third time."""
    sleep = player.keys.wait
    left = [3]

    def stop(ms: int) -> None:
        sleep(ms)
        left[0] -= 1
        if not left[0]:
            raise KeyboardInterrupt

    player.keys.wait = stop  # pyright: ignore[reportAttributeAccessIssue]
    try:
        player.app.run()
    except KeyboardInterrupt:
        return
    finally:
        player.keys.wait = sleep  # pyright: ignore[reportAttributeAccessIssue]
    raise AssertionError("the interrupt did not get through")


def test_a_fault_becomes_a_page() -> None:
    player = _begun()
    player.app.go(_Broken(player.app))
    player.app.dirty = True
    _run_until_idle(player)
    assert player.shows("Crash")
    assert "broken on" in player.lines()[1]
    assert "test_screens" in " ".join(player.lines())
    player.press("O")
    assert player.shows("Table")


def test_the_idle_loop_allocates_nothing() -> None:
    player = _begun()
    step = player.app.step
    for _ in range(250):
        step()
    if sys.implementation.name != "micropython":
        return  # only MicroPython can tell
    import micropython

    gc.collect()
    micropython.heap_lock()
    try:
        for _ in range(250):
            step()
    finally:
        micropython.heap_unlock()


def test_names_are_entered_and_kept_apart() -> None:
    player = Player()
    # Names; the first: "Bo", the last letter held.
    player.press("O DD O O D O DDDDDDDDDDDDDD o")
    assert "Bo" in player.lines()[1]
    # The second the same: refused, and taken away again.
    player.press("D O D O DDDDDDDDDDDDDD o")
    assert (setup.NAME_TWICE % "Bo")[:10] in " ".join(player.lines())
    player.press("O B B B B B")
    player.press("D O")


def test_a_team_is_chosen_with_up_and_down() -> None:
    player = _begun()
    player.press("D")
    player.press(_MELD)
    assert player.record().split("\n")[3] == "meld B 6S 7S 8S"


def test_lay_offs_go_on_in_their_direction() -> None:
    player = _begun()
    player.press(_MELD)
    player.press("O DD O")
    # 5 below, 9 above: the second row, and from there straight on.
    player.press("D O O O O")
    assert player.record().split("\n")[4:8] == [
        "lay A1 9S",
        "lay A1 10S",
        "lay A1 JS",
        "lay A1 QS",
    ]


def test_trump_is_asked_for_until_it_is_said() -> None:
    player = _begun()
    player.press("O")
    assert play.TRUMP_TURNED in player.lines()[1]
    player.press("O D O")
    assert player.app.hand.trump == 1
    player.press("O")
    assert play.NEW_MELD in player.lines()[1]


def test_a_pending_packet_comes_first() -> None:
    log = _begun()
    app = log.app
    assert app.do(events.trump(0))
    assert app.do(events.meld(1, bytes((3, 4, 5, 6, 7, 8, 9))))
    assert app.do(events.biribaki(1, False))
    log.press("O O")
    assert log.record().split("\n")[6] == "activate Bruno"
