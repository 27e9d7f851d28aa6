"""A match: events applied one after the other, and the questions a table asks.

Applying an event either changes the match or raises `Refused` and changes nothing. Totals,
biribakia and legality are always derived from the events.
"""

from . import events, hand, meld
from .codes import Refused
from .hand import Hand
from .profiles import Rules

# What "order" says is amiss; words for it stand in this order in the languages.
_NO_RULES = const(0)
_NO_SEATS = const(1)
_NO_HAND = const(2)
_HAND_OPEN = const(3)
_HAND_ENDED = const(4)
_TWICE = const(5)
_TOO_LATE = const(6)

NOBODY = const(-1)

# Where an operation has its place, and the place of each in the order of its number.
_FIRST = const(0)
_SECOND = const(1)
_BEFORE_HANDS = const(2)
_BETWEEN_HANDS = const(3)
_IN_HAND = const(4)
_WITH_HAND = const(5)
_AFTER_HAND = const(6)
_PLACES = b"\x00\x00\x01\x02\x03\x04\x04\x04\x04\x04\x04\x04\x04\x04\x04\x06\x06\x05"

# How many bytes each operation's events have, 0 for any from 2, and whom the second byte names.
_SIZES = b"\x00\x00\x00\x00\x03\x02\x00\x00\x00\x03\x02\x02\x01\x02\x02\x00\x00\x00"
_A_TEAM = const(1)
_A_SEAT = const(2)
_WHOSE = b"\x00\x00\x00\x00\x00\x00\x01\x01\x01\x02\x02\x02\x00\x01\x02\x02\x02\x01"

_JOKER = const(0x40)
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
        self.history: list[int] = []  # what each hand before it brought, a number a team
        self.hands = 0  # begun so far
        self.hand: Hand | None = None
        self.passo = 0  # teams that have said it in earlier hands, as bits
        self._said_trump = events.UNSAID

    def apply(self, event: bytes) -> None:
        """Fold one event; `Refused` with the reason, and nothing changed, if it does not fit."""
        op = event[0] if event else 0
        if not 0 < op < len(_PLACES):
            raise Refused("syntax")
        self.place(op)
        size = _SIZES[op]
        if len(event) < (size or 2) or size and len(event) > size:
            raise Refused("syntax")
        who = event[1] if len(event) > 1 else 0
        whose = _WHOSE[op]
        if whose == _A_TEAM and who >= self.teams:
            raise Refused("unknown-team", who)
        if whose == _A_SEAT and who >= len(self.names):
            raise Refused("unknown-player", who)
        try:
            self._appliers[op - 1](self, who, event)
        except ValueError:
            raise Refused("syntax") from None

    def place(self, op: int) -> None:
        """`Refused(ORDER, what is amiss)` where an operation has no place now."""
        amiss = self._amiss(_PLACES[op])
        if amiss >= 0:
            raise Refused("order", amiss)

    def _amiss(self, place: int) -> int:
        if place == _FIRST:
            return _TWICE if self.rules else -1
        on_table = self.hand
        if on_table and place >= _IN_HAND:
            if place == _IN_HAND:
                return _HAND_ENDED if on_table.end else -1
            return _HAND_OPEN if place == _AFTER_HAND and not on_table.end else -1
        if not self.rules:
            return _NO_RULES
        if place == _SECOND:
            return _TWICE if self.names else -1
        if not self.names:
            return _NO_SEATS
        if place == _BEFORE_HANDS:
            if self.hands:
                return _TOO_LATE
            return _TWICE if self.start else -1
        if place == _BETWEEN_HANDS:
            return _HAND_OPEN if on_table and not on_table.end else -1
        return _NO_HAND

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

    def why_no_biribaki(self, team: int) -> str:
        """The code of what keeps a team from its packet; "" if it may take it."""
        on_table = self._on_table()
        rules = self._settled()
        if on_table.biribaki[team]:
            return "biribaki-taken"
        if not rules.biribaki_free and not on_table.has_biriba(team, rules, False):
            return "biribaki-no-biriba"
        return ""

    def why_no_close(self, seat: int) -> str:
        """The code of what keeps a player from closing; "" if it may be done."""
        on_table = self._on_table()
        rules = self._settled()
        team = self.team(seat)
        if not on_table.has_biriba(team, rules, rules.close_clean):
            return "close-no-clean" if rules.close_clean else "close-no-biriba"
        state = on_table.biribaki[team]
        if state == hand.NONE:
            return "close-no-biribaki"
        if state == hand.PENDING and (rules.close_played or on_table.owner[team] == seat):
            return "close-pending"
        return ""

    def why_no_passo(self, team: int) -> tuple[str, int]:
        """The code of what keeps a team from passo and the points it lacks; ("", 0) if open."""
        if not self._settled().passo:
            return ("passo-off", 0)
        if self.passo >> team & 1:
            return ("passo-used", 0)
        own = self.totals[team]
        higher = [total for total in self.totals if total > own]
        lead = min(higher) - own if higher else 0
        return ("", 0) if lead >= _PASSO_LEAD else ("passo-lead", _PASSO_LEAD - lead)

    def layoffs(self, team: int, number: int) -> list[tuple[int, int]]:
        """Every card that may be laid alone on a team's meld, with the meld it then is.

        Cards of which all copies are on the table already are left out.
        """
        on_table = self._on_table()
        rules = self._settled()
        from .layoffs import layoffs  # only who lays needs it on the heap

        found: list[tuple[int, int]] = []
        for card, after in layoffs(on_table.melds[team][number], rules):
            if on_table.has_copy(card, rules):
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
            raise Refused("order", _NO_RULES)
        return self.rules

    def _on_table(self) -> Hand:
        if self.hand is None:
            raise Refused("order", _NO_HAND)
        return self.hand

    # Taking back

    def reopen(self) -> None:
        """Put the hand on the table back to how it was when it began."""
        on_table = self._on_table()
        self.hand = Hand(len(self.names), self.teams, on_table.dealer, self._said_trump)

    def why_nothing_left(self, seat: int) -> str:
        """The code of why a player can have nothing left after the hand; "" if something may."""
        on_table = self._on_table()
        if on_table.end == hand.CLOSED and on_table.by == seat:
            return "left-closer"
        team = self.team(seat)
        if (
            on_table.biribaki[team] == hand.PENDING
            and on_table.owner[team] == seat
            and not self._settled().pending_counts
        ):
            return "left-pending"
        return "left-again" if on_table.left_said[seat] else ""

    # Events, each checked whole before anything changes. `who` is the event's second byte.

    def _rules(self, who: int, event: bytes) -> None:
        rules = Rules(who)
        reader = events.Reader(event, 2)
        while reader.more():
            rules.choose(reader.byte(), reader.varint())
        self.rules = rules

    def _seats(self, who: int, event: bytes) -> None:
        names: list[str] = []
        reader = events.Reader(event)
        while reader.more() and len(names) <= _MAX_SEATS:
            name = str(reader.take(reader.varint()), "utf-8")
            if name in names:
                raise Refused("seats", _TWICE)
            names.append(name)
        if len(names) not in self._settled().seat_counts:
            raise Refused("seats", _NO_SEATS)
        self.names = names
        self.teams = 3 if len(names) % 3 == 0 else 2
        self.totals = [0] * self.teams

    def _start(self, who: int, event: bytes) -> None:
        reader = events.Reader(event)
        scores = [reader.signed() for _ in range(self.teams)]
        for score in scores:
            if score % 5:
                raise Refused("number", score)
        reader.end()
        self.start = scores
        self.totals = list(scores)

    def _hand(self, who: int, event: bytes) -> None:
        trump = event[2]
        if who == events.NOBODY:
            who = self.dealer()
        elif who >= len(self.names):
            raise Refused("unknown-player", who)
        if trump != events.UNSAID:
            self._check_trump(trump)
        if self.outcome()[0]:
            raise Refused("match-over")
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
        self.hand = Hand(len(self.names), self.teams, who, trump)

    def _check_trump(self, trump: int) -> None:
        if not self._settled().trumps or trump > 4:
            raise Refused("trump")

    def _trump(self, who: int, event: bytes) -> None:
        self._check_trump(who)
        self._on_table().trump = who

    def _check_cards(self, cards: bytes) -> None:
        for card in cards:
            if card > _JOKER or card & 15 == 0 and card != _JOKER:
                raise Refused("unknown-card", card)

    def _use(self, cards: bytes) -> None:
        card = self._on_table().use(cards, self._settled())
        if card:
            raise Refused("copies", card)

    def _meld(self, who: int, event: bytes) -> None:
        cards = event[2:]
        self._check_cards(cards)
        on_table = self._on_table()
        if on_table.tallies[who]:
            raise Refused("mixed", who)
        new = meld.read(cards, self._settled())
        self._use(cards)
        on_table.melds[who].append(new)

    def _lay(self, who: int, event: bytes) -> None:
        if len(event) < 4:
            raise Refused("syntax")
        own = self._on_table().melds[who]
        number = event[2]
        cards = event[3:]
        if number >= len(own):
            raise Refused("unknown-meld", number)
        self._check_cards(cards)
        after = meld.lay(own[number], cards, self._settled())
        self._use(cards)
        own[number] = after

    def _tally(self, who: int, event: bytes) -> None:
        rules = self._settled()
        reader = events.Reader(event, 2)
        points = reader.varint()
        if points % 5 or points > _MAX_NUMBER:
            raise Refused("number", points)
        biribas: list[tuple[int, int]] = []
        while reader.more():
            name = reader.byte()
            if rules.bonus(name) < 0:
                raise Refused("category", name)
            count = reader.varint()
            if count > _MAX_NUMBER:
                raise Refused("number", count)
            biribas.append((name, count))
        on_table = self._on_table()
        if on_table.melds[who]:
            raise Refused("mixed", who)
        on_table.tallies[who] = (points, biribas)

    def _biribaki(self, who: int, event: bytes) -> None:
        team = self.team(who)
        code = self.why_no_biribaki(team)
        if code:
            raise Refused(code, who)
        on_table = self._on_table()
        on_table.biribaki[team] = hand.ACTIVE if event[2] else hand.PENDING
        on_table.owner[team] = who

    def _activate(self, who: int, event: bytes) -> None:
        on_table = self._on_table()
        team = self.team(who)
        if on_table.biribaki[team] != hand.PENDING or on_table.owner[team] != who:
            raise Refused("biribaki-not-pending", who)
        on_table.biribaki[team] = hand.ACTIVE

    def _stop(self, who: int, event: bytes) -> None:
        op = event[0]
        if op == events.CLOSE:
            end = hand.CLOSED
            code = self.why_no_close(who)
            if code:
                raise Refused(code, who)
        elif op == events.PASSO:
            end = hand.PASSO
            code, missing = self.why_no_passo(who)
            if code:
                raise Refused(code, who, missing)
        elif op == events.QUIT:
            end = hand.QUIT
        else:
            end = hand.DRY
            who = hand.NOBODY
        on_table = self._on_table()
        on_table.end = end
        on_table.by = who

    def _left(self, who: int, event: bytes) -> None:
        cards = b""
        points = 0
        if event[0] == events.LEFT:
            reader = events.Reader(event, 2)
            points = reader.varint()
            reader.end()
            if points % 5 or points > _MAX_NUMBER:
                raise Refused("number", points)
        else:
            cards = event[2:]
            self._check_cards(cards)
            values = self._settled().values
            for card in cards:
                rank = card & 15
                points += values[1 if rank > 13 else rank]
        code = self.why_nothing_left(who)
        if code:
            raise Refused(code, who)
        self._use(cards)
        on_table = self._on_table()
        on_table.left[who] = points
        on_table.left_said[who] = 1

    def _adjust(self, who: int, event: bytes) -> None:
        points = events.Reader(event, 2).signed()
        if not -_MAX_NUMBER <= points <= _MAX_NUMBER:
            raise Refused("number", points)
        self._on_table().adjusted[who] += points

    # What applies each operation, in the order of their numbers from 1.
    _appliers = (
        _rules,
        _seats,
        _start,
        _hand,
        _trump,
        _meld,
        _lay,
        _tally,
        _biribaki,
        _activate,
        _stop,
        _stop,
        _stop,
        _stop,
        _left,
        _left,
        _adjust,
    )
