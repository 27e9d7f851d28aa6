"""The settings: what is read of them whatever the file holds.

Runs on CPython and on MicroPython alike.
"""

from engine_core import events, record
from engine_core.match import Match
from firmware.storage import settings

_TEXT = "language en\nnames José Ben-2 Carla Δημος\n"
_NAMES = ["José", "Ben-2", "Carla", "Δημος"]
_AUSTERE = 0
_NONE: "list[str]" = []
_USUAL = ("en", _NONE, True)


def test_both_lines_are_read_in_any_order_and_spacing() -> None:
    assert settings.parse(_TEXT.encode()) == ("en", _NAMES, True)
    swapped = "\n names   Ben\tAnna \r\n\r\nlanguage pt"
    assert settings.parse(swapped.encode()) == ("pt", ["Ben", "Anna"], True)


def test_nothing_said_is_as_usual() -> None:
    for nothing in (b"", b"\n", b" \r\n", b"names\n"):
        assert settings.parse(nothing) == _USUAL


def test_a_line_that_makes_no_sense_leaves_the_others() -> None:
    for line in (
        "language",
        "language english",
        "language e1",
        "language ..",
        "language en pt",
        "lanugage en",
        "names Ben Ben",
        "names Bartholomew",
        "names B#n",
        "names B\x01n",
        "names B\x7fn",
        "names 你好",
        "names A B C D E F G",
    ):
        found = settings.parse(("language el\n%s\nnames Anna\n" % line).encode())
        assert found == ("el", ["Anna"], False), line


def test_names_of_bytes_that_are_no_text() -> None:
    for name in (b"\xff", b"Jos\xe9", b"\xc1\xa9", b"\xed\xa0\x80"):
        assert settings.parse(b"names Anna " + name + b"\n") == ("en", [], False), name


def _can_play(names: "list[str]") -> None:
    """Whatever was read as names makes a match, and its record is read as the same match."""
    while len(names) < 4:
        names = names + ["-%d" % len(names)]
    if len(names) == 5:
        names = names[:4]
    match = Match()
    lines: list[str] = []
    for event in (
        events.rules(_AUSTERE),
        events.seats(names),
        events.hand(1, events.UNSAID),
    ):
        lines.append(record.write(event, match))
        match.apply(event)
    again = Match()
    for line in lines:
        again.apply(record.read(line.encode(), again))
    assert again.names == names, names
    assert again.hand and again.hand.dealer == 1, names


def test_any_wrong_byte_gives_settings_that_can_be_played_with() -> None:
    text = _TEXT.encode()
    for at in range(len(text)):
        for byte in range(256):
            data = text[:at] + bytes((byte,)) + text[at + 1 :]
            language, names, _ = settings.parse(data)
            assert len(language) == 2, data
            if names != _NAMES:
                _can_play(names)


def test_any_cut_is_read_without_a_fault() -> None:
    text = _TEXT.encode()
    for end in range(len(text)):
        _can_play(settings.parse(text[:end])[1])
