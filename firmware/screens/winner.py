"""The end of the match."""

from .. import phrases
from ..canvas import COLUMNS
from ..keys import BACK, LONG, OK, PRESS
from ..lang import load
from ..screen import HOME, POP, Screen, fit, hint, title

words = load("ending")

_TYPE_CHECKING = const(0)
if _TYPE_CHECKING:
    from ..canvas import Canvas


class Winner(Screen):
    """Who won, with the totals. OK begins another match, UP and DOWN show all hands."""

    def key(self, code: int, kind: int) -> "Screen | int | None":
        """Go on to another match, look at the hands, or go back."""
        if code == BACK:
            return HOME if kind == LONG else POP
        if kind != PRESS:
            return None
        if code == OK:
            from .choose_rules import ChooseRules

            return ChooseRules(self.app)
        from .standings import Standings

        return Standings(self.app)

    def draw(self, canvas: "Canvas") -> None:
        """Draw the winner and the totals."""
        match = self.app.match
        team = match.outcome()[1]
        title(canvas, words.MATCH_OVER)
        if team < 0:
            canvas.centre(1, words.DRAW)
        else:
            canvas.centre(1, fit(words.WINS % phrases.team(match, team), COLUMNS))
        teams = match.teams
        if teams == 2:
            for team in range(2):
                col = 13 * team
                canvas.centre(3, fit(phrases.team(match, team), 12), False, col, 12)
                total = "%d" % match.running(team)
                canvas.big(col + 6 - len(total), 4, total)
        else:
            for team in range(3):
                canvas.text(0, 3 + team, fit(phrases.team(match, team), 12))
                canvas.right(COLUMNS, 3 + team, "%d" % match.running(team))
        hint(canvas, words.WINNER_HINT)
