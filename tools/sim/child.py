"""The firmware's process: how it is started, read and ended."""

import contextlib
import functools
import os
import select
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
from collections import deque
from pathlib import Path

from tools import bundle, venv
from tools.sim.device import messages
from tools.sim.disk import Disk

START = Path(__file__).resolve().parent / "device" / "start.py"

# What MicroPython leaves to the program on a Pico, and the least a whole match has to pass in.
PICO_HEAP_KW = 233
PICO_W_HEAP_KW = 190  # the least that a Pico has

# What the simulator's own part of the process takes of the heap beside the firmware's. It holds
# 4.3 when the firmware starts, of which LittleFS and its flash are 1.6; messages come and go.
_OWN_KW = 14

_PROGRAM = bundle.FOLDERS

# Removed when Python ends.
_scratch: list[tempfile.TemporaryDirectory[str]] = []

# In so many seconds a line that has come is read.
_READ_S = 0.001

# Lines of what the firmware has printed that are kept.
_LINES = 200


class Tree:
    """The program as it would lie on the Pico's flash: a folder of links to the sources, or to
    bytecode made of them, which needs far less heap."""

    def __init__(
        self, root: Path, board: Path, main: Path | None = None, *, bytecode: bool = False
    ) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="companion-")
        self.path = Path(self._folder.name)
        program = _bytecode(root) if bytecode else root
        for name in _PROGRAM:
            _link(program / name, self.path / name)
        _link(board, self.path / "board.py")
        _link(main or root / "firmware" / "main.py", self.path / "main.py")

    def close(self) -> None:
        """Remove the links."""
        self._folder.cleanup()


@functools.cache
def _bytecode(root: Path) -> Path:
    """Compile the program, once a process."""
    scratch = tempfile.TemporaryDirectory(prefix="companion-")
    _scratch.append(scratch)
    folder = Path(scratch.name)
    for name, content in bundle.build(None, root, _PROGRAM).items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    return folder


def _link(source: Path, target: Path) -> None:
    try:
        target.symlink_to(source, target_is_directory=source.is_dir())
    except OSError:
        # Windows lets only some users make links.
        if source.is_dir():
            shutil.copytree(source, target)
        else:
            shutil.copyfile(source, target)


class Child:
    """A running firmware. `heap_kw` counts the words of a Pico's 32 bits, in thousands, that the
    firmware has; the simulator's part of the process has its own beside them."""

    def __init__(self, tree: Path, disk: Disk, *, virtual: bool, heap_kw: int) -> None:
        micropython = None if disk.plain else venv.micropython()
        if micropython is None:
            command = [sys.executable, "-B", "-X", "utf8"]
        else:
            command = [str(micropython), "-X", f"heapsize={heap_kw + _OWN_KW}wK"]
        clock = "virtual" if virtual else "real"
        self.output: deque[str] = deque(maxlen=_LINES)
        if os.name == "nt":
            with socket.create_server(("127.0.0.1", 0)) as server:
                address = "127.0.0.1:%d" % server.getsockname()[1]
                self.process = self._start([*command, str(START), address], tree, disk, clock)
                self.socket = server.accept()[0]
                self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        else:
            self.socket, theirs = socket.socketpair()
            with theirs:
                address = str(theirs.fileno())
                self.process = self._start(
                    [*command, str(START), address], tree, disk, clock, theirs.fileno(), disk.lock
                )
        self._reader = threading.Thread(target=self._read_output, daemon=True)
        self._reader.start()
        self._received = bytearray()

    def _start(
        self, command: list[str], tree: Path, disk: Disk, clock: str, *fds: int
    ) -> "subprocess.Popen[str]":
        # A session of its own: Ctrl-C is the simulator's to answer.
        return subprocess.Popen(
            [*command, str(tree), str(disk.path), clock],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            errors="replace",
            pass_fds=fds,
            start_new_session=True,
        )

    def _read_output(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.output.append(line)

    def send(self, operation: int, number: int, data: bytes) -> None:
        """Send a message. A child that has ended does not hear it; `receive` will tell."""
        with contextlib.suppress(OSError):
            self.socket.sendall(struct.pack(messages.HEADER, operation, number, len(data)) + data)

    def receive(self) -> "list[tuple[int, int, bytes]] | None":
        """Return the messages that have arrived, waiting for the first; None once it has ended."""
        while True:
            found = self._take()
            if found:
                return found
            try:
                data = self.socket.recv(65536)
            except OSError:
                data = b""
            if not data:
                return None
            self._received += data

    def catch_up(self) -> None:
        """Let what it has printed so far be read: that comes on another line than the messages.

        Windows cannot tell what waits in a pipe.
        """
        printed = self.process.stdout
        if os.name != "nt" and printed:
            while select.select([printed], [], [], 0)[0] and self._reader.is_alive():
                time.sleep(_READ_S)
            time.sleep(_READ_S)

    def ready(self, timeout: float, wake: socket.socket | None = None) -> bool:
        """Wait for something to receive for so many seconds, or until there is for `wake`."""
        both = [self.socket] if wake is None else [self.socket, wake]
        return self.socket in select.select(both, [], [], max(0, timeout))[0]

    def _take(self) -> list[tuple[int, int, bytes]]:
        found: list[tuple[int, int, bytes]] = []
        buffer = self._received
        at = 0
        while len(buffer) - at >= 4:
            operation, number, size = struct.unpack_from(messages.HEADER, buffer, at)
            if len(buffer) - at - 4 < size:
                break
            found.append((operation, number, bytes(buffer[at + 4 : at + 4 + size])))
            at += 4 + size
        del buffer[:at]
        return found

    def end(self, patience: float = 0) -> int:
        """Give it so many seconds to end by itself, then cut its power. Returns its status."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            if patience:
                self.process.wait(patience)
        self.process.kill()
        status = self.process.wait()
        self._reader.join()
        self.socket.close()
        assert self.process.stdout is not None
        self.process.stdout.close()
        return status
