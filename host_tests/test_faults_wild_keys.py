"""Random keys on MicroPython in a small heap: see tools/faults/wild_keys.py."""

import random

import pytest

from tools.faults import wild_keys

pytestmark = pytest.mark.faults

_SHORT = 3000
_LONG = 300000


def _run(presses: int, seed: int) -> None:
    print(f"seed {seed}")
    figures = wild_keys.run(presses, seed)
    print(f"wild keys: {figures}")
    assert figures.presses == presses
    assert figures.spread <= wild_keys.FLAT
    assert figures.most_events > 5


def test_the_same_keys_each_time() -> None:
    _run(_SHORT, 1)


def test_other_keys_each_time() -> None:
    _run(_SHORT, random.randrange(1 << 30))


@pytest.mark.long
def test_very_many_keys() -> None:
    _run(_LONG, random.randrange(1 << 30))
