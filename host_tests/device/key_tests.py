"""The tests of the keys, which ../test_keys.py runs on both runtimes.

A rig stands for the contacts, the clock and the processor: edges come at their microsecond, polls
at their intervals, and neither comes while flash is erased.
"""

from firmware import keys
from firmware.keys import BACK, DOWN, LONG, NOTHING, OK, PRESS, REPEAT, UP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from tools.sim.bounce import TRACES, changes
else:
    try:
        from tools.sim.bounce import TRACES, changes
    except ImportError:
        # On MicroPython there are no tools; the traces are put beside the firmware.
        from bounce import TRACES, changes

_MASK = 0x3FFFFFFF
_HALF = 0x20000000

FOUR = ((UP,), (DOWN,), (OK,), (BACK,))
TWO = ((DOWN, OK), (UP, BACK))
BOARD = ((DOWN, UP), (OK, BACK))


def _nobody(pin: object) -> None:
    """Who is told of edges before anybody asks for them."""


class _Pin:
    IRQ_FALLING: int = 4
    IRQ_RISING: int = 8

    def __init__(self) -> None:
        self.level = 1
        self.handler: Callable[[object], None] = _nobody
        self.trigger = 0
        self.hard = False
        self.latched = False

    def value(self) -> int:
        return self.level

    def irq(self, handler: "Any", trigger: int, *, hard: bool) -> None:
        self.handler = handler
        self.trigger = trigger
        self.hard = hard


class Rig:
    """Four keys, or others; `start_ms` is what the ticks begin at, `down` the keys held then."""

    def __init__(
        self,
        codes: "tuple[tuple[int, ...], ...]" = FOUR,
        start_ms: int = 0,
        down: "tuple[int, ...]" = (),
    ) -> None:
        self.now_us = 0
        self.events: list[tuple[int, int]] = []
        self.times: list[int] = []
        self.pins = [_Pin() for _ in codes]
        self._start_ms = start_ms
        self._edges: list[tuple[int, int, int]] = []
        for key in down:
            self.pins[key].level = 0
        self.keys = keys.Keys(self.pins, codes, self)

    def ticks_ms(self) -> int:
        return (self._start_ms + self.now_us // 1000) & _MASK

    def ticks_add(self, ticks: int, delta: int) -> int:
        return (ticks + delta) & _MASK

    def ticks_diff(self, ticks1: int, ticks2: int) -> int:
        return ((ticks1 - ticks2 + _HALF) & _MASK) - _HALF

    def sleep_ms(self, ms: int) -> None:
        self._pass(self.now_us + ms * 1000, True)

    def press(
        self,
        key: int,
        at_ms: int,
        held_ms: int,
        trace: "tuple[str, tuple[int, ...], tuple[int, ...]]" = TRACES[0],
    ) -> None:
        """Press a key for so long: its contact bounces as the trace says."""
        self.make(key, at_ms, trace)
        self.let_go(key, at_ms + held_ms, trace)

    def make(
        self,
        key: int,
        at_ms: int,
        trace: "tuple[str, tuple[int, ...], tuple[int, ...]]" = TRACES[0],
    ) -> None:
        self.add(key, changes(trace[1], at_ms * 1000, 0))

    def let_go(
        self,
        key: int,
        at_ms: int,
        trace: "tuple[str, tuple[int, ...], tuple[int, ...]]" = TRACES[0],
    ) -> None:
        self.add(key, changes(trace[2], at_ms * 1000, 1))

    def add(self, key: int, edges: "list[tuple[int, int]]") -> None:
        self._edges += [(at, level, key) for at, level in edges]
        self._edges.sort()

    def run(self, until_ms: int, every_ms: int = 5) -> None:
        """Let time pass, polling."""
        while self.now_us < until_ms * 1000:
            self._pass(min(self.now_us + every_ms * 1000, until_ms * 1000), True)
            self.poll()

    def busy(self, until_ms: int) -> None:
        """Let time pass with interrupts, but no polls: a screen is drawn."""
        self._pass(until_ms * 1000, True)

    def erase(self, until_ms: int) -> None:
        """Let time pass without interrupts: a pin's edges arrive as one afterwards."""
        self._pass(until_ms * 1000, False)
        for pin in self.pins:
            if pin.latched:
                pin.latched = False
                pin.handler(pin)

    def poll(self) -> None:
        """Take all events."""
        while True:
            event = self.keys.poll(self.ticks_ms())
            if event == NOTHING:
                return
            self.events.append((keys.code(event), keys.kind(event)))
            self.times.append(self.now_us // 1000)

    def _pass(self, until_us: int, interrupts: bool) -> None:
        while self._edges and self._edges[0][0] <= until_us:
            at, level, key = self._edges.pop(0)
            pin = self.pins[key]
            if level == pin.level:
                continue
            self.now_us = max(self.now_us, at)
            pin.level = level
            if interrupts:
                pin.handler(pin)
            else:
                pin.latched = True
        self.now_us = until_us


def _expect(rig: Rig, *events: "tuple[int, int]") -> None:
    assert rig.events == list(events), rig.events


def test_the_interrupts_are_hard_and_on_both_edges() -> None:
    for pin in Rig().pins:
        assert pin.hard
        assert pin.trigger == _Pin.IRQ_FALLING | _Pin.IRQ_RISING


def test_a_press_acts_at_once() -> None:
    rig = Rig()
    rig.press(OK, 102, 80)
    rig.run(105, 1)
    _expect(rig, (OK, PRESS))
    assert rig.times == [102]
    rig.run(1000)
    _expect(rig, (OK, PRESS))


def test_every_trace_of_every_length_counts_once() -> None:
    for trace in TRACES:
        longest = max(trace[1][-1], trace[2][-1]) // 1000 + 1
        for held in (longest, longest + 7, 60, 200, 440):
            for every in (1, 5, 33):
                rig = Rig()
                rig.press(DOWN, 100, held, trace)
                rig.run(1000, every)
                _expect(rig, (DOWN, PRESS))


def test_fast_presses_are_all_counted() -> None:
    for trace in TRACES:
        rig = Rig()
        for i in range(10):
            rig.press(OK, 100 + 110 * i, 45, trace)
        rig.run(1500)
        _expect(rig, *[(OK, PRESS)] * 10)


def test_taps_of_three_milliseconds_count_once() -> None:
    for held in range(1, 16):
        for every in (1, 5, 10):
            rig = Rig()
            rig.press(BACK, 50, held)
            rig.press(BACK, 50 + held + 30, held)
            rig.run(400, every)
            _expect(rig, (BACK, PRESS), (BACK, PRESS))


def test_presses_without_any_poll_come_later_in_their_order() -> None:
    for trace in TRACES:
        rig = Rig()
        rig.run(100)
        rig.press(DOWN, 110, 40, trace)
        rig.press(OK, 130, 60, trace)
        rig.press(DOWN, 220, 40, trace)
        rig.busy(400)
        rig.run(600)
        _expect(rig, (DOWN, PRESS), (OK, PRESS), (DOWN, PRESS))


def test_a_tap_during_an_erase_counts_once() -> None:
    for trace in TRACES:
        rig = Rig()
        rig.run(100)
        rig.press(OK, 105, 21, trace)
        rig.erase(160)
        rig.run(400)
        _expect(rig, (OK, PRESS))


def test_edges_about_an_erase_count_once() -> None:
    for trace in TRACES:
        for start in range(90, 130, 3):
            # The press falls before, into or after it; the release comes later.
            rig = Rig()
            rig.run(start)
            rig.press(OK, 105, 150, trace)
            rig.erase(start + 60)
            rig.run(600)
            _expect(rig, (OK, PRESS))
            # The release falls into it.
            rig = Rig()
            rig.press(OK, 20, 85, trace)
            rig.run(start)
            rig.erase(start + 60)
            rig.run(600)
            _expect(rig, (OK, PRESS))


def test_a_press_right_after_a_release_in_an_erase_counts() -> None:
    rig = Rig()
    rig.press(OK, 20, 90)
    rig.run(100)
    rig.erase(160)
    rig.press(OK, 185, 50)
    rig.run(400)
    _expect(rig, (OK, PRESS), (OK, PRESS))


def test_ok_and_back_give_one_long() -> None:
    for key in (OK, BACK):
        for trace in TRACES:
            rig = Rig()
            rig.press(key, 100, 2000, trace)
            rig.run(2500)
            _expect(rig, (key, PRESS), (key, LONG))
            assert rig.times[0] in (100, 105), rig.times
            assert 700 <= rig.times[1] <= 705, rig.times


def test_up_and_down_repeat_on_their_schedule() -> None:
    for key in (UP, DOWN):
        for every in (1, 7, 50):
            rig = Rig()
            rig.press(key, 100, 1000, TRACES[1])
            rig.run(1500, every)
            _expect(rig, (key, PRESS), *[(key, REPEAT)] * 5)
            for i, time in enumerate(rig.times[1:]):
                assert 0 <= time - (550 + 120 * i) <= every, rig.times


def test_a_late_poll_gives_one_repeat_and_keeps_the_schedule() -> None:
    rig = Rig()
    rig.make(UP, 100)
    rig.run(500)
    rig.busy(900)
    rig.run(1040, 1)
    # 550, 670 and 790 are one; the next are due at 910 and 1030.
    assert rig.times == [100, 901, 910, 1030], rig.times


def test_chatter_during_a_hold_changes_nothing() -> None:
    rig = Rig()
    rig.make(OK, 100)
    for at in (250, 300, 400, 590):
        rig.add(OK, [(at * 1000, 1), (at * 1000 + 1500, 0)])
    rig.run(1000)
    _expect(rig, (OK, PRESS), (OK, LONG))


def test_keys_at_once_are_two_events() -> None:
    for first in TRACES:
        for second in TRACES:
            rig = Rig()
            rig.press(UP, 100, 100, first)
            rig.press(BACK, 100, 100, second)
            rig.run(500)
            assert sorted(rig.events) == [(UP, PRESS), (BACK, PRESS)], rig.events


def test_a_key_down_at_the_start_is_ignored_until_released() -> None:
    rig = Rig(down=(UP, BACK))
    assert rig.keys.stuck() == 1 << UP | 1 << BACK
    rig.press(OK, 300, 50)
    rig.let_go(BACK, 3000, TRACES[-1])
    rig.press(BACK, 3100, 50)
    rig.run(4000)
    _expect(rig, (OK, PRESS), (BACK, PRESS))
    assert rig.keys.stuck() == 1 << UP


def test_a_contact_that_bounces_at_the_start_is_no_press() -> None:
    for level in (0, 1):
        rig = Rig(down=(OK,) if level == 0 else ())
        rig.add(OK, [(at * 1000, 1 - (i + level & 1)) for i, at in enumerate((2, 3, 7, 8, 12))])
        rig.run(200)
        _expect(rig)
        rig.let_go(OK, 300)
        rig.press(OK, 400, 50)
        rig.run(600)
        _expect(rig, (OK, PRESS))


def test_a_key_stuck_for_minutes_blocks_no_other() -> None:
    rig = Rig()
    rig.make(UP, 100)
    rig.run(1000)
    rig.press(OK, 100000, 80)
    rig.press(DOWN, 250000, 80)
    rig.run(300000, 20)
    others = [event for event in rig.events if event[0] != UP]
    assert others == [(OK, PRESS), (DOWN, PRESS)], others
    # It is taken for stuck, and says nothing more, until it is released.
    assert rig.keys.stuck() == 1 << UP
    assert max(t for t, e in zip(rig.times, rig.events) if e[0] == UP) < 20100
    rig.let_go(UP, 300100, TRACES[-1])
    rig.press(UP, 300300, 80)
    rig.run(301000)
    assert rig.events[-1] == (UP, PRESS)
    assert rig.keys.stuck() == 0


def test_ticks_may_wrap_anywhere() -> None:
    for trace in (TRACES[0], TRACES[-2]):
        for before in range(0, 1400, 90):
            rig = Rig(start_ms=_MASK + 1 - before)
            rig.press(DOWN, 100, 800, trace)
            rig.press(OK, 1000, 50, trace)
            rig.run(1400)
            _expect(rig, (DOWN, PRESS), *[(DOWN, REPEAT)] * 3, (OK, PRESS))


def test_a_key_rested_for_days_still_works() -> None:
    # Six days and more between two edges: the ticks between them look negative.
    rig = Rig()
    rig.press(OK, 100, 50)
    rig.run(400)
    rig.now_us += (_HALF + 5000) * 1000
    rig.poll()
    at = rig.now_us // 1000 + 50
    rig.press(OK, at, 50)
    rig.run(at + 200)
    _expect(rig, (OK, PRESS), (OK, PRESS))


def test_an_edge_nobody_reported_is_found() -> None:
    rig = Rig()
    rig.run(100)
    rig.pins[DOWN].level = 0
    rig.run(300)
    rig.pins[DOWN].level = 1
    rig.run(2000)
    _expect(rig, (DOWN, PRESS))


def test_more_presses_than_can_wait_lose_the_newest() -> None:
    rig = Rig()
    rig.run(100)
    for i in range(20):
        rig.press(i % 2, 110 + 100 * i, 30)
    rig.busy(2500)
    rig.run(3000)
    _expect(rig, *[(i % 2, PRESS) for i in range(16)])
    rig.press(OK, 3100, 30)
    rig.run(3300)
    assert rig.events[-1] == (OK, PRESS)


def test_two_keys_stand_for_four() -> None:
    for trace in TRACES:
        rig = Rig(TWO)
        rig.press(0, 100, 80, trace)
        rig.press(1, 400, 80, trace)
        rig.press(0, 1000, 900, trace)
        rig.press(1, 2500, 900, trace)
        rig.run(4000)
        _expect(rig, (DOWN, PRESS), (UP, PRESS), (OK, PRESS), (BACK, PRESS))
        assert 1600 <= rig.times[2] <= 1605, rig.times


def test_a_second_code_has_a_long_press_too() -> None:
    rig = Rig(TWO)
    rig.press(1, 100, 3000)
    rig.run(4000)
    _expect(rig, (BACK, PRESS), (BACK, LONG))
    assert 1300 <= rig.times[1] <= 1305, rig.times


def test_presses_while_nobody_polls_keep_their_order() -> None:
    for trace in TRACES:
        rig = Rig(((OK, BACK), (DOWN,)))
        rig.press(0, 100, 60, trace)
        rig.press(1, 220, 60, trace)
        rig.press(0, 340, 60, trace)
        rig.press(1, 460, 60, trace)
        rig.busy(600)
        rig.run(2000)
        _expect(rig, (OK, PRESS), (DOWN, PRESS), (OK, PRESS), (DOWN, PRESS))
        # One that is down again was let go of before.
        rig = Rig(((OK, BACK), (DOWN,)))
        rig.press(0, 100, 60, trace)
        rig.press(1, 220, 60, trace)
        rig.press(0, 340, 60, trace)
        rig.busy(370)
        rig.run(2000)
        _expect(rig, (OK, PRESS), (DOWN, PRESS), (OK, PRESS))
        rig = Rig(((OK, BACK), (DOWN,)))
        rig.press(0, 100, 700, trace)
        rig.press(1, 850, 60, trace)
        rig.busy(950)
        rig.run(2000)
        _expect(rig, (BACK, PRESS), (DOWN, PRESS))


def test_what_a_held_key_stands_for_repeats() -> None:
    for trace in TRACES:
        rig = Rig(BOARD)
        rig.press(0, 100, 1500, trace)
        rig.run(2000)
        _expect(rig, (UP, PRESS), *[(UP, REPEAT)] * 4)
        for at, due in zip(rig.times, (700, 1150, 1270, 1390, 1510)):
            assert due <= at <= due + 5, rig.times


def test_the_long_press_of_a_key_is_its_second_code_alone() -> None:
    rig = Rig(BOARD)
    rig.press(1, 100, 3000)
    rig.press(1, 3300, 60)
    rig.run(4000)
    _expect(rig, (BACK, PRESS), (BACK, LONG), (OK, PRESS))


def test_shared_keys_are_named() -> None:
    assert Rig(BOARD).keys.shared == [(DOWN, UP), (OK, BACK)]
    assert Rig(FOUR).keys.shared == []


def test_two_short_presses_without_a_poll_on_two_keys() -> None:
    rig = Rig(TWO)
    rig.press(0, 100, 50)
    rig.press(0, 200, 50)
    rig.press(0, 300, 50)
    rig.busy(500)
    rig.run(800)
    _expect(rig, (DOWN, PRESS), (DOWN, PRESS), (DOWN, PRESS))


def test_a_press_ends_the_wait() -> None:
    rig = Rig()
    rig.run(100)
    rig.press(OK, 112, 60)
    rig.keys.wait(5)
    assert rig.now_us == 105_000
    rig.keys.wait(30)
    assert rig.now_us == 112_000
    rig.keys.wait(30)
    assert rig.now_us == 112_000
    rig.poll()
    _expect(rig, (OK, PRESS))
    rig.keys.wait(5)
    assert rig.now_us == 117_000


def test_polls_and_interrupts_allocate_nothing() -> None:
    import gc

    if not hasattr(gc, "mem_alloc"):
        return
    rig = Rig()
    rig.run(30)
    pin = rig.pins[UP]
    poll = rig.keys.poll
    handler = pin.handler
    pin.level = 0
    handler(pin)
    poll(30)
    gc.collect()
    before = gc.mem_alloc()
    handler(pin)
    poll(50)
    poll(2000)
    poll(2010)
    # The rig's own clock allocates nothing either, with integers as small as these.
    assert gc.mem_alloc() == before, gc.mem_alloc() - before
