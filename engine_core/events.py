"""Events: everything that happens at the table, an operation and a few bytes each.

Byte 0 is the operation, the rest its arguments: seats, teams and melds as bytes counted from 0,
cards as in `cards`, numbers as varints (seven bits a byte, the lowest first; signed ones zigzag).
An event is checked when a match applies it, so bytes from anywhere may be tried.
"""

RULES = const(1)  # profile, then option and varint choice for each option chosen
SEATS = const(2)  # for each seat: length, name in UTF-8
START = const(3)  # for each team: signed varint
HAND = const(4)  # dealer's seat or NOBODY, trump or UNSAID
TRUMP = const(5)  # suit 0..3, or 4 for none
MELD = const(6)  # team, cards
LAY = const(7)  # team, meld, cards
TALLY = const(8)  # team, varint points of the cards, then name (as in profiles) and varint count
BIRIBAKI = const(9)  # seat, 0 by discard or 1 by play
ACTIVATE = const(10)  # seat
CLOSE = const(11)  # seat
DRY = const(12)
PASSO = const(13)  # team
QUIT = const(14)  # seat
LEFT = const(15)  # seat, varint points
LEFT_CARDS = const(16)  # seat, cards
ADJUST = const(17)  # team, signed varint, note in UTF-8

NOBODY = const(255)
UNSAID = const(255)


def varint(n: int) -> bytes:
    """A number from 0 as bytes."""
    out = bytearray()
    while n > 127:
        out.append(n & 127 | 128)
        n >>= 7
    out.append(n)
    return bytes(out)


def signed(n: int) -> bytes:
    """A number of either sign as bytes."""
    return varint(n << 1 if n >= 0 else ~n << 1 | 1)


class Reader:
    """Reads an event's arguments in their order; `ValueError` where they end too soon."""

    def __init__(self, event: "bytes | bytearray", at: int = 1) -> None:
        self._event = event
        self.at = at

    def more(self) -> bool:
        """Whether anything is left."""
        return self.at < len(self._event)

    def byte(self) -> int:
        """The next byte."""
        if self.at >= len(self._event):
            raise ValueError("event ends too soon")
        self.at += 1
        return self._event[self.at - 1]

    def varint(self) -> int:
        """The next number."""
        n = shift = 0
        while True:
            b = self.byte()
            n |= (b & 127) << shift
            if b < 128:
                return n
            shift += 7
            if shift > 28:
                raise ValueError("number too long")

    def signed(self) -> int:
        """The next number of either sign."""
        n = self.varint()
        return ~(n >> 1) if n & 1 else n >> 1

    def take(self, n: int) -> bytes:
        """The next `n` bytes."""
        if self.at + n > len(self._event):
            raise ValueError("event ends too soon")
        self.at += n
        return bytes(self._event[self.at - n : self.at])

    def rest(self) -> bytes:
        """All that is left."""
        return self.take(len(self._event) - self.at)

    def end(self) -> None:
        """`ValueError` if anything is left."""
        if self.more():
            raise ValueError("event goes on")


def rules(profile: int, *choices: tuple[int, int]) -> bytes:
    """The rules of the match: a profile and (option, choice) pairs, as `Rules.choose` takes."""
    event = bytes((RULES, profile))
    for option, choice in choices:
        event += bytes((option,)) + varint(choice)
    return event


def seats(names: list[str]) -> bytes:
    """The players in turn order."""
    event = bytearray((SEATS,))
    for name in names:
        utf8 = name.encode()
        event += varint(len(utf8)) + utf8
    return bytes(event)


def start(scores: list[int]) -> bytes:
    """The scores that a resumed match starts with, a team each."""
    event = bytes((START,))
    for score in scores:
        event += signed(score)
    return event


def hand(dealer: int = NOBODY, trump: int = UNSAID) -> bytes:
    """A new hand; the dealer follows by rule where nobody is named."""
    return bytes((HAND, dealer, trump))


def trump(suit: int) -> bytes:
    """The hand's trump, 4 for none."""
    return bytes((TRUMP, suit))


def meld(team: int, cards: bytes) -> bytes:
    """Cards laid on the table as a new meld."""
    return bytes((MELD, team)) + cards


def lay(team: int, number: int, cards: bytes) -> bytes:
    """Cards laid on a team's meld, counted from 0, in one move."""
    return bytes((LAY, team, number)) + cards


def tally(team: int, points: int, biribas: list[tuple[int, int]]) -> bytes:
    """A team's cards and (name, count) of its biribas, entered as a sum."""
    event = bytes((TALLY, team)) + varint(points)
    for name, count in biribas:
        event += bytes((name,)) + varint(count)
    return event


def biribaki(seat: int, by_play: bool) -> bytes:
    """A player took the team's packet."""
    return bytes((BIRIBAKI, seat, 1 if by_play else 0))


def activate(seat: int) -> bytes:
    """The turn of a player with a pending packet has come."""
    return bytes((ACTIVATE, seat))


def close(seat: int) -> bytes:
    """A player went out."""
    return bytes((CLOSE, seat))


def dry() -> bytes:
    """The stock is out and nobody goes on."""
    return bytes((DRY,))


def passo(team: int) -> bytes:
    """A team far behind stopped the hand."""
    return bytes((PASSO, team))


def quit_(seat: int) -> bytes:
    """A player left the match."""
    return bytes((QUIT, seat))


def left(seat: int, points: int) -> bytes:
    """Points of the cards left with a player."""
    return bytes((LEFT, seat)) + varint(points)


def left_cards(seat: int, cards: bytes) -> bytes:
    """The cards left with a player."""
    return bytes((LEFT_CARDS, seat)) + cards


def adjust(team: int, points: int, note: str = "") -> bytes:
    """Points given or taken by hand, for this hand, with a note."""
    return bytes((ADJUST, team)) + signed(points) + note.encode()
