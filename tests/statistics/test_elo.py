"""Scores of pairs and Elo: known values, extremes, and how often intervals hold."""

from math import inf, isclose, sqrt

import numpy as np
import pytest

from sixtysix_sim.statistics import Sprt, elo_of, luck_share, pair_score, score_difference, score_of


@pytest.mark.parametrize(("score", "elo"), [(0.5, 0.0), (10 / 11, 400.0), (1 / 11, -400.0)])
def test_four_hundred_points_are_odds_of_ten_to_one(score: float, elo: float) -> None:
    assert isclose(elo_of(score), elo, abs_tol=1e-9)
    assert isclose(score_of(elo), score)


def test_the_ends_have_no_finite_elo() -> None:
    assert (elo_of(0.0), elo_of(1.0)) == (-inf, inf)


def test_the_pair_is_the_unit() -> None:
    """Pairs that are won once each tell nothing apart; the same games in sweeps spread widely."""
    even, swept = pair_score((0, 0, 1000, 0, 0)), pair_score((500, 0, 0, 0, 500))
    assert even.value == swept.value == 0.5
    assert even.n == swept.n == 1000
    assert even.low == even.high == 0.5
    assert swept.se is not None
    assert isclose(swept.se, 0.5 / sqrt(999), rel_tol=1e-3)


def test_draws_count_half() -> None:
    found = pair_score((0, 4, 0, 12, 0))
    assert found.value == (4 * 0.25 + 12 * 0.75) / 16


@pytest.mark.parametrize("watched", [False, True])
def test_where_every_pair_is_won_twice_there_still_is_a_lower_end(watched: bool) -> None:
    found = pair_score((0, 0, 0, 0, 1000), watched=watched)
    assert found.low is not None
    assert 0.98 < found.low < 0.998
    assert found.value == found.high == 1.0
    lost = pair_score((1000, 0, 0, 0, 0), watched=watched)
    assert lost.value == lost.low == 0.0
    assert lost.high is not None
    assert isclose(lost.high, 1.0 - found.low)


def test_a_watched_interval_is_wider() -> None:
    pairs = (100, 50, 400, 60, 200)
    fixed, watched = pair_score(pairs), pair_score(pairs, watched=True)
    assert watched.low is not None
    assert fixed.low is not None
    assert watched.low < fixed.low


def test_no_game_has_no_score() -> None:
    assert pair_score((0, 0, 0, 0, 0)).value is None


def test_other_results_than_five_are_refused() -> None:
    with pytest.raises(ValueError, match="5 results, not 3"):
        pair_score((1, 2, 3))


def test_intervals_hold_the_true_score_as_often_as_they_say() -> None:
    rng = np.random.default_rng(66)
    chances = np.array([0.05, 0.05, 0.45, 0.15, 0.30])
    true = float(chances @ (np.arange(5) / 4))
    held = 0
    for _ in range(2000):
        low, high = (
            getattr(pair_score(tuple(rng.multinomial(300, chances))), end)
            for end in ("low", "high")
        )
        held += low <= true <= high
    assert 0.938 < held / 2000 < 0.962


def test_a_sequential_test_of_scores_errs_as_seldom_as_it_says() -> None:
    """At the lower value the upper one is accepted in about 5 % of tests."""
    rng, test = np.random.default_rng(7), Sprt(score_of(0.0), score_of(60.0))
    wrong = 0
    for _ in range(300):
        results = np.zeros(5, dtype=int)
        verdict = None
        while verdict is None:
            results += rng.multinomial(20, [0.1, 0.1, 0.6, 0.1, 0.1])
            verdict = test.verdict(test.llr(score_difference(pair_score(tuple(results)))))
        wrong += verdict == "high"
    assert wrong / 300 < 0.09


def test_luck_is_the_correlation_of_what_a_seat_makes_of_a_deal() -> None:
    """Against numpy, game by game, both orders of each pair pooled."""
    rng = np.random.default_rng(7)
    first, second = rng.choice([0.0, 0.5, 1.0], 400), rng.choice([0.0, 0.5, 1.0], 400)
    pairs = np.bincount((2 * (first + second)).astype(int), minlength=5).tolist()
    twice_drawn = int(((first == 0.5) & (second == 0.5)).sum())
    found = luck_share(pairs, twice_drawn)
    mean = (first.mean() + second.mean()) / 2
    centred = (
        np.concatenate([first - mean, -(second - mean)]),
        np.concatenate([-(second - mean), first - mean]),
    )
    assert found.value is not None
    assert isclose(found.value, (centred[0] @ centred[1]) / (centred[0] @ centred[0]))


def test_luck_at_its_ends() -> None:
    assert luck_share((0, 0, 100, 0, 0), 0).value == 1.0  # each deal goes to the same seat
    assert luck_share((250, 0, 500, 0, 250), 0).value == 0.0  # coins
    assert luck_share((50, 0, 0, 0, 50), 0).value == -1.0  # deals that suit a player
    assert luck_share((0, 0, 0, 0, 50), 0).value is None  # no spread at all
    with pytest.raises(ValueError, match="cannot have been drawn twice"):
        luck_share((0, 0, 3, 0, 0), 4)


def test_intervals_hold_the_true_luck() -> None:
    rng = np.random.default_rng(66)
    chances = np.array([0.15, 0.05, 0.35, 0.05, 0.4])
    p = float(chances @ np.arange(5)) / 4
    spread = float(chances @ (np.arange(5) / 2 - 2 * p) ** 2)
    # no pair is drawn twice: results 1 are a win and a loss
    lost, drawn, won = p * p, (0.5 - p) ** 2, (1 - p) ** 2
    single = float(chances @ [2 * lost, lost + drawn, lost + won, drawn + won, 2 * won])
    true, held = 1 - spread / single, 0
    for _ in range(2000):
        found = luck_share(tuple(rng.multinomial(400, chances).tolist()), 0)
        assert found.low is not None
        assert found.high is not None
        held += found.low <= true <= found.high
    assert 0.93 < held / 2000 < 0.965
