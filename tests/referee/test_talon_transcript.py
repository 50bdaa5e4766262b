"""Transcripts of the talon family: what is not known is tolerated, what is wrong is found."""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sixtysix_sim.cards import CARD_NAMES
from sixtysix_sim.referee.audit import Ledger, Record, judge_of
from sixtysix_sim.referee.audit.record import RecordedMove
from sixtysix_sim.referee.audit.talon.record import result_row
from sixtysix_sim.referee.casefile import judge, read_cases
from sixtysix_sim.referee.talon import apply, count_legal, seat_to_act
from sixtysix_sim.referee.transcript import (
    TranscriptAudit,
    audit_transcript,
    case_head,
    case_text,
    transcript_line,
)
from sixtysix_sim.rules.ruleset import RuleSet, resolve_rules
from tests.referee.talon_games import TALON_PRESETS, choose, dealt, shuffled

Line = dict[str, Any]


class Match:
    """Deals of one match played at random by the referee, as lines and as cases."""

    def __init__(self, ruleset: RuleSet, seed: int) -> None:
        self.ruleset, rng = ruleset, Random(seed)
        self.lines: list[Line] = []
        self.cases: list[str] = []
        judging = judge_of(ruleset, Ledger())
        game, dealer, stake = "on", rng.randrange(2), 0
        scores: tuple[int, ...] = (0, 0)
        while game == "on":
            deck = shuffled(ruleset, rng)
            state = dealt(
                ruleset, deck, dealer=dealer, scores=scores, stake=stake,
                deals_played=len(self.lines),
            )  # fmt: skip
            before = state.copy()
            moves: list[RecordedMove] = []
            while (seat := seat_to_act(state)) is not None:
                move, legal = choose(state, rng), count_legal(state)
                event = apply(state, seat, move)
                moves.append((len(moves), event.trick, seat, move, legal))
            result = state.result
            assert result is not None
            size = ruleset.talon.deal.hand_size
            hands = [sorted(deck[:size]), sorted(deck[size : 2 * size])]
            row = result_row(result)
            deal = len(self.lines)
            record = Record(0, deal, dealer, hands, deck[2 * size :], moves, row, None)
            assert judging.deal(record) == result
            self.lines.append(json.loads(transcript_line(ruleset, record, scores)))
            self.cases.append(case_text(ruleset, record, before, "t"))
            game, dealer = str(result.game), result.dealer_after
            scores, stake = result.score_after, result.stake_after
        assert not judging.ledger.counts


@pytest.fixture(scope="module", params=TALON_PRESETS)
def match(request: pytest.FixtureRequest) -> Match:
    return Match(resolve_rules(request.param), 66)


@pytest.fixture
def line(match: Match) -> Line:
    """A deal with a draw before its end."""
    long = next(line for line in match.lines if len(line["moves"]) > 8)
    return dict(json.loads(json.dumps({**long, "deal": 0, "score_before": [0, 0]})))


def audit(folder: Path, *lines: object) -> TranscriptAudit:
    path = folder / "t.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return audit_transcript(path)


def found(audited: TranscriptAudit) -> list[tuple[str, str]]:
    return [(f.named, f.where) for f in audited.ledger.findings() if f.severity == "error"]


def test_a_match_comes_back_clean_as_lines_and_as_cases(match: Match, tmp_path: Path) -> None:
    audited = audit(tmp_path, *match.lines)
    assert not list(audited.ledger.findings())
    assert (audited.games, audited.deals) == (1, len(match.lines))
    file = tmp_path / "cases.toml"
    file.write_text(case_head(match.ruleset) + "\n".join(match.cases))
    verdicts = [judge(case) for case in read_cases(file)]
    assert len(verdicts) == len(match.lines)
    assert all(verdict.passed for verdict in verdicts)


def test_changed_rules_stand_in_lines_and_cases(tmp_path: Path) -> None:
    changes = {"marriage": {"after_close": True}, "match": {"target": 7}}
    other = Match(resolve_rules("classic_66_v1", changes), 5)
    assert other.lines[0]["rules"]["marriage"] == {
        **resolve_rules("classic_66_v1").changes()["marriage"], "after_close": True,
    }  # fmt: skip
    assert not audit(tmp_path, *other.lines).ledger.counts
    assert '"marriage.after_close" = true' in other.cases[0]


LEFT_OUT = (["game"], ["deal"], ["dealer"], ["score_before"], ["result"], ["hands"], ["talon"],
            ["upcard"], ["upcard", "talon"], ["hands", "talon"],
            ["game", "deal", "dealer", "score_before", "hands", "talon", "upcard"])  # fmt: skip


@pytest.mark.parametrize("keys", LEFT_OUT)
def test_fields_may_be_left_out(keys: list[str], match: Match, tmp_path: Path) -> None:
    short = [{key: x for key, x in line.items() if key not in keys} for line in match.lines]
    audited = audit(tmp_path, *short)
    assert found(audited) == []
    assert audited.deals == len(match.lines)


def test_what_one_player_saw(line: Line, tmp_path: Path) -> None:
    """The other's hand and draws are not known; the own revoke is found, the other's is not."""
    drawn = line["talon"].split()
    seen = {**line, "hands": [line["hands"][0], None],
            "talon": " ".join("??" for _ in drawn)}  # fmt: skip
    assert found(audit(tmp_path, seen)) == []
    del seen["upcard"], seen["result"]
    notes = [f for f in audit(tmp_path, seen).ledger.findings() if f.severity == "note"]
    assert ["the upcard is not known" in f.message for f in notes] == [True]


def test_the_hand_that_is_left_is_known(line: Line, tmp_path: Path) -> None:
    """With all other cards given, the second hand is the rest of the pack."""
    one = {**line, "hands": [line["hands"][0], None]}
    held = line["hands"][1].split()
    number = next(n for n, move in enumerate(line["moves"]) if move.startswith("1 play"))
    card = next(c for c in line["talon"].split()[-1:] if c not in held)
    moves = [*line["moves"]]
    moves[number] = f"1 play {card}"
    place = f"line 1, game 0, deal 0, move {number}"
    assert ("G1", place) in found(audit(tmp_path, {**one, "moves": moves}))


def test_a_card_played_twice_where_hands_are_not_known(line: Line, tmp_path: Path) -> None:
    bare = {key: x for key, x in line.items() if key not in ("hands", "talon", "result")}
    plays = [n for n, move in enumerate(line["moves"]) if " play " in move]
    moves = [*line["moves"]]
    moves[plays[2]] = f"{moves[plays[2]][0]} {moves[plays[0]][2:]}"
    assert ("G1", f"line 1, game 0, deal 0, move {plays[2]}") in found(
        audit(tmp_path, {**bare, "moves": moves})
    )


def test_other_ways_to_write_the_cards(line: Line, tmp_path: Path) -> None:
    size = len(line["hands"][0].split())
    deck = "".join(line["hands"][0].split() + line["hands"][1].split())
    deck += line["upcard"] + "".join(line["talon"].split())
    bare = {key: x for key, x in line.items() if key not in ("hands", "upcard", "talon")}
    assert len(deck) == 2 * (2 * size + 1 + len(line["talon"].split()))
    ways: list[Line] = [
        {"deck": deck},
        {"deck": deck, "upcard": line["upcard"], "talon": line["talon"]},
        {**{k: line[k] for k in ("hands", "upcard")}, "talon": line["talon"].split()},
        {"hands": line["hands"], "upcard": line["upcard"].lower(),
         "talon": line["talon"].replace("T", "10")},
    ]  # fmt: skip
    for way in ways:
        assert found(audit(tmp_path, {**bare, **way})) == []
    other = {**bare, "deck": deck, "upcard": line["talon"].split()[0]}
    assert ("G7", "line 1, game 0, deal 0") in found(audit(tmp_path, other))


def test_results_that_the_moves_do_not_give(match: Match, line: Line, tmp_path: Path) -> None:
    result = line["result"]
    for key, value, clause in (
        ("upcard", "AS" if result["upcard"] != "AS" else "KS", "upcard"),
        ("trump", "S" if result["trump"] != "S" else "H", "upcard"),
        ("forehand", 1 - result["forehand"], "forehand"),
        ("tricks_0", 9, "trick"),
        ("score_1", 77, "stakes.base"),
    ):
        wrong = {**line, "result": {**result, key: value}}
        rule = f"G7 {match.ruleset.clause_of(clause)}"
        assert (rule, "line 1, game 0, deal 0") in found(audit(tmp_path, wrong)), key


def test_a_result_may_name_some_columns_only(line: Line, tmp_path: Path) -> None:
    for key, value in line["result"].items():
        assert found(audit(tmp_path, {**line, "result": {key: value}})) == [], key
        assert found(audit(tmp_path, {**line, "moves": None, "result": {key: value}})) == [], key


def test_stakes_dealers_and_scores_go_on_from_deal_to_deal(tmp_path: Path) -> None:
    """D7.3, D2.3: a drawn deal of seksogtres raises the stake of the next."""
    ruleset = resolve_rules("seksogtres", {"claim": {"target": 130}})
    match = Match(ruleset, 3)
    drawn = next(n for n, line in enumerate(match.lines[:-1]) if line["result"]["end"] == "drawn")
    one, two = match.lines[drawn : drawn + 2]
    place = f"line 2, game 0, deal {drawn + 1}"
    assert two["result"]["stake"] > 0
    for change, rule in (
        ({"result": {**two["result"], "stake": two["result"]["stake"] + 1}}, "G7 D7.3"),
        ({"dealer": 1 - two["dealer"]}, "D2.3"),
        ({"score_before": [50, -50]}, "G7 D7.1"),
    ):
        assert (rule, place) in found(audit(tmp_path, one, {**two, **change}))
    assert found(audit(tmp_path, two)) == []  # an excerpt has no past to be judged by


WRONG: dict[str, tuple[Callable[[Line], Line], str, str]] = {
    "upcard of two": (lambda line: {**line, "upcard": "AS TS"}, "G6", 'upcard is "AS TS"'),
    "no card": (lambda line: {**line, "upcard": "XX"}, "G6", "XX"),
    "short talon": (lambda line: {**line, "talon": line["talon"][3:]}, "G6", "talon has"),
    "talon of numbers": (lambda line: {**line, "talon": 5}, "G3", "talon is 5"),
    "three hands": (lambda line: {**line, "hands": [*line["hands"], ""]}, "G3", "two hands"),
    "short hand": (
        lambda line: {**line, "hands": [line["hands"][0][3:], line["hands"][1]]}, "G6", "instead",
    ),
    "a card twice": (
        lambda line: {**line, "upcard": line["talon"][:2]}, "G6", "occurs",
    ),
    "three scores": (lambda line: {**line, "score_before": [0, 0, 0]}, "G3", "two numbers"),
    "dealer": (lambda line: {**line, "dealer": 2}, "G3", "dealer is 2"),
    "end": (lambda line: {**line, "result": {"end": "made"}}, "G7", "a deal ends as redeal, claim"),
    "upcard column": (lambda line: {**line, "result": {"upcard": 5}}, "G7", "written as in TS"),
    "other family": (
        lambda line: {**line, "moves": ["0 bid 160", *line["moves"]]}, "G", "bid 160",
    ),
    "no such seat": (lambda line: {**line, "moves": ["2 play AS"]}, "G2", "seat 2"),
    "ends early": (lambda line: {**line, "moves": line["moves"][:-1]}, "G4", "the record ends"),
    "goes on": (lambda line: {**line, "moves": [*line["moves"], "0 claim"]}, "G5", "after the end"),
}  # fmt: skip


@pytest.mark.parametrize("way", WRONG)
def test_a_wrong_line_is_named_and_the_others_are_judged(
    way: str, match: Match, line: Line, tmp_path: Path
) -> None:
    how, rule, words = WRONG[way]
    last = {**match.lines[-1], "game": 7}
    audited = audit(tmp_path, {**line, "game": 99}, how(line), last)
    errors = [f for f in audited.ledger.findings() if f.severity == "error"]
    assert [f for f in errors if f.rule.startswith(rule) and words in f.message], errors
    assert {f.place for f in errors} == {"line 2"}
    assert all("\n" not in f.message and len(f.message) < 400 for f in errors)


def test_fields_of_the_other_family_are_notes(line: Line, tmp_path: Path) -> None:
    auction = {"rules": "cift66", "upcard": "AS", "result": {"end": "redeal"}, "moves": []}
    audited = audit(tmp_path, auction)
    assert any("'upcard' is no field" in f.message for f in audited.ledger.findings())
    noted = audit(tmp_path, {**line, "result": {**line["result"], "bid": 160}})
    assert found(noted) == []
    assert any("bid is no column" in f.message for f in noted.ledger.findings())


def test_nothing_thrown_at_it_is_a_traceback(match: Match, tmp_path: Path) -> None:
    """Words of lines exchanged at random: every answer is a finding or none."""
    rng = Random(66)
    actions = ["exchange", "close", "claim", "draw", *(f"marriage {s}" for s in "SHDC"),
               *(f"play {card}" for card in CARD_NAMES)]  # fmt: skip
    for _ in range(150):
        line = json.loads(json.dumps(rng.choice(match.lines)))
        for _ in range(rng.randint(1, 3)):
            move = f"{rng.randrange(2)} {rng.choice(actions)}"
            at = rng.randrange(len(line["moves"]))
            line["moves"][at : at + rng.randrange(2)] = [move]
        if rng.random() < 0.4:
            line["hands"] = rng.choice([None, [line["hands"][0], None], [None, line["hands"][1]]])
        if rng.random() < 0.3:
            del line["talon"]
        if rng.random() < 0.3:
            line["result"][rng.choice(list(line["result"]))] = rng.choice([-1, 0, 1, 5, 66])
        audit(tmp_path, line)
