"""Random matches: what holds for every one of them."""

import binascii
import subprocess
from pathlib import Path

import pytest

import engine_core  # noqa: F401
from engine_core import codes, events, record
from engine_core.history import History, each, fold
from engine_core.match import Match
from host_tests import fold_tried
from host_tests.random_matches import Game
from tools.score import report

ROOT = Path(__file__).resolve().parents[1]
SEEDS = range(60)


def snapshot(match: Match) -> tuple[object, ...]:
    """All that a match is."""
    on_table = match.hand
    return (
        list(match.totals),
        list(match.history),
        match.hands,
        match.passo,
        None
        if on_table is None
        else (
            [list(melds) for melds in on_table.melds],
            list(on_table.tallies),
            bytes(on_table.biribaki),
            bytes(on_table.owner),
            list(on_table.left),
            bytes(on_table.left_said),
            list(on_table.adjusted),
            bytes(on_table.used),
            (on_table.end, on_table.by, on_table.trump, on_table.dealer),
        ),
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_a_refused_event_changes_nothing(seed: int) -> None:
    match = Match()
    for event in Game(seed).tried:
        before = snapshot(match)
        try:
            match.apply(event)
        except codes.Refused:
            assert snapshot(match) == before


@pytest.mark.parametrize("seed", SEEDS)
def test_undo_and_redo_are_folds(seed: int) -> None:
    kept = Game(seed).kept
    history = History()
    states = [snapshot(history.match)]
    for event in kept:
        history.add(event)
        states.append(snapshot(history.match))
    assert list(each(history.log)) == kept
    for i in range(len(kept) - 1, -1, -1):
        assert history.undo() == kept[i]
        assert snapshot(history.match) == states[i]
        assert history.count == i
    assert history.undo() == b""
    for i, event in enumerate(kept):
        assert history.redo() == event
        assert snapshot(history.match) == states[i + 1]
    assert not history.back


@pytest.mark.parametrize("seed", SEEDS[:20])
def test_deleting_an_event_is_a_fold_or_is_refused_whole(seed: int) -> None:
    kept = Game(seed, hands=1).kept
    for index in range(len(kept)):
        history = History()
        for event in kept:
            history.add(event)
        shorter = kept[:index] + kept[index + 1 :]
        expected = Match()
        misfit = -1
        for i, event in enumerate(shorter):
            try:
                expected.apply(event)
            except codes.Refused:
                misfit = i
                break
        if misfit >= 0:
            before = snapshot(history.match)
            with pytest.raises(codes.Refused):
                history.delete(index)
            assert snapshot(history.match) == before
            assert list(each(history.log)) == kept
        else:
            history.delete(index)
            assert snapshot(history.match) == snapshot(expected)
            assert list(each(history.log)) == shorter


@pytest.mark.parametrize("seed", SEEDS)
def test_a_record_reads_back_as_the_same_events(seed: int) -> None:
    match = Match()
    again = Match()
    for event in Game(seed).kept:
        match.apply(event)
        line = record.write(event, match)
        read = record.read(line.encode(), again)
        again.apply(read)
        if event[0] != events.TALLY:  # a tally may be said in several ways
            assert read == event
        assert snapshot(again) == snapshot(match)


@pytest.mark.parametrize("seed", SEEDS)
def test_sums_add_up(seed: int) -> None:
    match = Match()
    for event in Game(seed).kept:
        match.apply(event)
    start = match.start or [0] * match.teams
    for team in range(match.teams):
        brought = sum(match.history[team :: match.teams])
        assert match.totals[team] == start[team] + brought
        rules, on_table = match.rules, match.hand
        assert rules is not None and on_table is not None
        named = sum(rules.bonus(name) for _, name in on_table.biribas(team, rules))
        assert named == match.score(team)[1]


def test_the_random_matches_reach_what_they_are_for() -> None:
    """Random play that never closes or says passo would prove nothing."""
    ops = [event[0] for seed in range(300) for event in Game(seed).kept]
    for op in range(events.RULES, events.ADJUST + 1):
        assert ops.count(op) >= 5, op


@pytest.mark.micropython
def test_both_runtimes_fold_the_same_bytes(tmp_path: Path, micropython_path: Path) -> None:
    games = [Game(seed).tried for seed in range(300)]
    file = tmp_path / "tried"
    with file.open("w") as out:
        for tried in games:
            out.write(f"{len(tried)}\n")
            out.writelines(binascii.hexlify(event).decode() + "\n" for event in tried)
    done = subprocess.run(
        [
            str(micropython_path),
            "-X",
            "heapsize=2M",
            str(ROOT / "host_tests/fold_tried.py"),
            str(file),
        ],
        capture_output=True,
        env={"MICROPYPATH": str(ROOT)},
    )
    assert done.returncode == 0, done.stderr.decode() + done.stdout.decode()[-2000:]
    assert done.stdout.decode() == "".join(map(fold_tried.answer, games))


def test_folding_a_log_is_applying_its_events() -> None:
    game = Game(7)
    history = History()
    for event in game.kept:
        history.add(event)
    assert snapshot(fold(history.log)) == snapshot(game.match)


def test_an_open_log_scores_as_its_record() -> None:
    game = Game(11)
    lines: list[str] = []
    match = Match()
    for event in game.kept:
        match.apply(event)
        lines.append(record.write(event, match))
    document = report.json("\n".join(lines).encode())
    for team in range(match.teams):
        assert f'"running": {match.running(team)}' in document
