"""The store on a folder: what is saved comes back, and whatever lies there is a known state."""

import struct
from collections.abc import Callable
from pathlib import Path

import pytest

from engine_core import events
from engine_core.history import History, each
from firmware.storage import form, recover
from firmware.storage.archive import Summary
from firmware.store import Store
from tools.pico import samples

LOG = samples.long_match()


def short_match() -> list[bytes]:
    """A match of three hands in sums."""
    steps = [events.rules(0), events.seats(["Ana", "Bruno", "Χριστίνα", "João"])]
    for _ in range(3):
        steps += [events.hand(), events.tally(0, 350, []), events.tally(1, 120, []), events.dry()]
    return steps


def played(root: Path, log: bytes = LOG) -> Store:
    """A store in which a match was saved, event by event."""
    store = Store(str(root))
    history = store.load()
    for event in each(log):
        history.add(event)
        store.save(history)
    return store


def reloaded(root: Path) -> tuple[Store, History]:
    store = Store(str(root))
    return (store, store.load())


def slots(root: Path) -> list[Path]:
    """The files of the running match that are in use, in their order."""
    found: list[Path] = []
    for path in sorted((root / "match").rglob("0*.bir"), key=lambda path: path.name):
        if form.head(path.read_bytes())[3]:
            found.append(path)
    return found


def test_nothing_there(tmp_path: Path) -> None:
    store, history = reloaded(tmp_path)
    assert history.count == 0
    assert store.damage is None
    assert store.finished(0, 10) == []
    assert list(tmp_path.iterdir()) == []


def test_every_save_comes_back(tmp_path: Path) -> None:
    store = Store(str(tmp_path))
    history = store.load()
    for event in short_match():
        history.add(event)
        store.save(history)
        again, found = reloaded(tmp_path)
        assert (found.log, found.back, again.damage) == (history.log, 0, None)


def test_what_was_taken_back_can_come_again_after_a_restart(tmp_path: Path) -> None:
    store = played(tmp_path)
    history = History(LOG)
    for _ in range(100):
        history.undo()
    store.save(history)
    _, found = reloaded(tmp_path)
    assert found.log == history.log
    for _ in range(100):
        assert found.redo()
    assert not found.back
    assert found.log == LOG


def test_an_event_after_many_taken_back(tmp_path: Path) -> None:
    store = played(tmp_path)
    history = History(LOG)
    for _ in range(100):
        history.undo()
    history.add(events.adjust(0, 5))
    store.save(history)
    _, found = reloaded(tmp_path)
    assert (found.log, found.back) == (history.log, 0)


@pytest.mark.parametrize("index", [0, 1, 2, 200, 373])
def test_an_amended_event(tmp_path: Path, index: int) -> None:
    store = played(tmp_path)
    history = History(LOG)
    event = list(each(LOG))[index]
    other = {
        0: event[:-1] + bytes((event[-1] ^ 1,)),
        1: events.seats(["Ana", "Bruno", "Carla Maria", "Diogo"]),
        2: events.hand(3, 1),
        200: event,
        373: events.adjust(1, -55),
    }[index]
    history.replace(index, other)
    store.save(history)
    store, found = reloaded(tmp_path)
    assert (found.log, store.damage) == (history.log, None)
    # And it goes on from there, also for the one that amended.
    history.add(events.hand())
    store.save(history)
    assert reloaded(tmp_path)[1].log == history.log


def test_a_save_writes_one_small_file(tmp_path: Path) -> None:
    store = Store(str(tmp_path))
    history = store.load()
    before: dict[Path, bytes] = {}
    for number, event in enumerate(each(LOG)):
        history.add(event)
        store.save(history)
        now = {path: path.read_bytes() for path in (tmp_path / "match").rglob("*.bir")}
        changed = [path for path in now if now[path] != before.get(path)]
        assert all(len(data) <= 512 for data in now.values())
        if number:
            assert len(changed) == 1
        before = now


def test_saving_the_same_again_writes_nothing(tmp_path: Path) -> None:
    store = played(tmp_path)
    for path in (tmp_path / "match").rglob("*.bir"):
        path.unlink()
    store.save(History(LOG))
    assert list((tmp_path / "match").rglob("*.bir")) == []


def test_a_long_match_has_more_slots_and_leaves_none(tmp_path: Path) -> None:
    log = bytearray(LOG)
    for _ in range(300):
        adjust = events.adjust(0, 5, "because")
        log += events.varint(len(adjust)) + adjust
    store = played(tmp_path, bytes(log))
    assert len(slots(tmp_path)) > 20
    assert reloaded(tmp_path)[1].log == log
    store.finish(History(log))
    assert len(list((tmp_path / "match").rglob("*.bir"))) == 17
    store, found = reloaded(tmp_path)
    assert (found.count, store.damage) == (0, None)
    assert store.read(1).log == log


def test_finished_matches(tmp_path: Path) -> None:
    store = Store(str(tmp_path))
    history = store.load()
    for number in range(1, 31):
        history = History()
        for event in short_match():
            history.add(event)
        history.add(events.adjust(1, 5 * number))
        store.save(history)
        store.finish(history)
        store, history = reloaded(tmp_path)
        assert (history.count, store.damage) == (0, None)
    for start in (0, 7, 25, 30):
        listed = store.finished(start, 10)
        assert [number for number, _ in listed] == list(range(30 - start, max(20 - start, 0), -1))
    number, summary = store.finished(0, 1)[0]
    assert not summary.code
    assert summary.names == ["Ana", "Bruno", "Χριστίνα", "João"]
    assert (summary.hands, summary.winner) == (3, Summary.UNDECIDED)
    found = store.read(number)
    assert store.damage is None
    assert [found.match.running(0), found.match.running(1)] == summary.totals
    assert store.read(31).count == 0
    assert store.damage is not None
    assert store.damage.code == form.MISSING


def test_the_winner_is_in_the_summary(tmp_path: Path) -> None:
    store = Store(str(tmp_path))
    history = store.load()
    for event in short_match():
        history.add(event)
    history.add(events.hand())
    history.add(events.tally(1, 999995, []))
    history.add(events.dry())
    assert history.match.outcome() == (True, 1, False)
    store.finish(history)
    summary = store.finished(0, 1)[0][1]
    assert summary.winner == 1


def test_a_match_without_a_hand_just_ends(tmp_path: Path) -> None:
    store = Store(str(tmp_path))
    history = store.load()
    for event in short_match()[:2]:
        history.add(event)
    store.save(history)
    store.finish(history)
    store, history = reloaded(tmp_path)
    assert (history.count, store.finished(0, 10)) == (0, [])


def _cut(data: bytes) -> bytes:
    return data[: len(data) // 2]


def _resealed(data: bytes, version: int) -> bytes:
    head = data[:4] + bytes((version,)) + data[5:16]
    return head + struct.pack("<I", form.crc(data[20:], form.crc(head))) + data[20:]


def _other_match(data: bytes) -> bytes:
    """One wrong byte in the head: no event is damaged."""
    return data[:11] + b"?" + data[12:]


def _newer(data: bytes) -> bytes:
    return _resealed(data, form.VERSION + 1)


def _older(data: bytes) -> bytes:
    return _resealed(data, 0)


def _foreign(_: bytes) -> bytes:
    return b"GIF89a" + bytes(range(256))


def _huge(_: bytes) -> bytes:
    return b"BIRI" + bytes(100_000)


def _empty(_: bytes) -> bytes:
    return b""


@pytest.mark.parametrize("place", [0, 1, 3, -1])
@pytest.mark.parametrize(
    ("change", "code"),
    [
        (_cut, form.CHECKSUM),
        (_other_match, form.CHECKSUM),
        (_newer, form.NEWER),
        (_older, form.FOREIGN),
        (_foreign, form.FOREIGN),
        (_huge, form.CHECKSUM),
        (_empty, form.MISSING),
    ],
)
def test_a_damaged_slot_is_a_known_state(
    tmp_path: Path, place: int, change: Callable[[bytes], bytes], code: int
) -> None:
    played(tmp_path)
    used = slots(tmp_path)
    whole = used[place].read_bytes()
    used[place].write_bytes(change(whole))
    left = {path: path.read_bytes() for path in tmp_path.rglob("*.bir")}
    store, history = reloaded(tmp_path)
    assert store.damage is not None
    assert (store.damage.code, store.damage.name) == (code, used[place].name)
    assert LOG.startswith(bytes(history.log))
    assert store.damage.kept == history.count
    if place != -1 and store.damage.kept < 374:
        later = sum(recover.count(path.read_bytes(), form.BODY) for path in used[place:][1:])
        assert store.damage.lost >= later
    # Looking changes nothing, and the answer stays the same.
    assert {path: path.read_bytes() for path in tmp_path.rglob("*.bir")} == left
    again, same = reloaded(tmp_path)
    assert again.damage is not None
    assert (again.damage.code, same.log) == (code, history.log)
    aside = again.damage.aside
    assert aside == store.damage.aside
    assert not aside or not Path(aside).exists()
    # The match goes on, what was damaged is kept, and all is well from then on.
    if not history.count:
        history.add(events.rules(0))
    elif history.match.hands:
        history.add(events.adjust(0, 5))
    else:
        history.undo()
    store.save(history)
    store, found = reloaded(tmp_path)
    assert store.damage is None
    assert found.log == history.log
    kept = [path.read_bytes() for path in (tmp_path / "kept").glob("*")]
    if change(whole):
        assert change(whole) in kept
        assert aside
    assert not aside or Path(aside).exists()
    history.undo()
    store = Store(str(tmp_path))
    store.load()
    store.save(history)
    assert reloaded(tmp_path)[1].log == history.log


def test_a_slot_that_is_gone(tmp_path: Path) -> None:
    played(tmp_path)
    slots(tmp_path)[2].unlink()
    store, history = reloaded(tmp_path)
    assert store.damage is not None
    assert store.damage.code == form.MISSING
    assert LOG.startswith(bytes(history.log))
    later = sum(recover.count(path.read_bytes(), form.BODY) for path in slots(tmp_path)[2:])
    assert store.damage.lost == later > 0


@pytest.mark.parametrize("made", [1, 3, 8])
def test_power_that_goes_while_the_files_are_made(tmp_path: Path, made: int) -> None:
    store = Store(str(tmp_path))
    history = store.load()
    first = iter(each(LOG))
    for _ in range(3):
        history.add(next(first))
        store.save(history)
    # The folders come first, then the other files.
    for path in (tmp_path / "match").rglob("*.bir"):
        if path.name != "0000.bir":
            path.unlink()
    for folder in range(made, 8):
        (tmp_path / "match" / str(folder)).rmdir()
    store, history = reloaded(tmp_path)
    for event in first:
        history.add(event)
        store.save(history)
    store, history = reloaded(tmp_path)
    assert (history.log, store.damage) == (LOG, None)
    store.finish(history)
    assert reloaded(tmp_path)[0].read(1).log == LOG


def test_files_of_others_are_left_alone(tmp_path: Path) -> None:
    played(tmp_path)
    for name in (".DS_Store", "0001.bak", "zzzz.bir", "notes.txt"):
        (tmp_path / "match" / name).write_bytes(b"mine")
    store, history = reloaded(tmp_path)
    assert (history.log, store.damage) == (LOG, None)
    history.undo()
    store.save(history)
    store.finish(history)
    for name in (".DS_Store", "0001.bak", "zzzz.bir", "notes.txt"):
        assert (tmp_path / "match" / name).read_bytes() == b"mine"


def test_kept_files_do_not_grow_without_end(tmp_path: Path) -> None:
    played(tmp_path)
    for turn in range(40):
        path = slots(tmp_path)[0]
        path.write_bytes(path.read_bytes()[:-1] + b"?")
        store, history = reloaded(tmp_path)
        assert store.damage is not None
        history.add(events.adjust(0, 5 + 5 * turn))
        store.save(history)
    assert 0 < len(list((tmp_path / "kept").iterdir())) <= 24


@pytest.mark.parametrize("place", [0, 3])
def test_playing_on_keeps_all_of_a_newer_match_for_good(tmp_path: Path, place: int) -> None:
    log = bytearray(LOG)
    for _ in range(300):
        adjust = events.adjust(0, 5, "because")
        log += events.varint(len(adjust)) + adjust
    played(tmp_path, bytes(log))
    used = slots(tmp_path)
    assert len(used) > 24
    for path in used[place:]:
        path.write_bytes(_newer(path.read_bytes()))
    wholes = {path.read_bytes() for path in used}
    for turn in range(30):
        store, history = reloaded(tmp_path)
        assert store.damage is not None
        if not history.count:
            for event in short_match():
                history.add(event)
        history.add(events.adjust(0, 5 + 5 * turn))
        store.save(history)
        assert reloaded(tmp_path)[0].damage is None
        kept = {path.read_bytes() for path in (tmp_path / "kept").iterdir()}
        assert wholes <= kept, turn
        # Another damage, and another: those of this version go in time.
        first = slots(tmp_path)[0]
        damaged = bytearray(first.read_bytes())
        damaged[-1] ^= 1
        first.write_bytes(damaged)
    assert len(list((tmp_path / "kept").iterdir())) <= len(used) + 24


def test_a_match_that_does_not_fit_is_kept_as_a_whole(tmp_path: Path) -> None:
    played(tmp_path)
    used = slots(tmp_path)
    # The players sit down once more, and the next slot is damaged as well.
    log = b"".join(events.varint(len(event)) + event for event in list(each(LOG))[:20])
    entries, _ = form.entries(log + b"\x01\x02", 0, 0)
    used[0].write_bytes(form.sealed(form.SEGMENT, 0, 1, 9, form.link(0) + entries))
    used[1].write_bytes(used[1].read_bytes()[:-1])
    wholes = {path.read_bytes() for path in used[:2]}
    store, history = reloaded(tmp_path)
    assert store.damage is not None
    assert store.damage.kept == history.count > 0
    history.add(events.adjust(0, 5))
    store.save(history)
    assert wholes <= {path.read_bytes() for path in (tmp_path / "kept").iterdir()}
    store, found = reloaded(tmp_path)
    assert (found.log, store.damage) == (history.log, None)


def test_a_damaged_pack_loses_only_what_is_damaged(tmp_path: Path) -> None:
    store = Store(str(tmp_path))
    history = History()
    for event in short_match():
        history.add(event)
    for _ in range(12):
        store.save(history)
        store.finish(history)
    pack = tmp_path / "done" / "000001.bir"
    whole = pack.read_bytes()
    third = [at for at in range(len(whole)) if whole[at : at + 4] == b"BIRI"][2]
    damaged = bytearray(whole)
    damaged[third + 6] ^= 1
    pack.write_bytes(damaged)
    store, _ = reloaded(tmp_path)
    listed = store.finished(0, 20)
    assert [number for number, _ in listed] == list(range(12, 0, -1))
    assert [number for number, summary in listed if summary.code] == [3]
    assert store.read(3).count == 0
    assert store.damage is not None
    assert store.read(4).log == history.log
    assert store.damage is None
    # The end of a pack is missing: the next match begins another pack.
    last = tmp_path / "done" / "000009.bir"
    last.write_bytes(last.read_bytes()[:-7])
    store, _ = reloaded(tmp_path)
    half = store.read(12)
    assert store.damage is not None
    assert store.damage.code == form.CUT
    assert 0 < half.count < history.count
    store.save(history)
    store.finish(history)
    store, _ = reloaded(tmp_path)
    assert store.finished(0, 1)[0][0] == 13
    assert store.read(13).log == history.log
    assert store.damage is None


def test_an_interrupt_waits_for_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played(tmp_path)
    store, history = reloaded(tmp_path)
    history.undo()
    times: list[int] = []
    real = open

    class Interrupted:
        def __init__(self, path: str, mode: str) -> None:
            self._file = real(path, mode)

        def __enter__(self) -> "Interrupted":
            return self

        def __exit__(self, *_: object) -> None:
            self._file.close()

        def write(self, data: bytes) -> None:
            times.append(1)
            if len(times) == 1:
                raise KeyboardInterrupt
            self._file.write(data)

    monkeypatch.setattr("firmware.storage.disk.open", Interrupted, raising=False)
    with pytest.raises(KeyboardInterrupt):
        store.save(history)
    monkeypatch.undo()
    store, found = reloaded(tmp_path)
    assert (found.sequence(), found.back, store.damage) == (history.sequence(), 1, None)
