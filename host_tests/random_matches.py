"""Matches played at random: every event that was tried, the refused ones too."""

from random import Random

import engine_core  # noqa: F401
from engine_core import cards, codes, events, profiles, record
from engine_core.match import Match

NAMES = ("Ana", "Bruno", "Χριστίνα", "Διογένης", "João", "Ζωή")


class Game:
    """One random match: `tried` holds all events, `kept` those that the match took."""

    def __init__(self, seed: int, hands: int = 3) -> None:
        self.random = Random(seed)
        self.match = Match()
        self.tried: list[bytes] = []
        self.kept: list[bytes] = []
        self._open()
        for _ in range(hands):
            if not self._hand():
                break

    def attempt(self, event: bytes) -> bool:
        """Apply an event; whether the match took it."""
        self.tried.append(event)
        try:
            self.match.apply(event)
        except codes.Refused:
            return False
        self.kept.append(event)
        return True

    def _open(self) -> None:
        random = self.random
        profile = random.randrange(len(profiles.PROFILES))
        row = profiles.PROFILES[profile]
        choices: list[tuple[int, int]] = []
        for option in row[6]:
            if random.random() < 0.4:
                values = record.OPTIONS[option][1]
                many = random.choice((1, 505, 1500, 5000))
                choices.append((option, random.randrange(len(values)) if values else many))
        self.attempt(events.rules(profile, *choices))
        self.attempt(events.seats(list(NAMES[: random.choice(row[3])])))
        if random.random() < 0.3:
            teams = range(self.match.teams)
            self.attempt(events.start([random.randrange(-100, 900) * 5 for _ in teams]))

    def _hand(self) -> bool:
        random, match = self.random, self.match
        seats = len(match.names)
        dealer = random.randrange(seats) if random.random() < 0.3 else events.NOBODY
        trump = random.choice((events.UNSAID, 0, 1, 2, 3, 4))
        if not self.attempt(events.hand(dealer, trump)) and not self.attempt(events.hand(dealer)):
            return False
        if random.random() < 0.15:
            self._tallies()
        for _ in range(random.randrange(10, 90)):
            self._move()
        for seat in random.sample(range(seats), seats):
            if self.attempt(events.close(seat)):
                break
        else:
            for team in range(match.teams):
                if random.random() < 0.5 and self.attempt(events.passo(team)):
                    break
            else:
                quits = random.random() < 0.04
                self.attempt(events.quit_(random.randrange(seats)) if quits else events.dry())
        for seat in range(seats):
            if random.random() < 0.5:
                self.attempt(events.left(seat, random.randrange(30) * 5))
            else:
                self.attempt(events.left_cards(seat, self._cards(random.randrange(1, 9))))
        return True

    def _tallies(self) -> None:
        rules = self.match.rules
        assert rules is not None
        for team in range(self.match.teams):
            names = self.random.sample(rules.bonuses, self.random.randrange(len(rules.bonuses)))
            biribas = [(name, self.random.randrange(3)) for name, _ in names]
            self.attempt(events.tally(team, self.random.randrange(80) * 5, biribas))

    def _cards(self, count: int) -> bytes:
        every = [suit << 4 | rank for suit in range(4) for rank in range(1, 14)] + [cards.JOKER]
        return bytes(self.random.choices(every, k=count))

    def _move(self) -> None:
        random, match = self.random, self.match
        on_table = match.hand
        assert on_table is not None
        team = random.randrange(match.teams)
        seat = random.randrange(len(match.names))
        what = random.random()
        if what < 0.25:
            suit, low = random.randrange(4), random.randrange(1, 12)
            laid = [suit << 4 | rank for rank in range(low, low + random.randrange(3, 6))]
            if random.random() < 0.3:
                laid[random.randrange(len(laid))] = random.choice((0x40, 0x02, 0x12, 0x22, 0x32))
            random.shuffle(laid)
            self.attempt(events.meld(team, bytes(min(c, c & 0xF0 | 14) for c in laid)))
        elif what < 0.32:
            rank = random.randrange(1, 14)
            laid = [random.randrange(4) << 4 | rank for _ in range(random.randrange(2, 5))]
            if random.random() < 0.5:
                laid.append(random.choice((0x40, 0x12)))
            self.attempt(events.meld(team, bytes(laid)))
        elif what < 0.85 and on_table.melds[team]:
            number = random.randrange(len(on_table.melds[team]))
            may = match.layoffs(team, number)
            if may and random.random() < 0.85:
                laid = [random.choice(may)[0]]
                if random.random() < 0.1:
                    laid.append(random.choice(may)[0])
            else:
                laid = list(self._cards(random.randrange(1, 4)))
            self.attempt(events.lay(team, number, bytes(laid)))
        elif what < 0.90:
            self.attempt(events.biribaki(seat, random.random() < 0.5))
        elif what < 0.94:
            self.attempt(events.activate(seat))
        elif what < 0.96:
            self.attempt(events.adjust(team, random.randrange(-300, 300), "πρόσθεσε 5"))
        elif what < 0.97:
            self.attempt(events.trump(random.randrange(6)))
        else:
            # Bytes that are hardly an event: the match has to say so.
            self.attempt(bytes(random.randrange(256) for _ in range(random.randrange(6))))
