"""The end of the hand: who closed, or how else it ended."""

from engine_core import events
from engine_core.codes import Refused

from .. import phrases
from ..flow import onward
from ..lang import load
from ..lists import ListScreen
from ..refusals import explain

words = load("ending")

_TYPE_CHECKING = const(0)
if _TYPE_CHECKING:
    from ..app import App
    from ..screen import Screen

# Kinds of rows.
_CLOSE = const(0)
_DRY = const(1)
_PASSO = const(2)
_QUIT = const(3)


class EndHand(ListScreen):
    """Every way the hand can end; the foot says what keeps a row from being chosen."""

    passing = True
    title = words.END_TITLE
    foot_rows = 2

    def __init__(self, app: "App") -> None:
        super().__init__(app)
        match = app.match
        seats = len(match.names)
        # The team in hand comes first: it is most likely the one that closed.
        rows = [(_CLOSE, seat) for seat in range(app.team, seats, match.teams)]
        rows += [(_CLOSE, seat) for seat in range(seats) if match.team(seat) != app.team]
        rows.append((_DRY, 0))
        if app.rules.passo:
            rows += [(_PASSO, team) for team in range(match.teams)]
        rows.append((_QUIT, 0))
        self._rows = rows

    def count(self) -> int:
        """One row a way."""
        return len(self._rows)

    def row(self, i: int) -> tuple[str, str]:
        """A way, and whether it is open."""
        kind, who = self._rows[i]
        match = self.app.match
        if kind == _CLOSE:
            text = words.CLOSES % match.names[who]
        elif kind == _DRY:
            text = words.DRY
        elif kind == _PASSO:
            text = words.PASSO % phrases.team(match, who)
        else:
            text = words.QUITS
        return (text, "✓" if self._why_not(i) is None and kind != _QUIT else "")

    def _why_not(self, i: int) -> Refused | None:
        kind, who = self._rows[i]
        match = self.app.match
        if kind == _CLOSE:
            code = match.why_no_close(who)
            return Refused(code, who) if code else None
        if kind == _PASSO:
            code, missing = match.why_no_passo(who)
            return Refused(code, who, missing) if code else None
        return None

    def foot(self, i: int) -> str:
        """What keeps the row from being chosen."""
        refusal = self._why_not(i)
        if refusal:
            return explain(refusal, self.app.match)
        return words.QUITS_MEANS if self._rows[i][0] == _QUIT else ""

    def chosen(self, i: int) -> "Screen | int | None":
        """End the hand so."""
        kind, who = self._rows[i]
        if kind == _QUIT:
            from .quits import Quits

            return Quits(self.app)
        if kind == _CLOSE:
            event = events.close(who)
        elif kind == _DRY:
            event = events.dry()
        else:
            event = events.passo(who)
        return ended(self.app, event)


def ended(app: "App", event: bytes) -> "Screen | int | None":
    """End the hand with an event; then what is left is asked for."""
    return onward(app) if app.do(event) else None
