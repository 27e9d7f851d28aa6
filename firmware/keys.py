"""The keys: what the contacts do, turned into presses, long presses and repeats.

Keys close to ground and have the internal pull-up: low is down. Contacts bounce, for up to 20 ms,
and a tap can be shorter than a save to flash. So a hard interrupt on both edges notes what
happened, and allocates nothing; `poll()` makes events of it later, in order, however late.

A run of edges with less than 20 ms between two of them is one *burst*. The level the contact had
before its first edge decides what it means:

    before the burst   after it   it was                   counted
    ----------------   --------   ----------------------   -------------------------------
    up                 down       a press                  once, at the first edge
    up                 up         a tap                    once, at the first edge
    down               up         the release              nothing
    down               down       the contact chattered    nothing, the hold goes on

    then                          events
    ---------------------------   ------------------------------------------------------
    at the first edge             PRESS
    UP, DOWN: held 450 ms         REPEAT, and then every 120 ms, on a schedule counted
                                  from the press: a late poll gives one, the next is in time
    OK, BACK: held 600 ms         LONG, once
    held 20 s                     nothing more before the release: the key is stuck
    down at the start             nothing before the release: the key is stuck
    several keys at once          each gives its own, presses in the order of their edges

While flash is erased no interrupt comes: its edges are one late call. As long as no poll has seen
the key at rest, such a call within 100 ms belongs to the burst before it, unless the key was down
before and is up now, or was let go of and is down now.

A key with a second code (a board that has fewer than four) cannot tell at once what it is:

    held 600 ms                   PRESS of the second code, and from then on what that code gives
                                  when it is held
    released before               PRESS of the first code, when the release has settled

Times are milliseconds of `ticks_ms`. They wrap, so only `ticks_diff` compares them.
"""

UP = const(0)
DOWN = const(1)
OK = const(2)
BACK = const(3)

PRESS = const(0)
LONG = const(1)
REPEAT = const(2)

# An event is one small integer, `code | kind << 2`; no event is NOTHING.
NOTHING = const(-1)

_SETTLE_MS = const(20)
# Longer than any save keeps interrupts off: 75 ms.
_BLIND_MS = const(100)
_FIRST_REPEAT_MS = const(450)
_REPEAT_MS = const(120)
_LONG_MS = const(600)
_STUCK_MS = const(20000)

# Edges are counted in a small integer, which MicroPython keeps without allocating.
_COUNT_MASK = const(0x3FFFFFF)

# Presses that wait for a poll, a power of two: nobody presses so often during the longest save.
_WAITING = const(16)

_NO_CODE = const(-1)

_TYPE_CHECKING = const(0)
if _TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Protocol

    class Clock(Protocol):
        """What the keys need of the module `time`."""

        def ticks_ms(self) -> int: ...

        def ticks_diff(self, ticks1: int, ticks2: int) -> int: ...

        def ticks_add(self, ticks: int, delta: int) -> int: ...

        def sleep_ms(self, ms: int) -> object: ...

    class KeyPin(Protocol):
        """What the keys need of `machine.Pin`: an input with its pull-up on."""

        IRQ_FALLING: int
        IRQ_RISING: int

        def value(self) -> int: ...

        def irq(self, handler: object, trigger: int, *, hard: bool) -> object: ...


def code(event: int) -> int:
    """Which key the event is of: UP, DOWN, OK or BACK."""
    return event & 3


def kind(event: int) -> int:
    """What the event is: PRESS, LONG or REPEAT."""
    return event >> 2


class _Presses:
    """The presses that wait for a poll: written by interrupts, read by polls, so no lock."""

    def __init__(self) -> None:
        self.keys = bytearray(_WAITING)
        self.written = 0
        self.read = 0

    def put(self, key: int) -> None:
        # Full, it drops the newest.
        if self.written - self.read & _COUNT_MASK < _WAITING:
            self.keys[self.written & _WAITING - 1] = key
            self.written = self.written + 1 & _COUNT_MASK

    def waits(self, key: int) -> bool:
        """Whether there is one of this key."""
        at = self.read
        while at != self.written:
            if self.keys[at & _WAITING - 1] == key:
                return True
            at = at + 1 & _COUNT_MASK
        return False


class _Contact:
    """One key's contact. `edge` runs in the interrupt; the rest belongs to the polls."""

    def __init__(
        self, number: int, pin: "KeyPin", clock: "Clock", presses: _Presses, codes: "Sequence[int]"
    ) -> None:
        self.pin = pin
        self.code = codes[0]
        self.second = codes[1] if len(codes) > 1 else _NO_CODE
        self._number = number
        self._presses = presses
        self._ticks_ms = clock.ticks_ms
        self._ticks_diff = clock.ticks_diff
        # The interrupt's own: the level after the latest edge, its time, the number of edges.
        self.level = pin.value()
        self.edge_at = clock.ticks_ms()
        self.edges = 0
        self.pressed_at = self.edge_at
        # Whether the latest burst began with the contact up.
        self._pressing = 0
        # The number of edges at which a poll last saw the contact at rest; at first none has.
        # It spares the interrupt a comparison of times further apart than ticks can tell.
        self.settled = -1
        self.ignored = self.level == 0
        self.held = False
        self.next_at = 0
        # Whether its press has been given.
        self.given = False
        pin.irq(self.edge, pin.IRQ_FALLING | pin.IRQ_RISING, hard=True)

    def edge(self, pin: object) -> None:
        """Note an edge: the interrupt. Several that could not come one by one are one call."""
        now = self._ticks_ms()
        level = self.pin.value()
        if self._begins(self._ticks_diff(now, self.edge_at), level):
            self._pressing = self.level
            if self.level:
                self.pressed_at = now
                self._presses.put(self._number)
        self.edge_at = now
        self.edges = self.edges + 1 & _COUNT_MASK
        self.level = level

    def _begins(self, since: int, level: int) -> int:
        """Whether an edge so long after the latest one begins a burst."""
        if self.settled == self.edges or since >= _BLIND_MS:
            return 1
        if since < _SETTLE_MS:
            return 0
        # Nobody has polled since. Perhaps an erase began in the middle of a burst, and this is
        # the rest of it, late. So it is after a press that looked open; and after a release,
        # unless the key is down, which its bounce cannot be any more.
        if self.level == 0:
            return 1
        return 0 if self._pressing else 1 - level

    def rests(self, now_ms: int) -> bool:
        """Whether there has been no edge for the settle time."""
        edges = self.edges
        if self.settled != edges:
            if self._ticks_diff(now_ms, self.edge_at) < _SETTLE_MS:
                return False
            # An edge that comes now has raised `edges`, and is not called settled by this.
            self.settled = edges
        if self.pin.value() != self.level:
            # An edge that nobody reported, such as one before the interrupt was on.
            self.edge(self.pin)
            return False
        return True


class Keys:
    """All keys of a board. Nothing is allocated after the constructor.

    `pins` are the keys' pins; `codes` says for each which code it gives, and which second code
    if it is held, as (code,) or (code, second code). `clock` is the module `time`. `shared` are
    the codes of the keys that have two.
    """

    def __init__(
        self, pins: "Sequence[KeyPin]", codes: "Sequence[Sequence[int]]", clock: "Clock"
    ) -> None:
        self._ticks_diff = clock.ticks_diff
        self._ticks_add = clock.ticks_add
        self._sleep_ms = clock.sleep_ms
        self._presses = _Presses()
        self.shared = [row for row in codes if len(row) > 1]
        self._contacts = [
            _Contact(number, pins[number], clock, self._presses, codes[number])
            for number in range(len(pins))
        ]

    def poll(self, now_ms: int) -> int:
        """Return the next event, or NOTHING. `now_ms` is the clock's `ticks_ms()`."""
        presses = self._presses
        while presses.read != presses.written:
            number = presses.keys[presses.read & _WAITING - 1]
            contact = self._contacts[number]
            if contact.held and not contact.given:
                # It has been released and pressed again since the last poll.
                contact.held = False
                return contact.code
            presses.read = presses.read + 1 & _COUNT_MASK
            contact.held = True
            contact.ignored = False
            contact.given = False
            contact.next_at = contact.pressed_at
            if contact.second < 0:
                return self._press(contact, contact.code)
            contact.next_at = self._ticks_add(contact.next_at, _LONG_MS)
            # Let go of since the last poll, perhaps before another one was pressed?
            if presses.waits(number):
                contact.held = False
                return contact.code
            if contact.level and contact.rests(now_ms):
                contact.held = False
                held_ms = self._ticks_diff(contact.edge_at, contact.pressed_at)
                return contact.code if held_ms < _LONG_MS else contact.second
        for contact in self._contacts:
            event = self._hold(contact, now_ms)
            if event >= 0:
                return event
        return NOTHING

    def wait(self, ms: int) -> None:
        """Sleep for at most so long: a press is not kept waiting."""
        presses = self._presses
        while ms > 0 and presses.read == presses.written:
            self._sleep_ms(1)
            ms -= 1

    def stuck(self) -> int:
        """Return the keys that are held and ignored, as a sum of `1 << code`."""
        mask = 0
        for contact in self._contacts:
            if contact.ignored:
                mask |= 1 << contact.code
        return mask

    def _press(self, contact: _Contact, code: int) -> int:
        """A press of one of its codes; what follows comes so long after it."""
        contact.given = True
        wait = _FIRST_REPEAT_MS if code <= DOWN else _LONG_MS
        contact.next_at = self._ticks_add(contact.next_at, wait)
        return code

    def _hold(self, contact: _Contact, now_ms: int) -> int:
        """What being held, or let go of, gives now."""
        if not contact.held and not contact.ignored:
            contact.rests(now_ms)
            return NOTHING
        if contact.level:
            if contact.rests(now_ms):
                tapped = contact.held and not contact.given
                contact.held = contact.ignored = False
                if tapped:
                    return contact.code
            return NOTHING
        if not contact.rests(now_ms) or contact.ignored:
            return NOTHING
        if self._ticks_diff(now_ms, contact.pressed_at) >= _STUCK_MS:
            contact.held = False
            contact.ignored = True
            return NOTHING
        late = self._ticks_diff(now_ms, contact.next_at)
        if late < 0:
            return NOTHING
        if not contact.given:
            return self._press(contact, contact.second)
        code = contact.code if contact.second < 0 else contact.second
        if code <= DOWN:
            contact.next_at = self._ticks_add(contact.next_at, late - late % _REPEAT_MS)
            contact.next_at = self._ticks_add(contact.next_at, _REPEAT_MS)
            return code | REPEAT << 2
        # Nothing follows.
        contact.next_at = self._ticks_add(contact.pressed_at, 2 * _STUCK_MS)
        return code | LONG << 2
