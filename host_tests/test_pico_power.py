"""Power that fails again and again on the emulated Pico in the middle of matches.

It goes before, in the middle of or after an erase or a program, whatever the Pico is doing: making
the files on a new disk, saving an event, putting a match away. The Pico then gets power again, and
the match has to be the one before or after the event in flight. From there it goes on, with the
event again where it was lost, and with the next cut on its way.

Some matches are entered in the app with the keys; then the picture has to be right too, and the
files as the laptop reads them. A match of twelve hands, in which much is taken back and amended,
is saved by the store alone, which is faster.
"""

import random
import statistics
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

from engine_core import events, record
from engine_core.history import History, each
from engine_core.match import Match
from firmware.store import Store
from host_tests.device.screens_kit import Player
from host_tests.display_kit import expected
from host_tests.fingers import Fingers
from host_tests.test_match_by_keys import MATCHES
from tools import bundle, frames, venv
from tools.faults import cuts
from tools.pico import samples
from tools.pico.companion import Companion
from tools.pico.harness import Pico, PowerCut

pytestmark = pytest.mark.pico

_PITCH_MS = 150
_PRESS_MS = 60
_LONG_MS = 750
_SAVED_MS = 250
# The longest that keys keep the device busy: many in a row, the last of which puts a match away.
_BUSY_MS = 5000
# How long the files of a new disk take, in milliseconds and in flash operations.
_NEW_DISK_MS = 1500
_NEW_DISK = 60
# After how many operations the power goes, as often as it is here: a save is mostly one. Some
# need many, and would never be done if it did not stay on for them now and then.
_OPERATIONS = (1, 1, 1, 1, 2, 24)
_MOMENTS = ("before", "middle", "after")
_NAMES = {"U": "UP", "D": "DOWN", "O": "OK", "B": "BACK"}

# The logs of the matches that were put away, and of the running one.
State = tuple[list[bytes], bytes]

_ASK = """\
from binascii import hexlify
from firmware.app import current
print(hexlify(current.history.sequence()).decode(), current.history.back)
"""
# What was interrupted to be asked goes on.
_GO_ON = b"current.run()\x04"


class Evening:
    """A Pico whose power fails; `cuts` counts how often and when, as `PowerCut` says it."""

    def __init__(self, most_cuts: int, seed: int) -> None:
        self.companion = Companion(bundle.build())
        self.cuts: dict[str, int] = {}
        self.lost = 0  # events that had to be entered again
        self.kept = 0  # events that were there although power went while they were saved
        self.entered = 0
        self.resumes: list[float] = []  # milliseconds from power-on to the whole picture
        self._most_cuts = most_cuts
        self._chance = random.Random(seed)
        self._state: State = ([], b"")
        self._fingers = Fingers(Player())

    def __str__(self) -> str:
        when = ", ".join(f"{count} {when}" for when, count in sorted(self.cuts.items()))
        return (
            f"{sum(self.cuts.values())} power cuts ({when}) in {self.entered} events;"
            f" the event in flight was there {self.kept} times and not {self.lost} times;"
            f" resumed in {statistics.mean(self.resumes):.0f} ms, at most"
            f" {max(self.resumes):.0f} ms; {self.companion.pico.flash_counts}"
        )

    def begin(self) -> None:
        """Power on for the first time; the disk is new."""
        self._power_on([self._state])

    def play(self, text: str) -> None:
        """Enter a record; a match that is there is put away for it."""
        match = Match()
        beginning: list[bytes] = []
        for line in record.lines(text.encode()):
            event = record.read(line, match)
            match.apply(event)
            if match.hands == 0:
                beginning.append(event)
            elif beginning:
                whole = [*beginning, event]
                beginning = []
                self._enter(whole, lambda fingers, whole=whole: fingers.begin(whole))
            else:
                self._enter([event], lambda fingers, event=event: fingers.do(event))

    def end(self) -> None:
        """Look a last time."""
        self.companion.pico.power_off()
        self._power_on([self._state])
        self.companion.pico.power_off()

    def _enter(self, new: list[bytes], typed_by: Callable[[Fingers], None]) -> None:
        """Press the keys for events, again and again until they are there."""
        self.entered += 1
        away, log = before = self._state
        more = b"".join(events.varint(len(event)) + event for event in new)
        if new[0][0] == events.RULES and log:
            # One match is put away before the other begins.
            states = [before, ([*away, log], b""), ([*away, log], more)]
        else:
            states = [before, (away, log + more)]
        while self._state != states[-1]:
            self._fingers.typed = ""
            typed_by(self._fingers)
            self._arm(self._chance.choice(_OPERATIONS))
            try:
                self._press(self._fingers.typed)
            except PowerCut as cut:
                self._note(cut)
                self._power_on(states)
                states = states[states.index(self._state) :]
                self.kept += len(states) == 1
                self.lost += len(states) > 1
            else:
                self._state = states[-1]

    def _note(self, cut: PowerCut) -> None:
        self.cuts[str(cut)] = self.cuts.get(str(cut), 0) + 1

    def _power_on(self, states: list[State]) -> None:
        """Give it power until it stays on; it has to be in one of these states."""
        while True:
            self._state = self._on_disk()
            assert self._state in states, (self._state, states)
            log = self._state[1]
            self.companion.power_on()
            at_start = self._chance.choice(_OPERATIONS)
            self._arm(at_start if log else self._chance.randrange(1, _NEW_DISK))
            try:
                resumed_ms = self.companion.wait_for_frame() / 1000
                if not log:
                    self.companion.pico.run(_NEW_DISK_MS)
                said = self.companion.pico.exec(_ASK)
            except PowerCut as cut:
                self._note(cut)
                continue
            break
        assert said == f"{log.hex()} 0\n"
        self.companion.pico.send(_GO_ON)
        self.companion.pico.wait_for(b"OK")
        self._fingers = Fingers(Player(log))
        self._same_picture()
        self.resumes.append(resumed_ms)

    def _on_disk(self) -> State:
        """What the laptop reads in the files."""
        with tempfile.TemporaryDirectory() as scratch:
            for name, content in self.companion.pico.files().items():
                path = Path(scratch) / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
            store = Store(scratch)
            running = store.load()
            assert store.damage is None
            assert running.back == 0
            away: list[bytes] = []
            for number, _ in store.finished(0, 9):
                away.insert(0, bytes(store.read(number).log))
                assert store.damage is None
        return (away, bytes(running.log))

    def _arm(self, operation: int) -> None:
        if sum(self.cuts.values()) < self._most_cuts:
            self.companion.pico.cut_power(operation, self._chance.choice(_MOMENTS))

    def _press(self, letters: str) -> None:
        """Press keys at the pace of somebody who knows them; the device then shows the same as
        one whose power does not fail."""
        at = 0
        for letter in letters:
            held = _PRESS_MS if letter.isupper() else _LONG_MS
            pin = self.companion.keys[_NAMES[letter.upper()]]
            self.companion.pico.press(pin, at, held)
            at += held - _PRESS_MS + _PITCH_MS
        self.companion.pico.run(at + _SAVED_MS)
        self._same_picture()

    def _same_picture(self) -> None:
        meant = expected(self._fingers.player.app.canvas)
        chip = self.companion.chip
        try:
            self.companion.pico.run_until(lambda: chip.pixels() == meant, _BUSY_MS, step_ms=20)
        except TimeoutError:
            pytest.fail(f"it shows\n{frames.art(chip.pixels())}and not\n{frames.art(meant)}")


def _play(most_cuts: int, seed: int, *matches: str) -> Evening:
    evening = Evening(most_cuts, seed)
    evening.begin()
    for name in matches:
        evening.play(MATCHES[name])
    evening.end()
    print(evening)
    return evening


def test_a_few_cuts_of_a_match_by_keys() -> None:
    evening = _play(4, 1, "casual")
    assert sum(evening.cuts.values()) == 4


@pytest.mark.long
def test_cuts_of_matches_by_keys() -> None:
    evening = _play(1000, 2, "casual", "casual")
    assert sum(evening.cuts.values()) >= 20
    assert evening.lost > 5
    assert evening.kept > 5
    assert max(evening.resumes) < 2000


# What the device is asked to do, beside the steps of tools/faults/cuts.py themselves.
_RESUME = """\
import time
from binascii import hexlify
from firmware.store import Store
from tools.faults.cuts import take, write
start = time.ticks_us()
store = Store("")
history = store.load()
us = time.ticks_diff(time.ticks_us(), start)
print(us, len(store.finished(0, 9)), store.damage is None, history.back,
      hexlify(history.sequence()).decode())
"""


def _faults() -> dict[str, bytes]:
    """The device's files without the app's start, and the steps."""
    files = {name: data for name, data in bundle.build().items() if name != bundle.MAIN}
    for name in ("faults/__init__", "faults/cuts", "faults/disk", "sim/device/fake_flash"):
        source = venv.ROOT / "tools" / f"{name}.py"
        files[f"tools/{name}.mpy"] = bundle.compile_module(source, f"{name}.py")
    return files


def _sweep(steps: "list[cuts.Step]", most: int, seed: int) -> dict[str, int]:
    """Take the steps with the power going after at most so many operations, and print figures.

    They have to be more than a step needs: much that was taken back is a rewritten file of 4 KB.
    """
    chance = random.Random(seed)
    history = History()
    states = [(b"", 0)]
    for step in steps:
        cuts.take(history, step)
        if step[0] == "finish":
            history = History()
        states.append((bytes(history.sequence()), history.back))
    pico = Pico(_faults())
    figures: dict[str, int] = {}
    loads: list[int] = []
    done = lost = kept = 0  # steps that are taken, and those that were in flight
    in_flight = False
    while done < len(steps):
        pico.power_on()
        us, finished, whole, back, sequence = (pico.exec(_RESUME) + " ").split(" ")[:5]
        loads.append(int(us))
        state = (bytes.fromhex(sequence.strip()), int(back))
        assert whole == "True"
        assert state in (states[done], states[done + 1] if in_flight else states[done])
        if in_flight:
            after = state != states[done]
            done += after
            kept += after
            lost += not after
        assert int(finished) == (done == len(steps))
        pico.cut_power(chance.randrange(1, most + 1), chance.choice(_MOMENTS))
        try:
            in_flight = True
            while done < len(steps):
                step = steps[done]
                pico.exec(f"step = {step!r}\ntake(history, step)\nwrite(store, history, step)")
                done += 1
            in_flight = False
            pico.power_off()
        except PowerCut as cut:
            figures[str(cut)] = figures.get(str(cut), 0) + 1
    print(
        f"{sum(figures.values())} power cuts ({figures}) in {len(steps)} steps of a match: the one"
        f" in flight was there {kept} times and not {lost} times; loaded in"
        f" {statistics.mean(loads) / 1000:.0f} ms, at most {max(loads) / 1000:.0f} ms;"
        f" {pico.flash_counts}"
    )
    return figures


def test_a_few_cuts_of_the_store() -> None:
    events_ = list(each(samples.long_match()))
    steps: list[cuts.Step] = [("add", event) for event in events_[:12]]
    steps += [("undo", b""), ("redo", b""), ("amend", b""), ("finish", b"")]
    figures = _sweep(steps, 12, 3)
    assert sum(figures.values()) >= 2


@pytest.mark.long
def test_more_than_a_hundred_cuts_of_twelve_hands() -> None:
    figures = _sweep(cuts.script(samples.long_match()), 22, 4)
    assert sum(figures.values()) >= 100
    assert len(figures) == 6, "before, in the middle of and after erases and programs"
