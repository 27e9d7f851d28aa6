"""A record folded into what there is to say of it: as JSON or as a score sheet.

Runs on CPython and on MicroPython and writes the same bytes on both: nothing here depends on the
order of a dict or on a runtime's own JSON.
"""

from engine_core import codes, events, hand, lying, match, meld, record
from engine_core.profiles import Rules
from tools.score import words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_ENDS = ("", "close", "dry", "passo", "quit")
_STATES = ("none", "pending", "active")
_LINES = ("cards", "bonus", "closing", "biribaki", "left", "adjust")
_SYMBOLS = "♠♥♦♣"

# Widths of the score sheet's columns, in characters.
_LABEL = const(46)
_COLUMN = const(9)


class Mistake(Exception):
    """A record that cannot be read on: the line counted from 1, 0 for none; the code; words."""

    def __init__(self, line: int, code: str, message: str) -> None:
        super().__init__(line, code, message)
        self.line = line
        self.code = code
        self.message = message


def json(data: bytes) -> str:
    """The JSON document of a record's bytes, on one line. `Mistake` if it cannot be read."""
    hands: list[str] = []
    state = fold(data, lambda state: hands.append(_hand_json(state)))
    rules = state.rules
    over, winner, draw = state.outcome()
    teams = range(state.teams)
    return _object(
        (
            ("rules", _quoted(rules.name if rules else "")),
            ("target", str(rules.target if rules else 0)),
            ("seats", _list([_quoted(name) for name in state.names])),
            (
                "teams",
                _object(
                    [
                        (
                            record.team_letter(team),
                            _list([_quoted(name) for name in state.names[team :: state.teams]]),
                        )
                        for team in teams
                    ]
                ),
            ),
            ("hands", _list(hands)),
            (
                "totals",
                _object([(record.team_letter(team), str(state.running(team))) for team in teams]),
            ),
            ("over", _bool(over)),
            ("winner", _quoted(record.team_letter(winner)) if winner >= 0 else "null"),
            ("draw", _bool(draw)),
        )
    )


def error_json(mistake: Mistake) -> str:
    """The JSON document of a mistake."""
    return _object(
        (
            (
                "error",
                _object(
                    (
                        ("line", str(mistake.line)),
                        ("code", _quoted(mistake.code)),
                        ("message", _quoted(mistake.message)),
                    )
                ),
            ),
        )
    )


def fold(data: bytes, each_hand: "Callable[[match.Match], None]") -> match.Match:
    """Fold a record's bytes; `each_hand` sees the match with each hand in its last state."""
    state = match.Match()
    for i, line in enumerate(record.lines(data)):
        try:
            event = record.read(line, state)
            if not event:
                continue
            if event[0] == events.HAND and state.hand:
                each_hand(state)
            state.apply(event)
        except codes.Refused as refusal:
            raise _mistake(i + 1, refusal, line, state) from None
    if not state.names:
        missing = 1 if state.rules else 0  # the seats or the rules
        raise _mistake(0, codes.Refused("order", missing), b"", state)
    if state.hand:
        each_hand(state)
    return state


def _mistake(line: int, refusal: codes.Refused, text: bytes, state: match.Match) -> Mistake:
    try:
        statement = record.words_of(text)
    except codes.Refused:
        statement = []
    message = words.explain(refusal, statement, state)
    return Mistake(line, refusal.code, message)


def _hand_json(state: match.Match) -> str:
    on_table = state.hand
    rules = state.rules
    if on_table is None or rules is None:
        return ""
    dealer = on_table.dealer
    if on_table.end == hand.PASSO:
        by = _quoted(record.team_letter(on_table.by))
    elif on_table.by == hand.NOBODY:
        by = "null"
    else:
        by = _quoted(state.names[on_table.by])
    return _object(
        (
            ("n", str(state.hands)),
            ("dealer", _quoted(state.names[dealer])),
            ("cutter", _quoted(state.names[state.cutter(dealer)])),
            ("first", _quoted(state.names[state.first(dealer)])),
            ("trump", _quoted("SHDC"[on_table.trump]) if on_table.trump < 4 else "null"),
            ("end", _quoted(_ENDS[on_table.end]) if on_table.end else "null"),
            ("by", by),
            ("teams", _list([_team_json(state, on_table, team) for team in range(state.teams)])),
        )
    )


def _team_json(state: match.Match, on_table: hand.Hand, team: int) -> str:
    letter = record.team_letter(team)
    score = state.score(team)
    lines = [("team", _quoted(letter))]
    for name, points in zip(_LINES, score):
        lines.append((name, str(points)))
    lines.append(("total", str(sum(score))))
    lines.append(("running", str(state.running(team))))
    lines.append(("state", _quoted(_STATES[on_table.biribaki[team]])))
    biribas: list[str] = []
    for number, name, bonus in _biribas(state, on_table, team):
        biribas.append(
            _object(
                (
                    ("meld", _quoted("%s%d" % (letter, number + 1)) if number >= 0 else "null"),
                    ("category", _quoted(name)),
                    ("bonus", str(bonus)),
                )
            )
        )
    lines.append(("biribas", _list(biribas)))
    lines.append(
        (
            "melds",
            _list(
                [
                    _meld_json(state, "%s%d" % (letter, i + 1), a_meld)
                    for i, a_meld in enumerate(on_table.melds[team])
                ]
            ),
        )
    )
    return _object(lines)


def _biribas(state: match.Match, on_table: hand.Hand, team: int) -> list[tuple[int, str, int]]:
    """A team's biribas as (meld, name, bonus): in the order laid, or a tally's by their names."""
    rules = state.rules
    if rules is None:
        return []
    found = [
        (number, record.category_name(name), rules.bonus(name))
        for number, name in on_table.biribas(team, rules)
    ]
    found.sort()
    return found


def _meld_json(state: match.Match, number: str, a_meld: int) -> str:
    rules = state.rules
    name = state.category(a_meld)
    wild = meld.wild(a_meld)
    return _object(
        (
            ("id", _quoted(number)),
            ("kind", _quoted("run" if meld.is_run(a_meld) else "set")),
            ("length", str(meld.length(a_meld))),
            ("points", str(meld.points(a_meld, rules) if rules else 0)),
            ("wild", _quoted(record.card_name(wild)) if wild else "null"),
            ("category", _quoted(record.category_name(name)) if name >= 0 else "null"),
        )
    )


def _object(pairs: "Iterable[tuple[str, str]]") -> str:
    return "{" + ", ".join(['"%s": %s' % pair for pair in pairs]) + "}"


def _list(values: list[str]) -> str:
    return "[" + ", ".join(values) + "]"


def _bool(value: bool) -> str:
    return "true" if value else "false"


def _quoted(text: str) -> str:
    out = ""
    for c in text:
        if c in '"\\':
            out += "\\" + c
        elif ord(c) < 32:
            out += "\\u%04x" % ord(c)
        else:
            out += c
    return '"' + out + '"'


# The score sheet


def sheet(data: bytes) -> str:
    """The score sheet of a record's bytes, as text. `Mistake` if it cannot be read."""
    out: list[str] = []
    state = fold(data, lambda state: _hand_sheet(out, state))
    head: list[str] = []
    rules = state.rules
    if rules:
        head.append(_rules_line(rules))
    for team in range(state.teams):
        head.append(
            "  %s  %s" % (record.team_letter(team), ", ".join(state.names[team :: state.teams]))
        )
    if state.start:
        head.append("  starting from " + _scores(state, state.start))
    head.append("")
    out = head + out
    over, winner, draw = state.outcome()
    totals = [state.running(team) for team in range(state.teams)]
    if draw:
        out.append("The match is a draw: " + _scores(state, totals))
    elif over:
        names = " and ".join(state.names[winner :: state.teams])
        verb = "win" if len(state.names) > state.teams else "wins"
        out.append("%s %s the match: %s" % (names, verb, _scores(state, totals)))
    elif state.hand and not state.hand.end:
        out.append("The hand is still open. Before it: " + _scores(state, totals))
    else:
        dealer = state.dealer()
        out.append(
            "%s deals next, %s cuts, %s plays first."
            % (
                state.names[dealer],
                state.names[state.cutter(dealer)],
                state.names[state.first(dealer)],
            )
        )
    return "\n".join(out) + "\n"


def _rules_line(rules: Rules) -> str:
    line = "%s, to %d" % (rules.name, rules.target)
    for option in rules.options:
        name, values = record.OPTIONS[option]
        if values:
            line += ", %s=%s" % (name, values[rules.choices[option]])
    return line


def _scores(state: match.Match, scores: list[int]) -> str:
    return ", ".join(["%s %d" % (record.team_letter(t), score) for t, score in enumerate(scores)])


def _hand_sheet(out: list[str], state: match.Match) -> None:
    on_table = state.hand
    if on_table is None:
        return
    teams = range(state.teams)
    dealer = on_table.dealer
    title = "Hand %d   %s deals, %s cuts, %s first" % (
        state.hands,
        state.names[dealer],
        state.names[state.cutter(dealer)],
        state.names[state.first(dealer)],
    )
    if on_table.trump < 4:
        title += "   trump " + _SYMBOLS[on_table.trump]
    out.append(title)
    out.append(_row("", [record.team_letter(team) for team in teams]))
    scores = [state.score(team) for team in teams]
    out.append(_row("cards", [str(score[hand.CARDS]) for score in scores]))
    for team in teams:
        _biriba_rows(out, state, on_table, team)
    if on_table.end == hand.CLOSED:
        label = "closing, " + state.names[on_table.by]
        out.append(_row(label, [_points(score[hand.CLOSING]) for score in scores]))
    out.append(_row("biribaki", [_points(score[hand.BIRIBAKI]) for score in scores]))
    if on_table.end:
        out.append(_row("left in hand", [_points(score[hand.LEFT]) for score in scores]))
    if any(score[hand.ADJUST] for score in scores):
        out.append(_row("adjustment", [_points(score[hand.ADJUST]) for score in scores]))
    if on_table.end:
        out.append(_row("this hand", [str(sum(score)) for score in scores]))
        out.append(_row("total", [str(state.running(team)) for team in teams]))
        out.append("  " + _how_it_ended(state, on_table))
    else:
        out.append(_row("if it stopped now", [str(sum(score)) for score in scores]))
    out.append("")


def _biriba_rows(out: list[str], state: match.Match, on_table: hand.Hand, team: int) -> None:
    letter = record.team_letter(team)
    found = _biribas(state, on_table, team)
    i = 0
    while i < len(found):
        number, name, bonus = found[i]
        count = 1
        if number < 0:
            while i + count < len(found) and found[i + count][1] == name:
                count += 1
            label = "%s  %d x %s" % (letter, count, name)
        else:
            spelt = _spell(on_table.melds[team][number])
            label = "%s%d  %s, %s" % (letter, number + 1, spelt, name)
        columns = ["" for _ in range(state.teams)]
        columns[team] = str(bonus * count)
        out.append(_row(label, columns))
        i += count


def _spell(a_meld: int) -> str:
    """A meld in a few letters: its ends or its rank, how many cards, and the wild."""
    if meld.is_run(a_meld):
        names = "%s to %s %s" % (
            record.rank_name(lying.first(a_meld)),
            record.rank_name(lying.last(a_meld)),
            _SYMBOLS[meld.suit(a_meld)],
        )
    else:
        names = "set of " + record.rank_name(meld.rank(a_meld))
    wild = meld.wild(a_meld)
    if wild:
        names += " and " + record.card_name(wild)
    return "%s, %d cards" % (names, meld.length(a_meld))


def _how_it_ended(state: match.Match, on_table: hand.Hand) -> str:
    if on_table.end == hand.CLOSED:
        return "%s closed." % state.names[on_table.by]
    if on_table.end == hand.PASSO:
        return "Team %s said passo." % record.team_letter(on_table.by)
    if on_table.end == hand.QUIT:
        return "%s left the match." % state.names[on_table.by]
    return "The hand ran dry."


def _points(points: int) -> str:
    return str(points) if points else "-"


def _row(label: str, columns: list[str]) -> str:
    line = "  " + label + " " * (_LABEL - len(label))
    for column in columns:
        line += " " * (_COLUMN - len(column)) + column
    return line.rstrip()
