"""Enters a record with the keys: knows for each statement which keys somebody would press."""

from collections.abc import Callable

from engine_core import cards, events, meld, record
from engine_core.events import Reader
from engine_core.match import Match
from engine_core.profiles import TARGET, Rules
from firmware.lang.en import cards as card_words
from firmware.lang.en import common, ending, play, setup
from firmware.lists import ListScreen
from firmware.screens.lay_off import LayOff
from firmware.screens.left import Left
from firmware.screens.name import LONGEST
from firmware.screens.new_match import NewMatch
from firmware.screens.sheet import Sheet
from firmware.screens.table import Table
from host_tests.device.screens_kit import Player
from tools.sim.driver import Device

_MIDDLE = 6
KEYS = {"U": "UP", "D": "DOWN", "O": "OK", "B": "BACK"}
_HELD_MS = 800
_WILDS = b"\x00\x40\x02\x12\x22\x32"


def press_on(device: Device, letters: str) -> None:
    """Press keys of a simulated device, named as by `Player.press`."""
    for letter in letters.replace(" ", ""):
        if letter.isupper():
            device.press(KEYS[letter])
        else:
            device.hold(KEYS[letter.upper()], _HELD_MS)


class Fingers:
    """Presses keys on a player's device; `typed` is all that was pressed."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.typed = ""
        self.presses: dict[int, list[int]] = {}
        self._does: dict[int, Callable[[Reader], None]] = {
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
            events.ADJUST: self._adjust,
        }

    @property
    def _match(self) -> Match:
        return self.player.app.match

    def press(self, keys: str) -> None:
        """Press keys, as `Player.press`."""
        self.typed += keys
        self.player.press(keys)

    def enter(self, text: str) -> None:
        """Enter all statements of a record."""
        match = Match()
        beginning: list[bytes] = []
        for line in record.lines(text.encode()):
            event = record.read(line, match)
            if not event:
                continue
            match.apply(event)
            if match.hands == 0:
                beginning.append(event)
                continue
            if beginning:
                self.begin([*beginning, event])
                beginning = []
                continue
            self.do(event)

    def do(self, event: bytes) -> None:
        """Enter what happened next."""
        before = len(self.typed)
        self._does[event[0]](Reader(event))
        self.presses.setdefault(event[0], []).append(len(self.typed) - before)
        assert self.player.app.history.last() == event, (event, self.player.lines())

    # Lists

    def _list(self) -> ListScreen:
        screen = self.player.screen
        assert isinstance(screen, ListScreen), (screen, self.player.lines())
        return screen

    def _to(self, row: int) -> None:
        """Move the cursor the shorter way."""
        screen = self._list()
        count = screen.count()
        down = (row - screen.at) % count
        self.press("D" * down if down <= count - down else "U" * (count - down))

    def _find(self, text: str) -> None:
        screen = self._list()
        for row in range(screen.count()):
            if screen.row(row)[0] == text:
                self._to(row)
                return
        raise AssertionError(f"no row {text!r}: {self.player.lines()}")

    def _until(self, value: str) -> None:
        """Press OK until the row has a value."""
        screen = self._list()
        for _ in range(20):
            if screen.row(screen.at)[1] == value:
                return
            self.press("O")
        raise AssertionError(f"never {value!r}: {self.player.lines()}")

    def _menu(self, text: str, team: int | None = None) -> None:
        if not isinstance(self.player.screen, Table):
            self.press("b")
        if team is not None:
            down = (team - self.player.app.team) % self._match.teams
            self.press("U" if down == 2 else "D" * down)
        self.press("O")
        self._find(text)
        self.press("O")

    # The beginning

    def begin(self, beginning: list[bytes]) -> None:
        """Begin a match with its rules, seats and first hand; one that runs is put away."""
        if self.player.app.history.count:
            self._menu(common.NEW_MATCH)
            self.press("O")
        match = Match()
        for event in beginning:
            match.apply(event)
        rules = match.rules
        assert rules and match.hand
        self._to(rules.profile)
        self.press("O")
        form = self._list()
        assert isinstance(form, NewMatch)
        if len(rules.seat_counts) > 1:
            self._find(setup.PLAYERS)
            self._until(str(len(match.names)))
        for seat, name in enumerate(match.names):
            if form.names[seat] != name:
                self._find(setup.NAMES)
                self.press("O")
                self._to(seat)
                self.press("O")
                self._name(name)
                self.press("B")
        usual = Rules(rules.profile)
        for option in rules.options:
            if rules.choices[option] != usual.choices[option]:
                if option == TARGET:
                    self._find(setup.TARGET)
                    self._until(str(rules.target))
                else:
                    self._find(setup.OPTIONS[option][0])
                    self._until(setup.OPTIONS[option][1 + rules.choices[option]])
        if rules.lot_dealer:
            self._find(setup.DEALER)
            self._until(match.names[match.hand.dealer])
        else:
            self._find(setup.LEADER)
            self._until(match.names[match.first(match.hand.dealer)])
        if rules.trumps:
            self._find(card_words.TRUMP_TITLE)
            self._until(_trump_words(match.hand.trump))
        for team, score in enumerate(match.start or ()):
            if score:
                self._find(setup.START_OF % "+".join(match.names[team :: match.teams]))
                self.press("OBB" + ("U" if score < 0 else "") + "O")
                self._digits(abs(score), 5)
        self._find(setup.BEGIN_MATCH)
        self.press("O")

    def _name(self, name: str) -> None:
        for i, letter in enumerate(name):
            wheel = setup.LETTERS if i else setup.CAPITALS
            self.press("D" * wheel.index(letter) + "O")
        self.press("O" if len(name) == LONGEST else "UO")

    def _digits(self, value: int, digits: int, now: int = 0) -> None:
        """Change a number from its highest place on; the lowest goes in fives."""
        for power in range(digits - 1, -1, -1):
            more = value // 10**power % 10 - now // 10**power % 10
            if not power:
                more //= 5
            self.press(("U" * more if more > 0 else "D" * -more) + "O")

    # Statements

    def _hand(self, reader: Reader) -> None:
        dealer = reader.byte()
        trump = reader.byte()
        if not isinstance(self.player.screen, Sheet):
            self.press("OO")
        self.press("O")
        if dealer != events.NOBODY:
            self._find(ending.NEXT_DEALER)
            self._until(self._match.names[dealer])
        if trump != events.UNSAID:
            self._find(card_words.TRUMP_TITLE)
            self._until(_trump_words(trump))
        self._find(ending.BEGIN_HAND)
        self.press("O")

    def _trump(self, reader: Reader) -> None:
        said = self.player.app.hand.trump != events.UNSAID
        self._menu(play.TRUMP_CHANGE if said else play.TRUMP_TURNED)
        self._to(reader.byte())
        self.press("O")

    def _meld(self, reader: Reader) -> None:
        team = reader.byte()
        laid = reader.rest()
        rules = self.player.app.rules
        self._menu(play.NEW_MELD, team)
        if meld.is_run(meld.read(laid, rules)):
            self._run(laid)
        else:
            self._set(laid)

    def _run(self, laid: bytes) -> None:
        """Cards in the order they lie."""
        suits = [card >> 4 for card in laid if card != cards.JOKER and card & 15 != cards.TWO]
        suit = suits[0]
        index, natural = next(
            (i, card)
            for i, card in enumerate(laid)
            if card >> 4 == suit and card & 15 != cards.TWO
        )
        rank = natural & 15
        if rank in (cards.ACE, cards.ACE_LOW, cards.ACE_HIGH):
            rank = 14 if index else 1
        lowest = rank - index
        high = "U" * (lowest - _MIDDLE) if lowest > _MIDDLE else "D" * (_MIDDLE - lowest)
        self.press("D" * suit + "O" + high + "O" + "U" * (len(laid) - 3) + "O")
        for i, card in enumerate(laid):
            own = card >> 4 == suit and card & 15 != cards.TWO
            if not own and not (card == suit << 4 | cards.TWO and lowest + i == cards.TWO):
                self.press("D" * _WILDS.index(card) + "O" + "D" * (len(laid) - 1 - i))
        self.press("O")

    def _set(self, laid: bytes) -> None:
        naturals = [card for card in laid if card != cards.JOKER and card & 15 != cards.TWO]
        rank = naturals[0] & 15
        ranks = [1, *range(3, 14)]
        step = ranks.index(rank) - ranks.index(_MIDDLE)
        self.press("DDDDO" + ("U" * step if step > 0 else "D" * -step) + "O")
        for suit in range(4):
            self.press("U" * sum(card >> 4 == suit for card in naturals) + "O")
        for card in laid:
            if card not in naturals:
                self.press("D" * _WILDS.index(card))
        self.press("O")

    def _lay(self, reader: Reader) -> None:
        team = reader.byte()
        number = reader.byte()
        card = reader.byte()
        screen = self.player.screen
        at = (self.player.app.team, screen.number) if isinstance(screen, LayOff) else None
        if at != (team, number):
            self._menu(play.LAY_OFF, team)
            if not isinstance(self.player.screen, LayOff):
                self._to(number)
                self.press("O")
            screen = self.player.screen
        assert isinstance(screen, LayOff)
        self._to([found[0] for found in screen.found].index(card))
        self.press("O")

    def _tally(self, reader: Reader) -> None:
        team = reader.byte()
        points = reader.varint()
        counts: dict[int, int] = {}
        while reader.more():
            name = reader.byte()
            counts[name] = reader.varint()
        self._menu(play.TALLY, team)
        self.press("OB")
        known = self.player.app.hand.tallies[team]
        self._digits(points, 4, known[0] if known else 0)
        for row, (name, _) in enumerate(self.player.app.rules.bonuses):
            if name in counts:
                self._to(row + 1)
                self.press("O" * counts[name])
        self._find(ending.TALLY_DONE)
        self.press("O")

    def _biribaki(self, reader: Reader) -> None:
        seat = reader.byte()
        by_play = reader.byte()
        teams = self._match.teams
        self._menu(play.BIRIBAKI, seat % teams)
        self._to(seat // teams * 2 + (0 if by_play else 1))
        self.press("O")

    def _activate(self, reader: Reader) -> None:
        self._menu(play.ACTIVATE % self._match.names[reader.byte()])

    def _end(self, row: str) -> None:
        self._menu(play.END_HAND)
        self._find(row)
        self.press("O")

    def _close(self, reader: Reader) -> None:
        self._end(ending.CLOSES % self._match.names[reader.byte()])

    def _dry(self, reader: Reader) -> None:
        self._end(ending.DRY)

    def _passo(self, reader: Reader) -> None:
        team = reader.byte()
        self._end(ending.PASSO % "+".join(self._match.names[team :: self._match.teams]))

    def _quit(self, reader: Reader) -> None:
        self._end(ending.QUITS)
        self._to(reader.byte())
        self.press("O")

    def _left(self, reader: Reader) -> None:
        seat = reader.byte()
        if isinstance(self.player.screen, Table):
            self._menu(play.GO_ON)
        screen = self.player.screen
        assert isinstance(screen, Left) and screen.seat == seat, self.player.lines()
        value = reader.varint()
        if value < 100:
            # It begins with the tens.
            self._digits(value, 2)
        else:
            self.press("B")
            self._digits(value, 3)

    def _adjust(self, reader: Reader) -> None:
        team = reader.byte()
        points = reader.signed()
        self._menu(play.ADJUST, team)
        self.press("UO" if points < 0 else "O")
        for digit in f"{abs(points):04}":
            self.press("U" * int(digit) + "O")


def _trump_words(trump: int) -> str:
    if trump == events.UNSAID:
        return card_words.TRUMP_LATER
    return ("♠♥♦♣"[trump] + " " if trump < 4 else "") + card_words.TRUMPS[trump]
