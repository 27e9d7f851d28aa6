"""Refusals in plain English, for people who write records. Runs on CPython and MicroPython."""

from engine_core import codes, match, profiles, record

_FORMS = (
    "rules PROFILE [option=value ...]",
    "seats NAME NAME ...",
    "start TEAM=POINTS ...",
    "hand [dealer=NAME] [trump=S|H|D|C|none]",
    "trump S|H|D|C|none",
    "meld TEAM CARD CARD CARD ...",
    "lay TEAM+NUMBER CARD ...",
    "tally TEAM [cards=POINTS] [BIRIBA=COUNT ...]",
    "biribaki NAME play|discard",
    "activate NAME",
    "close NAME",
    "dry",
    "passo TEAM",
    "quit NAME",
    "left NAME POINTS, or left NAME CARD ...",
    "adjust TEAM POINTS [note]",
)

_TWICE = const(5)

# In the order of the numbers that "order" comes with.
_ORDER = (
    "there are no rules yet; a record begins with a line like `rules partners`",
    "nobody sits yet; after the rules comes a line like `seats Ana Bruno`",
    "no hand has begun; write `hand` before it",
    "the hand is still open; end it first with close, dry, passo or quit",
    "the hand has ended; begin the next one with `hand`",
    "this stands once in a record, and it has been said",
    "the scores to start with come before the first hand",
)


def explain(refusal: codes.Refused, words: list[str], state: match.Match) -> str:
    """What is wrong with a statement of these words and what would be right, in a sentence."""
    code = refusal.code
    numbers = refusal.numbers
    word = refusal.word if isinstance(refusal, record.Misread) else ""
    shown = _short(word)
    if code == "syntax":
        return _syntax(word, words)
    if code == "order":
        return _ORDER[numbers[0]]
    if code == "rules":
        return "no rules are called %s; there are austere, partners, pinella, mpirimpa, casual" % (
            shown
        )
    if code == "option":
        return _option(shown, words, state)
    if code == "seats":
        return _seats(numbers, state)
    if code == "unknown-player":
        return "nobody is called %s; at the table are %s" % (shown, ", ".join(state.names))
    if code == "unknown-team":
        return "there is no team %s; the teams are %s" % (
            shown or "?",
            ", ".join([record.team_letter(team) for team in range(state.teams)]),
        )
    if code == "unknown-meld":
        return "%s is no meld on the table; %s" % (shown, _melds_of(word, state))
    if code == "unknown-card":
        return "%s is no card; cards are written like 7H, 10S, AC or JK for a joker" % shown
    if code == "number":
        return "%s will not do: a whole number is due, %s" % (
            shown,
            "of at most six digits"
            if words[0] == "adjust"
            else "a multiple of 5 for points, and negative only after `start`",
        )
    if code == "trump":
        if state.rules and not state.rules.trumps:
            return "the %s rules have no trump" % state.rules.name
        return "%s is no suit; write S, H, D, C or none" % shown
    if code == "category":
        return "the %s rules know no biriba called %s; they know %s" % (
            state.rules.name if state.rules else "",
            shown,
            _categories(state),
        )
    return _rule(code, numbers, words, state)


def _rule(code: str, numbers: tuple[int, ...], words: list[str], state: match.Match) -> str:
    name = _short(words[1]) if len(words) > 1 else ""
    if code == "match-over":
        return "the match has ended, no further hand is played"
    if code == "mixed":
        return "team %s has %s; a hand is entered as melds or as a tally, not both" % (
            name,
            "melds on the table" if words[0] == "tally" else "a tally",
        )
    if code == "short":
        return "a meld has at least three cards, here are %d" % numbers[0]
    if code == "sets-off":
        return "the %s rules have no sets, only runs of one suit" % (
            state.rules.name if state.rules else ""
        )
    if code == "wilds":
        if state.rules and state.rules.joker_beside:
            return (
                "too many wilds: a meld has one at most, and beside a natural two only a joker"
                " may be wild"
            )
        return "too many wilds: a meld has one at most, and what is wild on the table stays so"
    if code == "meld":
        return (
            "these cards make no meld: a run is one suit in sequence with at most one wild, ace"
            " low or high, 13 cards at most, and what lies on the table stays where it is"
        )
    if code == "biribaki-taken":
        return "the team of %s has had its biribaki in this hand" % name
    if code == "biribaki-no-biriba":
        return "the team of %s needs a biriba on the table before it takes the biribaki" % name
    if code == "biribaki-not-pending":
        return "%s has no biribaki waiting; only one taken by discard is activated" % name
    if code == "close-no-clean":
        return "%s cannot close: the team needs a clean biriba" % name
    if code == "close-no-biriba":
        return "%s cannot close: the team needs a biriba" % name
    if code == "close-no-biribaki":
        return "%s cannot close: the team has not taken its biribaki" % name
    if code == "close-pending":
        return (
            "%s cannot close: the team's biribaki is not in play yet; `activate` it when its"
            " owner's turn comes" % name
        )
    if code == "passo-off":
        return "the %s rules have no passo" % (state.rules.name if state.rules else "")
    if code == "passo-used":
        return "team %s has said passo before in this match" % name
    if code == "passo-lead":
        return "team %s is not 1000 behind the next higher team: %d points are missing" % (
            name,
            numbers[1],
        )
    if code == "left-closer":
        return "%s closed and has nothing left" % name
    if code == "left-pending":
        return "the biribaki of %s was pending and is not counted as cards left" % name
    if code == "left-again":
        return "what is left with %s has been said" % name
    return "there are not so many of %s: it would be on the table more often than in the decks" % (
        record.card_name(numbers[0])
    )


def _short(word: str) -> str:
    return word if len(word) <= 40 else word[:37] + "..."


def _syntax(word: str, words: list[str]) -> str:
    if not words:
        return "this is not text in UTF-8"
    for form in _FORMS:
        if form.split(" ")[0] == words[0]:
            if word != words[0]:
                return "%s does not belong here, or is there twice; the form is: %s" % (
                    _short(word),
                    form,
                )
            return "the number of words is wrong; the form is: " + form
    return "no statement begins with %s" % _short(words[0])


def _option(shown: str, words: list[str], state: match.Match) -> str:
    if words[0] == "hand":
        return "%s is no option of a hand; there are dealer= and trump=" % shown
    known: list[str] = []
    for row in profiles.PROFILES:
        if row[0] == words[1]:
            break
    else:
        return ""
    for option in row[6]:
        name, values = record.OPTIONS[option]
        known.append(name + "=" + ("|".join(values) or "N"))
    return "the %s rules have no option %s; they have %s" % (words[1], shown, ", ".join(known))


def _seats(numbers: tuple[int, ...], state: match.Match) -> str:
    if numbers[0] == _TWICE:
        return "two players have the same name"
    rules = state.rules
    counts = [str(n) for n in rules.seat_counts] if rules else []
    return "the %s rules are for %s players" % (rules.name if rules else "", " or ".join(counts))


def _melds_of(word: str, state: match.Match) -> str:
    on_table = state.hand
    count = len(on_table.melds["ABC".index(word[0])]) if on_table else 0
    if not count:
        return "team %s has none yet" % word[0]
    return "team %s has %s1 to %s%d" % (word[0], word[0], word[0], count)


def _categories(state: match.Match) -> str:
    if not state.rules:
        return ""
    return ", ".join([record.category_name(name) for name, _ in state.rules.bonuses])
