"""Scenarios: what files, presets and --set mean, and one sentence for whatever is wrong."""

import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from sixtysix_sim.errors import BadInput, InvalidScenario
from sixtysix_sim.rules.ruleset import resolve_rules
from sixtysix_sim.rules.toml_values import toml_value
from sixtysix_sim.scenario import BotSpec, Scenario, load_scenario, scenario_from_tree
from tests.strategies import Settings, random_talon_settings, settings

BASE = '[rules]\nbase = "cift66"\n'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def load(text: str, *sets: str) -> Scenario:
    Path("s.toml").write_text(text, "utf-8")
    return load_scenario("s.toml", sets)


# ---- what a scenario says


def test_a_presets_name_is_a_scenario() -> None:
    scenario = load_scenario("cift66")
    assert scenario.name == "Çift 66"
    assert (scenario.games, scenario.seed) == (100_000, 66)
    assert scenario.ruleset.hash == resolve_rules("cift66").hash
    assert scenario.bots == (BotSpec("standard"),) * 4


def test_the_example_of_the_interface(folder: Path) -> None:
    (folder / "bots").mkdir()
    (folder / "bots" / "mine.py").write_text("# read when bots are loaded\n")
    scenario = load(
        """
[scenario]
name = "Lower opening bid"
games = 1_000_000
seed = 66

[rules]
base = "cift66"
[rules.auction]
min_bid = 120
[rules.melds.double_bezique]
label = "Çifte bezik"
cards = ["JD", "JD", "QS", "QS"]
points = 200

[bots]
default = "standard"
side.0 = { policy = "standard", bid_risk = 0.8, blunder = 0.02 }
seat.3 = { policy = "bots/mine.py:Careful" }
"""
    )
    assert (scenario.name, scenario.games) == ("Lower opening bid", 1_000_000)
    assert scenario.ruleset.values["auction.min_bid"] == 120
    assert scenario.ruleset.values["melds.double_bezique.points"] == 200
    assert [bot.policy for bot in scenario.bots[1:]] == [
        "standard",
        "standard",
        "bots/mine.py:Careful",
    ]
    assert scenario.bots[0] == scenario.bots[2]
    assert scenario.bots[0].params == {"bid_risk": 0.8, "blunder": 0.02}
    assert scenario.bots[0].key == "bots.side.0"


def test_a_name_is_the_files_unless_given(folder: Path) -> None:
    assert load(BASE).name == "s"
    assert load('[scenario]\nname = "İyi oyun"\n' + BASE).name == "İyi oyun"
    assert load(BASE, "scenario.name=Other").name == "Other"


def test_hash_is_rules_and_bots_only(folder: Path) -> None:
    plain = load_scenario("cift66").hash
    assert load('[scenario]\nname = "x"\ngames = 3\nseed = 4\n' + BASE).hash == plain
    assert load(BASE + 'melds.run.label = "x"\n').hash == plain
    assert load(BASE + "[bots]\nseat.3 = 'greedy'\n").hash != plain
    assert load(BASE, "bots.side.1.blunder=0.1").hash != plain
    assert load(BASE, "rules.last_trick.bonus=9").hash != plain


def test_bases_are_laid_over_each_other(folder: Path) -> None:
    (folder / "sub").mkdir()
    (folder / "sub" / "one.toml").write_text(BASE + "auction = {min_bid = 100, step = 5}\n")
    scenario = load('[rules]\nbase = "sub/one.toml"\nauction.min_bid = 110\n')
    assert scenario.ruleset.values["auction.min_bid"] == 110
    assert scenario.ruleset.values["auction.step"] == 5
    assert load(BASE, "rules.base=sub/one.toml").ruleset.values["auction.step"] == 5


@hypothesis_settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(settings())
def test_a_scenario_comes_back_from_its_tree_and_from_toml(folder: Path, drawn: Settings) -> None:
    bots = "[bots]\nseat.1 = { policy = 'greedy', blunder = 0.5 }\n"
    scenario = load(f"rules = {toml_value({'base': 'cift66', **drawn})}\n{bots}")
    again = scenario_from_tree(json.loads(json.dumps(scenario.tree())), "run.json")
    assert again.hash == scenario.hash
    assert again.ruleset.values == scenario.ruleset.values
    assert again.tree() == scenario.tree()
    assert scenario.ruleset.hash == resolve_rules("cift66", drawn).hash


@hypothesis_settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.randoms(use_true_random=False))
def test_a_talon_scenario_comes_back_from_its_tree(folder: Path, rng: Random) -> None:
    drawn = random_talon_settings(rng)
    scenario = load(f"rules = {toml_value({'base': 'classic_66_v1', **drawn})}\n")
    again = scenario_from_tree(json.loads(json.dumps(scenario.tree())), "run.json")
    assert (again.hash, again.tree()) == (scenario.hash, scenario.tree())
    assert scenario.ruleset.hash == resolve_rules("classic_66_v1", drawn).hash


def test_a_side_of_the_talon_family_is_a_seat(folder: Path) -> None:
    three = '[rules]\nbase = "seksogtres"\nseats = 3\n[bots]\nside.2 = "random"\n'
    assert [bot.policy for bot in load(three).bots] == ["standard", "standard", "random"]
    with pytest.raises(InvalidScenario, match=r"bots\.side\.3 is no side: they run from 0 to 2"):
        load(three, "bots.side.3=random")
    assert (
        load(three, "rules.exchange.rank=9", "rules.exchange.rank=10").ruleset.values[
            "exchange.rank"
        ]
        == "T"
    )


def test_with_games_checks_its_options() -> None:
    scenario = load_scenario("cift66")
    changed = scenario.with_games(5, 7)
    assert (changed.games, changed.seed, changed.hash) == (5, 7, scenario.hash)
    assert (scenario.with_games(seed=0).games, scenario.with_games(seed=0).seed) == (100_000, 0)
    with pytest.raises(BadInput, match="--games is 0 but must be a whole number from 1 to"):
        scenario.with_games(0)
    with pytest.raises(BadInput, match="--seed is -1 but must be a whole number from 0 to"):
        scenario.with_games(seed=-1)


# ---- --set


@pytest.mark.parametrize(
    ("item", "key", "value"),
    [
        ("rules.auction.min_bid=120", "auction.min_bid", 120),
        ("rules.auction.min_bid = 1_0", "auction.min_bid", 10),
        ("rules.follow.must_beat=never", "follow.must_beat", "never"),
        ('rules.follow.must_beat="never"', "follow.must_beat", "never"),
        ("rules.auction.ask=false", "auction.ask", False),
        ('rules.melds.run.ranks=["A","10"]', "melds.run.ranks", ["A", "T"]),
        ("rules.melds.run={points=3}", "melds.run.points", 3),
    ],
)
def test_set_changes_a_rule(item: str, key: str, value: object) -> None:
    assert load_scenario("cift66", [item]).ruleset.values[key] == value


def test_set_wins_over_the_file_and_the_last_over_the_first(folder: Path) -> None:
    sets = ["rules.game.target=900", "rules.game.target=1000"]
    assert load(BASE + "game.target = 800\n", *sets).ruleset.values["game.target"] == 1000


def test_set_of_bots(folder: Path) -> None:
    text = BASE + "[bots]\nside.0 = { policy = 'greedy', blunder = 0.5 }\n"
    assert load(text, "bots.side.0.blunder=0.1").bots[0] == BotSpec(
        "greedy", {"blunder": 0.1}, "bots.side.0"
    )
    assert load(text, "bots.side.0=random").bots[2].params == {}
    assert load(text, "bots.side.0.policy=random").bots[2].params == {}
    assert load(text, "bots.default=random").bots[1].policy == "random"
    assert load(text, "bots.default=2024-01-01").bots[1].policy == "2024-01-01"
