"""Matches brought home from a device as records."""

import shutil
from pathlib import Path

import pytest

from engine_core.history import History, each
from firmware.store import Store
from host_tests.flash_kit import Disk, FakeLink
from tools.flash import backup, journal, pull
from tools.flash.device import connect
from tools.flash.failures import DeviceFailure, PulledFailure
from tools.pico import samples
from tools.score import run


def _prefix(count: int) -> History:
    """The first events of a long match."""
    history = History()
    for event in list(each(samples.long_match()))[:count]:
        history.add(event)
    return history


def _files(root: Path) -> dict[str, bytes]:
    return {
        "/" + path.relative_to(root).as_posix(): path.read_bytes()
        for path in sorted(root.rglob("*"))
        if path.is_file()
    }


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """Two finished matches and a running one, as the device has saved them."""
    root = tmp_path / "device"
    root.mkdir()
    store = Store(str(root))
    for count in (374, 40):
        store.save(_prefix(count))
        store.finish(_prefix(count))
    store.save(_prefix(60))
    return root


def _pulled(saved: Path, tmp_path: Path) -> Path:
    """What arrives here of a device with these files."""
    disk = Disk({**_files(saved), "/main.py": b"", "/firmware/app.mpy": b"M"})
    to = tmp_path / "arrived"
    link = FakeLink(disk)
    pull.fetch("port", to, lambda port: link)
    assert disk.changes == 0
    assert link.starts == 1
    assert link.closed
    return to


def test_running_and_finished_matches_come_home(
    saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arrived = _pulled(saved, tmp_path)
    assert _files(arrived) == _files(saved)
    home = tmp_path / "home"
    assert pull.bring(arrived, home) == 0
    texts = [path.read_text() for path in sorted(home.iterdir())]
    assert texts == [journal.text_of(_prefix(count)) for count in (374, 40, 60)]
    said = capsys.readouterr().out.splitlines()
    assert [line.partition("(")[2] for line in said] == [
        "finished; new)",
        "finished; new)",
        "running; new)",
    ]


def test_a_record_is_what_score_reads(saved: Path, tmp_path: Path) -> None:
    pull.bring(saved, tmp_path / "home")
    record = (tmp_path / "home" / "match-000001.biriba").read_bytes()
    assert run.answer(record, True) == run.answer(samples.long_match_record().encode(), True)


def test_the_same_again_changes_nothing(
    saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home = tmp_path / "home"
    pull.bring(saved, home)
    before = _files(home)
    capsys.readouterr()
    assert pull.bring(saved, home) == 0
    assert _files(home) == before
    assert capsys.readouterr().out.count("there already") == 3


def test_a_match_that_has_gone_on_goes_on_in_its_file(
    saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home = tmp_path / "home"
    pull.bring(saved, home)
    store = Store(str(saved))
    store.load()
    store.save(_prefix(90))
    store.finish(_prefix(90))
    capsys.readouterr()
    pull.bring(saved, home)
    assert "match-000003.biriba  (finished; has gone on)" in capsys.readouterr().out
    assert (home / "match-000003.biriba").read_text() == journal.text_of(_prefix(90))
    assert len(list(home.iterdir())) == 3


def test_another_record_of_the_same_name_stays(saved: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    mine = home / "match-000001.biriba"
    mine.write_text("rules austere\nseats of another device\n")
    pull.bring(saved, home)
    pull.bring(saved, home)
    assert mine.read_text() == "rules austere\nseats of another device\n"
    assert (home / "match-000001-2.biriba").read_text() == journal.text_of(_prefix(374))
    assert len(list(home.iterdir())) == 4


def test_a_damaged_match_is_said_and_what_can_be_read_comes_home(
    saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    slot = saved / "match" / "0" / "0000.bir"
    data = bytearray(slot.read_bytes())
    data[-3] ^= 0xFF
    slot.write_bytes(data)
    home = tmp_path / "home"
    assert pull.bring(saved, home) == pull.DAMAGED_STATUS
    assert "pull: match 3 is damaged: 0000.bir has changed bytes" in capsys.readouterr().err
    rest = (home / "match-000003.biriba").read_text()
    assert rest
    assert journal.text_of(_prefix(60)).startswith(rest)
    assert len(list(home.iterdir())) == 3


def test_files_set_aside_are_told(
    saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (saved / "kept").mkdir()
    pull.bring(saved, tmp_path / "home")
    assert "set aside" not in capsys.readouterr().out
    (saved / "kept" / "000002-3-0001.bir").write_bytes(b"BIRI?")
    pull.bring(saved, tmp_path / "home")
    assert "set aside" in capsys.readouterr().out


def test_a_running_match_keeps_its_number_when_the_finished_ones_have_gone(saved: Path) -> None:
    shutil.rmtree(saved / "done")
    assert [(match.number, match.running) for match in journal.read(saved)] == [(3, True)]


def test_a_match_that_was_being_put_away_is_a_finished_one(saved: Path) -> None:
    store = Store(str(saved))
    history = store.load()
    before = _files(saved)
    store.finish(history)
    # As if power had gone after the mark and before anything else.
    for path, content in before.items():
        if not path.endswith("/mark.bir"):
            (saved / path.lstrip("/")).write_bytes(content)
    found = journal.read(saved)
    assert [(match.number, match.running) for match in found] == [
        (1, False),
        (2, False),
        (3, False),
    ]
    assert found[-1].text == journal.text_of(_prefix(60))


def test_a_device_without_matches(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "device").mkdir()
    arrived = _pulled(tmp_path / "device", tmp_path)
    assert not arrived.exists()
    (tmp_path / "empty").mkdir()
    assert pull.bring(tmp_path / "empty", tmp_path / "home") == 0
    assert capsys.readouterr().out == "There are no matches on it.\n"


def test_a_match_of_which_only_the_rules_are_chosen_is_none(tmp_path: Path) -> None:
    root = tmp_path / "device"
    root.mkdir()
    Store(str(root)).prepare()
    assert journal.read(root) == []


def test_records_from_a_backup(
    saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with connect("port", lambda port: FakeLink(Disk(_files(saved)))) as device:
        device.prepare()
        kept = backup.save(device, backup.listing(device, device.top()), tmp_path / "backups")
    assert kept is not None
    before = _files(kept[0])
    home = tmp_path / "home"
    assert pull.main([str(home), "--from", str(kept[0])]) == 0
    assert len(list(home.iterdir())) == 3
    assert _files(kept[0]) == before
    with pytest.raises(SystemExit) as ended:
        pull.main([str(home), "--from", str(tmp_path / "nowhere")])
    assert ended.value.code == 2


def test_a_folder_that_cannot_be_written(
    saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "home").write_text("a file")
    assert pull.main([str(tmp_path / "home" / "matches"), "--from", str(saved)]) == 14
    assert "Nothing is lost" in capsys.readouterr().err
    with pytest.raises(SystemExit) as ended:
        pull.main([str(tmp_path / "home"), "--from", str(saved)])
    assert ended.value.code == 2
    assert "home is no folder" in capsys.readouterr().err


def test_a_cable_that_is_pulled_leaves_no_half_of_the_records(
    saved: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = FakeLink(Disk(_files(saved)))
    honest = link.run

    def gone(code: str, on_line: object = None) -> str:
        if code.startswith("read('/match"):
            raise PulledFailure("pulled")
        return honest(code)

    monkeypatch.setattr(link, "run", gone)
    with pytest.raises(PulledFailure):
        pull.fetch("port", tmp_path / "arrived", lambda port: link)
    assert not (tmp_path / "arrived").exists()


def test_a_file_that_arrives_changed_is_noticed(
    saved: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = FakeLink(Disk(_files(saved)))
    honest = link.run

    def noisy(code: str, on_line: object = None) -> str:
        answer = honest(code)
        return answer.replace("B", "C", 1) if code.startswith("read(") else answer

    monkeypatch.setattr(link, "run", noisy)
    with pytest.raises(DeviceFailure, match="did not arrive"):
        pull.fetch("port", tmp_path / "arrived", lambda port: link)


def test_the_store_keeps_nothing_elsewhere(saved: Path, tmp_path: Path) -> None:
    # What flash saves and pull reads is what the firmware writes.
    (saved / "match" / "0" / "0000.bir").write_bytes(b"BIRI of something else")
    store = Store(str(saved))
    store.load()
    store.save(_prefix(5))
    assert {"/" + path.name for path in saved.iterdir()} == set(backup.KEPT[:3])
    shutil.rmtree(saved)
