"""The running match on the disk: every event is there before the screen says so.

The sequence of events (`engine_core.history`) lies in slots, small files of which only the last
is rewritten; a save is one write of one file, so power that goes leaves the match before or after
it. Where an earlier slot would have to change (an event was amended, or came after many were taken
back), all of the sequence is written to the first slot under the number of the next generation:
the other slots are then of an older one, and count no more until they are written again. The same
write, with no events, ends a match. Slots are not removed, since creating and removing files
costs more than rewriting them, and the usual number is created at once. They are spread over
eight folders: the less a folder holds, the longer LittleFS writes to it before it erases, and the
less it then copies.

Reading changes nothing on the disk. Damaged files move to a folder of their own with the next
save.
"""

from engine_core.history import History

from . import disk, form
from .recover import Damage, fitting

_FULL = const(194)  # bytes of entries in a slot; up to there a save writes one page of flash
_SLOTS = const(16)  # that are there from the beginning; a long match has more
_FOLDERS = const(8)
_NAME = "%04x.bir"
_MARK = "mark.bir"
_UNKNOWN = const(-1)


class Running:
    """The running match in a folder of its own; damaged files move to another one."""

    def __init__(self, folder: str, kept: str) -> None:
        self._folder = folder
        self._kept = kept
        self.number = 0  # of the match; 0 while there is none
        self.damage: Damage | None = None
        self.marked = False  # the match was being put away when power went
        self._generation = 0
        self._slot = -1  # the open one; -1 if the next save begins a generation
        # The part of the sequence before the open slot, and in it: length and CRC-32.
        self._closed = (0, 0)
        self._open = (0, 0)
        self._body = bytearray()  # entries of the open slot
        self._chain = 0  # up to the open slot
        self._chain_after = 0
        self._back = 0
        self._bad: list[int] = []  # slots whose files are to be kept elsewhere

    def _path(self, slot: int) -> str:
        return "%s/%d/%04x.bir" % (self._folder, slot % _FOLDERS, slot)

    # Reading

    def load(self) -> History:
        """The match as it was saved last, or what can be believed of it; see `damage`."""
        self.number = 0
        self.damage = None
        self.marked = False
        self._slot = -1
        self._bad.clear()
        entries = form.Entries()
        slot = closed = chain = generation = lost = 0
        body = b""
        sure = False  # the generation is from a head that is whole
        code = form.GOOD
        while True:
            data = disk.read(self._path(slot))
            fault, number, its = _judge(data, slot)
            if fault == form.EMPTY:
                break
            if fault == form.GOOD:
                if sure and its < generation:
                    break
                if form.link_of(data) != entries.chain or sure and its > generation:
                    if not sure:
                        break
                    fault = form.MISSING
            code = code or fault
            if fault > form.CHECKSUM:
                break
            if fault == form.GOOD:
                sure = True
                generation = its
                self.number = number
            elif not sure and len(data) >= form.HEAD:
                generation = form.head(data)[3]
            if len(data) >= form.BODY:
                closed = len(entries.sequence)
                chain = entries.chain
                at = entries.read(data, form.BODY, fault == form.GOOD)
                body = data[form.BODY : entries.end]
                code = code or entries.fault
                if entries.fault:
                    lost += form.count(data, at)
            if fault:
                self._bad.append(slot)
            slot += 1
            if len(data) < form.BODY or entries.fault:
                break
        gone = not data
        missing, more, newest = self._look_behind(slot, generation, gone)
        if missing:
            code = code or form.MISSING
            lost += more
        self._generation = max(newest, generation) if sure else newest
        sequence = entries.sequence
        back = entries.back
        history, unfit = fitting(sequence, back)
        if unfit:
            code = code or form.MISFIT
            lost += unfit
        if unfit or code == form.NEWER:
            # The slots before belong to it, and are written over as well.
            self._bad += [before for before in range(slot) if before not in self._bad]
        if code:
            bad = slot if gone or not self._bad else self._bad[0]
            self.damage = Damage(code, history.count, lost, _NAME % bad)
            return history
        if not sure:
            return history
        self.marked = self._is_marked() and history.count > 0
        if not sequence:
            self.number = 0
        self._slot = slot - 1
        self._closed = (closed, form.crc(memoryview(sequence)[:closed]))
        self._open = (len(sequence) - closed, form.crc(memoryview(sequence)[closed:]))
        self._chain = chain
        self._body = bytearray(body)
        self._chain_after = entries.chain
        self._back = back
        return history

    def _look_behind(self, slot: int, generation: int, gone: bool) -> tuple[bool, int, int]:
        """What lies behind the end of the match: old slots, or some that show it is no end.

        Returns whether something is missing before them, how many events they hold, and the newest
        generation. Slots are created in their order, so behind one that is `gone` is no other.
        """
        missing = False
        lost = newest = 0
        end = max(slot + 1, _SLOTS)
        while slot < end:
            data = disk.read(self._path(slot))
            if data:
                end = max(end, slot + 2)
                missing = missing or gone
            fault, _, its = _judge(data, slot)
            newest = max(newest, its)
            if fault == form.GOOD and its >= generation:
                missing = True
                lost += form.count(data, form.BODY)
                self._bad.append(slot)
            elif fault != form.GOOD and fault != form.EMPTY:
                self._bad.append(slot)
            slot += 1
        return (missing, lost, newest)

    def _is_marked(self) -> bool:
        data = disk.read(self._folder + "/" + _MARK)
        if form.judge(data):
            return False
        kind, _, number, generation = form.head(data)
        return kind == form.MARK and number == self.number and generation == self._generation

    # Writing

    def save(self, history: History) -> None:
        """Write what is not written yet; `OSError`, and nothing changed, if that fails."""
        sequence = history.sequence()
        back = history.back
        view = memoryview(sequence)
        slot = self._slot
        generation = self._generation
        closed, closed_crc = self._closed
        written, written_crc = self._open
        body = self._body
        chain = self._chain
        after = self._chain_after
        begins = slot < 0
        if begins:
            disk.make(self._folder)
            disk.make(self._folder + "/0")
        if begins or not _begins(view, 0, closed, closed_crc):
            slot = closed = closed_crc = written = chain = after = 0
            generation += 1
            body = bytearray()
        elif not _begins(view, closed, written, written_crc):
            written = 0
            after = chain
            body = bytearray()
        elif closed + written == len(sequence):
            if back == self._back:
                return
        elif not self._back and len(body) + len(sequence) - closed - written + form.CHECK > _FULL:
            slot += 1
            # Power may have gone while they were all made.
            disk.make(self._folder + "/%d" % (slot % _FOLDERS))
            closed += written
            closed_crc = form.crc(view[:closed])
            written = 0
            chain = after
            body = bytearray()
        more, after = form.entries(sequence, closed + written, after)
        body = body + more
        data = form.link(chain) + body
        if back:
            data += form.taken_back(back, after)
        open_crc = form.crc(view[closed:])
        self._write(slot, generation, data)
        self._slot = slot
        self._generation = generation
        self._closed = (closed, closed_crc)
        self._open = (len(sequence) - closed, open_crc)
        self._body = body
        self._chain = chain
        self._chain_after = after
        self._back = back
        if begins:
            self.prepare()

    def prepare(self) -> None:
        """Have the folders, the usual slots and the mark."""
        disk.make(self._folder)
        for folder in range(_FOLDERS):
            disk.make(self._folder + "/%d" % folder)
        for slot in range(_SLOTS):
            if not disk.size(self._path(slot)):
                self._blank(slot)
        if not disk.size(self._folder + "/" + _MARK):
            self._write_mark(0, 0)

    def _blank(self, slot: int) -> None:
        disk.write(self._path(slot), form.sealed(form.SEGMENT, slot, 0, 0, form.link(0)))

    def _write(self, slot: int, generation: int, body: "bytes | bytearray") -> None:
        """Write a slot; what was bad in its place, and then the other bad ones, are kept."""
        if self._bad:
            from .aside import make_room

            make_room(self._kept, len(self._bad))
        if slot in self._bad:
            self._keep(slot)
        disk.write(
            self._path(slot), form.sealed(form.SEGMENT, slot, self.number, generation, body)
        )
        for bad in self._bad:
            if bad != slot:
                self._keep(bad)
                self._blank(bad)  # or it would be found behind this slot, and said again
        self._bad.clear()

    def _keep(self, slot: int) -> None:
        from .aside import keep

        keep(self._path(slot), self._aside(slot))

    def mark(self) -> None:
        """Say that the match, which has been saved, is being put away."""
        self._write_mark(self.number, self._generation)

    def unmark(self) -> None:
        """The match could not be put away and runs on."""
        self._write_mark(0, 0)

    def _write_mark(self, number: int, generation: int) -> None:
        disk.write(self._folder + "/" + _MARK, form.sealed(form.MARK, 0, number, generation, b""))

    def clear(self) -> None:
        """No match runs from here on."""
        self.save(History())
        slot = _SLOTS
        while disk.size(self._path(slot)):
            slot += 1
        while slot > _SLOTS:
            slot -= 1
            disk.remove(self._path(slot))
        self.number = 0
        self.marked = False

    def aside(self) -> str:
        """Where the first bad file goes with the next save; empty if there is none."""
        return self._aside(min(self._bad)) if self._bad else ""

    def _aside(self, slot: int) -> str:
        from .aside import place

        newer = self.damage is not None and self.damage.code == form.NEWER
        return place(self._kept, self.number, self._generation, slot, newer)


def _judge(data: bytes, slot: int) -> tuple[int, int, int]:
    """What a slot's file is, the number of its match and its generation, 0 where unknown."""
    fault = form.judge(data)
    if fault != form.GOOD and fault != form.NEWER:
        return (fault, 0, 0)
    kind, place, number, generation = form.head(data)
    if fault == form.GOOD:
        if kind != form.SEGMENT or place != slot or len(data) < form.BODY:
            return (form.FOREIGN, 0, 0)
        if slot == 0 and form.link_of(data):
            return (form.FOREIGN, 0, 0)
        if generation == 0:
            return (form.EMPTY, 0, 0)  # as it was created
    return (fault, number, generation)


def _begins(view: memoryview, at: int, length: int, crc: int) -> bool:
    """Whether a sequence holds, from a place on, what was written."""
    return at + length <= len(view) and form.crc(view[at : at + length]) == crc
