"""The engine on the emulated Pico: the same events and scores as on CPython, bit for bit."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine_core import events
from engine_core.history import History, fold
from engine_core.match import Match
from engine_core.record import lines, read
from tools import bundle
from tools.pico import samples
from tools.pico.harness import DeviceError, Pico

pytestmark = pytest.mark.pico

_VECTORS = Path(__file__).parent / "vectors"
_MATCHES = sorted(_VECTORS.glob("match-*-[0-9].biriba"))

_FOLD = """\
from engine_core.history import fold
def report(match):
    print([match.score(team) for team in range(match.teams)])
    print([match.running(team) for team in range(match.teams)])
    print(match.outcome(), list(match.history), [list(melds) for melds in match.hand.melds])
with open("logs/%s", "rb") as f:
    report(fold(f.read()))
"""

_READ = """\
from engine_core import events
from engine_core.match import Match
from engine_core.record import lines, read
match = Match()
log = bytearray()
with open("record", "rb") as f:
    for line in lines(f.read()):
        event = read(line, match)
        if event:
            match.apply(event)
            log += events.varint(len(event)) + event
print(log.hex())
"""


def _log(record: bytes) -> bytes:
    match = Match()
    log = bytearray()
    for line in lines(record):
        event = read(line, match)
        if event:
            match.apply(event)
            log += events.varint(len(event)) + event
    return bytes(log)


def _report(match: Match) -> list[str]:
    assert match.hand is not None
    return [
        str([match.score(team) for team in range(match.teams)]),
        str([match.running(team) for team in range(match.teams)]),
        f"{match.outcome()} {list(match.history)} {[list(melds) for melds in match.hand.melds]}",
    ]


@pytest.fixture(scope="module")
def pico() -> Iterator[Pico]:
    logs = {f"logs/{path.stem}": _log(path.read_bytes()) for path in _MATCHES}
    record = (_VECTORS / "match-casual-7.biriba").read_bytes()
    files = {**bundle.build(None, folders=["engine_core"], whole=True), **logs, "record": record}
    with Pico(files) as device:
        yield device


@pytest.mark.parametrize("path", _MATCHES, ids=lambda path: path.stem)
def test_a_match_folds_to_the_same_scores(pico: Pico, path: Path) -> None:
    printed = pico.exec(_FOLD % path.stem).splitlines()
    assert printed == _report(fold(_log(path.read_bytes())))


def test_a_record_reads_to_the_same_bytes(pico: Pico) -> None:
    record = (_VECTORS / "match-casual-7.biriba").read_bytes()
    assert bytes.fromhex(pico.exec(_READ)) == _log(record)


def test_a_refusal_is_the_same_code(pico: Pico) -> None:
    source = (
        "from engine_core import events\nfrom engine_core.match import Match\n"
        "match = Match()\nmatch.apply(events.rules(0))\n"
        "try: match.apply(events.dry())\n"
        "except Exception as refused: print(type(refused).__name__, refused.code)\n"
    )
    printed = pico.exec(source)
    match = Match()
    match.apply(events.rules(0))
    with pytest.raises(Exception) as refused:
        match.apply(events.dry())
    assert printed == f"{type(refused.value).__name__} {refused.value.code}\n"  # type: ignore[attr-defined]


def test_a_traceback_on_the_device_names_file_and_line(pico: Pico) -> None:
    with pytest.raises(DeviceError, match=r'File "history\.py", line \d+, in fold'):
        pico.exec("from engine_core.history import fold\nfold(b'\\x01\\x00')")


def test_the_benchs_samples_are_what_they_say() -> None:
    log = History(samples.long_match())
    assert log.count == 374
    assert log.match.hands == samples.HANDS
    table = fold(samples.full_table())
    assert table.hand is not None
    assert [len(melds) for melds in table.hand.melds] == [10, 10]
    assert sum(table.category(m) >= 0 for melds in table.hand.melds for m in melds) == 8
