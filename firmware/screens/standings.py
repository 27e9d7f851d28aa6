"""All hands of a match: what each brought, and the totals."""

from engine_core.events import HAND
from engine_core.history import each
from engine_core.match import Match

from .. import phrases
from ..canvas import COLUMNS, ROWS
from ..keys import BACK, DOWN, LONG, OK
from ..lang import load
from ..screen import HOME, POP, Screen, fit

words = load("ending")

_TYPE_CHECKING = const(0)
if _TYPE_CHECKING:
    from engine_core.history import History

    from ..app import App
    from ..canvas import Canvas

_BODY = const(6)
_LABEL = const(3)  # columns before the numbers


class Standings(Screen):
    """A row a hand, the newest in sight first; the totals at the bottom. OK shows a hand's sheet.

    The match is the running one, of which the hand on the table counts when it has ended; or that
    of another `history`, which is only looked at.
    """

    def __init__(self, app: "App", history: "History | None" = None) -> None:
        super().__init__(app)
        self._history = history or app.history
        match = self._match = self._history.match
        self._open = bool(match.hand and not match.hand.end)
        hands = match.hands
        if self._open and not history:
            hands -= 1
        self._first = 1 if match.start else 0  # row of the first hand
        self._count = hands + self._first
        self._at = self._count - 1
        self._top = max(self._count - _BODY, 0)

    def key(self, code: int, kind: int) -> "Screen | int | None":
        """UP and DOWN move the cursor, OK shows the sheet of its hand."""
        if code == BACK:
            return HOME if kind == LONG else POP
        if code == OK:
            return self._sheet() if self._at >= self._first else POP
        self._at = min(max(self._at + (1 if code == DOWN else -1), 0), self._count - 1)
        self._top = max(min(self._top, self._at), self._at - _BODY + 1, 0)
        return None

    def _sheet(self) -> Screen:
        from .sheet import Sheet

        number = self._at - self._first + 1
        match = self._match
        if number < match.hands:
            match = _after(self._history, number)
        return Sheet(self.app, match)

    def draw(self, canvas: "Canvas") -> None:
        """Draw the head, some hands and the totals."""
        match = self._match
        teams = match.teams
        room = (COLUMNS - 1 - _LABEL) // teams
        for team in range(teams):
            end = COLUMNS - 1 - room * (teams - 1 - team)
            canvas.right(end, 0, fit(phrases.team(match, team), room - 1))
        count = self._count
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

    def _line(self, canvas: "Canvas", row: int, i: int, room: int) -> None:
        match = self._match
        teams = match.teams
        hand = i - self._first
        label = "%d" % (hand + 1) if hand >= 0 else "·"
        if self._open and hand == match.hands - 1:
            label += "…"  # it is in no total
        canvas.right(_LABEL, row, label)
        for team in range(teams):
            end = COLUMNS - 1 - room * (teams - 1 - team)
            if hand < 0:
                text = "%d" % (match.start[team] if match.start else 0)
            elif hand < match.hands - 1:
                text = phrases.signed(match.history[hand * teams + team])
            else:
                text = phrases.signed(sum(match.score(team)))
            canvas.right(end, row, text)
        if i == self._at:
            canvas.invert(0, row, _LABEL)  # a whole bar would be one with the totals


def _after(history: "History", hands: int) -> Match:
    """A match as it stood after so many of its hands."""
    match = Match()
    for event in each(history.log):
        if event[0] == HAND and match.hands == hands:
            break
        match.apply(event)
    return match
