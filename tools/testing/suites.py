"""The suites of `python3 -m tools test`: adding one is one row of SUITES.

A suite is a few checks, run in order. Where `marked` is set it also runs the tests of
`host_tests` that carry `@pytest.mark.<its name>`; tests that carry no suite's mark are `host`'s.
"""

import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass

from tools import venv
from tools.pico.firmware import lacks_image
from tools.testing import checks
from tools.testing.outcome import Outcome


def _nothing() -> str | None:
    return None


@dataclass(frozen=True)
class Suite:
    """A suite; `lacks` tells what the machine must have for it and has not, with a remedy.

    Where that can simply be installed, continuous integration has to have it: see `must_run`.
    """

    name: str
    help: str
    checks: tuple[Callable[[], Outcome], ...] = ()
    marked: bool = False
    lacks: Callable[[], str | None] = _nothing
    installable: bool = True
    parallel: bool = True  # a process of tests for each core

    @property
    def must_run(self) -> bool:
        """Tell whether leaving it out for what the machine lacks is a failure, as it is in CI."""
        return self.installable and os.environ.get("CI", "").lower() not in ("", "0", "false")


HOST = "host"

_CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
_CHROMIUM_MACOS = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"


def chromium() -> str | None:
    """Return the program of a Chromium or Chrome of this machine, or None."""
    for name in _CHROMIUMS:
        found = shutil.which(name)
        if found:
            return found
    return _CHROMIUM_MACOS if os.path.exists(_CHROMIUM_MACOS) else None


def _lacks_micropython() -> str | None:
    if venv.micropython():
        return None
    return (
        "there is no MicroPython here: put a unix port named `micropython` on the PATH"
        " (https://micropython.org has its source)"
    )


def _lacks_chromium() -> str | None:
    if chromium():
        return None
    return "there is no Chromium here: install it (Debian, Ubuntu: apt install chromium)"


SUITES = (
    Suite(
        "lint",
        "style, and what device code may import and use",
        (checks.ruff, checks.ruff_format, checks.device_code),
    ),
    Suite(
        "types",
        "strict types, on the device side with the stubs of a Pico's modules",
        (checks.types, checks.device_types),
    ),
    Suite(HOST, "the tests that need nothing but CPython"),
    Suite(
        "micropython",
        "tests on MicroPython with a Pico-sized heap; every device file as bytecode",
        (checks.bytecode,),
        marked=True,
        lacks=_lacks_micropython,
    ),
    Suite(
        "browser",
        "the simulator's page in headless Chromium",
        marked=True,
        lacks=_lacks_chromium,
        parallel=False,  # it runs in real time
    ),
    Suite(
        "faults",
        "power cuts, broken files, full disks and wild keys",
        marked=True,
        lacks=_lacks_micropython,
    ),
    Suite(
        "pico",
        "the device side on an emulated Pico with real firmware",
        marked=True,
        lacks=lacks_image,
        installable=False,
    ),
)
