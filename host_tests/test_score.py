"""`python3 -m tools score`, as a user types it, and the records with the right answers."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tools.score import report

ROOT = Path(__file__).resolve().parents[1]
VECTORS = sorted((ROOT / "host_tests/vectors").glob("*.biriba"))
SHEETS = sorted((ROOT / "host_tests/sheets").glob("*.txt"))

OPEN = b"rules partners\nseats Ana Bruno Carla Diogo\nhand\n"


def score(*arguments: str | Path, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run the command."""
    # A locale without UTF-8 must not hurt.
    environment = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0"}
    return subprocess.run(
        [sys.executable, "-m", "tools", "score", *map(str, arguments)],
        cwd=ROOT,
        input=stdin,
        capture_output=True,
        env=environment,
    )


def expected(vector: Path) -> dict[str, object]:
    """The right answer of a vector, without the words of a message."""
    answer = json.loads(vector.with_suffix(".json").read_bytes())
    answer.get("error", {}).pop("message", None)
    return answer


def answer_of(line: str) -> dict[str, object]:
    """A line of the command's output, without the words of a message."""
    answer = json.loads(line)
    answer.get("error", {}).pop("message", None)
    return answer


def test_there_are_vectors() -> None:
    assert len(VECTORS) > 50


@pytest.mark.parametrize("vector", VECTORS, ids=lambda path: path.stem)
def test_vector_on_cpython(vector: Path) -> None:
    try:
        got = answer_of(report.json(vector.read_bytes()))
    except report.Mistake as mistake:
        got = answer_of(report.error_json(mistake))
    assert got == expected(vector)


def test_all_vectors_in_one_call() -> None:
    done = score("--json", *VECTORS)
    lines = done.stdout.decode().splitlines()
    assert [answer_of(line) for line in lines] == [expected(vector) for vector in VECTORS]
    assert done.returncode == 2  # some of them are wrong on purpose
    for vector, line in zip(VECTORS, lines, strict=True):
        error = json.loads(line).get("error")
        if error:
            said = f"{vector}:{error['line']}: {error['message']}\n"
            assert said in done.stderr.decode()


@pytest.mark.micropython
@pytest.mark.parametrize("form", ["--json", "sheet"])
def test_micropython_says_the_same(form: str) -> None:
    arguments = [form, *VECTORS] if form == "--json" else VECTORS
    here = score(*arguments)
    there = score("--on", "micropython", *arguments)
    assert there.stdout == here.stdout
    assert there.stderr == here.stderr
    assert there.returncode == here.returncode


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: path.stem)
def test_sheet(sheet: Path) -> None:
    record = ROOT / "host_tests/vectors" / (sheet.stem + ".biriba")
    assert report.sheet(record.read_bytes()) == sheet.read_text("utf-8")


def test_a_record_from_standard_input() -> None:
    done = score("-", "--json", stdin=OPEN + b"dry\n")
    assert done.returncode == 0
    assert json.loads(done.stdout)["totals"] == {"A": -100, "B": -100}


def test_a_missing_file_does_not_stop_the_others(tmp_path: Path) -> None:
    good = tmp_path / "good.biriba"
    good.write_bytes(OPEN)
    done = score("--json", tmp_path / "none", good, tmp_path)
    assert done.returncode == 2
    assert len(done.stdout.splitlines()) == 3
    assert f"{tmp_path / 'none'}:0: cannot be read: " in done.stderr.decode()
    assert b"Traceback" not in done.stderr


STRANGE = {
    "nothing": (b"", 0, "order"),
    "not text": (bytes(range(256)) * 300, 1, "syntax"),
    "surrogates": (OPEN + b"adjust A 5 \xed\xa0\x80\n", 4, "syntax"),
    "an overlong form": (OPEN + b"# \xc0\xaf\n", 4, "syntax"),
    "beyond Unicode": (OPEN + b"# \xf4\x90\x80\x80\n", 4, "syntax"),
    "UTF-16": ("rules partners\n".encode("utf-16"), 1, "syntax"),
    "a long meld": (OPEN + b"meld A" + b" 3H" * 350_000, 4, "copies"),
    "a long run": (OPEN + b"meld A" + b" 3H 4H" * 170_000, 4, "meld"),
    "many left": (OPEN + b"dry\nleft Ana" + b" 3H" * 350_000, 5, "copies"),
    "many seats": (b"rules partners\nseats" + b" n" * 500_000, 2, "seats"),
    "a long word": (OPEN + b"lay A" + b"1" * 1_000_000 + b" 3H", 4, "unknown-meld"),
    "a long card": (OPEN + b"meld A " + b"3" * 1_000_000 + b"H", 4, "unknown-card"),
    "many keys": (
        OPEN + b"tally A" + b"".join(b" k%d=1" % i for i in range(100_000)),
        4,
        "category",
    ),
    "many blank lines": (b"\n" * 1_000_000 + b"hand", 1_000_001, "order"),
    "no spade": (
        "rules partners\nseats A B C D\nhand\nmeld A 3ſ 4ſ 5ſ".encode(),
        4,
        "unknown-card",
    ),
    "other digits": (OPEN + "adjust A ٣".encode(), 4, "number"),
    "a carriage return inside": (OPEN + b"dry\rdry\n", 4, "syntax"),
    "a space that separates nothing": (OPEN + "meld A\u00a03H 4H 5H".encode(), 4, "unknown-team"),
}


@pytest.mark.parametrize("name", STRANGE)
@pytest.mark.parametrize(
    "runtime", ["cpython", pytest.param("micropython", marks=pytest.mark.micropython)]
)
def test_a_strange_file_gets_an_answer(name: str, runtime: str, tmp_path: Path) -> None:
    data, line, code = STRANGE[name]
    file = tmp_path / "strange"
    file.write_bytes(data)
    done = score("--json", "--on", runtime, file)
    assert done.returncode == 2, done.stderr.decode()[-500:]
    error = json.loads(done.stdout)["error"]
    assert (error["line"], error["code"]) == (line, code)
    assert len(error["message"]) < 300


def test_a_million_lines_get_an_answer(tmp_path: Path) -> None:
    file = tmp_path / "long"
    file.write_bytes(OPEN + b"adjust A 5\n" * 1_000_000)
    done = score("--json", file)
    assert done.returncode == 0
    assert json.loads(done.stdout)["hands"][0]["teams"][0]["adjust"] == 5_000_000


def test_a_hundred_hands_take_less_than_a_second(tmp_path: Path) -> None:
    hand = b"hand\n"
    for team in b"A", b"B":
        for suit in b"S", b"H", b"D", b"C":
            cards = [b"%d%s" % (rank, suit) for rank in range(3, 9)]
            hand += b"meld %s %s\n" % (team, b" ".join(cards))
            hand += b"lay %s1 9S\n" % team if suit == b"S" else b""
    hand += b"biribaki Ana play\nclose Ana\nleft Bruno 35\n"
    file = tmp_path / "long"
    file.write_bytes(b"rules partners target=999999\nseats Ana Bruno Carla Diogo\n" + hand * 100)
    begun = time.monotonic()
    done = score(file)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count(b"Ana closed.") == 100
    assert time.monotonic() - begun < 1


def test_names_are_quoted_as_json_wants_them() -> None:
    data = 'rules partners\nseats "q" b\\s Ζωή \x01\x7f\n'.encode()
    document = json.loads(report.json(data))
    assert document["seats"] == ['"q"', "b\\s", "Ζωή", "\x01\x7f"]


def test_usage() -> None:
    done = score()
    assert done.returncode == 2
    assert b"usage: python3 -m tools score" in done.stderr
