"""The app: the match, the stack of screens, and the loop that brings keys to the one and its
picture to the display."""

from engine_core.codes import Refused
from engine_core.events import HAND
from engine_core.history import History

from . import memory
from .alarm import BROKEN, NO_DISPLAY, NOT_SAVED, Alarm
from .breaks import NO_MATCH, Breaks
from .canvas import COLUMNS, ROWS, Canvas
from .keys import BACK, LONG, OK, PRESS
from .lang import common, load
from .screen import HOME, POP, Screen, wrap
from .screens.crash import Crash, describe, place_of  # there when memory is not
from .storage import settings

_TYPE_CHECKING = const(0)
if _TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Protocol

    from engine_core.hand import Hand
    from engine_core.match import Match
    from engine_core.profiles import Rules

    from .display import Display
    from .storage.archive import Summary
    from .storage.recover import Damage

    class Keys(Protocol):
        """What the app needs of the keys."""

        @property
        def shared(self) -> "Sequence[Sequence[int]]": ...

        def poll(self, now_ms: int) -> int: ...

        def wait(self, ms: int) -> None: ...

    class Clock(Protocol):
        """What the app needs of the module `time`."""

        def ticks_ms(self) -> int: ...

        def ticks_diff(self, ticks1: int, ticks2: int) -> int: ...

        def ticks_add(self, ticks: int, delta: int) -> int: ...

    class Journal(Protocol):
        """What the app and its screens need of the store."""

        @property
        def damage(self) -> Damage | None: ...

        @property
        def low(self) -> bool: ...

        @property
        def any_finished(self) -> bool: ...

        @property
        def finished_count(self) -> int: ...

        def finished(self, __start: int, __n: int) -> list[tuple[int, Summary]]: ...

        def read(self, __number: int) -> History: ...

        def load(self) -> History: ...

        def prepare(self) -> None: ...

        def save(self, history: History) -> None: ...

        def finish(self, history: History) -> None: ...


# How often an idle display is asked whether it is still there: no hand pulls a plug and puts it
# back meanwhile. How often a lost one is called, which takes a while on a bus that hangs.
_PROBE_MS = const(100)
_RENEW_MS = const(10000)  # one that cannot be asked, on SPI, is set up and sent everything again
_CALL_MS = const(500)
_IDLE_MS = const(5)
_CONTRAST = const(0x40)
_POPUP_ROWS = const(4)

# The running app, for the simulator to ask.
current: "App | None" = None


class App:
    """The companion between its display, keys, store and clock."""

    def __init__(
        self,
        display: "Display",
        keys: "Keys",
        store: "Journal",
        clock: "Clock",
        alarm: Alarm | None = None,
        breaks: Breaks | None = None,
    ) -> None:
        memory.keep()
        self.canvas = Canvas()
        self.history = History()
        self.changes = 0  # of the events, counted
        self.team = 0  # the team that the table has in hand
        self.said_low = False  # that the disk runs low, once a power-on
        self.names = settings.names  # that a new match begins with; none: those of this one
        self.dirty = True
        self._display = display
        self._keys = keys
        # Whether OK has a key of its own, which can be held.
        self.ok_held = OK not in [codes[0] for codes in keys.shared]
        self.store = store
        self._clock = clock
        self._alarm = alarm or Alarm(None, clock)
        self._breaks = breaks
        self._loaded = False
        self._popup: list[bytes] = []
        self._stack: list[Screen] = []
        self._unprepared = False  # there was no match, perhaps on a new disk
        self._pressed_on: Screen | None = None  # where OK went down
        self._shown: Screen | None = None  # whose picture was sent last
        self._lost = True  # the display has to be started
        self._renewed_at = clock.ticks_ms()
        self._probed_at = clock.ticks_add(self._renewed_at, -_CALL_MS)

    # The match

    @property
    def match(self) -> "Match":
        """The match as it stands."""
        return self.history.match

    @property
    def rules(self) -> "Rules":
        """The rules of the match; there are some as soon as there is a match."""
        rules = self.history.match.rules
        if rules is None:
            raise ValueError("no match yet")
        return rules

    @property
    def hand(self) -> "Hand":
        """The hand on the table; there is one as soon as there is a match."""
        on_table = self.history.match.hand
        if on_table is None:
            raise ValueError("no hand yet")
        return on_table

    def do(self, event: bytes) -> bool:
        """Let something happen at the table and save it; what is refused is said on screen."""
        try:
            self.history.add(event)
        except Refused as refusal:
            self.refuse(refusal)
            return False
        self._save()
        return True

    def begin(self, events: list[bytes]) -> bool:
        """Put the match away and begin another one with these events, unless one is refused."""
        new = History()
        try:
            for event in events:
                new.add(event)
        except Refused as refusal:
            self.refuse(refusal)
            return False
        if self.history.count:
            try:
                self.store.finish(self.history)
            except OSError:
                self.say(load("faults").NOT_PUT_AWAY)
                return False
        self.history = new
        self.names = new.match.names
        self.team = 0
        self._save()
        return True

    def undo(self) -> None:
        """Take the last event back."""
        if self.history.undo():
            self._save()

    def redo(self) -> None:
        """Bring back the event that was taken back last."""
        if self.history.redo():
            self._save()

    def _save(self) -> None:
        self.changes += 1
        try:
            self.store.save(self.history)
        except OSError:
            self._alarm.set(NOT_SAVED)
            self.say(common.NOT_SAVED)
            return
        self._alarm.clear(NOT_SAVED)

    # Screens

    @property
    def screen(self) -> Screen:
        """The current screen."""
        return self._stack[-1]

    def home(self) -> Screen:
        """The screen at the bottom: the table, or the choice of rules before there is a match."""
        if self.match.hand:
            from .screens.table import Table

            return Table(self)
        from .screens.choose_rules import ChooseRules

        return ChooseRules(self)

    def start(self) -> None:
        """Open the first screen: after power-on, and after a fault. A fault becomes a page."""
        damage = None
        try:
            if self._loaded:
                # The fault may have left the match half changed; its events are whole.
                self.history = History(self.history.sequence(), self.history.back)
            else:
                damage = self._load()
            if self._breaks and self._breaks.repeated(self.history.count):
                self._try_without_last(self._breaks)
            self._alarm.clear(BROKEN)
            self._to_home()
            if damage:
                from .screens.damage import Damaged

                self.go(Damaged(self, damage, self.history))
        except Exception as error:
            self._broke(error)

    def _load(self) -> "Damage | None":
        if not settings.sound:
            self.say(load("faults").SETTINGS)
        try:
            self.history = self.store.load()
        except OSError:
            self.say(load("faults").NOT_LOADED)
        memory.release()  # what reads a match is not needed to go on with it
        self._loaded = True
        self._unprepared = not self.history.count
        if self._unprepared and self._keys.shared:
            setup = load("setup")
            names = setup.KEYS
            held = [setup.KEY_HELD % (names[a], names[b]) for a, b in self._keys.shared]
            self.say("\n".join(held))
        return self.store.damage

    def _try_without_last(self, breaks: Breaks) -> None:
        """Twice it broke at the same place; perhaps the last event is what it cannot bear."""
        breaks.tried()
        history = self.history
        last = history.last()
        if not last or (last[0] == HAND and history.match.hands == 1):
            return  # a match does not lose its first hand
        self.history = History(history.sequence(), history.back + 1)
        self._save()
        self.say(load("faults").WITHOUT_LAST)

    def say(self, text: str) -> None:
        """Show some words over the screen until a key is pressed."""
        self._popup = wrap(text, COLUMNS - 2)[:_POPUP_ROWS]
        self.dirty = True

    def refuse(self, refusal: Refused) -> None:
        """Show why something does not go."""
        from .refusals import explain

        self.say(explain(refusal, self.match))

    def go(self, where: "Screen | int | None") -> None:
        """Follow the answer of a screen's `key`."""
        if where is None:
            return
        stack = self._stack
        self._pressed_on = None  # a screen that has gone is not to be held
        if isinstance(where, Screen):
            stack[-1].leave()
            if stack[-1].passing:
                stack.pop()
            stack.append(where)
            where.enter()
        elif where == POP and len(stack) > 1:
            stack.pop().leave()
            stack[-1].enter()
        elif where == HOME:
            self._to_home()

    def _to_home(self) -> None:
        if self._stack:
            self._stack[-1].leave()
            self._stack.clear()
        self._stack.append(self.home())
        self._stack[-1].enter()

    # The loop

    def run(self) -> None:
        """Run for good. A fault in a screen becomes a page; KeyboardInterrupt passes."""
        while True:
            try:
                self.step()
            except Exception as error:
                self._broke(error)

    def step(self) -> None:
        """One round: a key or a tick, then the picture, then a short sleep if nothing was up."""
        now = self._clock.ticks_ms()
        event = self._keys.poll(now)
        if event >= 0:
            self.key(event & 3, event >> 2)
        else:
            self.screen.tick(now)
        if self.dirty and not self._lost:
            self._show()
        elif event < 0:
            self._probe(now)
            self._alarm.tick(now)
            if self._unprepared and not self.dirty:
                self._prepare()  # the first picture is there
            self._keys.wait(_IDLE_MS)
        if self._shown is not self.screen:
            self._shown = self.screen
            memory.tidy()

    def _prepare(self) -> None:
        """Make the files of a match while nobody waits for them: it takes half a second."""
        self._unprepared = False
        try:
            self.store.prepare()
        except OSError:
            self._alarm.set(NOT_SAVED)

    def key(self, code: int, kind: int) -> None:
        """Give a key to the popup or to the current screen."""
        self.dirty = True
        if self._popup:
            self._popup = []
            # OK and BACK only take the words away: who reads on does not confirm twice.
            self._pressed_on = None
            if code in (OK, BACK):
                return
        top = self.screen
        if kind == PRESS:
            self._pressed_on = top
        elif code == OK and kind == LONG and self._pressed_on is not top:
            return  # it went down on a screen that is no more
        changes = self.changes
        try:
            where = top.key(code, kind)
        except MemoryError:
            if self.changes != changes:
                raise
            # Nothing has happened yet: most likely a screen could not be imported.
            memory.forget()
            where = top.key(code, kind)
        self.go(where)

    def draw(self) -> None:
        """Put the current picture into the canvas."""
        canvas = self.canvas
        canvas.clear()
        self.screen.draw(canvas)
        if self._popup:
            row = ROWS - len(self._popup)
            for line in self._popup:
                canvas.text(0, row, b" " * COLUMNS, True)
                canvas.text(1, row, line, True)
                row += 1

    def _show(self) -> None:
        self.dirty = False
        try:
            self.draw()
        except MemoryError:
            memory.forget()
            self.draw()
        try:
            self.canvas.flush(self._display)
        except OSError:
            self._lose()

    def _probe(self, now: int) -> None:
        """See now and then whether the display is there; start it when it is back."""
        wait = _CALL_MS if self._lost else _PROBE_MS
        if self._clock.ticks_diff(now, self._probed_at) < wait:
            return
        self._probed_at = now
        try:
            if self._lost:
                self._display.init()
                self.canvas.dark()
                self.dirty = True
                self._lost = False
                self._alarm.clear(NO_DISPLAY)
            self._display.contrast(_CONTRAST)
            if self._clock.ticks_diff(now, self._renewed_at) >= _RENEW_MS:
                self._renewed_at = now
                if self._display.renew():
                    self.canvas.touch()
                    self.dirty = True
        except OSError:
            if self._lost:
                self._alarm.set(NO_DISPLAY)
            self._lose()

    def _lose(self) -> None:
        """The display did not answer: at once one more try, which a disturbed byte may need."""
        if not self._lost:
            self._lost = True
            self._probed_at = self._clock.ticks_add(self._clock.ticks_ms(), -_CALL_MS)

    def _broke(self, error: Exception) -> None:
        """Save, and show what happened and where instead of the screen that it happened in."""
        stack = self._stack
        self._popup = []
        self._pressed_on = self._shown = None
        hopeless = stack and stack[-1].last_resort
        apart = any(screen.apart for screen in stack)
        stack.clear()
        memory.forget()
        if hopeless:
            raise error  # not even the page can be shown
        saved = self._loaded
        try:
            if saved:
                self.store.save(self.history)
        except Exception:
            saved = False
        if self._breaks:
            count = NO_MATCH if apart else self.history.count
            self._breaks.add(place_of(error), count, describe(error))
        self._alarm.set(BROKEN)
        stack.append(Crash(self, error, saved))
        self.dirty = True


def run() -> None:
    """Start the companion on the hardware that the board describes, and run it for good."""
    from . import hardware

    global current  # noqa: PLW0603 (there is one app, and the simulator looks for it here)
    current = App(
        hardware.display(),
        hardware.keys(),
        hardware.store(),
        hardware.clock(),
        hardware.alarm(),
        hardware.breaks(),
    )
    del hardware  # this goes on for good
    current.start()
    print("Biriba Companion: ready")  # on USB, for whoever has just put it there
    current.run()
