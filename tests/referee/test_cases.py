"""All case files pass, and no clause, option or number is without a case that depends on it."""

from typing import Any

import pytest

from sixtysix_sim.referee.casefile import judge, read_cases
from sixtysix_sim.rules.clauses import GENERAL
from sixtysix_sim.rules.parameters import Parameter
from sixtysix_sim.rules.ruleset import RuleSet
from sixtysix_sim.vocabulary import Family
from tests.referee.cases import FILES, PRESETS, Written, all_cases

CASES = all_cases()
#: Values that decide nothing a position can show: who deals and how is over when a case begins, and
#: in the talon family play ends when hands are empty, whatever they held at first.
SETTLED_BEFORE = {
    (Family.AUCTION, "deal.first_dealer"),
    (Family.AUCTION, "deal.packet"),
    (Family.TALON, "deal.first_dealer"),
    (Family.TALON, "deal.packet"),
    (Family.TALON, "deal.hand_size"),
}
#: No rule, or one value only; `remove` stands for a meld's absence and has cases of its own.
NO_CHOICE = {(Family.AUCTION, "seats"), (Family.AUCTION, "melds.NAME.label")}
#: How often players slip is of simulation alone; these texts only refer to seksogtres, which has
#: cases of what happens then.
SLIPS = "irregularities."
OF_SLIPS = {"K8.1", "S8.1"}
#: Breaches of a record that ends, or of a deal or result in it: no case has one.
OF_RECORDS = {"G2", "G4", "G6", "G7"}
FAMILIES = list(Family)


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.name))
def test_every_case_passes(file: Any) -> None:
    verdicts = [judge(case) for case in read_cases(file)]
    assert verdicts
    assert [(v.case.id, v.failures) for v in verdicts if not v.passed] == []


@pytest.mark.parametrize("preset", PRESETS)
def test_every_clause_has_a_case(preset: str) -> None:
    """With trust "light" only the clauses of values in which it departs from its nearest."""
    ruleset = PRESETS[preset]
    cited = {clause for case in CASES if case.preset == preset for clause in case.cites}
    known = set(ruleset.clauses()) - OF_SLIPS
    if ruleset.trust == "light":
        settled = {key for family, key in SETTLED_BEFORE if family is ruleset.family}
        known = {ruleset.clause_of(key) for key in _departures(ruleset) if key not in settled}
    assert known
    assert sorted(known - cited) == []


def test_a_preset_says_how_far_its_cases_go() -> None:
    assert {ruleset.trust for ruleset in PRESETS.values()} == {"full cases", "light"}


def _departures(ruleset: RuleSet) -> set[str]:
    """The keys in which a preset is not the one with full cases that is nearest to it."""
    others = [
        {key for key, value in ruleset.values.items() if other.values.get(key) != value}
        for other in PRESETS.values()
        if other.trust == "full cases" and other.family is ruleset.family
    ]
    return min(others, key=len)


@pytest.mark.parametrize("family", FAMILIES)
def test_every_general_breach_has_a_case(family: Family) -> None:
    steps = [
        part for case in _cases_of(family) for part in (case.table, *case.table.get("steps", ()))
    ]
    broken = {rule for part in steps for rule in part.get("illegal", {}).values()}
    assert sorted(set(GENERAL) - OF_RECORDS - broken) == []


def _cases_of(family: Family) -> list[Written]:
    return [case for case in CASES if PRESETS[case.preset].family is family]


def _parameters(family: Family) -> list[tuple[Family, Parameter]]:
    """Return the parameters of a family that a case can depend on."""
    ruleset = next(item for item in PRESETS.values() if item.family is family)
    return [
        (family, item)
        for key, item in ruleset.parameters.items()
        if (family, key) not in NO_CHOICE and not key.startswith(SLIPS)
    ]


def _keys(family: Family, parameter: str) -> list[str]:
    """Return the keys a parameter stands for in the cases: its own, or one a meld or rank."""
    if "NAME" not in parameter and "RANK" not in parameter:
        return [parameter]
    head, _, tail = parameter.replace("RANK", "NAME").partition("NAME")
    found = {key for case in _cases_of(family) for key in case.settings}
    found |= {key for item in PRESETS.values() if item.family is family for key in item.values}
    return sorted(
        k for k in found if k.startswith(head) and k.endswith(tail) and k != "melds.copies"
    )


def _turns(family: Family, parameter: Parameter, value: Any, others: list[Any]) -> bool:
    """Return whether a passing case with the value fails under another one."""
    for key in _keys(family, parameter.key):
        for case in _cases_of(family):
            if case.value(key) != value:
                continue
            clause = PRESETS[case.preset].clause_of(parameter.key)
            if key not in case.settings and clause not in case.cites:
                continue
            if any(not case.with_value(key, other).passes() for other in others):
                return True
    return False


CHOICES = [
    (family, item, value)
    for of_family in FAMILIES
    for family, item in _parameters(of_family)
    for value in item.choices
]


@pytest.mark.parametrize(
    ("family", "parameter", "value"),
    CHOICES,
    ids=[f"{family}-{item.key}={value}" for family, item, value in CHOICES],
)
def test_every_option_value_decides_a_case(
    family: Family, parameter: Parameter, value: Any
) -> None:
    others = [other for other in parameter.choices if other != value]
    if parameter.key == "melds.NAME.suits":  # its only value; the pattern goes with it
        others = [None]
    assert _turns(family, parameter, value, others)


NUMBERS = [
    (family, item)
    for of_family in FAMILIES
    for family, item in _parameters(of_family)
    if not item.choices
]


@pytest.mark.parametrize(
    ("family", "parameter"), NUMBERS, ids=[f"{family}-{item.key}" for family, item in NUMBERS]
)
def test_every_number_and_list_is_set_by_a_case(family: Family, parameter: Parameter) -> None:
    set_in = [
        (case, key)
        for key in _keys(family, parameter.key)
        for case in _cases_of(family)
        if key in case.settings and case.settings[key] != case.default(key)
    ]
    assert set_in
    if (family, parameter.key) not in SETTLED_BEFORE | {(Family.AUCTION, "deck.packs")}:
        assert any(not case.with_value(key, None).passes() for case, key in set_in)


def test_one_pack_allows_no_twins() -> None:
    twins = next(case for case in CASES if case.table["id"] == "C2.1-twins-are-two-cards")
    assert twins.passes()
    assert not twins.with_value("deck.packs", 1).passes()
