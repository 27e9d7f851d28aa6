"""The program itself fails: a page, a log, the match goes on; and the ways to the prompt."""

import signal
from pathlib import Path

import pytest

from tools.sim.driver import Device, DeviceError

pytestmark = pytest.mark.faults

_MATCH = ("OK", "OK")
_MELD = ("OK", "DOWN", "OK", "OK", "OK", "OK", "OK")

# The companion as it is, but for a table that breaks on UP when it is told to.
_MAIN = """
from firmware import app
from firmware.keys import UP
from firmware.screens.table import Table

_key = Table.key

def key(self, code, kind):
    if code == UP:
        raise %s
    return _key(self, code, kind)

Table.key = key
app.run()
"""


def _main(tmp_path: Path, fault: str) -> Path:
    path = tmp_path / "main_of_test.py"
    path.write_text(_MAIN % fault, encoding="utf-8")
    return path


def _begin(device: Device) -> None:
    device.run(2500)
    device.press(*_MATCH, *_MELD)
    device.hold("BACK", 700)
    device.settle()


def _log(device: Device) -> list[str]:
    return device.files().get("broken.txt", b"").decode().splitlines()


@pytest.mark.parametrize(
    ("fault", "words"), [("ValueError('on purpose')", "on purpose"), ("MemoryError", "Out of")]
)
def test_a_fault_is_shown_logged_and_gone_after(tmp_path: Path, fault: str, words: str) -> None:
    with Device(main=_main(tmp_path, fault), disk=tmp_path / "disk") as device:
        _begin(device)
        record, home = device.record(), device.frame()
        assert "meld A " in record
        device.press("UP")
        device.settle()
        assert device.frame() != home
        assert "broken.txt" in device.output
        (line,) = _log(device)
        assert words in line
        assert "main.py:" in line.split()[0]
        # Power off and on: the match is there.
        device.cut_power()
        device.power_on()
        device.run(2500)
        assert device.frame() == home
        assert device.record() == record


def test_twice_at_the_same_place_goes_on_without_the_last_event(tmp_path: Path) -> None:
    main = _main(tmp_path, "ValueError('on purpose')")
    with Device(main=main, disk=tmp_path / "disk") as device:
        _begin(device)
        record = device.record()
        device.press("UP")
        device.cut_power()
        device.power_on()
        device.run(2500)
        assert device.record() == record
        home = device.frame()
        device.press("UP")
        device.cut_power()
        device.power_on()
        device.run(2500)
        assert device.record() == "".join(record.splitlines(keepends=True)[:-1])
        assert device.frame() != home, "it says so"
        assert "taken back" in _log(device)[-1]
        # Not again at the next power-on; and the event can be brought back.
        device.cut_power()
        device.power_on()
        device.run(2500)
        assert device.record() != record
        device.press("BACK", "UP")
        assert device.record() == record


def test_the_log_stays_small(tmp_path: Path) -> None:
    with Device(main=_main(tmp_path, "ValueError('x' * 300)"), disk=tmp_path / "disk") as device:
        _begin(device)
        for _ in range(12):
            device.press("UP", "OK", "OK")
        assert 0 < len(device.files()["broken.txt"]) <= 480
        assert device.alive
        assert "seats" in device.record()


def test_an_interrupt_reaches_the_prompt() -> None:
    with Device() as device:
        _begin(device)
        record = device.record()
        child = device._child  # pyright: ignore[reportPrivateUsage]
        assert child is not None
        child.process.send_signal(signal.SIGINT)
        with pytest.raises(DeviceError, match="KeyboardInterrupt"):
            device.run(500)
        device.power_on()
        device.run(2500)
        assert device.record() == record


def test_back_held_at_power_on_starts_nothing() -> None:
    with Device() as device:
        _begin(device)
        record = device.record()
        device.cut_power()
        device.down("BACK")
        with pytest.raises(DeviceError, match="BACK is held"):
            device.power_on()
            device.run(500)
        assert device.exit_status == 0
        device.up("BACK")
        device.power_on()
        device.run(2500)
        assert device.record() == record
