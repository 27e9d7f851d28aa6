"""The whole firmware on the emulated Pico: it starts, answers keys and outlives the power."""

from collections.abc import Iterator

import pytest

from tools import bundle
from tools.pico import samples
from tools.pico.bench import saved_match
from tools.pico.companion import Companion
from tools.pico.harness import PowerCut

pytestmark = pytest.mark.pico

_LOG = samples.full_table()
_STATE = "from firmware.app import current\nprint(current.history.log.hex())"


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    return bundle.build()


@pytest.fixture
def fresh(files: dict[str, bytes]) -> Iterator[Companion]:
    companion = Companion(files)
    with companion.pico:
        yield companion


def test_main_starts_by_itself_and_shows_a_picture(fresh: Companion) -> None:
    assert fresh.wait_for_frame() < 1_000_000
    assert sum(fresh.chip.pixels()) > 300
    assert fresh.chip.complaints == []
    assert fresh.pico.output == b"Biriba Companion: ready\r\n"


def test_a_key_changes_the_picture_and_the_opposite_key_brings_it_back(fresh: Companion) -> None:
    fresh.wait_for_frame()
    first = fresh.chip.pixels()
    assert 0 < fresh.press("DOWN") < 1_000_000
    assert fresh.chip.pixels() != first
    fresh.press("UP")
    assert fresh.chip.pixels() == first
    assert fresh.chip.complaints == []


def test_a_saved_match_is_resumed_after_every_loss_of_power(files: dict[str, bytes]) -> None:
    companion = Companion({**files, **saved_match(_LOG)})
    with companion.pico:
        companion.wait_for_frame()
        table = companion.chip.pixels()
    companion.power_on()
    with companion.pico:
        companion.wait_for_frame()
        assert companion.chip.pixels() == table
        assert bytes.fromhex(companion.pico.exec(_STATE)) == _LOG


@pytest.mark.parametrize("operation", [1, 2, 3])
def test_a_cut_while_an_event_is_saved_leaves_it_or_not(
    files: dict[str, bytes], operation: int
) -> None:
    companion = Companion({**files, **saved_match(_LOG)})
    adjust = (
        "from firmware.app import current\nfrom engine_core import events\n"
        "current.do(events.adjust(0, 50))"
    )
    with companion.pico:
        companion.wait_for_frame()
        companion.pico.exec("pass")
        companion.pico.cut_power(operation, "middle")
        with pytest.raises(PowerCut):
            companion.pico.exec(adjust)
    with companion.pico:
        companion.wait_for_frame()
        held = bytes.fromhex(companion.pico.exec(_STATE))
    # The event, its operation, team and points, behind its length.
    assert held == _LOG or (held.startswith(_LOG) and len(held) - len(_LOG) <= 6)
