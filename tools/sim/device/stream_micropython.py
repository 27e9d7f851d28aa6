"""The line to the simulator on MicroPython: a socket, inherited as a file descriptor."""

import select
import sys


class Stream:
    def __init__(self, address):
        self._file = open(int(address), "r+b", 0)
        self._poll = select.poll()
        self._poll.register(self._file, select.POLLIN)

    def ready(self, timeout_ms):
        for _ in self._poll.ipoll(timeout_ms):
            return True
        return False

    def fill(self, buffer):
        """Read until the buffer is full. The simulator's end is this process's as well."""
        if self._file.readinto(buffer) != len(buffer):
            sys.exit()

    def write(self, data):
        self._file.write(data)
