"""The fit of bidders: what is read off logged games, and that predictions hold."""

from pathlib import Path

import numpy as np
import polars as pl
import pytest

from sixtysix_sim.cli.app import build, run
from sixtysix_sim.cli.bidding import FIT_SEED
from sixtysix_sim.contract.auction import PASS
from sixtysix_sim.experiments import bidding
from sixtysix_sim.experiments.bidding import (
    FEATURES,
    by_decile,
    chances,
    contracts_of,
    fit_bidding,
    hands_of,
    play_contracts,
    standard_bidder,
    validation_run,
)
from sixtysix_sim.kernels.engine import Engine
from sixtysix_sim.logs.write import tables_of
from sixtysix_sim.policies.auction.fit import (
    SITUATIONS,
    Fit,
    Situation,
    built_in,
    fit_text,
    read_fit,
)
from sixtysix_sim.policies.auction.guess import first_guess
from sixtysix_sim.policies.auction.units import carried
from sixtysix_sim.rules.ruleset import RuleSet, resolve_rules
from sixtysix_sim.scenario import load_scenario
from sixtysix_sim.vocabulary import LogLevel
from tests.policies.tables import mask


def nothing(games: int) -> None:
    """Progress that nobody looks at."""


@pytest.fixture(scope="module")
def ruleset() -> RuleSet:
    return resolve_rules("cift66")


@pytest.fixture(scope="module")
def engine(ruleset: RuleSet) -> Engine:
    return Engine(ruleset, (standard_bidder(ruleset, 0.2, built_in()),) * 4, 7)


def test_contracts_agree_with_the_tables_of_a_log(engine: Engine, ruleset: RuleSet) -> None:
    """Calls, hands and melds once more, from the tables that people read."""
    raw = engine.play(0, 40, LogLevel.MOVES)
    tables = tables_of(raw, ruleset, LogLevel.MOVES)
    contracts = contracts_of(raw, ruleset)
    deals = tables["deals"].filter(pl.col("declarer") >= 0)
    assert len(contracts) == len(deals) > 200
    said = tables["moves"].filter(pl.col("action").cast(pl.String).is_in(["pass", "bid"]))
    calls = {(g, d, s): v for g, d, s, v in said.select("game", "deal", "seat", "value").rows()}
    spread = tables["melds"].group_by("game", "deal", "seat").agg(pl.col("points").sum())
    melds = {(g, d, s): p for g, d, s, p in spread.rows()}
    for row, deal in zip(contracts.rows(named=True), deals.rows(named=True), strict=True):
        seat, key = deal["declarer"], (deal["game"], deal["deal"])
        assert (row["seat"], row["bid"], row["made"]) == (seat, deal["bid"], deal["made"])
        side = seat % 2
        assert row["total"] == deal[f"card_points_{side}"] + deal[f"meld_points_{side}"]
        assert row["melds"] == melds.get((*key, seat), 0)
        hand = deal["deck"][24 * seat : 24 * seat + 24]
        cards = [hand[n : n + 2] for n in range(0, 24, 2)]
        trump = str(deal["trump"])
        assert row["length"] == sum(card[1] == trump for card in cards)
        assert row["top"] == cards.count(f"A{trump}")
        assert row["second"] == cards.count(f"T{trump}")
        assert row["plain_top"] == sum(card[0] == "A" for card in cards) - row["top"]
        assert row["plain_second"] == sum(card[0] == "T" for card in cards) - row["second"]
        partner = calls[(*key, seat ^ 2)]
        bid = PASS if partner is None else partner
        name = "unspoken"
        if deal["speaking"] >= 2:
            name = "passed" if bid == PASS else "bid"
            name += "_last" * (deal["speaking"] == 3)
            name = "spoke" if deal["asked"] == seat else name
        assert SITUATIONS[row["situation"]] == name
        if name != "unspoken":
            assert row["partner_call"] == bid


def test_hands_of_a_deck_are_the_masks_of_the_kernels(engine: Engine, ruleset: RuleSet) -> None:
    raw = engine.play(0, 1, LogLevel.MOVES)
    text = bytes(raw.decks[0]).decode()
    for seat in range(4):
        hand = text[24 * seat : 24 * seat + 24]
        cards = [hand[n : n + 2] for n in range(0, 24, 2)]
        assert hands_of(raw.decks[:1], ruleset)[0, seat] == mask(cards)


def test_chances_are_those_of_the_bidders_margins(engine: Engine, ruleset: RuleSet) -> None:
    """The first two speakers bid the highest step whose chance of being set is within the risk."""
    contracts = play_contracts(engine, 60, 2, nothing).filter(
        pl.col("situation") == SITUATIONS.index("unspoken")
    )
    as_bid = chances(contracts, built_in(), 0.2)
    assert as_bid.min() >= 0.8 - 1e-9
    higher = chances(contracts.with_columns(bid=pl.col("bid") + 10), built_in(), 0.2)
    assert (higher < as_bid).all()
    next_step = contracts["bid"] < contracts["bid"].max()
    assert (higher[next_step.to_numpy()] < 0.8 + 1e-9).all()


def test_predictions_of_the_package_hold(ruleset: RuleSet) -> None:
    """As docs/bots.md says, in fewer games: no tenth is further off than chance explains."""
    scenario = load_scenario("cift66", ["scenario.games=4000", "scenario.seed=99"])
    for row in by_decile(validation_run(scenario, 2, nothing)).rows(named=True):
        error = np.sqrt(row["predicted"] * (1 - row["predicted"]) / row["contracts"])
        assert row["made"] == pytest.approx(row["predicted"], abs=0.01 + 4 * error)


def test_deciles_hold_the_contracts_in_order() -> None:
    chance = np.linspace(0, 1, 1003)
    frame = pl.DataFrame({"made": chance > 0.5, "chance": chance[::-1].copy()})
    found = by_decile(frame)
    assert found["decile"].to_list() == list(range(1, 11))
    assert found["contracts"].sum() == 1003
    contracts = found["contracts"].to_list()
    assert max(contracts) - min(contracts) <= 1
    assert (found["highest"][:-1] <= found["lowest"][1:]).all()
    assert found["made"][0] == 1.0
    assert found["made"][9] == 0.0


def test_a_fit_finds_the_rules_it_is_made_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody's melds count: a point of melds is worth nothing more, tricks are worth as before."""
    monkeypatch.setattr(bidding, "ROUNDS", 2)
    monkeypatch.setattr(bidding, "RISKS", (0.1, 0.3))
    poor = resolve_rules("cift66", {"auction": {"min_bid": 100}, "melds": {"run": {"points": 0}}})
    fit = fit_bidding(poor, 500, 1, 2, made_by={"test": True})
    assert fit.made_by == {"test": True}
    assert fit.rules["melds.run.points"] == 0
    assert fit.units.mean_melds < built_in().units.mean_melds
    assert fit.weights.length == pytest.approx(built_in().weights.length, rel=0.15)
    assert fit.weights.plain_top == pytest.approx(built_in().weights.plain_top, rel=0.15)
    assert fit.situations["bid"].mean > fit.situations["passed"].mean
    scenario_like = Engine(poor, (standard_bidder(poor, 0.2, fit),) * 4, 5)
    contracts = play_contracts(scenario_like, 1500, 2, nothing)
    predicted = chances(contracts, fit, 0.2).mean()
    assert contracts["made"].mean() == pytest.approx(predicted, abs=0.02)


@pytest.mark.long
def test_the_fit_of_the_package_is_what_its_command_makes(ruleset: RuleSet) -> None:
    """As `make fit-bidding`; numbers, since other processors may round the last digit otherwise."""
    kept, again = built_in(), fit_bidding(ruleset, 10_000, FIT_SEED, 2, made_by={})
    assert kept.made_by["command"] == f"sixtysix bots fit cift66 --games 10000 --seed {FIT_SEED}"
    for name, weight in kept.weights:
        assert getattr(again.weights, name) == pytest.approx(weight, abs=1e-3)
    for name, situation in kept.situations.items():
        assert again.situations[name].contracts == situation.contracts
        assert again.situations[name].mean == pytest.approx(situation.mean, abs=0.02)
        assert again.situations[name].quantiles == pytest.approx(situation.quantiles, abs=0.02)


def test_a_fit_begins_with_a_guess_and_not_with_the_packages_own(
    ruleset: RuleSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bidding, "ROUNDS", 0)
    assert fit_bidding(ruleset, 1, 1) == carried(first_guess(), ruleset.auction)
    assert first_guess().situations["spoke"].mean > first_guess().situations["passed"].mean


def test_a_situation_that_never_comes_is_taken_for_another(ruleset: RuleSet) -> None:
    contracts = pl.DataFrame(
        {name: np.arange(600) % (3 + n) for n, name in enumerate(FEATURES)}
    ).with_columns(situation=0, told=0.0, total=pl.col("length") * 10 + 200)
    fit = bidding._fitted(contracts, ruleset, {})
    assert fit.weights.length == pytest.approx(10, abs=0.01)
    assert fit.situations["spoke"].contracts == 0
    same: Situation = fit.situations["unspoken"]
    assert fit.situations["spoke"].mean == same.mean


# ---- the commands


def test_fit_writes_a_file_that_a_scenario_can_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bidding, "ROUNDS", 1)
    out = tmp_path / "fit.toml"
    arguments = ["bots", "fit", "cift66", "--out", str(out), "--games", "100", "--set"]
    assert run(build(), [*arguments, "rules.melds.run.points=200"]) == 0
    assert "bots.default.fit" in capsys.readouterr().out
    fit: Fit = read_fit(out.read_text("utf-8"))
    assert fit.rules["melds.run.points"] == 200
    assert fit.made_by["changes"] == ["rules.melds.run.points=200"]
    load_scenario("cift66", [f"bots.default.fit={out}"])


def test_calibration_fails_where_bidders_misjudge(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    right = ["bots", "calibration", "cift66", "--games", "800", "--seed", "5"]
    assert run(build(), right) == 0
    assert "are not judged: play more games" in capsys.readouterr().out
    fit = built_in()
    bold = fit.weights.model_copy(update={"length": fit.weights.length + 3})
    (tmp_path / "bold.toml").write_text(fit_text(fit.model_copy(update={"weights": bold})))
    wrong = ["bots", "calibration", "cift66", "--games", "7500", "--seed", "5"]
    assert run(build(), [*wrong, "--set", f"bots.default.fit={tmp_path / 'bold.toml'}"]) == 1
    assert "points off: fit the bidders" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["fit", "schnapsen", "--out", "x.toml"], "has no auction to fit"),
        (["calibration", "schnapsen"], "has no auction to fit"),
        (["calibration", "cift66", "--set", "bots.default=greedy"], "no seat is `standard`"),
        (["fit", "cift66", "--out", "/dev/null/x", "--games", "10"], "cannot be written"),
    ],
)
def test_what_cannot_be_fitted_is_one_sentence(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(build(), ["bots", *arguments]) == 2
    assert sentence in capsys.readouterr().err
