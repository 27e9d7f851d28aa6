"""A new match: players, target, options, dealer, trump, and scores from paper."""

from engine_core import events
from engine_core.profiles import CHOICES, TARGET, Rules

from ..lang import load
from ..lists import ListScreen
from ..screen import HOME
from .trump import Trump, next_trump, trump_words

words = load("setup")

_TYPE_CHECKING = const(0)
if _TYPE_CHECKING:
    from ..app import App
    from ..screen import Screen

# Rows, in order; those of the profile's options stand in the place of _OPTION + option.
_BEGIN = const(0)
_PLAYERS = const(1)
_NAMES = const(2)
_DEALER = const(3)
_TRUMP = const(4)
_START = const(5)  # + team
_OPTION = const(16)  # + option

_FOUR = const(4)


class NewMatch(ListScreen):
    """Everything about the match. OK changes a value; on the first row it begins the match."""

    foot_rows = 1

    def __init__(self, app: "App", profile: int) -> None:
        super().__init__(app)
        self.rules = Rules(profile)
        self.title = words.PROFILES[profile][0]
        known = app.names or app.match.names
        counts = self.rules.seat_counts
        usual = _FOUR if _FOUR in counts else counts[0]
        self.seats = len(known) if len(known) in counts else usual
        self.names = known + [name for name in words.DEFAULT_NAMES if name not in known]
        self.dealer = 0
        self.trump = events.UNSAID
        self.start = [0, 0, 0]
        self._rows: list[int] = []

    def _list(self) -> None:
        rows = [_BEGIN, _PLAYERS] if len(self.rules.seat_counts) > 1 else [_BEGIN]
        rows += [_NAMES, _OPTION + TARGET, _DEALER]
        if self.rules.trumps:
            rows.append(_TRUMP)
        rows += [_OPTION + option for option in self.rules.options if option != TARGET]
        self.teams = 3 if self.seats % 3 == 0 else 2
        rows += [_START + team for team in range(self.teams)]
        self._rows = rows

    def enter(self) -> None:
        """The names may have changed."""
        self._list()

    def count(self) -> int:
        """How many things can be chosen."""
        return len(self._rows)

    def row(self, i: int) -> tuple[str, str]:
        """A thing and its value."""
        row = self._rows[i]
        rules = self.rules
        if row == _BEGIN:
            return (words.BEGIN_MATCH, "")
        if row == _PLAYERS:
            return (words.PLAYERS, "%d" % self.seats)
        if row == _NAMES:
            return (words.NAMES, " ".join(self.names[: self.seats]))
        if row == _DEALER:
            # The lot of the first hand falls on the one or on the other.
            if rules.lot_dealer:
                return (words.DEALER, self.names[self.dealer])
            return (words.LEADER, self.names[(self.dealer + 1) % self.seats])
        if row == _TRUMP:
            return (Trump.title, trump_words(self.trump))
        if row >= _OPTION:
            option = row - _OPTION
            choice = rules.choices[option]
            if option == TARGET:
                return (words.TARGET, "%d" % choice)
            return (words.OPTIONS[option][0], words.OPTIONS[option][1 + choice])
        team = row - _START
        name = "+".join(self.names[team : self.seats : self.teams])
        return (words.START_OF % name, "%d" % self.start[team])

    def foot(self, i: int) -> str:
        """What the row is about."""
        row = self._rows[i]
        if row == _BEGIN:
            return words.BEGIN_MATCH_HINT
        if row == _NAMES:
            return words.NAMES_HINT
        if row >= _START and row < _OPTION:
            return words.START_HINT
        return words.CHANGE_HINT

    def chosen(self, i: int) -> "Screen | int | None":
        """Change the value, or begin."""
        row = self._rows[i]
        if row == _BEGIN:
            return self._begin()
        if row == _NAMES:
            from .names import Names

            return Names(self.app, self)
        if row == _PLAYERS:
            counts = self.rules.seat_counts
            self.seats = counts[(counts.find(bytes((self.seats,))) + 1) % len(counts)]
            self.dealer = 0
            self._list()
        elif row == _DEALER:
            self.dealer = (self.dealer + 1) % self.seats
        elif row == _TRUMP:
            self.trump = next_trump(self.trump)
        elif row >= _OPTION:
            self._next_choice(row - _OPTION)
        else:
            from .start_score import StartScore

            return StartScore(self.app, self, row - _START)
        return None

    def _next_choice(self, option: int) -> None:
        rules = self.rules
        choice = rules.choices[option]
        if option == TARGET:
            targets = rules.targets
            choice = targets[(targets.index(choice) + 1) % len(targets)]
        else:
            choice = (choice + 1) % CHOICES[option]
        rules.choose(option, choice)

    def _begin(self) -> "Screen | int | None":
        rules = self.rules
        usual = Rules(rules.profile)
        chosen = [
            (option, rules.choices[option])
            for option in rules.options
            if rules.choices[option] != usual.choices[option]
        ]
        match = [events.rules(rules.profile, *chosen), events.seats(self.names[: self.seats])]
        if any(self.start[: self.teams]):
            match.append(events.start(self.start[: self.teams]))
        dealer = self.dealer if self.dealer else events.NOBODY
        match.append(events.hand(dealer, self.trump))
        return HOME if self.app.begin(match) else None
