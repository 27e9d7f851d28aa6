"""The game of biriba: cards, melds, events, matches and their scores.

Pure: no input or output, no clock, nothing imported but this package. The same files run on
CPython 3.10+ and MicroPython 1.22+.
"""

import sys

if sys.implementation.name == "cpython":
    # MicroPython's compiler folds `const(n)` away, and blocks under `if _TYPE_CHECKING` with it;
    # CPython needs a function of that name.
    import builtins

    def _same(value: int) -> int:
        return value

    setattr(builtins, "const", _same)  # noqa: B010
