"""How real contacts bounce: the data behind the key tests and the simulator's keys.

A trace is the microseconds at which the contact changes, counted from its first change. An odd
number of changes leaves it changed. The measured ones were read off oscilloscope plots published
at github.com/gsuberland/switch_bouncing (32 presses of each switch, 10 kOhm to 5 V), the worst
press of each. The last two are made up after what data sheets and makers report at the worst:
20 ms, with gaps as long as the whole bounce of a good key.

The tests read this on MicroPython too.
"""

# Name, the trace of the press (make), the trace of the release (break).
TRACES = (
    ("clean", (0,), (0,)),
    # The small tactile key of every breadboard.
    (
        "XKB TC-1103",
        (0, 3, 6),
        (0, 5, 38, 43, 485, 490, 551, 552, 625, 636, 693, 701, 771, 772)
        + (840, 841, 882, 884, 958, 964, 1027, 1036, 1086, 1087, 1163, 1168, 1218),
    ),
    # A sealed push button: its release chatters for a quarter of a millisecond.
    (
        "Dailywell MPS22",
        (0,),
        (0, 12, 24, 40, 52, 70, 82, 99, 108, 126, 134, 150, 171, 190, 208, 226, 255, 262, 278),
    ),
    # A push button with soft contacts: three bursts over a millisecond and a half.
    (
        "Dailywell KPB22",
        (0, 8, 20, 26, 42, 48, 58, 64, 74, 84, 560, 585, 600, 622, 640, 668, 690, 720, 735, 762)
        + (880, 905, 930, 944, 960, 1010, 1030, 1062, 1090, 1150, 1170, 1230, 1260, 1310, 1350)
        + (1395, 1440, 1470, 1510, 1530, 1555, 1585, 1592, 1604, 1617),
        (0, 9, 30, 38, 55),
    ),
    # A machine's push button: clean to press, but its release closed again for 3.9 ms.
    (
        "Schneider XB2",
        (0, 17, 42, 90, 105, 140, 152),
        (0, 20, 3910, 3920, 3940),
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
