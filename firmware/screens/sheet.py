"""The score sheet of a hand: line by line, a column a team."""

from engine_core import hand

from .. import meld_words, phrases
from ..canvas import COLUMNS, ROWS
from ..flow import after_sheet
from ..keys import BACK, DOWN, LONG, OK
from ..lang import load
from ..screen import HOME, POP, Screen, fit

words = load("ending")

_TYPE_CHECKING = const(0)
if _TYPE_CHECKING:
    from engine_core.match import Match

    from ..app import App
    from ..canvas import Canvas

_BODY = const(6)  # rows between the head and the totals
_LABEL = const(7)  # columns before the numbers


class Sheet(Screen):
    """The hand's lines and sum, the biribas one by one below them, the totals always in sight.

    The hand is the one on the table; or that of another `match`, which is only looked at.
    """

    passing = True

    def __init__(self, app: "App", match: "Match | None" = None) -> None:
        super().__init__(app)
        self._match = match or app.match
        self._top = 0
        self._lines: list[tuple[str, list[int], bytes]] = []
        self._collect()

    def _collect(self) -> None:
        match = self._match
        rules, on_table = match.rules, match.hand
        if rules is None or on_table is None:
            raise ValueError("no hand yet")
        teams = range(match.teams)
        scores = [match.score(team) for team in teams]
        for line, text in enumerate(words.SHEET_LINES):
            values = [score[line] for score in scores]
            if line != hand.ADJUST or any(values):
                self._lines.append((text, values, b""))
        self._lines.append((words.SHEET_HAND, [sum(score) for score in scores], b""))
        for team in teams:
            biribas = on_table.biribas(team, rules)
            if biribas:
                self._lines.append(("", [], fit(phrases.team(match, team) + ":", COLUMNS)))
            for number, name in biribas:
                bonus = b" %d" % rules.bonus(name)
                what = meld_words.category(name)
                if number >= 0:
                    what = meld_words.meld_name(on_table.melds[team][number]) + " " + what
                line = fit(what, COLUMNS - len(bonus))
                gap = COLUMNS - len(line) - len(bonus)
                self._lines.append(("", [], line + b" " * gap + bonus))

    def key(self, code: int, kind: int) -> "Screen | int | None":
        """UP and DOWN scroll; OK goes on after the end of the hand."""
        if code == BACK:
            return HOME if kind == LONG else POP
        if code == OK:
            return (self._match is self.app.match and after_sheet(self.app)) or POP
        last = max(len(self._lines) - _BODY, 0)
        self._top = max(0, min(self._top + (1 if code == DOWN else -1), last))
        return None

    def draw(self, canvas: "Canvas") -> None:
        """Draw the head, some lines and the totals."""
        match = self._match
        teams = match.teams
        room = (COLUMNS - _LABEL) // teams
        canvas.text(0, 0, words.SHEET_TITLE % match.hands)
        for team in range(teams):
            end = COLUMNS - room * (teams - 1 - team)
            canvas.right(end, 0, fit(phrases.team(match, team), room - 1))
        for y in range(min(_BODY, len(self._lines))):
            text, values, whole = self._lines[self._top + y]
            if whole:
                canvas.text(0, y + 1, whole)
            else:
                self._line(canvas, y + 1, text, values, room)
        totals = [match.running(team) for team in range(teams)]
        self._line(canvas, ROWS - 1, " " + words.SHEET_TOTAL, totals, room)
        if self._top:
            canvas.text(_LABEL, 0, "▲")
        if self._top + _BODY < len(self._lines):
            canvas.text(_LABEL - 1, ROWS - 1, "▼")
        canvas.invert(0, ROWS - 1, COLUMNS)

    def _line(self, canvas: "Canvas", row: int, text: str, values: list[int], room: int) -> None:
        canvas.text(0, row, text)
        teams = len(values)
        for team in range(teams):
            canvas.right(COLUMNS - room * (teams - 1 - team), row, "%d" % values[team])
