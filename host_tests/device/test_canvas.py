"""The canvas on both runtimes: plain functions that assert, run by CPython and by MicroPython."""

import gc
import sys

from firmware import font
from firmware.canvas import COLUMNS, ROWS, Canvas, glyphs, width
from firmware.display import Display


class Glass(Display):
    """A display that keeps the columns it is sent."""

    def __init__(self) -> None:
        self.buffer = bytearray(125)
        self.cells = tuple(memoryview(self.buffer)[at : at + 5] for at in range(0, 125, 5))
        self.pages = [bytearray(128) for _ in range(ROWS)]
        self.spans = 0
        self.fails = False

    def span(self, page: int, x: int, n: int) -> None:
        if self.fails:
            raise OSError(5)
        pages = self.pages[page]
        for at in range(n):
            pages[x + at] = self.buffer[at]
        self.spans += 1


def shows(glass: Glass, canvas: Canvas) -> bool:
    for at in range(COLUMNS * ROWS):
        row, col = at // COLUMNS, at % COLUMNS
        for x in range(5):
            byte = font.CELLS[5 * canvas.cells[at] + x] ^ canvas.inverse[at]
            if glass.pages[row][1 + 5 * col + x] != byte:
                return False
    return True


def row(canvas: Canvas, number: int) -> bytes:
    return bytes(canvas.cells[number * COLUMNS : (number + 1) * COLUMNS])


def lit(canvas: Canvas, number: int) -> "list[int]":
    inverse = canvas.inverse[number * COLUMNS : (number + 1) * COLUMNS]
    return [at for at in range(COLUMNS) if inverse[at]]


def test_glyphs_of_ascii_are_the_text() -> None:
    assert glyphs("") == b""
    assert glyphs("Biriba 300 ~") == b"Biriba 300 ~"


def test_unknown_characters_are_boxes() -> None:
    for text in ("\n", "\x00", "\x1f", "\x7f", "\x80", "\u0436", "\u4e00", "\uffff", "\U0001f0a1"):
        assert glyphs("a" + text + "b") == b"a\x7fb", text


def test_width_counts_columns() -> None:
    assert width("") == 0
    assert width("7\u2660") == 3
    assert width("\u03b1\u03ad\u2026") == 3
    assert width(b"\x00\x01A") == 3


def test_text_says_where_it_ends() -> None:
    canvas = Canvas()
    assert canvas.text(2, 1, "ab\u2665") == 6
    assert row(canvas, 1) == b"  ab\x02\x03" + b" " * 19
    assert canvas.text(20, 2, "0123456789") == 30
    assert row(canvas, 2) == b" " * 20 + b"01234"
    assert canvas.text(25, 3, "x") == 26
    assert canvas.text(40, 3, "x") == 41
    assert canvas.text(-2, 3, "abc") == 1
    assert canvas.text(-5, 4, "abc") == -2
    assert canvas.text(0, 8, "abc") == 3
    assert canvas.text(0, -1, "abc") == 3
    assert canvas.text(0, 4, "") == 0
    assert row(canvas, 3) == b"c" + b" " * 24
    assert row(canvas, 4) == b" " * 25


def test_text_over_inverted_text_is_plain_again() -> None:
    canvas = Canvas()
    canvas.text(0, 0, "abcd", True)
    canvas.text(1, 0, b"xy")
    assert lit(canvas, 0) == [0, 3]
    assert row(canvas, 0)[:4] == b"axyd"
    canvas.clear()
    assert lit(canvas, 0) == []
    assert row(canvas, 0) == b" " * 25


def test_right_and_centre() -> None:
    canvas = Canvas()
    canvas.right(25, 0, "-70")
    assert row(canvas, 0) == b" " * 22 + b"-70"
    canvas.right(2, 1, "1234", True)
    assert row(canvas, 1)[:3] == b"34 "
    assert lit(canvas, 1) == [0, 1]
    canvas.centre(2, "abc")
    assert row(canvas, 2) == b" " * 11 + b"abc" + b" " * 11
    canvas.centre(3, b"ab", False, 1, 5)
    assert row(canvas, 3)[:6] == b"  ab  "
    canvas.centre(4, "0123456789", True, 0, 4)
    assert row(canvas, 4)[:8] == b"3456789 "


def test_invert_turns_and_clips() -> None:
    canvas = Canvas()
    canvas.invert(-3, 0, 5)
    assert lit(canvas, 0) == [0, 1]
    canvas.invert(1, 0, 99)
    assert lit(canvas, 0) == [0] + list(range(2, 25))
    assert lit(canvas, 1) == []


def test_big_takes_two_by_two() -> None:
    canvas = Canvas()
    assert canvas.big(3, 2, "-1 0") == 11
    assert row(canvas, 2)[3:5] == font.BIG[40:42]
    assert row(canvas, 3)[3:5] == font.BIG[42:44]
    assert row(canvas, 2)[5:7] == font.BIG[4:6]
    assert row(canvas, 3)[5:7] == font.BIG[6:8]
    assert row(canvas, 2)[7:9] == b"  "
    assert row(canvas, 3)[9:11] == font.BIG[2:4]
    assert canvas.big(24, 7, "8") == 26
    assert row(canvas, 7)[24] == font.BIG[32]


def test_flush_sends_what_changed() -> None:
    canvas, glass = Canvas(), Glass()
    assert canvas.flush(glass) == 1000
    assert canvas.flush(glass) == 0
    canvas.text(3, 2, "\u2663 7", True)
    assert canvas.flush(glass) == 20
    assert shows(glass, canvas)
    canvas.invert(3, 2, 1)
    assert canvas.flush(glass) == 5
    canvas.clear()
    canvas.text(4, 2, b"\x07 7", True)
    assert canvas.flush(glass) == 5
    canvas.touch()
    assert canvas.flush(glass) == 1000
    assert shows(glass, canvas)
    glass = Glass()
    canvas.dark()
    assert canvas.flush(glass) == 15
    assert shows(glass, canvas)


def test_what_is_written_again_is_not_sent() -> None:
    canvas, glass = Canvas(), Glass()
    canvas.text(0, 0, "same")
    canvas.flush(glass)
    canvas.clear()
    canvas.text(0, 0, "same")
    assert canvas.flush(glass) == 0


def test_any_changes_are_shown() -> None:
    canvas, glass = Canvas(), Glass()
    seed = 1
    for _ in range(60):
        for _ in range(seed % 9):
            seed = (seed * 1103 + 12345) & 0xFFFF
            at = (seed >> 3) % 200
            canvas.cells[at] = seed >> 8
            if seed & 1:
                canvas.inverse[at] ^= 0xFF
        seed = (seed * 1103 + 12345) & 0xFFFF
        canvas.flush(glass)
        assert shows(glass, canvas)


def test_after_a_failure_everything_is_sent() -> None:
    canvas, glass = Canvas(), Glass()
    canvas.flush(glass)
    canvas.text(0, 0, "x")
    glass.fails = True
    try:
        canvas.flush(glass)
    except OSError:
        pass
    else:
        raise AssertionError("the failure was kept back")
    glass.fails = False
    assert canvas.flush(glass) == 1000


def test_flush_allocates_nothing() -> None:
    if sys.implementation.name != "micropython":
        return
    canvas, glass = Canvas(), Glass()
    canvas.flush(glass)
    for number in range(ROWS):
        canvas.text(0, number, "Allocates \u2660 nothing", number & 1 == 0)
    gc.collect()
    before = gc.mem_alloc()
    canvas.flush(glass)
    assert gc.mem_alloc() == before
