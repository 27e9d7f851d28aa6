"""The font: made from its sources, complete for the languages, and its pictures all different."""

import string
from pathlib import Path

import pytest

from firmware import font
from firmware.canvas import glyphs
from tools.font import build, charset
from tools.font.__main__ import main
from tools.font.sources import SourceError, columns, read_bdf, read_drawings

FONT = build.build()


def test_committed_file_is_what_the_generator_makes() -> None:
    assert build.TARGET.read_text(encoding="utf-8") == build.source(FONT), (
        "run `python3 -m tools.font`"
    )


def test_ascii_has_its_own_numbers() -> None:
    from_x = read_bdf(build.HERE / "5x8.bdf")
    for code in range(32, 127):
        assert font.CELLS[5 * code : 5 * code + 5] == columns(from_x[chr(code)])


def test_a_letter_is_upright() -> None:
    assert [
        "".join("#" if font.CELLS[5 * ord("F") + x] >> y & 1 else "." for x in range(5))
        for y in range(8)
    ] == [".....", "####.", "#....", "###..", "#....", "#....", "#....", "....."]


@pytest.mark.parametrize(
    "text",
    [
        "ÀÁÂÃÇÉÊÍÓÔÕÚÜ àáâãçéêíóôõúü ªº",
        "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ ΆΈΉΊΌΎΏΪΫ",
        "αβγδεζηθικλμνξοπρςστυφχψω άέήίόύώϊϋΐΰ",
        "«»–—‘’“”…·€×÷−°½",
        "▲▼◀▶✓●○│┃",
    ],
)
def test_every_character_has_a_cell(text: str) -> None:
    line = glyphs(text)
    assert len(line) == len(text)
    assert font.UNKNOWN not in line
    for character, glyph in zip(text, line, strict=True):
        assert (character == " ") == (font.CELLS[5 * glyph : 5 * glyph + 5] == bytes(5))


def test_wide_pictures_are_two_cells() -> None:
    assert glyphs("a♠♥b♦♣★") == b"a\x00\x01\x02\x03b\x04\x05\x06\x07\x08\x09"


def test_alike_capitals_are_shared() -> None:
    assert glyphs("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ") == b"ABEZHIKMNOPTYX"


def test_no_two_pictures_of_ours_are_alike() -> None:
    ours = charset.WIDE + charset.MARKS + charset.UNKNOWN
    drawings = [font.CELLS[5 * g : 5 * g + 5] for c in ours for g in glyphs(c)[:1]]
    assert len(set(drawings)) == len(ours)


def test_suits_differ_in_many_pixels() -> None:
    """Black suits are filled and red ones are outlines; within a colour the shapes differ."""
    pictures = {
        suit: b"".join(font.CELLS[5 * g : 5 * g + 5] for g in glyphs(suit)) for suit in "♠♥♦♣"
    }
    for a in "♠♥♦♣":
        for b in "♠♥♦♣":
            if a < b:
                pairs = zip(pictures[a], pictures[b], strict=True)
                assert sum(bin(x ^ y).count("1") for x, y in pairs) >= 16, (a, b)


def test_big_digits_are_whole_in_their_quarters() -> None:
    digits = read_drawings(build.HERE / "digits.txt", 10, 16)
    for at, character in enumerate(font.BIG_CHARACTERS.decode()):
        quarters = font.BIG[4 * at : 4 * at + 4]
        assert b"".join(font.CELLS[5 * g : 5 * g + 5] for g in quarters) == columns(
            digits[character]
        )
    assert set(font.BIG_CHARACTERS.decode()) == set(string.digits + "-+")


@pytest.mark.parametrize(
    "content",
    ["♠ spades\n..#..\n", "♠ spades\n" + "..x..\n" * 8, "♠ spades\n" + "...\n" * 8],
)
def test_a_wrong_drawing_is_refused(tmp_path: Path, content: str) -> None:
    path = tmp_path / "icons.txt"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(SourceError, match=r"icons\.txt: ♠"):
        read_drawings(path, None, 8)


def test_command_writes_the_file_and_a_specimen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(build, "TARGET", tmp_path / "font.py")
    assert main(["--specimen", str(tmp_path / "all.png")]) == 0
    assert (tmp_path / "font.py").read_text(encoding="utf-8") == build.source(FONT)
    assert (tmp_path / "all.png").read_bytes().startswith(b"\x89PNG")
    assert "of 256 glyphs" in capsys.readouterr().out


def test_command_tells_what_is_wrong_with_a_source(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for source in build.HERE.glob("*.*"):
        (tmp_path / source.name).write_bytes(source.read_bytes())
    (tmp_path / "digits.txt").write_text("0\n####\n", encoding="utf-8")
    monkeypatch.setattr(build, "HERE", tmp_path)
    monkeypatch.setattr(build, "TARGET", tmp_path / "font.py")
    assert main([]) == 2
    assert "digits.txt: 0 is not 16 rows" in capsys.readouterr().err
    assert not (tmp_path / "font.py").exists()
