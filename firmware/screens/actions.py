"""What can be done at the table, in the order it is needed."""

from engine_core import events, hand
from engine_core.events import UNSAID
from firmware import phrases
from firmware.flow import onward
from firmware.lang import common, load
from firmware.lists import Menu
from firmware.screen import HOME

words = load("play")

_TYPE_CHECKING = const(0)
if _TYPE_CHECKING:
    from firmware.app import App
    from firmware.screen import Screen


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


def _new_meld(app: "App") -> "Screen | int | None":
    from firmware.screens.new_meld import NewMeld

    return NewMeld(app, app.team)


def _melds(app: "App") -> "Screen | int | None":
    if len(app.hand.melds[app.team]) == 1:
        from firmware.screens.lay_off import LayOff

        return LayOff(app, app.team, 0)
    from firmware.screens.melds import Melds

    return Melds(app, app.team)


def _biribaki(app: "App") -> "Screen | int | None":
    from firmware.screens.biribaki import Biribaki

    return Biribaki(app, app.team)


def _end(app: "App") -> "Screen | int | None":
    from firmware.screens.end_hand import EndHand

    return EndHand(app)


def _tally(app: "App") -> "Screen | int | None":
    from firmware.screens.tally import Tally

    return Tally(app, app.team)


def _trump(app: "App") -> "Screen | int | None":
    from firmware.screens.trump import Trump

    return Trump(app)


def _adjust(app: "App") -> "Screen | int | None":
    from firmware.screens.adjust import Adjust

    return Adjust(app, app.team)


def _sheet(app: "App") -> "Screen | int | None":
    from firmware.screens.sheet import Sheet

    return Sheet(app)


def _standings(app: "App") -> "Screen | int | None":
    from firmware.screens.standings import Standings

    return Standings(app)


def _undo(app: "App") -> "Screen | int | None":
    from firmware.screens.undo import Undo

    return Undo(app)


def _any_finished(app: "App") -> bool:
    return app.store.any_finished


def _finished(app: "App") -> "Screen | int | None":
    from firmware.screens.finished import Finished

    return Finished(app)


def _new_match(app: "App") -> "Screen | int | None":
    from firmware.screens.abandon import Abandon

    return Abandon(app)


class Actions(Menu):
    """The table's menu, for the team in hand."""

    entries = (
        (words.GO_ON, _ended, onward),
        (_pending_words, _is_pending, _activate),
        (words.TRUMP_TURNED, _trump_due, _trump),
        (words.NEW_MELD, _no_tally, _new_meld),
        (words.LAY_OFF, _has_melds, _melds),
        (words.BIRIBAKI, _no_biribaki, _biribaki),
        (words.END_HAND, _open, _end),
        (words.TALLY, _no_melds, _tally),
        (common.UNDO, None, _undo),
        (words.SHEET, None, _sheet),
        (words.STANDINGS, None, _standings),
        (words.ADJUST, None, _adjust),
        (words.TRUMP_CHANGE, _trump_said, _trump),
        (common.FINISHED, _any_finished, _finished),
        (common.NEW_MATCH, None, _new_match),
    )

    def enter(self) -> None:
        """Name the team in the title."""
        super().enter()
        self.title = phrases.team(self.app.match, self.app.team)
