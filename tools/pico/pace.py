"""The emulated Pico's time held to the wall clock's."""

import time
from collections.abc import Callable


class Pace:
    """Keeps the device's time, in microseconds, from running ahead of the wall clock.

    Where the emulator is slower than a Pico the device's time falls behind, and what is lost is
    not made up for: what comes after happens at its own speed.
    """

    def __init__(self, now_us: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._start_s = clock() - now_us / 1e6

    def ahead_s(self, now_us: float) -> float:
        """Returns how many seconds the wall clock needs to come to the device's time."""
        ahead = self._start_s + now_us / 1e6 - self._clock()
        if ahead < 0:
            self._start_s -= ahead
            return 0.0
        return ahead
