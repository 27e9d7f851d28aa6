"""Which rules the match is played by: the first screen of a new match."""

from engine_core.profiles import PROFILES, Rules
from firmware.lang import load
from firmware.lists import ListScreen

words = load("setup")

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from firmware.screen import Screen


class ChooseRules(ListScreen):
    """The profiles, each described in two lines."""

    title = words.CHOOSE_RULES
    foot_rows = 2

    def count(self) -> int:
        """One row a profile."""
        return len(PROFILES)

    def row(self, i: int) -> tuple[str, str]:
        """A profile and for how many it is."""
        counts = Rules(i).seat_counts
        return (words.PROFILES[i][0], words.FOR_PLAYERS % ",".join(["%d" % n for n in counts]))

    def foot(self, i: int) -> str:
        """What the profile is like."""
        return words.PROFILES[i][1]

    def chosen(self, i: int) -> "Screen | int | None":
        """Go on to the players and options."""
        from firmware.screens.new_match import NewMatch

        return NewMatch(self.app, i)
