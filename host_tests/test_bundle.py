"""The list of device files and their bytecode."""

from pathlib import Path

import pytest

from tools import bundle
from tools.venv import ROOT

_MPY_VERSION = 6
_SMALL_INT_BITS = 31


def _tree(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def test_every_module_of_the_device_is_in_the_bundle() -> None:
    files = bundle.build(whole=True)
    for folder in bundle.FOLDERS:
        for source in (ROOT / folder).rglob("*.py"):
            name = source.relative_to(ROOT).as_posix()
            expected = bundle.MAIN if name == "firmware/main.py" else name[:-3] + ".mpy"
            assert expected in files
    assert all(content for content in files.values())
    assert set(files) - set(bundle.sources()) == {"engine_core/record.mpy"}


def test_no_name_of_the_bundle_needs_more_than_ascii() -> None:
    assert all(name.isascii() for name in bundle.sources())


def test_one_bytecode_for_every_pico() -> None:
    for name, content in bundle.build(None, folders=["engine_core"]).items():
        # The header of a .mpy file: letter, version, flags (architecture and sub-version of
        # native code, 0 without any), bits of a small integer.
        assert content[:4] == bytes((ord("M"), _MPY_VERSION, 0, _SMALL_INT_BITS)), name


def test_source_is_compiled_and_main_comes_last_as_source(tmp_path: Path) -> None:
    main = "import firmware\n"
    _tree(tmp_path, {"boards/b.py": "X = 1\n", "firmware/main.py": main, "firmware/z.py": ""})
    files = bundle.build("b", tmp_path)
    assert list(files) == ["firmware/z.mpy", "board.mpy", "main.py"]
    assert files["main.py"] == main.encode()


def test_a_traceback_names_the_file_by_its_path_on_the_device(tmp_path: Path) -> None:
    _tree(tmp_path, {"boards/some_board.py": "X = 1\n"})
    assert b"boards/some_board.py" in bundle.build("some_board", tmp_path)["board.mpy"]


def test_only_the_board_asked_for_is_in_the_bundle(tmp_path: Path) -> None:
    _tree(tmp_path, {"boards/one.py": "X = 1\n", "boards/two.py": "X = 2\n"})
    assert list(bundle.sources("two", tmp_path)) == ["board.mpy"]
    assert list(bundle.sources(None, tmp_path)) == []


def test_what_does_not_compile_is_refused_with_file_and_line(tmp_path: Path) -> None:
    _tree(tmp_path, {"firmware/wrong.py": "x = 1\ndef f(:\n"})
    with pytest.raises(bundle.BundleError, match=r"firmware/wrong\.py., line 2"):
        bundle.build(None, tmp_path)
