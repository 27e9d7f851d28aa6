"""What the device runs under wild keys: the companion, and questions the test may ask it.

Each attribute of `checks` is a question: the simulator reads it while the program sleeps.
"""

import binascii
import gc
import os
import sys

from engine_core.history import History
from firmware import app, hardware, memory
from firmware.screen import HOME
from firmware.storage import disk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from firmware.app import App


class Checks:
    """The questions."""

    @property
    def _app(self) -> "App":
        running = app.current
        if running is None:
            raise ValueError("it does not run")
        return running

    @property
    def broken(self) -> str:
        """What broke since the first power-on, empty if nothing has."""
        return disk.read("/broken.txt").decode()

    @property
    def events(self) -> int:
        """How many events the match has."""
        return self._app.history.count

    @property
    def screen(self) -> str:
        """The name of the screen that is shown."""
        return type(self._app.screen).__name__

    @property
    def match(self) -> str:
        """The match: all its events, and how many of them are taken back."""
        history = self._app.history
        return "%s %d" % (binascii.hexlify(history.sequence()).decode(), history.back)

    @property
    def journal(self) -> str:
        """Empty if what is on the disk folds to what is on the screen; else what differs."""
        running = self._app
        running.draw()
        shown = bytes(running.canvas.cells) + bytes(running.canvas.inverse)
        sequence = bytes(running.history.sequence())
        back = running.history.back
        # There is no room for two of them.
        running.history = History()
        memory.forget()
        store = hardware.store()
        saved = store.load()
        if store.damage:
            return "damaged"
        if bytes(saved.sequence()) != sequence or saved.back != back:
            return "other events"
        running.history = saved
        running.draw()
        now = bytes(running.canvas.cells) + bytes(running.canvas.inverse)
        # It goes on with the saved match: what went before shows in nothing.
        running.dirty = True
        return "" if now == shown else "another picture"

    @property
    def rest(self) -> str:
        """Let go of the match, which is on the disk, and go to the first screen there is.

        What the store knows of the finished matches stays once it was asked: it is asked now.
        """
        running = self._app
        assert running.store.finished_count >= 0 and running.store.low in (False, True)
        running.history = History()
        running.go(HOME)
        running.dirty = True
        return ""

    @property
    def heap(self) -> int:
        """Bytes in use at rest, after a collection.

        Without those of the file that is rewritten with each event: the store keeps them.
        """
        memory.forget()
        gc.collect()
        untyped: Any = gc
        store: Any = self._app.store
        return untyped.mem_alloc() - len(store._running.body)

    @property
    def again(self) -> str:
        """Go on with the match."""
        running = self._app
        running.history = hardware.store().load()
        running.go(HOME)
        running.dirty = True
        return ""


def _import_all() -> None:
    """Import what else is imported later, so that it does not count as memory lost."""
    for package in (
        "engine_core",
        "firmware",
        "firmware.storage",
        "firmware.screens",
        "firmware.lang.en",
    ):
        for name in _names(package):
            __import__(package + "." + name)
            memory.forget()
    # And let the tables have room for the names of all screens at once.
    screens = "firmware.screens"
    for name in _names(screens):
        sys.modules.setdefault(screens + "." + name, sys)
        if not hasattr(sys.modules[screens], name):
            setattr(sys.modules[screens], name, None)
    memory.forget()


def _names(package: str) -> list[str]:
    """The modules of a package that the device imports by itself."""
    files = os.listdir(sys.path[0] + "/" + package.replace(".", "/"))
    names = [file.split(".")[0] for file in files if "." in file]
    return [name for name in names if name not in ("__init__", "main", "record")]


memory.keep()
_import_all()
checks = Checks()
app.run()
