"""Audit of the talon family: clean runs are clean, what is spoilt is found with its clause."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import polars as pl
import pytest

from sixtysix_sim.referee.audit import Ledger, Record, judge_of
from sixtysix_sim.referee.audit.record import RecordedMove
from sixtysix_sim.referee.audit.talon.record import ENDS, result_row
from sixtysix_sim.referee.talon import apply, seat_to_act
from sixtysix_sim.rules.ruleset import RuleSet, resolve_rules
from sixtysix_sim.vocabulary import LogLevel
from tests.referee.corrupted import Change, audited, change, copy_of, named, play, put, without
from tests.referee.talon_games import TALON_PRESETS, choose, dealt, every_action, shuffled
from tests.strategies import random_talon_settings

Row = dict[str, object]
_TO_THE_END = pl.col("end").cast(pl.String).is_in(["played_out", "drawn"])
BOTS = (
    "bots.side.0.policy=greedy",
    "bots.side.1.policy=random",
    *(f"bots.side.{side}.wrong_claim_rate=0.01" for side in range(2)),
    *(f"bots.side.{side}.claim_delay=0.3" for side in range(2)),
)
GAMES = 60


@pytest.fixture(scope="module", params=TALON_PRESETS)
def preset(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def rules(preset: str) -> RuleSet:
    return resolve_rules(preset)


@pytest.fixture(scope="module")
def clean(preset: str, tmp_path_factory: pytest.TempPathFactory) -> dict[LogLevel, Path]:
    folder = tmp_path_factory.mktemp(preset)
    levels = (LogLevel.MOVES, LogLevel.DEALS)
    return {log: play(folder / log, log, *BOTS, games=GAMES, preset=preset) for log in levels}


@pytest.fixture
def run(clean: dict[LogLevel, Path], tmp_path: Path) -> Path:
    """A run with moves, to be spoilt."""
    return copy_of(clean[LogLevel.MOVES], tmp_path / "moves")


@pytest.fixture
def quiet(clean: dict[LogLevel, Path], tmp_path: Path) -> Path:
    """The same games without moves and decks."""
    return copy_of(clean[LogLevel.DEALS], tmp_path / "deals")


def table(run: Path, name: str) -> pl.DataFrame:
    return pl.read_parquet(run / name / "*.parquet")


def first(frame: pl.DataFrame, *conditions: pl.Expr) -> Row:
    return frame.filter(*conditions).row(0, named=True)


def place_of(row: Row) -> dict[str, int]:
    return {key: int(str(row[key])) for key in ("game", "deal")}


def where(row: Row) -> str:
    return f"game {row['game']}, deal {row['deal']}"


def _of_deal(row: Row) -> list[pl.Expr]:
    return [pl.col(name) == value for name, value in place_of(row).items()]


def number(row: Row, name: str) -> int:
    return int(str(row[name]))


# --- clean ------------------------------------------------------------------------------------


def test_clean_runs_of_every_log_level_are_clean(
    preset: str, clean: dict[LogLevel, Path], tmp_path: Path
) -> None:
    for log, folder in clean.items():
        found = audited(folder)
        assert not list(found.ledger.findings())
        assert (found.games, found.deals) == (GAMES, table(folder, "deals").height)
        logged = log is LogLevel.MOVES
        assert found.moves == (table(folder, "moves").height if logged else 0)
        assert found.decks == (found.deals if logged else 0)
    for log in (LogLevel.GAMES, LogLevel.NONE):
        found = audited(play(tmp_path / log, log, *BOTS, games=3, preset=preset))
        assert not found.ledger.counts


def test_two_processes_and_a_sample(preset: str, tmp_path: Path) -> None:
    folder = play(tmp_path / "run", LogLevel.MOVES, *BOTS, games=260, first=70, preset=preset)
    found = audited(folder, jobs=2)
    assert not list(found.ledger.findings())
    assert (found.games, audited(folder, sample=13).games) == (260, 13)


# --- results ----------------------------------------------------------------------------------

#: What is recorded wrongly in a deal that was not closed → the key of the clause that says so.
RESULTS: dict[str, tuple[Callable[[Row], tuple[str, object]], str]] = {
    "score": (lambda row: ("score_0", number(row, "score_0") + 5), "stakes.base"),
    "winner": (lambda row: ("winner", 1 - number(row, "winner")), "END"),
    "game points": (lambda row: ("game_points", number(row, "game_points") + 1), "stakes.base"),
    "trump": (lambda row: ("trump", "S" if row["trump"] != "S" else "H"), "upcard"),
    "upcard": (lambda row: ("upcard", "AS" if row["upcard"] != "AS" else "AH"), "upcard"),
    "forehand": (lambda row: ("forehand", 1 - number(row, "forehand")), "forehand"),
    "closer": (lambda row: ("closer", 0), "closing.allowed"),
    "closed at": (lambda row: ("closed_at", 7), "closing.allowed"),
    "exchanger": (lambda row: ("exchanger", 5), "exchange.rank"),
    "tricks": (lambda row: ("tricks_0", number(row, "tricks_0") + 9), "trick"),
    "melds": (lambda row: ("meld_points_0", number(row, "meld_points_0") + 7), "MELDS"),
    "stake": (lambda row: ("stake", 3), "stakes.draw_adds"),
}  # fmt: skip


def _plain(run: Path) -> Row:
    """A won deal in which nobody closed, exchanged or declared anything."""
    deals = table(run, "deals")
    melds = table(run, "melds").select("game", "deal").unique()
    no_melds = deals.join(melds, ["game", "deal"], "anti", maintain_order="left")
    return first(
        no_melds, pl.col("end") == "claim", pl.col("closer") < 0, pl.col("exchanger") < 0,
        pl.col("deal") > 0,
    )  # fmt: skip


@pytest.mark.parametrize("way", RESULTS)
@pytest.mark.parametrize("log", ["run", "quiet"])
def test_changed_results(
    way: str, log: str, rules: RuleSet, request: pytest.FixtureRequest
) -> None:
    folder: Path = request.getfixturevalue(log)
    row, (how, key) = _plain(folder), RESULTS[way]
    column, value = how(row)
    change(folder, "deals", put(column, value, **place_of(row)))
    # Without moves it is the recorded winner that claimed: wrongly, with the points it has.
    end = "claim" if log == "run" else "claim.wrong"
    key = {"END": end, "MELDS": "marriage.plain"}.get(key, key)
    found = named(folder)
    assert where(row) in found[f"G7 {rules.clause_of(key)}"]


@pytest.mark.parametrize("log", ["run", "quiet"])
def test_a_wrong_dealer(log: str, rules: RuleSet, request: pytest.FixtureRequest) -> None:
    folder: Path = request.getfixturevalue(log)
    row = first(table(folder, "deals"), pl.col("deal") == 1)
    change(folder, "deals", put("dealer", 1 - number(row, "dealer"), **place_of(row)))
    assert where(row) in named(folder)[rules.clause_of("deal.rotation")]


def test_one_wrong_number_is_not_a_train_of_findings(run: Path, rules: RuleSet) -> None:
    row = _plain(run)
    column = f"change_{row['winner']}"
    change(run, "deals", put(column, number(row, column) + 1, **place_of(row)))
    found = named(run)
    price = f"G7 {rules.clause_of('stakes.base')}"
    assert set(found) == {price}
    assert found[price] == [where(row)] * 2  # the price, and the score that rests on it


def test_card_points_and_the_bonus(run: Path, rules: RuleSet) -> None:
    row = first(table(run, "deals"), _TO_THE_END, pl.col("tricks_0") > 0)
    change(run, "deals", put("card_points_0", number(row, "card_points_0") + 3, **place_of(row)))
    assert where(row) in named(run)[f"G7 {rules.clause_of('deck.values.RANK')}"]
    bonus = rules.talon.last_trick.bonus
    if bonus:
        change(run, "deals", put("card_points_0", number(row, "card_points_0"), **place_of(row)))
        for side, by in ((0, -bonus), (1, bonus)):
            name = f"card_points_{side}"
            change(run, "deals", put(name, number(row, name) + by, **place_of(row)))
        assert where(row) in named(run)[f"G7 {rules.clause_of('last_trick.bonus')}"]


def test_points_of_a_deal_played_out_add_up_without_moves(quiet: Path, rules: RuleSet) -> None:
    row = first(table(quiet, "deals"), _TO_THE_END, pl.col("tricks_0") > 0)
    change(quiet, "deals", put("card_points_0", number(row, "card_points_0") + 3, **place_of(row)))
    assert where(row) in named(quiet)[f"G7 {rules.clause_of('deck.values.RANK')}"]


CLOSED: dict[str, tuple[str, int, str]] = {
    "closed_at": ("closed_at", 1, "closing.allowed"),
    "nobody closed": ("closer", -1, "closing.allowed"),
    "the other closed": ("closer", 2, "closing.allowed"),
}


@pytest.mark.parametrize("way", CLOSED)
@pytest.mark.parametrize("log", ["run", "quiet"])
def test_changed_closings(
    way: str, log: str, rules: RuleSet, request: pytest.FixtureRequest
) -> None:
    folder: Path = request.getfixturevalue(log)
    column, value, key = CLOSED[way]
    row = first(table(folder, "deals"), pl.col("closer") >= 0)
    change(folder, "deals", put(column, value, **place_of(row)))
    assert where(row) in named(folder)[f"G7 {rules.clause_of(key)}"]


def test_price_of_a_failed_closing(quiet: Path, run: Path, rules: RuleSet) -> None:
    for folder in (run, quiet):
        failed = pl.col("end") == "closer_failed"
        row = first(table(folder, "deals"), failed)
        for column in ("game_points", f"change_{row['winner']}"):
            change(folder, "deals", put(column, 9, **place_of(row)))
        assert where(row) in named(folder)[f"G7 {rules.clause_of('closing.failure')}"]


# --- marriages --------------------------------------------------------------------------------

MELDS: dict[str, tuple[Change, str]] = {
    "points": (lambda f: _in_first(f, points=30), "WORTH"),
    "copies": (lambda f: _in_first(f, copies=2), "marriage"),
    "no suit": (lambda f: _in_first(f, suit=None), "marriage"),
    "side": (lambda f: _in_first(f, side=1 - f["side"][0]), "marriage"),
    "counted": (lambda f: _in_first(f, counted=not f["counted"][0]), "marriage.needs_trick"),
    "twice": (lambda f: pl.concat([f.head(1), f]), "marriage"),
}


def _in_first(frame: pl.DataFrame, **values: object) -> pl.DataFrame:
    row = {**frame.row(0, named=True), **values}
    return pl.concat([pl.DataFrame([row], schema=frame.schema), frame.slice(1)])


@pytest.mark.parametrize("way", MELDS)
@pytest.mark.parametrize("log", ["run", "quiet"])
def test_changed_marriages(
    way: str, log: str, rules: RuleSet, request: pytest.FixtureRequest
) -> None:
    folder: Path = request.getfixturevalue(log)
    how, key = MELDS[way]
    row = table(folder, "melds").row(0, named=True)
    deal = first(table(folder, "deals"), *_of_deal(row))
    worth = "marriage.trump" if row["suit"] == deal["trump"] else "marriage.plain"
    change(folder, "melds", how)
    clause = rules.clause_of({"WORTH": worth}.get(key, key))
    found = named(folder)
    assert [name for name, at in found.items() if clause in name and where(row) in at], found


def test_a_marriage_in_another_suit(run: Path, rules: RuleSet) -> None:
    row = table(run, "melds").row(0, named=True)
    change(run, "melds", lambda f: _in_first(f, suit="S" if row["suit"] != "S" else "H"))
    assert named(run)[f"G7 {rules.clause_of('marriage')}"] == [where(row)] * 2


def test_a_marriage_left_out(run: Path, quiet: Path, rules: RuleSet) -> None:
    for folder, key in ((run, "marriage"), (quiet, "marriage.plain")):
        row = first(table(folder, "melds"), pl.col("counted"))
        change(folder, "melds", without(**place_of(row)))
        assert where(row) in named(folder)[f"G7 {rules.clause_of(key)}"]


# --- moves ------------------------------------------------------------------------------------


def test_a_card_that_is_not_held_and_what_follows(run: Path) -> None:
    row = first(table(run, "moves"), pl.col("trick") == 2, pl.col("action") == "play")
    held = first(table(run, "deals"), *_of_deal(row))
    last_drawn = str(held["deck"])[-2:]
    change(run, "moves", put("card", last_drawn, **place_of(row), seq=number(row, "seq")))
    assert named(run)["G1"] == [f"{where(row)}, move {row['seq']}"]


def test_a_card_that_breaks_a_duty(run: Path, rules: RuleSet) -> None:
    """Two cards of a follower swapped in the endgame: the first breaks a duty of following."""
    moves = table(run, "moves")
    plays = moves.filter(pl.col("action") == "play")
    keys = ["game", "deal", "seat"]
    later = plays.with_columns(
        other=pl.col("card").shift(-1).over(keys), other_seq=pl.col("seq").shift(-1).over(keys),
        led=pl.col("card").shift(1).over("game", "deal"),
        first=pl.col("trick") != pl.col("trick").shift(1).over("game", "deal"),
    )  # fmt: skip
    suit = {name: pl.col(name).cast(pl.String).str.slice(1) for name in ("card", "other", "led")}
    revoke = (suit["card"] == suit["led"]) & (suit["other"] != suit["led"])
    row = first(later, pl.col("legal") == 1, ~pl.col("first"), revoke)
    change(run, "moves", put("card", row["other"], **place_of(row), seq=number(row, "seq")))
    change(run, "moves", put("card", row["card"], **place_of(row), seq=number(row, "other_seq")))
    clause = rules.clause_of("follow.must_follow")
    assert f"{where(row)}, move {row['seq']}" in named(run)[clause]


MOVES: dict[str, tuple[Callable[[Row], Change], str]] = {
    "missing": (lambda row: without(**place_of(row), seq=number(row, "seq")), "G4"),
    "trick": (lambda row: put("trick", 9, **place_of(row), seq=number(row, "seq")), "G7"),
    "value": (lambda row: put("value", 3, **place_of(row), seq=number(row, "seq")), "G3"),
    "a word of the other family": (
        lambda row: put("action", "pass", **place_of(row), seq=number(row, "seq")), "G3",
    ),
    "out of turn": (
        lambda row: put("seat", 1 - number(row, "seat"), **place_of(row), seq=number(row, "seq")),
        "G2 {leader}",
    ),
}  # fmt: skip


@pytest.mark.parametrize("way", MOVES)
def test_changed_moves(way: str, run: Path, rules: RuleSet) -> None:
    how, rule = MOVES[way]
    row = first(table(run, "moves"), pl.col("trick") == 2, pl.col("action") == "play")
    change(run, "moves", how(row))
    assert rule.format(leader=rules.clause_of("leader")) in named(run)


#: An action of a leader on its first lead turned into another → the key of the clause it breaks.
RIGHTS: dict[str, tuple[str, str | None, str]] = {
    "an exchange without the card": ("exchange", None, "exchange.rank"),
    "a marriage without the pair": ("marriage", "?", "marriage"),
    "a draw nobody chooses": ("draw", None, "G3"),
}


@pytest.mark.parametrize("way", RIGHTS)
def test_rights_that_are_not_there(way: str, run: Path, rules: RuleSet) -> None:
    action, suit, key = RIGHTS[way]
    for row in _leads(run):
        hand = _hand(run, row)
        lowest = f"{rules.talon.exchange.rank}{row['trump']}"
        pairs = [s for s in "SHDC" if not {"K" + s, "Q" + s} <= set(hand)]
        if lowest not in hand and pairs:
            break
    here = {**place_of(row), "seq": 0}
    for column, value in (("action", action), ("card", None), ("suit", suit and pairs[0])):
        change(run, "moves", put(column, value, **here))
    clause = key if key == "G3" else rules.clause_of(key)
    assert f"{where(row)}, move 0" in named(run)[clause]


def _leads(run: Path) -> list[Row]:
    leads = table(run, "moves").filter(pl.col("seq") == 0, pl.col("action") == "play")
    return leads.join(table(run, "deals"), ["game", "deal"], maintain_order="left").to_dicts()


def _hand(run: Path, row: Row) -> list[str]:
    deck = first(table(run, "deals"), *_of_deal(row))["deck"]
    size = 12 if len(str(deck)) == 48 else 10
    text = str(deck)[size * number(row, "seat") :][:size]
    return [text[at : at + 2] for at in range(0, size, 2)]


def test_legal_counts_name_what_would_explain_them(run: Path, rules: RuleSet) -> None:
    """In the endgame of a deal not closed a follower holds cards that its duties take away."""
    moves = table(run, "moves")
    follows = pl.col("trick") == pl.col("trick").shift(1).over("game", "deal")
    lead = pl.col("action").shift(1).over("game", "deal") == "play"
    forced = moves.filter(follows & lead & (pl.col("legal") == 1))
    row = first(forced, pl.col("trick").is_between(7, 9))
    change(run, "moves", put("legal", 12, **place_of(row), seq=number(row, "seq")))
    found = [f for f in audited(run).ledger.findings() if not f.place.startswith("sums")]
    assert [(f.named, f.where) for f in found] == [
        (f"G7 {rules.clause_of('follow.must_follow')}", f"{where(row)}, move {row['seq']}")
    ]
    assert f"1 action is legal (play {row['card']})" in found[0].message


def test_deals_cut_short_and_gone_on(run: Path) -> None:
    row = first(table(run, "deals"), _TO_THE_END)
    moves = table(run, "moves").filter(*_of_deal(row))
    last = moves.height - 1

    def more(frame: pl.DataFrame) -> pl.DataFrame:
        twin = moves.tail(1).with_columns(seq=pl.lit(last + 1, pl.Int16))
        return pl.concat([frame, twin]).sort("game", "deal", "seq")

    change(run, "moves", more)
    assert f"{where(row)}, move {last + 1}" in named(run)["G5"]
    change(run, "moves", lambda f: f.filter(~_at(row, pl.col("seq") >= last)))
    assert where(row) in named(run)["G4"]


def _at(row: Row, *conditions: pl.Expr) -> pl.Expr:
    return pl.all_horizontal(*_of_deal(row), *conditions)


def test_decks(run: Path, rules: RuleSet) -> None:
    deals = table(run, "deals")
    one, two = deals.row(0, named=True), deals.row(1, named=True)
    clause = rules.clause_of("deck.packs")
    change(run, "deals", put("deck", str(one["deck"]).replace("AS", "TS"), **place_of(one)))
    change(run, "deals", put("deck", "nothing", **place_of(two)))
    found = named(run)
    assert found[f"G6 {clause}"] == [where(one), where(two)]


# --- matches and sums -------------------------------------------------------------------------


def test_ends_of_matches(run: Path, rules: RuleSet) -> None:
    target = "match.target" if rules.talon.match.target else "match.deals"
    change(run, "games", put("winner", -1, game=3))
    change(run, "games", put("end", "deal_cap", game=4))
    change(run, "games", put("score_1", 99, game=5))
    found = named(run)
    assert f"game {5}" in found[f"G7 {rules.clause_of('stakes.base')}"]
    assert {"game 3", "game 4"} <= set(found[f"G7 {rules.clause_of(target)}"])


def test_a_match_that_stops_too_early_and_one_that_goes_on(run: Path, rules: RuleSet) -> None:
    clause = rules.clause_of("match.target")
    last = table(run, "deals").filter(pl.col("game") == 2)["deal"].max()
    for name in ("deals", "melds", "moves"):
        change(run, name, lambda frame: frame.filter(~_gone(frame, last)))
    assert "game 2" in named(run)[f"G4 {clause}"]


def _gone(frame: pl.DataFrame, last: object) -> pl.Expr:
    return (pl.col("game") == 2) & (pl.col("deal") == last)


def test_every_sum_is_counted_again_from_the_tables(
    clean: dict[LogLevel, Path], tmp_path: Path, rules: RuleSet
) -> None:
    """With moves every figure; without them all but those about moves and cards."""
    for log, folder in clean.items():
        run = copy_of(folder, tmp_path / log)
        change(run, "sums", lambda f: f.with_columns(km=pl.col("km") + 1))
        found = [f for f in audited(run).ledger.findings() if f.place.startswith("sums")]
        every = table(run, "sums")
        assert len(found) == len(every) - (0 if log is LogLevel.MOVES else _of_moves(every, rules))


def _of_moves(sums: pl.DataFrame, rules: RuleSet) -> int:
    """How many figures need moves: of actions and cards, and closings that may precede a draw."""
    words = ("moves", "forced", "legal", "branching", "played", "cards_per")
    names = sums["metric"].to_list()
    needed = [name for name in names if any(word in name for word in words)]
    before = rules.talon.closing.when == "before_or_after_draw"
    return len(needed) + before * sum("_trick" in name and "clos" in name for name in names)


# --- anything -----------------------------------------------------------------------------------


def _spoilt(rng: Random) -> tuple[RuleSet, Record]:
    """A deal played at random under drawn rules, with numbers and actions that are not its own."""
    preset = rng.choice(TALON_PRESETS)
    ruleset = resolve_rules(preset, random_talon_settings(rng, preset, seats=(2,)))
    deck = shuffled(ruleset, rng)
    state, moves = dealt(ruleset, deck), list[RecordedMove]()
    while (seat := seat_to_act(state)) is not None:
        move = choose(state, rng)
        moves.append((len(moves), apply(state, seat, move).trick, seat, move, None))
    assert state.result is not None
    row = result_row(state.result)
    for name in rng.sample(list(row), rng.randint(0, 2)):
        codes = [None, 0, 1, 2] if name in ("trump", "upcard") else [-1, 0, 1, 2, 5, 66, 1000]
        row[name] = rng.choice(ENDS) if name == "end" else rng.choice(codes)
    for _ in range(rng.randint(0, 2)):
        at = rng.randrange(len(moves))
        seat = rng.choice((moves[at][2], rng.randrange(2)))
        moves[at] = (at, moves[at][1], seat, rng.choice(every_action()), rng.randint(1, 9))
    size = ruleset.talon.deal.hand_size
    hands: list[list[int] | None] = [deck[:size], deck[size : 2 * size]]
    if rng.random() < 0.2:
        hands[rng.randrange(2)] = None
    logged = moves if rng.random() < 0.6 else None
    return ruleset, Record(0, 0, 1, hands, deck[2 * size :], logged, row, rng.choice((None, [])))


def test_whatever_is_recorded_is_judged() -> None:
    """No record of cards, actions and numbers that exist is an error of the program."""
    rng, found = Random(66), 0
    for _ in range(400):
        ruleset, record = _spoilt(rng)
        ledger = Ledger()
        judge_of(ruleset, ledger).deal(record)
        found += ledger.total("error")
    assert found > 200
