"""Finding the device, opening its port, and the words for everything that can be in the way."""

import contextlib
import errno
import os
import pty
import threading
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest
import serial

from tools import venv
from tools.flash import arguments, command, device, doctor, link, ports, pull
from tools.flash.failures import (
    FAILURES,
    BusyFailure,
    Failure,
    NoDeviceFailure,
    NoMicroPythonFailure,
    PermissionFailure,
    PulledFailure,
    SeveralDevicesFailure,
)
from tools.flash.ports import Port

COMMANDS = {"flash": command.main, "pull": pull.main, "doctor": doctor.main}

PICO = Port("/dev/ttyACM0", 0x2E8A, 0x0005, "e660")
OTHER_PICO = Port("/dev/ttyACM1", 0x2E8A, 0x0005, "e661")
PROBE = Port("/dev/ttyACM2", 0x2E8A, 0x000C, "e662")
OWN_PROGRAM = Port("/dev/ttyACM3", 0x2E8A, 0x000A, "e663")
MODEM = Port("/dev/ttyUSB0", 0x10C4, 0xEA60, None)
BUILT_IN = Port("/dev/ttyS0", None, None, None)


def _find(*there: Port, wanted: "str | None" = None, drive: "Path | None" = None) -> str:
    return ports.find(wanted, lambda: list(there), lambda: drive)


def test_the_only_pico_is_taken() -> None:
    assert _find(BUILT_IN, MODEM, PROBE, PICO) == "/dev/ttyACM0"


def test_the_port_that_was_named_is_taken_whatever_it_is() -> None:
    assert _find(PICO, OTHER_PICO, wanted="COM7") == "COM7"


def test_several_are_listed_with_what_to_say() -> None:
    with pytest.raises(SeveralDevicesFailure) as failed:
        _find(PICO, OTHER_PICO)
    for port in (PICO, OTHER_PICO):
        assert f"--port {port.device}  (serial number {port.serial_number})" in str(failed.value)


@pytest.mark.parametrize("there", [(), (BUILT_IN, MODEM), (PROBE,)])
def test_none_is_said_with_what_to_do(there: tuple[Port, ...]) -> None:
    with pytest.raises(NoDeviceFailure, match="cable that carries data") as failed:
        _find(*there)
    assert "BOOTSEL" in str(failed.value)


def test_a_pico_that_waits_for_firmware_is_seen() -> None:
    with pytest.raises(NoMicroPythonFailure, match="the drive /media/me/RPI-RP2") as failed:
        _find(MODEM, drive=Path("/media/me/RPI-RP2"))
    assert "micropython.org/download" in str(failed.value)


def test_a_pico_with_another_program_is_seen() -> None:
    with pytest.raises(NoMicroPythonFailure, match="/dev/ttyACM3, but it runs another program"):
        _find(OWN_PROGRAM)


@pytest.mark.parametrize("mount", ["media/me/RPI-RP2", "run/media/me/RP2350", "Volumes/RPI-RP2"])
def test_the_drive_is_known_by_its_file(mount: str, tmp_path: Path) -> None:
    (tmp_path / "media" / "me" / "USB-STICK").mkdir(parents=True)
    assert ports.waiting_drive(tmp_path) is None
    (tmp_path / mount).mkdir(parents=True)
    (tmp_path / mount / "INFO_UF2.TXT").write_text("UF2 Bootloader")
    assert ports.waiting_drive(tmp_path) == tmp_path / mount


def test_the_ports_of_this_computer_can_be_listed() -> None:
    assert all(isinstance(port, Port) for port in ports.connected())


def _opening(error: OSError, port: str = "/dev/ttyACM0") -> Failure:
    return link.failure_to_open(port, error)


@pytest.mark.parametrize(
    "error",
    [
        serial.SerialException(errno.EBUSY, "Device or resource busy"),
        serial.SerialException(errno.EAGAIN, "Could not exclusively lock port"),
        serial.SerialException("Could not exclusively lock port /dev/ttyACM0: [Errno 11]"),
    ],
)
def test_a_busy_port(error: OSError) -> None:
    failure = _opening(error)
    assert isinstance(failure, BusyFailure)
    assert "Thonny" in str(failure)


def test_windows_calls_a_busy_port_a_denied_one(monkeypatch: pytest.MonkeyPatch) -> None:
    error = serial.SerialException("could not open port 'COM3': PermissionError(13, 'denied')")
    monkeypatch.setattr(link, "WINDOWS", True)
    assert isinstance(_opening(error, "COM3"), BusyFailure)


def test_no_permission_names_the_group(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link, "LINUX", True)
    error = serial.SerialException(errno.EACCES, "could not open port")
    failure = _opening(error, "/dev/no-such-port")
    assert isinstance(failure, PermissionFailure)
    assert "usermod -a -G dialout" in str(failure)


def test_no_permission_where_no_group_has_it_gives_the_udev_rule(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def root(_path: Path) -> str:
        return "root"

    monkeypatch.setattr(link, "LINUX", True)
    monkeypatch.setattr(Path, "group", root)
    failure = _opening(serial.SerialException(errno.EACCES, "could not open port"))
    assert 'ATTRS{idVendor}=="2e8a"' in str(failure)


def test_a_port_that_is_not_there() -> None:
    with pytest.raises(NoDeviceFailure, match="There is no port /dev/no-such-port"):
        link.SerialLink("/dev/no-such-port")


@pytest.fixture
def terminal() -> Iterator[tuple[int, str]]:
    """A serial port, and the other end of its cable."""
    master, slave = pty.openpty()
    tty.setraw(slave)
    path = os.ttyname(slave)
    yield (master, path)
    os.close(slave)
    with contextlib.suppress(OSError):
        os.close(master)


def test_a_port_that_somebody_else_has_open(terminal: tuple[int, str]) -> None:
    with serial.Serial(terminal[1], exclusive=True), pytest.raises(BusyFailure):
        link.SerialLink(terminal[1])


def test_a_device_that_says_nothing(
    terminal: tuple[int, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(link, "_ANSWER_S", 0.3)
    with pytest.raises(NoMicroPythonFailure, match="No MicroPython answers") as failed:
        link.SerialLink(terminal[1])
    assert "BOOTSEL" in str(failed.value)


def test_a_device_that_talks_about_something_else(
    terminal: tuple[int, str],
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(link, "_ANSWER_S", 0.3)
    os.write(terminal[0], b"temperature 21.5\r\n" * 20)
    with pytest.raises(NoMicroPythonFailure):
        link.SerialLink(terminal[1])
    assert capfd.readouterr() == ("", "")


def test_a_cable_that_is_pulled(terminal: tuple[int, str]) -> None:
    master, path = terminal

    def answer() -> None:
        got = b""
        while not got.endswith(b"\x01"):
            got += os.read(master, 64)
        os.write(master, b"raw REPL; CTRL-B to exit\r\n>")
        while not got.endswith(b"\x04"):
            got += os.read(master, 64)
        os.write(master, b"OK\r\nMPY: soft reboot\r\nraw REPL; CTRL-B to exit\r\n>")
        while not got.endswith(b"\x05A\x01"):
            got += os.read(master, 64)
        os.close(master)

    device = threading.Thread(target=answer, daemon=True)
    device.start()
    opened = link.SerialLink(path)
    with pytest.raises(PulledFailure, match="The cable was pulled"):
        opened.run("print(1)")
    opened.close()
    device.join()


def test_the_words_that_are_waited_for_are_the_companions() -> None:
    for words, module in ((device.REPORT, "app.py"), (device.BROKEN, "alarm.py")):
        assert f'"{words}' in (venv.ROOT / "firmware" / module).read_text(encoding="utf-8")


def test_every_failure_has_a_status_of_its_own_which_help_tells(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert {failure.status for failure in FAILURES} == set(range(3, 3 + len(FAILURES)))
    for main in COMMANDS.values():
        with pytest.raises(SystemExit):
            main(["-h"])
        help_text = capsys.readouterr().out
        for failure in FAILURES:
            assert f"  {failure.status:3}  {failure.title}\n" in help_text


@pytest.mark.parametrize("name", COMMANDS)
def test_a_failure_gives_its_status_and_one_line_of_who_says_it(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert COMMANDS[name](["--port", "/dev/no-such-port"]) == NoDeviceFailure.status
    out, err = capsys.readouterr()
    assert out == ""
    assert err == f"{name}: There is no port /dev/no-such-port. Is the Pico plugged in?\n"


@pytest.mark.parametrize("kind", FAILURES, ids=lambda kind: kind.__name__)
def test_each_failure_is_the_exit_status(
    kind: type[Failure], capsys: pytest.CaptureFixture[str]
) -> None:
    def fail() -> int:
        raise kind("Its own words.")

    assert arguments.guarded("flash", fail) == kind.status
    assert capsys.readouterr().err == "flash: Its own words.\n"


def test_a_file_here_that_cannot_be_written_is_no_traceback(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def fail() -> int:
        raise OSError(errno.ENOSPC, "No space left on device", "/tmp/x")

    assert arguments.guarded("pull", fail) == 14
    assert capsys.readouterr().err == "pull: /tmp/x: No space left on device\n"


def test_an_unknown_board_is_told_before_a_port_is_looked_for(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for main in (command.main, doctor.main):
        with pytest.raises(SystemExit) as ended:
            main(["--board", "toaster"])
        assert ended.value.code == 2
        assert "There is no board 'toaster'" in capsys.readouterr().err
