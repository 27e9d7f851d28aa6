"""The events of a match in one piece, and taking them back.

Events lie one after the other in a `bytearray`, each behind its length as a varint. Taking the
last one back, and replacing or deleting an earlier one, are folds over a changed list.
"""

from . import events
from .codes import Refused
from .match import Match

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


class Misfit(Refused):
    """A changed list in which a later event no longer fits: `index` is its number from 0."""

    def __init__(self, index: int, refusal: Refused) -> None:
        super().__init__(refusal.code, *refusal.numbers)
        self.index = index


class History:
    """A match with the events that made it."""

    def __init__(self, log: bytes = b"") -> None:
        self.log = bytearray()
        self.count = 0
        self.match = Match()
        self._hand_at = -1  # where in the log the hand on the table begins
        self._redo: list[bytes] = []
        if log:
            self._take(bytearray(log), fold(log))

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
        event = b""
        for event in each(self.log, max(self._hand_at, 0)):
            pass
        return event

    def undo(self) -> bytes:
        """Take the last event back and return it; empty if there is none."""
        event = self.last()
        if not event:
            return b""
        kept = self.log[: len(self.log) - len(event) - len(events.varint(len(event)))]
        if event[0] == events.HAND or self._hand_at < 0:
            self._take(kept, fold(kept))
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

    def can_redo(self) -> bool:
        """Whether an event was taken back that can come again."""
        return bool(self._redo)

    def redo(self) -> bytes:
        """Bring back the event that was last taken back; empty if there is none."""
        if not self._redo:
            return b""
        event = self._redo[-1]
        self._append(event)
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
        self._take(log, fold(log))
        self._redo.clear()

    def _take(self, log: bytearray, match: Match) -> None:
        self.log = log
        self.match = match
        self.count = 0
        self._hand_at = -1
        at = 0
        for event in each(log):
            if event[0] == events.HAND:
                self._hand_at = at
            at += len(event) + len(events.varint(len(event)))
            self.count += 1


def each(log: "bytes | bytearray", at: int = 0) -> "Iterator[bytes]":
    """The events of a log, from a place on; `ValueError` where it is cut short."""
    reader = events.Reader(log, at)
    while reader.more():
        yield reader.take(reader.varint())


def fold(log: "bytes | bytearray") -> Match:
    """The match that a log makes; `Misfit` names the first event that does not fit."""
    match = Match()
    for index, event in enumerate(each(log)):
        try:
            match.apply(event)
        except Refused as refusal:
            raise Misfit(index, refusal) from None
    return match
