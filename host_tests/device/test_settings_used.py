"""What the companion makes of its settings: the names of a new match, the language, a word.

Runs on CPython and on MicroPython alike.
"""

import sys

import firmware
from engine_core import events
from firmware import lang
from firmware.screens.new_match import NewMatch
from firmware.storage import settings
from host_tests.device.screens_kit import Player

_NAMES = ["José", "Ben-2", "Carla", "Δημος"]
_AUSTERE = 0


def _with(names: "list[str]", sound: bool = True) -> Player:
    kept = settings.names, settings.sound
    settings.names, settings.sound = names, sound
    try:
        return Player()
    finally:
        settings.names, settings.sound = kept


def test_a_new_match_begins_with_the_names_of_the_settings() -> None:
    player = _with(_NAMES)
    player.press("OO")
    assert player.app.match.names == _NAMES


def test_two_names_are_two_players_and_more_are_filled_up() -> None:
    player = _with(["Bruno", "Zoe"])
    player.press("OO")
    assert player.app.match.names == ["Bruno", "Zoe"]
    player = _with(["Bruno", "Zoe", "Eva"])
    # Three players; then four.
    player.press("ODOUO")
    assert player.app.match.names == ["Bruno", "Zoe", "Eva", "Ana"]


def test_the_next_match_begins_with_the_names_of_the_one_before() -> None:
    player = _with(_NAMES)
    player.app.begin(
        [
            events.rules(_AUSTERE),
            events.seats(["Ben", "Guest"]),
            events.hand(events.NOBODY, events.UNSAID),
        ]
    )
    form = NewMatch(player.app, _AUSTERE)
    assert form.names[: form.seats] == ["Ben", "Guest"]
    # After power-on it is again those of the settings.
    kept = settings.names
    settings.names = _NAMES
    try:
        resumed = Player(player.store.log)
    finally:
        settings.names = kept
    form = NewMatch(resumed.app, _AUSTERE)
    assert form.names[: form.seats] == _NAMES


def test_a_name_among_the_spare_ones_is_free() -> None:
    player = _with(["Zoe", "Bob", "Carl", "Dora"])
    # The first is to be called Ana, which is the first spare one.
    player.press("O DD O O")
    player.press("O " + "D" * 13 + "O O UO")
    assert player.app.match.names == []
    assert "Ana" in player.lines()[1], player.lines()


def test_settings_that_make_no_sense_are_told() -> None:
    assert lang.load("faults").SETTINGS[:10] in " ".join(_with([], False).lines())
    assert lang.load("faults").SETTINGS[:10] not in " ".join(_with([]).lines())


def test_a_language_that_is_not_there_is_english_and_told() -> None:
    del sys.modules["firmware.lang"]
    settings.language = "xx"
    try:
        again = __import__("firmware.lang", None, None, ("load",))
        assert again is not lang
        assert settings.language == "en"
        assert again.common.DEALS == lang.common.DEALS
        assert not settings.sound
    finally:
        settings.language, settings.sound = "en", True
        sys.modules["firmware.lang"] = lang
        setattr(firmware, "lang", lang)  # noqa: B010
