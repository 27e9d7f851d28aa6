"""A small file of what broke in the program and where: the latest lines, of 480 bytes at most.

A line is the place, how many events the match had, and what it was; NO_MATCH in the place of the
events where the running match had no part in it. Two such lines in a row with the same beginning
mean that going on as before does not help.
"""

from .storage import disk

NO_MATCH = const(-1)

_MOST = const(480)
_LINE = const(120)
_TRIED = b"the last event was taken back\n"


class Breaks:
    """The file at `path`, which need not be there, nor be ours."""

    def __init__(self, path: str) -> None:
        self._path = path

    def add(self, place: str, events: int, what: str) -> None:
        """Note a fault. A disk that does not take it changes nothing: the page shows it too."""
        line = "%s %d %s" % (place.replace(" ", "_") or "?", events, what.replace("\n", " "))
        self._add(line.encode()[:_LINE] + b"\n")

    def repeated(self, events: int) -> bool:
        """Whether the last two faults were at the same place of the match as it stands."""
        lines = [line.split() for line in disk.read(self._path)[-_MOST:].split(b"\n")[-3:-1]]
        if len(lines) < 2 or len(lines[1]) < 2:
            return False
        return lines[0][:2] == lines[1][:2] and lines[1][1] == b"%d" % events

    def tried(self) -> None:
        """Note that something was done about it."""
        self._add(_TRIED)

    def _add(self, line: bytes) -> None:
        data = disk.read(self._path)
        data = data[: data.rfind(b"\n") + 1]
        room = _MOST - len(line)
        if len(data) > room:
            data = data[-room:]
            data = data[data.find(b"\n") + 1 :]
        try:
            disk.write(self._path, data + line)
        except OSError:
            pass
