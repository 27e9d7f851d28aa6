"""A match: events applied one after the other, and the questions a table asks.

Applying an event either changes the match or raises `Refused` and changes nothing. Totals,
biribakia and legality are always derived from the events.
"""

from array import array

from . import events, hand, meld
from .cards import is_card
from .codes import (
    BIRIBAKI_NO_BIRIBA,
    BIRIBAKI_NOT_PENDING,
    BIRIBAKI_TAKEN,
    CATEGORY,
    CLOSE_NO_BIRIBA,
    CLOSE_NO_BIRIBAKI,
    CLOSE_NO_CLEAN,
    CLOSE_PENDING,
    COPIES,
    LEFT_AGAIN,
    LEFT_CLOSER,
    LEFT_PENDING,
    MATCH_OVER,
    MIXED,
    NUMBER,
    ORDER,
    PASSO_LEAD,
    PASSO_OFF,
    PASSO_USED,
    SEATS,
    SYNTAX,
    TRUMP,
    UNKNOWN_CARD,
    UNKNOWN_MELD,
    UNKNOWN_PLAYER,
    UNKNOWN_TEAM,
    Refused,
)
from .hand import Hand
from .profiles import Rules

# What ORDER says is amiss.
NO_RULES = const(0)
NO_SEATS = const(1)
NO_HAND = const(2)
HAND_OPEN = const(3)
HAND_ENDED = const(4)
TWICE = const(5)
TOO_LATE = const(6)

NOBODY = const(-1)

_MAX_SEATS = const(6)
_PASSO_LEAD = const(1000)
_MAX_NUMBER = const(999999)


class Match:
    """A match as it stands after the events so far."""

    def __init__(self) -> None:
        self.rules: Rules | None = None
        self.names: list[str] = []
        self.teams = 0
        self.start: list[int] | None = None
        self.totals: list[int] = []  # before the hand on the table
        self.history = array("i")  # what each hand before it brought, a number a team
        self.hands = 0  # begun so far
        self.hand: Hand | None = None
        self.passo = 0  # teams that have said it in earlier hands, as bits
        self._said_trump = events.UNSAID
        self._apply = {
            events.RULES: self._rules,
            events.SEATS: self._seats,
            events.START: self._start,
            events.HAND: self._hand,
            events.TRUMP: self._trump,
            events.MELD: self._meld,
            events.LAY: self._lay,
            events.TALLY: self._tally,
            events.BIRIBAKI: self._biribaki,
            events.ACTIVATE: self._activate,
            events.CLOSE: self._close,
            events.DRY: self._dry,
            events.PASSO: self._passo,
            events.QUIT: self._quit,
            events.LEFT: self._left,
            events.LEFT_CARDS: self._left_cards,
            events.ADJUST: self._adjust,
        }

    def apply(self, event: bytes) -> None:
        """Fold one event; `Refused` with the reason, and nothing changed, if it does not fit."""
        op = event[0] if event else 0
        if op not in self._apply:
            raise Refused(SYNTAX)
        self.place(op)
        reader = events.Reader(event)
        try:
            self._apply[op](reader)
        except ValueError:
            raise Refused(SYNTAX) from None

    def place(self, op: int) -> None:
        """`Refused(ORDER, what is amiss)` where an operation has no place now."""
        amiss = self._amiss(op)
        if amiss >= 0:
            raise Refused(ORDER, amiss)

    def _amiss(self, op: int) -> int:
        if op == events.RULES:
            return TWICE if self.rules else -1
        if not self.rules:
            return NO_RULES
        if op == events.SEATS:
            return TWICE if self.names else -1
        if not self.names:
            return NO_SEATS
        if op == events.START:
            if self.hands:
                return TOO_LATE
            return TWICE if self.start else -1
        if op == events.HAND:
            return HAND_OPEN if self.hand and not self.hand.end else -1
        if not self.hand:
            return NO_HAND
        if op == events.ADJUST:
            return -1
        if op == events.LEFT or op == events.LEFT_CARDS:
            return -1 if self.hand.end else HAND_OPEN
        return HAND_ENDED if self.hand.end else -1

    # Questions

    def team(self, seat: int) -> int:
        """The team of a seat."""
        return seat % self.teams

    def dealer(self) -> int:
        """Who deals: the hand on the table or, once it has ended, the next."""
        on_table = self.hand
        if not on_table:
            return 0
        return self.first(on_table.dealer) if on_table.end else on_table.dealer

    def first(self, dealer: int) -> int:
        """Who plays first when `dealer` deals."""
        return (dealer + 1) % len(self.names)

    def cutter(self, dealer: int) -> int:
        """Who cuts and makes the biribakia when `dealer` deals."""
        return (dealer - 1) % len(self.names)

    def score(self, team: int) -> list[int]:
        """The lines of the hand on the table for a team, as `Hand.score`."""
        return self._on_table().score(team, self._settled())

    def running(self, team: int) -> int:
        """A team's total with the hand on the table if it has ended, else before it."""
        if self.hand and self.hand.end:
            return self.totals[team] + sum(self.score(team))
        return self.totals[team]

    def outcome(self) -> tuple[bool, int, bool]:
        """Whether the match is over, the winning team or NOBODY, and whether it is a draw."""
        on_table = self.hand
        if not on_table or not on_table.end:
            return (False, NOBODY, False)
        rules = self._settled()
        totals = [self.running(team) for team in range(self.teams)]
        over = on_table.end == hand.QUIT
        contenders = list(range(self.teams))
        if over:
            contenders.remove(self.team(on_table.by))
        best = max([totals[team] for team in contenders])
        if not over:
            over = best > rules.target if rules.more_than else best >= rules.target
        if not over:
            return (False, NOBODY, False)
        leaders = [team for team in contenders if totals[team] == best]
        if len(leaders) == 1:
            return (True, leaders[0], False)
        if on_table.end == hand.QUIT or rules.level_draws:
            return (True, NOBODY, True)
        return (False, NOBODY, False)

    def why_no_biribaki(self, team: int) -> int:
        """The code of what keeps a team from its packet; 0 if it may take it."""
        on_table = self._on_table()
        rules = self._settled()
        if on_table.biribaki[team]:
            return BIRIBAKI_TAKEN
        if not rules.biribaki_free and not on_table.has_biriba(team, rules, False):
            return BIRIBAKI_NO_BIRIBA
        return 0

    def why_no_close(self, seat: int) -> int:
        """The code of what keeps a player from closing; 0 if it may be done."""
        on_table = self._on_table()
        rules = self._settled()
        team = self.team(seat)
        if not on_table.has_biriba(team, rules, rules.close_clean):
            return CLOSE_NO_CLEAN if rules.close_clean else CLOSE_NO_BIRIBA
        state = on_table.biribaki[team]
        if state == hand.NONE:
            return CLOSE_NO_BIRIBAKI
        if state == hand.PENDING and (rules.close_played or on_table.owner[team] == seat):
            return CLOSE_PENDING
        return 0

    def why_no_passo(self, team: int) -> tuple[int, int]:
        """The code of what keeps a team from passo and the points it lacks; (0, 0) if open."""
        if not self._settled().passo:
            return (PASSO_OFF, 0)
        if self.passo >> team & 1:
            return (PASSO_USED, 0)
        own = self.totals[team]
        higher = [total for total in self.totals if total > own]
        lead = min(higher) - own if higher else 0
        return (0, 0) if lead >= _PASSO_LEAD else (PASSO_LEAD, _PASSO_LEAD - lead)

    def layoffs(self, team: int, number: int) -> list[tuple[int, int]]:
        """Every card that may be laid alone on a team's meld, with the meld it then is.

        Cards of which all copies are on the table already are left out.
        """
        on_table = self._on_table()
        rules = self._settled()
        found: list[tuple[int, int]] = []
        for card, after in meld.layoffs(on_table.melds[team][number], rules):
            if not on_table.overused(bytes((card,)), rules):
                found.append((card, after))
        return found

    def gain(self, before: int, after: int) -> int:
        """Points that a meld gains by becoming another: its cards and its bonus. 0 is no meld."""
        return self._worth(after) - (self._worth(before) if before else 0)

    def category(self, a_meld: int) -> int:
        """What a meld is called under the hand's trump; -1 for no biriba."""
        return meld.category(a_meld, self._on_table().trump, self._settled())

    def _worth(self, a_meld: int) -> int:
        rules = self._settled()
        name = self.category(a_meld)
        return meld.points(a_meld, rules) + (rules.bonus(name) if name >= 0 else 0)

    def _settled(self) -> Rules:
        if self.rules is None:
            raise Refused(ORDER, NO_RULES)
        return self.rules

    def _on_table(self) -> Hand:
        if self.hand is None:
            raise Refused(ORDER, NO_HAND)
        return self.hand

    # Taking back

    def reopen(self) -> None:
        """Put the hand on the table back to how it was when it began."""
        on_table = self._on_table()
        self.hand = Hand(len(self.names), self.teams, on_table.dealer, self._said_trump)

    # Events, each checked whole before anything changes

    def _rules(self, reader: events.Reader) -> None:
        rules = Rules(reader.byte())
        while reader.more():
            rules.choose(reader.byte(), reader.varint())
        self.rules = rules

    def _seats(self, reader: events.Reader) -> None:
        names: list[str] = []
        while reader.more():
            name = str(reader.take(reader.varint()), "utf-8")
            if name in names:
                raise Refused(SEATS, TWICE)
            names.append(name)
            if len(names) > _MAX_SEATS:
                break
        if len(names) not in self._settled().seat_counts:
            raise Refused(SEATS, NO_SEATS)
        self.names = names
        self.teams = 3 if len(names) % 3 == 0 else 2
        self.totals = [0] * self.teams

    def _start(self, reader: events.Reader) -> None:
        scores: list[int] = []
        for _ in range(self.teams):
            score = reader.signed()
            if score % 5:
                raise Refused(NUMBER, score)
            scores.append(score)
        reader.end()
        self.start = scores
        self.totals = list(scores)

    def _hand(self, reader: events.Reader) -> None:
        dealer = reader.byte()
        trump = reader.byte()
        reader.end()
        if dealer == events.NOBODY:
            dealer = self.dealer()
        elif dealer >= len(self.names):
            raise Refused(UNKNOWN_PLAYER, dealer)
        if trump != events.UNSAID:
            self._check_trump(trump)
        if self.outcome()[0]:
            raise Refused(MATCH_OVER)
        before = self.hand
        if before:
            for team in range(self.teams):
                brought = sum(self.score(team))
                self.history.append(brought)
                self.totals[team] += brought
            if before.end == hand.PASSO:
                self.passo |= 1 << before.by
        self.hands += 1
        self._said_trump = trump
        self.hand = Hand(len(self.names), self.teams, dealer, trump)

    def _check_trump(self, trump: int) -> None:
        if not self._settled().trumps or trump > 4:
            raise Refused(TRUMP)

    def _trump(self, reader: events.Reader) -> None:
        trump = reader.byte()
        reader.end()
        self._check_trump(trump)
        self._on_table().trump = trump

    def _check_team(self, team: int) -> int:
        if team >= self.teams:
            raise Refused(UNKNOWN_TEAM, team)
        return team

    def _check_seat(self, seat: int) -> int:
        if seat >= len(self.names):
            raise Refused(UNKNOWN_PLAYER, seat)
        return seat

    def _check_cards(self, cards: bytes) -> bytes:
        for card in cards:
            if not is_card(card):
                raise Refused(UNKNOWN_CARD, card)
        return cards

    def _check_copies(self, cards: bytes) -> None:
        card = self._on_table().overused(cards, self._settled())
        if card:
            raise Refused(COPIES, card)

    def _meld(self, reader: events.Reader) -> None:
        team = self._check_team(reader.byte())
        cards = self._check_cards(reader.rest())
        on_table = self._on_table()
        if on_table.tallies[team]:
            raise Refused(MIXED, team)
        new = meld.read(cards, self._settled())
        self._check_copies(cards)
        on_table.melds[team].append(new)
        on_table.use(cards)

    def _lay(self, reader: events.Reader) -> None:
        team = self._check_team(reader.byte())
        number = reader.byte()
        own = self._on_table().melds[team]
        if number >= len(own):
            raise Refused(UNKNOWN_MELD, number)
        cards = self._check_cards(reader.rest())
        if not cards:
            raise ValueError("no cards")
        after = meld.lay(own[number], cards, self._settled())
        self._check_copies(cards)
        own[number] = after
        self._on_table().use(cards)

    def _tally(self, reader: events.Reader) -> None:
        team = self._check_team(reader.byte())
        rules = self._settled()
        points = reader.varint()
        if points % 5 or points > _MAX_NUMBER:
            raise Refused(NUMBER, points)
        biribas: list[tuple[int, int]] = []
        while reader.more():
            name = reader.byte()
            if rules.bonus(name) < 0:
                raise Refused(CATEGORY, name)
            count = reader.varint()
            if count > _MAX_NUMBER:
                raise Refused(NUMBER, count)
            biribas.append((name, count))
        on_table = self._on_table()
        if on_table.melds[team]:
            raise Refused(MIXED, team)
        on_table.tallies[team] = (points, biribas)

    def _biribaki(self, reader: events.Reader) -> None:
        seat = self._check_seat(reader.byte())
        by_play = reader.byte()
        reader.end()
        team = self.team(seat)
        code = self.why_no_biribaki(team)
        if code:
            raise Refused(code, seat)
        on_table = self._on_table()
        on_table.biribaki[team] = hand.ACTIVE if by_play else hand.PENDING
        on_table.owner[team] = seat

    def _activate(self, reader: events.Reader) -> None:
        seat = self._check_seat(reader.byte())
        reader.end()
        on_table = self._on_table()
        team = self.team(seat)
        if on_table.biribaki[team] != hand.PENDING or on_table.owner[team] != seat:
            raise Refused(BIRIBAKI_NOT_PENDING, seat)
        on_table.biribaki[team] = hand.ACTIVE

    def _close(self, reader: events.Reader) -> None:
        seat = self._check_seat(reader.byte())
        reader.end()
        code = self.why_no_close(seat)
        if code:
            raise Refused(code, seat)
        self._stop(hand.CLOSED, seat)

    def _dry(self, reader: events.Reader) -> None:
        reader.end()
        self._stop(hand.DRY, hand.NOBODY)

    def _passo(self, reader: events.Reader) -> None:
        team = self._check_team(reader.byte())
        reader.end()
        code, missing = self.why_no_passo(team)
        if code:
            raise Refused(code, team, missing)
        self._stop(hand.PASSO, team)

    def _quit(self, reader: events.Reader) -> None:
        seat = self._check_seat(reader.byte())
        reader.end()
        self._stop(hand.QUIT, seat)

    def _stop(self, end: int, by: int) -> None:
        on_table = self._on_table()
        on_table.end = end
        on_table.by = by

    def why_nothing_left(self, seat: int) -> int:
        """The code of why a player can have nothing left after the hand; 0 if something may be."""
        on_table = self._on_table()
        if on_table.end == hand.CLOSED and on_table.by == seat:
            return LEFT_CLOSER
        team = self.team(seat)
        if (
            on_table.biribaki[team] == hand.PENDING
            and on_table.owner[team] == seat
            and not self._settled().pending_counts
        ):
            return LEFT_PENDING
        return LEFT_AGAIN if on_table.left_said[seat] else 0

    def _left(self, reader: events.Reader) -> None:
        seat = self._check_seat(reader.byte())
        points = reader.varint()
        reader.end()
        if points % 5 or points > _MAX_NUMBER:
            raise Refused(NUMBER, points)
        self._leave(seat, points)

    def _left_cards(self, reader: events.Reader) -> None:
        seat = self._check_seat(reader.byte())
        cards = self._check_cards(reader.rest())
        values = self._settled().values
        points = 0
        for card in cards:
            rank = card & 15
            points += values[1 if rank > 13 else rank]
        self._leave(seat, points, cards)

    def _leave(self, seat: int, points: int, cards: bytes = b"") -> None:
        code = self.why_nothing_left(seat)
        if code:
            raise Refused(code, seat)
        self._check_copies(cards)
        on_table = self._on_table()
        on_table.left[seat] = points
        on_table.left_said[seat] = 1
        on_table.use(cards)

    def _adjust(self, reader: events.Reader) -> None:
        team = self._check_team(reader.byte())
        points = reader.signed()
        reader.rest()
        if not -_MAX_NUMBER <= points <= _MAX_NUMBER:
            raise Refused(NUMBER, points)
        self._on_table().adjusted[team] += points
