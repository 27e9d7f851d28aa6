"""Every screen against its golden frames, every word against the glyphs and the columns.

`python3 -m host_tests.screen_scenes` rewrites the frames after a change that is meant.
"""

import ast
import functools
import importlib
import pkgutil
import re
from pathlib import Path
from types import ModuleType
from typing import Any, cast

import pytest

from engine_core import codes, match, profiles, record
from firmware import canvas, font, lang, refusals, screens
from firmware.lang.en import refusals as refusal_words
from firmware.lang.en import setup
from firmware.lists import Menu
from firmware.screen import Screen, wrap
from firmware.screens import name
from host_tests.device.screens_kit import FakeStore, Player
from host_tests.screen_scenes import (
    AUSTERE,
    CLOSED,
    COUNTED,
    GOLDEN,
    HANDS,
    PARTNERS,
    SCENES,
    THREE,
    WIDE,
    WON,
    Scene,
    log,
)
from tools import frames

_MODULES = [info.name for info in pkgutil.iter_modules(screens.__path__)]


@functools.cache
def _play(scene: Scene) -> tuple[Player, bytes]:
    return scene.play()


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_frame(scene: Scene) -> None:
    golden = GOLDEN / f"{scene.name}.txt"
    assert golden.exists(), "no golden frame: python3 -m host_tests.screen_scenes"
    shown = frames.art(_play(scene)[1])
    assert shown == golden.read_text(encoding="utf-8"), f"not as in {golden.name}:\n{shown}"


def test_no_frame_is_left_over() -> None:
    assert {file.stem for file in GOLDEN.glob("*.txt")} == {scene.name for scene in SCENES}


def _screens_of(module: str) -> set[type[Screen]]:
    loaded = importlib.import_module(f"firmware.screens.{module}")
    return {
        value
        for value in vars(loaded).values()
        if isinstance(value, type)
        and issubclass(value, Screen)
        and value.__module__ == loaded.__name__
    }


def test_every_screen_has_a_frame() -> None:
    seen = {type(_play(scene)[0].screen) for scene in SCENES}
    for module in _MODULES:
        found = _screens_of(module)
        assert found, f"no screen in firmware/screens/{module}.py"
        for screen in found:
            assert screen in seen, f"no scene shows {screen.__name__}"


# Menus


def _menus() -> list[type[Menu]]:
    found: list[type[Menu]] = []
    for module in _MODULES:
        found += [screen for screen in _screens_of(module) if issubclass(screen, Menu)]
    return found


@pytest.mark.parametrize("menu", _menus())
def test_every_entry_of_a_menu_leads_somewhere(menu: type[Menu]) -> None:
    records = (AUSTERE, PARTNERS, CLOSED, COUNTED, THREE, WIDE, HANDS + "hand\n", WON)
    reached: set[int] = set()
    for text in records:
        for team in range(2):
            app = Player(store=FakeStore(log(text), put_away=[log(WON)])).app
            app.team = team
            shown = menu(app)
            shown.enter()
            for row, entry in enumerate(shown.shown):
                assert shown.row(row)[0]
                assert shown.chosen(row) is not None
                reached.add(menu.entries.index(entry))
    assert reached == set(range(len(menu.entries)))


# Words


def _texts(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    parts: Any = value
    if isinstance(value, dict):
        parts = cast("dict[Any, Any]", value).values()
    return [text for part in parts for text in _texts(part)]


_LANGUAGES = [info.name for info in pkgutil.iter_modules(lang.__path__)]


def _subjects(language: str) -> dict[str, ModuleType]:
    package = importlib.import_module(f"firmware.lang.{language}")
    return {
        info.name: importlib.import_module(f"{package.__name__}.{info.name}")
        for info in pkgutil.iter_modules(package.__path__)
    }


def _keys(module: ModuleType) -> set[str]:
    return {key for key in vars(module) if key.isupper()}


def _used() -> set[tuple[str, str]]:
    """The words that the firmware asks for, as subject and key."""
    used: set[tuple[str, str]] = set()
    for path in Path(canvas.__file__).parent.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        used |= _used_in(tree, {"common": "common"})
    return used


def _used_in(scope: ast.AST, outer: dict[str, str]) -> set[tuple[str, str]]:
    """The words of a scope and of the functions in it, where a name is loaded with one subject.

    A function of two subjects would have two names.
    """
    inside: list[ast.AST] = []
    nodes: list[ast.AST] = []
    waiting = list(ast.iter_child_nodes(scope))
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.FunctionDef):
            inside.append(node)
            continue
        nodes.append(node)
        waiting += ast.iter_child_nodes(node)
    names = dict(outer)
    for node in nodes:
        if isinstance(node, ast.Assign) and ast.unparse(node.value).startswith("load("):
            subject = ast.unparse(node.value)[len("load(") : -1]
            names[ast.unparse(node.targets[0])] = subject.strip("'")
    used: set[tuple[str, str]] = set()
    for node in nodes:
        if isinstance(node, ast.Attribute) and node.attr.isupper():
            where = ast.unparse(node.value)
            if where in names:
                used.add((names[where], node.attr))
            elif where.startswith("load("):
                used.add((ast.literal_eval(where[len("load(") : -1]), node.attr))
    for function in inside:
        used |= _used_in(function, names)
    return used


@pytest.mark.parametrize("language", _LANGUAGES)
def test_a_language_has_the_words_that_are_used(language: str) -> None:
    there = {
        (subject, key) for subject, module in _subjects(language).items() for key in _keys(module)
    }
    assert there == _used()


def _shape(value: Any) -> Any:
    """What has to be the same in all languages: the keys of a table, and what is put in."""
    if isinstance(value, str):
        return re.findall("%.", value)
    if isinstance(value, dict):
        return {key: _shape(text) for key, text in cast("dict[Any, Any]", value).items()}
    return [_shape(text) for text in value]


@pytest.mark.parametrize("language", _LANGUAGES)
def test_a_language_has_tables_like_the_english(language: str) -> None:
    english = _subjects("en")
    for subject, module in _subjects(language).items():
        for key in _keys(module) - {"CAPITALS", "LETTERS"}:
            assert _shape(vars(module)[key]) == _shape(vars(english[subject])[key]), key


_WORDS = {
    key: [
        text
        for language in _LANGUAGES
        for module in _subjects(language).values()
        for text in _texts(vars(module).get(key, ()))
    ]
    for key in sorted({key for _, key in _used()})
}

# What a `%s` may become: names in its place are cut where they are longer.
_LONGEST_NAME = "W" * name.LONGEST


@pytest.mark.parametrize("key", _WORDS)
def test_words_have_glyphs(key: str) -> None:
    for text in _WORDS[key]:
        for line in text.split("\n"):
            assert font.UNKNOWN not in canvas.glyphs(line), line


# Columns that the place of a text has, where that is less than the whole width.
_COLUMNS = {
    "BIRIBAKI_STATES": 12,
    "MAY_CLOSE": 12,
    "LACKS": 12,
    "SHEET_LINES": 7,
    "SHEET_HAND": 7,
    "SHEET_TOTAL": 5,
    "RANKS": 2,
    "TRUMPS": 12,
    "PURITY": 5,
    "DEFAULT_NAMES": name.LONGEST,
    "SET": 3,
    "NO_WILD": 4,
    "GO_ON": 23,
    "TRUMP_TURNED": 23,
    "NEW_MELD": 11,
    "LAY_OFF": 23,
    "BIRIBAKI": 23,
    "END_HAND": 23,
    "TALLY": 23,
    "UNDO": 23,
    "SHEET": 23,
    "STANDINGS": 23,
    "ADJUST": 23,
    "TRUMP_CHANGE": 23,
    "NEW_MATCH": 23,
    "FINISHED": 23,
    "DAMAGED": 10,
    "NEWER": 10,
    "DAMAGE_TITLE": 24,
    "NEWER_TITLE": 24,
    "ACTIVATE": 23,
    "CLOSES": 22,
    "DRY": 22,
    "QUITS": 22,
    "STAGES": 13,
    "DEALS": 22,
}
# How many lines the place of a longer text has, and how wide they are.
_LINES = {
    "ABANDON": (4, 25),
    "BY_PLAY_MEANS": (3, 25),
    "BY_DISCARD_MEANS": (3, 25),
    "QUITS_MEANS": (2, 25),
    "QUITS_SURE": (2, 25),
    "NOTHING_TO_UNDO": (4, 25),
    "EVENTS": (4, 25),
    "ROLES": (3, 25),
    "NOT_SAVED": (4, 23),
    "NOT_PUT_AWAY": (4, 23),
    "LOW": (4, 23),
    "NOT_LOADED": (4, 23),
    "SETTINGS": (4, 23),
    "WITHOUT_LAST": (4, 23),
    "DAMAGE_NEWER": (3, 25),
    "NAME_TWICE": (4, 23),
    "ORDERS": (4, 23),
}
# Tested with what is put in, below.
_ELSEWHERE = {
    *("PROFILES", "OPTIONS", "REFUSALS", "WILDS_BESIDE_TWO", "CAPITALS", "LETTERS"),
    *("WILD_FOR", "WILD_FREED", "WILD_MOVES", "DEALS_LEADS", "LEFT_WITH", "WINS"),
    *("NAME_TITLE", "START_OF", "PASSO"),
}


def _filled(text: str) -> str:
    """A text with the widest things in it."""
    text = text.replace("%s", _LONGEST_NAME)
    return re.sub("%d", "99999", text)


@pytest.mark.parametrize("key", [key for key in _WORDS if key not in _ELSEWHERE])
def test_words_fit(key: str) -> None:
    for text in _WORDS[key]:
        if key in _LINES:
            rows, columns = _LINES[key]
            lines = wrap(_filled(text), columns)
            assert len(lines) <= rows, lines
        elif key in ("DEALS",):
            assert canvas.width(text.replace("%s", "Wwwwww")) <= _COLUMNS[key]
        else:
            assert canvas.width(_filled(text)) <= _COLUMNS.get(key, 25), text


def test_profiles_are_described() -> None:
    assert len(setup.PROFILES) == len(profiles.PROFILES)
    for heading, text in setup.PROFILES:
        assert canvas.width(heading) <= 8
        assert len(wrap(text)) <= 2
    for (option, values), words in zip(record.OPTIONS, setup.OPTIONS, strict=False):
        assert len(words) == 1 + len(values), option
        for value in words[1:]:
            assert canvas.width(words[0]) + 1 + canvas.width(value) <= 23


_CODES = [
    "syntax rules option seats unknown-player unknown-team unknown-meld unknown-card number trump"
    " category match-over mixed short sets-off wilds meld biribaki-taken biribaki-no-biriba"
    " biribaki-not-pending close-no-clean close-no-biriba close-no-biribaki close-pending"
    " passo-off passo-used passo-lead left-closer left-pending left-again copies"
][0].split()


def test_every_refusal_has_words() -> None:
    assert sorted(_CODES) == sorted(refusal_words.REFUSALS)
    state = match.Match()
    state.names = [_LONGEST_NAME] * 2
    seats = range(2)
    for code in _CODES:
        numbers = {"copies": (0x1A,), "passo-lead": (0, 99995), "number": (99999,)}
        for seat in seats:
            said = refusals.explain(codes.Refused(code, *numbers.get(code, (seat,))), state)
            assert "%" not in said
            assert len(wrap(said, 23)) <= 4
            if code.startswith("close-") or code.startswith("passo-"):
                assert len(wrap(said)) <= 2, "the end of the hand has two rows for it"
            if code in ("short", "wilds", "meld", "sets-off", "copies"):
                assert len(wrap(said)) <= 2, "a new meld has two rows for it"
    for what in range(len(refusal_words.ORDERS)):
        assert refusals.explain(codes.Refused("order", what), state)
    assert len(wrap(refusal_words.WILDS_BESIDE_TWO)) <= 3


def test_record_words_are_the_same() -> None:
    assert lang.load("cards").RANKS[1:14] == tuple(
        record.rank_name(position) for position in range(1, 14)
    )
