"""Random matches with much taken back and amended: what is loaded is what was saved."""

import shutil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine_core.codes import Refused
from engine_core.history import History, each
from firmware.store import Store
from host_tests.random_matches import Game

_MOVES = st.sampled_from(
    ["add"] * 8 + ["undo"] * 3 + ["back", "redo", "redo", "replace", "delete", "restart", "skip"]
)


def _state(history: History) -> tuple[bytes, int]:
    return (bytes(history.sequence()), history.back)


@given(st.integers(0, 2**32), st.lists(st.tuples(_MOVES, st.integers(0, 999)), max_size=250))
def test_what_is_loaded_is_what_was_saved(
    tmp_path_factory: pytest.TempPathFactory, seed: int, moves: list[tuple[str, int]]
) -> None:
    root = tmp_path_factory.mktemp("disk")
    game = Game(seed, hands=3)
    coming = iter(game.kept)
    store = Store(str(root))
    history = store.load()
    for what, number in moves:
        try:
            if what == "add":
                history.add(next(coming, b""))
            elif what == "undo":
                history.undo()
            elif what == "back":
                for _ in range(number % 60):
                    history.undo()
            elif what == "redo":
                history.redo()
            elif what == "replace" and history.count:
                old = list(each(history.log))[number % history.count]
                history.replace(number % history.count, old[:-1] + bytes((number & 255,)))
            elif what == "delete" and history.count:
                history.delete(number % history.count)
            elif what == "restart":
                store = Store(str(root))
                history = store.load()
        except Refused:
            pass
        if what == "skip":
            # As after a save that found no room: the next one writes both.
            continue
        store.save(history)
        again = Store(str(root))
        assert _state(again.load()) == _state(history)
        assert again.damage is None
    shutil.rmtree(root)
