"""Laying cards on a meld of the team in hand: each that goes, with its effect. OK lays it."""

from engine_core import cards, events, lying, meld

from .. import meld_words, phrases
from ..lang import load
from ..lists import ListScreen
from .melds import worth

words = load("play")
_RANKS = load("cards").RANKS

_TYPE_CHECKING = const(0)
if _TYPE_CHECKING:
    from ..app import App
    from ..screen import Screen


class LayOff(ListScreen):
    """The lay-offs of one meld, as the engine lists them, naturals first."""

    foot_rows = 2

    def __init__(self, app: "App", number: int) -> None:
        super().__init__(app)
        self.number = number
        self.found: list[tuple[int, int]] = []

    def enter(self) -> None:
        """Ask for the lay-offs."""
        before = self._meld()
        which = meld.wild(before)
        found = self.app.match.layoffs(self.app.team, self.number)
        # A card that becomes the wild is the rarer choice: it comes after the others.
        self.found = [one for one in found if meld.wild(one[1]) in (0, which)]
        self.found += [one for one in found if meld.wild(one[1]) not in (0, which)]
        self.title = meld_words.meld_name(before) + " " + meld_words.wild(before)

    def _meld(self) -> int:
        return self.app.hand.melds[self.app.team][self.number]

    def right(self) -> str:
        """How many cards the meld has."""
        return words.CARDS_COUNT % meld.length(self._meld())

    def count(self) -> int:
        """How many cards may be laid, or one row to say that none may."""
        return len(self.found) or 1

    def row(self, i: int) -> tuple[str, str]:
        """A card, what the meld becomes, and the points gained."""
        if not self.found:
            return (words.NOTHING_GOES, "")
        card, after = self.found[i]
        name = self.app.match.category(after)
        mark = phrases.mark(name) if name >= 0 else ""
        gain = phrases.signed(self.app.match.gain(self._meld(), after))
        text = meld_words.card(card)
        if card & 15 == cards.ACE_LOW:
            text += words.ACE_LOW
        elif card & 15 == cards.ACE_HIGH:
            text += words.ACE_HIGH
        if meld.is_run(after):
            text += " ▶ " + meld_words.meld_name(after)
        return (text, mark + gain)

    def foot(self, i: int) -> str:
        """Where the wild goes, and what the meld becomes."""
        if not self.found:
            return ""
        before = self._meld()
        after = self.found[i][1]
        return self._effect(before, after) + "\n" + worth(self.app, after)

    def _effect(self, before: int, after: int) -> str:
        old = meld.wild(before)
        new = meld.wild(after)
        if old and not new:
            return words.TWO_HOME
        if not new:
            return ""
        if not meld.is_run(after):
            return "" if old else words.WILD_IN_SET
        place = lying.wild_position(after)
        rank = _RANKS[place]
        if old != new:
            return words.WILD_FOR % (meld_words.card(new), rank)
        if lying.wild_gap(before) and not lying.wild_gap(after):
            return words.WILD_FREED % meld_words.card(new)
        if lying.wild_position(before) != place:
            return words.WILD_MOVES % (meld_words.card(new), rank)
        return ""

    def chosen(self, i: int) -> "Screen | int | None":
        """Lay the card; the list is then asked again."""
        if not self.found:
            return None
        before = self._meld()
        card = self.found[i][0]
        if self.app.do(events.lay(self.app.team, self.number, bytes((card,)))):
            self.enter()
            self.at = self._beside(before, card)
        return None

    def _beside(self, before: int, card: int) -> int:
        """The row of the card that goes on in the same direction; the first if there is none."""
        if meld.is_run(before):
            onward = card + 1 if card & 15 > lying.first(before) else card - 1
            for i, one in enumerate(self.found):
                if one[0] == onward:
                    return i
        return 0
