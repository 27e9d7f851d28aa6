"""Power goes in a match, at every flash operation; after each the match is where it was.

Runs on MicroPython: the arguments are a file with the log of a match, and a number. Each step of
the match (an event, an undo, a redo, an amended event, putting it away) is saved once to see its
erases and programs. Then the disk is given each image that a cut can leave: before the first
operation, half-way through each, and after each, which is before the next. Every image is mounted
and loaded, and holds the match before or after the step. At every so manieth cut, as the number
says, and at all those of the first save, which makes the files, the match also goes on from there;
and as often power really goes in the middle of the save, instead of the image being made.
"""

import sys
import time

from engine_core.codes import Refused
from engine_core.history import History, each
from firmware.store import Store
from tools.faults.disk import Disk, mount

TYPE_CHECKING = False
if TYPE_CHECKING:
    State = tuple[bytes, int]
    Step = tuple[str, bytes]

_ROOT = "/flash"

# How many events the match goes on for; after the first save into the next file and folder.
_GOES_ON = 6
_GOES_FAR = 40


class Lost(Exception):
    """A match that is neither the one before nor the one after the step in flight."""


def _state(history: History) -> "State":
    return (bytes(history.sequence()), history.back)


def _load(disk: Disk) -> "tuple[Store, History]":
    mount(disk, _ROOT)
    store = Store(_ROOT)
    history = store.load()
    if store.damage:
        raise Lost("damage %d in %s" % (store.damage.code, store.damage.name))
    return (store, history)


def script(log: bytes) -> "list[Step]":
    """The steps of a match in which much is also taken back, brought back and amended."""
    events = list(each(log))
    steps: list[Step] = []
    for index, event in enumerate(events):
        steps.append(("add", event))
        if index % 23 == 22:
            steps += [("undo", b""), ("redo", b"")]
        if index % 61 == 60:
            # Far enough that an earlier segment changes.
            steps += [("undo", b"")] * 40
            steps += [("redo", b"")] * 5
            steps += [("add", again) for again in events[index - 34 : index + 1]]
        if index % 83 == 82:
            steps.append(("amend", b""))
    steps.append(("finish", b""))
    return steps


def take(history: History, step: "Step") -> None:
    """Take a step in memory."""
    what, event = step
    if what == "add":
        history.add(event)
    elif what == "undo":
        history.undo()
    elif what == "redo":
        history.redo()
    elif what == "amend":
        # The first player's name begins with a small letter, or with a capital again.
        seats = list(each(history.log))[1]
        history.replace(1, seats[:2] + bytes((seats[2] ^ 0x20,)) + seats[3:])


def write(store: Store, history: History, step: "Step") -> None:
    """Save what a step made of the match."""
    if step[0] == "finish":
        store.finish(history)
    else:
        store.save(history)


class Sweep:
    """The cuts of one match."""

    def __init__(self, every: int) -> None:
        self.disk = Disk()
        self.disk.recording = True
        self.every = every
        self.operations = 0
        self.cuts = 0
        self.before = 0
        self.after = 0
        self.went_on = 0
        self.really = 0
        self._coming: list[bytes] = []
        self._first = True

    def _check(self, old: "State", new: "State", step: "Step") -> None:
        """Load what a cut left, and now and then go on from there."""
        mark = self.disk.mark()
        store, history = _load(self.disk)
        state = _state(history)
        self.cuts += 1
        self.after += state == new
        self.before += state == old and old != new
        if state != old and state != new:
            raise Lost("%s at cut %d" % (step[0], self.cuts))
        if self._first or self.cuts % self.every == 0:
            self.went_on += 1
            self._go_on(store, history, step)
        self.disk.take_back(mark)

    def _go_on(self, store: Store, history: History, step: "Step") -> None:
        """Take the last event back, bring it again, and add some; power goes after each third."""
        history.undo()
        store.save(history)
        if history.redo():
            store.save(history)
        for number, event in enumerate(self._coming):
            try:
                history.add(event)
            except Refused:
                continue  # what it needs has not come to be
            store.save(history)
            if number % 3 == 0:
                state = _state(history)
                store, history = _load(self.disk)
                if _state(history) != state:
                    raise Lost("going on after %s at cut %d" % (step[0], self.cuts))

    def _really_cut(self, number: int, old: "State", new: "State", step: "Step") -> None:
        """Take a step again, and let power go half-way through one of its operations."""
        mark = self.disk.mark()
        store, history = _load(self.disk)
        take(history, step)
        self.disk.cut(number, True)
        try:  # noqa: SIM105 - MicroPython has no contextlib
            write(store, history, step)
        except OSError:
            pass
        if self.disk.powered:
            raise Lost("power stayed on in %s" % step[0])
        self.disk.power_on()
        self.really += 1
        self._check(old, new, step)
        self.disk.take_back(mark)

    def match(self, steps: "list[Step]") -> None:
        """Every step of a match, with every cut there can be on the way."""
        disk = self.disk
        mount(disk, _ROOT, True)
        store = Store(_ROOT)
        history = store.load()
        for at, step in enumerate(steps):
            self._first = at == 0
            more = steps[at : at + (_GOES_FAR if self._first else _GOES_ON)]
            self._coming = [event for what, event in more if what == "add"]
            disk.forget()
            old = _state(history)
            take(history, step)
            new = _state(history) if step[0] != "finish" else (b"", 0)
            write(store, history, step)
            done = disk.take_back(0)
            for number in range(len(done)):
                self.operations += 1
                if self.operations % self.every == 0:
                    self._really_cut(number, old, new, step)
            self._check(old, new, step)
            for operation in done:
                disk.put(operation.at, operation.half())
                self._check(old, new, step)
                disk.put(operation.at, operation.data)
                self._check(old, new, step)
            mount(disk, _ROOT)


def main() -> None:
    """Run, and print the figures."""
    with open(sys.argv[1], "rb") as f:
        steps = script(f.read())
    sweep = Sweep(int(sys.argv[2]))
    start = time.time()
    sweep.match(steps)
    print("steps", len(steps))
    print("operations", sweep.operations)
    print("cuts", sweep.cuts)
    print("before", sweep.before)
    print("after", sweep.after)
    print("went_on", sweep.went_on)
    print("really", sweep.really)
    print("ms", int((time.time() - start) * 1000))


if __name__ == "__main__":
    main()
