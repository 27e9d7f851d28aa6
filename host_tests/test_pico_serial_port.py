"""mpremote, unmodified, on the emulated Pico's serial port."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools.pico.harness import Pico
from tools.pico.serial_port import SerialPort

pytestmark = pytest.mark.pico


def _mpremote(port: SerialPort, *arguments: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "mpremote", "connect", port.path, *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


@pytest.fixture
def pico() -> Iterator[Pico]:
    with Pico({"there.txt": b"already"}) as device:
        yield device


def test_mpremote_runs_code_and_copies_files_both_ways(pico: Pico, tmp_path: Path) -> None:
    content = bytes(range(256)) * 12
    (tmp_path / "new.bin").write_bytes(content)
    with SerialPort(pico) as port:
        ran = _mpremote(port, "exec", "import os; print(os.listdir())")
        assert (ran.returncode, ran.stdout.strip()) == (0, "['there.txt']")
        new = str(tmp_path / "new.bin")
        sent = _mpremote(port, "fs", "mkdir", ":lib", "+", "fs", "cp", new, ":lib/")
        assert sent.returncode == 0, sent.stderr
        back = tmp_path / "back.txt"
        fetched = _mpremote(port, "fs", "cp", ":there.txt", str(back))
        assert fetched.returncode == 0, fetched.stderr
        assert back.read_bytes() == b"already"
    assert pico.files() == {"lib/new.bin": content, "there.txt": b"already"}


def test_mpremote_resets_the_device_and_finds_it_again(pico: Pico) -> None:
    with SerialPort(pico) as port:
        assert _mpremote(port, "exec", "kept_in_memory = 1").returncode == 0
        assert _mpremote(port, "reset").returncode == 0
        port.wait_until(lambda: pico.resets == 1 and pico.connected)
        after = _mpremote(port, "resume", "exec", "print('kept_in_memory' in globals())")
        assert (after.returncode, after.stdout.strip()) == (0, "False")


def test_a_power_cut_looks_like_a_pulled_cable(pico: Pico, tmp_path: Path) -> None:
    (tmp_path / "new.bin").write_bytes(bytes(20_000))
    pico.cut_power(4, "middle")
    with SerialPort(pico) as port:
        sent = _mpremote(port, "fs", "cp", str(tmp_path / "new.bin"), ":new.bin")
        assert sent.returncode != 0
    assert not pico.powered
    assert pico.files()["there.txt"] == b"already"
