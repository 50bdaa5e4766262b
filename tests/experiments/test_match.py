"""Matches of bots: pairs, swapped seats, stopping, and figures counted a second time."""

import threading
from dataclasses import replace

import numpy as np
import pytest

from sixtysix_sim.errors import BadInput
from sixtysix_sim.experiments import match as module
from sixtysix_sim.experiments.match import Entrant, InterruptedMatch, Match, Tally, matches
from sixtysix_sim.experiments.stopping import Rule
from sixtysix_sim.kernels.engine import Engine
from sixtysix_sim.logs.raw import GameField, RawChunk
from sixtysix_sim.logs.raw import auction as auction_rows
from sixtysix_sim.logs.raw import talon as talon_rows
from sixtysix_sim.metrics import find_metric, layout_of, metrics_of, side_place
from sixtysix_sim.policies.load import load_policies
from sixtysix_sim.reporting.matches import match_sections, match_sentence
from sixtysix_sim.runs.options import Silent
from sixtysix_sim.scenario import Scenario, load_scenario, read_bot
from sixtysix_sim.statistics import Sprt
from sixtysix_sim.vocabulary import LogLevel

CIFT, CLASSIC, SEKSOGTRES = (
    load_scenario(name) for name in ("cift66", "classic_66_v1", "seksogtres")
)


def entrants(scenario: Scenario, *texts: str) -> list[Entrant]:
    return [Entrant(text, read_bot(scenario, text)) for text in texts]


class Coin:
    """Plays made-up games: the bot with the higher `blunder` wins more often, some are drawn."""

    def __init__(self, scenario: Scenario) -> None:
        self.ruleset, self.seed = scenario.ruleset, scenario.seed
        self.skill = [float(bot.params.get("blunder", 0.0)) for bot in scenario.bots[:2]]
        self.threads: set[int] = set()

    def play(
        self, first_game: int, games: int, log: LogLevel, keep_measures: bool = False
    ) -> RawChunk:
        assert log is LogLevel.NONE
        assert keep_measures
        self.threads.add(threading.get_ident())
        x = np.zeros((games, layout_of(self.ruleset).size), dtype=np.int64)
        family = self.ruleset.family
        deals = find_metric(metrics_of(self.ruleset), "deals_per_game").num
        chance = 0.45 + 0.5 * (self.skill[0] - self.skill[1])
        for n in range(games):
            luck = np.random.default_rng([self.seed, first_game + n]).random()
            side = 0 if luck < chance else 1 if luck > chance + 0.1 else None
            x[n, deals] = 4 + n % 3
            if side is not None:
                x[n, side_place(family, "WINS", side)] = 1
                x[n, side_place(family, "SCORES", side)] = 11
        none = np.zeros((0, 1), dtype=np.int32)
        return RawChunk(
            first_game, none, none, none, np.zeros((0, 0), np.uint8), None,
            np.zeros((0, 5)), x, 0, 0,
        )  # fmt: skip


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CHUNK_PAIRS", 50)


def test_nothing_depends_on_the_number_of_threads() -> None:
    both = entrants(CLASSIC, "random:blunder=0.5", "random:blunder=0.4")
    found = matches(CLASSIC, both, 990, jobs=1, make_player=Coin)
    assert matches(CLASSIC, both, 990, jobs=5, make_player=Coin) == found
    (one,) = found
    assert one.games == 990
    assert one.tally.wins + one.tally.draws + one.tally.losses == 990
    assert one.tally.draws > 0
    assert sum(one.tally.results) == 495


def test_the_other_way_round_is_the_mirror_image() -> None:
    a, b = entrants(CLASSIC, "random:blunder=0.5", "random:blunder=0.4")
    (one,), (two,) = (matches(CLASSIC, x, 600, make_player=Coin) for x in ((a, b), (b, a)))
    assert one.tally.results == two.tally.results[::-1]
    assert (one.tally.wins, one.tally.draws) == (two.tally.losses, two.tally.draws)
    assert one.points.value == -(two.points.value or 0.0)


def test_a_bot_draws_with_its_twin_in_every_pair() -> None:
    """The seats are swapped and the luck is not: whatever one side gains the other gains back."""
    for scenario in (CIFT, CLASSIC):
        both = entrants(scenario, "greedy", "greedy:blunder=0.0")
        (found,) = matches(scenario, both, 100)
        assert found.tally.results == (0, 0, 50, 0, 0)
        assert found.points.value == 0.0
        assert "cannot be told" in match_sentence(scenario, [found])


@pytest.mark.parametrize("scenario", [CIFT, CLASSIC, SEKSOGTRES], ids=lambda s: s.source)
def test_figures_are_those_of_the_games_and_deals(scenario: Scenario) -> None:
    both = entrants(scenario, "standard", "greedy")
    (found,) = matches(scenario, both, 120)
    wins = draws = gained = deals = 0
    for turn in range(2):
        order = [both[(turn + seat) % 2].bot for seat in range(len(scenario.bots))]
        policies = load_policies(replace(scenario, bots=tuple(order)))
        raw = Engine(scenario.ruleset, policies, scenario.seed).play(0, 60, LogLevel.DEALS)
        winner = raw.games[:, GameField.WINNER]
        wins += int((winner == turn).sum())
        draws += int((winner == -1).sum())
        more, scored = _gained(scenario, raw, turn)
        gained += more
        deals += scored
    assert (found.tally.wins, found.tally.draws) == (wins, draws)
    assert found.points.value == gained / deals


def _gained(scenario: Scenario, raw: RawChunk, side: int) -> tuple[int, int]:
    """Return what a side gained over the other, and how many deals were scored."""
    if scenario is CIFT:
        field = auction_rows.DealField
        scored = raw.deals[raw.deals[:, field.BID] >= 0]
        change = scored[:, field.CHANGE_0 : field.CHANGE_1 + 1]
        return int((change[:, side] - change[:, 1 - side]).sum()), len(scored)
    deal = talon_rows.DealField
    winner, points = raw.deals[:, deal.WINNER], raw.deals[:, deal.GAME_POINTS]
    return int(points[winner == side].sum() - points[winner == 1 - side].sum()), len(raw.deals)


def test_a_width_ends_a_match_and_any_number_of_threads_ends_it_there() -> None:
    both = entrants(CLASSIC, "random:blunder=0.5", "random:blunder=0.4")
    rule = Rule(width=60.0)
    (found,) = matches(CLASSIC, both, 20_000, jobs=1, make_player=Coin, rule=rule)
    assert matches(CLASSIC, both, 20_000, jobs=4, make_player=Coin, rule=rule) == [found]
    assert found.met
    assert found.games < 20_000
    _, low, high = found.elo
    assert low is not None
    assert high is not None
    assert high - low < 60.0


@pytest.mark.parametrize(("texts", "accepted"), [((0.6, 0.4), 50.0), ((0.4, 0.6), 0.0)])
def test_a_sequential_test_accepts_what_is_nearer(
    texts: tuple[float, float], accepted: float
) -> None:
    both = entrants(CLASSIC, *(f"random:blunder={x}" for x in texts))
    rule = Rule(sprt=Sprt(0.0, 50.0))
    (found,) = matches(CLASSIC, both, 20_000, make_player=Coin, rule=rule)
    assert found.verdict == accepted
    said = str(match_sections(CLASSIC, [found])[-1].rows[0]["how"])
    assert said.endswith(f"{accepted:g} accepted after {found.games:,} games")


def test_each_plays_each() -> None:
    found = matches(
        CLASSIC, entrants(CLASSIC, "random", "greedy", "standard"), 40, make_player=Coin
    )
    assert [(one.a, one.b) for one in found] == [
        ("random", "greedy"), ("random", "standard"), ("greedy", "standard"),
    ]  # fmt: skip


class Presses(Silent):
    """Presses Ctrl-C at a chunk."""

    def __init__(self, at: int) -> None:
        self.left = at

    def advance(self, games: int) -> None:
        self.left -= 1
        if self.left == 0:
            raise KeyboardInterrupt


def test_ctrl_c_keeps_what_was_learned() -> None:
    three = entrants(CLASSIC, "random", "greedy", "standard")
    with pytest.raises(InterruptedMatch) as stop:
        matches(CLASSIC, three, 200, jobs=1, watcher=Presses(3), make_player=Coin)
    assert [(one.b, one.games) for one in stop.value.found] == [("greedy", 200), ("standard", 100)]


def test_one_bot_is_no_match() -> None:
    with pytest.raises(BadInput, match="two bots or more"):
        matches(CLASSIC, entrants(CLASSIC, "random"), 10, make_player=Coin)


def test_an_interval_that_reaches_no_end_is_said_in_words() -> None:
    swept = Match("a", "b", Tally((0, 0, 0, 0, 100), 200), None, False, 200)
    assert match_sentence(CLASSIC, [swept]).startswith(
        "a is stronger than b by 570 Elo or more over"
    )
