"""From a scenario's bots to policies: names, parameters, and one sentence for what is wrong."""

import subprocess
import sys

import pytest

from sixtysix_sim.contract import MAX_PARAMS
from sixtysix_sim.errors import InvalidScenario
from sixtysix_sim.policies.load import check_policies, load_policies, policy_table
from sixtysix_sim.policies.registry import POLICIES, PolicyEntry
from sixtysix_sim.scenario import load_scenario
from sixtysix_sim.vocabulary import Family


@pytest.mark.parametrize("entry", POLICIES[Family.AUCTION], ids=lambda entry: entry.name)
def test_every_policy_loads_with_its_defaults(entry: PolicyEntry) -> None:
    scenario = load_scenario("cift66", [f"bots.default={entry.name}"])
    policies = load_policies(scenario)
    assert [policy.name for policy in policies] == [entry.name] * 4
    declared = tuple(param.default for param in entry.params)
    assert policies[0].params[: len(declared)] == declared
    assert len(policies[0].params) <= MAX_PARAMS
    assert policies[0].blunder == 0


def test_values_reach_the_seat_they_are_meant_for() -> None:
    sets = ["bots.side.1.policy=standard", "bots.side.1.ask=1", "bots.side.1.blunder=0.25"]
    sets += ["bots.seat.3.policy=standard", "bots.seat.3.bid_risk=0.5", "bots.default=greedy"]
    policies = load_policies(load_scenario("cift66", sets))
    assert [policy.name for policy in policies] == ["greedy", "standard", "greedy", "standard"]
    assert policies[1].params[:2] == (0.2, 1.0)
    assert policies[3].params[:2] == (0.5, 0.3)
    assert [policy.blunder for policy in policies] == [0, 0.25, 0, 0]


@pytest.mark.parametrize(
    ("sets", "sentence"),
    [
        (
            ["bots.side.0=standrad"],
            'bots.side.0 is "standrad", which is no policy (did you mean st',
        ),
        (["bots.default=xyz"], "(known: random, greedy, standard, search)"),
        (
            ["bots.side.0.policy=standard", "bots.side.0.bid_rsk=0.5"],
            "bots.side.0.bid_rsk is not a parameter of standard (did you mean bid_risk?)",
        ),
        (
            ["bots.default.policy=greedy", "bots.default.bid_risk=0.5"],
            "bots.default.bid_risk is not a parameter of greedy (known: blunder, never)",
        ),
        (["bots.default.blunder=1.5"], "is 1.5 but must be a number from 0 to 1"),
        (["bots.default.bid_risk=true"], "is true but must be a number from 0 to 1"),
        (["bots.default.bid_risk=high"], 'is "high" but must be a number from 0 to 1'),
    ],
)
def test_what_is_wrong_is_one_sentence_with_key_and_place(sets: list[str], sentence: str) -> None:
    scenario = load_scenario("cift66", sets)
    for check in (load_policies, check_policies):
        with pytest.raises(InvalidScenario) as caught:
            check(scenario)
        assert sentence in str(caught.value)
        assert str(caught.value).startswith("--set bots.")


def test_the_table_has_a_row_for_every_parameter_with_its_default_in_range() -> None:
    rows = list(policy_table())
    every = [(family, entry) for family, entries in POLICIES.items() for entry in entries]
    assert [(row["family"], row["policy"]) for row in rows if row["parameter"] == "blunder"] == [
        (family, entry.name) for family, entry in every
    ]
    for _, entry in every:
        for param in entry.every_param:
            assert param.low <= param.default <= param.high


def test_names_and_checks_need_no_compiler() -> None:
    code = (
        "import sys\n"
        "from sixtysix_sim.policies.load import check_policies, policy_table\n"
        "from sixtysix_sim.scenario import load_scenario\n"
        "list(policy_table()); check_policies(load_scenario('cift66'))\n"
        "sys.exit('numba' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
