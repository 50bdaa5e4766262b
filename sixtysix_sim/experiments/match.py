"""Two bots over the same deals, each deal twice with the seats swapped: who wins, and by how much.

Game n is played with a on side 0 and again with b on side 0. Cards and each seat's luck are those
of (seed, n), so what a pair brings is owed to the bots; the pair is the unit of every interval.
What is kept are counts and sums of whole numbers, so that neither threads nor memory matter.
"""

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import cast

import numpy as np

from sixtysix_sim.errors import BadInput
from sixtysix_sim.experiments.compare import Player, cores
from sixtysix_sim.experiments.ordered import in_order
from sixtysix_sim.experiments.stopping import Rule
from sixtysix_sim.logs.raw import Int64
from sixtysix_sim.metrics import find_metric, metrics_of, side_place
from sixtysix_sim.rules.ruleset import RuleSet
from sixtysix_sim.runs.options import Silent, Watcher
from sixtysix_sim.scenario import BotSpec, Scenario
from sixtysix_sim.statistics import (
    RESULTS,
    Estimate,
    Sprt,
    Sums,
    elo_of,
    luck_share,
    mean_interval,
    pair_score,
    ratio_sequence,
    score_difference,
    score_of,
)
from sixtysix_sim.vocabulary import Family, LogLevel

CHUNK_PAIRS = 1_000
SIDES = 2


class InterruptedMatch(KeyboardInterrupt):
    """Ctrl-C with games behind it; ``found`` is what they came to, match by match."""

    def __init__(self, found: "Sequence[Match]") -> None:
        super().__init__()
        self.found = found


@dataclass(frozen=True)
class Entrant:
    """A bot of a match: what the table calls it, and its spec."""

    name: str
    bot: BotSpec


@dataclass(frozen=True)
class Tally:
    """What pairs came to, for a.

    Attributes:
        results: pairs by points of a: 0, ½, 1, 1½, 2.
        wins, draws, losses: games.
        points: Σ of what a gained over b (see `Match.points`) and of deals, over pairs.
    """

    results: tuple[int, ...] = (0,) * RESULTS
    wins: int = 0
    draws: int = 0
    losses: int = 0
    points: Sums = field(default_factory=Sums)

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            tuple(x + y for x, y in zip(self.results, other.results, strict=True)),
            self.wins + other.wins,
            self.draws + other.draws,
            self.losses + other.losses,
            self.points + other.points,
        )


@dataclass(frozen=True)
class Match:
    """What a match of a against b came to.

    Attributes:
        rule: what could have ended it early (its values are Elo), if anything.
        met: whether it did.
        cap: games it could have played.
    """

    a: str
    b: str
    tally: Tally
    rule: Rule | None
    met: bool
    cap: int

    @property
    def games(self) -> int:
        """Games played, two a pair."""
        return 2 * sum(self.tally.results)

    @property
    def score(self) -> Estimate:
        """The share of the points that a made, draws counted half; always-valid with a rule."""
        return pair_score(self.tally.results, watched=self.rule is not None)

    @property
    def elo(self) -> tuple[float | None, float | None, float | None]:
        """Elo of a over b, low, high; infinite where a score is 0 or 1."""
        score = self.score
        ends = score.value, score.low, score.high
        value, low, high = (None if end is None else elo_of(end) for end in ends)
        return value, low, high

    @property
    def points(self) -> Estimate:
        """What a gained over b, a deal, with an interval over pairs.

        Talon family: the game points a won less those b won. Auction family: the points a's side
        wrote less those b's side wrote. Always-valid with a rule.
        """
        of = mean_interval if self.rule is None else ratio_sequence
        return of(self.tally.points)

    @property
    def luck(self) -> Estimate:
        """The share of the spread of results that the cards settle, always-valid with a rule."""
        results = self.tally.results
        twice_drawn = (self.tally.draws - results[1] - results[3]) // 2
        return luck_share(results, twice_drawn, watched=self.rule is not None)

    @property
    def llr(self) -> float | None:
        """The log-likelihood ratio of the sequential test, None without one."""
        test = _on_scores(self.rule)
        return None if test is None else test.llr(score_difference(self.score))

    @property
    def verdict(self) -> float | None:
        """The Elo that the sequential test accepts, None while it is undecided."""
        llr = self.llr
        if llr is None or self.rule is None or self.rule.sprt is None:
            return None
        said = self.rule.sprt.verdict(llr)
        return None if said is None else getattr(self.rule.sprt, said)


def matches(
    scenario: Scenario,
    entrants: Sequence[Entrant],
    games: int,
    jobs: int | None = None,
    watcher: Watcher | None = None,
    make_player: Callable[[Scenario], Player] | None = None,
    *,
    rule: Rule | None = None,
) -> list[Match]:
    """Play every entrant against every other over the same deals.

    Args:
        scenario: rules and seed; its own bots do not play.
        games: of each match, two a deal; an odd number counts as the next even one.
        jobs: threads, one a core if None.
        watcher: told how it gets on, in games.
        make_player: what plays a scenario, `kernels.engine.Engine` if None.
        rule: ends a match early; width and test are in Elo.

    Raises:
        BadInput: fewer than two bots, or rules with other than two sides.
        InvalidScenario: a bot refuses its parameters.
        InterruptedMatch: Ctrl-C after at least one chunk.
    """
    if len(entrants) < 2:
        raise BadInput("a match needs two bots or more, as in: bots match standard greedy")
    if scenario.ruleset.sides != SIDES:
        raise BadInput(
            f"{scenario.source} has {scenario.ruleset.sides} sides, and a match swaps two: "
            "name rules of two sides, or give seats their bots and use simulate"
        )
    watcher = watcher or Silent()
    make = make_player or _engine_maker(watcher)
    pairs, found = (games + 1) // 2, list[Match]()
    chosen = list(combinations(entrants, 2))
    watcher.start(2 * pairs * len(chosen), 0)
    for a, b in chosen:
        work = Swapped(scenario, a.bot, b.bot, make)
        start = Match(a.name, b.name, Tally(), rule, False, 2 * pairs)
        try:
            found.append(_play(start, work, pairs, jobs or cores(), watcher))
        except InterruptedMatch as stop:
            raise InterruptedMatch([*found, *stop.found]) from None
        except KeyboardInterrupt:
            if not found:
                raise
            raise InterruptedMatch(found) from None
    return found


def _play(match: Match, work: "Swapped", pairs: int, jobs: int, watcher: Watcher) -> Match:
    """Play pairs until the last one, or until the rule is met."""
    try:
        with closing(in_order(work, 0, pairs, CHUNK_PAIRS, jobs)) as chunks:
            for size, tally in chunks:
                match = replace(match, tally=match.tally + tally)
                match = replace(match, met=is_met(match))
                watcher.advance(2 * size)
                if match.met:
                    break
    except KeyboardInterrupt:
        if not match.games:
            raise
        raise InterruptedMatch([match]) from None
    return match


def is_met(match: Match) -> bool:
    """Whether a match's rule says that it is enough."""
    rule = match.rule
    if rule is None:
        return False
    if rule.sprt is not None:
        return match.verdict is not None
    _, low, high = match.elo
    if low is None or high is None or rule.width is None:
        return False
    return high - low < rule.width


def _on_scores(rule: Rule | None) -> Sprt | None:
    """Return a test of two Elos as one of two scores."""
    if rule is None or rule.sprt is None:
        return None
    test = rule.sprt
    return replace(test, low=score_of(test.low), high=score_of(test.high))


def _engine_maker(watcher: Watcher) -> Callable[[Scenario], Player]:
    """Return what makes an engine of a scenario; tells the watcher before anything is compiled."""
    from sixtysix_sim.runs.player import make_player

    return lambda scenario: cast(Player, make_player(scenario, watcher))


class Swapped:
    """Plays games with a on side 0 and again on side 1; safe to call from any thread."""

    def __init__(
        self, scenario: Scenario, a: BotSpec, b: BotSpec, make: Callable[[Scenario], Player]
    ) -> None:
        self._ruleset = scenario.ruleset
        turns = ((a, b), (b, a))
        self._players = [
            make(replace(scenario, bots=tuple(turn[n % SIDES] for n in range(len(scenario.bots)))))
            for turn in turns
        ]
        self._deals = find_metric(metrics_of(scenario.ruleset), "deals_per_game").num

    def __call__(self, first_game: int, games: int) -> Tally:
        """Play the pairs of game numbers ``first_game`` …."""
        first, second = (
            player.play(first_game, games, LogLevel.NONE, keep_measures=True).measures
            for player in self._players
        )
        (won, lost, gain), (lost_2, won_2, gain_2) = (self._sides(x) for x in (first, second))
        deals = first[:, self._deals] + second[:, self._deals]
        result = 2 + won - lost + won_2 - lost_2
        counts = np.bincount(result, minlength=RESULTS)
        wins, losses = int((won + won_2).sum()), int((lost + lost_2).sum())
        return Tally(
            tuple(int(count) for count in counts),
            wins,
            2 * games - wins - losses,
            losses,
            _sums(gain - gain_2, deals, gains_twice(self._ruleset)),
        )

    def _sides(self, x: Int64) -> tuple[Int64, Int64, Int64]:
        """Return whether side 0 and side 1 won each game, and what side 0 has more at its end."""
        family = self._ruleset.family
        wins, scores = (
            [x[:, side_place(family, name, side)] for side in range(SIDES)]
            for name in ("WINS", "SCORES")
        )
        return wins[0], wins[1], scores[0] - scores[1]


def gains_twice(ruleset: RuleSet) -> bool:
    """Whether a game point won shows twice in the scores: written by one, written off the other."""
    return ruleset.family is Family.TALON and bool(ruleset.talon.stakes.zero_sum)


def _sums(gain: Int64, deals: Int64, twice: bool) -> Sums:
    """Return the sums over pairs; Python's integers, which cannot overflow."""
    k, m = [int(x) for x in gain], [int(x) for x in deals]
    found = Sums(
        len(k), sum(k), sum(m), sum(x * x for x in k),
        sum(x * y for x, y in zip(k, m, strict=True)), sum(y * y for y in m),
    )  # fmt: skip
    if not twice:
        return found
    from fractions import Fraction

    half = Fraction(1, 2)
    return replace(found, k=found.k * half, kk=found.kk * half * half, km=found.km * half)
