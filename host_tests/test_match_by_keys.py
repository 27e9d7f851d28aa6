"""Whole matches entered with the keys alone, in every profile, on CPython and MicroPython."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from engine_core import events
from firmware.screens.winner import Winner
from host_tests.device.screens_kit import Player
from host_tests.fingers import Fingers
from tools.testing.on_micropython import run
from tools.venv import ROOT

_DEVICE = Path(__file__).parent / "device"

AUSTERE = """rules austere decks=2 bonuses=table
seats Ana Bruno Carla Diogo
start A=450 B=-540
hand dealer=Diogo trump=H
meld A 4H 5H 6H
meld B 9S 10S JK
lay A1 7H
lay A1 8H
meld A 10C 2D QC KC
lay A1 9H
lay A1 10H
biribaki Carla discard
meld B 2D 3D 4D
activate Carla
adjust B -50
close Carla
left Ana 60
left Bruno 135
left Diogo 5
hand
trump S
trump none
meld A AC 2C 3C 4C
lay A1 5C
dry
left Bruno 20
left Carla 0
left Diogo 15
left Ana 100
hand trump=D
meld A QD KD AD
meld B 3S 4S 5S 6S 7S 8S 9S
biribaki Bruno play
lay A1 JD
passo B
left Carla 5
left Diogo 10
left Ana 0
left Bruno 25
"""
SINGLES = """rules austere
seats Zoe Bob Eva-2
hand
meld A 3S 4S 5S 6S 7S 8S 9S
trump S
meld C JK 5D 6D
meld B AH 2H 3H
biribaki Zoe play
close Zoe
left Bob 995
left Eva-2 50
hand dealer=Eva-2
meld A 9H 10H JH 2C
quit Bob
left Zoe 0
left Bob 110
left Eva-2 0
"""
PARTNERS = """rules partners target=3000
seats Ana Bruno Carla Diogo
start A=2800 B=-1005
hand dealer=Carla
meld A 7S 7H 7C
meld B KS KH 2D
lay A1 7D
lay A1 7S
lay A1 7H
lay A1 7C
lay A1 7D
biribaki Ana play
meld A AS AH AD
close Carla
left Diogo 35
left Ana 15
left Bruno 240
"""
PINELLA = """rules pinella semi=block target=505
seats Nikos Eleni
start A=200 B=0
hand
meld A 3S 4S 5S 6S 7S 8S 9S
lay A1 JK
lay A1 JS
meld B 10S 10H JK
biribaki Eleni discard
activate Eleni
biribaki Nikos play
close Nikos
left Eleni 60
"""
MPIRIMPA = """rules mpirimpa target=2005
seats Ana Bruno
hand trump=C
tally A cards=345 clean=2 trump-dirty=1
tally B cards=90
biribaki Ana play
close Ana
left Bruno 75
hand
tally B cards=1235 trump-full-clean=1
tally A cards=5
biribaki Bruno play
tally A cards=105
dry
left Ana 5
left Bruno 0
"""
CASUAL = """rules casual target=505
seats Ana Bruno Carla Diogo
hand
trump D
meld A 6D 7D 8D 9D
meld B JS JH JC 2S
lay A1 10D
lay A1 JD
lay A1 QD
biribaki Ana discard
close Carla
left Bruno 30
left Diogo 10
left Ana 0
"""
MATCHES = {
    "austere": AUSTERE,
    "singles": SINGLES,
    "partners": PARTNERS,
    "pinella": PINELLA,
    "mpirimpa": MPIRIMPA,
    "casual": CASUAL,
}
_OVER = {"singles", "partners", "pinella", "mpirimpa", "casual"}


def _play(text: str) -> Fingers:
    fingers = Fingers(Player())
    fingers.enter(text)
    return fingers


def _score(text: str, tmp_path: Path) -> "dict[str, object]":
    file = tmp_path / "match.biriba"
    file.write_text(text, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "tools", "score", "--json", str(file)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("name", MATCHES)
def test_match(name: str, tmp_path: Path) -> None:
    text = MATCHES[name]
    fingers = _play(text)
    player = fingers.player
    assert player.record() == text
    assert player.store.log == bytes(player.app.history.log)
    score = _score(player.record(), tmp_path)
    assert score == _score(text, tmp_path)
    match = player.app.match
    totals = score["totals"]
    assert totals == {"ABC"[team]: match.running(team) for team in range(match.teams)}
    assert score["over"] is (name in _OVER)
    # The sheet came after the last question; the winner only after the sheet.
    assert not isinstance(player.screen, Winner)
    fingers.press("O")
    assert isinstance(player.screen, Winner) is (name in _OVER)
    if name in _OVER:
        shown = " ".join(player.lines())
        for team in range(match.teams):
            assert match.teams == 2 or str(match.running(team)) in shown


@pytest.mark.micropython
@pytest.mark.parametrize("name", MATCHES)
def test_match_on_micropython(name: str) -> None:
    """The same keys, on bytecode in the smallest heap that has to do."""
    fingers = _play(MATCHES[name])
    done = run(_DEVICE / "replay_keys.py", stdin=fingers.typed + "\n", folders=[_DEVICE])
    assert done.returncode == 0, done.stdout + done.stderr
    record, screen = done.stdout.split("--\n")
    assert record == MATCHES[name]
    assert screen.splitlines() == fingers.player.lines()


def test_few_presses() -> None:
    """What is done all the time takes few keys."""
    presses: dict[int, list[int]] = {}
    for text in MATCHES.values():
        for operation, counts in _play(text).presses.items():
            presses.setdefault(operation, []).extend(counts)
    mean = {operation: sum(counts) / len(counts) for operation, counts in presses.items()}
    # 4-5-6 of hearts, from the table and back.
    assert _play(AUSTERE).presses[events.MELD][0] <= 9
    assert mean[events.LAY] < 6
    assert mean[events.LEFT] < 8
    assert max(presses[events.ACTIVATE]) <= 3
    assert max(presses[events.CLOSE]) <= 9
