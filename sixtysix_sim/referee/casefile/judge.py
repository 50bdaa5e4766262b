"""Judges cases: sets up the position, carries out the steps, compares what is expected."""

from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from sixtysix_sim.moves import Move
from sixtysix_sim.referee.casefile import auction, talon
from sixtysix_sim.referee.casefile.fields import Unreadable
from sixtysix_sim.referee.casefile.keys import takes_steps
from sixtysix_sim.referee.casefile.reader import Case, problem
from sixtysix_sim.referee.casefile.show import NOTHING, bid_step, show_moves, show_value
from sixtysix_sim.referee.records import Breach
from sixtysix_sim.rules.ruleset import RuleSet
from sixtysix_sim.vocabulary import Family


class Table(Protocol):
    """A position being played on."""

    def seat_to_act(self) -> int | None:
        """Return whose turn it is, None when the deal is over."""

    def legal(self) -> list[Move]:
        """Return the legal actions; ValueError if a hand that is needed is not known."""

    def verify(self, seat: int, move: Move) -> Breach | None:
        """Return the rule an action breaks, or None."""

    def apply(self, seat: int, move: Move) -> None:
        """Carry an action out."""

    def facts(self, asked: set[str]) -> dict[str, Any]:
        """Return what the deal says about the keys of a case; keys without an answer are absent."""


class _Answers(NamedTuple):
    """How a family sets up a position, and answers a case without actions."""

    table_of: Callable[[RuleSet, str, dict[str, Any]], Table]
    answers: Callable[[RuleSet, str, dict[str, Any]], dict[str, Any]]


_FAMILIES = {
    Family.AUCTION: _Answers(auction.table_of, auction.answers),
    Family.TALON: _Answers(talon.table_of, talon.answers),
}


@dataclass(frozen=True)
class Check:
    """One expectation judged.

    Attributes:
        key: what was expected, ``legal`` or ``steps[2].illegal[play AH]``.
        expected, got: as text.
        passed: whether they agree.
        note: what helps to see why they do not; may be empty.
    """

    key: str
    expected: str
    got: str
    passed: bool
    note: str = ""


@dataclass(frozen=True)
class Verdict:
    """A case and every expectation of it that could be judged."""

    case: Case
    checks: tuple[Check, ...]

    @property
    def passed(self) -> bool:
        """Whether every expectation holds."""
        return all(check.passed for check in self.checks)

    @property
    def failures(self) -> tuple[Check, ...]:
        """The expectations that do not hold."""
        return tuple(check for check in self.checks if not check.passed)


def judge(case: Case) -> Verdict:
    """Judge one case.

    Raises:
        BadInput: its position cannot be set up (calls that do not fit together, no trump to count
            melds by, a choice these rules do not have).
    """
    family = _FAMILIES[case.ruleset.family]
    try:
        if takes_steps(case.phase):
            return Verdict(case, tuple(_play(case, family)))
        facts = family.answers(case.ruleset, case.phase, case.position)
    except ValueError as error:
        at = f"line {case.line}, " if case.line else ""
        raise problem(f"{case.file}: {at}case '{case.id}': {error}") from None
    return Verdict(case, tuple(_compare(case, facts)))


def _play(case: Case, family: _Answers) -> list[Check]:
    """Judge a case in which actions are taken; a step that breaks a rule ends it."""
    table = family.table_of(case.ruleset, case.phase, case.position)
    checks = _legal_checks(case, table, case.expected.get("legal"), "")
    checks += _illegal_checks(table, case.expected.get("illegal", {}), "")
    for number, step in enumerate(case.steps, 1):
        where = f"steps[{number}]."
        checks += _legal_checks(case, table, step.legal, where)
        checks += _illegal_checks(table, step.illegal, where)
        if breach := table.verify(step.seat, step.do):
            done = f"seat {step.seat}: {step.do.text}"
            return [
                *checks,
                Check(f"{where}do", done, f"breaks {breach.rule}", False, breach.message),
            ]
        table.apply(step.seat, step.do)
    return checks + _compare(case, table.facts(set(case.expected)))


def _legal_checks(
    case: Case, table: Table, expected: frozenset[Move] | None, where: str
) -> list[Check]:
    if expected is None:
        return []
    step = bid_step(case.ruleset)
    wanted = show_moves(expected, step)
    try:
        found = frozenset(table.legal())
    except ValueError as error:
        return [Check(f"{where}legal", wanted, "not known", False, f"{error}: give it in hands")]
    note = _difference(table, expected, found, step)
    return [Check(f"{where}legal", wanted, show_moves(found, step), found == expected, note)]


def _difference(table: Table, expected: frozenset[Move], found: frozenset[Move], step: int) -> str:
    """Say what two sets of actions do not share, and why the first wrong action is illegal."""
    parts = [("not legal", expected - found), ("legal too", found - expected)]
    words = [f"{what}: {show_moves(moves, step)}" for what, moves in parts if moves]
    seat = table.seat_to_act()
    wrong = min(expected - found, default=None)
    if wrong and seat is not None and (breach := table.verify(seat, wrong)):
        words.append(f"{breach.rule}: {breach.message}")
    return "; ".join(words)


def _illegal_checks(
    table: Table, expected: dict[Move | Unreadable, str], where: str
) -> list[Check]:
    return [_illegal_check(table, move, rule, where) for move, rule in expected.items()]


def _illegal_check(table: Table, move: Move | Unreadable, rule: str, where: str) -> Check:
    """Compare the rule an action of the seat to act breaks; in a finished deal that is G5."""
    key = f"{where}illegal[{move.text}]"
    if isinstance(move, Unreadable):
        return Check(key, rule, "G3", rule == "G3")
    seat = table.seat_to_act()
    breach = table.verify(0 if seat is None else seat, move)
    if breach is None:
        return Check(key, rule, "legal", False, "the action breaks no rule")
    return Check(key, rule, breach.rule, breach.rule == rule, breach.message)


def _compare(case: Case, facts: dict[str, Any]) -> list[Check]:
    """Compare every expected result with what the deal says."""
    asked = {k: v for k, v in case.expected.items() if k not in ("legal", "illegal")}
    return [_result_check(key, value, facts) for key, value in asked.items()]


def _result_check(key: str, expected: Any, facts: dict[str, Any]) -> Check:
    if key not in facts:
        return Check(key, show_value(expected), NOTHING, False, _why_absent(key))
    got = facts[key]
    if key == "hands_after":
        got = {seat: _hand(got.get(seat)) for seat in expected}
    return Check(key, show_value(expected), show_value(got), got == expected)


def _hand(hand: Collection[int] | None) -> Counter[int] | None:
    return None if hand is None else Counter(hand)


def _why_absent(key: str) -> str:
    if key in ("winner", "points"):
        return "no trick was completed"
    if key == "leader_after":
        return "nobody leads yet"
    if key == "melds":
        return "trump has not been named"
    return "the deal is not over after the steps"
