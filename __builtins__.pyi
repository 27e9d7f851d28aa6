# Names the type checker is to know everywhere: `const` is MicroPython's, folded by its compiler.
from typing import TypeVar

_T = TypeVar("_T")

def const(value: _T, /) -> _T: ...
