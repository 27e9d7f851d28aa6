"""Rebuilding the emulator's core: all of it, or none."""

import shutil
import sysconfig
from pathlib import Path

import pytest

from tools.pico import fast_core

_SUFFIX = str(sysconfig.get_config_var("EXT_SUFFIX"))

needs_compiler = pytest.mark.skipif(
    not (shutil.which("gcc") or shutil.which("cc"))
    or not (Path(sysconfig.get_paths()["include"]) / "Python.h").exists(),
    reason="needs a C compiler and Python's headers: apt install gcc python3-dev",
)


def _sources(folder: Path, **texts: str) -> list[Path]:
    folder.mkdir()
    for name, text in texts.items():
        (folder / f"{name}.c").write_text(text)
    return sorted(folder.iterdir())


@needs_compiler
def test_every_source_becomes_a_module(tmp_path: Path) -> None:
    sources = _sources(tmp_path / "c", one="int one;", two="#include <Python.h>\nint two;")
    assert fast_core.build(sources, tmp_path / "cache" / "core")
    built = {path.name for path in (tmp_path / "cache" / "core").iterdir()}
    assert built == {"one" + _SUFFIX, "two" + _SUFFIX}
    assert [path.name for path in (tmp_path / "cache").iterdir()] == ["core"]


@needs_compiler
def test_one_that_does_not_compile_leaves_nothing(tmp_path: Path) -> None:
    sources = _sources(tmp_path / "c", one="int one;", two="int two(")
    assert not fast_core.build(sources, tmp_path / "cache" / "core")
    assert list((tmp_path / "cache").iterdir()) == []


@needs_compiler
def test_a_core_that_somebody_else_built_meanwhile_is_taken(tmp_path: Path) -> None:
    core = tmp_path / "cache" / "core"
    core.mkdir(parents=True)
    (core / "theirs").touch()
    assert fast_core.build(_sources(tmp_path / "c", one="int one;"), core)
    assert [path.name for path in core.iterdir()] == ["theirs"]
    assert [path.name for path in core.parent.iterdir()] == ["core"]


def test_without_a_compiler_the_wheels_core_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert not fast_core.build(_sources(tmp_path / "c", one="int one;"), tmp_path / "core")
    assert not (tmp_path / "core").exists()


def test_the_hook_answers_for_the_cores_modules_that_it_has(tmp_path: Path) -> None:
    (tmp_path / f"_rp2040{_SUFFIX}").touch()
    finder = fast_core.CoreFinder(tmp_path)
    found = finder.find_spec("rp2040py.native._rp2040")
    assert found is not None
    assert found.origin == str(tmp_path / f"_rp2040{_SUFFIX}")
    assert finder.find_spec("rp2040py.native._bit") is None
    assert finder.find_spec("_rp2040") is None
