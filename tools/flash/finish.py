# Biriba Companion: an update on its way. Power may go at any time: this is /main.py until the
# last new file is in its place, and starts again where it was.

import os

_UPDATE = "/update"
_FILES = "/update/files"
_STALE = "/update/stale"
_MAIN = "/main.py"


def _is_folder(path: str) -> bool:
    try:
        return os.stat(path)[0] & 0x4000 != 0
    except OSError:
        return False


def _is_there(path: str) -> bool:
    try:
        os.stat(path)
    except OSError:
        return False
    return True


def _remove(path: str) -> None:
    if _is_folder(path):
        for name in os.listdir(path):
            _remove(path + "/" + name)
        os.rmdir(path)
    elif _is_there(path):
        os.remove(path)


def _move(path: str, to: str) -> None:
    if to != _MAIN:
        if _is_folder(path) and _is_there(to):
            for name in os.listdir(path):
                _move(path + "/" + name, to + "/" + name)
        else:
            os.rename(path, to)


def finish() -> None:
    if _is_there(_STALE):
        with open(_STALE) as f:
            stale = f.read().split("\n")
        for path in stale:
            if path:
                _remove(path)
        # Only now may something new lie where something stale has been.
        os.remove(_STALE)
    for name in os.listdir(_FILES):
        _move(_FILES + "/" + name, "/" + name)
    # From here on the new version starts.
    os.rename(_FILES + _MAIN, _MAIN)
    _remove(_UPDATE)


if __name__ == "__main__":
    finish()
    __import__("machine").reset()
