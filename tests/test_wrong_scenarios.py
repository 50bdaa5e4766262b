"""Scenarios that are wrong: one sentence with file and line or the --set, whatever was written."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from sixtysix_sim.errors import BadInput, InvalidScenario
from sixtysix_sim.scenario import Scenario, load_scenario, scenario_from_tree

BASE = '[rules]\nbase = "cift66"\n'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def load(text: str, *sets: str) -> Scenario:
    Path("s.toml").write_text(text, "utf-8")
    return load_scenario("s.toml", sets)


def problem(text: str, *sets: str) -> str:
    with pytest.raises(BadInput) as caught:
        load(text, *sets)
    said = str(caught.value)
    assert said.isprintable()
    return said


# ---- wrong --set


@pytest.mark.parametrize(
    ("sets", "message"),
    [
        (["rules.auction.min_bid"], "--set rules.auction.min_bid: write KEY=VALUE, as in rules."),
        (["rules..min_bid=3"], "--set rules..min_bid=3: write KEY=VALUE"),
        (["rules=3"], "--set rules=3: a key begins with rules., bots. or scenario."),
        (["rulse.a=3"], "--set rulse.a=3: a key begins with rules., bots. or scenario. (did you"),
        (["auction.min_bid=3"], "--set auction.min_bid=3: a key begins with rules., bots. or "
         "scenario. (did you mean rules.auction.min_bid?)"),
        (["min_bid=3"], "--set min_bid=3: a key begins with rules., bots. or scenario. (did "
         "you mean rules.auction.min_bid?)"),
        (["rules.auction.min_bit=3"], "--set rules.auction.min_bit=3: rules.auction.min_bit is not "
         "a rule parameter (did you mean auction.min_bid?)"),
        (["rules.follow.must_beat=alway"], "--set rules.follow.must_beat=alway: "
         'rules.follow.must_beat is "alway" but must be one of never, trump_led, always (C6.4)'),
        (["rules.auction.min_bid=800"], "--set rules.auction.min_bid=800: rules.auction.max_bid is "
         "700, below auction.min_bid = 800"),
        (["rules.auction=5", "rules.auction.min_bid=3"], "--set rules.auction.min_bid=3: auction "
         "has a value from another --set"),
        (["rules.auction.min_bid=1\x1b2"], '--set rules.auction.min_bid=1 2: rules.auction.min_bid '
         'is "1 2" but'),
        (["rules.auction.min_bid=" + "9" * 9000], "--set rules.auction.min_bid=999"),
        (["rules.auction.min_bid=" + "[" * 9000], "--set rules.auction.min_bid=[[["),
        (["rules" + ".a" * 3000 + "=1"], "--set rules.a.a.a"),
        (["rules.base=cift67"], '--set rules.base=cift67: rules.base is "cift67", which is no '
         "preset (did you mean cift66?)"),
        (["rules.base=no.toml"], '--set rules.base=no.toml: rules.base is "no.toml", a file that '
         "is not there"),
        (["scenario.games=0"], "--set scenario.games=0: scenario.games is 0 but must be a whole "
         "number from 1 to 1000000000000"),
        (["scenario.seed=18446744073709551616"], "--set scenario.seed=18446744073709551616: "),
        (["scenario.sed=1"], "--set scenario.sed=1: scenario.sed is not a key of a scenario (did "
         "you mean seed?)"),
        (["scenario.name="], "--set scenario.name=: scenario.name must be one line of 1 to 100"),
        (["bots.seat.4=random"], "--set bots.seat.4=random: bots.seat.4 is no seat: they run from "
         "0 to 3"),
        (["bots.side.2=random"], "--set bots.side.2=random: bots.side.2 is no side: they run from "
         "0 to 1"),
        (["bots.sid.0=x"], "--set bots.sid.0=x: bots.sid is not a key of bots (did you mean "
         "side?)"),
        (["bots.default.blunder=nan"], "--set bots.default.blunder=nan: bots.default.blunder is "
         "nan but must be a finite number, true, false or text"),
        (["bots.default.policy=3"], "--set bots.default.policy=3: bots.default.policy is 3 but"),
        (["bots.default=[]"], "--set bots.default=[]: bots.default is [] but must be a policy's"),
    ],
)  # fmt: skip
def test_wrong_sets_name_the_set(sets: list[str], message: str) -> None:
    with pytest.raises(BadInput) as caught:
        load_scenario("cift66", sets)
    said = str(caught.value)
    assert said.startswith(message)
    assert said.isprintable()
    assert len(said) < 300


# ---- wrong files


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "s.toml: rules.base is missing: it must name a preset or a scenario file"),
        ("[rules]\n", "s.toml, line 1: rules.base is missing"),
        ('[rules]\nbase = "cift6"\n', 's.toml, line 2: rules.base is "cift6", which is no preset '
         "(did you mean cift66?)"),
        ("[rules]\nbase = 3\n", "s.toml, line 2: rules.base is 3 but must name"),
        ('[rules]\nbase = "s.toml"\n', "s.toml, line 2: rules.base leads back to s.toml"),
        ('[rules]\nbase = "x.toml"\n', 's.toml, line 2: rules.base is "x.toml", a file that is'),
        ("rules = 3", "s.toml, line 1: rules is 3 but must be a table"),
        ("[rulse]\n", "s.toml, line 1: rulse is not a table of a scenario (did you mean rules?)"),
        ("\n[auction]\nmin_bid = 1\n", "s.toml, line 2: auction is not a table of a scenario (did "
         "you mean rules.auction?)"),
        (BASE + "[rules.auction]\nmin_bid = 1\nmin_bid = 2\n", "s.toml, line 5: "
         "rules.auction.min_bid is given twice, first in line 4"),
        (BASE + "[rules.auction]\n\nmin_bit = 1\n", "s.toml, line 5: rules.auction.min_bit is not "
         "a rule parameter (did you mean auction.min_bid?)"),
        (BASE + "[rules.auction]\nmin_bid = 5\n[rules.deal]\nhand_size = 13\n", "s.toml, line 6: "
         "rules.deal.hand_size is 13, for 4 seats 52 cards, but the deck has 48: at most 12"),
        (BASE + "[rules.deck]\npacks = 1\n", "s.toml, line 4: rules.deal.hand_size is 12, for 4 "
         "seats 48 cards, but the deck has 24"),
        (BASE + "auction.min_bid = 2020-01-01\n", "s.toml, line 3: rules.auction.min_bid is "
         "2020-01-01 but must be a whole number"),
        (BASE + "auction.min_bid = " + "9" * 5000, "s.toml: a number has too many digits"),
        (BASE + "auction.min_bid = " + "[" * 5000, "s.toml: lists or tables stand too deep"),
        ("a" + ".a" * 5000 + " = 1", "s.toml: tables stand too deep inside each other"),
        (BASE + "auction = {", "s.toml, line 3: is not TOML: "),
        (BASE + "[bots]\nseat = 3\n", "s.toml, line 4: bots.seat is 3 but must be a table"),
        (BASE + "[bots]\nseat.7 = 'x'\n", "s.toml, line 4: bots.seat.7 is no seat"),
        (BASE + "[bots]\ndefault = {blunder = [1]}\n", "s.toml, line 4: bots.default.blunder is "
         "[1] but must be a finite number"),
        (BASE + "[bots]\ndefault = {blunder = 1e999}\n", "s.toml, line 4: bots.default.blunder is"),
        (f"[scenario]\nseed = {2**64}\n{BASE}", "s.toml, line 2: scenario.seed is"),
        (f"[scenario]\ngames = 1e5\n{BASE}", "s.toml, line 2: scenario.games is 100000.0 but"),
        (f"[scenario]\ngames = true\n{BASE}", "s.toml, line 2: scenario.games is true but"),
        (f"[scenario]\nname = 3\n{BASE}", "s.toml, line 2: scenario.name is 3 but must be text"),
        (f'[scenario]\nname = "a\\nb"\n{BASE}', "s.toml, line 2: scenario.name must be one line"),
        (f"scenario = []\n{BASE}", "s.toml, line 1: scenario is [] but must be a table"),
    ],
)  # fmt: skip
def test_wrong_files_name_line_and_key(folder: Path, text: str, message: str) -> None:
    assert problem(text).startswith(message)


def test_a_problem_in_a_base_names_that_file(folder: Path) -> None:
    (folder / "one.toml").write_text(BASE + "[rules.auction]\nmin_bid = 5000\n")
    said = problem('[rules]\nbase = "one.toml"\nauction.ask = false\n')
    assert said.startswith("one.toml, line 4: rules.auction.max_bid is 700, below auction.min_bid")


def test_what_is_no_scenario_file(folder: Path) -> None:
    Path("latin.toml").write_bytes('[scenario]\nname = "Çift"\n'.encode("latin-1"))
    Path("big.toml").write_text("#" * 1_100_000)
    for source, message in [
        ("latin.toml", "latin.toml: is not UTF-8 text (byte 19): save it as UTF-8"),
        ("big.toml", "big.toml: is longer than 1,000,000 characters: no scenario"),
        ("", "'': cannot be read: is a directory"),
        (".", ".: cannot be read: is a directory"),
        ("nothing.toml", "nothing.toml: no such scenario file and no such preset"),
        ("latn.toml", "latn.toml: no such scenario file and no such preset (did you mean latin.t"),
        ("latin.tml", "latin.tml: no such scenario file and no such preset (did you mean latin.t"),
        ("cift67", "cift67: no such scenario file and no such preset (did you mean cift66?)"),
        ("a\0b.toml", "a b.toml: no such scenario file"),
        ("latin.toml/x", "latin.toml/x: no such scenario file"),
        ("x" * 5000, "x"),
    ]:
        with pytest.raises(BadInput) as caught:
            load_scenario(source)
        assert str(caught.value).startswith(message)
        assert str(caught.value).isprintable()


def test_a_byte_order_mark_and_windows_lines_are_no_harm(folder: Path) -> None:
    Path("s.toml").write_bytes(
        ("\ufeff" + BASE + "game.target = 0\n").replace("\n", "\r\n").encode()
    )
    with pytest.raises(InvalidScenario, match=r"^s\.toml, line 3: rules\.game\.target is 0 but"):
        load_scenario("s.toml")


def test_policies_can_point_at_a_line_or_a_set(folder: Path) -> None:
    scenario = load(BASE + "[bots]\ndefault = 'greedy'\nside.0 = {policy = 'greedy', blnder = 1}\n")
    said = str(scenario.problem("bots.side.0.blnder", "is no parameter of greedy"))
    assert said == "s.toml, line 5: bots.side.0.blnder is no parameter of greedy"
    scenario = load(BASE, "bots.default.blnder=1")
    said = str(scenario.problem("bots.default.blnder", "is no parameter"))
    assert said == "--set bots.default.blnder=1: bots.default.blnder is no parameter"
    assert (
        str(load_scenario("cift66").problem("rules.deck", "is odd")) == "cift66: rules.deck is odd"
    )


# ---- anything at all

WORDS = st.sampled_from(
    ["[rules]", "base", '"cift66"', "=", "[", "]", "{", "}", ".", "rules", "auction", "min_bid",
     "melds", "run", "remove", "true", "cards", '["JD"]', "[bots]", "seat", "0", "-1", "nan", "\n",
     "\n", "#", '"""', "points", "deck", "values", "ranks", "'", "\x00", "é", "1e9", "[scenario]",
     "games", "seed", "name", ","]
)  # fmt: skip
COPY = '[scenario]\ngames = 5\n[rules]\nbase = "cift66"\n[rules.auction]\nmin_bid = 120\nstep = 5\n'


@hypothesis_settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(WORDS, max_size=40).map(" ".join) | st.text(max_size=60))
def test_any_text_loads_or_is_one_sentence(folder: Path, text: str) -> None:
    said = ""
    try:
        load(BASE + text)
    except BadInput as error:
        said = str(error)
    except UnicodeEncodeError:  # a lone surrogate cannot be written to the test's file
        return
    assert said.isprintable()
    assert len(said) < 400


@hypothesis_settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, len(COPY)), st.integers(0, len(COPY)), st.binary(max_size=4))
def test_any_damage_loads_or_is_one_sentence(
    folder: Path, start: int, stop: int, put: bytes
) -> None:
    Path("s.toml").write_bytes(COPY.encode()[:start] + put + COPY.encode()[stop:])
    said = ""
    try:
        load_scenario("s.toml")
    except BadInput as error:
        said = str(error)
    assert said.isprintable()


JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["base", "auction", "melds", "seat", "0", "policy", "name", "deck"]),
            inner,
        )
    ),
    max_leaves=8,
)


@hypothesis_settings(max_examples=300)
@given(st.dictionaries(st.sampled_from(["scenario", "rules", "bots", "x"]), JSON))
def test_any_stored_tree_loads_or_is_one_sentence(tree: dict[str, Any]) -> None:
    if isinstance(tree.get("rules"), dict):
        tree["rules"]["base"] = "cift66"
    said = ""
    try:
        scenario_from_tree(tree, "run.json")
    except InvalidScenario as error:
        said = str(error)
    assert said.isprintable()


@hypothesis_settings(max_examples=200)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(
                [
                    "rules.auction.min_bid",
                    "bots.seat.0",
                    "rules.melds.run",
                    "scenario.games",
                    "rules",
                    "",
                ]
            ),
            st.text(max_size=12),
        )
    )
)
def test_any_sets_load_or_are_one_sentence(pairs: list[tuple[str, str]]) -> None:
    said = ""
    try:
        load_scenario("cift66", [f"{key}={value}" for key, value in pairs])
    except BadInput as error:
        said = str(error)
    assert said.isprintable()
