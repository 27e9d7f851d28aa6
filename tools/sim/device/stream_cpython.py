"""The line to the simulator on CPython: an inherited socket, or a local port on Windows."""

import select
import socket
import sys


class Stream:
    def __init__(self, address):
        host, _, port = address.rpartition(":")
        if host:
            self._socket = socket.create_connection((host, int(port)))
            self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        else:
            self._socket = socket.socket(fileno=int(port))

    def ready(self, timeout_ms):
        return bool(select.select([self._socket], [], [], timeout_ms / 1000)[0])

    def fill(self, buffer):
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

    def write(self, data):
        try:
            self._socket.sendall(data)
        except ConnectionError:
            sys.exit()
