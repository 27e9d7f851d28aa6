"""What people may say with --names and --language, and what becomes of it on a disk."""

import argparse
from pathlib import Path

import pytest

from firmware.storage import settings
from tools.settings import NOTHING, Said, add_arguments, languages, said


def _said(*arguments: str) -> Said:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    return said(parser.parse_args(arguments))


def test_names_are_separated_by_commas_and_may_have_spaces_around() -> None:
    assert _said("--names", "Anna, Ben ,José").names == ["Anna", "Ben", "José"]
    assert _said() == NOTHING


@pytest.mark.parametrize(
    ("names", "words"),
    [
        ("Anna,Bartholomew", "'Bartholomew' does not go on the display: a name has 1 to 8"),
        ("Anna,,Ben", "'' does not go"),
        ("Anna,#1", "'#1' does not go"),
        ("Anna Lee,Ben", "'Anna Lee' does not go"),
        ("Anna,你好", "'你好' does not go"),
        ("Anna,Ben,Anna", "two of Anna"),
        ("Anna", "2 to 6 play, here are 1"),
        ("A,B,C,D,E,F,G", "2 to 6 play, here are 7"),
    ],
)
def test_other_names_are_refused_with_the_reason(
    names: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        _said("--names", names)
    assert ended.value.code == 2
    assert words in capsys.readouterr().err


def test_a_language_that_is_not_there_lists_those_that_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert _said("--language", "en").language == "en"
    with pytest.raises(SystemExit) as ended:
        _said("--language", "tlh")
    assert ended.value.code == 2
    error = capsys.readouterr().err
    assert f"there is no language 'tlh'; there is {', '.join(languages())}" in error


def test_each_folder_of_two_letters_is_a_language(tmp_path: Path) -> None:
    for name in ("__init__.py", "en/__init__.py", "pt/__init__.py", "el/notes.txt", "help/x.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")
    assert languages(tmp_path) == ["en", "pt"]
    assert "en" in languages()


def test_what_was_said_is_what_the_device_reads() -> None:
    text = Said(["José", "Δημος", "-1"], "pt").text(None)
    assert text is not None
    assert settings.parse(text) == ("pt", ["José", "Δημος", "-1"], True)
    assert len(text) <= 512  # LittleFS keeps it beside its name
    longest = Said(["\N{GREEK SMALL LETTER ALPHA}" * 7 + str(seat) for seat in range(6)]).text(
        None
    )
    assert longest is not None and len(longest) <= 512


def test_what_is_not_said_stays() -> None:
    there = b"names Anna Ben\nlanguage pt\n"
    assert NOTHING.text(there) == there
    assert NOTHING.text(None) is None
    assert Said(language="en").text(there) == b"language en\nnames Anna Ben\n"
    assert Said(names=["Eva", "Zoe"]).text(there) == b"language pt\nnames Eva Zoe\n"


class _Disk(dict[str, bytes]):
    """A disk that counts how often it is written to."""

    written = 0

    def files(self) -> dict[str, bytes]:
        return dict(self)

    def put(self, name: str, content: bytes) -> None:
        self[name] = content
        self.written += 1


def test_a_disk_is_written_only_where_something_changes() -> None:
    disk = _Disk()
    NOTHING.put(disk)
    assert not disk
    for _ in range(2):
        Said(names=["Anna", "Ben"]).put(disk)
        NOTHING.put(disk)
    assert disk == {"settings.txt": b"language en\nnames Anna Ben\n"}
    assert disk.written == 1
