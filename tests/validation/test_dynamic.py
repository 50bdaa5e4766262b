"""Decisions counted by the referee against the run's own tables, and against rules without them."""

import json

import pytest

from sixtysix_sim.cards import parse_cards
from sixtysix_sim.cli.app import build, run
from sixtysix_sim.moves import parse_move
from sixtysix_sim.referee.auction import new_deal
from sixtysix_sim.rules.ruleset import resolve_rules
from sixtysix_sim.scenario import load_scenario
from sixtysix_sim.validation.asked import Question
from sixtysix_sim.validation.auction import decisions as asked
from sixtysix_sim.validation.auction.decisions import decisions
from sixtysix_sim.validation.dynamic import Decided, count_decisions

Counts = dict[Question, Decided]


def counted(deals: int, *sets: str) -> Counts:
    scenario = load_scenario("cift66", list(sets))
    return {(item.rule, item.what): item for item in count_decisions(scenario, deals)}


@pytest.fixture(scope="module")
def usual() -> Counts:
    return counted(300)


def test_counts_fit_together(usual: Counts) -> None:
    deals = next(iter(usual.values())).deals
    assert deals >= 300
    assert all(item.deals == deals for item in usual.values())
    redealt = usual[asked.ANSWERED].times + usual[asked.PASSED_OUT].times
    assert usual[asked.STAYS].times == redealt
    # Each auction has one third speaker, who may ask or may not.
    assert usual[asked.MAY_ASK].times + usual[asked.MAY_NOT].times >= deals - redealt
    follow = usual["C6.2", "cards barred: follow the led suit"]
    assert follow.share.value == pytest.approx(1 - redealt / deals)
    assert follow.per_deal > 10
    assert usual[asked.BOTH].times <= usual[asked.TARGET].times


def test_melds_are_named_with_what_people_call_them(capsys: pytest.CaptureFixture[str]) -> None:
    """And clauses are quoted by whole sentences, without the marks of a page."""
    own = ["--set", 'rules.melds.pair.cards=["JD", "QD"]', "--set", "rules.melds.pair.points=30"]
    assert run(build(), ["validate", "cift66", "--dynamic", "20", *own]) == 0
    out = capsys.readouterr().out
    assert "C5.6   trump_marriage (Koz evliliği) changes the score " in out
    assert "C5.11  pair changes the score " in out
    quoted = out.partition("What they say\n")[2]
    assert "`" not in quoted
    assert "…\n" not in quoted
    assert "after the round in which a team's score reaches the target; that team wins.\n" in quoted


def test_what_never_decided_has_a_bound(usual: Counts) -> None:
    never = usual[asked.REDEAL_CAP]
    assert (never.times, never.share.value) == (0, 0)
    assert never.share.high == pytest.approx(3.69 / never.deals, rel=0.02)  # exact, two-sided


OFF = (
    ("rules.follow.must_beat=never", "C6.4", "cards barred: beat the highest"),
    ("rules.follow.must_follow=false", "C6.2", "cards barred: follow the led suit"),
    ("rules.follow.must_trump=false", "C6.3", "cards barred: trump when void"),
    ("rules.last_trick.bonus=0", *asked.BONUS),
    ("rules.auction.ask=false", *asked.MAY_ASK),
    ("rules.kaput.wipes_melds=false", *asked.KAPUT),
    ("rules.melds.run.points=0", "C5.1", "run changes the score"),
    ("rules.melds.trump_marriage.with_run=always", *asked.BESIDE_RUN),
    ("rules.deal.redeal_keeps_dealer=false", *asked.STAYS),
)


@pytest.mark.parametrize(("change", "rule", "what"), OFF)
def test_a_clause_switched_off_decides_nothing(
    change: str, rule: str, what: str, usual: Counts
) -> None:
    assert counted(60, change, "bots.default=random")[rule, what].times == 0
    if rule != "C7.5":  # too rare to be sure of in so few deals
        assert usual[rule, what].times > 0


def test_one_deal_by_hand() -> None:
    """Two cards a hand, trump hearts: a discard, a duty to beat, a twin, a last trick."""
    large = ("run", "aces_around", "kings_around", "queens_around", "jacks_around")
    melds = {name: {"remove": True} for name in large}
    ruleset = resolve_rules("cift66", {"deal": {"hand_size": 2}, "melds": melds})
    texts = ("TH 9S", "AH KH", "AH 9D", "QH 9S")
    before = new_deal(ruleset, 3, [parse_cards(text) for text in texts])
    actions = [
        (int(text[0]), parse_move(text[2:]))
        for text in (
            "0 bid 150", "1 pass", "2 pass", "3 pass", "0 trump H",
            "0 play TH", "1 play AH", "2 play AH", "3 play QH",
            "1 play KH", "2 play 9D", "3 play 9S", "0 play 9S",
        )
    ]  # fmt: skip
    count = decisions(before, actions, lambda name: "C5.6")
    assert count[asked.HIGHER] == 3
    assert count["C6.4", "cards barred: beat the highest"] == 1  # the king may not be played
    assert count["C6.2", "cards barred: follow the led suit"] == 2
    assert count[asked.TWIN] == 1
    assert count[asked.DISCARD] == 3
    assert count[asked.SET] == 1
    assert count[asked.KAPUT] == 0  # kaput, but there is no meld to wipe
    assert count[asked.BY_TRUMP] == 0


def test_the_command_shows_and_bounds(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(build(), ["validate", "cift66", "--dynamic", "40"]) == 0
    out = capsys.readouterr().out
    assert "cift66: what the clauses decided" in out
    assert "0 (≤ " in out
    assert out.endswith("\n0 errors, 0 warnings, 0 notes.\n")
    assert run(build(), ["validate", "cift66", "--dynamic", "40", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    row = next(row for row in rows if row["message"] == asked.SET[1])
    assert {"rule", "severity", "where", "message", "count", "per_deal", "high"} <= row.keys()
    assert row["rule"] == "C7.4"
    assert run(build(), ["validate", "cift66", "--dynamic", "0"]) == 2
