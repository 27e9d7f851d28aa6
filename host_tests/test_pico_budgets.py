"""The budgets file: its numbers only go down."""

from pathlib import Path

import pytest

from tools.pico import budgets
from tools.pico.bench import TITLES

_TEXT = """\
# why
[pico]
heap_bytes = 1000  # held
time_us = 500

[unix]
heap_kw = 96
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "budgets.toml"
    path.write_text(_TEXT)
    return path


def test_every_budget_is_measured_and_every_figure_has_a_budget() -> None:
    assert set(budgets.load()) == set(TITLES)


def test_a_figure_at_its_budget_is_within_it() -> None:
    limits = {"pico.heap_bytes": 1000}
    assert budgets.exceeded({"pico.heap_bytes": 1000}, limits) == []
    assert budgets.exceeded({"pico.heap_bytes": 1001}, limits) == ["pico.heap_bytes"]


def test_a_figure_without_a_budget_is_over_it() -> None:
    assert budgets.exceeded({"pico.new_us": 0}, {}) == ["pico.new_us"]


def test_a_better_figure_lowers_its_budget_and_leaves_the_rest(file: Path) -> None:
    lowered = budgets.lower({"pico.heap_bytes": 600, "pico.time_us": 499}, file)
    assert lowered == ["pico.heap_bytes"]
    # A margin of 5 %: 630. For the time it would be 524, which is no lowering.
    assert file.read_text() == _TEXT.replace("1000", "630")


def test_a_budget_never_rises(file: Path) -> None:
    assert budgets.lower({"pico.heap_bytes": 2000, "unix.heap_kw": 97}, file) == []
    assert file.read_text() == _TEXT


def test_the_margin_never_rounds_a_budget_below_its_figure(file: Path) -> None:
    budgets.lower({"unix.heap_kw": 1}, file)
    assert budgets.load(file)["unix.heap_kw"] == 2


def test_a_line_that_is_no_budget_is_refused(file: Path) -> None:
    file.write_text(_TEXT + "heap = 'much'\n")
    with pytest.raises(ValueError, match="line 8: neither"):
        budgets.load(file)
