"""Keys in the running app: whatever contacts, flash and screens do, none is lost or doubled."""

import random
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tools.sim import bounce
from tools.sim.driver import Device

pytestmark = pytest.mark.faults

KEYS = ("UP", "DOWN", "OK", "BACK")

# The companion as it is, which notes the keys that reach the app. Ticks begin where they are
# told, answering a key takes a while, and each write to flash keeps interrupts off for another.
_MAIN = """
import time
from wire import wire
from firmware import app
from firmware.app import App
from firmware.storage import disk

events = ""
saves = 0
_key = App.key
_ticks_ms = time.ticks_ms
_write = disk.write

def key(self, code, kind):
    global events
    events += "UDOB"[code] + "plr"[kind] + " "
    _key(self, code, kind)
    wire().spend(%d)

def ticks_ms():
    return _ticks_ms() + %d & 0x3FFFFFFF

def write(path, data):
    global saves
    saves += 1
    _write(path, data)
    wire().blind(%d)

App.key = key
time.ticks_ms = ticks_ms
disk.write = write
app.run()
"""


@contextmanager
def _running(
    tmp_path: Path, ticks_ms: int = 0, blind_us: int = 0, busy_us: int = 0
) -> Generator[Device]:
    main = tmp_path / "main_of_test.py"
    main.write_text(_MAIN % (busy_us, ticks_ms, blind_us), encoding="utf-8")
    with Device(main=main, disk=tmp_path / "disk") as device:
        device.run(2000)
        yield device
        assert "broken.txt" not in device.files()


def _events(device: Device, since: int = 0) -> list[str]:
    return device.variable("events").split()[since:]


def _schedule(device: Device, presses: list[tuple[str, float, float]]) -> None:
    """Let each key be pressed at its time for so long (milliseconds from now), and time pass."""
    now = device.now_us
    for name, at, held in presses:
        device.wiring.change(name, True, now + int(at * 1000))
        device.wiring.change(name, False, now + int((at + held) * 1000))
    device.run(max(at + held for _, at, held in presses) + 300)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("shortest", "longest"), [(40, 400), (2, 15)], ids=["usual", "taps"])
def test_presses_with_every_bounce(
    tmp_path: Path, seed: int, shortest: float, longest: float
) -> None:
    chance = random.Random(f"{seed} {shortest}")
    presses: list[tuple[str, float, float]] = []
    at = 0.0
    for _ in range(40 * len(bounce.TRACES)):
        held = chance.uniform(shortest, longest)
        presses.append((chance.choice(KEYS), at, held))
        at += held + chance.uniform(45, 150)
    with _running(tmp_path) as device:
        _schedule(device, presses)
        assert _events(device) == [f"{name[0]}p" for name, _, _ in presses]


def test_two_at_once(tmp_path: Path) -> None:
    chance = random.Random(2)
    presses: list[tuple[str, float, float]] = []
    expected: list[str] = []
    at = 0.0
    for _ in range(100):
        first, second = chance.sample(KEYS, 2)
        apart = chance.choice((0.2, 1, 4, 30, 90))
        presses.append((first, at, chance.uniform(100, 300)))
        presses.append((second, at + apart, chance.uniform(10, 300)))
        expected += [f"{first[0]}p", f"{second[0]}p"]
        at += 500
    with _running(tmp_path) as device:
        _schedule(device, presses)
        assert _events(device) == expected


def test_one_stuck_for_minutes(tmp_path: Path) -> None:
    with _running(tmp_path) as device:
        device.down("UP")
        device.run(25000)
        before = len(_events(device))
        # A press, and a repeat each 120 ms from 450 ms on, up to 20 s.
        assert _events(device)[0] == "Up"
        assert _events(device)[1:] == ["Ur"] * (before - 1)
        assert before - 1 == pytest.approx((20000 - 450) / 120, abs=2)
        for _ in range(4):
            device.run(45000)
            device.press("DOWN", "OK", "BACK")
        assert _events(device, before) == ["Dp", "Op", "Bp"] * 4
        device.up("UP")
        device.run(200)
        device.press("UP")
        assert _events(device, before + 12) == ["Up"]


@pytest.mark.parametrize("before_ms", [50, 1000, 2600, 3300, 4000])
def test_ticks_wrap(tmp_path: Path, before_ms: int) -> None:
    def session(folder: Path, ticks_ms: int) -> tuple[list[str], bytes]:
        with _running(folder, ticks_ms) as device:
            device.press("OK", "OK")
            device.hold("DOWN", 800)
            device.hold("OK", 900)
            device.press("UP", "BACK", "OK")
            device.hold("BACK", 1000)
            device.settle()
            return _events(device), device.frame()

    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    wraps = session(tmp_path / "a", 2**30 - 2000 - before_ms)
    assert wraps == session(tmp_path / "b", 0)
    assert {"Dr", "Ol", "Bl"} <= set(wraps[0])


@pytest.mark.parametrize("blind_ms", [5, 25, 45, 75])
def test_presses_while_flash_is_written(tmp_path: Path, blind_ms: int) -> None:
    with _running(tmp_path, blind_us=blind_ms * 1000) as device:
        device.press("OK", "OK")
        # The first match makes the files, which takes long.
        device.run(8000)
        device.press("OK", "DOWN", "OK", "OK", "OK", "OK", "OK")
        device.hold("BACK", 700)
        device.press("BACK")
        before, saves = len(_events(device)), int(device.variable("saves"))
        record = device.record()
        chance = random.Random(blind_ms)
        presses: list[tuple[str, float, float]] = []
        at = 0.0
        for n in range(300):
            # Take the meld back, and bring it again.
            held = chance.uniform(5, 200)
            presses.append(("UP" if n % 2 else "OK", at, held))
            at += held + chance.uniform(110, 200)
        _schedule(device, presses)
        assert _events(device, before) == [f"{name[0]}p" for name, _, _ in presses]
        assert int(device.variable("saves")) == saves + 300
        assert device.record() == record


@pytest.mark.parametrize("busy_ms", [40, 130, 300])
def test_presses_while_screens_change(tmp_path: Path, busy_ms: int) -> None:
    """Bursts of presses, each of which opens or leaves a screen that takes so long.

    The same key is pressed again after a tenth of a second at rest: before that, while nobody
    looks at it, it may still be the bounce of a contact during an erase.
    """
    chance = random.Random(busy_ms)
    presses: list[tuple[str, float, float]] = []
    at = 0.0
    key = ""
    for _ in range(30):
        for _ in range(12):
            last, key = key, chance.choice(KEYS)
            at += chance.uniform(125, 160) if key == last else chance.uniform(45, 90)
            held = chance.uniform(5, 90)
            presses.append((key, at, held))
            at += held
        at += 12 * busy_ms
    with _running(tmp_path, busy_us=busy_ms * 1000) as device:
        device.press("OK", "OK")
        device.run(8000)
        before = len(_events(device))
        _schedule(device, presses)
        device.run(12 * busy_ms)
        assert _events(device, before) == [f"{name[0]}p" for name, _, _ in presses]
