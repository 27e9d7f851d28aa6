"""Runs `host_tests/device/test_*.py` on MicroPython too, each test in a process of its own.

Those files run on both: pytest collects them as any other file, and here the same functions are
called on the unix port with a Pico-sized heap. They hold plain functions `test_*` without
parameters that `assert`, and import what a device has and those models of `tools` (keys that
bounce, chips) that keep to what MicroPython has.
"""

import ast
from pathlib import Path

import pytest

from tools.sim.child import PICO_W_HEAP_KW
from tools.testing.on_micropython import run
from tools.venv import ROOT

pytestmark = pytest.mark.micropython

_FOLDER = Path(__file__).parent / "device"


def _tests(folder: Path) -> list[tuple[str, str]]:
    return [
        (file.stem, node.name)
        for file in sorted(folder.glob("test_*.py"))
        for node in ast.parse(file.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]


def call(module: str, name: str, folder: Path = _FOLDER) -> None:
    """Call a function on MicroPython; what it printed and its traceback are the failure's."""
    # The least that a Pico has; the source of the tests takes of it as well.
    code = f"from {module} import {name}; {name}()"
    done = run(code, heap_kw=PICO_W_HEAP_KW, folders=[folder, ROOT])
    if done.returncode:
        pytest.fail(f"on MicroPython:\n{done.stdout}{done.stderr}", pytrace=False)


@pytest.mark.parametrize(("module", "name"), _tests(_FOLDER))
def test_device(module: str, name: str) -> None:
    call(module, name)


def test_a_failure_is_told(tmp_path: Path) -> None:
    (tmp_path / "test_planted.py").write_text(
        "def test_wrong():\n    print('so far')\n    assert 1 + 1 == 3, 'sum'\n"
    )
    assert _tests(tmp_path) == [("test_planted", "test_wrong")]
    with pytest.raises(pytest.fail.Exception) as failure:
        call("test_planted", "test_wrong", tmp_path)
    text = str(failure.value)
    assert "so far" in text
    assert "line 3, in test_wrong" in text
    assert "AssertionError: sum" in text


def test_only_what_lies_on_the_device_can_be_imported() -> None:
    assert "ImportError" in run("import tools").stdout
    assert "ImportError" in run("import host_tests").stdout
    done = run("import engine_core.match; print(engine_core.match.__file__)")
    assert done.stdout.strip().endswith("engine_core/match.mpy")


def test_the_heap_is_limited() -> None:
    grab = "print(len(bytearray(%d)))"
    assert run(grab % 100_000).stdout == "100000\n"
    assert "MemoryError" in run(grab % 200_000).stdout
    assert run(grab % 200_000, heap_kw=200).stdout == "200000\n"


def test_input_arguments_and_status(tmp_path: Path) -> None:
    script = tmp_path / "echo.py"
    script.write_text("import sys\nprint(sys.argv[1:], sys.stdin.read())\nsys.exit(7)\n")
    done = run(script, "a", "b", stdin="typed")
    assert (done.returncode, done.stdout) == (7, "['a', 'b'] typed\n")
