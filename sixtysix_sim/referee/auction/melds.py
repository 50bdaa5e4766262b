"""C5, melds: what each hand holds once trump is known. C5.1 … C5.9 are data (`reading.Pattern`)."""

from collections import Counter
from collections.abc import Mapping, Sequence

from sixtysix_sim.referee.auction.reading import RUN, Pattern, Reading
from sixtysix_sim.referee.auction.state import SIDES, MeldFound, side_of

Hand = Mapping[int, int]


def complete_copies(hand: Hand, pattern: Pattern) -> int:
    """C5.11: how often the hand holds a pattern whole; within one kind a card serves once."""
    fewest: int | None = None
    for card, needed in pattern.needs:
        copies = hand.get(card, 0) // needed
        if not copies:
            return 0
        if fewest is None or copies < fewest:
            fewest = copies
    return fewest or 0


def runs_in(rules: Reading, trump: int, hand: Hand) -> list[tuple[Pattern, int]]:
    """C5.6: the runs a hand holds, counted or not (before C5.10), as (pattern, copies)."""
    runs = [pattern for pattern in rules.patterns[trump] if pattern.name == RUN]
    held = [(run, complete_copies(hand, run)) for run in runs]
    return [(run, copies) for run, copies in held if copies]


def marriage_beside_run(rules: Reading, trump: int, hand: Hand, pattern: Pattern) -> int:
    """C5.6: copies of the trump marriage, by ``melds.trump_marriage.with_run``.

    ``never``: none in a hand that holds a run. ``spare_pair``: pairs in what is left of the hand
    when the cards of all its runs are taken out. ``always``: the run does not matter.
    """
    runs = runs_in(rules, trump, hand) if pattern.with_run != "always" else []
    if not runs:
        return complete_copies(hand, pattern)
    if pattern.with_run == "never":
        return 0
    rest = Counter(hand)
    for run, copies in runs:
        for card, needed in run.needs:
            rest[card] -= needed * copies
    return complete_copies(rest, pattern)


def scoring_copies(rules: Reading, trump: int, hand: Hand, pattern: Pattern) -> int:
    """C5.10: two copies score twice, or once for each meld and suit; single cards always each."""
    copies = complete_copies(hand, pattern)
    if copies and pattern.with_run:
        copies = marriage_beside_run(rules, trump, hand, pattern)
    return min(copies, 1) if rules.copies == "once" and not pattern.single else copies


def melds_of_hand(rules: Reading, trump: int, seat: int, hand: Hand) -> list[MeldFound]:
    """C5.12: the melds of one hand, counted alone, in the order of the meld table.

    Reading: a meld worth 0 points does not score and is not named.
    """
    found = []
    for pattern in rules.patterns[trump]:
        copies = scoring_copies(rules, trump, hand, pattern)
        if copies and pattern.points:
            cards = tuple(card for card, needed in pattern.needs for _ in range(needed * copies))
            points = copies * pattern.points
            found.append(MeldFound(seat, pattern.name, pattern.suit, copies, points, cards))
    return found


def melds_of_hands(
    rules: Reading, trump: int, hands: Sequence[Hand | None]
) -> tuple[MeldFound, ...]:
    """C5: the melds of every known hand, by seat."""
    found: list[MeldFound] = []
    for seat, hand in enumerate(hands):
        if hand:
            found += melds_of_hand(rules, trump, seat, hand)
    return tuple(found)


def points_by_side(melds: Sequence[MeldFound]) -> tuple[int, int]:
    """C5: each meld is added to its team's meld points."""
    points = [0] * SIDES
    for meld in melds:
        points[side_of(meld.seat)] += meld.points
    return points[0], points[1]
