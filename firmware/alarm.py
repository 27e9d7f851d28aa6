"""Says what is amiss where there may be no display: the LED blinks a number, USB says it in words.

    blinks   what is amiss
    ------   ----------------------------------------------------------
    2        the display does not answer
    3        the match could not be saved
    4        the program itself broke

The lowest number blinks if there are several. Words come when something goes amiss, again every
ten seconds for whoever plugs in later, and when it is over. A line is shorter than the buffer of
the USB port, so that nobody needs to be there to read it.
"""

NO_DISPLAY = const(2)
NOT_SAVED = const(3)
BROKEN = const(4)

_LAST = const(4)
_WORDS = (
    "The display does not answer. Are its four wires right? The match goes on without it.",
    "The match could not be saved. Without power it is lost.",
    "The program broke; /broken.txt says where.",
)
_OVER = (
    "The display is there.",
    "The match is saved.",
    "The program goes on.",
)

_ON_MS = const(150)
_OFF_MS = const(250)
_PAUSE_MS = const(1500)
_AGAIN_MS = const(10000)

_TYPE_CHECKING = const(0)
if _TYPE_CHECKING:
    from typing import Protocol

    from .app import Clock

    class Led(Protocol):
        """What this needs of `machine.Pin`: an output."""

        def __call__(self, __level: int) -> object: ...


class Alarm:
    """What is amiss now. `led` is None where a board has none; at the level `dark` it is off."""

    def __init__(self, led: "Led | None", clock: "Clock", dark: int = 0) -> None:
        self._led = led
        self._dark = dark
        self._clock = clock
        self._amiss = 0  # a bit for each number
        self._half = 0  # of the blinks: even ones begin with the LED on
        self._next_at = 0
        self._said_at = 0

    def set(self, number: int) -> None:
        """Something is amiss; nothing new if it was before."""
        if self._amiss & 1 << number:
            return
        now = self._clock.ticks_ms()
        if not self._amiss:
            self._half = 0
            self._next_at = now
        self._amiss |= 1 << number
        self._say(now)

    def clear(self, number: int) -> None:
        """It is no longer."""
        if not self._amiss & 1 << number:
            return
        self._amiss &= ~(1 << number)
        print(_OVER[number - NO_DISPLAY])
        if not self._amiss and self._led:
            self._led(self._dark)

    def tick(self, now: int) -> None:
        """Let the LED blink, and say it again; `now` is in `ticks_ms`."""
        if not self._amiss:
            return
        diff = self._clock.ticks_diff
        if diff(now, self._said_at) >= _AGAIN_MS:
            self._say(now)
        if diff(now, self._next_at) < 0 or not self._led:
            return
        number = NO_DISPLAY
        while not self._amiss & 1 << number:
            number += 1
        half = self._half
        self._led(1 - half & 1 ^ self._dark)
        last = half == 2 * number - 1
        wait = _PAUSE_MS if last else _OFF_MS
        if half & 1 == 0:
            wait = _ON_MS
        self._half = 0 if last else half + 1
        self._next_at = self._clock.ticks_add(now, wait)

    def _say(self, now: int) -> None:
        self._said_at = now
        for number in range(NO_DISPLAY, _LAST + 1):
            if self._amiss & 1 << number:
                print(_WORDS[number - NO_DISPLAY])
