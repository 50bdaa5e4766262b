"""How a number earns trust: intervals, paired differences, adjusted p-values.

Pure functions: numbers in, numbers out. Games are the sampling units everywhere, because the
deals of one game are not independent; what a function needs to know of the games are sums over
them (`Sums`, `PairSums`), which chunks of a run can be added up to in any order.
"""

from sixtysix_sim.statistics.adjust import adjusted_p_values
from sixtysix_sim.statistics.elo import (
    RESULTS,
    elo_of,
    luck_share,
    pair_score,
    score_difference,
    score_of,
)
from sixtysix_sim.statistics.intervals import (
    Estimate,
    Sums,
    mean_interval,
    rate_interval,
    ratio_interval,
)
from sixtysix_sim.statistics.paired import Difference, PairSums, paired_difference
from sixtysix_sim.statistics.sequential import (
    Sprt,
    difference_sequence,
    estimate_sequence,
    rate_sequence,
    ratio_sequence,
)
from sixtysix_sim.statistics.unpaired import independent_pairs, unpaired_difference

__all__ = [
    "RESULTS",
    "Difference",
    "Estimate",
    "PairSums",
    "Sprt",
    "Sums",
    "adjusted_p_values",
    "difference_sequence",
    "elo_of",
    "estimate_sequence",
    "independent_pairs",
    "luck_share",
    "mean_interval",
    "pair_score",
    "paired_difference",
    "rate_interval",
    "rate_sequence",
    "ratio_interval",
    "ratio_sequence",
    "score_difference",
    "score_of",
    "unpaired_difference",
]
