"""A display that is missing, comes loose, is disturbed or hangs: the match goes on, and the
picture comes back."""

import math
import random
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools.sim.device import messages
from tools.sim.driver import Device

pytestmark = pytest.mark.faults

# The first match of the first rules, and a meld of three cards.
BEGIN = ("OK", "OK")
MELD = ("OK", "DOWN", "OK", "OK", "OK", "OK", "OK")

_LED = 25
_WITHIN_MS = 2000


@pytest.fixture
def device() -> Iterator[Device]:
    with Device() as running:
        running.run(1000)
        running.press(*BEGIN)
        yield running


def _as_it_should_be(device: Device) -> bytes:
    """The picture that is sent to a display which was there all the time."""
    assert "broken.txt" not in device.files()
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(device.disk, folder, dirs_exist_ok=True)
        with Device(disk=Path(folder)) as other:
            other.run(1500)
            return other.frame()


def _blinks(device: Device, ms: int) -> list[int]:
    """How often the LED blinks between two pauses, as long as somebody looks."""
    groups = [0]
    level = dark = 0
    for _ in range(ms // 25):
        device.run(25)
        before, level = level, device.wiring.outputs.get(_LED, 0)
        dark = 0 if level else dark + 25
        if level and not before:
            groups[-1] += 1
        if dark == 1000:
            groups.append(0)
    # Somebody may have come and gone in the middle.
    return groups[1:-1]


def _home(device: Device) -> None:
    device.hold("BACK", 700)
    device.settle()


def test_missing_at_power_on() -> None:
    with Device(switch_on=False) as device:
        device.unplug()
        device.power_on()
        device.run(1500)
        device.press(*BEGIN, *MELD)
        assert "meld A " in device.record()
        assert device.output.count("display does not answer") == 1
        assert set(_blinks(device, 9000)) == {2}
        assert device.output.count("display does not answer") == 2
        device.plug()
        device.run(_WITHIN_MS)
        assert any(device.frame())
        assert device.output.endswith("The display is there.\n")
        assert not set(_blinks(device, 5000))
        _home(device)
        assert device.frame() == _as_it_should_be(device)


def test_unplugged_in_the_middle_of_a_match(device: Device) -> None:
    device.unplug()
    device.press(*MELD)
    assert "meld A " in device.record()
    device.run(3000)
    assert set(_blinks(device, 6000)) == {2}
    record = device.record()
    device.hold("BACK", 700)
    device.plug()
    device.run(_WITHIN_MS)
    assert device.frame() == _as_it_should_be(device)
    assert device.record() == record


@pytest.mark.parametrize("out_ms", [120, 250, 600, 5000])
def test_however_short_it_was_out(device: Device, out_ms: int) -> None:
    _home(device)
    before = device.frame()
    for pause in (0, 37, 91):
        device.run(pause)
        device.unplug()
        device.run(out_ms)
        device.plug()
        assert not any(device.frame())
        device.run(_WITHIN_MS)
        assert device.frame() == before


def test_unplugged_in_the_middle_of_a_picture(device: Device) -> None:
    _home(device)
    home = device.frame()
    for ms in range(1, 40, 3):
        device.down("OK")
        device.run(ms)
        device.unplug()
        device.run(150)
        device.up("OK")
        device.plug()
        device.run(_WITHIN_MS)
        assert any(device.frame())
        device.press("BACK")
        device.settle()
        assert device.frame() == home, ms


def test_the_other_address() -> None:
    with Device(switch_on=False) as device:
        first, second = device.board.facts["ADDRESSES"]
        assert device.display.address == first
        device.display.address = second
        device.power_on()
        device.run(1500)
        assert any(device.frame())
        device.unplug()
        device.run(1000)
        # Another module takes its place.
        device.display.address = first
        device.plug()
        device.run(_WITHIN_MS)
        assert any(device.frame())


@pytest.mark.parametrize("rate", [0.002, 0.02, 0.3, 1.0])
@pytest.mark.parametrize("seed", range(3))
def test_bytes_that_are_not_acknowledged(device: Device, rate: float, seed: int) -> None:
    chance = random.Random(f"{rate} {seed}")

    def disturb(length: int) -> int | None:
        if chance.random() >= rate:
            return None
        through = chance.randrange(-1, length)
        return messages.MISSING if through < 0 else through

    device.wiring.disturb = disturb
    device.press(*MELD)
    _home(device) if rate < 0.01 else device.hold("BACK", 700)
    device.run(2000)
    assert "meld A " in device.record()
    device.wiring.disturb = None
    device.run(_WITHIN_MS)
    assert device.frame() == _as_it_should_be(device)
    assert device.alive


@pytest.mark.parametrize("clocks", [1, 5, 9])
def test_a_chip_that_lost_count_is_clocked_free(device: Device, clocks: int) -> None:
    _home(device)
    before = device.frame()
    device.wiring.hold(clocks)
    device.run(_WITHIN_MS)
    sent = device.wiring.transfers
    device.run(500)
    assert device.wiring.transfers > sent
    assert device.frame() == before
    assert "does not answer" not in device.output


def test_a_bus_that_stays_low(device: Device) -> None:
    device.wiring.hold(math.inf)
    device.run(1000)
    device.press(*MELD)
    assert "meld A " in device.record()
    assert set(_blinks(device, 6000)) == {2}
    device.hold("BACK", 700)
    device.wiring.hold(0)
    device.run(_WITHIN_MS)
    assert device.frame() == _as_it_should_be(device)


def test_keys_count_while_the_bus_hangs(device: Device) -> None:
    """Presses that fall into the waits for the bus come late, but all of them come."""
    _home(device)
    device.wiring.hold(math.inf)
    for n in range(20):
        device.run(13 * n)
        device.press("DOWN")
    device.press("DOWN")
    device.run(1000)
    device.wiring.hold(0)
    device.run(_WITHIN_MS)
    odd = device.frame()
    device.press("DOWN")
    device.settle()
    even = device.frame()
    assert odd != even
    assert even == _as_it_should_be(device)
