"""What any version wrote can be read by this one.

`journals/v<version>` holds the folder of a device as that version wrote it, and `content.json`
says what is in it. Files of a version that was released are never changed; a new version of the
form gets a folder of its own: `python3 -m host_tests.test_store_journals`.
"""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from engine_core.history import History, each
from firmware.storage import form
from firmware.store import Store
from tools.pico import samples

_JOURNALS = Path(__file__).parent / "journals"
_VERSIONS = sorted(path.name for path in _JOURNALS.iterdir())


def _content(version: str) -> dict[str, Any]:
    return json.loads((_JOURNALS / version / "content.json").read_text(encoding="utf-8"))


def _write(root: Path, content: dict[str, Any]) -> None:
    """Play what a journal holds."""
    store = Store(str(root))
    for log in content["finished"]:
        history = store.load()
        for event in each(bytes.fromhex(log)):
            history.add(event)
            store.save(history)
        store.finish(history)
    history = store.load()
    for event in each(bytes.fromhex(content["running"])):
        history.add(event)
        store.save(history)
    for _ in range(content["back"]):
        history.undo()
        store.save(history)


def _files(root: Path) -> dict[str, bytes]:
    return {str(path.relative_to(root)): path.read_bytes() for path in sorted(root.rglob("*.bir"))}


@pytest.mark.parametrize("version", _VERSIONS)
def test_a_journal_of_each_version_is_read(version: str, tmp_path: Path) -> None:
    content = _content(version)
    shutil.copytree(_JOURNALS / version, tmp_path, dirs_exist_ok=True)
    store = Store(str(tmp_path))
    history = store.load()
    assert store.damage is None
    assert history.sequence() == bytes.fromhex(content["running"])
    assert history.back == content["back"] > 0
    finished = store.finished(0, 99)
    assert [number for number, _ in finished] == list(range(len(content["finished"]), 0, -1))
    for number, summary in finished:
        log = bytes.fromhex(content["finished"][number - 1])
        found = store.read(number)
        assert store.damage is None
        assert found.log == log
        assert not summary.code
        assert summary.names == found.match.names
        assert summary.totals == [found.match.running(team) for team in range(found.match.teams)]
    # And it goes on from there.
    history.undo()
    store.save(history)
    again = Store(str(tmp_path)).load()
    assert (again.log, again.back) == (history.log, history.back)


def test_this_version_has_a_journal_and_still_writes_it(tmp_path: Path) -> None:
    version = f"v{form.VERSION}"
    assert version in _VERSIONS
    _write(tmp_path, _content(version))
    assert _files(tmp_path) == _files(_JOURNALS / version), "the form changed: raise form.VERSION"


def main() -> None:
    """Write the journal of this version."""
    events = list(each(samples.long_match()))
    logs = [_log(events[:count]) for count in (33, 64, 20, 12, 7, 40, 3, 33, 10)]
    content = {"finished": logs, "running": _log(events[:90]), "back": 4}
    root = _JOURNALS / f"v{form.VERSION}"
    root.mkdir()
    (root / "content.json").write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
    _write(root, content)


def _log(events: list[bytes]) -> str:
    history = History()
    for event in events:
        history.add(event)
    return history.log.hex()


if __name__ == "__main__":
    main()
