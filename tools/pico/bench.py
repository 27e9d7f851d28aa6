"""`python3 -m tools bench`: measures what the companion costs and holds it to its budgets.

Times and heap are the emulated Pico's, running real firmware; the smallest heap is tried on
MicroPython's unix port.
"""

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from rich.console import Console
from rich.table import Table

from engine_core.history import History, each
from firmware.storage.archive import Archive
from firmware.store import Store
from tools import bundle, venv
from tools.pico import budgets, samples
from tools.pico.companion import Companion
from tools.pico.firmware import NoImageError
from tools.pico.harness import DeviceError, Pico

TITLES = {
    "bundle.device_files_bytes": "all device files",
    "pico.engine_heap_bytes": "heap of engine_core imported",
    "pico.meld_read_us": "a meld read and judged (the slowest)",
    "pico.layoffs_us": "its lay-offs listed (the slowest)",
    "pico.hand_score_us": "a hand of 20 melds scored",
    "pico.resume_us": "resume of a 12-hand match",
    "pico.save_mean_us": "save of one event, mean over such a match",
    "pico.save_worst_us": "save of one event, the slowest",
    "pico.finished_ten_us": "ten of 200 finished matches listed",
    "pico.first_frame_us": "power-on to first frame",
    "pico.cursor_move_us": "key press to last bus byte: cursor moved",
    "pico.new_screen_us": "key press to last bus byte: new screen",
    "pico.first_opened_us": "the same when its module is imported first",
    "pico.match_heap_bytes": "heap held, match in progress, table shown",
    "unix.match_heap_kw": "smallest heap for a whole match",
}
_UNITS = {"bytes": "B", "us": "µs", "kw": "KB"}

# `kw` is MicroPython's own measure: a heap of so many KB on a 32-bit machine.
_SMALLEST_KW = 4
_LARGEST_KW = 256

_HEAP = """\
import gc
gc.collect()
before = gc.mem_alloc()
import engine_core.history
gc.collect()
print(gc.mem_alloc() - before)
"""

_TIMES = """\
import gc, time
from engine_core import meld
from engine_core.history import fold
from engine_core.record import read_card

def slowest(call, arguments, turns=5):
    worst = 0
    for argument in arguments:
        gc.collect()
        start = time.ticks_us()
        for _ in range(turns):
            call(*argument)
        worst = max(worst, time.ticks_diff(time.ticks_us(), start) // turns)
    return worst

def file(name):
    with open(name, "rb") as f:
        return f.read()

table = fold(file("table"))
rules = table.rules
hands = [
    bytes([read_card(card) for card in cards.split()])
    for cards in (
        "4H 5H 6H", "KC QC AC", "AS 2S 3S", "9D 10D JK QD", "KH KS 2D KD",
        "3C 4C 2C 5C 6C 7C 8C 9C",
        "2H 5S 6S 7S 8S 9S 10S JS QS KS AS", "AD 2D 3D 4D 5D 6D 7D 8D 9D 10D JD QD KD",
    )
]

def judge(cards):
    m = meld.read(cards, rules)
    meld.points(m, rules)
    meld.category(m, table.hand.trump, rules)

print(slowest(judge, [(cards,) for cards in hands]))
melds = [(team, n) for team in range(2) for n in range(len(table.hand.melds[team]))]
table.layoffs(*melds[0])  # imports what lists them
print(slowest(table.layoffs, melds))
print(slowest(lambda: (table.score(0), table.score(1)), [()]))
print(slowest(fold, [(file("match"),)], 1))
"""

_SAVES = """\
import time
from engine_core.history import History, each
from firmware.store import Store
with open("log", "rb") as f:
    log = f.read()
history = History()
store = Store("")
store.prepare()  # as the app does behind its first picture
total = worst = 0
for event in each(log):
    history.add(event)
    start = time.ticks_us()
    store.save(history)
    us = time.ticks_diff(time.ticks_us(), start)
    total += us
    worst = max(worst, us)
print(total // history.count, worst)
"""

_TEN_FINISHED = """\
import time
from firmware.store import Store
start = time.ticks_us()
ten = Store("").finished(0, 10)
print(time.ticks_diff(time.ticks_us(), start))
for number, summary in ten:
    assert not summary.code and summary.names
assert [number for number, _ in ten] == list(range(200, 190, -1))
"""

_WHOLE_MATCH = """\
from engine_core.match import Match
from engine_core.record import lines, read
match = Match()
with open("record", "rb") as f:
    for line in f:
        match.apply(read(line[:-1], match))
print(match.running(0), match.running(1))
"""


class NoToolError(Exception):
    """A tool that the bench needs is not there."""


def _reader() -> dict[str, bytes]:
    """Returns the engine with its reader of records, which is not for a device."""
    return bundle.build(None, folders=["engine_core"], whole=True)


def measure_bundle(files: Mapping[str, bytes]) -> dict[str, int]:
    """Returns the size of what goes on the device."""
    return {"bundle.device_files_bytes": sum(len(content) for content in files.values())}


def measure_engine(files: Mapping[str, bytes]) -> dict[str, int]:
    """Returns the engine's heap and times on the emulated Pico."""
    data = {"table": samples.full_table(), "match": samples.long_match()}
    with Pico({**files, **_reader(), **data}) as pico:
        heap = int(pico.exec(_HEAP))
        times = [int(line) for line in pico.exec(_TIMES).split()]
    names = ("meld_read_us", "layoffs_us", "hand_score_us", "resume_us")
    figures = {"pico.engine_heap_bytes": heap}
    figures.update({f"pico.{name}": time for name, time in zip(names, times, strict=True)})
    return figures


def measure_saves(files: Mapping[str, bytes]) -> dict[str, int]:
    """Returns how long a save takes on the emulated Pico, event by event of a whole match, on a
    disk that is prepared for one."""
    modules = {name: content for name, content in files.items() if name != bundle.MAIN}
    with Pico({**modules, "log": samples.long_match()}) as pico:
        mean, worst = pico.exec(_SAVES).split()
    return {"pico.save_mean_us": int(mean), "pico.save_worst_us": int(worst)}


def measure_finished(files: Mapping[str, bytes]) -> dict[str, int]:
    """Returns how long the newest ten of 200 finished matches take to be listed, at first."""
    history = History(samples.long_match())
    with tempfile.TemporaryDirectory() as scratch:
        archive = Archive(scratch)
        for number in range(1, 201):
            archive.add(number, history)
        done = {f"done/{path.name}": path.read_bytes() for path in Path(scratch).iterdir()}
    modules = {name: content for name, content in files.items() if name != bundle.MAIN}
    with Pico({**modules, **done}) as pico:
        return {"pico.finished_ten_us": int(pico.exec(_TEN_FINISHED))}


def saved_match(log: bytes) -> dict[str, bytes]:
    """Returns the files of the match of a log as the device would have saved it, by and by."""
    with tempfile.TemporaryDirectory() as scratch:
        store = Store(scratch)
        history = History()
        for event in each(log):
            history.add(event)
            store.save(history)
        root = Path(scratch)
        paths = [path for path in root.rglob("*") if path.is_file()]
        return {path.relative_to(root).as_posix(): path.read_bytes() for path in paths}


def measure_app(files: Mapping[str, bytes]) -> dict[str, int]:
    """Returns the times of the whole firmware at the display, and the heap it holds."""
    fresh = Companion(files)
    with fresh.pico:
        first_frame = fresh.wait_for_frame()
        cursor_move = fresh.press("DOWN")
        first_opened = fresh.press("OK")
        fresh.press("BACK")
        new_screen = fresh.press("OK")
    resumed = Companion({**files, **saved_match(samples.long_match())})
    with resumed.pico:
        resumed.wait_for_frame()
        heap, _ = resumed.pico.heap()
    return {
        "pico.first_frame_us": round(first_frame),
        "pico.cursor_move_us": round(cursor_move),
        "pico.new_screen_us": round(new_screen),
        "pico.first_opened_us": round(first_opened),
        "pico.match_heap_bytes": heap,
    }


def _passes(port: Path, folder: Path, kw: int) -> bool:
    command = [str(port), "-X", f"heapsize={kw}wK", "whole_match.py"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return done.returncode == 0


def measure_smallest_heap(files: Mapping[str, bytes]) -> dict[str, int]:
    """Returns the smallest heap in which a whole match is read and scored on the unix port."""
    port = venv.micropython()
    if port is None:
        raise NoToolError("there is no MicroPython unix port, neither installed nor on the PATH")
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        for name, content in (*files.items(), *_reader().items()):
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
        (folder / "record").write_text(samples.long_match_record())
        (folder / "whole_match.py").write_text(_WHOLE_MATCH)
        low, high = _SMALLEST_KW, _LARGEST_KW
        if not _passes(port, folder, high):
            raise DeviceError(f"the whole match does not pass in {high} KB on the unix port")
        while low < high:
            middle = (low + high) // 2
            if _passes(port, folder, middle):
                high = middle
            else:
                low = middle + 1
    return {"unix.match_heap_kw": high}


def measure() -> dict[str, int]:
    """Returns every figure by the name of its budget."""
    files = bundle.build()
    return {
        **measure_bundle(files),
        **measure_engine(files),
        **measure_saves(files),
        **measure_finished(files),
        **measure_app(files),
        **measure_smallest_heap(files),
    }


def _with_unit(name: str, number: int) -> str:
    return f"{number:,} {_UNITS[name.rpartition('_')[2]]}"


def _print(figures: Mapping[str, int], limits: Mapping[str, int]) -> None:
    table = Table("what", "measured", "budget", "used")
    for column in table.columns[1:]:
        column.justify = "right"
    over = budgets.exceeded(figures, limits)
    for name, figure in figures.items():
        budget = limits.get(name)
        table.add_row(
            TITLES[name],
            _with_unit(name, figure),
            "none" if budget is None else _with_unit(name, budget),
            "-" if budget is None else f"{figure * 100 // budget} %",
            style="red" if name in over else None,
        )
    Console().print(table)


def main(argv: list[str]) -> int:
    """Measures, prints the table and returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="python3 -m tools bench",
        description=__doc__,
        epilog="exit status: 0 all within budget, 1 something is over it, 2 wrong usage, "
        "3 something could not be measured",
    )
    parser.add_argument(
        "--update", action="store_true", help="lower the budgets whose figures have become better"
    )
    options = parser.parse_args(argv)
    try:
        figures = measure()
    except (NoImageError, NoToolError, bundle.BundleError, DeviceError, TimeoutError) as error:
        print(f"bench: {error}", file=sys.stderr)
        return 3
    limits = budgets.load()
    _print(figures, limits)
    over = budgets.exceeded(figures, limits)
    for name in over:
        print(f"bench: over budget: {TITLES[name]} ({name})", file=sys.stderr)
    if over:
        return 1
    if options.update:
        for name in budgets.lower(figures):
            print(f"lowered: {name} to {budgets.load()[name]}")
    return 0
