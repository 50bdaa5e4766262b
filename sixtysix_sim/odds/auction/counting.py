"""Counting deals by what their melds are worth, one face of the deck after another.

A face is laid open in all hands at once: how many of its copies each hand has. Deals that agree in
the states of the units at the frontier (``steps``) and in the cards dealt so far are counted
together. Faces that no unit needs are dealt last, in one step. Exact for any melds; what it costs
is the width of the frontier.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from math import gcd

from sixtysix_sim.cards import SUITS
from sixtysix_sim.odds.auction.steps import Gains, HandKey, Steps
from sixtysix_sim.odds.auction.units import Price, Unit, prices_of, units_of
from sixtysix_sim.odds.tally import Effort, Pack, Tally, unpack
from sixtysix_sim.rules.auction import AuctionRules

Standing = tuple[int, ...]  # how far each suit is ahead as trump, see ``_Best``
Key = tuple[tuple[HandKey, ...], Standing]
Layer = dict[Key, dict[int, int]]  # key → packed numbers of cards dealt → counts, a lane a value
Settle = Callable[[int, Standing, Gains], tuple[Standing, int]]


def points_with_trump(
    rules: AuctionRules,
    trump: int,
    hands: int = 1,
    prices: Mapping[str, Price] | None = None,
    effort: Effort | None = None,
) -> Tally:
    """Count the deals of ``hands`` hands of one side by their meld points under a named trump.

    Each hand is counted alone and the points are added (C5.12). ``prices``: what copies of which
    melds count instead of their points. ``effort``: what it may cost, else as much as it takes.

    Raises:
        TooWide: the melds tie too many cards together.
    """
    units = [unit for unit in units_of(rules, trump, prices) if unit.value]
    steps = Steps(Pack.of(rules), units, hands)
    return _tally(steps, units, lambda _, old, gains: (old, gains[0]), effort=effort)


def points_with_best_trump(
    rules: AuctionRules,
    hands: int = 1,
    prices: Mapping[str, Price] | None = None,
    effort: Effort | None = None,
) -> Tally:
    """Count the deals by their meld points under the trump that gives the most, as above.

    Two hands of the preset take some 30 seconds, one hand half a second.

    Raises:
        TooWide: the melds tie too many cards together.
    """
    best = _Best(rules, hands, prices_of(rules) if prices is None else prices)
    return _tally(best.steps, best.units, best.settle, best.start, effort)


def _tally(
    steps: Steps,
    units: Sequence[Unit],
    settle: Settle,
    standing: Standing = (),
    effort: Effort | None = None,
) -> Tally:
    """Lay all faces open and add up; ``settle`` books what a step gained."""
    total = steps.pack.deals(steps.hands)
    grain = reduce(gcd, (unit.value for unit in units), 0) or 1
    lane = total.bit_length()  # bits of one value's count; values lie side by side in one integer
    layer: Layer = {(((),) * steps.hands, standing): {0: 1}}
    for at in range(len(steps.order)):
        if effort is not None:
            effort.spend(len(layer), *_size(layer), ways=len(steps.shares))
        layer = _next_layer(steps, at, layer, lambda gain: gain // grain * lane, settle)
    lanes = sum(
        sum(count * steps.rest(dealt) for dealt, count in table.items())
        << (max(ahead, default=0) // grain * lane)
        for (_, ahead), table in layer.items()
    )
    return Tally({index * grain: count for index, count in unpack(lanes, lane)}, total)


def _next_layer(
    steps: Steps, at: int, layer: Layer, shift_of: Callable[[int], int], settle: Settle
) -> Layer:
    """Lay one face open in every deal counted so far."""
    new: Layer = {}
    for (keys, standing), table in layer.items():
        for move in steps.moves(at, keys):
            ahead, gain = settle(at, standing, move.gains)
            shift, ways, after = shift_of(gain), move.share.ways, move.dealt
            target = new.setdefault((move.keys, ahead), {})
            for dealt, count in table.items():
                if (now := after[dealt]) >= 0:
                    target[now] = target.get(now, 0) + ((count * ways) << shift)
    return {key: table for key, table in new.items() if table}


def _size(layer: Layer) -> tuple[int, int]:
    """Return how many entries a layer has, and the bits of their counts."""
    counts = [count.bit_length() for table in layer.values() for count in table.values()]
    return len(counts), sum(counts)


class _Best:
    """Books for all four trumps at once.

    Account 0 holds what counts under every trump, account 1 + t what trump t has beyond it (for a
    unit that counts under all trumps but one, that one has less). A standing is how far each suit
    is ahead of the last one; once the units that tell a suit from the others are done only the best
    of such suits is kept: it stands in the first place, −1 if there is none yet.
    """

    def __init__(self, rules: AuctionRules, hands: int, prices: Mapping[str, Price]) -> None:
        every = range(len(SUITS))
        by_trump = [units_of(rules, trump, prices) for trump in every]
        found = dict.fromkeys(unit for units in by_trump for unit in units if unit.value)
        self.units = list(found)
        accounts = [_accounts([unit in units for units in by_trump]) for unit in self.units]
        own = [
            frozenset().union(
                *(u.faces for u, a in zip(self.units, accounts, strict=True) if a[1 + trump])
            )
            for trump in every
        ]
        # A suit's own cards twice over: while a suit is open its standing multiplies the states.
        self.steps = Steps(Pack.of(rules), self.units, hands, accounts, own * 2)
        order = self.steps.order
        self._done = [  # after which step nothing tells the suit from the others any more
            max((order.index(face) for face in faces), default=-1) for faces in own
        ]
        racing = tuple(0 for done in self._done if done >= 0)
        self.start: Standing = (0 if len(racing) < len(SUITS) else -1, *racing)

    def settle(self, at: int, standing: Standing, gains: Gains) -> tuple[Standing, int]:
        """Return the standing after a step, and what all trumps have gained."""
        before = [trump for trump in range(len(SUITS)) if self._done[trump] >= at]
        arrived = [standing[0]] if standing[0] >= 0 else []
        racing = []
        for trump, ahead in zip(before, standing[1:], strict=True):
            now = ahead + gains[1 + trump]
            if self._done[trump] > at:
                racing.append(now)
            else:
                arrived.append(now)
        best = max(arrived, default=None)
        least = min(racing if best is None else [*racing, best])
        first = -1 if best is None else best - least
        return (first, *(ahead - least for ahead in racing)), gains[0] + least


def _accounts(counts_under: Sequence[bool]) -> Gains:
    """Return how a unit's value is booked that counts under some of the four trumps."""
    if sum(counts_under) >= len(SUITS) - 1:
        return (1, *(0 if counts else -1 for counts in counts_under))
    return (0, *(int(counts) for counts in counts_under))
