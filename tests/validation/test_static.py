"""A broken scenario for each finding, a cure that makes it go, and presets without an error."""

import ast
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings

from sixtysix_sim.odds.auction.reach import bound_of_melds
from sixtysix_sim.rules.ruleset import RuleSet, nest, preset_names, resolve_rules
from sixtysix_sim.validation import auction
from sixtysix_sim.validation import finding as finding_module
from sixtysix_sim.validation.auction.reach import (
    Reach,
    counted_melds,
    fewest_trick_points,
    trick_points,
)
from sixtysix_sim.validation.finding import Finding
from sixtysix_sim.validation.static import clause_order, static_findings
from tests.strategies import rulesets

Changes = dict[str, Any]
NO_MELDS = {f"melds.{name}.remove": True for name in resolve_rules("cift66").auction.melds.patterns}
SHORT = {"deal.hand_size": 6, "deck.packs": 1}
EIGHT = {"deck.packs": 1, "deal.hand_size": 8, "deck.ranks": list("ATKQJ987"),
         "deck.values.8": 0, "deck.values.7": 0}  # fmt: skip
# changes, clause, severity, where, part of the message, count, and what makes the finding go
BROKEN: list[tuple[Changes, str, str, str, str, int, Changes]] = [
    ({"deal.hand_size": 11}, "C2.2", "warning", "deal.hand_size", "4 of 48 cards stay undealt", 4,
     {"deal.hand_size": 12}),
    ({**NO_MELDS, "deal.hand_size": 1}, "C2.2", "warning", "deal.hand_size", "no choice in play", 1,
     {"deal.hand_size": 2}),
    ({f"deck.values.{rank}": 0 for rank in "ATKQJ9"}, "C2.4", "warning", "deck.values",
     "only the last one, 10 counts", 6, {"deck.values.A": 1}),
    ({"deck.values.A": 11}, "C7.1", "note", "deck.values", "are 258 (preset: 250)", 1,
     {"deck.values.A": 10}),
    ({"deal.hand_size": 11}, "C7.1", "note", "deck.values", "are 210 to 250, by", 1,
     {"deal.hand_size": 12}),
    ({"deal.packet": 5}, "C2.2", "note", "deal.packet", "5 does not divide the 12 cards", 1,
     {"deal.packet": 4}),
    ({"deal.rotation": "fixed", "deal.redeal_keeps_dealer": False}, "C2.5", "warning",
     "deal.redeal_keeps_dealer", "deal.redeal_keeps_dealer = false cannot matter", 1,
     {"deal.rotation": "next_seat"}),
    ({"deal.rotation": "fixed", "deal.first_dealer": 2}, "C2.5", "note", "deal.rotation",
     "seat 2 deals every deal", 1, {"deal.first_dealer": "random"}),
    ({"auction.max_bid": 705}, "C3.1", "warning", "auction.max_bid", "the last bid is 700; set "
     "auction.max_bid to 700 or 710", 1, {"auction.max_bid": 710}),
    ({"auction.max_bid": 150}, "C3.1", "warning", "auction.max_bid", "the only bid is 150", 1,
     {"auction.max_bid": 160}),
    ({"auction.step": 1}, "C3.1", "note", "auction.step", "totals move in steps of 5, so 440 bids",
     440, {"auction.step": 5}),
    ({"auction.min_bid": 1060, "auction.max_bid": 1100}, "C7.2", "error", "auction.min_bid",
     "no side can come above 1050", 5, {"auction.min_bid": 1050}),
    ({"auction.max_bid": 1100}, "C7.2", "warning", "auction.max_bid", "the bids 1060 to 1100 are "
     "always set: set auction.max_bid to 1050", 5, {"auction.max_bid": 1050}),
    ({"auction.min_bid": 0}, "C7.2", "warning", "auction.min_bid", "a bid of 0 is always made", 1,
     {"auction.min_bid": 10}),
    ({"auction.ask": False}, "C3.3", "note", "auction.ask", "C3.3 never applies", 1,
     {"auction.ask": True}),
    ({"auction.ask": False, "auction.after_speak": "must_bid"}, "C3.3", "warning",
     "auction.after_speak", "= must_bid cannot matter: auction.ask = false", 1,
     {"auction.ask": True}),
    ({"auction.ask_limit": "deal"}, "C3.3", "warning", "auction.ask_limit", "until "
     "auction.max_redeals = 1000 ends the game", 1, {"auction.ask_limit": "seat"}),
    ({"auction.max_redeals": 1}, "C3.5", "warning", "auction.max_redeals", "the first redeal ends "
     "the game", 1, {"auction.max_redeals": 2}),
    (NO_MELDS, "C1.3", "note", "melds", "there are no melds", 1,
     {"melds.run": {"ranks": ["A"], "suit": "any", "points": 5}}),
    ({"melds.jacks_around.points": 0}, "C5.5", "warning", "melds.jacks_around.points",
     "jacks_around is worth 0", 1, {"melds.jacks_around.points": 5}),
    ({"melds.mine.cards": ["QS", "JD"], "melds.mine.points": 7}, "C5.11", "warning", "melds.mine",
     "bezique and mine are the same cards", 2, {"melds.mine.cards": ["QS", "JD", "JD"]}),
    ({"melds.marriage.suit": "any"}, "C5.11", "warning", "melds.marriage",
     "trump_marriage and marriage are the same cards in trump suits", 2,
     {"melds.marriage.suit": "plain"}),
    ({**SHORT, "melds.copies": "once"}, "C5.10", "warning", "melds.copies", "melds.copies = once "
     "cannot matter: no hand can hold", 1, {"melds.copies": "each"}),
    ({"melds.run.remove": True, "melds.trump_marriage.with_run": "always"}, "C5.6", "warning",
     "melds.trump_marriage.with_run", "there is no meld named run", 1,
     {"melds.run": {"ranks": ["A", "T"], "suit": "trump", "points": 5}}),
    ({"deal.hand_size": 5, "melds.trump_marriage.ranks": ["9", "Q"],
      "melds.trump_marriage.with_run": "always"}, "C5.6", "warning",
     "melds.trump_marriage.with_run", "no hand can hold a run and a trump marriage", 1,
     {"deal.hand_size": 6}),
    ({"deal.hand_size": 6, "melds.trump_marriage.with_run": "spare_pair"}, "C5.6", "warning",
     "melds.trump_marriage.with_run", "the same as never", 1, {"deal.hand_size": 7}),
    ({**EIGHT, "melds.trump_marriage.with_run": "spare_pair"}, "C5.6", "warning",
     "melds.trump_marriage.with_run", "the same as never", 1,
     {"melds.trump_marriage.with_run": "never"}),
    ({"follow.must_follow": False}, "C6.2", "note", "follow.must_follow", "C6.2 never binds", 1,
     {"follow.must_follow": True}),
    ({"follow.must_follow": False}, "C6.3", "warning", "follow.must_trump", "one without it must "
     "trump", 1, {"follow.must_trump": False}),
    ({"follow.must_follow": False}, "C6.4", "warning", "follow.must_beat", "need not follow suit",
     1, {"follow.must_beat": "never"}),
    ({"follow.must_trump": False}, "C6.3", "note", "follow.must_trump", "C6.3 never binds", 1,
     {"follow.must_trump": True}),
    ({"follow.must_trump": False, "follow.overtrump": True}, "C6.3", "note", "follow.overtrump",
     "must go higher", 1, {"follow.overtrump": False}),
    ({"follow.must_beat": "never"}, "C6.4", "note", "follow.must_beat", "C6.4 never binds", 1,
     {"follow.must_beat": "always"}),
    ({"last_trick.bonus": 0}, "C6.6", "note", "last_trick.bonus", "C6.6 never adds", 1,
     {"last_trick.bonus": 5}),
    ({"contract.penalty_factor": 0}, "C7.4", "warning", "contract.penalty_factor", "loses nothing",
     1, {"contract.penalty_factor": 1}),
    ({"kaput.wipes_melds": False, "kaput.before_contract": False}, "C7.5", "warning",
     "kaput.before_contract", "cannot matter: kaput.wipes_melds = false", 1,
     {"kaput.wipes_melds": True}),
    ({**NO_MELDS, "kaput.before_contract": False}, "C7.5", "warning", "kaput.before_contract",
     "nothing to wipe", 1, {"kaput.before_contract": True}),
    ({"auction.min_bid": 900, "auction.max_bid": 1000, "kaput.before_contract": False}, "C7.5",
     "warning", "kaput.before_contract", "melds alone reach at most 800", 1,
     {"auction.min_bid": 700}),
    ({**NO_MELDS, "kaput.wipes_melds": False}, "C7.5", "warning", "kaput.wipes_melds",
     "kaput.wipes_melds = false cannot matter: no meld scores", 1, {"kaput.wipes_melds": True}),
    ({"kaput.wipes_melds": False}, "C7.5", "note", "kaput.wipes_melds", "C7.5 never changes", 1,
     {"kaput.factor": 2}),
    ({"kaput.factor": 2, "contract.made_writes": "bid"}, "C7.5", "note", "kaput.factor",
     "the factor 2 multiplies only", 1, {"contract.made_writes": "total"}),
    ({"game.target": 20_000, "game.max_deals": 19}, "C8.1", "error", "game.target",
     "no side can reach 20000: a deal writes at most 1050", 1, {"game.max_deals": 20}),
    ({"game.target": 1050}, "C8.1", "warning", "game.target", "writes up to 1050", 1,
     {"game.target": 1051}),
    ({"game.max_deals": 1}, "C8.3", "note", "game.max_deals", "one scored deal", 1,
     {"game.max_deals": 2}),
    ({"game.max_deals": 1, "game.target": 1000, "game.both_at_target": "higher"}, "C8.2",
     "warning", "game.both_at_target", "cannot reach the target in it", 1,
     {"game.max_deals": 2}),
]  # fmt: skip


# What the count of melds decides; the other findings are the same with a quick bound.
COUNTED = ("auction.min_bid", "auction.max_bid", "game.target", "kaput.before_contract")


def found(*changes: Changes, where: str = "") -> list[Finding]:
    ruleset = resolve_rules("cift66", *map(nest, changes))
    return static_findings(ruleset, count=where in COUNTED)


@pytest.mark.parametrize("name", preset_names())
def test_a_preset_has_no_finding(name: str) -> None:
    assert static_findings(resolve_rules(name)) == []


@pytest.mark.parametrize("broken", BROKEN, ids=[f"{b[1]}-{b[4][:30]}" for b in BROKEN])
def test_each_finding_and_its_cure(broken: tuple[Any, ...]) -> None:
    changes, rule, severity, where, part, count, cure = broken

    def is_it(item: Finding) -> bool:
        return (item.rule, item.severity, item.where) == (rule, severity, where) and (
            part in item.message
        )

    items = found(changes, where=where)
    matching = [item for item in items if is_it(item)]
    assert len(matching) == 1, items
    assert matching[0].count == count
    assert not any(map(is_it, found(changes, cure, where=where)))


@pytest.fixture
def lines_of_findings(monkeypatch: pytest.MonkeyPatch) -> set[tuple[str, int]]:
    """File and line of every call that made a finding while the test ran."""
    lines: set[tuple[str, int]] = set()
    init = Finding.__init__

    def noting(self: Finding, *args: Any, **kwargs: Any) -> None:
        frame = sys._getframe(1)
        while frame.f_code.co_filename == finding_module.__file__ and frame.f_back:
            frame = frame.f_back
        lines.add((Path(frame.f_code.co_filename).name, frame.f_lineno))
        init(self, *args, **kwargs)

    monkeypatch.setattr(Finding, "__init__", noting)
    return lines


def test_every_finding_of_the_code_has_a_broken_scenario(
    lines_of_findings: set[tuple[str, int]],
) -> None:
    for changes, _, _, where, *_ in BROKEN:
        found(changes, where=where)
    assert missed_findings(Path(auction.__path__[0]), lines_of_findings) == []


def missed_findings(folder: Path, made: set[tuple[str, int]]) -> list[str]:
    """Return the calls in a folder's modules that make findings and are not among those made."""
    missed = []
    for path in sorted(folder.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            if node.func.id in ("Finding", "idle") and path.name != "finding.py":
                span = range(node.lineno, (node.end_lineno or node.lineno) + 1)
                if not any((path.name, line) in made for line in span):
                    missed.append(f"{path.name}:{node.lineno}")
    return missed


@hypothesis_settings(max_examples=150)
@given(rulesets())
def test_findings_name_clauses_and_keys_there_are(ruleset: RuleSet) -> None:
    clauses = ruleset.clauses()
    for item in static_findings(ruleset, count=False):
        assert item.rule in clauses or item.rule == "C5"
        assert item.message.isprintable()
        assert item.count >= 1
        keys = [*ruleset.values, "melds", "deck.values"]
        assert item.where in keys or f"{item.where}.points" in keys


def test_findings_stand_gravest_first_then_by_clause() -> None:
    changes = {**NO_MELDS, "auction.min_bid": 300, "follow.must_beat": "never", "game.max_deals": 1}
    order = [(item.severity, item.rule) for item in found(changes)]
    assert order[0] == ("error", "C7.2")
    assert order.index(("note", "C1.3")) < order.index(("note", "C6.4")) < len(order) - 1
    assert clause_order("C5.2") < clause_order("C5.10") < clause_order("C6.1")


def test_sums_of_points() -> None:
    rules = resolve_rules("cift66").auction
    assert (fewest_trick_points(rules), trick_points(rules)) == (250, 250)
    eleven = resolve_rules("cift66", {"deal": {"hand_size": 11}}).auction
    assert (fewest_trick_points(eleven), trick_points(eleven)) == (210, 250)


def test_highest_melds_are_counted_or_bounded() -> None:
    ruleset = resolve_rules("cift66")
    assert counted_melds(ruleset.auction) == 800
    assert bound_of_melds(ruleset.auction) == 1160
    assert Reach(ruleset, None).total == 1160 + 250
    assert Reach(ruleset, counted_melds).total == 800 + 250
    factor = resolve_rules("cift66", {"kaput": {"factor": 3}})
    assert Reach(factor, None).written == 3 * (1160 + 250)
