"""Marks, and what they ask for: the suites of `tools/testing/suites.py` are the marks. And what
drivers import that CPython has not."""

import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tools import venv
from tools.sim.device import fake_framebuf
from tools.testing.suites import SUITES, chromium

sys.modules["framebuf"] = fake_framebuf

# One process of MicroPython, or a cold import, may well take longer than hypothesis likes.
settings.register_profile(
    "short", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.register_profile("long", settings.get_profile("short"), max_examples=2000)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--long", action="store_true", help="also run tests marked long, and more random examples"
    )


def pytest_configure(config: pytest.Config) -> None:
    for suite in SUITES:
        if suite.marked:
            config.addinivalue_line("markers", f"{suite.name}: {suite.help}")
    config.addinivalue_line("markers", "long: takes minutes; run with --long")
    settings.load_profile("long" if config.getoption("--long") else "short")


def pytest_runtest_setup(item: pytest.Item) -> None:
    for suite in SUITES:
        if suite.marked and item.get_closest_marker(suite.name):
            lacking = suite.lacks()
            if lacking and suite.must_run:
                pytest.fail(lacking, pytrace=False)
            if lacking:
                pytest.skip(lacking)
    if item.get_closest_marker("long") and not item.config.getoption("--long"):
        pytest.skip("takes minutes; run with --long")


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Print what tests have measured: each `record_property("figures", ...)`."""
    for report in terminalreporter.getreports("passed"):
        for name, value in report.user_properties:
            if name == "figures":
                terminalreporter.write_line(f"{report.nodeid.rpartition('::')[2]}: {value}")


@pytest.fixture(scope="session")
def micropython_path() -> Path:
    """MicroPython's unix port; for tests marked `micropython`."""
    found = venv.micropython()
    assert found is not None, "mark the test: @pytest.mark.micropython"
    return found


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """A Chromium or Chrome; for tests marked `browser`."""
    found = chromium()
    assert found is not None, "mark the test: @pytest.mark.browser"
    return found
