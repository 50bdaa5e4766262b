"""What matches of pairs come to: a score with its interval, and Elo.

A deal is played twice, the second time with the seats swapped; the pair is the unit. Its result is
a's points of the two games, a win 1 and a draw ½: 0, ½, 1, 1½ or 2. Elo is the score on a scale on
which 400 points are odds of ten to one: 400 · log10(s/(1−s)) (A. Elo, The Rating of Chessplayers,
1978), the interval that of the score carried over, so that it is no narrower than the score's.
"""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import inf, log10

from sixtysix_sim.statistics.intervals import Estimate, Sums, mean_interval, rate_interval
from sixtysix_sim.statistics.paired import Difference
from sixtysix_sim.statistics.sequential import rate_sequence, ratio_sequence

RESULTS = 5
"""How many results a pair can have, from both games lost to both won."""
FEW = 20
"""With fewer pairs than this that are not won twice (or not lost twice), a mean says too little."""


def elo_of(score: float) -> float:
    """Return the Elo of a score from 0 to 1; −inf at 0 and inf at 1."""
    if not 0.0 < score < 1.0:
        return -inf if score <= 0.0 else inf
    return 400.0 * log10(score / (1.0 - score))


def score_of(elo: float) -> float:
    """Return the score that an Elo stands for."""
    return float(1.0 / (1.0 + 10.0 ** (-elo / 400.0)))


def pair_sums(pairs: Sequence[int]) -> Sums:
    """Return the sums of the pairs' scores, 0 to 1 each.

    ``pairs``: how many had each result, worst first; ValueError unless there are five.
    """
    if len(pairs) != RESULTS:
        raise ValueError(f"a pair has {RESULTS} results, not {len(pairs)}")
    score = [Fraction(result, RESULTS - 1) for result in range(RESULTS)]
    n = sum(pairs)
    k = sum((s * c for s, c in zip(score, pairs, strict=True)), Fraction(0))
    kk = sum((s * s * c for s, c in zip(score, pairs, strict=True)), Fraction(0))
    return Sums(n, k, n, kk, k, n)


def pair_score(pairs: Sequence[int], *, watched: bool = False, level: float = 0.95) -> Estimate:
    """Return the mean score of pairs with its interval, within [0, 1]; ``n`` counts pairs.

    - Student's interval of the mean over pairs.
    - All but few pairs won twice (or lost twice): that of a rate in as many trials. A score between
      0 and 1 spreads no more than a win or loss of the same mean, so it is wide enough.
    - ``watched``: always-valid, for play that may stop at any look.

    Errors as `pair_sums`.
    """
    sums = pair_sums(pairs)
    swept = max(pairs[0], pairs[-1])
    if watched:
        if sums.n and swept == sums.n:
            low, high = rate_sequence(int(sums.k), sums.n, level)
            return replace(rate_interval(sums, level), low=low, high=high)
        return _within(ratio_sequence(sums, level))
    few = sums.n - swept < FEW
    return rate_interval(sums, level) if few else _within(mean_interval(sums, level))


def _within(found: Estimate) -> Estimate:
    """Cut an interval at 0 and 1."""
    if found.low is None or found.high is None:
        return found
    return replace(found, low=max(0.0, found.low), high=min(1.0, found.high))


def score_difference(score: Estimate) -> Difference:
    """Return a score as what a sequential test judges: a mean over pairs with its error."""
    return Difference(
        None, None, score.value, score.low, score.high, score.se, None, None, None, int(score.n)
    )


def luck_share(
    pairs: Sequence[int], twice_drawn: int, *, watched: bool = False, level: float = 0.95
) -> Estimate:
    """Return the share of the spread of results that the deal settles, whoever sits where.

    It is the correlation over pairs of what one *seat* makes of a deal's two games, both seats
    pooled: with a's results r and r′ about their mean, 1 − Σ(r + r′)² / Σ(r² + r′²). It is 1 where
    each deal goes to the same seat in both games, 0 where the deal tells nothing, and negative
    where deals suit a player rather than a seat. ``n`` is Σ(r² + r′²).

    Args:
        pairs: how many had each result, as in `pair_score`.
        twice_drawn: pairs of two draws, among those of result 1.
        watched: always-valid.

    Errors as `pair_sums`; ValueError if more pairs were drawn twice than had result 1.
    """
    mean = pair_sums(pairs)
    even = pairs[2] - twice_drawn
    if even < 0 or twice_drawn < 0:
        raise ValueError(f"{twice_drawn} of {pairs[2]} even pairs cannot have been drawn twice")
    p = Fraction(mean.k) / mean.n if mean.n else Fraction(0)
    lost, drawn, won = -p, Fraction(1, 2) - p, 1 - p
    both = [(lost, lost), (lost, drawn), (lost, won), (drawn, drawn), (drawn, won), (won, won)]
    counts = [pairs[0], pairs[1], even, twice_drawn, pairs[3], pairs[4]]
    values = [((x + y) ** 2, x * x + y * y, n) for (x, y), n in zip(both, counts, strict=True)]
    sums = Sums(
        mean.n,
        sum(k * n for k, _, n in values),
        sum(m * n for _, m, n in values),
        sum(k * k * n for k, _, n in values),
        sum(k * m * n for k, m, n in values),
        sum(m * m * n for _, m, n in values),
    )
    found = ratio_sequence(sums, level) if watched else mean_interval(sums, level)
    value, low, high = (
        None if x is None else 1.0 - x for x in (found.value, found.high, found.low)
    )
    return replace(found, value=value, low=low, high=high)
