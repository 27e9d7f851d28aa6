"""Files that are whole by every checksum, but whose events no device wrote."""

import engine_core  # noqa: F401
from engine_core import events
from engine_core.history import History
from engine_core.match import Match
from engine_core.profiles import Rules
from firmware.storage import disk as files
from firmware.storage import form
from firmware.storage.recover import fitting
from firmware.store import Store
from host_tests.device.disk_kit import Disk
from host_tests.device.screens_kit import Player

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_BEGINNING = (events.rules(1), events.seats(["Ana", "Bruno", "Carla", "Diogo"]))


class _Dice:
    """The same numbers everywhere."""

    def __init__(self, seed: int) -> None:
        self._state = seed

    def roll(self, sides: int) -> int:
        self._state = (self._state * 16807) % 1073741789
        return (self._state >> 8) % sides

    def any(self, most: int) -> bytes:
        return bytes([self.roll(256) for _ in range(self.roll(most + 1))])

    def some(self, most: int) -> bytes:
        """Small numbers, which mean something more often."""
        return bytes([self.roll(5) if self.roll(3) else self.roll(80) for _ in range(most)])


def _names(dice: _Dice) -> bytes:
    names: list[str] = []
    for i in range((2, 4, 3, 6)[dice.roll(4)]):
        odd = ("", "\n", "%s", "\x00", "♠" * 40, "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW", "日本")
        names.append(odd[dice.roll(len(odd))] + "%d" % i)
    return events.seats(names)


def _event(dice: _Dice) -> bytes:
    what = dice.roll(12)
    if what == 0:
        return bytes((dice.roll(20),)) + dice.any(12)
    if what == 1:
        return bytes((1 + dice.roll(17),)) + dice.some(1 + dice.roll(6))
    if what == 2:
        return events.hand()
    if what == 3:
        return events.dry()
    if what == 4:
        return events.tally(dice.roll(2), 999995, [(0, 999999), (2, 999999)] * 3)
    if what == 5:
        return events.adjust(dice.roll(2), 999995 - 5 * dice.roll(399998))
    if what == 6:
        return events.biribaki(dice.roll(4), True)
    if what == 7:
        return events.close(dice.roll(4))
    if what == 8:
        return events.left(dice.roll(4), 999995)
    low = 3 + dice.roll(7)
    run = bytes([dice.roll(2) << 4 | low + i for i in range(3 + dice.roll(6))])
    return events.meld(dice.roll(2), run) if what < 11 else events.lay(dice.roll(2), 0, run[:1])


def _sequence(dice: _Dice) -> bytearray:
    sequence = bytearray()
    beginning = [events.rules(dice.roll(5)), _names(dice), events.hand()]
    if dice.roll(4) == 0:
        beginning.insert(2, events.start([268435455 // 10 * 5, -5, 5]))
    for event in beginning + [_event(dice) for _ in range(dice.roll(14))]:
        sequence += events.varint(len(event)) + event
    return sequence


def _power_on(player: Player, disk: Disk) -> Store:
    """Let the app begin anew with what is on the disk: there is no room for two of them."""
    app: Any = player.app
    app.store = store = Store(disk.root)
    app.history = History()
    app._loaded = False
    app._popup = []
    app._stack.clear()
    player.clock.now += 500
    app.dirty = True
    app.start()
    player.press("")
    app.step()
    return store


def _look(player: Player) -> None:
    """Through some screens and back to the first one."""
    for keys in ("", "O", "b", "D O DO", "b", "B", "b", "O U O O U", "b"):
        player.press(keys)
        assert not player.shows("Crash"), player.lines()


def test_a_running_match_of_foreign_events() -> None:
    disk = Disk()
    Store(disk.root).prepare()
    player = Player()
    for seed in range(40):
        dice = _Dice(1000 + seed)
        sequence = _sequence(dice)
        entries, chain = form.entries(sequence, 0, 0)
        body = form.link(0) + entries
        if dice.roll(4) == 0:
            body += form.taken_back(dice.roll(30), chain)
        path = disk.root + "/match/0/0000.bir"
        files.write(path, form.sealed(form.SEGMENT, 0, 1, 1, body))
        store = _power_on(player, disk)
        if store.damage:
            assert player.shows("Damaged"), (seed, player.lines())
            assert store.damage.code == form.MISFIT
            assert sequence[: len(player.app.history.log)] == player.app.history.log
            player.press("O")
        _look(player)
    disk.remove()


def test_a_finished_match_of_foreign_events() -> None:
    disk = Disk()
    files.make(disk.root + "/done")
    player = Player()
    for seed in range(40):
        dice = _Dice(2000 + seed)
        entries, chain = form.entries(_sequence(dice), 0, 0)
        summary = form.link(chain)
        # What a summary holds may be anything, too.
        summary += events.varint(1) + bytes((dice.roll(6), dice.roll(5)))
        summary += dice.some(dice.roll(5)) + b"\x03Ana\x03Eva" * dice.roll(4)
        head = form.sealed(form.FINISHED, len(summary), 1, len(entries), summary)
        files.write(disk.root + "/done/000001.bir", head + entries)
        store = _power_on(player, disk)
        player.press("U O")
        assert player.shows("Finished")
        player.press("O O O DDD O b")
        assert player.shows("ChooseRules"), player.lines()
        history = store.read(1)
        if not store.damage:
            assert bytes(form.entries(history.log, 0, 0)[0]) == bytes(entries)
    disk.remove()


def test_an_event_that_breaks_the_engine_does_not_fit() -> None:
    sequence = bytearray()
    for event in _BEGINNING:
        sequence += events.varint(len(event)) + event
    good = len(sequence)
    for event in (events.hand(), events.dry(), events.hand()):
        sequence += events.varint(len(event)) + event
    usual = Match.place
    untyped: Any = Match
    for error in (IndexError, OverflowError, KeyError, TypeError, ValueError, MemoryError):

        def broken(match: Match, op: int, error: "type[Exception]" = error) -> None:
            if op == events.HAND:
                raise error("broken on purpose")
            usual(match, op)

        untyped.place = broken
        try:
            history, lost = fitting(sequence, 0)
        except MemoryError:
            # That says nothing about the events: they are not given up.
            assert error is MemoryError
        else:
            assert error is not MemoryError
            assert (bytes(history.log), lost) == (bytes(sequence[:good]), 3)
        finally:
            untyped.place = usual
    assert fitting(sequence, 0)[1] == 0


def test_what_a_hand_brings_has_no_limit() -> None:
    biribas = [(name, 999999) for name, _ in Rules(3).bonuses]
    history = History()
    beginning = [events.rules(3), events.seats(["Ana", "Bruno"])]
    # Level at the top: the match goes on.
    hand = [events.hand(), events.tally(0, 5, biribas), events.tally(1, 5, biribas), events.dry()]
    for event in beginning + hand + hand[:1]:
        history.add(event)
    assert history.match.history[0] == history.match.totals[0] > 1 << 31
