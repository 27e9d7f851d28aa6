"""Which rules the match is played by: the first screen of a new match, and before there is one
the way to those that are finished."""

from engine_core.profiles import PROFILES, Rules

from ..lang import common, load
from ..lists import ListScreen

words = load("setup")

_TYPE_CHECKING = const(0)
if _TYPE_CHECKING:
    from ..app import App
    from ..screen import Screen


class ChooseRules(ListScreen):
    """The profiles, each described in two lines, and the finished matches if there are any."""

    title = words.CHOOSE_RULES
    foot_rows = 2

    def __init__(self, app: "App") -> None:
        super().__init__(app)
        self._count = len(PROFILES) + (1 if app.store.any_finished else 0)
        # When the next match begins the one on the table is put away, perhaps for the oldest.
        if app.history.count and not app.said_low and app.store.low:
            app.said_low = True
            app.say(words.LOW)

    def count(self) -> int:
        """One row a profile, and one more."""
        return self._count

    def row(self, i: int) -> tuple[str, str]:
        """A profile and for how many it is."""
        if i == len(PROFILES):
            return (common.FINISHED, "")
        counts = Rules(i).seat_counts
        return (words.PROFILES[i][0], words.FOR_PLAYERS % ",".join(["%d" % n for n in counts]))

    def foot(self, i: int) -> str:
        """What the profile is like."""
        return words.PROFILES[i][1] if i < len(PROFILES) else ""

    def chosen(self, i: int) -> "Screen | int | None":
        """Go on to the players and options."""
        if i == len(PROFILES):
            from .finished import Finished

            return Finished(self.app)
        from .new_match import NewMatch

        return NewMatch(self.app, i)
