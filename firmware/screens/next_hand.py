"""Before a hand: who deals, cuts and leads, and the trump if it is known."""

from engine_core import events

from ..lang import load
from ..lists import ListScreen
from ..screen import HOME
from .trump import Trump, next_trump, trump_words

words = load("ending")

_TYPE_CHECKING = const(0)
if _TYPE_CHECKING:
    from ..app import App
    from ..screen import Screen


class NextHand(ListScreen):
    """The next hand of the match. OK changes a value; on the first row it begins the hand."""

    foot_rows = 3

    def __init__(self, app: "App") -> None:
        super().__init__(app)
        self.title = words.NEXT_TITLE % (app.match.hands + 1)
        self._by_rule = self._dealer = app.match.dealer()
        self._trump = events.UNSAID

    def count(self) -> int:
        """Begin, dealer, and the trump where there is one."""
        return 3 if self.app.rules.trumps else 2

    def row(self, i: int) -> tuple[str, str]:
        """A value and what it is."""
        if i == 0:
            return (words.BEGIN_HAND, "")
        if i == 1:
            return (words.NEXT_DEALER, self.app.match.names[self._dealer])
        return (Trump.title, trump_words(self._trump))

    def foot(self, i: int) -> str:
        """Who does what."""
        match = self.app.match
        return words.ROLES % (
            match.names[self._dealer],
            match.names[match.cutter(self._dealer)],
            match.names[match.first(self._dealer)],
        )

    def chosen(self, i: int) -> "Screen | int | None":
        """Change a value, or begin."""
        if i == 1:
            self._dealer = (self._dealer + 1) % len(self.app.match.names)
        elif i == 2:
            self._trump = next_trump(self._trump)
        else:
            dealer = events.NOBODY if self._dealer == self._by_rule else self._dealer
            if self.app.do(events.hand(dealer, self._trump)):
                return HOME
        return None
