"""The environment that the tools make for themselves, tried in a checkout of its own.

The packages installed there are an empty one made here, so no network is needed.
"""

import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
import tomli

from tools import venv

_PYPROJECT = """\
[dependency-groups]
# What every command needs.
run = [
    "companion-probe==1.0",
]
micropython = ["companion-nowhere==1.0"]
more = ["companion-more==1.0"]

[tool.ruff]
line-length = 99
"""

_PROBE = """\
import sys
from tools import venv
try:
    venv.ensure(*sys.argv[2:])
except venv.SetupError as error:
    sys.exit("SETUP: " + str(error))
import companion_probe
print(sys.argv[1:], sys.prefix, companion_probe.__file__)
sys.exit(7)
"""


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheels")
    info = "companion_probe-1.0.dist-info"
    with zipfile.ZipFile(folder / "companion_probe-1.0-py3-none-any.whl", "w") as wheel:
        wheel.writestr("companion_probe.py", "")
        wheel.writestr(
            f"{info}/METADATA", "Metadata-Version: 2.1\nName: companion-probe\nVersion: 1.0\n"
        )
        wheel.writestr(
            f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        wheel.writestr(
            f"{info}/RECORD",
            f"companion_probe.py,,\n{info}/METADATA,,\n{info}/WHEEL,,\n{info}/RECORD,,\n",
        )
    return folder


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("a checkout")
    _copy_tools(root)
    (root / "probe.py").write_text(_PROBE)
    return root


def _copy_tools(root: Path) -> None:
    (root / "tools").mkdir()
    for name in ("__init__.py", "venv.py"):
        shutil.copy(venv.ROOT / "tools" / name, root / "tools" / name)
    (root / "pyproject.toml").write_text(_PYPROJECT)


def _environment(wheels: Path) -> dict[str, str]:
    return {
        **{name: value for name, value in os.environ.items() if not name.startswith("PIP_")},
        "PIP_CONFIG_FILE": os.devnull,
        "PIP_NO_INDEX": "1",
        "PIP_FIND_LINKS": str(wheels),
    }


def _start(
    checkout: Path, environment: dict[str, str], *arguments: str
) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "probe", *arguments],
        cwd=checkout,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def _run(checkout: Path, environment: dict[str, str], *arguments: str) -> tuple[int, str, str]:
    process = _start(checkout, environment, *arguments)
    out, err = process.communicate(timeout=120)
    return process.returncode, out, err


def test_the_life_of_an_environment(checkout: Path, wheels: Path) -> None:
    environment = _environment(wheels)

    # Two at once on a fresh checkout: one makes it, the other waits; both go on inside.
    both = [_start(checkout, environment, word) for word in ("one", "two")]
    ends = [process.communicate(timeout=120) for process in both]
    assert [process.returncode for process in both] == [7, 7], ends
    for word, (out, _) in zip(("one", "two"), ends):
        assert out.startswith(f"['{word}'] {checkout / '.venv'} ")
    said = "".join(err for _, err in ends)
    assert said.count("Making .venv") == 1
    assert said.count("Installed.") == 1
    assert said.count("There is no MicroPython for this machine") == 1

    # From then on it costs nothing and says nothing.
    assert _run(checkout, environment, "again") == (
        7,
        ends[0][0].replace("one", "again"),
        "",
    )

    # Something more is needed and there is no network: said in words, and the rest works on.
    offline = {**environment, "PIP_INDEX_URL": "http://127.0.0.1:9/simple/"}
    del offline["PIP_NO_INDEX"]
    status, out, err = _run(checkout, offline, "", "more")
    assert (status, out) == (1, "")
    assert "SETUP: The packages could not be fetched: there seems to be no network." in err
    assert "Traceback" not in err
    assert _run(checkout, environment, "still")[::2] == (7, "")

    # A package that does not exist: pip's words, then ours.
    status, _, err = _run(checkout, environment, "", "more")
    assert status == 1
    assert "companion-more==1.0" in err
    assert "SETUP: pip could not install the packages" in err

    # Killed while pip worked, which leaves an empty note: made anew.
    stamp = checkout / ".venv" / "companion.json"
    stamp.write_text(re.sub(r'"groups": \{.*?\}', '"groups": {}', stamp.read_text(), flags=re.S))
    status, _, err = _run(checkout, environment, "anew")
    assert status == 7
    assert "Making .venv" in err

    # Moved, scripts and all: made anew as well.
    moved = checkout.with_name("moved")
    checkout.rename(moved)
    status, out, err = _run(moved, environment, "moved")
    assert status == 7
    assert str(moved / ".venv") in out
    assert "Making .venv" in err


def test_without_venv_it_says_what_to_install(tmp_path: Path) -> None:
    _copy_tools(tmp_path)
    code = (
        "import importlib.util as u, sys; real = u.find_spec\n"
        "u.find_spec = lambda name: None if name == 'ensurepip' else real(name)\n"
        "from tools import venv\n"
        "try: venv.ensure()\n"
        "except venv.SetupError as error: print(error)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert "without its modules `venv` and `ensurepip`" in done.stdout
    assert "apt install python3-venv" in done.stdout


def test_the_table_reads_as_toml_does() -> None:
    text = (venv.ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert venv.dependencies() == tomli.loads(text)["dependency-groups"]


def test_every_dependency_is_pinned() -> None:
    for group in venv.dependencies().values():
        for requirement in group:
            assert re.fullmatch(r"[a-z0-9_-]+==[0-9][0-9a-z.]*", requirement), requirement


def test_what_is_there_is_not_installed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """An environment of the reader's own, with everything in it, is as good as `.venv`."""

    def forbidden(*_: object) -> None:
        raise AssertionError("the program was to go on as it is")

    monkeypatch.setattr(os, "execv", forbidden)
    monkeypatch.setattr(subprocess, "Popen", forbidden)
    venv.ensure("pico", "test")
