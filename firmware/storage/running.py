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

_TYPE_CHECKING = const(0)
if _TYPE_CHECKING:
    from .recover import Damage

_FULL = const(194)  # bytes of entries in a slot; up to there a save writes one page of flash
SLOTS = const(16)  # that are there from the beginning; a long match has more
_FOLDERS = const(8)


class Running:
    """The running match in a folder of its own; damaged files move to another one.

    What it knows of the files, `recover` tells it when it reads them.
    """

    def __init__(self, folder: str, kept: str) -> None:
        self._folder = folder
        self.mark_path = folder + "/mark.bir"
        self._kept = kept
        self.number = 0  # of the match; 0 while there is none
        self.damage: Damage | None = None
        self.marked = False  # the match was being put away when power went
        self.generation = 0
        self.slot = -1  # the open one; -1 if the next save begins a generation
        # The part of the sequence before the open slot, and in it: length and CRC-32.
        self.closed: tuple[int, int] = (0, 0)
        self.open: tuple[int, int] = (0, 0)
        self.body = bytearray()  # entries of the open slot
        self.chain = 0  # up to the open slot
        self.chain_after = 0
        self.back = 0
        self.bad: list[int] = []  # slots whose files are to be kept elsewhere

    def path(self, slot: int) -> str:
        """Where a slot's file is."""
        return "%s/%d/%04x.bir" % (self._folder, slot % _FOLDERS, slot)

    def load(self) -> History:
        """The match as it was saved last, or what can be believed of it; see `damage`."""
        from .recover import load

        return load(self)

    def save(self, history: History) -> None:
        """Write what is not written yet; `OSError`, and nothing changed, if that fails."""
        sequence = history.sequence()
        back = history.back
        view = memoryview(sequence)
        slot = self.slot
        generation = self.generation
        closed, closed_crc = self.closed
        written, written_crc = self.open
        body = self.body
        chain = self.chain
        after = self.chain_after
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
            if back == self.back:
                return
        elif not self.back and len(body) + len(sequence) - closed - written + form.CHECK > _FULL:
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
        self.slot = slot
        self.generation = generation
        self.closed = (closed, closed_crc)
        self.open = (len(sequence) - closed, open_crc)
        self.body = body
        self.chain = chain
        self.chain_after = after
        self.back = back
        if begins:
            self.prepare()

    def prepare(self) -> None:
        """Have the folders, the usual slots and the mark."""
        disk.make(self._folder)
        for folder in range(_FOLDERS):
            disk.make(self._folder + "/%d" % folder)
        for slot in range(SLOTS):
            if not disk.size(self.path(slot)):
                self._blank(slot)
        if not disk.size(self.mark_path):
            self._write_mark(0, 0)

    def _blank(self, slot: int) -> None:
        disk.write(self.path(slot), form.sealed(form.SEGMENT, slot, 0, 0, form.link(0)))

    def _write(self, slot: int, generation: int, body: "bytes | bytearray") -> None:
        """Write a slot; what was bad in its place, and then the other bad ones, are kept."""
        if self.bad:
            from .aside import make_room

            make_room(self._kept, len(self.bad))
        if slot in self.bad:
            self._keep(slot)
        disk.write(self.path(slot), form.sealed(form.SEGMENT, slot, self.number, generation, body))
        for bad in self.bad:
            if bad != slot:
                self._keep(bad)
                self._blank(bad)  # or it would be found behind this slot, and said again
        self.bad.clear()

    def _keep(self, slot: int) -> None:
        from .aside import keep

        keep(self.path(slot), self._aside(slot))

    def mark(self) -> None:
        """Say that the match, which has been saved, is being put away."""
        self._write_mark(self.number, self.generation)

    def unmark(self) -> None:
        """The match could not be put away and runs on."""
        self._write_mark(0, 0)

    def _write_mark(self, number: int, generation: int) -> None:
        disk.write(self.mark_path, form.sealed(form.MARK, 0, number, generation, b""))

    def clear(self) -> None:
        """No match runs from here on."""
        self.save(History())
        slot = SLOTS
        while disk.size(self.path(slot)):
            slot += 1
        while slot > SLOTS:
            slot -= 1
            disk.remove(self.path(slot))
        self.number = 0
        self.marked = False

    def aside(self) -> str:
        """Where the first bad file goes with the next save; empty if there is none."""
        return self._aside(min(self.bad)) if self.bad else ""

    def _aside(self, slot: int) -> str:
        from .aside import place

        newer = self.damage is not None and self.damage.code == form.NEWER
        return place(self._kept, self.number, self.generation, slot, newer)


def _begins(view: memoryview, at: int, length: int, crc: int) -> bool:
    """Whether a sequence holds, from a place on, what was written."""
    return at + length <= len(view) and form.crc(view[at : at + length]) == crc
