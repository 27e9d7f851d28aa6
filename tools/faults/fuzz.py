"""Wrong bytes in everything that is read: each gives a known answer, the same on both runtimes.

    fuzz.py SUBJECT FOLDER FILE EVERY

SUBJECT is a row of SUBJECTS. Its files are written whole; then each byte of each is changed, in
one way or (EVERY is 1) in many, and each file is cut to each shorter length; one of no bytes
counts as one that never was, which is what a power cut may leave of a new file. What is read has
to be known: as it was, or with less in it and a word that it is so. On MicroPython FOLDER is where
a LittleFS in memory is mounted. FILE is what the subject is made of: the log of a match, or a
record. Prints how many changes there were, how many of them changed what is read, and a CRC-32
over all answers.
"""

import binascii
import json
import os
import sys

import engine_core  # noqa: F401  gives CPython its `const` before the modules that need it
from engine_core import events
from engine_core.history import History, each
from firmware.breaks import Breaks
from firmware.storage import disk, form, settings
from firmware.store import Store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    Answer = Any

# After so many changes the match also goes on from what was found.
_GOES_ON = 13


class Unknown(Exception):
    """An answer that nobody would expect."""


def _log_of(count: int, log: bytes) -> bytes:
    """The first so many events of a log."""
    part = b""
    for event in list(each(log))[:count]:
        part += events.varint(len(event)) + event
    return part


def _crc(data: "bytes | bytearray", before: int = 0) -> int:
    return binascii.crc32(data, before)


class Subject:
    """Something that is written and read."""

    def __init__(self, folder: str, made_of: bytes) -> None:
        self.folder = folder
        self.made_of = made_of

    def write(self) -> None:
        """Write its files, whole."""
        raise NotImplementedError

    def read(self) -> "Answer":
        """What is read: something that can be compared and has a `repr`."""
        raise NotImplementedError

    def check(self, whole: "Answer", found: "Answer") -> None:
        """Raise Unknown unless one may be read where the other was written."""
        raise NotImplementedError

    def go_on(self, found: "Answer") -> None:
        """Write to what was found, and read that again; Unknown if it is not there."""


class Matches(Subject):
    """A running match of several files with events taken back, three finished ones, the mark."""

    _between = 0

    def write(self) -> None:
        store = Store(self.folder)
        for count in (40, 21, 33):
            store.save(History(_log_of(count, self.made_of)))
            store.finish(store.load())
        history = store.load()
        for event in each(_log_of(120, self.made_of)):
            history.add(event)
            store.save(history)
        for _ in range(3):
            history.undo()
        store.save(history)

    def read(self) -> "Answer":
        store = Store(self.folder)
        history = store.load()
        damage = store.damage
        said = (damage.code, damage.kept, damage.lost) if damage else ()
        answer: list[Answer] = [(bytes(history.sequence()), history.back, said)]
        for number, summary in store.finished(0, 9):
            log = bytes(store.read(number).log)
            damage = store.damage
            listed = (summary.names, summary.totals, summary.winner) if summary.names else ()
            answer.append((number, log, listed, damage.code if damage else form.GOOD))
        return answer

    def check(self, whole: "Answer", found: "Answer") -> None:
        sequence, back, said = found[0]
        if not said and found[0] != whole[0]:
            raise Unknown("another match without a word")
        if said and (
            not whole[0][0].startswith(sequence) or (back and found[0][:2] != whole[0][:2])
        ):
            raise Unknown("events that were never there")
        if said and said[1] != sum([1 for _ in each(sequence)]) - back:
            raise Unknown("it says %d are kept" % said[1])
        # Where the end of a file is gone, so is how many were in it: the last that is there says
        # so. Only where it was cut just between two there is nothing to be seen.
        missing = len(whole) - len(found)
        if missing and (len(found) < 2 or found[1][3] == form.GOOD):
            self._between += 1
            if len(found) < 2 or self._between > len(whole) - 2:
                raise Unknown("finished matches are missing without a word")
        for old, new in zip(whole[1 + missing :], found[1:]):
            if new[0] != old[0]:
                raise Unknown("other matches are listed")
            if new[2] and new[2] != old[2]:
                raise Unknown("another summary")
            if new[3] == form.GOOD and new[1] != old[1]:
                raise Unknown("another finished match without a word")
            if not old[1].startswith(new[1]):
                raise Unknown("events that were never there in a finished match")

    def go_on(self, found: "Answer") -> None:
        store = Store(self.folder)
        history = store.load()
        if history.match.hand:
            history.add(events.adjust(0, 5))
        else:
            history = History(_log_of(3, self.made_of))
        store.save(history)
        log = bytes(history.log)
        store = Store(self.folder)
        again = store.load()
        if store.damage or bytes(again.log) != log or again.back:
            raise Unknown("what went on is not there")


class Broken(Subject):
    """The file of what broke. Any text may be in it; two lines that agree are a repetition."""

    def write(self) -> None:
        for line in range(3):
            Breaks(self.folder + "/broken.txt").add("app.py:%d" % (line // 2), 7, "ValueError: no")

    def read(self) -> "Answer":
        return Breaks(self.folder + "/broken.txt").repeated(7)

    def check(self, whole: "Answer", found: "Answer") -> None:
        if found not in (False, True):
            raise Unknown("neither yes nor no")

    def go_on(self, found: "Answer") -> None:
        breaks = Breaks(self.folder + "/broken.txt")
        # The first may go on in a line that has lost its end.
        for _ in range(3):
            breaks.add("here:1", 7, "MemoryError")
        if not breaks.repeated(7):
            raise Unknown("two lines that agree are none")


class Settings(Subject):
    """What `flash` was told to set: a text that people may edit."""

    def write(self) -> None:
        disk.write(self.folder + "/settings.txt", b"language en\nnames Ana Jos\xc3\xa9 Eva Zoe\n")

    def read(self) -> "Answer":
        language, names, sound = settings.parse(disk.read(self.folder + "/settings.txt"))
        return (language.encode(), [name.encode() for name in names], sound)

    def check(self, whole: "Answer", found: "Answer") -> None:
        language, names, sound = found
        if len(language) != len(whole[0]) or sound not in (False, True):
            raise Unknown("no language")
        for name in names:
            if not settings.is_name(name.decode()) or names.count(name) > 1:
                raise Unknown("no name")


class Record(Subject):
    """A record, as the score tool reads it: a document, or the line and the code of a mistake."""

    def write(self) -> None:
        disk.write(self.folder + "/match.biriba", self.made_of)

    def read(self) -> "Answer":
        from tools.score import report

        data = disk.read(self.folder + "/match.biriba")
        try:
            # As bytes: a letter's `repr` is not the same on both.
            return (report.json(data).encode(), report.sheet(data).encode())
        except report.Mistake as mistake:
            return (mistake.line, mistake.code)

    def check(self, whole: "Answer", found: "Answer") -> None:
        if isinstance(found[0], bytes):
            json.loads(found[0])
        elif not 0 <= found[0] <= self.made_of.count(b"\n") + 2:
            raise Unknown("a mistake in line %d" % found[0])


# What is written and read: adding something is a class and a row here.
SUBJECTS = {"matches": Matches, "broken": Broken, "settings": Settings, "record": Record}


def _files(folder: str) -> "list[str]":
    """All files below a folder, in order."""
    found: list[str] = []
    for name in disk.names(folder):
        path = folder + "/" + name
        found += _files(path) if disk.is_folder(path) else [path]
    return found


def _put(path: str, data: bytes) -> None:
    with open(path, "wb") as f:
        f.write(data)


def _changed(whole: bytes, every: bool) -> "Iterator[tuple[str, bytes]]":
    """A file with each byte changed, and cut to each length."""
    for at in range(len(whole)):
        old = whole[at]
        # Another byte for each place, but the same each time.
        values = {old ^ 1 + _crc(b"%d %d" % (at, old)) % 255}
        if every:
            values.update([old ^ 1 << bit for bit in range(8)])
            values.update((0, 0x0A, 0x20, 0x7F, 0x80, 0xFF, old + 1 & 255, old - 1 & 255))
            values.discard(old)
        for value in sorted(values):
            yield ("byte %d is %d" % (at, value), whole[:at] + bytes((value,)) + whole[at + 1 :])
    for length in range(1, len(whole)):
        yield ("%d bytes are left" % length, whole[:length])


def run(subject: Subject, every: bool) -> "tuple[int, int, int]":
    """Change everything. Returns how many changes, how many were noticed, and the CRC."""
    subject.write()
    as_written = {path: disk.read(path) for path in _files(subject.folder)}
    whole = subject.read()
    tried = noticed = crc = 0
    for path in sorted(as_written):
        for what, data in _changed(as_written[path], every):
            _put(path, data)
            tried += 1
            try:
                found = subject.read()
                subject.check(whole, found)
                if tried % _GOES_ON == 0:
                    subject.go_on(found)
                    _restore(subject.folder, as_written)
            except Exception as error:
                raise Unknown("%s, %s: %r" % (path, what, error)) from error
            noticed += found != whole
            crc = _crc(repr(found).encode(), crc)
        _put(path, as_written[path])
    if subject.read() != whole:
        raise Unknown("reading has changed something")
    return (tried, noticed, crc)


def _restore(folder: str, as_written: "dict[str, bytes]") -> None:
    """Have the files of a folder as they were written, and no others."""
    for path in _files(folder):
        if path not in as_written:
            os.remove(path)
    for path, data in as_written.items():
        if disk.read(path) != data:
            _put(path, data)


def main(arguments: "list[str]") -> None:
    """Run, and print the figures."""
    name, folder, file, every = arguments
    with open(file, "rb") as f:
        made_of = f.read()
    if sys.implementation.name == "micropython":
        from tools.faults.disk import Disk, mount

        mount(Disk(96), folder, True)
    tried, noticed, crc = run(SUBJECTS[name](folder, made_of), every == "1")
    print(tried, noticed, "%08x" % (crc & 0xFFFFFFFF))


if __name__ == "__main__":
    main(sys.argv[1:])
