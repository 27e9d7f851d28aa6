"""The matches in a copy of the device's files, read by the very code that wrote them."""

from dataclasses import dataclass
from pathlib import Path

import engine_core  # noqa: F401  gives CPython its `const` before the modules that need it
from engine_core import record
from engine_core.history import History, each
from engine_core.match import Match
from firmware.storage import form
from firmware.storage.recover import Damage
from firmware.storage.running import Running
from firmware.store import Store

_MORE_THAN_FIT = 1_000_000

_DAMAGES = {
    form.CUT: "ends too soon",
    form.CHECKSUM: "has changed bytes",
    form.MISSING: "is not there",
    form.MISFIT: "has events that make no match",
    form.NEWER: "was written by a newer version: update this checkout first",
    form.FOREIGN: "is not the companion's",
}


@dataclass(frozen=True)
class SavedMatch:
    """A match as a record: `number` counts the device's matches from 1; `damage` is what was
    amiss with it, in words."""

    number: int
    text: str
    running: bool
    damage: str | None

    @property
    def name(self) -> str:
        """What its file is called, whether it runs on or has ended."""
        return f"match-{self.number:06}"


def text_of(history: History) -> str:
    """Return a match as a record."""
    match = Match()
    text = ""
    for event in each(history.log):
        text += record.write(event, match) + "\n"
        match.apply(event)
    return text


def read(root: Path) -> list[SavedMatch]:
    """Return the matches in a folder that holds what the root of the device does, in order.

    A match that was just being put away when power went is put away there.
    """
    store = Store(str(root))
    store.load()  # puts away what was being put away
    slots = _slots(root)
    history = slots.load()
    damage = slots.damage
    found: list[SavedMatch] = []
    numbers = sorted(number for number, _ in store.finished(0, _MORE_THAN_FIT))
    for number in numbers:
        finished = store.read(number)
        found.append(SavedMatch(number, text_of(finished), False, _words(store.damage)))
    if history.count or damage is not None:
        # Where it has no number of its own, it becomes the next of the finished ones.
        number = slots.number or (numbers[-1] + 1 if numbers else 1)
        found.append(SavedMatch(number, text_of(history), True, _words(damage)))
    return found


def running(root: Path) -> str:
    """Return the running match in such a folder as a record; empty while there is none."""
    return text_of(_slots(root).load())


def _slots(root: Path) -> Running:
    return Running(str(root / "match"), str(root / "kept"))


def _words(damage: Damage | None) -> str | None:
    if damage is None:
        return None
    return (
        f"{damage.name} {_DAMAGES[damage.code]}; {damage.kept} events could be read, "
        f"at least {damage.lost} are lost"
    )
