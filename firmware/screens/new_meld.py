"""A new meld in few presses: suit, from, to, wild; or rank and suits for a set.

Dots below the ruler of ranks show what has been chosen, and the lowest rows what the engine makes
of it.
"""

from engine_core import cards, events, meld
from engine_core.codes import Refused

from .. import meld_words, phrases
from ..canvas import ROWS
from ..keys import BACK, LONG, OK, UP
from ..lang import load
from ..refusals import explain
from ..screen import HOME, POP, Screen, title, wrap
from .melds import worth

words = load("play")
_RANKS = load("cards").RANKS

_TYPE_CHECKING = const(0)
if _TYPE_CHECKING:
    from ..app import App
    from ..canvas import Canvas

# Stages of a run, and of a set.
_SUIT = const(0)
_FROM = const(1)
_TO = const(2)
_WILD = const(3)
_PLACE = const(4)
_RANK = const(5)
_COUNTS = const(6)  # + suit
_SET_WILD = const(10)

_SET = const(4)  # stands for a set among the suits
_SHORTEST = const(3)
_LONGEST = const(13)
_HIGH_ACE = const(14)
_MIDDLE = const(6)  # where the wheel of ranks begins

_WILDS = b"\x00\x40\x02\x12\x22\x32"  # none, the joker, the twos

_RULER_ROW = const(4)
_RULER = b"A23456789 10 JQKA"
_RULER_COL = const(4)
_TEN = const(10)


class NewMeld(Screen):
    """UP and DOWN change what the stage is about, OK goes on, BACK goes back."""

    def __init__(self, app: "App") -> None:
        super().__init__(app)
        self._stage = _SUIT
        self._suit = 0
        self._from = _MIDDLE
        self._to = _MIDDLE + 2
        self._wild = 0  # place in _WILDS
        self._place = 0
        self._rank = _MIDDLE
        self._counts = [0, 0, 0, 0]

    # Keys

    def key(self, code: int, kind: int) -> "Screen | int | None":
        """Change the stage's value, or go a stage on or back; OK held lays what there is."""
        if code == BACK:
            if kind == LONG:
                return HOME
            return self._back()
        if code == OK:
            if kind == LONG:
                return self._lay() if self._stage >= _TO and self._stage != _RANK else None
            return self._next()
        self._change(1 if code == UP else -1)
        return None

    def _change(self, step: int) -> None:
        stage = self._stage
        if stage == _SUIT:
            # The suits lie side by side, the lower key goes on to the right.
            self._suit = (self._suit - step) % (5 if self.app.rules.sets else 4)
        elif stage == _FROM:
            self._from = (self._from - 1 + step) % (_HIGH_ACE - 2) + 1
            self._to = self._from + 2
        elif stage == _TO:
            longest = min(_LONGEST, _HIGH_ACE + 1 - self._from)
            length = self._to - self._from + 1 - _SHORTEST
            length = (length + step) % (longest + 1 - _SHORTEST)
            self._to = self._from + length + _SHORTEST - 1
        elif stage == _PLACE:
            length = self._to - self._from + 1
            self._place = (self._place - self._from + step) % length + self._from
        elif stage == _RANK:
            # Twos form no set: ace, then three to king.
            self._rank = (self._rank - 1 + step) % _LONGEST + 1
            if self._rank == cards.TWO:
                self._rank += step
        elif stage in (_WILD, _SET_WILD):
            self._wild = (self._wild - step) % len(_WILDS)
        else:
            suit = stage - _COUNTS
            self._counts[suit] = (self._counts[suit] + step) % (self.app.rules.decks + 1)

    def _next(self) -> "Screen | int | None":
        stage = self._stage
        if stage == _SUIT:
            self._stage = _RANK if self._suit == _SET else _FROM
        elif stage == _WILD and self._wild:
            self._stage = _PLACE
            self._place = self._to
        elif stage in (_WILD, _PLACE, _SET_WILD):
            return self._lay()
        else:
            self._stage += 1
        return None

    def _back(self) -> "Screen | int | None":
        stage = self._stage
        if stage == _SUIT:
            return POP
        if stage in (_FROM, _RANK):
            self._stage = _SUIT
        else:
            self._stage -= 1
        if self._stage < _WILD:
            self._wild = 0
        return None

    def _lay(self) -> "Screen | int | None":
        return HOME if self.app.do(events.meld(self.app.team, self._cards())) else None

    # What has been chosen

    def _cards(self) -> bytes:
        chosen = bytearray()
        wild = _WILDS[self._wild]
        if self._suit == _SET:
            for suit in range(4):
                for _ in range(self._counts[suit]):
                    chosen.append(suit << 4 | self._rank)
            if wild:
                chosen.append(wild)
            return bytes(chosen)
        place = 0
        if wild:
            place = self._place if self._stage == _PLACE else self._to
        for position in range(self._from, self._to + 1):
            if position == place:
                chosen.append(wild)
            else:
                rank = cards.ACE if position == _HIGH_ACE else position
                chosen.append(self._suit << 4 | rank)
        if place != 1 and self._from == 1:
            self._say_side(chosen, cards.ACE_LOW)
        elif place != _HIGH_ACE and self._to == _HIGH_ACE:
            self._say_side(chosen, cards.ACE_HIGH)
        return bytes(chosen)

    def _say_side(self, chosen: bytearray, side: int) -> None:
        """Give the ace its side where the other one is open too."""
        at = chosen.find(bytes((self._suit << 4 | cards.ACE,)))
        other = bytearray(chosen)
        other[at] = self._suit << 4 | cards.ACE_LOW + cards.ACE_HIGH - side
        try:
            meld.read(bytes(other), self.app.rules)
        except Refused:
            return
        chosen[at] = self._suit << 4 | side

    def _verdict(self) -> str:
        """What the engine makes of the cards: what they are worth, or why they do not go."""
        chosen = self._cards()
        app = self.app
        try:
            a_meld = meld.read(chosen, app.rules)
            for card in chosen:
                if not app.hand.has_copy(card, app.rules):
                    raise Refused("copies", card)
        except Refused as refusal:
            return explain(refusal, app.match)
        return worth(app, a_meld)

    # The picture

    def draw(self, canvas: "Canvas") -> None:
        """Draw the choices made, the one being made, and what they come to."""
        title(canvas, words.NEW_MELD, words.STAGES[self._stage])
        self._suits(canvas)
        stage = self._stage
        if stage == _SUIT:
            line = words.MELD_SUIT_HINT
        elif self._suit == _SET:
            self._set(canvas)
            line = "" if stage == _RANK else self._verdict()
        else:
            self._run(canvas)
            line = words.MELD_FROM_HINT if stage == _FROM else self._verdict()
        for y, text in enumerate(wrap(line)[:2]):
            canvas.text(0, ROWS - 2 + y, text)

    def _suits(self, canvas: "Canvas") -> None:
        col = 1
        for suit in range(5 if self.app.rules.sets else 4):
            if suit == _SET:
                after = canvas.text(col, 1, words.SET)
            else:
                after = canvas.text(col, 1, phrases.SUITS[suit])
            if suit == self._suit:
                canvas.invert(col - 1, 1, after - col + 2)
            col = after + 2

    def _run(self, canvas: "Canvas") -> None:
        canvas.text(_RULER_COL, _RULER_ROW, _RULER)
        stage = self._stage
        last = self._from if stage == _FROM else self._to
        wild = _WILDS[self._wild]
        place = 0
        if wild:
            place = self._place if stage == _PLACE else last
        for position in range(self._from, last + 1):
            if position != place:
                canvas.text(_column(position), _RULER_ROW + 1, "●")
        if stage <= _TO:
            canvas.text(_column(last), _RULER_ROW - 1, "▼")
            return
        self._wild_line(canvas, 2, stage == _WILD)
        if wild:
            canvas.text(_column(place), _RULER_ROW - 1, meld_words.card(wild))
            canvas.text(_column(place), _RULER_ROW + 1, "○")

    def _wild_line(self, canvas: "Canvas", row: int, current: bool) -> None:
        wild = _WILDS[self._wild]
        col = canvas.text(0, row, words.WILD_IS) + 1
        canvas.text(col, row, meld_words.card(wild) if wild else words.NO_WILD)
        if current:
            canvas.invert(col - 1, row, 2 + len(words.NO_WILD))

    def _set(self, canvas: "Canvas") -> None:
        stage = self._stage
        canvas.text(1, 3, _RANKS[self._rank])
        if stage == _RANK:
            canvas.invert(0, 3, 4)
        col = 6
        for suit in range(4):
            after = canvas.text(col, 3, phrases.SUITS[suit] + "%d" % self._counts[suit])
            if stage == _COUNTS + suit:
                canvas.invert(col, 3, after - col)
            col = after + 1
        if stage >= _COUNTS:
            self._wild_line(canvas, 4, stage == _SET_WILD)


def _column(position: int) -> int:
    """The ruler's column of a position; the ten has a space on both sides."""
    if position >= _TEN:
        position += 1 if position == _TEN else 3
    return _RULER_COL + position - 1
