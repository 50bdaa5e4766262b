"""Transcripts: what is left out is tolerated, what is wrong is found, other lines are judged."""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sixtysix_sim.errors import BadInput
from sixtysix_sim.logs.schema import table_schemas
from sixtysix_sim.referee.audit import Ledger, judge_of
from sixtysix_sim.referee.audit.tables import games_of, read_table
from sixtysix_sim.referee.casefile import judge, read_cases
from sixtysix_sim.referee.transcript import (
    TranscriptAudit,
    audit_transcript,
    case_head,
    case_text,
    transcript_line,
)
from sixtysix_sim.rules.ruleset import RuleSet, resolve_rules
from sixtysix_sim.runs.info import open_run
from sixtysix_sim.vocabulary import LogLevel
from tests.referee.corrupted import GAMES, play

Line = dict[str, Any]


def lines_of(run: Path, games: int = GAMES) -> list[Line]:
    """Return a run as the lines of a transcript."""
    return [json.loads(text) for text, _, _ in written(run, games)]


def written(run: Path, games: int) -> list[tuple[str, str, RuleSet]]:
    """Return each deal of a run as transcript line and as case."""
    ruleset = open_run(run).scenario.ruleset
    tables = {
        name: read_table(run / name / "chunk-000000.parquet", schema)
        for name, schema in table_schemas(ruleset).items()
    }
    found = []
    for game in games_of(tables, range(games), ruleset):
        judge_ = judge_of(ruleset, Ledger())
        for record in game.deals:
            before = judge_.before(record)
            judge_.deal(record)
            line = transcript_line(ruleset, record, before.scores)
            found.append((line, case_text(ruleset, record, before, "t"), ruleset))
    return found


@pytest.fixture(scope="module")
def lines(moves_run: Path) -> list[Line]:
    return lines_of(moves_run, 4)


@pytest.fixture
def line(lines: list[Line]) -> Line:
    """The first deal of game 0, a whole deal of twelve tricks."""
    return dict(json.loads(json.dumps(lines[0])))


def audit(
    folder: Path, *lines: Line | str | bytes, default: RuleSet | None = None
) -> TranscriptAudit:
    texts = [x if isinstance(x, bytes) else (x if isinstance(x, str) else json.dumps(x)).encode()
             for x in lines]  # fmt: skip
    path = folder / "t.jsonl"
    path.write_bytes(b"\n".join(texts) + b"\n")
    return audit_transcript(path, default)


def found(audited: TranscriptAudit) -> list[tuple[str, str]]:
    return [(f.named, f.where) for f in audited.ledger.findings() if f.severity == "error"]


def first_play(line: Line) -> int:
    return next(n for n, move in enumerate(line["moves"]) if " play " in move)


# --- round trips ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "sets", [(), ("rules.deal.hand_size=10", "rules.auction.ask_limit=seat"),
             ("rules.melds.bezique.remove=true", "rules.game.target=400")],
)  # fmt: skip
def test_runs_come_back_clean(sets: tuple[str, ...], tmp_path: Path) -> None:
    run = play(tmp_path / "run", LogLevel.MOVES, *sets, games=5)
    deals = written(run, 5)
    audited = audit(tmp_path, *(text for text, _, _ in deals))
    assert not audited.ledger.counts
    assert (audited.games, audited.deals) == (5, len(deals))
    assert audited.rules_hashes == deals[0][2].hash
    file = tmp_path / "cases.toml"
    file.write_text(case_head(deals[0][2]) + "\n".join(case for _, case, _ in deals))
    verdicts = [judge(case) for case in read_cases(file)]
    assert len(verdicts) == len(deals)
    assert all(verdict.passed for verdict in verdicts)


# --- fields left out --------------------------------------------------------------------------

LEFT_OUT = (["game"], ["deal"], ["dealer"], ["score_before"], ["result"], ["hands"],
            ["game", "deal", "dealer", "score_before", "result", "hands"])  # fmt: skip


@pytest.mark.parametrize("keys", LEFT_OUT)
def test_optional_fields_may_be_left_out(
    keys: list[str], lines: list[Line], tmp_path: Path
) -> None:
    short = [{key: value for key, value in line.items() if key not in keys} for line in lines]
    audited = audit(tmp_path, *short)
    assert found(audited) == []
    assert audited.deals == len(lines)


def test_rules_come_from_the_line_before_or_the_caller(line: Line, tmp_path: Path) -> None:
    bare = {key: value for key, value in line.items() if key != "rules"} | {"game": 9}
    assert found(audit(tmp_path, line, bare)) == []
    assert found(audit(tmp_path, bare)) == [("G4", "line 1")]
    assert found(audit(tmp_path, bare, default=resolve_rules("cift66"))) == []


def test_hands_are_taken_from_the_cards_played(line: Line, tmp_path: Path) -> None:
    """Without hands a revoke is still seen, since every card of a seat is played in the end."""
    del line["hands"]
    moves = line["moves"]
    start = first_play(line)
    at, other = next(
        (n, m)
        for n in range(start + 1, start + 20)
        for m in range(n + 4, len(moves))
        if moves[n][0] == moves[m][0]
        and moves[n][-1] != moves[m][-1]
        and moves[n][-1] == moves[start + (n - start) // 4 * 4][-1]
        and (n - start) % 4
    )
    moves[at], moves[other] = moves[other], moves[at]
    assert ("C6.2", f"line 1, game 0, deal 0, move {at}") in found(audit(tmp_path, line))


def test_hands_that_only_some_seats_know(line: Line, tmp_path: Path) -> None:
    line["hands"] = [line["hands"][0], None, None, None]
    del line["moves"][-1]
    assert found(audit(tmp_path, line)) == [("G4", "line 1, game 0, deal 0")]


def test_other_ways_to_write_cards(line: Line, tmp_path: Path) -> None:
    hands = [hand.split() for hand in line["hands"]]
    ways: list[object] = [
        hands,
        {str(seat): " ".join(hand) for seat, hand in enumerate(hands)},
        ["".join(hand) for hand in hands],
        [", ".join(hand).lower().replace("t", "10") for hand in hands],
    ]
    for way in ways:
        assert found(audit(tmp_path, line | {"hands": way})) == []
    deck = "".join("".join(hand) for hand in hands)
    without = {key: value for key, value in line.items() if key != "hands"}
    assert found(audit(tmp_path, without | {"deck": deck})) == []
    other = {**line, "deck": deck[24:] + deck[:24]}
    assert ("G7", "line 1, game 0, deal 0") in found(audit(tmp_path, other))


# --- contradictions ---------------------------------------------------------------------------


def test_results_that_the_moves_do_not_give(line: Line, tmp_path: Path) -> None:
    side = line["result"]["declarer"] % 2
    for key, value, rule in (
        ("bid", line["result"]["bid"] + 10, "G7 C3.4"),
        ("made", not line["result"]["made"], "G7 C7.2"),
        (f"change_{side}", 1, "G7 C7.3" if line["result"]["made"] else "G7 C7.4"),
        ("tricks_0", 12, "G7 C6.5"),
        ("kaput", 1, "G7 C7.5"),
        ("score_1", -5, "G7 C1.2"),
    ):
        result = {**line["result"], key: value}
        assert (rule, "line 1, game 0, deal 0") in found(audit(tmp_path, line | {"result": result}))


def test_a_result_may_name_some_columns_only(line: Line, tmp_path: Path) -> None:
    for key, value in line["result"].items():
        assert found(audit(tmp_path, line | {"result": {key: value}})) == []
    wrong = line | {"result": {"made": not line["result"]["made"]}}
    assert found(audit(tmp_path, wrong)) == [("G7 C7.2", "line 1, game 0, deal 0")]


def test_deals_of_one_game_are_judged_together(lines: list[Line], tmp_path: Path) -> None:
    second = {**lines[1], "score_before": [5, 5]}
    assert ("G7 C1.2", "line 2, game 0, deal 1") in found(audit(tmp_path, lines[0], second))
    moved = {**lines[1], "dealer": (lines[1]["dealer"] + 1) % 4}
    assert ("C2.5", "line 2, game 0, deal 1") in found(audit(tmp_path, lines[0], moved))
    twice = found(audit(tmp_path, lines[0], lines[0]))
    assert twice == [("G5", "line 2, game 0, deal 0")]
    # An excerpt has no past to be judged by.
    assert found(audit(tmp_path, lines[0], lines[3])) == []


def test_a_deal_after_the_end_of_the_game(lines: list[Line], tmp_path: Path) -> None:
    game = [line for line in lines if line["game"] == 0]
    extra = {**game[-1], "deal": len(game), "dealer": (game[-1]["dealer"] + 1) % 4}
    del extra["score_before"], extra["result"], extra["hands"]
    extra["moves"] = []
    after = [game[-1]["result"][f"score_{side}"] for side in range(2)]
    clause = "C8.2" if min(after) >= 1500 else "C8.1"
    assert (f"G5 {clause}", f"line {len(game) + 1}, game 0, deal {len(game)}") in found(
        audit(tmp_path, *game, extra)
    )


# --- wrong lines ------------------------------------------------------------------------------


def _with_move(line: Line, number: int, move: object) -> Line:
    moves = [*line["moves"]]
    moves[number] = move
    return {**line, "moves": moves}


def _with_card_of_another(line: Line) -> Line:
    number = first_play(line)
    seat = int(line["moves"][number][0])
    mine = line["hands"][seat].split()
    other = next(c for hand in line["hands"] for c in hand.split() if c not in mine)
    return _with_move(line, number, f"{seat} play {other}")


def _with_hand(line: Line, how: Callable[[list[str]], list[str]]) -> Line:
    hands = [*line["hands"]]
    hands[2] = " ".join(how(hands[2].split()))
    return {**line, "hands": hands}


Change = Callable[[Line], object]

WRONG: dict[str, tuple[Change, str, str]] = {
    "not JSON": (lambda line: "{nonsense", "G4", "it is not JSON"),
    "a list": (lambda line: "[1, 2]", "G4", "no JSON object"),
    "NaN": (lambda line: '{"rules": "cift66", "game": NaN}', "G4", "NaN is no number"),
    "huge": (lambda line: '{"game": ' + "9" * 5000 + "}", "G4", "number that cannot be read"),
    "infinite": (lambda line: {**line, "game": 10**30}, "G3", "game is"),
    "deep": (lambda line: '{"a":' + "[" * 100_000, "G4", "nested too deep"),
    "not UTF-8": (lambda line: b'{"rules": "\xff"}', "G4", "not UTF-8"),
    "long": (lambda line: '{"x": "' + "y" * 1_100_000 + '"}', "G4", "longer than"),
    "no rules so named": (lambda line: {**line, "rules": "cift67"}, "G4", "cift66"),
    "rules of another kind": (lambda line: {**line, "rules": 3}, "G4", "rules is 3"),
    "rules that do not hold": (
        lambda line: {**line, "rules": {"base": "cift66", "deal": {"hand_size": 99}}},
        "G4",
        "deal.hand_size",
    ),
    "nothing to judge": (lambda line: {"rules": "cift66"}, "G4", "neither moves nor a result"),
    "dealer": (lambda line: {**line, "dealer": 4}, "G3", "dealer is 4"),
    "game": (lambda line: {**line, "game": "one"}, "G3", "game is"),
    "score": (lambda line: {**line, "score_before": [1]}, "G3", "score_before is"),
    "moves": (lambda line: {**line, "moves": "1 pass"}, "G3", "moves is"),
    "result": (lambda line: {**line, "result": []}, "G3", "result is"),
    "column": (lambda line: {**line, "result": {"bid": "x"}}, "G7", "bid is"),
    "hands": (lambda line: {**line, "hands": 7}, "G3", "hands is 7"),
    "unknown action": (lambda line: _with_move(line, 0, "1 jump"), "G3", "'jump' is not an action"),
    "no seat": (lambda line: _with_move(line, 0, "pass"), "G3", "does not begin with a seat"),
    "no text": (lambda line: _with_move(line, 0, 5), "G3", "the action is 5"),
    "no such seat": (lambda line: _with_move(line, 0, "7 pass"), "G2", "seat 7"),
    "other family": (lambda line: _with_move(line, 0, f"{line['moves'][0][0]} close"), "G3",
                     "close"),
    "card of no pack": (
        lambda line: _with_move(line, first_play(line), "0 play 7S"), "G6", "7S is no card",
    ),
    "card not held": (_with_card_of_another, "G1", "which it does not hold"),
    "hand of 11": (lambda line: _with_hand(line, lambda hand: hand[1:]), "G6", "11 cards"),
    "hand of 13": (lambda line: _with_hand(line, lambda hand: [*hand, "9S"]), "G6", "13 cards"),
    "card in a hand": (lambda line: _with_hand(line, lambda hand: ["7S", *hand[1:]]), "G6", "7S"),
    "no card in a hand": (lambda line: _with_hand(line, lambda hand: ["XX", *hand]), "G6", "XX"),
    "three of a card": (
        lambda line: _with_hand(line, lambda hand: ["AS", "AS", "AS", *hand[3:]]), "G6", "A♠",
    ),
    "short deck": (lambda line: {**line, "deck": "ASAS"}, "G6", "deck has 2 cards"),
    "ends early": (lambda line: {**line, "moves": line["moves"][:-3]}, "G4", "the record ends"),
    "goes on": (lambda line: {**line, "moves": [*line["moves"], "0 pass"]}, "G5", "after the end"),
}  # fmt: skip


@pytest.mark.parametrize("way", WRONG)
def test_a_wrong_line_is_named_and_the_others_are_judged(
    way: str, line: Line, lines: list[Line], tmp_path: Path
) -> None:
    how, rule, words = WRONG[way]
    spoilt = how(json.loads(json.dumps(line)))
    assert isinstance(spoilt, dict | str | bytes)
    other = next(item for item in lines if item["game"] == 1)
    last = {**other, "result": {**other["result"], "bids": 9}}
    audited = audit(tmp_path, line | {"game": 99}, "", spoilt, last)
    errors = [f for f in audited.ledger.findings() if f.severity == "error"]
    assert [f for f in errors if f.rule == rule and f.place == "line 3" and words in f.message]
    assert [f.place for f in errors if f.named == "G7 C3.1"] == ["line 4"]
    assert not [f for f in errors if f.place == "line 1"]
    assert all("\n" not in f.message and len(f.message) < 400 for f in errors)


def test_a_file_cut_in_the_middle_of_a_line(lines: list[Line], tmp_path: Path) -> None:
    path = tmp_path / "cut.jsonl"
    data = "\n".join(json.dumps(line) for line in lines[:3]).encode()
    path.write_bytes(data[:-100])
    audited = audit_transcript(path)
    assert found(audited) == [("G4", "line 3")]
    assert "the file ends in the middle of it" in next(audited.ledger.findings()).message
    assert audited.deals == 2


def test_unknown_fields_are_notes(line: Line, tmp_path: Path) -> None:
    line |= {"comment": 1, "movs": []}
    line["result"]["colour"] = "red"
    audited = audit(tmp_path, line)
    assert found(audited) == []
    messages = [f.message for f in audited.ledger.findings()]
    assert len(messages) == audited.ledger.total("note") == 3
    assert any("moves" in message for message in messages)


@pytest.mark.parametrize(
    ("data", "words"),
    [(b"", "is empty"), (b"\n\n", "is empty"), (b"rules = 'cift66'\n", "no line begins with {")],
)
def test_files_that_are_no_transcripts(data: bytes, words: str, tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(data)
    with pytest.raises(BadInput, match=words):
        audit_transcript(path)
    with pytest.raises(BadInput, match="cannot be read"):
        audit_transcript(tmp_path / "missing")


def test_a_byte_order_mark_and_windows_line_ends(line: Line, tmp_path: Path) -> None:
    path = tmp_path / "windows.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps(line).encode() + b"\r\n")
    assert found(audit_transcript(path)) == []


def test_nothing_thrown_at_it_is_a_traceback(lines: list[Line], tmp_path: Path) -> None:
    rng = Random(66)
    for _ in range(60):
        spoilt = [_spoilt(json.loads(json.dumps(line)), rng) for line in lines[:4]]
        texts = [json.dumps(tree).encode() for tree in spoilt]
        texts = [text[: rng.randrange(len(text))] if rng.random() < 0.1 else text for text in texts]
        path = tmp_path / "f.jsonl"
        path.write_bytes(b"\n".join(texts))
        try:
            audited = audit_transcript(path)
        except BadInput:
            continue
        assert all("\n" not in f.message for f in audited.ledger.findings())


JUNK: list[Any] = [None, True, -1, 10**30, 1.5, "", "AS", [], {}, [[[]]], "0 play 7S", "é\x00"]


def _spoilt(tree: Any, rng: Random) -> Any:
    """Return a tree with one value somewhere in it left out, doubled or replaced."""
    if isinstance(tree, dict) and tree and rng.random() < 0.9:
        key = rng.choice(list(tree))
        if rng.random() < 0.2:
            return {name: value for name, value in tree.items() if name != key}
        return {**tree, key: _spoilt(tree[key], rng)}
    if isinstance(tree, list) and tree and rng.random() < 0.9:
        at = rng.randrange(len(tree))
        part = [tree[at], tree[at]] if rng.random() < 0.2 else [_spoilt(tree[at], rng)]
        return [*tree[:at], *part, *tree[at + 1 :]]
    if isinstance(tree, str) and tree and rng.random() < 0.6:
        at = rng.randrange(len(tree))
        return tree[:at] + rng.choice("AKQJ9T7SHDC012 \n♠") + tree[at + 1 :]
    return rng.choice(JUNK)
