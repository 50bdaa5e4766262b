"""The file of a fit: read, written, carried over to other rules, named by a scenario."""

from pathlib import Path

import pytest

from sixtysix_sim.errors import InvalidScenario
from sixtysix_sim.policies.auction.fit import (
    CHANCES,
    SITUATIONS,
    built_in,
    fit_text,
    other_rules,
    read_fit,
)
from sixtysix_sim.policies.auction.standard import facts
from sixtysix_sim.policies.auction.units import carried, units_of
from sixtysix_sim.policies.load import check_policies, load_policies
from sixtysix_sim.rules.ruleset import resolve_rules
from sixtysix_sim.scenario import load_scenario, scenario_from_tree
from sixtysix_sim.validation.bidders import fit_findings


def test_a_fit_is_read_back_as_it_was_written() -> None:
    assert read_fit(fit_text(built_in())) == built_in()


def test_the_fit_of_the_package_belongs_to_the_preset() -> None:
    ruleset = resolve_rules("cift66")
    assert other_rules(built_in(), ruleset) == []
    assert built_in().made_by["rules_hash"] == ruleset.hash
    assert units_of(ruleset.auction).mean_melds == pytest.approx(built_in().units.mean_melds)
    assert all(situation.contracts >= 1_000 for situation in built_in().situations.values())


def test_rules_that_no_total_depends_on_are_no_other_rules() -> None:
    same = resolve_rules("cift66", {"game": {"target": 2000}, "melds": {"run": {"label": "Run"}}})
    assert other_rules(built_in(), same) == []
    other = resolve_rules("cift66", {"auction": {"min_bid": 120}, "melds": {"run": {"points": 90}}})
    assert other_rules(built_in(), other) == ["auction.min_bid", "melds.run.points"]
    without = resolve_rules("cift66", {"melds": {"bezique": {"remove": True}}})
    assert set(other_rules(built_in(), without)) >= {"melds.bezique.points"}


def test_quantiles_stand_at_their_chances_and_between() -> None:
    fit = built_in()
    for situation in SITUATIONS:
        values = fit.situations[situation].quantiles
        assert [fit.quantile(situation, chance) for chance in CHANCES] == pytest.approx(values)
        assert fit.quantile(situation, 0.0) == values[0]
        assert fit.quantile(situation, 1.0) == values[-1]
        middle = fit.quantile(situation, (CHANCES[3] + CHANCES[4]) / 2)
        assert middle == pytest.approx((values[3] + values[4]) / 2)


def test_a_fit_goes_over_to_rules_that_count_double() -> None:
    """If every card, meld and bonus counts twice, every estimate doubles."""
    twice = {
        "deck": {"values": {"A": 20, "T": 20, "K": 10, "Q": 10}},
        "last_trick": {"bonus": 20},
        "melds": {
            name: {"points": 2 * meld.points}
            for name, meld in resolve_rules("cift66").auction.melds.patterns.items()
        },
    }
    fit, double = built_in(), carried(built_in(), resolve_rules("cift66", twice).auction)
    assert double.weights.melds == fit.weights.melds
    assert double.weights.partner_bid == fit.weights.partner_bid
    for name in ("length", "top", "second", "plain_top", "plain_second", "usual"):
        assert getattr(double.weights, name) == pytest.approx(2 * getattr(fit.weights, name))
    for name in SITUATIONS:
        assert double.situations[name].mean == pytest.approx(2 * fit.situations[name].mean)
        assert double.quantile(name, 0.3) == pytest.approx(2 * fit.quantile(name, 0.3))


def test_margins_follow_from_the_quantiles_of_a_risk() -> None:
    fit, rules = built_in(), resolve_rules("cift66").auction
    margins = facts(rules, 0.1, 0.4, fit)[-2 * len(SITUATIONS) :]
    assert margins[0] == pytest.approx(
        fit.situations["unspoken"].mean + fit.quantile("unspoken", 0.1)
    )
    asked = margins[len(SITUATIONS) + SITUATIONS.index("passed")]
    assert asked == pytest.approx(fit.situations["passed"].mean + fit.quantile("passed", 0.6))


# ---- in scenarios


def write(folder: Path, text: str) -> Path:
    (folder / "my-fit.toml").write_text(text, "utf-8")
    path = folder / "mine.toml"
    path.write_text('[rules]\nbase = "cift66"\n[bots.default]\nfit = "my-fit.toml"\n', "utf-8")
    return path


def test_a_scenario_names_a_fit_beside_it_and_its_runs_need_the_file_no_more(
    tmp_path: Path,
) -> None:
    timid = built_in().model_copy(
        update={"weights": built_in().weights.model_copy(update={"melds": 0.0})}
    )
    path = write(tmp_path, fit_text(timid))
    scenario = load_scenario(str(path))
    policies = load_policies(scenario)
    usual = load_policies(load_scenario("cift66"))
    assert policies[0].params[3] == 0.0
    assert usual[0].params[3] > 1.0
    assert scenario.hash != load_scenario("cift66").hash
    (tmp_path / "my-fit.toml").unlink()
    again = scenario_from_tree(scenario.tree(), "run.json")
    assert again.hash == scenario.hash
    assert load_policies(again)[0].params == policies[0].params


def test_a_fit_named_in_the_shell_is_relative_to_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "here").mkdir()
    path = write(tmp_path / "there", fit_text(built_in()))
    (tmp_path / "here" / "own.toml").write_text(fit_text(built_in()), "utf-8")
    monkeypatch.chdir(tmp_path / "here")
    found = load_scenario(str(path), ["bots.default.fit=own.toml"])
    assert read_fit(found.bots[0].params["fit"]).file == "own.toml"
    with pytest.raises(InvalidScenario, match="a file that is not there"):
        load_scenario(str(path), ["bots.default.fit=my-fit.toml"])


def test_another_content_is_another_scenario(tmp_path: Path) -> None:
    path = write(tmp_path, fit_text(built_in()))
    before = load_scenario(str(path)).hash
    write(tmp_path, fit_text(built_in()).replace("length = ", "length = 1"))
    assert load_scenario(str(path)).hash != before


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "names a file that is none of `sixtysix bots fit` (made_by: field required)"),
        ("x = [", "names a file that is no TOML: my-fit.toml"),
        ("[units]\ntrick_points = -1\n", "that is none of `sixtysix bots fit`"),
    ],
)
def test_a_file_that_is_no_fit_is_one_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    path = write(tmp_path, text)
    with pytest.raises(InvalidScenario) as caught:
        check_policies(load_scenario(str(path)))
    assert sentence in str(caught.value)
    assert "line 4" in str(caught.value)
    assert "bots.default.fit" in str(caught.value)


def test_a_file_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    path = write(tmp_path, "")
    (tmp_path / "my-fit.toml").unlink()
    with pytest.raises(InvalidScenario, match=r"my-fit\.toml\", a file that is not there"):
        load_scenario(str(path))


def test_quantiles_must_be_all_there_and_rise() -> None:
    text = fit_text(built_in())
    first = text.index("quantiles = [") + len("quantiles = [")
    comma = text.index(",", first)
    with pytest.raises(ValueError, match="there must be 38 quantiles"):
        read_fit(text[:first] + text[comma + 1 :])
    with pytest.raises(ValueError, match="quantiles must rise"):
        read_fit(text[:first] + "999.0" + text[comma:])


def test_only_standard_has_a_fit() -> None:
    scenario = load_scenario("cift66", ["bots.default.policy=greedy", "bots.default.fit=true"])
    with pytest.raises(InvalidScenario, match="fit is not a parameter of greedy"):
        check_policies(scenario)


def test_validate_says_that_a_fit_belongs_to_other_rules() -> None:
    assert fit_findings(load_scenario("cift66")) == []
    assert fit_findings(load_scenario("schnapsen")) == []
    sets = ["rules.melds.run.points=90", "rules.auction.min_bid=120", "bots.side.1=greedy"]
    (found,) = fit_findings(load_scenario("cift66", sets))
    assert found.rule == "C3.1"
    assert found.severity == "note"
    assert found.where == "bots.default.fit"
    assert "(auction.min_bid and 1 more)" in found.message
    assert f"bots fit cift66 --set {sets[0]} --set {sets[1]} --set {sets[2]} --out" in found.message
    assert fit_findings(load_scenario("cift66", [*sets, "bots.default=random"])) == []
