"""All case files pass, and no clause, option or number is without a case that depends on it."""

from typing import Any

import pytest

from sixtysix_sim.referee.casefile import judge, read_cases
from sixtysix_sim.rules.clauses import GENERAL
from sixtysix_sim.rules.parameters import Parameter
from sixtysix_sim.rules.ruleset import resolve_rules
from tests.referee.cases import FILES, all_tables, passes, settings_of, with_value

RULES = resolve_rules("cift66")
TABLES = all_tables()
#: Values that decide nothing a position can show: who deals and how is over when a case begins.
SETTLED_BEFORE = {"deal.first_dealer", "deal.packet"}
#: No rule, or one value only; `remove` stands for a meld's absence and has cases of its own.
NO_CHOICE = {"seats", "melds.NAME.label"}
#: Breaches of a record that ends, or of a deal or result in it: no case has one.
OF_RECORDS = {"G2", "G4", "G6", "G7"}


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.name))
def test_every_case_passes(file: Any) -> None:
    verdicts = [judge(case) for case in read_cases(file)]
    assert verdicts
    assert [(v.case.id, v.failures) for v in verdicts if not v.passed] == []


def test_every_clause_has_a_case() -> None:
    cited = {clause for table in TABLES for clause in table["cites"]}
    broken = {rule for table in TABLES for rule in table.get("illegal", {}).values()}
    assert [id_ for id_ in RULES.clauses() if id_ not in cited] == []
    assert set(GENERAL) - OF_RECORDS <= broken


def _parameters() -> list[Parameter]:
    return [item for key, item in RULES.parameters.items() if key not in NO_CHOICE]


def _keys(parameter: str) -> list[str]:
    """Return the keys a parameter stands for in the cases: its own, or one a meld or rank."""
    if "NAME" not in parameter and "RANK" not in parameter:
        return [parameter]
    head, _, tail = parameter.replace("RANK", "NAME").partition("NAME")
    found = {key for table in TABLES for key in settings_of(table)}
    found |= set(RULES.values)
    return sorted(
        k for k in found if k.startswith(head) and k.endswith(tail) and k != "melds.copies"
    )


def _cases_with(parameter: str, value: Any) -> list[tuple[dict[str, Any], str]]:
    """Return (case, key) of every case in which a key has a value, set or by default."""
    found = []
    for key in _keys(parameter):
        for table in TABLES:
            if settings_of(table).get(key, RULES.values.get(key)) == value:
                found.append((table, key))
    return found


def _turns(parameter: Parameter, value: Any, others: list[Any]) -> bool:
    """Return whether a passing case with the value fails under another one."""
    clause = parameter.clause("C")
    for table, key in _cases_with(parameter.key, value):
        if key not in settings_of(table) and clause not in table["cites"]:
            continue
        if any(not passes(with_value(table, key, other)) for other in others):
            return True
    return False


CHOICES = [(item, value) for item in _parameters() for value in item.choices]


@pytest.mark.parametrize(
    ("parameter", "value"), CHOICES, ids=[f"{item.key}={value}" for item, value in CHOICES]
)
def test_every_option_value_decides_a_case(parameter: Parameter, value: Any) -> None:
    others = [other for other in parameter.choices if other != value]
    if parameter.key == "melds.NAME.suits":  # its only value; the pattern goes with it
        others = [None]
    assert _turns(parameter, value, others)


NUMBERS = [item for item in _parameters() if not item.choices]


@pytest.mark.parametrize("parameter", NUMBERS, ids=lambda item: str(item.key))
def test_every_number_and_list_is_set_by_a_case(parameter: Parameter) -> None:
    set_in = [
        (table, key)
        for key in _keys(parameter.key)
        for table in TABLES
        if key in settings_of(table) and settings_of(table)[key] != RULES.values.get(key)
    ]
    assert set_in
    if parameter.key not in SETTLED_BEFORE | {"deck.packs"}:
        assert any(not passes(with_value(table, key, None)) for table, key in set_in)


def test_one_pack_allows_no_twins() -> None:
    twins = next(table for table in TABLES if table["id"] == "C2.1-twins-are-two-cards")
    assert passes(twins)
    assert not passes(with_value(twins, "deck.packs", 1))
