"""The table: who stands how, and what comes next. UP and DOWN choose the team in hand."""

from engine_core.cards import NO_SUIT
from engine_core.events import UNSAID
from firmware import phrases
from firmware.canvas import COLUMNS, ROWS, Canvas, width
from firmware.keys import BACK, DOWN, OK, PRESS
from firmware.lang import common
from firmware.screen import Screen, fit, title

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware.app import App

_HALF = const(12)


class Table(Screen):
    """The home of a match."""

    def __init__(self, app: "App") -> None:
        super().__init__(app)
        if app.team >= app.match.teams:
            app.team = 0

    def key(self, code: int, kind: int) -> "Screen | int | None":
        """OK opens the menu, BACK offers to take back."""
        if kind != PRESS:
            return None
        app = self.app
        if code == OK:
            from firmware.screens.actions import Actions

            return Actions(app)
        if code == BACK:
            from firmware.screens.undo import Undo

            return Undo(app)
        app.team = (app.team + (1 if code == DOWN else -1)) % app.match.teams
        return None

    def draw(self, canvas: Canvas) -> None:
        """Draw two teams side by side, or three one below the other."""
        self._bar(canvas)
        if self.app.match.teams == 2:
            for team in range(2):
                self._column(canvas, team, 13 * team)
        else:
            for team in range(3):
                self._rows(canvas, team, 1 + 2 * team)
        if self.app.hand.end:
            canvas.text(0, ROWS - 1, b" " * COLUMNS)
            canvas.text(1, ROWS - 1, common.TABLE_ENDED)
            canvas.invert(0, ROWS - 1, COLUMNS)

    def _bar(self, canvas: Canvas) -> None:
        app = self.app
        match = app.match
        left = "%d" % match.hands
        trump = app.hand.trump
        if app.rules.trumps:
            left += "?" if trump == UNSAID else "-" if trump == NO_SUIT else phrases.SUITS[trump]
        dealer = match.names[app.hand.dealer]
        first = match.names[match.first(app.hand.dealer)]
        text = common.DEALS_LEADS % (dealer, first)
        room = COLUMNS - 2 - width(left)
        if len(text) > room:
            room -= len(common.DEALS % ("", ""))
            long = max(room - min(len(dealer), len(first)), room // 2)
            text = common.DEALS % (shorter(dealer, long), shorter(first, long))
        title(canvas, left, text)

    def _column(self, canvas: Canvas, team: int, col: int) -> None:
        app = self.app
        match = app.match
        chosen = team == app.team
        canvas.text(col + 1, 1, fit(phrases.team(match, team), _HALF - 1))
        if chosen:
            canvas.invert(col, 1, _HALF)
        total = "%d" % match.running(team)
        canvas.big(col + 2 * (6 - len(total)), 2, total)
        canvas.right(col + _HALF, 4, self._brought(team))
        canvas.text(col, 5, phrases.biribaki(match, team))
        if not app.hand.end:
            canvas.text(col, 6, phrases.may_close(match, team))
            canvas.text(col, 7, self._melds(team))
        if col:
            for row in range(1, ROWS):
                canvas.text(col - 1, row, "│")

    def _rows(self, canvas: Canvas, team: int, row: int) -> None:
        app = self.app
        match = app.match
        canvas.text(1, row, fit(phrases.team(match, team), _HALF - 1))
        if team == app.team:
            canvas.invert(0, row, _HALF)
        total = "%d" % match.running(team)
        canvas.big(COLUMNS - 2 * len(total), row, total)
        col = canvas.text(0, row + 1, self._brought(team)) + 1
        col = canvas.text(col, row + 1, common.BIRIBAKI_SIGNS[app.hand.biribaki[team]])
        canvas.text(col, row + 1, fit(self._biribas(team), max(_HALF - col, 1)))
        if team == app.team and not app.hand.end:
            canvas.text(0, ROWS - 1, phrases.biribaki(match, team))
            canvas.right(COLUMNS, ROWS - 1, phrases.may_close(match, team))

    def _brought(self, team: int) -> str:
        """What the hand brings so far; after its end, what it brought."""
        return phrases.signed(sum(self.app.match.score(team)))

    def _biribas(self, team: int) -> str:
        app = self.app
        return "".join([phrases.mark(name) for _, name in app.hand.biribas(team, app.rules)])

    def _melds(self, team: int) -> str:
        on_table = self.app.hand
        if on_table.tallies[team]:
            text = common.TALLIED
        else:
            text = common.MELDS_COUNT % len(on_table.melds[team])
        return text + self._biribas(team)


def shorter(name: str, letters: int) -> str:
    """A name cut to so many letters."""
    return name if len(name) <= letters else name[: letters - 1] + "…"
