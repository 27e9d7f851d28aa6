"""The languages. A language is a package here, its words in a module for each subject. It is named
by two letters, and the settings say which.

Most words belong to a screen or two, and on a small heap they come and go with these; `common`
is always there. Texts are laid out in columns (see `firmware.canvas`); a test checks that each
language has every word that is used, that every word has its glyphs and that what has a limit
keeps it.
"""

import sys

from ..storage import settings

_TYPE_CHECKING = const(0)
if _TYPE_CHECKING:
    from typing import Any


def load(subject: str) -> "Any":
    """The words of a subject: a module whose globals are texts, or tables of texts."""
    name = __name__ + "." + settings.language + "." + subject
    __import__(name)
    return sys.modules[name]


try:
    common = load("common")
except ImportError:
    settings.language = "en"
    settings.sound = False
    common = load("common")
