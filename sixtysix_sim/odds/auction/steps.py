"""The faces of a deck in a narrow order, and what laying one open does to the units that need it.

The frontier are the units with faces on both sides of the step. A hand's key holds the states of
their gauges; hands with one key have the same future.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import comb

from sixtysix_sim.odds.auction.gauges import State, gauge_of
from sixtysix_sim.odds.auction.units import Unit
from sixtysix_sim.odds.tally import Pack, ways_to_deal

HandKey = tuple[State, ...]
Gains = tuple[int, ...]
FIELD = 6  # bits that hold the number of cards dealt to one hand; hands have at most 24 cards
BEAM = 24  # orders kept while looking for a narrow one


@dataclass(frozen=True)
class Share:
    """One way to spread the copies of a face.

    Attributes:
        counts: how many go to each hand.
        ways: choices of the copies.
    """

    counts: tuple[int, ...]
    ways: int


@dataclass(frozen=True)
class Move:
    """What one way to spread a face does to all deals with the same keys.

    Attributes:
        share: the way.
        keys: the hands' keys after it.
        crossed: the hands have changed places, so that like sides have like keys.
        dealt: packed cards dealt before → after, −1 where no deal goes on.
        gains: what was booked on each account.
    """

    share: Share
    keys: tuple[HandKey, ...]
    crossed: bool
    dealt: dict[int, int]
    gains: Gains


class Steps:
    """The steps of counting ``hands`` hands.

    Attributes:
        order: the faces that some unit needs, as they are laid open.
        shares: the ways to spread one face.
    """

    def __init__(
        self,
        pack: Pack,
        units: Sequence[Unit],
        hands: int,
        accounts: Sequence[Gains] | None = None,
        together: Sequence[frozenset[int]] = (),
    ) -> None:
        """Find the order and open the books.

        Args:
            pack: the deck and the hand size.
            units: what is counted.
            hands: how many hands are dealt.
            accounts: for each unit, how its value is booked on each account (default: one account).
            together: further groups of faces better laid open one after another.
        """
        self.pack, self.hands = pack, hands
        groups = [unit.faces for unit in units]
        self.order = narrow_order([*groups, *together], comb(pack.packs + hands, hands))
        self.shares = tuple(_shares(pack.packs, hands))
        self._gauges = [gauge_of(unit, pack.packs) for unit in units]
        self._accounts = [(1,)] * len(units) if accounts is None else list(accounts)
        self._open: list[list[int]] = [[]]  # gauges open before each step
        for at, face in enumerate(self.order):
            ahead = set(self.order[at + 1 :])
            met = sorted({*self._open[at], *(n for n, g in enumerate(groups) if face in g)})
            self._open.append([n for n in met if groups[n] & ahead])
        self._moves: dict[tuple[int, HandKey, int], tuple[HandKey, Gains]] = {}
        self._after: dict[tuple[int, tuple[int, ...], bool], dict[int, int]] = {}

    def moves(self, at: int, keys: tuple[HandKey, ...]) -> Iterator[Move]:
        """Yield what step ``at`` can do to the deals with these keys of their hands."""
        for share in self.shares:
            moved = [self._moved(at, key, n) for key, n in zip(keys, share.counts, strict=True)]
            after = tuple(key for key, _ in moved)
            crossed = after > after[::-1]
            yield Move(
                share,
                after[::-1] if crossed else after,
                crossed,
                self._dealt(at, share, crossed),
                tuple(map(sum, zip(*(gains for _, gains in moved), strict=True))),
            )

    def _moved(self, at: int, key: HandKey, count: int) -> tuple[HandKey, Gains]:
        """Return one hand's key after step ``at`` gave it ``count`` cards, and what was booked."""
        known = self._moves.get((at, key, count))
        if known is None:
            known = self._moves[at, key, count] = self._move(at, key, count)
        return known

    def _dealt(self, at: int, share: Share, crossed: bool) -> dict[int, int]:
        """Return packed cards dealt before → after step ``at``, −1 where no deal goes on.

        ``crossed``: the hands change places.
        """
        known = self._after.get((at, share.counts, crossed))
        if known is None:
            every = product(range(self.pack.hand_size + 1), repeat=self.hands)
            known = {pack_up(held): self._dealt_after(at, share, crossed, held) for held in every}
            self._after[at, share.counts, crossed] = known
        return known

    def _dealt_after(self, at: int, share: Share, crossed: bool, held: tuple[int, ...]) -> int:
        now = [old + new for old, new in zip(held, share.counts, strict=True)]
        missing = [self.pack.hand_size - cards for cards in now]
        left = self.pack.size - (at + 1) * self.pack.packs
        if min(missing) < 0 or sum(missing) > left:
            return -1
        return pack_up(now[::-1] if crossed else now)

    def rest(self, dealt: int) -> int:
        """Return in how many ways the faces no unit needs fill the hands up."""
        left = self.pack.size - len(self.order) * self.pack.packs
        held = unpack(dealt, self.hands)
        return ways_to_deal(left, tuple(self.pack.hand_size - cards for cards in held))

    def _move(self, at: int, key: HandKey, count: int) -> tuple[HandKey, Gains]:
        face, after = self.order[at], self._open[at + 1]
        states = dict(zip(self._open[at], key, strict=True))
        gains = [0] * max((len(account) for account in self._accounts), default=1)
        for number, gauge in enumerate(self._gauges):
            if face not in gauge.unit.faces:
                continue
            states[number] = gauge.step(states.get(number, gauge.start()), face, count)
            if number not in after:
                value = gauge.value(states[number])
                for account, sign in enumerate(self._accounts[number]):
                    gains[account] += sign * value
        return tuple(states[number] for number in after), tuple(gains)


def _shares(packs: int, hands: int) -> Iterator[Share]:
    for counts in product(range(packs + 1), repeat=hands):
        if sum(counts) <= packs:
            yield Share(counts, ways_to_deal(packs, counts))


def pack_up(held: Sequence[int]) -> int:
    """Return the numbers of cards of all hands in one integer, ``FIELD`` bits a hand."""
    return sum(cards << FIELD * hand for hand, cards in enumerate(held))


def unpack(dealt: int, hands: int) -> list[int]:
    """Return the numbers of cards of all hands out of one integer."""
    return [(dealt >> FIELD * hand) % (1 << FIELD) for hand in range(hands)]


def narrow_order(groups: Sequence[frozenset[int]], width: int) -> list[int]:
    """Return the faces of all groups in an order in which few groups are open at a time.

    A beam search over sets of faces already laid open; an order costs the sum over its steps of
    ``width`` (states of one group) to the power of the groups open.
    """
    faces = sorted(frozenset().union(*groups))
    beam: list[tuple[int, list[int]]] = [(0, [])]
    for _ in faces:
        found: dict[frozenset[int], tuple[int, list[int]]] = {}
        for cost, order in beam:
            for face in faces:
                if face not in order:
                    done = frozenset([*order, face])
                    open_now = sum(not group <= done and bool(group & done) for group in groups)
                    entry = cost + width**open_now, [*order, face]
                    found[done] = min(found.get(done, entry), entry)
        beam = sorted(found.values())[:BEAM]
    return beam[0][1]
