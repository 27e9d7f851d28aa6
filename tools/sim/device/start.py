"""Starts the firmware in its own process, as a Pico would: the child's first file.

    start.py LINE CODE DISK CLOCK

LINE is the socket to the simulator, CODE the folder that holds what a Pico's flash would of the
program (main.py, board.py, firmware, engine_core), DISK the folder that is the root of its file
system, CLOCK `virtual` or `real`. The host's `time` and `machine` give way to the Pico's.
"""

import binascii
import gc
import os
import sys

import messages
from wire import Wire, connect

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Protocol

    class App(Protocol):
        """What the simulator wants of `firmware.app.current`."""

        changes: int

        def record_text(self) -> str: ...


_LINE, _CODE, _DISK, _CLOCK = sys.argv[1:5]


def _disguise() -> None:
    """Put the Pico's modules in the place of the host's."""
    import fake_machine
    import fake_time

    sys.modules["machine"] = fake_machine
    sys.modules["time"] = fake_time


def _enter(folder: str) -> None:
    os.chdir(folder)  # pyright: ignore[reportUnknownMemberType]


def _mount() -> None:
    """Make the disk the root, and the program importable."""
    if sys.implementation.name == "micropython":
        # Only the unix port's has VfsPosix, so the stubs do not describe it.
        vfs: Any = __import__("vfs")
        vfs.umount("/")
        # The disk's listing does not show where the program lies.
        vfs.mount(vfs.VfsPosix(_CODE), "/.code")
        vfs.mount(vfs.VfsPosix(_DISK), "/")
        _enter("/")
        sys.path[:] = ["/.code", ""]
        return
    import fake_framebuf
    import fake_micropython

    sys.modules["framebuf"] = fake_framebuf
    sys.modules["micropython"] = fake_micropython
    fake_micropython.extend()
    _enter(_DISK)
    sys.path.insert(0, _CODE)


class _Inside:
    """What the simulator may ask about the running program."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._seen: int | None = None
        wire.answers[messages.RECORD] = self.record
        wire.answers[messages.HEAP] = self.heap
        wire.answers[messages.GLOBAL] = self.variable
        wire.on_sleep = self.look

    def record(self, rest: str) -> str:
        app = self._app()
        if not app:
            return ""
        # The writer of records needs memory that a firmware in a small heap has not.
        history = getattr(app, "history", None)
        if history is None:
            return app.record_text()
        return messages.LOG + binascii.hexlify(history.log).decode()

    def heap(self, rest: str) -> str:
        gc.collect()
        return "%d %d" % (gc.mem_alloc(), gc.mem_free())

    def variable(self, rest: str) -> str:
        value = sys.modules["main"]
        for name in rest.split("."):
            value = getattr(value, name)
        return str(value)

    def look(self) -> None:
        """Tell the simulator when the match has changed."""
        app = self._app()
        changes = app.changes if app else None
        if changes != self._seen:
            self._seen = changes
            self._wire.send(messages.CHANGED, 0)

    def _app(self) -> "App | None":
        # Its module may not be loaded, or not have got so far.
        return getattr(sys.modules.get("firmware.app"), "current", None)


def _start() -> None:
    wire = connect(_LINE, _CLOCK == "virtual")
    _disguise()
    _mount()
    _Inside(wire)
    name = "CPython" if sys.implementation.name == "cpython" else "MicroPython"
    version = ".".join([str(n) for n in sys.implementation.version[:3]])
    wire.send(messages.STARTED, 0, ("%s %s" % (name, version)).encode())
    __import__("main")


_start()
