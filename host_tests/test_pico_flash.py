"""flash, pull and doctor, as commands, on the emulated Pico's serial port."""

import contextlib
import functools
import http.server
import signal
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Generator
from pathlib import Path

import pytest

from firmware.storage import form
from host_tests.pico_tools import tools
from tools import bundle, release, venv
from tools.flash import update
from tools.pico import samples
from tools.pico.bench import saved_match
from tools.pico.companion import Companion
from tools.pico.flash import Moment
from tools.pico.harness import Pico
from tools.pico.serial_port import SerialPort
from tools.sim import boards

pytestmark = pytest.mark.pico

_READY = b"Biriba Companion: ready"
_SMALL_MAIN = b"import firmware.a\nprint('Biriba Companion: ready')\n"
# Many times what the device needs to move a few files.
_FINISHED_MS = 5000


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    return bundle.build()


def test_from_an_empty_pico_to_a_companion_that_starts_by_itself(
    files: dict[str, bytes], tmp_path: Path
) -> None:
    companion = Companion({})
    pico = companion.pico
    with pico, SerialPort(pico) as port:
        done = tools("flash", "--backups", tmp_path, port=port)
        assert done.returncode == 0, done.stderr
        assert f"Sent {len(files)} files, {sum(map(len, files.values()))} bytes." in done.stdout
        assert "It is up." in done.stdout
        port.wait_until(lambda: any(companion.chip.pixels()))
        # A second run sends nothing and is quick.
        began_us = pico.now_us
        again = tools("flash", "--backups", tmp_path, port=port)
        assert again.returncode == 0, again.stderr
        assert "nothing to send" in again.stdout
        assert pico.now_us - began_us < 15e6
    there = pico.files()
    assert {path: there[path] for path in files} == files
    assert not any(path.startswith("update") for path in there)
    with pico:
        pico.wait_for(_READY)
        companion.wait_for_frame()


def test_matches_are_saved_and_pulled_and_one_changed_file_is_the_only_one_sent(
    files: dict[str, bytes], tmp_path: Path
) -> None:
    matches = saved_match(samples.long_match())
    old = {**files, "firmware/screens/table.mpy": b"M\x06\x00\x1fold"}
    stale = {"firmware/canvas.py": b"raise SystemExit", "board.py": b"", "firmware/x/y.mpy": b"M"}
    owners = {"boot.py": b"# mine\n", "notes.txt": b"mine"}
    pico = Companion({**old, **stale, **owners, **matches}).pico
    with pico, SerialPort(pico) as port:
        dry = tools("flash", "--dry-run", port=port)
        assert dry.returncode == 0, dry.stderr
        assert "would send    /firmware/screens/table.mpy" in dry.stdout
        done = tools("flash", "--backups", tmp_path / "backups", port=port)
        assert done.returncode == 0, done.stderr
        assert f"Sent 1 file, {len(files['firmware/screens/table.mpy'])} bytes." in done.stdout
        for path in ("/board.py", "/firmware/canvas.py", "/firmware/x"):
            assert f"Removed {path}\n" in done.stdout
        pulled = tools("pull", tmp_path / "home", port=port)
        assert pulled.returncode == 0, pulled.stderr
    there = pico.files()
    expected = {**files, **owners, **matches}
    assert {path: there.get(path) for path in expected} == expected
    assert not stale.keys() & there.keys()
    (backup,) = (tmp_path / "backups").iterdir()
    for path, content in matches.items():
        assert (backup / path).read_bytes() == content
    (record,) = (tmp_path / "home").iterdir()
    assert record.read_text() == _as_written(samples.long_match_record())


def _as_written(record: str) -> str:
    """The same match in the words that the device would choose."""
    from engine_core.history import History
    from engine_core.match import Match
    from engine_core.record import lines, read
    from tools.flash import journal

    match = Match()
    history = History()
    for line in lines(record.encode()):
        event = read(line, match)
        match.apply(event)
        history.add(event)
    return journal.text_of(history)


_SCRIPT = """\
import sys
from pathlib import Path
from rich.console import Console
from tools.flash.arguments import guarded
from tools.flash.command import Flash
source = Path(sys.argv[3])
def build(board, folders):
    if board is not None:
        return {}
    paths = (p for p in sorted(source.rglob("*")) if p.is_file())
    found = {p.relative_to(source).as_posix(): p.read_bytes() for p in paths}
    return found
flash = Flash("pico_ssd1306", False, Console(), Path(sys.argv[2]), build=build)
sys.exit(guarded("flash", lambda: flash.run(sys.argv[1])))
"""


def _small(version: int, folder: Path) -> dict[str, bytes]:
    """A little program with two modules that only fit each other, and its files on this side."""
    sources = {
        "firmware/a.py": f"from firmware import b\nassert b.VERSION == {version}\n",
        "firmware/b.py": f"VERSION = {version}\n",
    }
    files = {"main.py": _SMALL_MAIN}
    for name, source in sources.items():
        path = folder / "source" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source)
        files[name.removesuffix(".py") + ".mpy"] = bundle.compile_module(path, name)
    for name, content in files.items():
        path = folder / "files" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return files


def _flash_small(port: SerialPort, folder: Path) -> "subprocess.CompletedProcess[str]":
    arguments = [port.path, str(folder / "backups"), str(folder / "files")]
    return subprocess.run(
        [sys.executable, "-c", _SCRIPT, *arguments],
        cwd=venv.ROOT,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )


def _operations(old: dict[str, bytes], folder: Path) -> int:
    """How often the flash is erased or programmed during an update that nothing disturbs."""
    pico = Pico(old)
    with pico, SerialPort(pico) as port:
        done = _flash_small(port, folder)
        assert done.returncode == 0, done.stderr
        counts = pico.flash_counts
        return counts.erases + counts.programs


@pytest.mark.parametrize("moment", ["before", "middle", "after"])
def test_power_cut_at_any_flash_operation_leaves_a_version_that_starts(
    moment: Moment, tmp_path: Path
) -> None:
    old = _small(1, tmp_path / "old")
    new = _small(2, tmp_path / "new")
    total = _operations(old, tmp_path / "new")
    seen: set[int] = set()
    # Spread over the whole update, another set for each moment; and its last ones.
    step = max(total // 6, 1)
    first = 1 + ["before", "middle", "after"].index(moment) * step // 3
    for operation in [*range(first, total, step), total]:
        pico = Pico(old)
        with pico:
            with SerialPort(pico) as port:
                port.wait_until(lambda pico=pico: pico.connected)
                pico.cut_power(operation, moment)
                done = _flash_small(port, tmp_path / "new")
            if pico.powered:
                # The operations differ by one or two from run to run: it came to its end.
                assert done.returncode == 0, done.stderr
            else:
                assert done.returncode == 11, (operation, done.stdout, done.stderr)
                assert "The cable was pulled" in done.stderr
        # With power again, what was begun is done to its end.
        with pico:
            pico.run(_FINISHED_MS)
            pico.run_until(lambda pico=pico: pico.connected)
            version = int(pico.exec("from firmware import a, b\nprint(b.VERSION)"))
        there = pico.files()
        whole = old if version == 1 else new
        assert {path: there.get(path) for path in whole} == whole, operation
        seen.add(version)
    assert seen == {1, 2}


def test_a_full_pico_keeps_its_version(tmp_path: Path) -> None:
    old = _small(1, tmp_path / "old")
    _small(2, tmp_path / "new")
    filling = {"photos.bin": bytes(332 * 4096)}
    pico = Pico({**old, **filling})
    with pico, SerialPort(pico) as port:
        done = _flash_small(port, tmp_path / "new")
        assert done.returncode == 10, (done.stdout, done.stderr)
        assert "not enough space on the device" in done.stderr
        port.wait_until(lambda: pico.output.count(_READY) == 2)  # the old version goes on
    assert {path: pico.files()[path] for path in old} == old
    assert not any(path.startswith("update") for path in pico.files())


def test_an_app_that_does_not_start_is_told_with_its_error(tmp_path: Path) -> None:
    _small(2, tmp_path)
    (tmp_path / "files" / "main.py").write_text("import firmware.nothing\n")
    pico = Pico({})
    with pico, SerialPort(pico) as port:
        done = _flash_small(port, tmp_path)
    assert done.returncode == 12, (done.stdout, done.stderr)
    assert "ImportError: no module named 'firmware.nothing'" in done.stderr


def test_stopping_it_in_the_middle_leaves_the_old_version_running(
    files: dict[str, bytes], tmp_path: Path
) -> None:
    old = _small(1, tmp_path / "old")
    pico = Pico(old)
    with pico, SerialPort(pico) as port:
        command = [sys.executable, "-m", "tools", "flash", "--backups", str(tmp_path / "backups")]
        with subprocess.Popen(
            [*command, "--port", port.path], cwd=venv.ROOT, stderr=subprocess.PIPE
        ) as process:
            port.wait_until(lambda: pico.flash_counts.programs > 20)
            process.send_signal(signal.SIGINT)
            error = process.communicate(timeout=60)[1]
        assert process.returncode == 130, error
        began = time.monotonic()
        while pico.output.count(_READY) < 2 and time.monotonic() - began < 30:
            time.sleep(0.1)
        assert pico.output.count(_READY) == 2
    assert {path: pico.files()[path] for path in old} == old
    assert update.FINISH not in pico.files().values()


class _Fingers:
    """The display, and somebody who presses one key after the other once it shows a picture."""

    def __init__(self, companion: Companion) -> None:
        self._companion = companion
        self._seen = False

    def write(self, data: bytes) -> int:
        # Not the two bytes of somebody who asks whether it is there.
        if len(data) > 2 and not self._seen:
            self._seen = True
            for turn in range(10):
                for number, pin in enumerate(self._companion.keys.values()):
                    at_ms = 2000 + 4000 * turn + 1000 * number
                    self._companion.pico.press(pin, at_ms, bounces_us=(300, 700))
        return self._companion.chip.write(data)


def test_the_doctor_finds_the_display_and_each_key(files: dict[str, bytes]) -> None:
    # Without its start, the first to write to the display is the doctor.
    modules = {path: content for path, content in files.items() if path != bundle.MAIN}
    companion = Companion(modules)
    companion.bus.devices = dict.fromkeys(companion.bus.devices, _Fingers(companion))
    with companion.pico as pico, SerialPort(pico) as port:
        done = tools("doctor", "--seconds", "20", port=port)
        assert done.returncode == 0, (done.stdout, done.stderr)
    assert "Display: answers at 0x3C" in done.stdout
    assert any(companion.chip.pixels())
    for pin in companion.keys.values():
        assert f"seen: GP{pin}, down for " in done.stdout


def test_the_doctor_tells_a_pico_without_display_from_one_with_swapped_wires(
    files: dict[str, bytes],
) -> None:
    companion = Companion(files)
    companion.bus.devices.clear()
    with companion.pico as pico, SerialPort(pico) as port:
        done = tools("doctor", "--seconds", "1", port=port)
    assert done.returncode == 1, done.stderr
    assert "WRONG: no display at 0x3C and 0x3D" in done.stdout
    assert "WRONG: the display did not take the picture." in done.stdout
    assert done.stdout.count("WRONG: nothing was seen of key ") == len(boards.KEY_NAMES)


@pytest.mark.parametrize("where", ["folder", "web"])
def test_mpremote_mip_installs_the_package(
    where: str, files: dict[str, bytes], tmp_path: Path
) -> None:
    # With a few files: mip takes seconds for each here.
    release.write(tmp_path / "package", bundle.BOARD, "1")
    some = ("engine_core/__init__.mpy", "firmware/screens/undo.mpy", "board.mpy", "main.py")
    (tmp_path / "package" / "package.json").write_text(release.package(some, "1"))
    pico = Pico({})
    with _served(tmp_path / "package") as address, pico, SerialPort(pico) as port:
        command = [sys.executable, "-m", "mpremote", "connect", port.path, "mip", "install"]
        package = address if where == "web" else str(tmp_path / "package")
        done = subprocess.run(
            [*command, "--target", "/", f"{package}/package.json"],
            capture_output=True,
            text=True,
            timeout=240,
            check=False,
        )
        assert done.returncode == 0, (done.stdout, done.stderr)
    assert pico.files() == {path: files[path] for path in sorted(some)}


@contextlib.contextmanager
def _served(folder: Path) -> Generator[str, None, None]:
    """A web server on this computer with a folder's files; the address of the folder."""
    handler = functools.partial(_Quiet, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass


def _newer(data: bytes) -> bytes:
    """A file of the store as a later version would write it."""
    head = data[:4] + bytes((form.VERSION + 1,)) + data[5:16]
    return head + struct.pack("<I", form.crc(data[20:], form.crc(head))) + data[20:]


def test_matches_of_a_newer_version_are_told_and_left_alone(
    files: dict[str, bytes], tmp_path: Path
) -> None:
    matches = {
        path: _newer(content) if content else content
        for path, content in saved_match(samples.full_table()).items()
    }
    companion = Companion({**files, **matches})
    with companion.pico as pico, SerialPort(pico) as port:
        flashed = tools("flash", "--backups", tmp_path / "backups", port=port)
        assert flashed.returncode == 0, flashed.stderr
        port.wait_until(lambda: any(companion.chip.pixels()))
        pulled = tools("pull", tmp_path / "home", port=port)
        assert pulled.returncode == 1, (pulled.stdout, pulled.stderr)
        assert "was written by a newer version: update this checkout first" in pulled.stderr
    there = pico.files()
    assert {path: there.get(path) for path in matches} == matches
    (backup,) = (tmp_path / "backups").iterdir()
    for path, content in matches.items():
        assert (backup / path).read_bytes() == content
