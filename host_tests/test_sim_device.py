"""The simulated device: keys, picture, files, clock, power, on both runtimes."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools import venv
from tools.settings import Said
from tools.sim import boards
from tools.sim.driver import Device, DeviceError

MAIN = Path(__file__).parent / "device" / "sim_firmware.py"


@pytest.fixture(
    params=[
        pytest.param(False, id="micropython", marks=pytest.mark.micropython),
        pytest.param(True, id="cpython"),
    ]
)
def python(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


@pytest.fixture
def device(python: bool) -> Iterator[Device]:
    with Device(main=MAIN, python=python) as running:
        running.run(300)
        yield running


def test_it_says_what_it_runs_on(device: Device, python: bool) -> None:
    assert device.wiring.started.startswith("CPython" if python else "MicroPython")
    assert device.output == "hello\n"
    assert (device.heap() > 0) is not python


def test_keys_reach_the_firmware_as_they_are_pressed(device: Device) -> None:
    device.press("OK", "UP", "DOWN", "BACK")
    device.hold("UP", 700)
    assert device.variable("events").split("\n")[:-1] == [
        "OK PRESS",
        "UP PRESS",
        "DOWN PRESS",
        "BACK PRESS",
        "UP PRESS",
        "UP REPEAT",
        "UP REPEAT",
        "UP REPEAT",
    ]


def test_keys_have_their_pull_ups(device: Device) -> None:
    assert device.wiring.pull_ups == set(device.board.keys.values())


def test_the_picture_follows(device: Device) -> None:
    before = device.frame()
    assert len(before) == 128 * 64
    assert any(before)
    device.press("DOWN")
    device.settle()
    assert device.frame() != before
    assert "█" in device.text()


def test_a_session_is_the_same_each_time(python: bool, tmp_path: Path) -> None:
    def session(folder: Path) -> tuple[object, ...]:
        with Device(main=MAIN, python=python, disk=folder) as device:
            device.run(300)
            for i in range(10):
                device.press("OK", "UP")
                device.hold("DOWN", 400 + 37 * i)
            return (
                device.variable("events"),
                device.frame(),
                device.now_us,
                device.variable("screen.shown"),
                device.wiring.bytes_sent,
                device.wiring.transfers,
            )

    first = session(tmp_path / "a")
    assert session(tmp_path / "b") == first


@pytest.mark.micropython
def test_both_runtimes_do_the_same() -> None:
    seen: list[tuple[object, ...]] = []
    for python in (False, True):
        with Device(main=MAIN, python=python) as device:
            device.run(300)
            device.press("OK", "UP")
            device.hold("DOWN", 900)
            seen.append((device.variable("events"), device.frame(), device.record()))
    assert seen[0] == seen[1]


def test_the_record_is_there_and_its_growth_is_told(device: Device) -> None:
    assert device.record() == ""
    told = device.wiring.changes
    device.press("OK", "BACK")
    assert device.wiring.changes >= told + 2
    assert device.record() == "press 1 OK PRESS\npress 2 BACK PRESS\n"


def test_files_outlive_the_power(device: Device) -> None:
    device.press("OK", "OK", "OK")
    device.cut_power()
    assert not device.alive
    assert not any(device.frame())
    with pytest.raises(DeviceError, match="power is off"):
        device.run(1)
    device.power_on()
    device.run(300)
    assert device.variable("count") == "3"
    assert any(device.frame())
    assert device.files() == {"count": b"3"}


def test_the_disk_is_all_the_firmware_sees(device: Device, python: bool) -> None:
    device.press("OK")
    assert list(device.files()) == ["count"]
    assert set(device.variable("listing").split()) - {".code"} == {"count"}


def test_a_display_pulled_off_and_put_back(device: Device) -> None:
    device.unplug()
    device.press("OK")
    device.run(1000)
    assert int(device.variable("screen.faults")) > 1
    device.press("UP")
    device.plug()
    device.run(500)
    device.settle()
    assert any(device.frame())
    assert device.variable("count") == "2"


def test_no_display_at_all(python: bool) -> None:
    with Device(main=MAIN, python=python, switch_on=False) as device:
        device.unplug()
        device.power_on()
        device.run(500)
        device.press("OK")
        assert device.variable("count") == "1"


def test_a_key_held_at_power_on_is_ignored(python: bool) -> None:
    with Device(main=MAIN, python=python, held=["BACK"]) as device:
        device.run(2000)
        device.press("UP")
        device.up("BACK")
        device.run(100)
        device.press("BACK")
        assert device.variable("events") == "UP PRESS\nBACK PRESS\n"


def test_reset_starts_again(device: Device) -> None:
    device.press("UP")
    device.hold("OK", 800)
    device.run(300)
    assert device.alive
    assert device.variable("count") == "2"
    assert device.variable("events") == ""


def test_an_exception_ends_it_with_its_words(device: Device) -> None:
    with pytest.raises(DeviceError, match="as asked"):
        device.hold("BACK", 800)
    assert not device.alive
    assert device.exit_status == 1
    assert "RuntimeError" in device.output
    device.power_on()
    device.run(300)
    device.press("OK")
    assert device.variable("count") == "2"


def test_the_bus_takes_its_time(device: Device) -> None:
    # The whole picture: 8 pages of 129 bytes and their windows, at 400 kHz.
    device.plug()
    before_us, before = device.now_us, device.wiring.bytes_sent
    device.press("OK")
    sent = device.wiring.bytes_sent - before
    assert sent > 0
    assert device.now_us - before_us >= sent * 9 / 400e3 * 1e6


def test_with_a_real_clock(python: bool) -> None:
    with Device(main=MAIN, python=python, virtual=False) as device:
        device.run(400)
        device.press("OK", "UP")
        device.run(100)
        assert device.variable("events") == "OK PRESS\nUP PRESS\n"
        device.run(100)
        assert device.record() == "press 1 OK PRESS\npress 2 UP PRESS\n"


@pytest.mark.micropython
def test_the_heap_is_as_small_as_asked() -> None:
    with Device(main=MAIN, heap_kw=96) as large, Device(main=MAIN, heap_kw=48) as small:
        totals: list[int] = []
        for device in (large, small):
            device.run(100)
            totals.append(sum(int(n) for n in device.ask(2).split()))
    # The simulator's own part is beside it.
    assert totals[1] < 0.6 * totals[0]


def test_boards_are_listed() -> None:
    assert "pico_ssd1306" in boards.identifiers()
    with pytest.raises(boards.UnknownBoardError, match=r"'toaster'.*pico_ssd1306"):
        boards.load("toaster")


def test_without_micropython_it_is_cpython(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(venv, "micropython", lambda: None)
    with Device(main=MAIN) as device:
        device.run(100)
        assert device.wiring.started.startswith("CPython")


def test_the_companion_reads_its_settings_and_keeps_its_files_on_its_disk(
    python: bool, tmp_path: Path
) -> None:
    with Device(python=python, disk=tmp_path, switch_on=False) as companion:
        Said(names=["Anna", "Ben"]).put(companion)
        companion.power_on()
        companion.settle()
        companion.press("OK", "OK")
        companion.settle()
        assert companion.record() == "rules austere\nseats Anna Ben\nhand\n"
        companion.cut_power()
        Said(names=["Eva", "Zoe"]).put(companion)
        files = companion.files()
        assert files["settings.txt"] == b"language en\nnames Eva Zoe\n"
        assert any(name.startswith("match/") for name in files)


def test_a_language_is_a_folder_chosen_by_the_settings(python: bool, tmp_path: Path) -> None:
    for folder in ("engine_core", "firmware"):
        shutil.copytree(venv.ROOT / folder, tmp_path / folder)
    other = tmp_path / "firmware" / "lang" / "pt"
    shutil.copytree(other.with_name("en"), other)
    words = (other / "setup.py").read_text(encoding="utf-8")
    translated = words.replace("Which rules?", "Que regras?")
    (other / "setup.py").write_text(translated, encoding="utf-8")
    shown: dict[str, str] = {}
    for language in ("en", "pt", "xx"):
        disk = tmp_path / f"disk-{language}"
        with Device(
            python=python, disk=disk, root=tmp_path, bytecode=False, switch_on=False
        ) as companion:
            companion.put("settings.txt", f"language {language}\n".encode())
            companion.power_on()
            companion.run(2000)  # it makes the files of a match
            if language == "xx":
                assert companion.text() != shown["en"]  # it is told
                companion.press("BACK")
                companion.settle()
            shown[language] = companion.text()
    assert shown["pt"] != shown["en"]
    assert shown["xx"] == shown["en"]
