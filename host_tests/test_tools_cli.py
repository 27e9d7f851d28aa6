"""The command line itself: what it lists, its words on mistakes, the statuses it passes on."""

import ast
import subprocess
import sys
from types import ModuleType

import pytest

from tools import cli, venv
from tools.cli import COMMANDS, Command


def _run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tools", *arguments],
        cwd=venv.ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


def test_alone_it_lists_the_commands() -> None:
    done = _run()
    assert (done.returncode, done.stderr) == (0, "")
    rows = [line.split(None, 1) for line in done.stdout.splitlines() if line.startswith("  ")]
    assert rows == [[command.name, command.help] for command in COMMANDS]
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_an_unknown_command_is_told_what_there_is() -> None:
    done = _run("scroe")
    assert (done.returncode, done.stdout) == (2, "")
    assert "'scroe'" in done.stderr
    assert "Did you mean score?" in done.stderr
    for command in COMMANDS:
        assert f"  {command.name}" in done.stderr


@pytest.mark.parametrize("name", [command.name for command in COMMANDS])
def test_each_command_helps(name: str) -> None:
    done = _run(name, "-h")
    assert done.returncode == 0, done.stderr
    assert f"python3 -m tools {name}" in done.stdout


def test_only_the_standard_library_is_loaded_at_the_top() -> None:
    code = (
        "import sys; before = set(sys.modules); import tools.cli; "
        "print(*{name.partition('.')[0] for name in set(sys.modules) - before})"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=venv.ROOT, capture_output=True, text=True, check=True
    )
    assert set(done.stdout.split()) - sys.stdlib_module_names == {"tools"}


def test_an_old_python_can_read_what_starts_it() -> None:
    for name in ("__init__.py", "__main__.py"):
        source = (venv.ROOT / "tools" / name).read_text(encoding="utf-8")
        ast.parse(source, feature_version=(3, 4))
        assert "f'" not in source
        assert 'f"' not in source


def test_an_old_python_is_told() -> None:
    main = venv.ROOT / "tools" / "__main__.py"
    code = (
        "import sys; sys.version_info = (3, 9, 1); "
        f"exec(compile(open({str(main)!r}).read(), 'main', 'exec'), {{'__name__': '__main__'}})"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "This is Python 3.9; the companion's tools need Python 3.10 or newer.\n"


def _planted(monkeypatch: pytest.MonkeyPatch, error: BaseException | None) -> list[Command]:
    def main(argv: list[str]) -> int:
        if error:
            raise error
        return len(argv)

    module = ModuleType("planted_command")
    setattr(module, "main", main)  # noqa: B010
    monkeypatch.setitem(sys.modules, module.__name__, module)
    return [Command("planted", "counts its arguments", module.__name__)]


def test_a_row_is_a_command(monkeypatch: pytest.MonkeyPatch) -> None:
    assert cli.main(["planted", "a", "-b", "c"], _planted(monkeypatch, None)) == 3


def test_what_cannot_be_installed_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    error = venv.SetupError("No network.")
    assert cli.main(["planted"], _planted(monkeypatch, error)) == 2
    assert capsys.readouterr() == ("", "No network.\n")


def test_ctrl_c_leaves_no_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["planted"], _planted(monkeypatch, KeyboardInterrupt())) == 130
    assert capsys.readouterr() == ("", "\nStopped.\n")
