"""How far melds and tricks can carry: bid levels by melds alone, the highest total of a side."""

from collections import Counter
from dataclasses import dataclass

from sixtysix_sim.cards import RANKS
from sixtysix_sim.odds.auction.steps import HandKey, Move, Steps, unpack
from sixtysix_sim.odds.auction.sweep import takes_every_trick
from sixtysix_sim.odds.auction.units import trump_groups, units_of
from sixtysix_sim.odds.tally import Effort, Pack, TooWide
from sixtysix_sim.rules.auction import AuctionRules
from sixtysix_sim.rules.checks.auction import most_points

Hand = tuple[int, ...]
Keys = tuple[HandKey, ...]  # of both hands
Place = tuple[Keys, int]  # with the packed numbers of cards dealt
Layer = dict[Keys, dict[int, int]]  # the best value of every place
BUDGET = 4e9  # nanoseconds for all trumps together, see `tally.Effort`
TIE = 64  # more than the cards of a suit: among equal melds the most trumps are wanted


@dataclass(frozen=True)
class Highest:
    """The most a side can total in a deal (C7.1).

    Attributes:
        total: melds + tricks.
        melds: the most points two hands' melds give, under ``trump``.
        tricks: all card points and the last-trick bonus.
        trump: a suit under which the melds are reached; None: they were too many to count and
            `melds` is a bound, every meld as often as the packs allow.
        hands: two hands, as card codes, that reach them; None with `trump`.
        exact: some play of these hands takes every trick, so ``total`` is reached; False: ``total``
            is proven to be enough and may be too high.
    """

    total: int
    melds: int
    tricks: int
    trump: int | None
    hands: tuple[Hand, Hand] | None
    exact: bool


def highest_total(rules: AuctionRules) -> Highest:
    """Return the most a side can total in a deal (C5, C6.6, C7.1), or a bound of it in seconds."""
    tricks = most_card_points(rules) + rules.last_trick.bonus
    effort = Effort(BUDGET)
    try:
        best = {group[0]: best_hands(rules, group[0], effort) for group in trump_groups(rules)}
    except TooWide:
        melds = bound_of_melds(rules)
        return Highest(melds + tricks, melds, tricks, None, None, exact=False)
    trump = max(best, key=lambda suit: best[suit][0])
    melds, hands = best[trump]
    pack = Pack.of(rules)
    all_dealt = pack.size == rules.seats * pack.hand_size
    exact = all_dealt and takes_every_trick(pack, hands, trump)
    return Highest(melds + tricks, melds, tricks, trump, hands, exact)


def most_card_points(rules: AuctionRules) -> int:
    """Return the most card points that the dealt cards of a deal can hold together."""
    pack = Pack.of(rules)
    worth = [rules.deck.values[rank] for rank in rules.deck.ranks for _ in range(4 * pack.packs)]
    return sum(sorted(worth, reverse=True)[: rules.seats * pack.hand_size])


def bound_of_melds(rules: AuctionRules) -> int:
    """Return the points of every meld as often as the packs allow: never too low."""
    return sum(most_points(rules, meld) for meld in rules.melds.patterns.values())


def best_hands(
    rules: AuctionRules, trump: int, effort: Effort | None = None
) -> tuple[int, tuple[Hand, Hand]]:
    """Return the most meld points two hands of a side have under a trump, and two such hands.

    Among equals the hands with the most trumps are taken. ``effort``: what it may cost.

    Raises:
        TooWide: the melds tie too many cards together.
    """
    pack = Pack.of(rules)
    steps = Steps(pack, units_of(rules, trump), hands=2)
    layers: list[Layer] = [{((), ()): {0: 0}}]
    for at in range(len(steps.order)):
        if effort is not None:
            entries = sum(map(len, layers[at].values()))
            ways = 2 * len(steps.shares)  # there and on the way back
            effort.spend(len(layers[at]), entries, 0, ways)
        layers.append(_next_layer(steps, at, layers[at], trump))
    most, dealt, keys = max(
        (value, dealt, keys)
        for keys, table in layers[-1].items()
        for dealt, value in table.items()
        if steps.rest(dealt)
    )
    hands = _walk_back(steps, layers, (keys, dealt), trump)
    first, second = (tuple(sorted(hand.elements())) for hand in hands)
    return most // TIE, (first, second)


def _next_layer(steps: Steps, at: int, layer: Layer, trump: int) -> Layer:
    """Lay one face open and keep the best value of every place."""
    new: Layer = {}
    for keys, table in layer.items():
        for move in steps.moves(at, keys):
            gain = _gain(steps, at, move, trump)
            target = new.setdefault(move.keys, {})
            for dealt, value in table.items():
                now = move.dealt[dealt]
                if now >= 0 and target.get(now, -1) < value + gain:
                    target[now] = value + gain
    return {keys: table for keys, table in new.items() if table}


def _gain(steps: Steps, at: int, move: Move, trump: int) -> int:
    trumps = sum(move.share.counts) if steps.order[at] >> 3 == trump else 0
    return move.gains[0] * TIE + trumps


def _walk_back(
    steps: Steps, layers: list[Layer], place: Place, trump: int
) -> tuple[Counter[int], Counter[int]]:
    """Return the two hands of a best way to a place of the last layer."""
    hands = _fill(steps, place[1], trump)
    for at in reversed(range(len(steps.order))):
        place, move = _before(steps, at, layers, place, trump)
        if move.crossed:
            hands = hands[::-1]
        for hand, count in zip(hands, move.share.counts, strict=True):
            hand[steps.order[at]] += count
    return hands


def _before(
    steps: Steps, at: int, layers: list[Layer], place: Place, trump: int
) -> tuple[Place, Move]:
    """Return a place, and the move, from which step ``at`` leads to ``place`` at its best."""
    best = layers[at + 1][place[0]][place[1]]
    return next(
        ((keys, dealt), move)
        for keys, table in layers[at].items()
        for move in steps.moves(at, keys)
        if move.keys == place[0]
        for dealt, value in table.items()
        if move.dealt[dealt] == place[1] and value + _gain(steps, at, move, trump) == best
    )


def _fill(steps: Steps, dealt: int, trump: int) -> tuple[Counter[int], Counter[int]]:
    """Return what faces no unit needs fill two hands up: trumps first, then high cards."""
    pack = steps.pack
    free = [face for face in pack.faces if face not in steps.order for _ in range(pack.packs)]
    free.sort(key=lambda face: (face >> 3 != trump, pack.ranks.index(RANKS[face & 7]), face))
    first, second = (pack.hand_size - cards for cards in unpack(dealt, hands=2))
    return Counter(free[:first]), Counter(free[first : first + second])
