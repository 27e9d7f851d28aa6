"""The file of what broke: short, and whatever lies in its place is no reason to change a match."""

import engine_core  # noqa: F401
from firmware.breaks import NO_MATCH, Breaks
from firmware.storage import disk as files
from host_tests.device.disk_kit import Disk


def test_twice_at_the_same_place_of_the_same_match() -> None:
    disk = Disk()
    breaks = Breaks(disk.root + "/broken.txt")
    assert not breaks.repeated(7)
    breaks.add("here.py:1", 7, "broke")
    assert not breaks.repeated(7)
    breaks.add("there.py:1", 7, "broke")
    assert not breaks.repeated(7)
    breaks.add("there.py:1", 7, "broke in another way")
    assert breaks.repeated(7)
    assert not breaks.repeated(8)
    # What broke elsewhere is no reason to change the match.
    breaks.add("there.py:1", NO_MATCH, "broke")
    assert not breaks.repeated(7)
    breaks.add("there.py:1", NO_MATCH, "broke")
    assert not breaks.repeated(7)
    breaks.add("here.py:1", 7, "broke")
    breaks.add("here.py:1", 7, "broke")
    assert breaks.repeated(7)
    breaks.tried()
    assert not breaks.repeated(7)
    disk.remove()


def test_a_foreign_file_in_its_place() -> None:
    disk = Disk()
    path = disk.root + "/broken.txt"
    for piece, times in (
        (b"", 1),
        (b"\n", 1),
        (b"\n", 900),
        (b"x", 1),
        (b"x", 30000),
        (b"a 1\n", 2),
        (b"a b ", 7000),
        (b"a b\n", 7000),
        (b"\xff\xfe 1 \x00\n", 2),
        (b"place 7 what\nplace -1 what\n", 1),
    ):
        with open(path, "wb") as f:
            for _ in range(times):
                f.write(piece)
        breaks = Breaks(path)
        assert not breaks.repeated(7), (piece, times)
        for _ in range(2):
            assert not breaks.repeated(7), (piece, times)
            breaks.add("here.py:1", 7, "broke")
        assert breaks.repeated(7), (piece, times)
        assert len(files.read(path)) <= 480
    disk.remove()
