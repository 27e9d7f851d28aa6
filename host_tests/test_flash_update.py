"""Bringing a device from one version to another, with the power going at every moment."""

import io
from collections.abc import Iterable
from pathlib import Path

import pytest
from rich.console import Console

from host_tests.flash_kit import READY, Disk, FakeLink
from tools.flash import update
from tools.flash.command import Flash
from tools.flash.device import Entry
from tools.flash.failures import (
    AppFailure,
    BytecodeFailure,
    DeviceFailure,
    Failure,
    NoSpaceFailure,
    PulledFailure,
    TooOldFailure,
    WrongDeviceFailure,
)
from tools.settings import NOTHING, Said
from tools.sim import boards

BOARD = boards.load("pico_ssd1306")
HEADER = b"M\x06\x00\x1f"

MAIN = f"print({READY.strip()!r})\n".encode()
MATCHES = {"/match/0/0000.bir": b"BIRI running", "/done/000001.bir": b"BIRI finished" * 99}
OF_THE_OWNER = {"/boot.py": b"# mine\n", "/lib/mine.py": b"X = 1\n"}

# From here to there everything changes its kind somewhere: a file to a folder, a folder to a file.
OLD = {
    "/firmware/a.mpy": HEADER + b"old a",
    "/firmware/gone.mpy": HEADER + b"gone",
    "/firmware/screens.mpy": HEADER + b"was a file",
    "/firmware/display.mpy/inner.mpy": HEADER + b"was a folder",
    "/firmware/a.py": b"a stale source beats the new bytecode\n",
    "/engine_core/cards.mpy": HEADER + b"same",
    "/engine_core/empty/x.mpy": HEADER + b"x",
    "/board.py": b"NAME = 'stale'\n",
    "/main.py": MAIN + b"# old\n",
}
NEW = {
    "firmware/a.mpy": HEADER + b"new a" * 400,
    "firmware/display.mpy": HEADER + b"now a file",
    "firmware/screens.mpy/table.mpy": HEADER + b"now a folder",
    "firmware/lang/en.mpy": HEADER + b"words" * 300,
    "engine_core/cards.mpy": HEADER + b"same",
    "board.mpy": HEADER + BOARD.name.encode(),
    "main.py": MAIN,
}
OURS = {"/" + path: content for path, content in NEW.items()}


def _flash(
    files: dict[str, bytes], backups: Path, dry_run: bool = False, said: Said = NOTHING
) -> Flash:
    def build(board: "str | None", folders: Iterable[str]) -> dict[str, bytes]:
        if board is not None:
            return {"board.mpy": HEADER + boards.load(board).name.encode()}
        return {path: content for path, content in files.items() if path != "board.mpy"}

    console = Console(file=io.StringIO(), width=200)
    return Flash(None, dry_run, console, backups, said, build)


def _run(
    link: FakeLink,
    backups: Path,
    files: dict[str, bytes] = NEW,
    dry_run: bool = False,
    said: Said = NOTHING,
) -> tuple[int, str]:
    flash = _flash(files, backups, dry_run, said)
    status = flash.run("port", lambda port: link)
    told = flash.console.file
    assert isinstance(told, io.StringIO)
    return (status, told.getvalue())


def _old() -> Disk:
    return Disk({**OLD, **MATCHES, **OF_THE_OWNER})


def _is(disk: Disk, version: dict[str, bytes]) -> bool:
    files = disk.files()
    for path, content in {**MATCHES, **OF_THE_OWNER}.items():
        assert files[path] == content
    own = {
        path: content
        for path, content in files.items()
        if path not in MATCHES and path not in OF_THE_OWNER and not path.startswith("/update/")
    }
    return own == version


def test_an_empty_device_gets_everything_and_starts(tmp_path: Path) -> None:
    link = FakeLink(Disk())
    status, said = _run(link, tmp_path)
    assert status == 0
    assert link.disk.files() == OURS
    assert "/update" not in link.disk.entries
    assert "No matches are on it." in said
    assert f"Sent {len(NEW)} files, {sum(map(len, NEW.values()))} bytes." in said
    assert "It is up." in said
    assert link.starts == 1
    assert link.closed
    assert not list(tmp_path.iterdir())


def test_a_second_run_sends_nothing(tmp_path: Path) -> None:
    disk = Disk()
    _run(FakeLink(disk), tmp_path)
    changes = disk.changes
    link = FakeLink(disk)
    status, said = _run(link, tmp_path)
    assert (status, link.received, disk.changes) == (0, 0, changes)
    assert "nothing to send" in said
    assert "Board: pico_ssd1306, as before" in said


def test_one_changed_file_is_the_only_one_sent(tmp_path: Path) -> None:
    disk = Disk()
    _run(FakeLink(disk), tmp_path)
    link = FakeLink(disk)
    changed = {**NEW, "firmware/a.mpy": HEADER + b"newer"}
    _, said = _run(link, tmp_path, changed)
    assert "Sent 1 file, 9 bytes." in said
    # Besides, the file that finishes the update, which is not there afterwards.
    assert link.sent_files == ["/update/files/firmware/a.mpy", "/update/main.py"]
    assert disk.files() == {**OURS, "/firmware/a.mpy": HEADER + b"newer"}


def test_drivers_of_other_boards_are_not_sent_and_go(tmp_path: Path) -> None:
    own, other = "firmware/display/i2c.mpy", "firmware/display/st7789.mpy"
    files = {path: content for path, content in NEW.items() if path != "firmware/display.mpy"}
    disk = Disk({f"/{other}": HEADER + b"of another board"})
    _, said = _run(FakeLink(disk), tmp_path, {own: HEADER, other: HEADER, **files})
    assert f"Removed /{other}" in said
    assert f"/{own}" in disk.files()
    assert f"/{other}" not in disk.files()


def test_what_is_stale_goes_and_what_is_the_owners_stays(tmp_path: Path) -> None:
    disk = _old()
    _, said = _run(FakeLink(disk), tmp_path)
    assert _is(disk, OURS)
    assert "/firmware/gone.mpy" not in disk.files()
    for path in ("/firmware/a.py", "/board.py", "/engine_core/empty"):
        assert f"Removed {path}\n" in said
        assert path not in disk.entries


def test_the_matches_are_saved_before_anything_changes(tmp_path: Path) -> None:
    disk = _old()
    disk.cut_before = 1
    with pytest.raises(PulledFailure):
        _run(FakeLink(disk), tmp_path)
    (folder,) = tmp_path.iterdir()
    saved = {
        "/" + path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }
    assert saved == MATCHES


def test_unchanged_matches_are_saved_once(tmp_path: Path) -> None:
    disk = _old()
    _run(FakeLink(disk), tmp_path)
    _, said = _run(FakeLink(disk), tmp_path)
    assert "saved already" in said
    assert len(list(tmp_path.iterdir())) == 1
    disk.entries["/done/000001.bir"] = b"BIRI another one"
    _run(FakeLink(disk), tmp_path)
    assert len(list(tmp_path.iterdir())) == 2


def test_half_of_a_backup_is_none(tmp_path: Path) -> None:
    disk = _old()
    _run(FakeLink(disk), tmp_path)
    (whole,) = tmp_path.iterdir()
    whole.rename(whole.with_name("9999-01-01 00.00.00.part"))
    _run(FakeLink(disk), tmp_path)
    assert len([path for path in tmp_path.iterdir() if path.suffix != ".part"]) == 1


def test_where_the_matches_cannot_be_saved_nothing_is_changed(tmp_path: Path) -> None:
    (tmp_path / "backups").write_text("a file in the place of the folder")
    disk = _old()
    with pytest.raises(Failure) as failed:
        _run(FakeLink(disk), tmp_path / "backups")
    assert failed.value.status == 14
    assert disk.changes == 0


def test_a_dry_run_changes_nothing(tmp_path: Path) -> None:
    disk = _old()
    link = FakeLink(disk)
    status, said = _run(link, tmp_path, dry_run=True)
    assert (status, disk.changes) == (0, 0)
    assert not list(tmp_path.iterdir())
    assert "would send    /firmware/a.mpy" in said
    assert "would remove  /firmware/a.py" in said
    assert link.starts == 1  # what ran goes on


def _changes_of_an_update(tmp_path: Path) -> int:
    disk = _old()
    _run(FakeLink(disk), tmp_path)
    return disk.changes


def test_a_cable_pulled_at_any_change_leaves_the_old_version_or_the_new(tmp_path: Path) -> None:
    seen: set[str] = set()
    for change in range(1, _changes_of_an_update(tmp_path) + 1):
        disk = _old()
        disk.cut_before = change
        with pytest.raises(PulledFailure):
            _run(FakeLink(disk), tmp_path)
        disk.cut_before = None
        assert FakeLink(disk).boot() == READY, change
        if _is(disk, OLD):
            seen.add("old")
        else:
            assert _is(disk, OURS), change
            seen.add("new")
        _run(FakeLink(disk), tmp_path)
        assert _is(disk, OURS), change
        assert "/update" not in disk.entries, change
    assert seen == {"old", "new"}


def test_power_that_goes_again_and_again_still_ends_with_the_new_version(tmp_path: Path) -> None:
    total = _changes_of_an_update(tmp_path)
    finishing = 0
    for change in range(1, total + 1):
        disk = _old()
        disk.cut_before = change
        with pytest.raises(PulledFailure):
            _run(FakeLink(disk), tmp_path)
        if disk.entries.get("/main.py") != update.FINISH:
            continue
        finishing += 1
        for _ in range(total):
            # Each time it gets one change further.
            disk.cut_before = disk.changes + 2
            try:
                FakeLink(disk).boot()
            except BaseException as gone:
                assert type(gone).__name__ == "Unplugged"
            else:
                break
        assert _is(disk, OURS), change
    assert finishing > 5


def test_an_update_that_was_cut_short_is_finished_before_the_next(tmp_path: Path) -> None:
    disk = _old()
    disk.cut_before = _changes_of_an_update(tmp_path) - 8
    with pytest.raises(PulledFailure):
        _run(FakeLink(disk), tmp_path)
    assert disk.entries["/main.py"] == update.FINISH
    disk.cut_before = None
    newer = {**NEW, "firmware/a.mpy": HEADER + b"newer"}
    _, said = _run(FakeLink(disk), tmp_path, newer)
    assert "Finished an update that had been cut short." in said
    assert "Sent 1 file" in said
    assert _is(disk, {**OURS, "/firmware/a.mpy": HEADER + b"newer"})


def test_a_cable_pulled_at_any_byte_leaves_the_old_version_and_the_rest_is_sent_later(
    tmp_path: Path,
) -> None:
    whole = FakeLink(_old())
    _run(whole, tmp_path)
    again = whole
    for byte in range(0, whole.received, 61):
        disk = _old()
        with pytest.raises(PulledFailure):
            _run(FakeLink(disk, cut_after=byte), tmp_path)
        assert FakeLink(disk).boot() == READY
        assert _is(disk, OLD), byte
        again = FakeLink(disk)
        _run(again, tmp_path)
        assert _is(disk, OURS), byte
        assert again.received <= whole.received
    # What had arrived whole was not sent again.
    assert again.received < whole.received


@pytest.mark.parametrize("blocks", range(12, 60, 3))
def test_a_full_disk_is_said_and_nothing_is_changed(blocks: int, tmp_path: Path) -> None:
    disk = _old()
    disk.blocks = blocks
    link = FakeLink(disk)
    try:
        _run(link, tmp_path)
    except NoSpaceFailure:
        assert _is(disk, OLD)
        assert "/update" not in disk.entries
        assert link.starts == 1  # the old version goes on
        assert blocks < 57
    else:
        assert _is(disk, OURS)
        assert blocks > 20


def test_room_that_an_earlier_try_takes_is_given_back(tmp_path: Path) -> None:
    # It sent another version and fills the disk but for what its removal gives.
    disk = _old()
    disk.blocks = 58
    left = (disk.blocks - disk.used() - 3) * 4096
    disk.entries.update({"/update": None, "/update/files": None, "/update/files/x": bytes(left)})
    assert _run(FakeLink(disk), tmp_path)[0] == 0
    assert _is(disk, OURS)


def test_a_disk_that_gets_full_while_files_arrive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # As if the estimate of what is needed had been too small.
    def no_check(_todo: object, _staged: object, _facts: object) -> None:
        pass

    monkeypatch.setattr(update, "check_space", no_check)
    disk = _old()
    disk.blocks = disk.used() + 4
    with pytest.raises(NoSpaceFailure):
        _run(FakeLink(disk), tmp_path)
    assert _is(disk, OLD)
    assert "/update" not in disk.entries


def test_what_arrives_changed_is_noticed_before_the_switch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = _old()
    honest = disk.open

    def worn_out(path: str, mode: str = "r") -> object:
        file = honest(path, mode)
        if mode == "wb" and path.endswith("en.mpy"):
            file.write(b"!")  # pyright: ignore
        return file

    monkeypatch.setattr(disk, "open", worn_out)
    with pytest.raises(DeviceFailure, match=r"en\.mpy is not as it was sent"):
        _run(FakeLink(disk), tmp_path)
    assert _is(disk, OLD)
    assert "/update" not in disk.entries


@pytest.mark.parametrize("version", [(1, 21, 0), (1, 9, 4), (0, 99, 9)])
def test_an_old_micropython_is_refused(version: tuple[int, int, int], tmp_path: Path) -> None:
    disk = _old()
    with pytest.raises(TooOldFailure, match=r"needs 1\.22"):
        _run(FakeLink(disk, version=version), tmp_path)
    assert disk.changes == 0


@pytest.mark.parametrize("version", [(1, 22, 0), (1, 100, 0), (2, 0, 0)])
def test_a_newer_one_is_not(version: tuple[int, int, int], tmp_path: Path) -> None:
    assert _run(FakeLink(Disk(), version=version), tmp_path)[0] == 0


@pytest.mark.parametrize("mpy", [0, 5, 7])
def test_other_bytecode_is_refused(mpy: int, tmp_path: Path) -> None:
    disk = _old()
    with pytest.raises(BytecodeFailure, match="bytecode of version"):
        _run(FakeLink(disk, mpy=mpy), tmp_path)
    assert disk.changes == 0


def test_a_board_file_of_other_bytecode_counts_as_none(tmp_path: Path) -> None:
    disk = Disk({"/board.mpy": b"M\x05\x00\x1fof an older MicroPython"})
    _, said = _run(FakeLink(disk), tmp_path)
    assert "Board: pico_ssd1306 (--board for another one" in said
    assert disk.files() == OURS


def test_a_board_that_is_not_known_here_is_asked_for(tmp_path: Path) -> None:
    disk = Disk({"/board.mpy": HEADER + b"My own board"})
    with pytest.raises(
        boards.UnknownBoardError, match="'My own board', is none .* --board .*pico_ssd1306"
    ):
        _run(FakeLink(disk), tmp_path)
    assert disk.changes == 0


def test_another_chip_is_refused(tmp_path: Path) -> None:
    with pytest.raises(WrongDeviceFailure, match="'esp32'"):
        _run(FakeLink(Disk(), platform="esp32"), tmp_path)


def test_an_app_that_does_not_start_is_told_with_its_error(tmp_path: Path) -> None:
    with pytest.raises(AppFailure, match="ZeroDivisionError"):
        _run(FakeLink(Disk()), tmp_path, {**NEW, "main.py": b"1 / 0\n"})


def test_an_app_that_says_nothing_at_all(tmp_path: Path) -> None:
    link = FakeLink(Disk())
    link.answers = ["BACK is held", "\n>>> "]
    with pytest.raises(AppFailure, match="BACK is held"):
        _run(link, tmp_path, {**NEW, "main.py": b"pass\n"})


def test_an_app_that_breaks_at_once_is_told_with_what_it_has_noted(tmp_path: Path) -> None:
    main = b"print('The program broke; /broken.txt says where.')\n" + MAIN
    disk = Disk({"/broken.txt": b"app.py:1 0 an older one\napp.py:99 3 ValueError: oh\n"})
    link = FakeLink(disk)
    with pytest.raises(AppFailure, match=r"app\.py:99 3 ValueError: oh"):
        _run(link, tmp_path, {**NEW, "main.py": main})
    assert link.starts == 2  # and goes on


def test_what_the_app_says_besides_is_passed_on(tmp_path: Path) -> None:
    link = FakeLink(Disk())
    link.answers = ["The display does not answer.\n"]
    _, said = _run(link, tmp_path)
    assert "It says: The display does not answer." in said


def test_the_names_that_micropython_would_find_first_are_the_companions() -> None:
    top = ["board", "board.py", "boards", "lib", "main.mpy", "main.py", "firmware", "boot.py"]
    assert update.roots(NEW, top) == ["/board", "/board.py", "/main.mpy", "/main.py", "/firmware"]


def test_a_folder_is_stale_as_a_whole() -> None:
    there = {
        "/firmware": Entry(-1, ""),
        "/firmware/x": Entry(-1, ""),
        "/firmware/x/y.mpy": Entry(3, "z"),
        "/firmware/xy.mpy": Entry(3, "z"),
    }
    assert update.plan(NEW, there).stale == ("/firmware/x", "/firmware/xy.mpy")


ANNA = Said(names=["Anna", "Ben"])
TEXT = b"language en\nnames Anna Ben\n"


def test_settings_go_along_and_a_second_run_sends_nothing(tmp_path: Path) -> None:
    disk = Disk()
    _run(FakeLink(disk), tmp_path, said=ANNA)
    assert disk.files() == {**OURS, "/settings.txt": TEXT}
    changes = disk.changes
    for said in (ANNA, NOTHING):
        link = FakeLink(disk)
        assert "nothing to send" in _run(link, tmp_path, said=said)[1]
        assert (link.received, disk.changes) == (0, changes)


def test_other_names_are_the_only_file_sent_and_touch_no_match(tmp_path: Path) -> None:
    disk = Disk({**OURS, **MATCHES, "/settings.txt": TEXT})
    said = Said(names=["Zoe", "Bob"])
    _, told = _run(FakeLink(disk), tmp_path, said=said)
    assert "Sent 1 file, 26 bytes." in told
    assert disk.files() == {
        **OURS,
        **MATCHES,
        "/settings.txt": b"language en\nnames Zoe Bob\n",
    }


def test_what_somebody_has_written_there_stays_without_the_options(tmp_path: Path) -> None:
    mine = b"names   Anna Ben   Carla\r\nunknown line\r\n"
    disk = Disk({**OURS, "/settings.txt": mine})
    assert "nothing to send" in _run(FakeLink(disk), tmp_path)[1]
    assert disk.files()["/settings.txt"] == mine
    _run(FakeLink(disk), tmp_path, said=Said(language="en"))
    assert disk.files()["/settings.txt"] == b"language en\nnames Anna Ben Carla\n"


def test_a_cable_pulled_while_settings_change_leaves_the_old_or_the_new(tmp_path: Path) -> None:
    files = {**OURS, **MATCHES, "/settings.txt": TEXT}
    new = b"language en\nnames Zoe Bob\n"
    said = Said(names=["Zoe", "Bob"])
    disk = Disk(files)
    _run(FakeLink(disk), tmp_path, said=said)
    seen: set[bytes] = set()
    for change in range(1, disk.changes + 1):
        cut = Disk(files)
        cut.cut_before = change
        with pytest.raises(PulledFailure):
            _run(FakeLink(cut), tmp_path, said=said)
        cut.cut_before = None
        assert FakeLink(cut).boot() == READY
        seen.add(cut.files()["/settings.txt"])
        _run(FakeLink(cut), tmp_path, said=said)
        assert cut.files() == {**files, "/settings.txt": new}
    assert seen == {TEXT, new}
