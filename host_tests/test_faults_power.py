"""Power cuts, many matches and a full disk, on MicroPython with the device's own file system."""

from pathlib import Path

import pytest

from tools import venv
from tools.pico import samples
from tools.testing.on_micropython import run

pytestmark = pytest.mark.faults

_FAULTS = venv.ROOT / "tools" / "faults"
# The disk is in the heap as well: KB of a 32-bit machine's.
_HEAP = 4096


def _run(script: str, tmp_path: Path, *arguments: str, timeout: float = 600) -> list[str]:
    log = tmp_path / "log"
    log.write_bytes(samples.long_match())
    done = run(
        _FAULTS / script,
        str(log),
        *arguments,
        heap_kw=_HEAP,
        timeout=timeout,
        folders=[venv.ROOT],
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.splitlines()


def _sweep(tmp_path: Path, every: int, timeout: float) -> dict[str, int]:
    lines = _run("cuts.py", tmp_path, str(every), timeout=timeout)
    figures = {word: int(value) for word, value in (line.split() for line in lines)}
    print("power cuts:", figures)
    # No more and no less than the images there are: before, half-way, and after each operation.
    assert figures["cuts"] >= figures["steps"] + 2 * figures["operations"]
    assert figures["steps"] > 374
    assert figures["operations"] > figures["steps"]
    assert figures["before"] > 0
    assert figures["after"] > 0
    return figures


def test_every_cut_of_a_match(tmp_path: Path) -> None:
    figures = _sweep(tmp_path, 9, 600)
    assert figures["went_on"] > 100
    assert figures["really"] > 100


@pytest.mark.long
def test_every_cut_of_a_match_really_and_going_on(tmp_path: Path) -> None:
    figures = _sweep(tmp_path, 1, 3600)
    assert figures["went_on"] >= figures["cuts"] - 10
    assert figures["really"] == figures["operations"]


def _matches(tmp_path: Path, matches: int, blocks: int) -> list[list[int]]:
    lines = _run("many.py", tmp_path, str(matches), str(blocks), timeout=1200)
    rows = [[int(value) for value in line.split()] for line in lines]
    assert len(rows) == matches
    return rows


def test_two_hundred_matches_on_a_pico(tmp_path: Path) -> None:
    rows = _matches(tmp_path, 200, 352)
    names = "erases pages saves most-erases free-blocks heap-bytes resume-ms listed low".split()
    for number in (1, 2, 100, 200):
        row = zip(names, rows[number - 1], strict=True)
        print(f"match {number}:", ", ".join(f"{name} {value}" for name, value in row))
    saves = rows[0][2]
    # At most 0.2 erases an event, and one a save. The very first save makes the folders, and
    # now and then LittleFS moves a worn block.
    assert all(erases / saves <= 0.2 for erases, *_ in rows)
    mean = sum(row[0] for row in rows) / len(rows) / saves
    assert mean <= 0.1, mean
    assert sum(row[3] > 1 for row in rows[1:]) <= len(rows) // 20
    assert all(row[3] <= 3 for row in rows[1:])
    # All are kept, and there is room for as many as the application takes.
    assert rows[-1][7] == 200
    assert rows[-1][4] > 352 // 3
    assert not any(row[8] for row in rows)
    # The heap is flat, from when the tables have their size.
    heaps = [row[5] for row in rows[9:]]
    print("heap from the tenth match on:", min(heaps), "to", max(heaps))
    assert max(heaps) - min(heaps) <= 512, heaps
    # A resume takes as long at the end as at the beginning, give or take the machine's noise.
    early = sorted(row[6] for row in rows[:50])[25]
    late = sorted(row[6] for row in rows[-50:])[25]
    assert late <= 2 * early + 10, (early, late)


def test_a_small_disk_lets_the_oldest_go_and_says_so_before(tmp_path: Path) -> None:
    rows = _matches(tmp_path, 60, 80)
    kept = [row[7] for row in rows]
    print("finished matches kept:", kept)
    assert max(kept) < 60
    # They go eight at a time, and the disk keeps what the running match needs.
    assert min(kept[20:]) >= 8
    assert min(row[4] for row in rows) >= 8
    assert any(row[8] for row in rows)


def test_a_full_disk_stops_no_match(tmp_path: Path) -> None:
    for line in _run("full.py", tmp_path):
        print("filled, saves, failed, put away, kept:", line)
        filled, saves, failed, _, _ = map(int, line.split())
        assert filled > 0
        assert saves == 374
        assert failed == 0
