"""What can be done at the table, in the order it is needed."""

import sys

from engine_core import events, hand
from engine_core.events import UNSAID

from .. import phrases
from ..flow import onward
from ..lang import common, load
from ..lists import Menu
from ..screen import HOME

words = load("play")

_TYPE_CHECKING = const(0)
if _TYPE_CHECKING:
    from collections.abc import Callable

    from ..app import App
    from ..screen import Screen


def _pending(app: "App") -> int:
    """A seat whose packet waits for its turn, the next one in turn order; -1 if there is none."""
    on_table = app.hand
    for team in range(app.match.teams):
        if on_table.biribaki[team] == hand.PENDING:
            return on_table.owner[team]
    return -1


def _is_pending(app: "App") -> bool:
    return _open(app) and _pending(app) >= 0


def _pending_words(app: "App") -> str:
    return words.ACTIVATE % app.match.names[_pending(app)]


def _activate(app: "App") -> "Screen | int | None":
    return HOME if app.do(events.activate(_pending(app))) else None


def _ended(app: "App") -> bool:
    return app.hand.end != hand.OPEN


def _open(app: "App") -> bool:
    return app.hand.end == hand.OPEN


def _no_tally(app: "App") -> bool:
    return _open(app) and not app.hand.tallies[app.team]


def _no_melds(app: "App") -> bool:
    return _open(app) and not app.hand.melds[app.team]


def _has_melds(app: "App") -> bool:
    return _open(app) and bool(app.hand.melds[app.team])


def _no_biribaki(app: "App") -> bool:
    return _open(app) and app.hand.biribaki[app.team] == hand.NONE


def _trump_due(app: "App") -> bool:
    return _open(app) and app.rules.trumps and app.hand.trump == UNSAID


def _trump_said(app: "App") -> bool:
    return _open(app) and app.rules.trumps and app.hand.trump != UNSAID


def _any_finished(app: "App") -> bool:
    return app.store.any_finished


def _melds(app: "App") -> "Screen | int | None":
    if len(app.hand.melds[app.team]) > 1:
        return _melds_listed(app)
    from .lay_off import LayOff

    return LayOff(app, 0)


def _opens(module: str, name: str) -> "Callable[[App], Screen]":
    """What opens a screen: its module is loaded only then."""
    path = "firmware.screens." + module

    def opened(app: "App") -> "Screen":
        __import__(path)
        return getattr(sys.modules[path], name)(app)

    return opened


_melds_listed = _opens("melds", "Melds")
_trump = _opens("trump", "Trump")


class Actions(Menu):
    """The table's menu, for the team in hand."""

    entries = (
        (words.GO_ON, _ended, onward),
        (_pending_words, _is_pending, _activate),
        (words.TRUMP_TURNED, _trump_due, _trump),
        (words.NEW_MELD, _no_tally, _opens("new_meld", "NewMeld")),
        (words.LAY_OFF, _has_melds, _melds),
        (words.BIRIBAKI, _no_biribaki, _opens("biribaki", "Biribaki")),
        (words.END_HAND, _open, _opens("end_hand", "EndHand")),
        (words.TALLY, _no_melds, _opens("tally", "Tally")),
        (common.UNDO, None, _opens("undo", "Undo")),
        (words.SHEET, None, _opens("sheet", "Sheet")),
        (words.STANDINGS, None, _opens("standings", "Standings")),
        (words.ADJUST, None, _opens("adjust", "Adjust")),
        (words.TRUMP_CHANGE, _trump_said, _trump),
        (common.FINISHED, _any_finished, _opens("finished", "Finished")),
        (common.NEW_MATCH, None, _opens("abandon", "Abandon")),
    )

    def enter(self) -> None:
        """Name the team in the title."""
        super().enter()
        self.title = phrases.team(self.app.match, self.app.team)
