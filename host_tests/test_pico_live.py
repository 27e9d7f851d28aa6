"""The emulated Pico under the simulator's page: what it is made of, and all of it in real time."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tools.pico import file_system, samples
from tools.pico.bench import saved_match
from tools.pico.flash_file import FlashFile
from tools.pico.live import LivePico, Presses, record_on
from tools.pico.pace import Pace
from tools.sim import boards
from tools.sim.disk import DiskError
from tools.sim.driver import DeviceError


class Clock:
    """A wall clock that stands still."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


# Time


def test_the_devices_time_never_runs_ahead_and_what_is_lost_is_lost(clock: Clock) -> None:
    pace = Pace(0, clock)
    assert pace.ahead_s(20_000) == pytest.approx(0.02)
    clock.now += 0.02
    assert pace.ahead_s(40_000) == pytest.approx(0.02)
    clock.now += 5  # it was busy, and slow
    assert pace.ahead_s(60_000) == 0
    assert pace.ahead_s(80_000) == pytest.approx(0.02)


# Keys


@pytest.fixture
def presses(clock: Clock) -> Presses:
    return Presses({"UP", "DOWN"}, clock)


def _held(presses: Presses, clock: Clock, key: str, wall_s: float, device_us: float) -> float:
    """Hold a key while the device comes on by so much; returns for how long it is down there."""
    down = presses.down(key, 1e6)
    clock.now += wall_s
    return presses.up(key, 1e6 + device_us) - down


def test_a_press_lasts_as_long_for_a_device_that_is_slow(presses: Presses, clock: Clock) -> None:
    assert _held(presses, clock, "OK", 0.8, 90_000) == pytest.approx(800_000)


def test_a_press_that_is_too_short_for_a_contact_is_made_longer(
    presses: Presses, clock: Clock
) -> None:
    assert _held(presses, clock, "OK", 0.001, 100) == Presses.SHORTEST_US


def test_what_is_held_on_ends_with_the_finger(presses: Presses, clock: Clock) -> None:
    assert _held(presses, clock, "OK", 30, 2_000_000) == 2_000_000
    assert _held(presses, clock, "OK", 30, 500_000) == Presses.HOLD_US


def test_a_key_that_repeats_does_not_go_on_after_the_finger(
    presses: Presses, clock: Clock
) -> None:
    assert _held(presses, clock, "DOWN", 3, 700_000) == 700_000
    # And what the finger has not seen repeat does not begin to.
    assert _held(presses, clock, "DOWN", 3, 50_000) == Presses.TAP_US < 450_000


def test_quick_presses_neither_merge_nor_change_their_order(presses: Presses) -> None:
    first = presses.down("DOWN", 0)
    first_up = presses.up("DOWN", 0)
    second = presses.down("DOWN", 0)
    other = presses.down("OK", 0)
    assert first == 0
    assert second == first_up + Presses.BETWEEN_US
    assert other == second + Presses.APART_US


def test_what_is_pressed_after_another_was_let_go_of_is_so_on_a_slow_device(
    presses: Presses, clock: Clock
) -> None:
    # Held for BACK, on a board where keys stand for two; then DOWN.
    down = presses.down("OK", 0)
    clock.now += 0.8
    up = presses.up("OK", 80_000)
    assert up - down == pytest.approx(800_000)
    assert presses.down("DOWN", 90_000) == up


def test_a_key_that_is_down_at_power_on_can_come_up(presses: Presses, clock: Clock) -> None:
    presses.down("BACK", 5e6)
    presses.reset()
    clock.now += 2
    assert presses.up("BACK", 3e6) == 3e6
    assert presses.down("OK", 3.1e6) == 3.1e6


# The flash in its file

_PROGRAM = {"board.mpy": b"board", "main.py": b"main", "firmware/app.mpy": b"app"}


@pytest.fixture
def flash(tmp_path: Path) -> Iterator[FlashFile]:
    with FlashFile(tmp_path / "disk") as made:
        yield made


def test_a_new_flash_has_the_program(flash: FlashFile) -> None:
    assert file_system.read(flash.load(_PROGRAM)) == _PROGRAM


def test_what_was_saved_is_loaded_to_the_byte(flash: FlashFile) -> None:
    image = file_system.build({**_PROGRAM, "match/0/0000.bir": b"events"})
    flash.save(image)
    assert flash.load(_PROGRAM) == image
    assert sorted(path.name for path in flash.path.parent.iterdir()) == ["flash.img", "lock"]


def test_another_program_takes_the_place_of_the_old_and_the_matches_stay(
    flash: FlashFile,
) -> None:
    stale = {"board.py": b"stale", "firmware/gone.mpy": b"stale"}
    flash.save(file_system.build({**_PROGRAM, **stale, "match/0/0000.bir": b"events"}))
    new = {**_PROGRAM, "firmware/app.mpy": b"newer"}
    assert file_system.read(flash.load(new)) == {**new, "match/0/0000.bir": b"events"}


@pytest.mark.parametrize("content", [b"", b"short", b"\xff" * file_system.SIZE])
def test_a_file_that_is_no_flash_is_refused_and_left_alone(
    flash: FlashFile, content: bytes
) -> None:
    flash.path.write_bytes(content)
    with pytest.raises(DiskError, match=r"flash\.img holds no file system.*--disk FOLDER"):
        flash.load(_PROGRAM)
    assert flash.path.read_bytes() == content


def test_a_flash_is_one_simulators_at_a_time(tmp_path: Path) -> None:
    with FlashFile(tmp_path), pytest.raises(DiskError, match="in use by another simulator"):
        FlashFile(tmp_path)
    with FlashFile(tmp_path):
        pass


def test_a_folder_that_is_none_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(DiskError, match="cannot be used"):
        FlashFile(tmp_path / "file")


def test_what_cannot_be_written_is_told_and_the_old_is_kept(flash: FlashFile) -> None:
    flash.save(b"old")
    flash.path.with_name("flash.img.part").mkdir()
    with pytest.raises(DiskError, match=r"cannot be kept in .*flash\.img"):
        flash.save(b"new")
    assert flash.path.read_bytes() == b"old"


# The record


def test_the_record_is_read_from_the_flash() -> None:
    image = file_system.build(saved_match(samples.long_match()))
    assert record_on(image) == samples.long_match_record()


def test_an_empty_flash_has_no_match_and_one_without_files_none_that_is_known() -> None:
    assert record_on(file_system.build({})) == ""
    assert record_on(b"\xff" * file_system.SIZE) is None


# All of it, on a board whose program is the test's

_BOARD = boards.load("pico_ssd1306")
_PATIENCE_S = 300


def _run(device: LivePico, until: Callable[[], bool]) -> None:
    end = time.monotonic() + _PATIENCE_S
    while not until():
        assert time.monotonic() < end, device.output
        device.step(0.1)


@pytest.mark.pico
def test_what_is_written_just_before_the_power_goes_is_in_the_record(flash: FlashFile) -> None:
    match = {
        f"other/{path}": content for path, content in saved_match(samples.full_table()).items()
    }
    main = b"import os, time\nos.rename('other/match', 'match')\nprint('there')\ntime.sleep(9)\n"
    with LivePico(_BOARD, {"main.py": main, **match}, flash) as device:
        assert device.new_record() == ""
        assert device.new_record() is None
        device.power_on()
        _run(device, lambda: device.output == "there\n")
        device.cut_power()
        record = [device.new_record() for _ in range(2)][-1]
        assert record is not None
        assert record.startswith("rules casual")
        assert file_system.read(flash.path.read_bytes())["main.py"] == main


@pytest.mark.pico
def test_a_key_is_held_as_long_in_the_time_of_a_busy_device(flash: FlashFile) -> None:
    main = b"""
import time
from machine import Pin
key = Pin(%d, Pin.IN, Pin.PULL_UP)
edges = []
key.irq(lambda pin: edges.append(time.ticks_ms()))
def work():
    for _ in range(1000): pass
print("ready")
while not edges: work()
while time.ticks_ms() - edges[0] < 600: work()
print(edges[-1] - edges[0])
"""
    with LivePico(_BOARD, {"main.py": main % _BOARD.keys["OK"]}, flash) as device:
        device.power_on()
        _run(device, lambda: "ready\n" in device.output)
        start = time.monotonic()
        device.down("OK")
        _run(device, lambda: time.monotonic() > start + 0.3)
        device.up("OK")
        held_ms = (time.monotonic() - start) * 1000
        with pytest.raises(DeviceError, match="the prompt of MicroPython"):
            _run(device, lambda: False)
        told_ms = int(device.output.split()[1])
        assert held_ms - 50 < told_ms < held_ms + 100


@pytest.mark.pico
def test_the_devices_time_is_never_ahead_of_the_wall_clocks(flash: FlashFile) -> None:
    main = b"import time\nwhile True:\n    time.sleep_ms(100)\n    print(time.ticks_ms())\n"
    with LivePico(_BOARD, {"main.py": main}, flash) as device:
        start = time.monotonic()
        device.power_on()
        _run(device, lambda: device.output.count("\n") == 8)
        passed_ms = (time.monotonic() - start) * 1000
        # A step ends up to 20 ms before the wall clock comes to it.
        assert int(device.output.split()[-1]) <= passed_ms + 20
