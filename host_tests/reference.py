"""The meld rules once more, written to be checked by eye instead of to be fast.

Every reading of the cards is tried: each card is a natural on one of its positions or the wild.
Nothing here comes from the engine but the card bytes; `Profile` names the few facts of RULES.md
that melds depend on.
"""

from dataclasses import dataclass
from itertools import product

JOKER = 0x40
CLEAN, SEMI, DIRTY = 0, 1, 2


@dataclass(frozen=True)
class Profile:
    """What melds depend on."""

    number: int
    sets: bool = False
    joker_beside: bool = False
    second_wild: bool = False
    semis: bool = False
    semi_block: bool = False


PROFILES = (
    Profile(0, second_wild=True),
    Profile(1, sets=True),
    Profile(2, sets=True, semis=True),
    Profile(2, sets=True, semis=True, semi_block=True),
    Profile(3, joker_beside=True),
    Profile(4, sets=True, joker_beside=True),
)


@dataclass(frozen=True)
class Run:
    """A run: positions of its naturals and its wild card."""

    suit: int
    naturals: frozenset[int]
    wild: int | None

    def legal(self) -> bool:
        """At most 13 cards in sequence, one ace, the wild in the one gap or at an end."""
        size = len(self.naturals) + (self.wild is not None)
        if not 3 <= size <= 13 or {1, 14} <= self.naturals:
            return False
        for low in range(1, 15):
            places = set(range(low, low + size))
            if max(places) <= 14 and self.naturals <= places:
                return True
        return False

    def purity(self, profile: Profile) -> int:
        """Clean, semi or dirty."""
        if self.wild is None:
            return CLEAN
        if not profile.semis or len(self.naturals) < 7:
            return DIRTY
        blocks = [low for low in range(1, 9) if set(range(low, low + 7)) <= self.naturals]
        if profile.semi_block:
            return SEMI if blocks else DIRTY
        spread = max(self.naturals) - min(self.naturals) + 1
        return SEMI if spread == len(self.naturals) else DIRTY


def _places(card: int, suit: int) -> list[int | None]:
    """Where a card may stand in a run of a suit; None as the wild."""
    rank = card & 15
    if card == JOKER:
        return [None]
    if rank == 2:
        return [2, None] if card >> 4 == suit else [None]
    if card >> 4 != suit:
        return []
    sides: dict[int, list[int | None]] = {1: [1, 14], 14: [14], 15: [1]}
    return sides.get(rank, [rank])


def _readings(cards: bytes, suit: int) -> list[tuple[Run, tuple[int | None, ...]]]:
    found: list[tuple[Run, tuple[int | None, ...]]] = []
    for places in product(*[_places(card, suit) for card in cards]):
        wilds = [card for card, place in zip(cards, places, strict=True) if place is None]
        naturals = [place for place in places if place is not None]
        if len(wilds) > 1 or len(set(naturals)) < len(naturals) or not naturals:
            continue
        found.append((Run(suit, frozenset(naturals), wilds[0] if wilds else None), places))
    return found


def _beside(run: Run, profile: Profile) -> bool:
    """Whether the wild may lie in a run with this natural two."""
    return not (profile.joker_beside and 2 in run.naturals and run.wild not in (None, JOKER))


def _best(runs: list[Run], profile: Profile) -> Run | None:
    """The purest; among equals the one whose ace is low."""
    legal = [run for run in runs if run.legal() and _beside(run, profile)]
    return min(legal, key=lambda r: (r.purity(profile), 14 in r.naturals), default=None)


def read_run(cards: bytes, profile: Profile) -> Run | None:
    """The run that cards are when laid together, or None."""
    found: list[Run] = []
    for suit in range(4):
        found += [run for run, _ in _readings(cards, suit)]
    return _best(found, profile)


def lay_on_run(run: Run, cards: bytes, profile: Profile) -> Run | None:
    """The run after a lay-off, or None."""
    before = bytes([run.suit << 4 | place for place in sorted(run.naturals)])
    fixed = len(before)
    together = before + (bytes([run.wild]) if run.wild is not None else b"") + cards
    found: list[Run] = []
    for after, places in _readings(together, run.suit):
        if places[:fixed] != tuple(sorted(run.naturals)):
            continue
        if run.wild is not None and not _wild_may(run, cards, places[fixed:], after, profile):
            continue
        found.append(after)
    return _best(found, profile)


def _wild_may(
    run: Run,
    cards: bytes,
    places: tuple[int | None, ...],
    after: Run,
    profile: Profile,
) -> bool:
    """Laying on a meld that has a wild: may this reading bring another one?"""
    if None not in places[1:] or places[0] is None:
        return True  # no new card is wild
    old, new = run.wild, cards[places[1:].index(None)]
    if old == new:
        return True  # the same two, read the other way round: the new one landed at home
    if profile.second_wild:
        return True
    # Naturals of the same move, all or some of them, would have to send the two home.
    naturals = [place for place in places[1:] if place is not None]
    for chosen in product((False, True), repeat=len(naturals)):
        some = {place for place, taken in zip(naturals, chosen, strict=True) if taken}
        if Run(run.suit, run.naturals | some | {2}, None).legal():
            return True
    return False


def read_set(cards: bytes, profile: Profile) -> bool:
    """Whether cards laid together are a set."""
    naturals = [card for card in cards if card != JOKER and card & 15 != 2]
    ranks = {1 if card & 15 > 13 else card & 15 for card in naturals}
    wilds = len(cards) - len(naturals)
    return profile.sets and len(naturals) >= 2 and len(ranks) == 1 and wilds <= 1
