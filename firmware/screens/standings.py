"""All hands of the match: what each brought, and the totals."""

from firmware import phrases
from firmware.canvas import COLUMNS, ROWS, Canvas
from firmware.keys import BACK, DOWN, LONG, OK
from firmware.lang import load
from firmware.screen import HOME, POP, Screen, fit

words = load("ending")

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from firmware.app import App

_BODY = const(6)


class Standings(Screen):
    """A row a hand, the newest in sight first; the totals at the bottom."""

    def __init__(self, app: "App") -> None:
        super().__init__(app)
        self._top = max(0, self._count() - _BODY)

    def _count(self) -> int:
        match = self.app.match
        hands = match.hands if self.app.hand.end else match.hands - 1
        return hands + (1 if match.start else 0)

    def key(self, code: int, kind: int) -> "Screen | int | None":
        """UP and DOWN scroll, anything else goes back."""
        if code == BACK and kind == LONG:
            return HOME
        if code in (BACK, OK):
            return POP
        last = max(self._count() - _BODY, 0)
        self._top = max(0, min(self._top + (1 if code == DOWN else -1), last))
        return None

    def draw(self, canvas: Canvas) -> None:
        """Draw the head, some hands and the totals."""
        match = self.app.match
        teams = match.teams
        room = (COLUMNS - 1 - 3) // teams
        for team in range(teams):
            end = COLUMNS - 1 - room * (teams - 1 - team)
            canvas.right(end, 0, fit(phrases.team(match, team), room - 1))
        count = self._count()
        for y in range(min(_BODY, count)):
            self._line(canvas, y + 1, self._top + y, room)
        if not count:
            canvas.text(0, 2, words.NO_HANDS)
        if self._top:
            canvas.text(COLUMNS - 1, 1, "▲")
        if self._top + _BODY < count:
            canvas.text(COLUMNS - 1, _BODY, "▼")
        canvas.text(1, ROWS - 1, "=")
        for team in range(teams):
            end = COLUMNS - 1 - room * (teams - 1 - team)
            canvas.right(end, ROWS - 1, "%d" % match.running(team))
        canvas.invert(0, ROWS - 1, COLUMNS)

    def _line(self, canvas: Canvas, row: int, i: int, room: int) -> None:
        match = self.app.match
        teams = match.teams
        if match.start:
            i -= 1
        canvas.text(0, row, "%d" % (i + 1) if i >= 0 else "·")
        for team in range(teams):
            end = COLUMNS - 1 - room * (teams - 1 - team)
            if i < 0:
                text = "%d" % (match.start[team] if match.start else 0)
            elif i < match.hands - 1:
                text = phrases.signed(match.history[i * teams + team])
            else:
                text = phrases.signed(sum(match.score(team)))
            canvas.right(end, row, text)
