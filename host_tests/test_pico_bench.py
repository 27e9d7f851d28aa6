"""`tools bench` holds figures to their budgets."""

from pathlib import Path

import pytest

from tools import bundle
from tools.pico import bench, budgets
from tools.pico.firmware import NoImageError


@pytest.fixture
def figures(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> dict[str, int]:
    """Figures at their budgets, and a copy of the budgets for the bench to change."""
    path = tmp_path / "budgets.toml"
    path.write_text(budgets.PATH.read_text(encoding="utf-8"), encoding="utf-8")
    found = budgets.load()
    monkeypatch.setattr(bench, "measure", lambda: found)
    monkeypatch.setattr(budgets, "PATH", path)
    return found


def test_within_budget_is_status_0(figures: dict[str, int]) -> None:
    assert bench.main([]) == 0


def test_over_budget_is_status_1_and_named(
    figures: dict[str, int], capsys: pytest.CaptureFixture[str]
) -> None:
    figures["pico.resume_us"] += 1
    assert bench.main([]) == 1
    assert capsys.readouterr().err == (
        "bench: over budget: resume of a 12-hand match (pico.resume_us)\n"
    )


def test_nothing_is_lowered_while_anything_is_over(figures: dict[str, int]) -> None:
    before = budgets.PATH.read_text(encoding="utf-8")
    figures["pico.resume_us"] += 1
    figures["pico.layoffs_us"] = 1
    assert bench.main(["--update"]) == 1
    assert budgets.PATH.read_text(encoding="utf-8") == before


def test_update_lowers_and_the_next_run_holds_to_it(figures: dict[str, int]) -> None:
    figures["pico.layoffs_us"] = 100
    assert bench.main([]) == 0
    assert budgets.load()["pico.layoffs_us"] > 105
    assert bench.main(["--update"]) == 0
    assert budgets.load()["pico.layoffs_us"] == 105
    figures["pico.layoffs_us"] = 106
    assert bench.main([]) == 1


@pytest.mark.parametrize(
    "error", [NoImageError("no image"), bundle.BundleError("wrong"), bench.NoToolError("no port")]
)
def test_what_cannot_be_measured_is_status_3_with_its_reason(
    error: Exception, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail() -> dict[str, int]:
        raise error

    monkeypatch.setattr(bench, "measure", fail)
    assert bench.main([]) == 3
    assert capsys.readouterr().err == f"bench: {error}\n"


@pytest.mark.micropython
def test_the_whole_match_passes_in_its_smallest_heap_and_not_below() -> None:
    files = bundle.build(None, folders=["engine_core"])
    try:
        smallest = bench.measure_smallest_heap(files)
    except bench.NoToolError as missing:
        pytest.skip(str(missing))
    assert 8 < smallest["unix.match_heap_kw"] <= budgets.load()["unix.match_heap_kw"]
