"""A history says all there is to save in a sequence and a number."""

import engine_core  # noqa: F401
from engine_core import events
from engine_core.codes import Refused
from engine_core.history import History, Misfit, each, fold

_OPENING = (events.rules(0), events.seats(["Ana", "Bruno", "Carla", "Diogo"]))


def _played(hands: int = 3) -> History:
    history = History()
    for event in _OPENING:
        history.add(event)
    for _ in range(hands):
        history.add(events.hand())
        history.add(events.tally(0, 250, []))
        history.add(events.dry())
    return history


def test_a_sequence_and_what_is_taken_back() -> None:
    for back in range(12):
        history = _played()
        whole = bytes(history.log)
        for _ in range(back):
            history.undo()
        assert history.sequence() == whole
        assert history.back == min(back, 11)
        again = History(history.sequence(), history.back)
        assert (again.log, again.count, again.back) == (history.log, history.count, history.back)
        assert again.match.hands == history.match.hands
        assert again.undo() == history.undo()
        while history.back:
            assert again.redo() == history.redo()
        assert again.log == whole
        assert not again.back


def test_more_taken_back_than_there_is() -> None:
    history = History(_played().log, 99)
    assert (history.count, history.back) == (0, 11)


def test_a_new_event_forgets_what_was_taken_back() -> None:
    history = _played()
    history.undo()
    history.add(events.dry())
    assert history.back == 0
    history.undo()
    history.replace(3, events.tally(0, 300, []))
    assert history.back == 0


def test_a_misfit_changes_nothing() -> None:
    history = _played()
    before = bytes(history.log)
    try:
        history.delete(2)
    except Misfit as misfit:
        assert misfit.index == 2
    else:
        raise AssertionError("a hand that did not begin")
    assert (history.log, history.count) == (before, 11)


def test_a_tail_that_does_not_fit_does_not_come_back() -> None:
    tail = events.hand()
    log = _played().log + events.varint(len(tail)) + tail + events.varint(len(tail)) + tail
    history = History(log, 2)
    assert history.redo() == tail
    assert history.redo() == b""
    assert not history.back


def test_a_log_from_anywhere_is_refused() -> None:
    for log, error in ((b"\x05\x01", ValueError), (b"\x00", Refused), (b"\x01\xff", Misfit)):
        try:
            History(log)
        except error:
            pass
        else:
            raise AssertionError(log)
    assert fold(_played().log).hands == 3
    assert len(list(each(_played().log))) == 11
