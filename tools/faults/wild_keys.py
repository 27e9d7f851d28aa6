"""Random keys on the whole device: no exception, no memory lost, and the journal is the screen.

    python3 -m tools.faults.wild_keys [PRESSES [SEED [HEAP_KW]]]

A session is one power-on: presses, holds and chords, some sessions eager to confirm and some to
leave, some long. It goes on with the match of the one before, or now and then with a match that
has come far, so that the end of a hand and of a match are pressed about in too. After each batch
of presses the device compares its disk with its screen; some batches later it goes to its first
screen and counts its heap. Power is then cut in the middle of a press, and what is on the disk is
what the program held.
"""

import contextlib
import random
import shutil
import sys
import tempfile
from collections.abc import Generator
from dataclasses import dataclass, field
from pathlib import Path

from engine_core.history import History, each
from firmware.store import Store
from tools.pico import file_system, samples
from tools.sim.disk import Disk
from tools.sim.driver import Device

MAIN = Path(__file__).parent / "wild_main.py"

# What the firmware has of the heap: so many KB on a 32-bit machine.
HEAP_KW = 190

# Bytes that the heap at rest may differ by within a session. They are those of the machine that
# runs this: of one with 64 bits, about twice a Pico's.
FLAT = 512

_BATCH = 50
# The heap is counted at rest after each so many batches.
_COUNTED = 8
# How many batches a session has.
_LENGTHS = (4, 40, 40, 40, 200)
# The disk is a new one when it has more packs of finished matches than a Pico's has room for: the
# list of them is in the heap at rest.
_PACKS = 32
# How often a session begins with another match than the one that runs.
_COMES_FAR = 0.3
_KEYS = ("OK", "DOWN", "UP", "BACK")
# How often each key is pressed, a session's habit.
_HABITS = ((40, 30, 15, 15), (60, 20, 12, 8), (30, 30, 30, 10), (25, 25, 25, 25))
_HOLD_MS = (460, 650, 900, 1300)


class WildKeysError(Exception):
    """Something went wrong; the message says what, and how to have it again."""


@dataclass
class Figures:
    """What came of it."""

    presses: int = 0
    sessions: int = 0
    most_events: int = 0
    screens: set[str] = field(default_factory=set[str])
    heaps: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])

    @property
    def spread(self) -> int:
        """The widest range of the heap at rest within a session."""
        return max((high - low for low, high in self.heaps), default=0)

    def __str__(self) -> str:
        return (
            f"{self.presses} presses in {self.sessions} sessions, {len(self.screens)} screens,"
            f" {self.most_events} events in the longest match, heap at rest within {self.spread}"
            f" bytes,"
            f" at most {max((high for _, high in self.heaps), default=0)} in use"
        )


def run(presses: int, seed: int, heap_kw: int = HEAP_KW) -> Figures:
    """Press so many keys. Raises WildKeysError."""
    figures = Figures()
    with tempfile.TemporaryDirectory(prefix="companion-") as folder:
        disk = Path(folder) / "disk"
        while figures.presses < presses:
            left = presses - figures.presses
            if len(list(disk.glob("done/*"))) > _PACKS:
                shutil.rmtree(disk)
            disk.mkdir(exist_ok=True)
            try:
                chance = random.Random(f"{seed} {figures.sessions}")
                _session(disk, chance, left, figures, heap_kw)
            except Exception as error:
                log = disk / "broken.txt"
                broken = log.read_text("utf-8", "replace") if log.exists() else ""
                raise WildKeysError(
                    f"seed {seed}, session {figures.sessions}, after {figures.presses} presses:"
                    f" {error}\n{broken}"
                ) from error
            figures.sessions += 1
    return figures


def _session(
    disk: Path, chance: random.Random, presses: int, figures: Figures, heap_kw: int
) -> None:
    habit = chance.choice(_HABITS)
    heaps: list[int] = []
    if chance.random() < _COMES_FAR:
        _other_match(disk, chance)
    with Device(disk=disk, main=MAIN, heap_kw=heap_kw) as device:
        device.run(1500)
        for batch in range(chance.choice(_LENGTHS)):
            if presses <= 0:
                break
            count = min(_BATCH, presses)
            presses -= count
            figures.presses += count
            _press(device, chance, habit, count)
            figures.screens.add(device.variable("checks.screen"))
            _check(device)
            events = int(device.variable("checks.events"))
            figures.most_events = max(figures.most_events, events)
            if batch % _COUNTED == _COUNTED - 1:
                heaps.append(_heap_at_rest(device))
        device.down(chance.choice(_KEYS))
        device.run(chance.uniform(0, 40))
        held = device.variable("checks.match")
        for key in _KEYS:
            device.up(key)
    on_disk = _match_on(disk)
    if on_disk != held:
        raise WildKeysError(f"power was cut with the match {held}, and left {on_disk}")
    if heaps:
        figures.heaps.append((min(heaps), max(heaps)))
        if max(heaps) - min(heaps) > FLAT:
            raise WildKeysError(f"the heap at rest was {heaps}")


@contextlib.contextmanager
def _unpacked(disk: Disk) -> Generator[Path, None, None]:
    """The files of a device's disk, whose power is off, in a folder while the block lasts."""
    with tempfile.TemporaryDirectory(prefix="companion-") as folder:
        for name, content in disk.files().items():
            file = Path(folder) / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
        yield Path(folder)


def _other_match(disk: Path, chance: random.Random) -> None:
    """Put the running match away, and let one run that was left somewhere in its fourth hand."""
    with contextlib.closing(Disk(disk, plain=False)) as held, _unpacked(held) as folder:
        store = Store(str(folder))
        store.finish(store.load())
        events = list(each(samples.long_match()))
        history = History()
        for event in events[: chance.randrange(3 * len(events) // samples.HANDS, 125)]:
            history.add(event)
        store.save(history)
        files = {
            path.relative_to(folder).as_posix(): path.read_bytes()
            for path in folder.rglob("*")
            if path.is_file()
        }
        held.save(file_system.build(files))


def _match_on(disk: Path) -> str:
    """The match on the disk, as `checks.match` gives it."""
    with contextlib.closing(Disk(disk, plain=False)) as held, _unpacked(held) as folder:
        store = Store(str(folder))
        history = store.load()
    if store.damage:
        return f"damaged, {store.damage.name}"
    return f"{history.sequence().hex()} {history.back}"


def _press(device: Device, chance: random.Random, habit: tuple[int, ...], count: int) -> None:
    """Schedule some presses and let them happen."""
    change = device.wiring.change
    at = float(device.now_us)
    for _ in range(count):
        key = chance.choices(_KEYS, habit)[0]
        held = chance.uniform(20, 60) if chance.random() < 0.95 else chance.choice(_HOLD_MS)
        keys = [key]
        if chance.random() < 0.05:
            keys.append(chance.choice([other for other in _KEYS if other != key]))
        for place, name in enumerate(keys):
            change(name, True, int(at + 4000 * place))
        for name in keys:
            change(name, False, int(at + held * 1000))
        at += (held + chance.uniform(45, 70)) * 1000
    device.run((at - device.now_us) / 1000 + 120)


def _check(device: Device) -> None:
    broken = device.variable("checks.broken")
    if broken:
        raise WildKeysError("it broke: " + broken)
    differs = device.variable("checks.journal")
    if differs:
        raise WildKeysError(f"disk and screen: {differs}\n{device.text()}")


def _heap_at_rest(device: Device) -> int:
    device.variable("checks.rest")
    device.run(200)
    heap = int(device.variable("checks.heap"))
    device.variable("checks.again")
    device.run(200)
    return heap


def main() -> int:
    """Run from the command line; status 1 if something went wrong."""
    presses = int(sys.argv[1]) if len(sys.argv) > 1 else 10000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(1 << 30)
    heap_kw = int(sys.argv[3]) if len(sys.argv) > 3 else HEAP_KW
    try:
        print(run(presses, seed, heap_kw))
    except WildKeysError as error:
        print(error)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
