"""The table: who stands how, and what comes next. UP and DOWN choose the team in hand."""

from engine_core.cards import NO_SUIT
from engine_core.events import UNSAID

from .. import phrases
from ..canvas import COLUMNS, ROWS, glyphs, width
from ..keys import BACK, DOWN, OK, PRESS
from ..lang import common
from ..screen import Screen, fit, title

_TYPE_CHECKING = const(0)
if _TYPE_CHECKING:
    from ..app import App
    from ..canvas import Canvas

_HALF = const(12)
_BAR = glyphs("│")


class Table(Screen):
    """The home of a match."""

    def __init__(self, app: "App") -> None:
        super().__init__(app)
        if app.team >= app.match.teams:
            app.team = 0
        # What is shown is worked out once: choosing a team is then copying bytes.
        self._title = ("", "")
        self._teams: list[tuple[bytes, str, bytes, bytes, bytes, bytes]] = []

    def enter(self) -> None:
        """Work out how the match stands now."""
        self._title = self._said()
        self._teams = [self._of(team) for team in range(self.app.match.teams)]

    def key(self, code: int, kind: int) -> "Screen | int | None":
        """OK opens the menu, BACK offers to take back."""
        if kind != PRESS:
            return None
        app = self.app
        if code == OK:
            from .actions import Actions

            return Actions(app)
        if code == BACK:
            from .undo import Undo

            return Undo(app)
        app.team = (app.team + (1 if code == DOWN else -1)) % app.match.teams
        return None

    def draw(self, canvas: "Canvas") -> None:
        """Draw two teams side by side, or three one below the other."""
        title(canvas, *self._title)
        if len(self._teams) == 2:
            for row in range(1, ROWS):
                canvas.text(_HALF, row, _BAR)
            for team in range(2):
                self._column(canvas, team, 13 * team)
        else:
            for team in range(3):
                self._rows(canvas, team, 1 + 2 * team)
        if self.app.hand.end:
            canvas.text(0, ROWS - 1, b" " * COLUMNS)
            canvas.text(1, ROWS - 1, common.TABLE_ENDED)
            canvas.invert(0, ROWS - 1, COLUMNS)

    def _said(self) -> tuple[str, str]:
        """The hand and its trump, and who deals and leads."""
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
        return (left, text)

    def _of(self, team: int) -> tuple[bytes, str, bytes, bytes, bytes, bytes]:
        """A team's name, total, points of this hand, state of the biribaki, what it needs to
        close, and what it has laid down."""
        app = self.app
        match = app.match
        on_table = app.hand
        biribas = "".join([phrases.mark(name) for _, name in on_table.biribas(team, app.rules)])
        points = phrases.signed(sum(match.score(team)))
        close = "" if on_table.end else phrases.may_close(match, team)
        room = _HALF
        if match.teams > 2:
            laid = common.BIRIBAKI_SIGNS[on_table.biribaki[team]] + biribas
            room -= len(points) + 1
        elif on_table.end:
            laid = ""
        elif on_table.tallies[team]:
            laid = common.TALLIED + biribas
        else:
            laid = common.MELDS_COUNT % len(on_table.melds[team]) + biribas
        return (
            fit(phrases.team(match, team), _HALF - 1),
            "%d" % match.running(team),
            glyphs(points),
            glyphs(phrases.biribaki(match, team)),
            glyphs(close),
            fit(laid, room),
        )

    def _column(self, canvas: "Canvas", team: int, col: int) -> None:
        name, total, points, biribaki, close, melds = self._teams[team]
        canvas.text(col + 1, 1, name)
        if team == self.app.team:
            canvas.invert(col, 1, _HALF)
        canvas.big(col + 2 * (6 - len(total)), 2, total)
        canvas.right(col + _HALF, 4, points)
        canvas.text(col, 5, biribaki)
        canvas.text(col, 6, close)
        canvas.text(col, 7, melds)

    def _rows(self, canvas: "Canvas", team: int, row: int) -> None:
        name, total, points, biribaki, close, melds = self._teams[team]
        canvas.text(1, row, name)
        canvas.big(COLUMNS - 2 * len(total), row, total)
        canvas.text(0, row + 1, points)
        canvas.text(len(points) + 1, row + 1, melds)
        if team == self.app.team:
            canvas.invert(0, row, _HALF)
            if close:
                canvas.text(0, ROWS - 1, biribaki)
                canvas.right(COLUMNS, ROWS - 1, close)


def shorter(name: str, letters: int) -> str:
    """A name cut to so many letters."""
    return name if len(name) <= letters else name[: letters - 1] + "…"
