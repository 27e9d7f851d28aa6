"""How contacts bounce: the data behind the key tests and the simulator's keys.

A trace is the microseconds at which the contact changes, counted from its first change. An odd
number of changes leaves it changed. The traces are made up, each in the shape of one thing that
contacts do: rub, chatter in one burst or in several, close again long after they had opened. The
last two take what data sheets allow at the worst, 20 ms, with gaps as long as the whole bounce
of a good key.

The tests read this on MicroPython too.
"""

# Name, the trace of the press (make), the trace of the release (break).
TRACES = (
    ("clean", (0,), (0,)),
    (
        "one spike",
        (0, 4, 9),
        (0, 6, 31),
    ),
    (
        "chatter",
        (0, 11, 23),
        tuple(range(0, 1211, 55)),
    ),
    (
        "three bursts",
        (0, 9, 21, 28, 40, 51, 560, 590, 611, 640, 655, 700, 960, 1030, 1350, 1440, 1617),
        (0, 12, 33, 41, 57),
    ),
    (
        "closes again",
        (0, 18, 44, 95, 130),
        (0, 25, 3900, 3915, 3950),
    ),
    (
        "worn out",
        (0, 300, 1100, 4000, 4300, 11800, 12100, 19600, 20000),
        (0, 150, 900, 2500, 9400, 9900, 17200, 17300, 20000),
    ),
    (
        "slow wipe",
        (0, 200, 9900, 10100, 20000),
        (0, 9800, 10000, 19700, 20000),
    ),
)


def changes(trace: "tuple[int, ...]", start_us: int, level: int) -> "list[tuple[int, int]]":
    """Return the changes as (time in microseconds, level); `level` is the one it ends at."""
    last = len(trace) - 1
    return [(start_us + at, level ^ (last - i & 1)) for i, at in enumerate(trace)]
