"""The module `micropython` on CPython, and what MicroPython's `gc` and `sys` have more."""

import gc
import sys
import traceback

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TextIO


def const(value: object) -> object:
    """Return a value the compiler would fold."""
    return value


def alloc_emergency_exception_buf(size: int) -> None:
    """Do nothing: exceptions in interrupts have room enough here."""


def schedule(function: "Callable[[object], None]", argument: object) -> None:
    """Call at once what would be called soon."""
    function(argument)


def mem_info(verbose: object = None) -> None:
    """Say nothing: this heap has no size."""


def extend() -> None:
    """Add to the modules what only MicroPython's have."""
    setattr(gc, "mem_alloc", lambda: 0)  # noqa: B010
    setattr(gc, "mem_free", lambda: 0)  # noqa: B010
    setattr(gc, "threshold", _threshold)  # noqa: B010
    setattr(sys, "print_exception", _print_exception)  # noqa: B010


def _threshold(amount: int = -1) -> int:
    return -1


def _print_exception(error: BaseException, file: "TextIO | None" = None) -> None:
    traceback.print_exception(type(error), error, error.__traceback__, file=file or sys.stderr)
