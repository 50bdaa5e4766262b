"""Comparisons that stop by themselves, and those whose deals cannot be shared."""

import pytest

from sixtysix_sim.experiments import compare as module
from sixtysix_sim.experiments.compare import APART, InterruptedComparison, compare
from sixtysix_sim.experiments.stopping import Rule
from sixtysix_sim.reporting.comparison import comparison_sections, sentence
from sixtysix_sim.runs.options import Silent
from sixtysix_sim.scenario import Scenario, load_scenario
from sixtysix_sim.statistics import Sprt, difference_sequence
from tests.experiments.made_up_players import MadeUpPlayer

A = load_scenario("cift66")
EASIER = load_scenario("cift66", ["rules.auction.min_bid=120"])


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CHUNK_GAMES", 40)


def test_a_width_is_reached_at_the_same_game_for_any_number_of_threads() -> None:
    rule = Rule(width=0.05)
    found = compare(A, EASIER, 2000, jobs=1, make_player=MadeUpPlayer, rule=rule)
    assert compare(A, EASIER, 2000, jobs=5, make_player=MadeUpPlayer, rule=rule) == found
    assert found.stopped is not None
    assert found.stopped.met
    assert found.games % 40 == 0
    assert 40 < found.games < 2000
    fixed = compare(A, EASIER, found.games, make_player=MadeUpPlayer).primary.difference
    assert found.primary.difference == difference_sequence(fixed)
    before = compare(A, EASIER, found.games - 40, make_player=MadeUpPlayer).primary.difference
    assert not rule.met(before)
    assert "always-valid 95 % interval" in sentence(found)


@pytest.mark.parametrize("rule", [Rule(width=0.5), Rule(sprt=Sprt(0.0, 0.04))])
def test_scenarios_that_are_alike_end_at_once_and_say_why(rule: Rule) -> None:
    found = compare(A, A.with_games(7), 120, make_player=MadeUpPlayer, rule=rule)
    assert found.stopped is not None
    assert (found.games, found.stopped.met) == (40, rule.width is not None)
    said = str(comparison_sections(found)[0].rows[-1]["value"])
    assert said == "ended after 40 games: same rules, same bots, so that no game can differ"


def test_a_figure_that_never_differs_plays_to_the_cap_and_says_so() -> None:
    other = load_scenario("cift66", ["rules.kaput.factor=2"])
    found = compare(A, other, 120, make_player=MadeUpPlayer, rule=Rule(width=0.5))
    assert found.stopped is not None
    assert (found.games, found.stopped.met) == (120, False)
    said = str(comparison_sections(found)[0].rows[-1]["value"])
    assert said.startswith("0.5 not reached in 120 games, in none of which the primary figure")


def test_a_sequential_test_says_model_bounds_llr_and_verdict() -> None:
    found = compare(A, EASIER, 2000, make_player=MadeUpPlayer, rule=Rule(sprt=Sprt(0.0, 0.04)))
    rows = {str(row["what"]).strip(): row["value"] for row in comparison_sections(found)[0].rows}
    assert rows["bounds"] == "-2.94 and 2.94 (both errors 5 %)"
    assert rows["verdict"] == f"0.04 accepted after {found.games} games"
    assert found.stopped is not None
    assert found.stopped.llr is not None
    assert found.stopped.llr >= 2.944


def test_other_cards_play_games_of_their_own() -> None:
    players = []

    def make(scenario: Scenario) -> MadeUpPlayer:
        players.append(MadeUpPlayer(scenario))
        return players[-1]

    found = compare(A, load_scenario("cift66", ["rules.deal.hand_size=10"]), 80, make_player=make)
    assert [min(player.calls)[0] for player in players] == [0, APART]
    assert "deal.hand_size" in found.apart
    assert found.primary.difference.correlation is None
    assert found.primary.difference.low is not None
    assert "over 80 games a side, each with deals of its own" in sentence(found)


def test_ctrl_c_keeps_what_was_learned() -> None:
    class Stop(Silent):
        def advance(self, games: int) -> None:
            raise KeyboardInterrupt

    with pytest.raises(InterruptedComparison) as caught:
        compare(A, EASIER, 400, make_player=MadeUpPlayer, watcher=Stop())
    assert caught.value.found == compare(A, EASIER, 40, make_player=MadeUpPlayer)
