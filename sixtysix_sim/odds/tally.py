"""What counting gives: how many equally likely deals have each value, and chances out of them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from sixtysix_sim.cards import RANKS, SUITS
from sixtysix_sim.errors import SixtySixError
from sixtysix_sim.rules.auction import AuctionRules
from sixtysix_sim.rules.talon import TalonRules

MOST_BITS = 1_500_000_000  # held at one step: 200 MB
ENTRY_BITS = 5_000  # what a kind of deals costs beside the bits of its counts (measured)
TANGLED = (
    "the melds of these rules tie the cards of a hand together in too many ways to count them in "
    "seconds"
)


class TooWide(SixtySixError):
    """A rule set whose melds tie the suits together in more ways than can be counted in seconds."""


class Effort:
    """What may still be spent on counting, in nanoseconds of a usual machine, and held in bits.

    Costs are estimated from what a step has before it (measured: a move, an entry moved, a bit of
    its count), never by the clock, so that what is answered is the same on every machine.
    """

    MOVE, ENTRY, BIT = 22_000, 300, 0.1

    def __init__(self, budget: float, most_bits: int = MOST_BITS) -> None:
        self.left, self.most_bits = budget, most_bits

    def spend(self, keys: int, entries: int, bits: int, ways: int) -> None:
        """Take the cost of a step away before it is made.

        Args:
            keys, entries, bits: what the layer before the step holds.
            ways: in how many ways each is moved.

        Raises:
            TooWide: it costs more than is left, or the layer holds too much; nothing is taken then.
        """
        cost = ways * (self.MOVE * keys + self.ENTRY * entries + self.BIT * bits)
        if cost > self.left or bits + ENTRY_BITS * entries > self.most_bits:
            raise TooWide(TANGLED)
        self.left -= cost


@dataclass(frozen=True)
class Pack:
    """The cards hands are dealt from.

    Attributes:
        ranks: rank letters, high to low.
        packs: copies of every card (1 or 2).
        hand_size: cards of a hand.
    """

    ranks: tuple[str, ...]
    packs: int
    hand_size: int

    @classmethod
    def of(cls, rules: AuctionRules | TalonRules) -> "Pack":
        """Return the pack and hand size of a rule set."""
        return cls(rules.deck.ranks, rules.deck.packs, rules.deal.hand_size)

    @property
    def faces(self) -> tuple[int, ...]:
        """Card codes of the different cards."""
        codes = (8 * s + RANKS.index(r) for s in range(len(SUITS)) for r in self.ranks)
        return tuple(sorted(codes))

    def code(self, suit: int, rank: int) -> int:
        """Return the code of the card of a suit and of the ``rank``-th of the ranks."""
        return 8 * suit + RANKS.index(self.ranks[rank])

    @property
    def suit_size(self) -> int:
        """Cards of one suit."""
        return len(self.ranks) * self.packs

    @property
    def size(self) -> int:
        """Cards of the whole deck."""
        return self.suit_size * len(SUITS)

    def deals(self, hands: int = 1) -> int:
        """Return in how many ways that many hands can be dealt, one after the other."""
        return ways_to_deal(self.size, (self.hand_size,) * hands)


def ways_to_deal(cards: int, sizes: tuple[int, ...]) -> int:
    """Return the ways to deal hands of these sizes from different cards, 0 if none."""
    ways = 1
    for size in sizes:
        if not 0 <= size <= cards:
            return 0
        ways *= comb(cards, size)
        cards -= size
    return ways


@dataclass(frozen=True)
class Tally:
    """Value → number of deals that have it, of ``total`` equally likely deals."""

    counts: Mapping[int, int]
    total: int

    def at_least(self, value: int) -> Fraction:
        """Return the chance of this value or more."""
        return Fraction(sum(n for found, n in self.counts.items() if found >= value), self.total)

    def exactly(self, value: int) -> Fraction:
        """Return the chance of this value."""
        return Fraction(self.counts.get(value, 0), self.total)

    @property
    def mean(self) -> Fraction:
        """The expected value."""
        return Fraction(sum(value * n for value, n in self.counts.items()), self.total)

    @property
    def highest(self) -> int:
        """The highest value some deal has."""
        return max(self.counts)


def unpack(lanes: int, lane: int) -> Iterator[tuple[int, int]]:
    """Yield (index, number) of the numbers other than 0 lying side by side, ``lane`` bits each."""
    index, mask = 0, (1 << lane) - 1
    while lanes:
        if number := lanes & mask:
            yield index, number
        lanes >>= lane
        index += 1
