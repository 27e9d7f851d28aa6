"""What runs the tests: its counts, last line and statuses, and how it takes what is missing."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tools.testing import command, outcome
from tools.testing.outcome import Outcome
from tools.testing.suites import SUITES, Suite

_TESTS = """\
import pytest

def test_passes():
    pass

@pytest.mark.parametrize("n", [1, 2])
def test_passes_twice(n):
    pass

def test_fails():
    assert False

@pytest.fixture
def broken():
    raise ValueError

def test_error(broken):
    pass

def test_skips():
    pytest.skip("no bananas; buy some")

@pytest.mark.skip(reason="no bananas; buy some")
def test_skips_too():
    pass
"""


def test_pytest_is_counted(tmp_path: Path) -> None:
    (tmp_path / "test_planted.py").write_text(_TESTS)
    results = tmp_path / "results.xml"
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", f"--junitxml={results}", str(tmp_path)],
        cwd=tmp_path,
        env={**os.environ, "PYTEST_ADDOPTS": ""},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 1
    counted = command.count(results)
    assert (counted.passed, counted.failed, counted.skipped) == (3, 2, 2)
    assert counted.reasons == ["no bananas; buy some"]
    assert sorted(name.rpartition("::")[2] for name in counted.broken) == [
        "test_error",
        "test_fails",
    ]


def test_no_report_counts_nothing(tmp_path: Path) -> None:
    assert command.count(tmp_path / "none.xml") == Outcome()


def test_the_report_ends_with_the_total(capsys: pytest.CaptureFixture[str]) -> None:
    outcomes = {
        "lint": Outcome(passed=2, seconds=0.5),
        "host": Outcome(passed=10, failed=1, skipped=1, reasons=["why"], broken=["test_x"]),
        "browser": Outcome(skipped=1, reasons=["no browser: install one"]),
    }
    assert command.report(outcomes) == 1
    assert capsys.readouterr().out.splitlines() == [
        "lint     passed   2 passed in 0.5 s",
        "host     failed   10 passed, 1 failed, 1 skipped in 0.0 s: test_x; why",
        "browser  skipped  0 passed, 1 skipped in 0.0 s: no browser: install one",
        "12 passed, 1 failed, 2 skipped",
    ]


@pytest.mark.parametrize(
    ("counts", "status"),
    [
        (Outcome(passed=1), 0),
        (Outcome(passed=1, skipped=1), 0),
        (Outcome(passed=1, failed=1), 1),
        (Outcome(skipped=1), 0),
        (Outcome(), 1),
    ],
)
def test_the_status_says_whether_anything_failed(counts: Outcome, status: int) -> None:
    assert command.report({"one": counts}) == status


def test_a_suite_runs_all_its_checks() -> None:
    suite = Suite(
        "x", "", (lambda: outcome.failed("a"), outcome.passed, lambda: outcome.failed("b"))
    )
    result = command.run(suite)
    assert (result.passed, result.failed, result.broken) == (1, 2, ["a", "b"])
    assert result.word == "failed"


@pytest.mark.parametrize(
    ("ci", "installable", "word"),
    [
        ("", True, "skipped"),
        ("false", True, "skipped"),
        ("true", True, "failed"),
        ("1", True, "failed"),
        ("true", False, "skipped"),
    ],
)
def test_what_is_missing_is_skipped_but_not_in_ci(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    ci: str,
    installable: bool,
    word: str,
) -> None:
    monkeypatch.setenv("CI", ci)
    suite = Suite("x", "", (outcome.passed,), False, lambda: "no x: get one", installable)
    result = command.run(suite)
    assert result.word == word
    assert result.passed == 0
    assert "no x: get one" in result.line()
    assert f"{word.upper()}: no x: get one" in capsys.readouterr().out


def test_an_unknown_suite(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["lint", "hots"]) == 2
    said = capsys.readouterr().out
    assert "no suite hots" in said
    assert all(suite.name in said for suite in SUITES)


def test_help_names_every_suite(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        command.main(["-h"])
    assert end.value.code == 0
    said = capsys.readouterr().out
    for suite in SUITES:
        assert re.search(rf"^  {suite.name} +{re.escape(suite.help)}$", said, re.M)


def test_pytest_arguments_choose_tests() -> None:
    """A choice that concerns one suite leaves the other without tests, which is no failure."""
    host, micropython = (
        next(suite for suite in SUITES if suite.name == name) for name in ("host", "micropython")
    )
    choice = ["host_tests/test_tools_testing.py", "-k", "test_no_report_counts_nothing", "-q"]
    assert command.run(host, choice).passed == 1
    counted = command.run(Suite("micropython", "", marked=micropython.marked), choice)
    assert (counted.passed, counted.failed, counted.skipped) == (0, 0, 0)
