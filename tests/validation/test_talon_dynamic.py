"""What clauses of the talon family decided: by hand, against the deals themselves, all of them."""

import json
from collections import Counter
from random import Random
from typing import Any

import pytest

from sixtysix_sim.cli.app import build, run
from sixtysix_sim.moves import Move, parse_move
from sixtysix_sim.referee.talon import State, apply, legal, seat_to_act, total
from sixtysix_sim.rules.ruleset import RuleSet, nest, resolve_rules
from sixtysix_sim.validation.asked import Asked, Question
from sixtysix_sim.validation.talon.decisions import asked_of
from sixtysix_sim.vocabulary import Action, DealEnd
from tests.referee.talon_games import CLASSIC, deal_of, dealt, do, shuffled
from tests.strategies import random_talon_settings

PRESETS = ("classic_66_v1", "seksogtres", "schnapsen")


#: Chances to do what random play would do too often or too seldom, where it is legal.
OFTEN = {Action.CLOSE: 0.1, Action.CLAIM: 0.01}
RIGHT_CLAIM = 0.5


def played(ruleset: RuleSet, rng: Random, **before: Any) -> tuple[State, list[tuple[int, Move]]]:
    """Return a deal before its first lead, and random actions to its end."""
    start = dealt(ruleset, shuffled(ruleset, rng), **before)
    state, actions = start.copy(), []
    while (seat := seat_to_act(state)) is not None:
        moves = legal(state)
        right = total(state, seat) >= ruleset.talon.claim.target
        chances = OFTEN | ({Action.CLAIM: RIGHT_CLAIM} if right else {})
        move = next(
            (Move(what) for what, chance in chances.items()
             if Move(what) in moves and rng.random() < chance),
            rng.choice([m for m in moves if m.action not in chances]),
        )  # fmt: skip
        actions.append((seat, move))
        apply(state, seat, move)
    return start, actions


def counted(ruleset: RuleSet, deals: int, seed: int = 66) -> tuple[Asked, Counter[Question]]:
    rng, asked = Random(seed), asked_of(ruleset)
    count: Counter[Question] = Counter()
    rules = ruleset.talon
    for number in range(deals):
        before = {
            "stake": number % 2 * rules.stakes.draw_adds,
            "scores": [max(0, rules.match.target - 1) * (number % 3 == 0)] * rules.seats,
            "deals_played": rules.match.max_deals - 1 if number % 50 == 0 else number % 12,
        }
        count.update(asked.decisions(*played(ruleset, rng, **before)))
    return asked, count


#: Nobody is short of points still waiting without a trick to bring any; 65 : 65 is rare.
SELDOM = {
    "points still waiting change the score",
    "played out, nobody with the points: not as with nobody_at_target = higher",
}


@pytest.mark.parametrize("preset", PRESETS)
def test_everything_asked_is_decided_somewhere(preset: str) -> None:
    """By random play with closings and wrong claims; nothing is counted that is not asked."""
    asked, count = counted(resolve_rules(preset), 1000)
    assert set(count) <= set(asked.questions)
    assert len(set(asked.questions)) == len(asked.questions)
    never = {what for clause, what in asked.questions if not count[clause, what]}
    assert never <= SELDOM


def test_what_is_counted_is_what_happened() -> None:
    rng, asked = Random(7), asked_of(CLASSIC)
    count: Counter[Question] = Counter()
    seen: Counter[str] = Counter()
    for _ in range(150):
        start, actions = played(CLASSIC, rng)
        count.update(asked.decisions(start, actions))
        state = start.copy()
        for seat, move in actions:
            seen.update([move.action.name])
            apply(state, seat, move)
        assert state.result is not None
        seen.update([f"END {state.result.end.name}"])
    happened = {
        ("K4.1", "the upcard is exchanged"): seen[Action.EXCHANGE.name],
        ("K5.1", "the talon is closed"): seen[Action.CLOSE.name],
        ("K6.1", "a right claim ends the deal"): seen[f"END {DealEnd.CLAIM.name}"],
        ("K6.2", "a wrong claim ends the deal"): seen[f"END {DealEnd.WRONG_CLAIM.name}"],
        ("K5.2", "the closer is out without a claim"): seen[f"END {DealEnd.CLOSER_OUT.name}"],
        ("K7.3", "a deal is drawn"): seen[f"END {DealEnd.DRAWN.name}"],
    }
    assert {question: count[question] for question in happened} == happened
    leads = "either card of a marriage may be led, talon open"
    assert count["K3.1", leads] == seen[Action.MARRIAGE.name] > 0


#: A change, and a question that goes with it: there is nothing left to decide.
OFF = (
    ("closing.allowed", False, "the talon is closed"),
    ("closing.allowed", False, "failed closing: not as with failure = by_count"),
    ("exchange.rank", "none", "the upcard is exchanged"),
    ("marriage.needs_trick", "no", "a marriage's points wait for a trick"),
    ("last_trick.bonus", 0, "the last trick's points change the score"),
    ("played_out.winner", "last_trick", "played out: not as with compare = card_points"),
    ("follow.must_beat", "never", "cards barred: beat the card led"),
    ("closing.failure", "flat_three", "failed closing: not as with opponent_tricks = at_end"),
)


@pytest.mark.parametrize(("key", "value", "what"), OFF)
def test_what_is_switched_off_is_not_asked(key: str, value: object, what: str) -> None:
    assert what in {text for _, text in asked_of(CLASSIC).questions}
    changed = resolve_rules("classic_66_v1", nest({key: value}))
    asked, count = counted(changed, 40)
    assert what not in {text for _, text in asked.questions}
    assert what not in {text for _, text in count}


def test_one_deal_by_hand() -> None:
    """Two cards a hand of twelve: a marriage that waits, a closing, duties, a failure."""
    small = {"deck.ranks": ["A", "K", "Q"], "deck.values": {"A": 11, "K": 4, "Q": 3},
             "deal.hand_size": 2, "exchange.rank": "none"}  # fmt: skip
    ruleset = resolve_rules("classic_66_v1", nest(small))
    start = deal_of(ruleset, ["KS QS", "AD QH"], "KD", "AS AH KH QD AC KC QC", dealer=1)
    texts = ["0 marriage S", "0 close", "0 play QS", "1 play AD", "1 play QH", "0 play KS"]
    state = start.copy()
    do(state, *texts)
    actions = [(int(text[0]), parse_move(text[2:])) for text in texts]
    count = {what: n for (_, what), n in asked_of(ruleset).decisions(start, actions).items()}
    assert count == {
        "a marriage may be declared": 1,
        "a marriage's points wait for a trick": 1,
        "either card of a marriage may be led, talon open": 1,
        "the talon may be closed": 2,  # before the marriage and after it
        "the talon is closed": 1,
        "cards barred: trump when void": 1,
        "a trump takes another suit's trick": 1,
        "failed closing: not as with opponent_tricks = at_end": 1,
        "a dealer: not as with rotation = next_seat": 1,
    }


@pytest.mark.parametrize("preset", PRESETS)
def test_random_settings_ask_and_count_alike(preset: str) -> None:
    rng = Random(preset)
    for _ in range(12):
        ruleset = resolve_rules(preset, random_talon_settings(rng, preset))
        if ruleset.talon.seats == 2:
            asked, count = counted(ruleset, 4, rng.randrange(1000))
            assert set(count) <= set(asked.questions), set(count) - set(asked.questions)
            assert all(clause in ruleset.clauses() for clause, _ in asked.questions)


@pytest.mark.parametrize("preset", PRESETS)
def test_the_command(preset: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(build(), ["validate", preset, "--dynamic", "30"]) == 0
    out = capsys.readouterr().out
    assert f"{preset}: what the clauses decided" in out
    assert "0 (≤ " in out
    assert out.endswith("\n0 errors, 0 warnings, 0 notes.\n")
    assert run(build(), ["validate", preset, "--dynamic", "30", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    row = next(row for row in rows if row["message"] == "a right claim ends the deal")
    assert row["severity"] == "count"
    assert row["count"] > 0
    assert row["deals"] >= 30
