"""What must not be in device code is found, and this checkout has none of it."""

from pathlib import Path

import pytest

from tools import arrows, venv


def _messages(tmp_path: Path, folder: str, code: str) -> list[tuple[int, str]]:
    file = tmp_path / folder / "planted.py"
    file.parent.mkdir()
    file.write_text(code, encoding="utf-8")
    return [(finding.line, finding.message) for finding in arrows.check(tmp_path)]


def test_this_checkout() -> None:
    assert [str(finding) for finding in arrows.check(venv.ROOT)] == []


@pytest.mark.parametrize(
    ("folder", "code", "words"),
    [
        ("engine_core", "import firmware", "engine_core must not import firmware"),
        ("engine_core", "from firmware.keys import Keys", "engine_core must not import firmware"),
        ("engine_core", "def f():\n    import tools.venv", "must not import tools"),
        ("engine_core", "from .. import firmware", "leads out of the package"),
        ("engine_core", "__import__('firmware.' + name)", "must not import firmware"),
        ("engine_core", "__import__('boards.' + name)", "must not import boards"),
        ("engine_core", "import board", "no module board"),
        ("boards", "import board", "a board is data and imports nothing"),
        ("firmware", "import boards.pico_ssd1306", "firmware must not import boards"),
        ("firmware", "__import__('boards.' + name)", "firmware must not import boards"),
        ("firmware", "import board.pins", "no module board.pins"),
        ("firmware", "from tools.sim import chips", "firmware must not import tools"),
        ("firmware", "from host_tests import x", "firmware must not import host_tests"),
        ("boards", "from engine_core import cards", "boards must not import engine_core"),
        ("boards", "from machine import Pin", "a board is data and imports nothing"),
        ("firmware", "import dataclasses", "no module dataclasses"),
        ("firmware", "from typing import Any", "no module typing"),
        ("firmware", "import os.path", "no os.path"),
        ("firmware", "if x:\n    import abc", "no module abc"),
        ("firmware", "if _TYPE_CHECKING:\n    pass\nelse:\n    import abc", "no module abc"),
        ("firmware", "match x:\n    case 1:\n        pass", "no match statement"),
        ("firmware", "def f(a, /): pass", "positional-only"),
        (
            "firmware",
            "if _TYPE_CHECKING:\n    class P:\n        def f(self, /): ...",
            "positional-only",
        ),
        ("firmware", "lambda a, /: a", "positional-only"),
        ("firmware", "name.ljust(5)", "no str.ljust"),
        ("firmware", "'%d' % 3\n'7'.zfill(2)", "no str.zfill"),
        ("firmware", "n.bit_length()", "no int.bit_length"),
        ("firmware", "s.split(' ', maxsplit=1)", "split takes no keywords"),
        ("firmware", "zip(a, b, strict=True)", "zip takes no keywords"),
        ("firmware", "int.from_bytes(b, byteorder='big')", "from_bytes takes no keywords"),
        ("firmware", "f'{x:{width}}'", "no expression in a format"),
        ("firmware", "f'{x!a}'", "no !a"),
        ("firmware", "import os\nos.path", "no os.path"),
        ("firmware", "from os import path", "no os.path"),
        ("firmware", "import time\ntime.monotonic()", "no time.monotonic"),
        ("firmware", "isinstance(x, int | str)", "takes a tuple of types"),
        ("firmware", "a[::2] = b", "changes none"),
        ("firmware", "del a[1:9:2]", "changes none"),
        ("firmware", "class A(metaclass=B): pass", "no metaclass"),
        ("firmware", "print(1, flush=True)", "no flush"),
        ("firmware", "namedtuple('A', 'b', defaults=(1,))", "no defaults"),
        ("firmware", "vars(x)", "no vars()"),
        ("firmware", "_TYPE_CHECKING = False", "leaves no trace"),
        ("firmware", "TYPE_CHECKING = const(0)", "leaves no trace"),
        ("firmware", "s.startswith(('a', 'b'))", "takes no tuple"),
        ("firmware", "def f(:", "not Python"),
    ],
)
def test_a_planted_mistake_is_found(tmp_path: Path, folder: str, code: str, words: str) -> None:
    found = _messages(tmp_path, folder, code)
    assert len(found) == 1, found
    line, message = found[0]
    assert words in message
    assert line == len(code.splitlines()) or "match" in message


@pytest.mark.parametrize(
    ("folder", "code"),
    [
        ("engine_core", "from array import array\nfrom . import cards\nimport engine_core.meld"),
        ("firmware", "from engine_core import meld\nfrom firmware import keys\nimport machine"),
        ("firmware", "board = __import__('board')"),
        ("firmware", "def f():\n    import board"),
        ("firmware", "_TYPE_CHECKING = const(0)\nif _TYPE_CHECKING:\n    from typing import Any"),
        ("firmware", "import sys\nif sys.implementation.name == 'cpython':\n    import builtins"),
        ("firmware", "'a b'.split(None, 1)\nf'{x}'\nf'{x!r:>5}'\n'%-5s' % x"),
        (
            "firmware",
            "class A:\n    def title(self):\n        pass\n    def f(self):\n        self.title()",
        ),
        ("firmware", "a[1:3] = b\nc = a[::2]\nisinstance(x, (int, str))"),
        ("boards", "ID = 'pico'\nSDA = 4"),
    ],
)
def test_what_a_device_has_is_not(tmp_path: Path, folder: str, code: str) -> None:
    assert _messages(tmp_path, folder, code) == []


def test_a_finding_names_its_place(tmp_path: Path) -> None:
    (tmp_path / "boards").mkdir()
    (tmp_path / "boards" / "x.py").write_text("A = 1\nimport json\n")
    (finding,) = arrows.check(tmp_path)
    assert str(finding) == "boards/x.py:2: a board is data and imports nothing"
