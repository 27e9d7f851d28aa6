"""Melds read and laid by the engine against the plain rules of `reference`."""

from hypothesis import given, settings
from hypothesis import strategies as st

import engine_core  # noqa: F401
from engine_core import codes, layoffs, lying, meld, profiles
from host_tests import reference
from host_tests.reference import JOKER, Profile, Run

_SEMI_AT = 4  # the option's number
profile_of = st.sampled_from(reference.PROFILES)


def rules_of(profile: Profile) -> profiles.Rules:
    """The engine's rules for a reference profile."""
    rules = profiles.Rules(profile.number)
    if profile.semis:
        rules.choose(_SEMI_AT, int(profile.semi_block))
    return rules


@st.composite
def near_runs(draw: st.DrawFn) -> bytes:
    """Cards that are a run or nearly one: a stretch of a suit, some missing, doubled or wild."""
    suit = draw(st.integers(0, 1))
    low = draw(st.integers(1, 12))
    places = range(low, min(low + draw(st.integers(2, 13)), 15))
    missing = draw(st.sets(st.sampled_from(places), max_size=2))
    cards = [suit << 4 | _rank(place, draw) for place in places if place not in missing]
    wilds = (JOKER, 0x02, 0x12, 0x22, suit << 4 | 1, suit << 4 | draw(st.integers(1, 15)))
    cards += draw(st.lists(st.sampled_from(wilds), max_size=2))
    return bytes(draw(st.permutations(cards)))


def _rank(place: int, draw: st.DrawFn) -> int:
    if place == 1:
        return draw(st.sampled_from((1, 1, 15)))
    return draw(st.sampled_from((1, 14))) if place == 14 else place


@st.composite
def layings(draw: st.DrawFn) -> tuple[bytes, bytes]:
    """A run low in its suit, where twos may go home, taken apart into two moves."""
    low = draw(st.sampled_from((1, 2, 3, 3, 3, 4, 5, 9)))
    top = low + draw(st.integers(3, 7))
    gap = draw(st.sampled_from([0, *range(low, top)]))
    places = [place for place in range(low, min(top, 15)) if place != gap]
    first = draw(st.sets(st.sampled_from(places), min_size=2))
    wilds = st.sampled_from((2, 2, JOKER, 0x12))
    before = [_rank(place, draw) for place in sorted(first)]
    before += draw(st.lists(wilds, max_size=1))
    laid = [_rank(place, draw) for place in places if place not in first]
    laid = draw(st.permutations(laid))[: draw(st.integers(0, 3))]
    laid += draw(st.lists(wilds, max_size=1 if laid else 2))
    return bytes(before), bytes(laid)


def as_run(a_meld: int) -> Run:
    """An engine meld as a reference run."""
    held = frozenset(place for place in range(1, 15) if a_meld >> place - 1 & 1)
    return Run(meld.suit(a_meld), held, meld.wild(a_meld) or None)


def read(cards: bytes, profile: Profile) -> int | None:
    """The engine's reading, None if it is refused."""
    try:
        return meld.read(cards, rules_of(profile))
    except codes.Refused:
        return None


@settings(max_examples=1500, deadline=None)
@given(near_runs(), profile_of)
def test_runs_are_read_as_the_rules_say(cards: bytes, profile: Profile) -> None:
    if len(cards) < 3 or reference.read_set(cards, Profile(0, sets=True)):
        return
    expected = reference.read_run(cards, profile)
    got = read(cards, profile)
    assert (as_run(got) if got is not None else None) == expected
    if got is not None:
        assert meld.is_run(got)
        assert meld.purity(got, rules_of(profile)) == as_run(got).purity(profile)
        assert len(lying.cards(got)) == len(cards) == meld.length(got)


@settings(max_examples=3000, deadline=None)
@given(layings(), profile_of)
def test_cards_are_laid_on_runs_as_the_rules_say(
    moves: tuple[bytes, bytes], profile: Profile
) -> None:
    cards, laid = moves
    before = read(cards, profile) if len(cards) > 2 else None
    if before is None or not meld.is_run(before) or not laid:
        return
    expected = reference.lay_on_run(as_run(before), laid, profile)
    try:
        got = as_run(meld.lay(before, laid, rules_of(profile)))
    except codes.Refused:
        got = None
    assert got == expected


@settings(max_examples=600, deadline=None)
@given(near_runs(), profile_of)
def test_layoffs_are_all_the_single_cards_that_may_be_laid(cards: bytes, profile: Profile) -> None:
    before = read(cards, profile)
    if before is None or not meld.is_run(before):
        return
    rules = rules_of(profile)
    listed = dict(layoffs.layoffs(before, rules))
    expected: dict[int, int] = {}
    for card in (*(s << 4 | r for s in range(4) for r in range(1, 16)), JOKER):
        try:
            expected[card] = meld.lay(before, bytes((card,)), rules)
        except codes.Refused:
            continue
    sides = [card for card in expected if card & 15 > 13]
    # With one side open the plain ace stands for it; with two, each stands for itself.
    for card in sides:
        expected.pop(card & 0xF0 | 1 if len(sides) == 2 else card, None)
    assert listed == expected


@settings(max_examples=600, deadline=None)
@given(
    st.integers(1, 13),
    st.lists(st.integers(0, 3), min_size=1, max_size=8),
    st.lists(st.sampled_from((JOKER, 0x02, 0x12)), max_size=2),
    profile_of,
)
def test_sets_are_read_as_the_rules_say(
    rank: int, suits: list[int], wilds: list[int], profile: Profile
) -> None:
    cards = bytes([suit << 4 | rank for suit in suits] + wilds)
    naturals = [card for card in cards if card != JOKER and card & 15 != 2]
    if len(cards) < 3 or len(naturals) < 2 or max(map(cards.count, naturals)) > 3:
        return
    got = read(cards, profile)
    assert (got is not None) == reference.read_set(cards, profile)
    if got is not None:
        assert not meld.is_run(got) and meld.rank(got) == rank
        assert sorted(lying.cards(got)) == sorted(cards)
