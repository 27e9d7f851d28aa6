"""The events of a match in one piece, and taking them back.

Events lie one after the other in a `bytearray`, each behind its length as a varint. Taking the
last one back, and replacing or deleting an earlier one, are folds over a changed list. Events
that were taken back wait behind the others to come again: all of them in their order are the
`sequence`, of which the last `back` do not count now. So two numbers say all there is to save.
"""

from . import events
from .codes import Refused
from .match import Match

_TYPE_CHECKING = const(0)
if _TYPE_CHECKING:
    from collections.abc import Iterator


class Misfit(Refused):
    """A changed list in which a later event no longer fits: `index` is its number from 0."""

    def __init__(self, index: int, refusal: Refused) -> None:
        super().__init__(refusal.code, *refusal.numbers)
        self.index = index


class History:
    """A match with the events that made it."""

    def __init__(self, sequence: "bytes | bytearray" = b"", back: int = 0) -> None:
        """From a sequence of which the last `back` events are taken back.

        `Misfit` if one of the others does not fit, `ValueError` where the sequence is cut short.
        """
        self.log = bytearray()
        self.count = 0
        self.match = Match()
        self._hand_at = -1  # where in the log the hand on the table begins
        self._redo: list[bytes] = []
        if back:
            ends = [0]
            for event in each(sequence):
                ends.append(ends[-1] + len(event) + len(events.varint(len(event))))
            kept = ends[max(len(ends) - 1 - back, 0)]
            self._redo = list(each(sequence, kept))
            self._redo.reverse()
            sequence = sequence[:kept]
        if sequence:
            self._take(bytearray(sequence))

    def sequence(self) -> bytearray:
        """All events, those taken back behind the others; not to be changed."""
        if not self._redo:
            return self.log
        sequence = bytearray(self.log)
        for event in reversed(self._redo):
            sequence += events.varint(len(event)) + event
        return sequence

    @property
    def back(self) -> int:
        """How many events at the end of the sequence are taken back."""
        return len(self._redo)

    def add(self, event: bytes) -> None:
        """Apply one more event; `Refused`, and nothing changed, if it does not fit."""
        self._append(event)
        self._redo.clear()

    def _append(self, event: bytes) -> None:
        self.match.apply(event)
        if event[0] == events.HAND:
            self._hand_at = len(self.log)
        self.log += events.varint(len(event)) + event
        self.count += 1

    def last(self) -> bytes:
        """The last event; empty if there is none."""
        last = b""
        for event in each(self.log, max(self._hand_at, 0)):
            last = event
        return last

    def undo(self) -> bytes:
        """Take the last event back and return it; empty if there is none."""
        event = self.last()
        if not event:
            return b""
        kept = self.log[: len(self.log) - len(event) - len(events.varint(len(event)))]
        if event[0] == events.HAND or self._hand_at < 0:
            self._take(kept)
        else:
            # Only the hand on the table changes: fold that alone.
            match = self.match
            match.reopen()
            first = True
            for earlier in each(kept, self._hand_at):
                if not first:
                    match.apply(earlier)
                first = False
            self.log = kept
            self.count -= 1
        self._redo.append(event)
        return event

    def redo(self) -> bytes:
        """Bring back the event that was last taken back; empty if there is none that fits."""
        if not self._redo:
            return b""
        event = self._redo[-1]
        try:
            self._append(event)
        except Refused:
            # Only in a sequence that came from elsewhere; what follows would not fit either.
            self._redo.clear()
            return b""
        self._redo.pop()
        return event

    def replace(self, index: int, event: bytes) -> None:
        """Put another event in the place of one; `Misfit` if a later one would not fit."""
        self._change(index, event)

    def delete(self, index: int) -> None:
        """Take one event out; `Misfit` if a later one would not fit."""
        self._change(index, b"")

    def _change(self, index: int, event: bytes) -> None:
        if not 0 <= index < self.count:
            raise IndexError(index)
        log = bytearray()
        for i, old in enumerate(each(self.log)):
            kept = event if i == index else old
            if kept:
                log += events.varint(len(kept)) + kept
        self._take(log)
        self._redo.clear()

    def _take(self, log: bytearray) -> None:
        match = Match()
        apply = match.apply
        count = at = 0
        end = len(log)
        source = bytes(log)  # slices of it are events as they are
        hand_at = -1
        try:
            while at < end:
                begin = at + 1
                length = source[at]
                if length > 127:
                    reader = events.Reader(source, at)
                    length = reader.varint()
                    begin = reader.at
                if begin + length > end:
                    raise ValueError("log ends too soon")
                event = source[begin : begin + length]
                apply(event)
                if event[0] == events.HAND:
                    hand_at = at
                at = begin + length
                count += 1
        except Refused as refusal:
            raise Misfit(count, refusal) from None
        self.log = log
        self.match = match
        self.count = count
        self._hand_at = hand_at


def each(log: "bytes | bytearray", at: int = 0) -> "Iterator[bytes]":
    """The events of a log, from a place on; `ValueError` where it is cut short."""
    reader = events.Reader(log, at)
    while reader.more():
        yield reader.take(reader.varint())


def fold(log: "bytes | bytearray") -> Match:
    """The match that a log makes; `Misfit` names the first event that does not fit."""
    return History(log).match
