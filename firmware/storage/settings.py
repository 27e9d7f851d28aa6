"""What `flash` was told to set, in a small text on the device that a person can read and edit:

    language en
    names Anna Ben Carla Dora

Only the laptop writes it. LittleFS keeps a file this small beside its name under a checksum of
its own, so it has none itself; what makes no sense counts as not said, and the app tells it.
"""

from .. import font
from ..canvas import glyphs
from . import disk

PATH = "settings.txt"
LONGEST = const(8)  # letters of a name
_MOST = const(6)
_CODE = const(2)  # letters of a language


def is_name(name: str) -> bool:
    """Whether a player can have this name: there is room for it, it can be shown, and a record
    takes it."""
    line = glyphs(name)
    return (
        0 < len(line) <= LONGEST
        and font.UNKNOWN not in line
        and " " not in name
        and "#" not in name
        # MicroPython reads some bytes as UTF-8 that are none.
        and "".join([chr(ord(letter)) for letter in name]) == name
    )


def parse(data: bytes) -> "tuple[str, list[str], bool]":
    """Return the language, the names, and whether all of it makes sense."""
    language = "en"
    names: list[str] = []
    sound = True
    try:
        text = data.decode()
    except UnicodeError:
        return (language, names, False)
    for line in text.split("\n"):
        key, *said = line.split() or ("",)
        if key == "language" and len(said) == 1 and len(said[0]) == _CODE and said[0].isalpha():
            language = said[0]
        elif key == "names" and len(set(said)) == len(said) <= _MOST and all(map(is_name, said)):
            names = said
        elif key:
            sound = False
    return (language, names, sound)


language, names, sound = parse(disk.read(PATH))
