"""How far melds and tricks can carry: bid levels by melds alone, the highest total of a side."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from sixtysix_sim.odds.counting import points_with_trump
from sixtysix_sim.odds.steps import FIELD, HandKey, Steps
from sixtysix_sim.odds.sweep import takes_every_trick
from sixtysix_sim.odds.tally import Pack
from sixtysix_sim.odds.units import trump_groups, units_of
from sixtysix_sim.rules.auction import AuctionRules

Hand = tuple[int, ...]
Place = tuple[tuple[HandKey, ...], int]  # keys of both hands, packed cards dealt
TIE = 64  # more than the cards of a suit: among equal melds the most trumps are wanted


@dataclass(frozen=True)
class Highest:
    """The most a side can total in a deal (C7.1).

    Attributes:
        total: melds + tricks.
        melds: the most points two hands' melds give, under ``trump``.
        tricks: all card points and the last-trick bonus.
        trump: a suit under which the melds are reached.
        hands: two hands, as card codes, that reach them.
        exact: some play of these hands takes every trick, so ``total`` is reached; False: ``total``
            is proven to be enough and may be too high.
    """

    total: int
    melds: int
    tricks: int
    trump: int
    hands: tuple[Hand, Hand]
    exact: bool


def highest_total(rules: AuctionRules) -> Highest:
    """Return the most a side can total in a deal (C5, C6.6, C7.1).

    Raises:
        TooWide: the melds tie too many cards together.
    """
    best = {
        group[0]: points_with_trump(rules, group[0], hands=2).highest
        for group in trump_groups(rules)
    }
    trump = max(best, key=lambda suit: best[suit])
    hands = best_hands(rules, trump)
    tricks = most_card_points(rules) + rules.last_trick.bonus
    pack = Pack.of(rules)
    all_dealt = pack.size == rules.seats * pack.hand_size
    exact = all_dealt and takes_every_trick(pack, hands, trump)
    return Highest(best[trump] + tricks, best[trump], tricks, trump, hands, exact)


def most_card_points(rules: AuctionRules) -> int:
    """Return the most card points that the dealt cards of a deal can hold together."""
    pack = Pack.of(rules)
    worth = [rules.deck.values[rank] for rank in rules.deck.ranks for _ in range(4 * pack.packs)]
    return sum(sorted(worth, reverse=True)[: rules.seats * pack.hand_size])


def best_hands(rules: AuctionRules, trump: int) -> tuple[Hand, Hand]:
    """Return two hands of one side whose melds under a trump give the most, with many trumps."""
    pack = Pack.of(rules)
    steps = Steps(pack, units_of(rules, trump), hands=2)
    layers: list[dict[Place, int]] = [{(((), ()), 0): 0}]
    for at in range(len(steps.order)):
        layers.append({})
        for place, value in layers[at].items():
            for after, gain, _ in _moves(steps, at, place, trump):
                if layers[-1].get(after, -1) < value + gain:
                    layers[-1][after] = value + gain
    ends = {place: value for place, value in layers[-1].items() if steps.rest(place[1])}
    place = max(ends, key=lambda end: ends[end])
    hands = _fill(pack, steps, place[1], trump)
    for at in reversed(range(len(steps.order))):
        place, counts = _back(steps, at, layers, place, trump)
        for hand, count in zip(hands, counts, strict=True):
            hand[steps.order[at]] += count
    first, second = (tuple(sorted(hand.elements())) for hand in hands)
    return first, second


def _moves(
    steps: Steps, at: int, place: Place, trump: int
) -> Iterator[tuple[Place, int, tuple[int, ...]]]:
    """Yield where step ``at`` can lead from a place, what it gains, and the cards of each hand."""
    keys, dealt = place
    for share in steps.shares:
        now = steps.dealt_after(at, share, crossed=False)[dealt]
        if now >= 0:
            moved = [steps.move(at, key, n) for key, n in zip(keys, share.counts, strict=True)]
            gain = sum(gains[0] for _, gains in moved) * TIE
            trumps = sum(share.counts) if steps.order[at] >> 3 == trump else 0
            yield (tuple(key for key, _ in moved), now), gain + trumps, share.counts


def _back(
    steps: Steps, at: int, layers: list[dict[Place, int]], place: Place, trump: int
) -> tuple[Place, tuple[int, ...]]:
    """Return a place before step ``at`` from which a best way leads to ``place``, and its cards."""
    return next(
        (before, counts)
        for before, value in layers[at].items()
        for after, gain, counts in _moves(steps, at, before, trump)
        if after == place and value + gain == layers[at + 1][place]
    )


def _fill(pack: Pack, steps: Steps, dealt: int, trump: int) -> tuple[Counter[int], Counter[int]]:
    """Return what faces no unit needs fill two hands up: trumps first, then high cards."""
    free = [face for face in pack.faces if face not in steps.order for _ in range(pack.packs)]
    free.sort(key=lambda face: (face >> 3 != trump, face & 7, face))
    first = pack.hand_size - dealt % (1 << FIELD)
    second = pack.hand_size - (dealt >> FIELD)
    return Counter(free[:first]), Counter(free[first : first + second])
