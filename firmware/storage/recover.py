"""Reading what was written of a match: the events that can be believed, and what is amiss.

The running match is read here when power is back; `running` says how it was written. Finished
ones are read by the same means. None of this stays on the heap while a match is played.
"""

import struct

from engine_core import events
from engine_core.codes import Refused
from engine_core.history import History, each

from . import disk, form
from .running import SLOTS

_TYPE_CHECKING = const(0)
if _TYPE_CHECKING:
    from .running import Running

_NAME = "%04x.bir"


class Entries:
    """Reads entries into a sequence of events, one body after the other."""

    def __init__(self) -> None:
        self.sequence = bytearray()
        self.back = 0
        self.chain = 0
        self.end = 0  # where the events ended in the data that was read last
        self.fault = form.GOOD

    def read(self, data: "bytes | bytearray", at: int, whole: bool = False) -> int:
        """Take what is right from a place to the end; returns where it stopped.

        `fault` is CUT or CHECKSUM if it stopped before the end. A body after one that said that
        events are taken back is not right: there the match had its end. Where the data is known to
        be `whole` the checks need no look, which is much faster.
        """
        self.end = at
        if whole and not self.back:
            at = self._skim(data, at)
        end = len(data)
        reader = events.Reader(data, at)
        while at < end and not self.fault:
            try:
                length = reader.varint()
                back = 0 if length else reader.varint()
                reader.take(length)
                size = reader.at - at
                check = reader.take(form.CHECK)
            except ValueError:
                self.fault = form.CUT
                break
            frame = data[at : at + size]
            chain = form.crc(frame, self.chain)
            if self.back or check != struct.pack("<H", chain >> 8 & 0xFFFF):
                self.fault = form.CHECKSUM
                break
            if length:
                self.sequence += frame
                self.chain = form.crc(check, chain)
                self.end = reader.at
            else:
                self.back = back
            at = reader.at
        return at

    def _skim(self, data: "bytes | bytearray", at: int) -> int:
        """Take the usual short entries without their checks, up to another one or the end."""
        view = memoryview(data)
        begin = at
        end = len(data) - form.CHECK
        sequence = self.sequence
        while at < end:
            length = data[at]
            stop = at + 1 + length
            if not 0 < length < 128 or stop > end:
                break
            sequence += view[at:stop]
            at = stop + form.CHECK
        self.chain = form.crc(view[begin:at], self.chain)
        self.end = at
        return at


def count(data: "bytes | bytearray", at: int) -> int:
    """How many entries of events seem to lie from a place on, unchecked."""
    found = 0
    reader = events.Reader(data, at)
    try:
        while reader.more():
            length = reader.varint()
            if length:
                found += 1
            else:
                reader.varint()
            reader.take(length + form.CHECK)
    except ValueError:
        pass  # the last one is cut, and lost as well
    return found


class Damage:
    """What was amiss when a match was read.

    `code` is one of `form`'s, CUT to FOREIGN; `kept` counts the events that were believed,
    `lost` those after them that could still be counted; `name` is the file's, `aside` where it
    goes with the next save, empty if it stays or is not there.
    """

    aside = ""

    def __init__(self, code: int, kept: int, lost: int, name: str) -> None:
        self.code = code
        self.kept = kept
        self.lost = lost
        self.name = name


def fitting(sequence: "bytes | bytearray", back: int) -> tuple[History, int]:
    """The match of a sequence up to the first event that does not fit, and how many were left."""
    try:
        return (History(sequence, back), 0)
    except MemoryError:
        raise  # which says nothing about the events
    except Exception:
        # A foreign sequence may hold what the engine was never meant to see.
        history = History()
    lost = 0
    for event in each(sequence):
        if not lost:
            try:
                history.add(event)
                continue
            except MemoryError:
                raise
            except Refused:
                pass
            except Exception:
                # The match may be half changed; its events are whole.
                history = History(history.log)
        lost += 1
    return (history, lost)


def load(running: "Running") -> History:
    """The match as it was saved last, or what can be believed of it; see `damage`."""
    running.number = 0
    running.damage = None
    running.marked = False
    running.slot = -1
    running.bad.clear()
    entries = Entries()
    slot = closed = chain = generation = lost = 0
    body = b""
    sure = False  # the generation is from a head that is whole
    code = form.GOOD
    while True:
        data = disk.read(running.path(slot))
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
            running.number = number
        elif not sure and len(data) >= form.HEAD:
            generation = form.head(data)[3]
        if len(data) >= form.BODY:
            closed = len(entries.sequence)
            chain = entries.chain
            at = entries.read(data, form.BODY, fault == form.GOOD)
            body = data[form.BODY : entries.end]
            code = code or entries.fault
            if entries.fault:
                lost += count(data, at)
        if fault:
            running.bad.append(slot)
        slot += 1
        if len(data) < form.BODY or entries.fault:
            break
    gone = not data
    missing, more, newest = _look_behind(running, slot, generation, gone)
    if missing:
        code = code or form.MISSING
        lost += more
    running.generation = max(newest, generation) if sure else newest
    sequence = entries.sequence
    back = entries.back
    history, unfit = fitting(sequence, back)
    if unfit:
        code = code or form.MISFIT
        lost += unfit
    if unfit or code == form.NEWER:
        # The slots before belong to it, and are written over as well.
        running.bad += [before for before in range(slot) if before not in running.bad]
    if code:
        bad = slot if gone or not running.bad else running.bad[0]
        running.damage = Damage(code, history.count, lost, _NAME % bad)
        return history
    if not sure:
        return history
    running.marked = _is_marked(running) and history.count > 0
    if not sequence:
        running.number = 0
    running.slot = slot - 1
    running.closed = (closed, form.crc(memoryview(sequence)[:closed]))
    running.open = (len(sequence) - closed, form.crc(memoryview(sequence)[closed:]))
    running.chain = chain
    running.body = bytearray(body)
    running.chain_after = entries.chain
    running.back = back
    return history


def _look_behind(
    running: "Running", slot: int, generation: int, gone: bool
) -> tuple[bool, int, int]:
    """What lies behind the end of the match: old slots, or some that show it is no end.

    Returns whether something is missing before them, how many events they hold, and the newest
    generation. Slots are created in their order, so behind one that is `gone` is no other.
    """
    missing = False
    lost = newest = 0
    end = max(slot + 1, SLOTS)
    while slot < end:
        data = disk.read(running.path(slot))
        if data:
            end = max(end, slot + 2)
            missing = missing or gone
        fault, _, its = _judge(data, slot)
        newest = max(newest, its)
        if fault == form.GOOD and its >= generation:
            missing = True
            lost += count(data, form.BODY)
            running.bad.append(slot)
        elif fault != form.GOOD and fault != form.EMPTY:
            running.bad.append(slot)
        slot += 1
    return (missing, lost, newest)


def _is_marked(running: "Running") -> bool:
    data = disk.read(running.mark_path)
    if form.judge(data):
        return False
    kind, _, number, generation = form.head(data)
    return kind == form.MARK and number == running.number and generation == running.generation


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
