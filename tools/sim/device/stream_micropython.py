"""The line to the simulator on MicroPython: a socket, inherited as a file descriptor."""

import select
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Stream:
    """The child's end of the line."""

    def __init__(self, address: str) -> None:
        self._file = open(int(address), "r+b", 0)
        self._poll: Any = select.poll()
        self._poll.register(self._file, select.POLLIN)

    def ready(self, timeout_ms: int) -> bool:
        """Whether there is something to read within so many milliseconds."""
        for _ in self._poll.ipoll(timeout_ms):
            return True
        return False

    def fill(self, buffer: bytearray) -> None:
        """Read until the buffer is full. The simulator's end is this process's as well."""
        if self._file.readinto(buffer) != len(buffer):
            sys.exit()

    def write(self, data: bytes) -> None:
        """Send all of it."""
        self._file.write(data)
