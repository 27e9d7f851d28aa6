"""A score that was kept on paper until the match goes on here."""

from ..lang import load
from ..points import Points
from ..screen import POP

words = load("setup")

_TYPE_CHECKING = const(0)
if _TYPE_CHECKING:
    from ..app import App
    from ..screen import Screen
    from .new_match import NewMatch

_DIGITS = const(5)
_STEP = const(5)


class StartScore(Points):
    """The score of a team."""

    def __init__(self, app: "App", form: "NewMatch", team: int) -> None:
        super().__init__(app, words.START_TITLE, form.start[team], _DIGITS, _STEP, True)
        self._form = form
        self._team = team
        self.place = 1

    def about(self) -> str:
        """Whose score it is."""
        form = self._form
        return "+".join(form.names[self._team : form.seats : form.teams])

    def accept(self, value: int) -> "Screen | int | None":
        """Keep it for the beginning."""
        self._form.start[self._team] = value
        return POP
