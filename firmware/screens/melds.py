"""The melds of the team in hand; OK opens one to lay cards on it."""

from engine_core import meld

from .. import meld_words, phrases
from ..lang import load
from ..lists import ListScreen

words = load("play")

_TYPE_CHECKING = const(0)
if _TYPE_CHECKING:
    from ..app import App
    from ..screen import Screen


class Melds(ListScreen):
    """The team's melds in the order they were laid."""

    foot_rows = 1

    def __init__(self, app: "App") -> None:
        super().__init__(app)
        self.title = phrases.team(app.match, app.team)

    def count(self) -> int:
        """How many melds the team has."""
        return len(self.app.hand.melds[self.app.team])

    def row(self, i: int) -> tuple[str, str]:
        """What a meld is, its wild, and how many cards it has."""
        app = self.app
        a_meld = app.hand.melds[app.team][i]
        name = app.match.category(a_meld)
        # Behind the number the sign would look like one more nought.
        right = "%s%d" % (phrases.mark(name) if name >= 0 else "", meld.length(a_meld))
        return (meld_words.meld_name(a_meld) + " " + meld_words.wild(a_meld), right)

    def foot(self, i: int) -> str:
        """What a meld is worth."""
        app = self.app
        return worth(app, app.hand.melds[app.team][i])

    def chosen(self, i: int) -> "Screen | int | None":
        """Open the lay-offs of a meld."""
        from .lay_off import LayOff

        return LayOff(self.app, i)


def worth(app: "App", a_meld: int) -> str:
    """A meld's points, and what it is called as a biriba with its bonus."""
    points = meld.points(a_meld, app.rules)
    name = app.match.category(a_meld)
    if name < 0:
        purity = load("cards").PURITY[meld.purity(a_meld, app.rules)]
        return words.MELD_WORTH % (purity, points)
    return words.BIRIBA_WORTH % (meld_words.category(name), app.rules.bonus(name), points)
