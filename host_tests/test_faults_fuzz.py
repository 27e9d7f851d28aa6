"""Wrong bytes in everything the store reads: each gives a known answer.

A wrong byte anywhere in the running match gives exactly the events before it, and says so; what
lies behind the end of the match, or in another file, never changes a score without a word.
"""

import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine_core import events
from engine_core.codes import Refused
from engine_core.history import History, each
from firmware.storage import form
from firmware.storage.archive import Archive
from firmware.storage.running import Running
from host_tests.random_matches import Game
from host_tests.test_match_by_keys import AUSTERE
from host_tests.test_store import LOG, played, slots
from tools import venv
from tools.faults import fuzz
from tools.testing.on_micropython import run

pytestmark = pytest.mark.faults

# The disk is in the heap as well.
_HEAP_KW = 4096


def _load(root: Path) -> tuple[Running, History]:
    running = Running(str(root / "match"), str(root / "kept"))
    return (running, running.load())


def _ends(data: bytes) -> list[int]:
    """Where each entry of a slot's file ends."""
    ends: list[int] = []
    reader = events.Reader(data, form.BODY)
    while reader.more():
        reader.take(reader.varint() + 2)
        ends.append(reader.at)
    return ends


def _flips(random: Random, every: bool) -> Iterator[int]:
    """What to change a byte by: one bit and something else, or everything there is."""
    if every:
        yield from range(1, 256)
    else:
        yield 1 << random.randrange(8)
        yield random.randrange(1, 256)


def test_each_wrong_byte_of_a_running_match(tmp_path: Path, pytestconfig: pytest.Config) -> None:
    # A match of five slots, the last of which has events taken back.
    log = b"".join(events.varint(len(event)) + event for event in list(each(LOG))[:120])
    store = played(tmp_path, log)
    history = History(log)
    for _ in range(3):
        history.undo()
    store.save(history)
    files = slots(tmp_path)
    assert len(files) == 5
    everything = history.sequence()
    random = Random(20)
    tried = 0
    before = 0  # events in the slots before
    for path in files:
        whole = path.read_bytes()
        last = path == files[-1]
        ends = _ends(whole[:-4] if last else whole)
        for at in range(len(whole)):
            for flip in _flips(random, bool(pytestconfig.getoption("--long"))):
                damaged = bytearray(whole)
                damaged[at] ^= flip
                path.write_bytes(damaged)
                running, found = _load(tmp_path)
                tried += 1
                where = (path.name, at, flip)
                assert running.damage is not None, where
                assert running.damage.code in (form.CUT, form.CHECKSUM), where
                assert running.damage.name == path.name, where
                if at < form.BODY:
                    # No event is damaged, and none is lost.
                    assert (found.sequence(), found.back) == (everything, 3), where
                    assert running.damage.lost == 0, where
                elif last and at >= ends[-1]:
                    # How many were taken back cannot be known: they are there again.
                    assert (found.log, found.back) == (everything, 0), where
                else:
                    good = before + sum(end <= at for end in ends)
                    assert found.count == good, where
                    assert everything.startswith(bytes(found.log)), where
                    assert found.back == 0
        path.write_bytes(whole)
        before += len(ends)
    assert before == 120
    print("wrong bytes in a running match:", tried)


def test_each_length_of_a_running_match(tmp_path: Path) -> None:
    log = b"".join(events.varint(len(event)) + event for event in list(each(LOG))[:120])
    played(tmp_path, log)
    before = 0
    for path in slots(tmp_path):
        whole = path.read_bytes()
        ends = _ends(whole)
        for length in range(len(whole)):
            path.write_bytes(whole[:length])
            running, found = _load(tmp_path)
            assert running.damage is not None, (path.name, length)
            assert found.count == before + sum(end <= length for end in ends)
            assert log.startswith(bytes(found.log))
        path.write_bytes(whole)
        before += len(ends)


def test_each_wrong_byte_of_the_other_slots_and_the_mark(tmp_path: Path) -> None:
    store = played(tmp_path)
    store.finish(History(LOG))
    log = b"".join(events.varint(len(event)) + event for event in list(each(LOG))[:40])
    played(tmp_path, log)
    files = slots(tmp_path)[2:] + [tmp_path / "match" / "mark.bir"]
    assert len(files) > 10
    random = Random(21)
    for path in files:
        whole = path.read_bytes()
        for at in range(len(whole)):
            damaged = bytearray(whole)
            damaged[at] ^= random.randrange(1, 256)
            path.write_bytes(damaged)
            running, found = _load(tmp_path)
            assert found.log == log, (path.name, at)
            assert not running.marked
        path.write_bytes(whole)


def test_each_wrong_byte_of_a_pack(tmp_path: Path, pytestconfig: pytest.Config) -> None:
    archive = Archive(str(tmp_path))
    histories = {number: History(LOG[: _end(20 + number)]) for number in range(1, 5)}
    for number, history in histories.items():
        archive.add(number, history)
    (pack,) = tmp_path.iterdir()
    whole = pack.read_bytes()
    random = Random(22)
    summaries = {number: vars(summary) for number, summary in archive.listed(0, 9)}
    assert len(summaries) == 4
    for at in range(len(whole)):
        for flip in _flips(random, bool(pytestconfig.getoption("--long"))):
            damaged = bytearray(whole)
            damaged[at] ^= flip
            pack.write_bytes(damaged)
            archive = Archive(str(tmp_path))
            listed = archive.listed(0, 9)
            assert [number for number, _ in listed] == [4, 3, 2, 1], (at, flip)
            assert archive.count() == 4
            amiss: list[int] = []
            for number, history in histories.items():
                found = archive.read(number)
                if archive.damage:
                    amiss.append(number)
                    assert bytes(history.log).startswith(bytes(found.log))
                else:
                    assert found.log == history.log, (at, flip)
            # The damaged one says so, in the list too; the others are as they were.
            assert len(amiss) == 1, (at, flip)
            for number, summary in listed:
                assert bool(summary.code) == (number in amiss), (at, flip)
                assert number in amiss or vars(summary) == summaries[number]


def _end(count: int) -> int:
    """Bytes of the first so many events of the log."""
    return sum(len(event) + 1 for event in list(each(LOG))[:count])


@pytest.mark.parametrize("subject", fuzz.SUBJECTS)
def test_known_answers_on_both_runtimes(
    subject: str, tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    made_of = AUSTERE.encode() if subject == "record" else LOG
    file = tmp_path / "made_of"
    file.write_bytes(made_of)
    every = bool(pytestconfig.getoption("--long"))
    folder = tmp_path / "disk"
    folder.mkdir()
    tried, noticed, crc = fuzz.run(fuzz.SUBJECTS[subject](str(folder), made_of), every)
    print(f"{subject}: {tried} changes, {noticed} of them in what is read")
    assert 0 < noticed < tried
    arguments = (subject, "/flash", str(file), str(int(every)))
    done = run(
        Path(fuzz.__file__), *arguments, heap_kw=_HEAP_KW, timeout=3600, folders=[venv.ROOT]
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout == f"{tried} {noticed} {crc:08x}\n"


@given(st.randoms(use_true_random=False), st.integers(1, 12), st.integers(0, 2**32))
def test_many_wrong_bytes(
    tmp_path_factory: pytest.TempPathFactory, random: Random, count: int, seed: int
) -> None:
    root = tmp_path_factory.mktemp("disk")
    game = Game(seed % 50, hands=1)
    log = b"".join(events.varint(len(event)) + event for event in game.kept)
    played(root, log)
    files = slots(root)
    for _ in range(count):
        path = random.choice(files)
        data = bytearray(path.read_bytes())
        what = random.randrange(4)
        at = random.randrange(len(data) + 1)
        if what == 0:
            data[at : at + random.randrange(1, 30)] = random.randbytes(random.randrange(30))
        elif what == 1:
            data = data[:at]
        elif what == 2:
            data = bytearray(random.choice(files).read_bytes())
        elif data:
            data[at % len(data)] ^= 1 << random.randrange(8)
        path.write_bytes(data)
    running, found = _load(root)
    if running.damage is None:
        assert found.log == log
    else:
        assert log.startswith(bytes(found.log))
    shutil.rmtree(root)


@given(st.lists(st.binary(min_size=1, max_size=20), max_size=30), st.integers(0, 40))
def test_forged_events(
    tmp_path_factory: pytest.TempPathFactory, forged: list[bytes], back: int
) -> None:
    """Files that are whole, but whose events make no match."""
    root = tmp_path_factory.mktemp("disk")
    played(root, LOG[: _end(3)])
    sequence = bytearray(LOG[: _end(3)])
    for event in forged:
        sequence += events.varint(len(event)) + event
    entries, chain = form.entries(sequence, 0, 0)
    body = form.link(0) + entries
    if back:
        body += form.taken_back(back, chain)
    (root / "match" / "0" / "0000.bir").write_bytes(form.sealed(form.SEGMENT, 0, 1, 1, body))
    running, found = _load(root)
    if running.damage is None:
        assert found.sequence() == sequence
        while found.redo():
            pass
    else:
        assert running.damage.code == form.MISFIT
        with pytest.raises(Refused):
            History(sequence, back)
    shutil.rmtree(root)
