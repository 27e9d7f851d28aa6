"""The list of device files and their bytecode."""

from pathlib import Path

import pytest

from tools import bundle
from tools.sim import boards
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


def test_a_board_gets_what_it_needs() -> None:
    whole = set(bundle.sources(whole=True))
    for board in boards.identifiers():
        facts = boards.load(board).facts
        missing = whole - set(bundle.sources(board))
        needed = {facts["CONTROLLER"].lower(), facts["BUS"]}
        others = {"i2c", "spi", "sh1107", "st7789"} - needed
        drivers = {f"firmware/display/{name}.mpy" for name in others}
        assert missing == {"engine_core/record.mpy"} | drivers, board


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


def test_a_traceback_names_the_file_by_its_place_in_the_folder(tmp_path: Path) -> None:
    _tree(tmp_path, {"boards/b.py": "", "firmware/screens/some_screen.py": "X = 1\n"})
    compiled = bundle.build("b", tmp_path)["firmware/screens/some_screen.mpy"]
    assert b"screens/some_screen.py" in compiled
    assert b"firmware" not in compiled


def test_only_the_board_asked_for_is_in_the_bundle(tmp_path: Path) -> None:
    _tree(tmp_path, {"boards/one.py": "X = 1\n", "boards/two.py": "X = 2\n"})
    assert list(bundle.sources("two", tmp_path)) == ["board.mpy"]
    assert list(bundle.sources(None, tmp_path)) == []


def test_what_does_not_compile_is_refused_with_file_and_line(tmp_path: Path) -> None:
    _tree(tmp_path, {"firmware/wrong.py": "x = 1\ndef f(:\n"})
    with pytest.raises(bundle.BundleError, match=r"firmware/wrong\.py., line 2"):
        bundle.build(None, tmp_path)
