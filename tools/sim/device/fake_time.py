"""The module `time` of the simulated Pico: its ticks, which wrap at 2^30, and its sleeps."""

import sys
import time as _host

from wire import wire

_MASK = 0x3FFFFFFF
_HALF = 0x20000000

_wire = wire()

# Python's own modules look here as well; MicroPython's module has no list of names.
for _name in dir(_host):
    if not _name.startswith("_"):
        setattr(sys.modules[__name__], _name, getattr(_host, _name))


def ticks_ms() -> int:
    """Milliseconds since power-on."""
    return _wire.ticks_us() // 1000 & _MASK


def ticks_us() -> int:
    """Microseconds since power-on."""
    return _wire.ticks_us() & _MASK


def ticks_cpu() -> int:
    """The finest clock there is."""
    return _wire.ticks_us() & _MASK


def ticks_add(ticks: int, delta: int) -> int:
    """A time before or after another."""
    return ticks + delta & _MASK


def ticks_diff(ticks1: int, ticks2: int) -> int:
    """How much later the first is."""
    return (ticks1 - ticks2 + _HALF & _MASK) - _HALF


def sleep_ms(ms: int) -> None:
    """Sleep; interrupts come meanwhile."""
    _wire.sleep_us(max(0, ms) * 1000)


def sleep_us(us: int) -> None:
    """Sleep; interrupts come meanwhile."""
    _wire.sleep_us(max(0, us))


def sleep(seconds: float) -> None:
    """Sleep; interrupts come meanwhile."""
    _wire.sleep_us(int(seconds * 1000000))
