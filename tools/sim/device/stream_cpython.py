"""The line to the simulator on CPython: an inherited socket, or a local port on Windows."""

import select
import socket
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Stream:
    """The child's end of the line."""

    def __init__(self, address: str) -> None:
        host, _, port = address.rpartition(":")
        if host:
            self._socket = socket.create_connection((host, int(port)))
            self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        else:
            self._socket = socket.socket(fileno=int(port))

    def ready(self, timeout_ms: int) -> bool:
        """Whether there is something to read within so many milliseconds."""
        until: Any = timeout_ms / 1000  # whole seconds are all that MicroPython's stubs know
        return bool(select.select([self._socket], [], [], until)[0])

    def fill(self, buffer: bytearray) -> None:
        """Read until the buffer is full. The simulator's end is this process's as well."""
        view = memoryview(buffer)
        while view:
            try:
                count = self._socket.recv_into(view)
            except ConnectionError:
                count = 0
            if not count:
                sys.exit()
            view = view[count:]

    def write(self, data: bytes) -> None:
        """Send all of it."""
        try:
            self._socket.sendall(data)
        except ConnectionError:
            sys.exit()
