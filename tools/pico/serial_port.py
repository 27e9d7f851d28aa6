"""The emulated Pico as a serial port, so that mpremote and others talk to it unmodified.

    with SerialPort(pico) as port:
        subprocess.run(["mpremote", "connect", port.path, "fs", "ls"])

Needs the pseudo-terminals of Linux or macOS.
"""

import os
import pty
import select
import threading
import time
import tty
from collections.abc import Callable

from tools.pico.harness import Pico, PowerCut
from tools.pico.pace import Pace

_STEP_MS = 2
_CHUNK = 4096
_LONGEST_WAIT_S = 0.05


class SerialPort:
    """A powered Pico's USB port as a device file, `path`, for as long as the block lasts.

    A thread runs the Pico meanwhile, no faster than a real one, and nobody else may touch it. A
    power cut (`Pico.cut_power`) and `unplug` look to the host as a cable that has been pulled.
    """

    def __init__(self, pico: Pico) -> None:
        self._pico = pico
        self._master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self.path = os.ttyname(self._slave)
        self._to_host = bytearray()
        self._done = threading.Event()
        self._failure: BaseException | None = None
        self._thread = threading.Thread(target=self._serve, name="emulated Pico", daemon=True)

    def __enter__(self) -> "SerialPort":
        self._pico.on_output = self._to_host.extend
        self._thread.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self.unplug()
        if self._failure is not None:
            raise self._failure

    def unplug(self) -> None:
        """Pulls the cable: the Pico stops at once, still powered, and the port is gone."""
        self._done.set()
        self._thread.join()
        self._pico.on_output = None

    def wait_until(self, condition: Callable[[], bool], timeout_s: float = 60) -> None:
        """Waits until `condition` holds, which may read of the Pico what does not run it."""
        end = time.monotonic() + timeout_s
        while not condition():
            if time.monotonic() > end or self._done.is_set():
                raise TimeoutError(f"the Pico did not get there in {timeout_s:g} s")
            time.sleep(0.01)

    def _serve(self) -> None:
        try:
            pace = Pace(self._pico.now_us)
            while not self._done.is_set():
                self._exchange()
                self._pico.run(_STEP_MS)
                ahead_s = pace.ahead_s(self._pico.now_us)
                if ahead_s and not self._to_host:
                    select.select([self._master], [], [], min(ahead_s, _LONGEST_WAIT_S))
        except PowerCut:
            pass
        except BaseException as failure:
            self._failure = failure
        finally:
            self._done.set()
            os.close(self._slave)
            os.close(self._master)

    def _exchange(self) -> None:
        try:
            data = os.read(self._master, _CHUNK)
        except BlockingIOError:
            data = b""
        if data:
            self._pico.send(data)
        if self._to_host:
            try:
                written = os.write(self._master, self._to_host)
            except BlockingIOError:
                written = 0
            del self._to_host[:written]
