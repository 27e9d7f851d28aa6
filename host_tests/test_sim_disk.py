"""The disk of the simulator: an image as a Pico's, one simulator at a time, nothing formatted."""

import random
from pathlib import Path

import pytest

from host_tests.test_sim_command import start_simulator
from tools.pico import file_system
from tools.sim import command
from tools.sim.disk import DiskError
from tools.sim.driver import Device

MAIN = Path(__file__).parent / "device" / "sim_firmware.py"

_IMAGE = "flash.img"


def _counted(device: Device) -> str:
    device.run(300)
    return device.variable("count")


@pytest.mark.micropython
def test_it_is_an_image_of_a_pico(tmp_path: Path) -> None:
    with Device(main=MAIN, disk=tmp_path) as device:
        device.run(300)
        device.press("OK", "OK")
    image = (tmp_path / _IMAGE).read_bytes()
    assert file_system.read(image) == {"count": b"2"}
    # And one that was made elsewhere is taken.
    (tmp_path / _IMAGE).write_bytes(file_system.build({"count": b"41"}))
    with Device(main=MAIN, disk=tmp_path) as device:
        assert _counted(device) == "41"


_WHOLE = file_system.build({"count": b"7"})
_BAD = {
    "nothing": b"",
    "a byte": b"x",
    "erased": b"\xff" * file_system.SIZE,
    "noughts": bytes(file_system.SIZE),
    "noise": random.Random(1).randbytes(file_system.SIZE),
    "cut short": _WHOLE[: file_system.SIZE // 2],
    "its head is gone": bytes(8192) + _WHOLE[8192:],
}


@pytest.mark.micropython
@pytest.mark.parametrize("name", _BAD)
def test_what_does_not_mount_is_kept(name: str, tmp_path: Path) -> None:
    path = tmp_path / _IMAGE
    path.write_bytes(_BAD[name])
    with Device(main=MAIN, disk=tmp_path, switch_on=False) as device:
        for _ in range(2):
            with pytest.raises(DiskError, match="no file system that can be read"):
                device.power_on()
            assert path.read_bytes() == _BAD[name]
        # What the words say helps.
        path.rename(tmp_path / "kept.img")
        device.power_on()
        assert _counted(device) == "0"


@pytest.mark.micropython
def test_what_cannot_be_opened_is_said(tmp_path: Path) -> None:
    (tmp_path / _IMAGE).mkdir()
    with pytest.raises(DiskError, match=r"cannot be used as the device's disk: Is a directory"):
        Device(main=MAIN, disk=tmp_path)


@pytest.mark.micropython
def test_the_terminal_says_what_does_not_mount(tmp_path: Path) -> None:
    (tmp_path / _IMAGE).write_bytes(b"a photo")
    process = start_simulator("--port", "0", "--disk", str(tmp_path))
    assert process.stdout
    lines = [process.stdout.readline() for _ in range(5)]
    process.terminate()
    process.communicate()
    assert f"{tmp_path / _IMAGE} holds no file system" in lines[-1]
    assert (tmp_path / _IMAGE).read_bytes() == b"a photo"


@pytest.mark.micropython
def test_files_beside_the_image_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "count").write_text("5")
    with Device(main=MAIN, disk=tmp_path) as device:
        assert _counted(device) == "0"
    assert (tmp_path / "count").read_text() == "5"


@pytest.mark.micropython
def test_one_half_of_a_head_is_enough(tmp_path: Path) -> None:
    (tmp_path / _IMAGE).write_bytes(bytes(4096) + _WHOLE[4096:])
    with Device(main=MAIN, disk=tmp_path) as device:
        assert _counted(device) == "7"


@pytest.mark.micropython
def test_killed_while_it_was_formatted(tmp_path: Path) -> None:
    for left in (b"", b"\xff" * 4096, _WHOLE):
        (tmp_path / f"{_IMAGE}.new").write_bytes(left)
        with Device(main=MAIN, disk=tmp_path) as device:
            assert _counted(device) == "0"
        (tmp_path / _IMAGE).unlink()


@pytest.mark.micropython
def test_flash_takes_the_time_of_a_pico(tmp_path: Path) -> None:
    main = tmp_path / "main_of_test.py"
    main.write_text(
        "import time\n"
        "start = time.ticks_us()\n"
        "with open('/a', 'wb') as file:\n    file.write(bytes(8192))\n"
        "took = time.ticks_diff(time.ticks_us(), start)\n"
        "while True:\n    time.sleep_ms(5)\n"
    )
    with Device(main=main, disk=tmp_path) as device:
        device.run(500)
        # Two blocks of the file and one of the folder are erased, in 45 ms each; 32 pages of the
        # file and three of the folder are programmed, in 0.4 ms each.
        assert int(device.variable("took")) == pytest.approx(3 * 45000 + 35 * 400, abs=100)


@pytest.mark.parametrize("python", [False, True])
def test_two_simulators_on_one_disk(
    python: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["--disk", str(tmp_path), *(["--python"] if python else [])]
    process = start_simulator("--port", "0", *arguments)
    assert process.stdout and process.stdout.readline()
    assert command.main([*arguments, "--no-browser", "--port", "0"]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"The disk {tmp_path} is in use by another simulator.")
    assert "--disk" in said
    # Killed, it leaves nothing behind that is in the way.
    process.kill()
    process.communicate()
    with Device(main=MAIN, disk=tmp_path, python=python) as device:
        assert _counted(device) == "0"


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(DiskError, match=r"file/disk cannot be used .*: Not a directory\.$"):
        Device(disk=tmp_path / "file" / "disk", switch_on=False)


_ON_CPYTHON = """
import os, time
from firmware.storage import disk

def tried(action):
    try:
        return action()
    except OSError as error:
        return error.errno

disk.make("/match")
disk.write("/match/a", b"one")
disk.append("/match/a", 3, b"two")
disk.write("b", b"b")
disk.rename("/b", "/c")
disk.write("/b", b"b")
disk.rename("/b", "/c")
with open("/text", "w") as file:
    file.write("\\u2660\\n")
with open("/text", "a") as file:
    file.write("more\\n")
with open("text") as file:
    text = file.read()
seen = [disk.read("/match/a"), disk.names("/match"), disk.size("/c"), disk.is_folder("match")]
seen += [tried(lambda: open("/none")), tried(lambda: open("/none/a", "wb")), text]
free = disk.free("")
unfinished = open("/match/a", "wb")
unfinished.write(bytes(100000))
unfinished.flush()
left = disk.names("/match")
while True:
    time.sleep_ms(5)
"""


def test_on_cpython_the_folder_is_the_root_and_files_change_whole(tmp_path: Path) -> None:
    main = tmp_path / "main_of_test.py"
    main.write_text(_ON_CPYTHON, encoding="utf-8")
    with Device(main=main, disk=tmp_path / "disk", python=True) as device:
        device.run(100)
        seen = [b"onetwo", ["a"], 1, True, 2, 2, "♠\nmore\n"]
        assert device.variable("seen") == str(seen)
        assert int(device.variable("free")) > 0
        # What was not closed when power went was never written.
        assert device.variable("left") == "['a']"
        device.cut_power()
        main.write_text("from firmware.storage import disk\nsaw = disk.read('/match/a')\n" + _WAIT)
        device.power_on()
        device.run(100)
        assert device.variable("saw") == "b'onetwo'"


_WAIT = "import time\nwhile True:\n    time.sleep_ms(5)\n"
