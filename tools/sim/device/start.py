"""Starts the firmware in its own process, as a Pico would: the child's first file.

    start.py LINE CODE DISK CLOCK

LINE is the socket to the simulator, CODE the folder that holds what a Pico's flash would of the
program (main.py, board.py, firmware, engine_core), DISK the image of its file system (on CPython:
the folder that stands for it), CLOCK `virtual` or `real`. The host's `time` and `machine` give
way to the Pico's.
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


_EIO = 5

_LINE, _CODE, _DISK, _CLOCK = sys.argv[1:5]


def _disguise() -> None:
    """Put the Pico's modules in the place of the host's."""
    import fake_machine
    import fake_time

    sys.modules["machine"] = fake_machine
    sys.modules["time"] = fake_time


def _mount(wire: Wire) -> None:
    """Make the disk the root, and the program importable."""
    if sys.implementation.name == "micropython":
        import fake_flash

        # Only the unix port's has VfsPosix, so the stubs do not describe it.
        vfs: Any = __import__("vfs")
        try:
            disk = fake_flash.file_system(_DISK, wire.owe, not wire.virtual)
        except OSError as error:
            wire.send(messages.NO_DISK, error.errno or _EIO)
            sys.exit(1)
        vfs.umount("/")
        # Where on a Pico the program lies, the root's listing shows this folder.
        vfs.mount(vfs.VfsPosix(_CODE), "/.code")
        vfs.mount(disk, "/")
        os.chdir("/")  # pyright: ignore[reportUnknownMemberType]
        sys.path[:] = ["/.code", ""]
        return
    import fake_framebuf
    import fake_micropython
    import fake_os

    sys.modules["framebuf"] = fake_framebuf
    sys.modules["micropython"] = fake_micropython
    fake_micropython.extend()
    fake_os.mount(_DISK)
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
    _mount(wire)
    _Inside(wire)
    name = "CPython" if sys.implementation.name == "cpython" else "MicroPython"
    version = ".".join([str(n) for n in sys.implementation.version[:3]])
    wire.send(messages.STARTED, 0, ("%s %s" % (name, version)).encode())
    __import__("main")


_start()
