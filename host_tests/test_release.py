"""The package for `mpremote mip install`: the same files as flash sends, in the same order."""

import json
from pathlib import Path

import pytest

from tools import bundle, release
from tools.sim import boards


def test_each_board_has_a_package_of_just_its_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert release.main([str(tmp_path), "--version", "1.2"]) == 0
    said = capsys.readouterr().out
    assert {path.name for path in tmp_path.iterdir()} == set(boards.identifiers())
    for board in boards.identifiers():
        folder = tmp_path / board
        assert str(folder / "package.json") in said
        content = json.loads((folder / "package.json").read_text())
        assert content["version"] == "1.2"
        paths = [path for path, _ in content["urls"]]
        assert paths == list(bundle.sources(board))
        assert paths[-1] == "main.py"
        there = {p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file()}
        assert there == {*paths, "package.json"}
        for _, address in content["urls"]:
            assert (folder / address).stat().st_size > 0
    files = bundle.build(bundle.BOARD)
    for path, data in files.items():
        assert (tmp_path / bundle.BOARD / path).read_bytes() == data


def test_an_old_package_is_replaced_and_anything_else_is_left_alone(tmp_path: Path) -> None:
    folder = tmp_path / "package"
    folder.mkdir()
    (folder / "letters.txt").write_text("mine")
    with pytest.raises(FileExistsError, match="something else"):
        release.write(folder, bundle.BOARD, "1")
    assert (folder / "letters.txt").read_text() == "mine"
    (folder / "package.json").write_text("{}")
    assert release.write(folder, bundle.BOARD, "1") == len(bundle.sources(bundle.BOARD))
    assert not (folder / "letters.txt").exists()


def test_a_module_that_does_not_compile_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(board: str) -> dict[str, bytes]:
        raise bundle.BundleError("firmware/x.py, line 3: oh")

    monkeypatch.setattr(bundle, "build", broken)
    assert release.main([str(tmp_path)]) == 2
    assert capsys.readouterr().err == "release: firmware/x.py, line 3: oh\n"
