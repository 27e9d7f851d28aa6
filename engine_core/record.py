"""The match record (RECORD.md): events as text, read and written.

Loaded only where text is needed; the device itself keeps events.
"""

from . import events
from .cards import ACE_HIGH, JOKER, NO_SUIT
from .codes import Refused
from .profiles import DIRTY, FULL, PROFILES, SEMI, SET, TARGET, TRUMP

_TYPE_CHECKING = const(0)
if _TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from .match import Match
    from .profiles import Rules

# The words of the options and of their choices, in the order of their numbers.
OPTIONS = (
    ("decks", ("2", "3")),
    ("bonuses", ("double", "table")),
    ("reserve", ("11", "13")),
    ("left", ("subtract", "ignore")),
    ("semi", ("end", "block")),
    ("target", ()),  # any number from 1
)

_SUITS = "SHDC"
_SYMBOLS = "♠♥♦♣"
_RANKS = ("", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "14", "1")

_MAX_SEATS = const(6)
_BOM = b"\xef\xbb\xbf"


class Misread(Refused):
    """A statement's words are wrong: `word` is the one that the code is about."""

    def __init__(self, code: str, word: str = "") -> None:
        super().__init__(code)
        self.word = word


# Words


def card_name(card: int) -> str:
    """A card as the record writes it; an ace that was laid with its side keeps it."""
    if card == JOKER:
        return "JK"
    return _RANKS[card & 15] + _SUITS[card >> 4]


def rank_name(position: int) -> str:
    """The rank on a position 1..14, as on the card."""
    return _RANKS[1 if position == ACE_HIGH else position]


def read_card(word: str) -> int:
    """The card of a word."""
    upper = _upper(word) if len(word) <= 3 else ""
    if upper == "JK" or upper == "*":
        return JOKER
    suit = _suit(upper[-1:])
    if suit < 0 or upper[:-1] not in _RANKS[1:]:
        raise Misread("unknown-card", word)
    return suit << 4 | _RANKS.index(upper[:-1])


def _upper(word: str) -> str:
    """A word with ASCII letters made capitals, and no others: "ſ" is no spade."""
    return "".join([chr(ord(c) - 32) if "a" <= c <= "z" else c for c in word])


def _suit(letter: str) -> int:
    """The suit of a capital letter or a symbol, -1 if it is none."""
    if not letter:
        return -1
    return max(_SUITS.find(letter), _SYMBOLS.find(letter))


def category_name(category: int) -> str:
    """A biriba's name as the record writes it."""
    name = ""
    if category & SET:
        name = "set-"
    if category & TRUMP:
        name += "trump-"
    if category & FULL:
        name += "full-"
    if category & DIRTY:
        return name + "dirty"
    return name + ("semi" if category & SEMI else "clean")


def team_letter(team: int) -> str:
    """The letter of a team."""
    return "ABC"[team]


def read_number(word: str) -> int:
    """The whole number of a word: an optional minus and 1 to 6 digits."""
    if not _is_number(word):
        raise Misread("number", word)
    return int(word)


def _is_number(word: str) -> bool:
    digits = word[1:] if word[:1] == "-" else word
    if not 1 <= len(digits) <= 6:
        return False
    return all(digit in "0123456789" for digit in digits)


def _points(word: str) -> int:
    """A number from 0 that is a multiple of 5, as all points are."""
    n = read_number(word)
    if word[:1] == "-" and n or n % 5:
        raise Misread("number", word)
    return n


# Reading


def lines(data: bytes) -> "Iterator[bytes]":
    """The lines of a record's bytes, without their ends and the byte-order mark."""
    at = 3 if data[:3] == _BOM else 0
    while at < len(data):
        end = data.find(b"\n", at)
        if end < 0:
            end = len(data)
        yield data[at : end - 1 if data[end - 1 : end] == b"\r" and end > at else end]
        at = end + 1


def words_of(line: bytes) -> list[str]:
    """The words of a line, its comment taken off."""
    try:
        text = str(line, "utf-8")
    except UnicodeError:
        raise Misread("syntax") from None
    # As many letters as bytes is plain ASCII; anything else is looked at closely.
    if len(text) != len(line) and not _is_utf8(line):
        raise Misread("syntax")
    at = text.find("#")
    if at >= 0:
        text = text[:at]
    return [word for word in text.replace("\t", " ").split(" ") if word]


def _is_utf8(line: bytes) -> bool:
    """Whether bytes are UTF-8. MicroPython's own decoder lets surrogates and longer forms by."""
    i = 0
    n = len(line)
    while i < n:
        lead = line[i]
        i += 1
        if lead < 0x80:
            continue
        low = 0x80
        high = 0xBF
        if 0xC2 <= lead <= 0xDF:
            more = 1
        elif 0xE0 <= lead <= 0xEF:
            more = 2
            if lead == 0xE0:
                low = 0xA0
            elif lead == 0xED:
                high = 0x9F
        elif 0xF0 <= lead <= 0xF4:
            more = 3
            if lead == 0xF0:
                low = 0x90
            elif lead == 0xF4:
                high = 0x8F
        else:
            return False
        if i + more > n:
            return False
        for _ in range(more):
            if not low <= line[i] <= high:
                return False
            low = 0x80
            high = 0xBF
            i += 1
    return True


def read(line: bytes, match: "Match") -> bytes:
    """The event of a line that comes next in a match; empty for a blank one.

    `Refused` where form, place or words are wrong. The rules are checked when the match applies
    the event.
    """
    words = words_of(line)
    if not words:
        return b""
    row = _STATEMENTS.get(words[0])
    if row is None:
        raise Misread("syntax", words[0])
    op, least, most, reader = row
    if len(words) < least or most and len(words) > most:
        raise Misread("syntax", words[0])
    if op in _PAIRS_FROM:
        _check_pairs(words[_PAIRS_FROM[op] :])
    if op == events.BIRIBAKI and words[2] not in ("play", "discard"):
        raise Misread("syntax", words[2])
    match.place(op)
    return reader(words, match)


def _check_pairs(words: list[str]) -> None:
    keys: list[str] = []
    for word in words:
        at = word.find("=")
        if at < 1 or at == len(word) - 1:
            raise Misread("syntax", word)
        keys.append(word[:at])
    # Sorted, the same keys are neighbours; on MicroPython a large set would take minutes.
    keys.sort()
    for i in range(1, len(keys)):
        if keys[i] == keys[i - 1]:
            raise Misread("syntax", keys[i])


def _pair(word: str) -> tuple[str, str]:
    at = word.find("=")
    return word[:at], word[at + 1 :]


def _rules_of(match: "Match") -> "Rules":
    rules = match.rules
    if rules is None:
        raise Misread("syntax")
    return rules


def _seat(name: str, match: "Match") -> int:
    if name not in match.names:
        raise Misread("unknown-player", name)
    return match.names.index(name)


def _team(letter: str, match: "Match") -> int:
    team = "ABC".find(letter) if len(letter) == 1 else -1
    if not 0 <= team < match.teams:
        raise Misread("unknown-team", letter)
    return team


def _cards(words: list[str]) -> bytes:
    return bytes([read_card(word) for word in words])


def _trump_word(word: str, match: "Match") -> int:
    trump = _suit(_upper(word)) if len(word) == 1 else -1
    if word == "none":
        trump = NO_SUIT
    if trump < 0 or not _rules_of(match).trumps:
        raise Misread("trump", word)
    return trump


def _read_rules(words: list[str], match: "Match") -> bytes:
    names = [row[0] for row in PROFILES]
    if words[1] not in names:
        raise Misread("rules", words[1])
    profile = names.index(words[1])
    choices: list[tuple[int, int]] = []
    allowed = PROFILES[profile][6]
    for word in words[2:]:
        key, value = _pair(word)
        choice = -1
        option = 0
        for option, (name, values) in enumerate(OPTIONS):
            if name == key:
                if option == TARGET:
                    if _is_number(value):
                        choice = int(value) or -1
                elif value in values:
                    choice = values.index(value)
                break
        if choice < 0 or option not in allowed:
            raise Misread("option", word)
        choices.append((option, choice))
    return events.rules(profile, *choices)


def _read_seats(words: list[str], match: "Match") -> bytes:
    # One more than may sit is enough to be told so.
    return events.seats(words[1 : 2 + _MAX_SEATS])


def _read_start(words: list[str], match: "Match") -> bytes:
    scores = [0] * match.teams
    for word in words[1:]:
        key, value = _pair(word)
        team = _team(key, match)
        score = read_number(value)
        if score % 5:
            raise Misread("number", value)
        scores[team] = score
    return events.start(scores)


def _read_hand(words: list[str], match: "Match") -> bytes:
    dealer = events.NOBODY
    trump = events.UNSAID
    for word in words[1:]:
        key, value = _pair(word)
        if key == "dealer":
            dealer = _seat(value, match)
        elif key == "trump":
            trump = _trump_word(value, match)
        else:
            raise Misread("option", word)
    return events.hand(dealer, trump)


def _read_trump(words: list[str], match: "Match") -> bytes:
    return events.trump(_trump_word(words[1], match))


def _read_meld(words: list[str], match: "Match") -> bytes:
    return events.meld(_team(words[1], match), _cards(words[2:]))


def _read_lay(words: list[str], match: "Match") -> bytes:
    word = words[1]
    team = _team(word[0], match)
    number = word[1:]
    on_table = match.hand
    count = len(on_table.melds[team]) if on_table else 0
    if not _is_number(number) or not 1 <= int(number) <= count:
        raise Misread("unknown-meld", word)
    return events.lay(team, int(number) - 1, _cards(words[2:]))


def _read_tally(words: list[str], match: "Match") -> bytes:
    team = _team(words[1], match)
    rules = _rules_of(match)
    points = 0
    biribas: list[tuple[int, int]] = []
    for word in words[2:]:
        key, value = _pair(word)
        if key == "cards":
            points = _points(value)
            continue
        for category, _ in rules.bonuses:
            if category_name(category) == key:
                break
        else:
            raise Misread("category", key)
        count = read_number(value)
        if value[:1] == "-" and count:
            raise Misread("number", value)
        biribas.append((category, count))
    return events.tally(team, points, biribas)


def _read_biribaki(words: list[str], match: "Match") -> bytes:
    return events.biribaki(_seat(words[1], match), words[2] == "play")


def _read_activate(words: list[str], match: "Match") -> bytes:
    return events.activate(_seat(words[1], match))


def _read_close(words: list[str], match: "Match") -> bytes:
    return events.close(_seat(words[1], match))


def _read_dry(words: list[str], match: "Match") -> bytes:
    return events.dry()


def _read_passo(words: list[str], match: "Match") -> bytes:
    return events.passo(_team(words[1], match))


def _read_quit(words: list[str], match: "Match") -> bytes:
    return events.quit_(_seat(words[1], match))


def _read_left(words: list[str], match: "Match") -> bytes:
    seat = _seat(words[1], match)
    if len(words) == 3 and _is_number(words[2]):
        return events.left(seat, _points(words[2]))
    return events.left_cards(seat, _cards(words[2:]))


def _read_adjust(words: list[str], match: "Match") -> bytes:
    team = _team(words[1], match)
    return events.adjust(team, read_number(words[2]), " ".join(words[3:]))


# For each statement its operation, the least and the most words (0 for any), and its reader.
_STATEMENTS: "dict[str, tuple[int, int, int, Callable[[list[str], Match], bytes]]]" = {
    "rules": (events.RULES, 2, 0, _read_rules),
    "seats": (events.SEATS, 2, 0, _read_seats),
    "start": (events.START, 2, 0, _read_start),
    "hand": (events.HAND, 1, 0, _read_hand),
    "trump": (events.TRUMP, 2, 2, _read_trump),
    "meld": (events.MELD, 3, 0, _read_meld),
    "lay": (events.LAY, 3, 0, _read_lay),
    "tally": (events.TALLY, 2, 0, _read_tally),
    "biribaki": (events.BIRIBAKI, 3, 3, _read_biribaki),
    "activate": (events.ACTIVATE, 2, 2, _read_activate),
    "close": (events.CLOSE, 2, 2, _read_close),
    "dry": (events.DRY, 1, 1, _read_dry),
    "passo": (events.PASSO, 2, 2, _read_passo),
    "quit": (events.QUIT, 2, 2, _read_quit),
    "left": (events.LEFT, 3, 0, _read_left),
    "adjust": (events.ADJUST, 3, 0, _read_adjust),
}
# Where key=value words begin.
_PAIRS_FROM = {events.RULES: 2, events.START: 1, events.HAND: 1, events.TALLY: 2}


# Writing


def write(event: bytes, match: "Match") -> str:
    """The statement of an event, as read by a match that has applied what comes before it."""
    op = event[0]
    reader = events.Reader(event)
    if op == events.RULES:
        return _write_rules(reader)
    if op == events.SEATS:
        names: list[str] = []
        while reader.more():
            names.append(str(reader.take(reader.varint()), "utf-8"))
        return "seats " + " ".join(names)
    if op == events.START:
        scores = ["%s=%d" % (team_letter(team), reader.signed()) for team in range(match.teams)]
        return "start " + " ".join(scores)
    if op == events.HAND:
        text = "hand"
        dealer = reader.byte()
        trump = reader.byte()
        if dealer != events.NOBODY:
            text += " dealer=" + match.names[dealer]
        return text if trump == events.UNSAID else text + " trump=" + _trump_name(trump)
    if op == events.TRUMP:
        return "trump " + _trump_name(reader.byte())
    if op == events.DRY:
        return "dry"
    if op in _TEAMS_FIRST:
        return _write_of_team(op, reader)
    name = match.names[reader.byte()]
    if op == events.LEFT:
        return "left %s %d" % (name, reader.varint())
    if op == events.LEFT_CARDS:
        return "left " + name + _card_names(reader.rest())
    if op == events.BIRIBAKI:
        return "biribaki " + name + (" play" if reader.byte() else " discard")
    return _word_of(op) + " " + name


_TEAMS_FIRST = (events.MELD, events.LAY, events.TALLY, events.PASSO, events.ADJUST)


def _write_rules(reader: "events.Reader") -> str:
    text = "rules " + PROFILES[reader.byte()][0]
    while reader.more():
        name, values = OPTIONS[reader.byte()]
        choice = reader.varint()
        text += " %s=%s" % (name, values[choice] if values else str(choice))
    return text


def _write_of_team(op: int, reader: "events.Reader") -> str:
    team = team_letter(reader.byte())
    if op == events.MELD:
        return "meld " + team + _card_names(reader.rest())
    if op == events.LAY:
        return "lay %s%d" % (team, reader.byte() + 1) + _card_names(reader.rest())
    if op == events.TALLY:
        text = "tally %s cards=%d" % (team, reader.varint())
        while reader.more():
            text += " " + category_name(reader.byte())
            text += "=%d" % reader.varint()
        return text
    if op == events.PASSO:
        return "passo " + team
    text = "adjust %s %d" % (team, reader.signed())
    note = str(reader.rest(), "utf-8")
    return text + " " + note if note else text


def _trump_name(trump: int) -> str:
    return "none" if trump == NO_SUIT else _SUITS[trump]


def _card_names(cards: bytes) -> str:
    text = ""
    for card in cards:
        text += " " + card_name(card)
    return text


def _word_of(op: int) -> str:
    for word, row in _STATEMENTS.items():
        if row[0] == op:
            return word
    raise ValueError(op)
