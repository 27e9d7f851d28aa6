"""The tests of the keys, on both runtimes, and of the traces they are given."""

from collections.abc import Callable
from pathlib import Path

import pytest

from host_tests.device import key_tests
from tools.sim import bounce
from tools.testing.on_micropython import run

_FOLDERS = (Path(key_tests.__file__).parent, Path(bounce.__file__).parent)
_TESTS: dict[str, Callable[[], None]] = {
    name: test for name, test in vars(key_tests).items() if name.startswith("test_")
}


@pytest.mark.parametrize("name", _TESTS)
def test_on_cpython(name: str) -> None:
    _TESTS[name]()


@pytest.mark.micropython
@pytest.mark.parametrize("name", _TESTS)
def test_on_micropython(name: str) -> None:
    done = run(f"import key_tests; key_tests.{name}()", folders=_FOLDERS)
    if done.returncode:
        pytest.fail(f"on MicroPython:\n{done.stdout}{done.stderr}", pytrace=False)


@pytest.mark.parametrize("trace", bounce.TRACES, ids=[name for name, _, _ in bounce.TRACES])
def test_a_trace_is_one_change(trace: tuple[str, tuple[int, ...], tuple[int, ...]]) -> None:
    for times in trace[1:]:
        assert len(times) % 2 == 1
        assert times[0] == 0
        assert list(times) == sorted(set(times))
        assert times[-1] <= 20_000
        assert bounce.changes(times, 500, 0)[0] == (500, 0)
        assert bounce.changes(times, 500, 0)[-1] == (500 + times[-1], 0)
