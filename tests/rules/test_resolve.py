"""Resolving rules: layers, open tables, hashes, and one sentence for whatever cannot be."""

import json
import tomllib
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from sixtysix_sim.rules.ruleset import RuleError, flatten, nest, resolve_rules
from sixtysix_sim.rules.toml_values import toml_value
from tests.strategies import Settings, dotted, random_settings, settings


def resolve(**dotted_values: Any) -> dict[str, Any]:
    """Values of the preset under changes: ``auction__min_bid=120`` is auction.min_bid."""
    tree = nest({key.replace("__", "."): value for key, value in dotted_values.items()})
    return resolve_rules("cift66", tree).values


# ---- what layers mean together


def test_later_layers_win_key_by_key() -> None:
    values = resolve_rules(
        "cift66",
        {"auction": {"min_bid": 120, "step": 20}},
        {"auction": {"min_bid": 130}},
    ).values
    assert (values["auction.min_bid"], values["auction.step"]) == (130, 20)
    assert values["auction.max_bid"] == resolve_rules("cift66").values["auction.max_bid"]


def test_a_new_pattern_takes_the_old_ones_place() -> None:
    values = resolve(melds__run__rank="A", melds__run__suits="each")
    assert values["melds.run.suits"] == "each"
    assert "melds.run.ranks" not in values
    assert "melds.run.suit" not in values


def test_half_a_pattern_changes_that_half() -> None:
    values = resolve(melds__run__suit="any", melds__marriage__ranks=["A", "T"])
    assert values["melds.run.ranks"] == ["A", "T", "K", "Q", "J"]
    assert values["melds.run.suit"] == "any"
    assert (values["melds.marriage.ranks"], values["melds.marriage.suit"]) == (["A", "T"], "plain")


def test_removing_and_bringing_back_a_meld() -> None:
    gone = {"melds": {"run": {"remove": True}}}
    assert not any("melds.run." in key for key in resolve_rules("cift66", gone).values)
    back = {"melds": {"run": {"ranks": ["A", "T"], "suit": "trump", "points": 9}}}
    assert resolve_rules("cift66", gone, back).values["melds.run.points"] == 9
    kept = {"melds": {"run": {"remove": False}}}
    assert resolve_rules("cift66", kept).hash == resolve_rules("cift66").hash


def test_a_meld_that_is_removed_takes_no_values() -> None:
    with pytest.raises(RuleError, match=r"^melds\.run\.points means nothing beside remove = true"):
        resolve_rules("cift66", {"melds": {"run": {"remove": True, "points": 3}}})


def test_a_mistyped_meld_without_a_pattern_gets_the_nearest_name() -> None:
    with pytest.raises(RuleError, match=r"melds\.runn is no meld \(did you mean melds\.run\?\)"):
        resolve_rules("cift66", {"melds": {"runn": {"points": 100}}})
    with pytest.raises(RuleError, match=r"melds\.xyzzy has no pattern"):
        resolve_rules("cift66", {"melds": {"xyzzy": {"points": 100}}})


def test_values_follow_the_ranks() -> None:
    short = {"ranks": ["A", "T", "K", "Q", "J"]}
    tree = {"deck": short, "deal": {"hand_size": 10}, "melds": {"trump_nine": {"remove": True}}}
    assert "deck.values.9" not in resolve_rules("cift66", tree).values
    given_before = resolve_rules("cift66", {"deck": {"values": {"9": 3}}}, tree)
    assert given_before.hash == resolve_rules("cift66", tree).hash
    with pytest.raises(RuleError, match=r"gives points to 9, a rank that deck\.ranks lacks"):
        resolve_rules("cift66", tree, {"deck": {"values": {"9": 0}}})


def test_ten_is_written_t_or_10() -> None:
    ten = {"deck": {"ranks": ["A", "10", "k", 9, "Q", "J"], "values": {"10": 11}}}
    values = resolve_rules("cift66", ten).values
    assert values["deck.ranks"] == ["A", "T", "K", "9", "Q", "J"]
    assert values["deck.values.T"] == 11
    assert resolve(melds__x__cards=["10♠", "jd"], melds__x__points=1)["melds.x.cards"] == [
        "TS",
        "JD",
    ]


def test_seven_and_eight_need_values() -> None:
    with pytest.raises(RuleError, match=r"has no points for 8, which deck\.ranks lists"):
        resolve(deck__ranks=["A", "T", "K", "Q", "J", "9", "8"])


# ---- hashes


def test_a_hash_ignores_labels_and_the_order_of_keys() -> None:
    preset = resolve_rules("cift66")
    assert resolve_rules("cift66", {"melds": {"run": {"label": "Straight"}}}).hash == preset.hash
    one = nest({"melds.b.cards": ["JD"], "melds.b.points": 1, "melds.a.rank": "A"})
    one["melds"]["a"] |= {"suits": "each", "points": 2}
    two = {"melds": dict(reversed(list(one["melds"].items())))}
    first, second = resolve_rules("cift66", one), resolve_rules("cift66", two)
    assert first.hash == second.hash != preset.hash
    assert list(first.auction.melds.patterns) == list(second.auction.melds.patterns)


@hypothesis_settings(max_examples=150)
@given(settings())
def test_changes_rebuild_the_rules(drawn: Settings) -> None:
    ruleset = resolve_rules("cift66", drawn)
    again = resolve_rules("cift66", json.loads(json.dumps(ruleset.changes())))
    assert again.values == ruleset.values
    assert list(again.values) == list(ruleset.values)
    assert again.hash == ruleset.hash


@pytest.mark.parametrize("seed", range(20))
def test_rules_differ_exactly_when_hashes_do(seed: int) -> None:
    one = resolve_rules("cift66", random_settings(Random(seed)))
    for other_seed in range(20):
        other = resolve_rules("cift66", random_settings(Random(other_seed)))
        same = {k: v for k, v in one.values.items() if not k.endswith("label")} == {
            k: v for k, v in other.values.items() if not k.endswith("label")
        }
        assert (one.hash == other.hash) == same


@given(settings())
@hypothesis_settings(max_examples=50)
def test_dotted_keys_and_toml_read_back(drawn: Settings) -> None:
    assert nest(dotted(drawn)) == drawn
    assert dict(flatten(drawn)) == dotted(drawn)
    assert tomllib.loads(f"x = {toml_value(drawn)}")["x"] == drawn


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_any_text_reads_back_from_toml(text: str) -> None:
    assert tomllib.loads(f"x = {toml_value(text)}") == {"x": text}
    assert tomllib.loads(f"x = {toml_value({text: [text]})}") == {"x": {text: [text]}}


@pytest.mark.parametrize("values", [{"a": 1, "a.b": 2}, {"a.b": 1, "a": 2}, {"": 1}, {"a.": 1}])
def test_dotted_keys_that_contradict(values: dict[str, int]) -> None:
    with pytest.raises(ValueError, match=r"key|table"):
        nest(values)


# ---- what cannot be

WRONG: list[tuple[dict[str, Any], str]] = [
    ({"auction.min_bit": 3}, "auction.min_bit is not a rule parameter (did you mean "
     "auction.min_bid?)"),
    ({"auctoin.min_bid": 3}, "auctoin is not a rule parameter (did you mean auction?)"),
    ({"min_bid": 3}, "min_bid is not a rule parameter (did you mean auction.min_bid?)"),
    ({"deal.min_bid": 3}, "deal.min_bid is not a rule parameter (did you mean auction.min_bid?)"),
    ({"follow.must_beat": "alway"}, 'follow.must_beat is "alway" but must be one of never, '
     "trump_led, always (C6.4)"),
    ({"auction.min_bid": "150"}, 'auction.min_bid is "150" but must be a whole number from 0 to '
     "10000 (C3.1)"),
    ({"auction.min_bid": 150.0}, "auction.min_bid is 150.0 but must be a whole number"),
    ({"auction.min_bid": True}, "auction.min_bid is true but must be a whole number"),
    ({"auction.min_bid": float("nan")}, "auction.min_bid is nan but must be a whole number"),
    ({"auction.min_bid": 10**5000}, "auction.min_bid is a number of more than 38 digits but"),
    ({"auction.min_bid": -1}, "auction.min_bid is -1 but must be a whole number from 0 to 10000"),
    ({"auction.min_bid.deep": 1}, "auction.min_bid is a table but must be a whole number"),
    ({"auction": 3}, "auction is 3 but must be a table of min_bid, max_bid,"),
    ({"auction": []}, "auction is [] but must be a table"),
    ({"auction.ask": 1}, "auction.ask is 1 but must be true or false (C3.3)"),
    ({"seats": 3}, "seats is 3 but must be 4 (C1.1)"),
    ({"deal.first_dealer": 4}, "deal.first_dealer is 4 but must be random or a whole number from "
     "0 to 3 (C2.5)"),
    ({"deal.first_dealer": "rand"}, 'deal.first_dealer is "rand" but must be random or'),
    ({"deck.ranks": "ATK"}, 'deck.ranks is "ATK" but must list 3 to 8 different ranks'),
    ({"deck.ranks": ["A", "A", "K"]}, "deck.ranks is [\"A\", \"A\", \"K\"] but must list"),
    ({"deck.ranks": ["A", "T"]}, "deck.ranks is"),
    ({"deck.ranks": [["A"], "T", "K"]}, "deck.ranks is a list of lists but must list"),
    ({"deck.values.X": 1}, "deck.values.X names no rank: ranks are A T K Q J 9 8 7"),
    ({"deck.values.T": 101}, "deck.values.T is 101 but must be a whole number from 0 to 100"),
    ({"deck.values.T": 1, "deck.values.10": 2}, "deck.values.10 gives points to T twice"),
    ({"deck.values.8": 1}, "deck.values.8 gives points to 8, a rank that deck.ranks lacks"),
    ({"deck.values": 5}, "deck.values is 5 but must be a table"),
    ({"melds": 5}, "melds is 5 but must be a table"),
    ({"melds.copies": "twice"}, 'melds.copies is "twice" but must be one of each, once (C5.10)'),
    ({"melds.copys": "once"}, "melds.copys is not a rule parameter (did you mean melds.copies?)"),
    ({"melds.mine": 5}, "melds.mine is 5 but must be a table of points, cards"),
    ({"melds.mine.cards": ["JD"]}, "melds.mine.points is missing: must be a whole number"),
    ({"melds.mine.points": 5}, "melds.mine has no pattern: it needs exactly one of cards"),
    ({"melds.run.rank": "A"}, "melds.run has rank but needs exactly one of cards"),
    ({"melds.run.pionts": 5}, "melds.run.pionts is not a rule parameter (did you mean "
     "melds.run.points?)"),
    ({"melds.run.remove": "yes"}, 'melds.run.remove is "yes" but must be true or false'),
    ({"melds.rnu.remove": True}, "melds.rnu is no meld, so it cannot be removed (did you mean "
     "run?)"),
    ({"melds.copies.remove": True}, "melds.copies is a table but must be one of each, once"),
    ({"melds.run.remove": True, "melds.run.pionts": 1}, "melds.run.pionts is not a rule parameter"),
    ({"melds.run.label": "x" * 61}, "melds.run.label must be one line of at most 60 characters"),
    ({"melds.run.label": "a\nb"}, "melds.run.label must be one line"),
    ({"melds.run.ranks": ["A", "X"]}, 'melds.run.ranks is "X" but must be one of A, T, K'),
    ({"melds.run.ranks": []}, "melds.run.ranks is [] but must list ranks"),
    ({"melds.bezique.cards": ["JD", "QX"]}, "melds.bezique.cards 'QX' is not a card: write the"),
    ({"melds.bezique.cards": ["J\x1f"]}, "melds.bezique.cards 'J ' is not a card: write the"),
    ({"melds.bezique.cards": "JD QS"}, 'melds.bezique.cards is "JD QS" but must list cards'),
    ({"melds.Mine.points": 1, "melds.Mine.cards": ["JD"]}, "melds.Mine is no name for a meld"),
    ({"melds.run.with_run": "never"}, "melds.run.with_run belongs to trump_marriage only (C5.6)"),
    ({"melds.trump_marriage.suit": "any"}, 'melds.trump_marriage.with_run is "never", which needs '
     "a pattern in trump"),
    ({"melds.patterns.points": 1}, "melds.patterns has no pattern"),
    # impossible combinations
    ({"auction.max_bid": 100}, "auction.max_bid is 100, below auction.min_bid = 150"),
    ({"deal.hand_size": 13}, "deal.hand_size is 13, for 4 seats 52 cards, but the deck has 48: at "
     "most 12"),
    ({"deck.packs": 1}, "deal.hand_size is 12, for 4 seats 48 cards, but the deck has 24: at most "
     "6"),
    ({"deal.packet": 13}, "deal.packet is 13, more than the 12 cards of a hand"),
    ({"melds.mine.cards": ["JD"] * 3, "melds.mine.points": 1}, "melds.mine needs JD 3 times but "
     "there are 2 of each card (deck.packs)"),
    ({"melds.mine.cards": ["8D"], "melds.mine.points": 1}, "melds.mine needs the rank 8, which "
     "deck.ranks lacks: change the meld or set remove = true"),
    ({"deal.hand_size": 4}, "melds.run needs 5 cards but a hand has 4"),
    ({f"melds.m{n}.{k}": v for n in range(8) for k, v in
      {"points": 1000, "ranks": ["A"], "suit": "any"}.items()}, "melds could give a team 65160 "
     "points, more than the 32767 the tables hold"),
    ({f"melds.m{n}.{k}": v for n in range(60) for k, v in
      {"points": 1, "cards": ["JD"]}.items()}, "melds stand in 71 places (melds × suits "
     "of their role) but at most 63 are possible: remove some"),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "message"), WRONG, ids=[m[:40] for _, m in WRONG])
def test_what_cannot_be_is_one_sentence(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(RuleError) as caught:
        resolve_rules("cift66", nest(changes))
    said = f"{caught.value.key} {caught.value.message}"
    assert said.startswith(message)
    assert "\n" not in said
    assert len(said) < 300


def test_eight_ranks_twice_are_too_many() -> None:
    with pytest.raises(RuleError, match=r"deck\.packs is 2, with 8 ranks 16 cards a suit"):
        resolve(deck__ranks=list("ATKQJ987"), deck__values={"8": 0, "7": 0})


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-5, 1100)
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["A", "trump", "each", "never", "always", "random", "JD", "QS"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["points", "cards", "ranks", "suit", "remove"]), inner)
    ),
    max_leaves=6,
)
KEYS = st.sampled_from([*resolve_rules("cift66").values, "melds.mine", "melds.run", "deck", "x.y"])


@hypothesis_settings(max_examples=400)
@given(st.dictionaries(KEYS, VALUES, min_size=1, max_size=4))
def test_any_values_resolve_or_are_one_sentence(changes: dict[str, Any]) -> None:
    message = ""
    try:
        tree = nest(changes)
    except ValueError:
        return
    try:
        resolve_rules("cift66", tree)
    except RuleError as error:
        message = f"{error.key} {error.message}"
    assert message.isprintable()
    assert len(message) < 400


def test_no_such_preset() -> None:
    with pytest.raises(RuleError, match=r"which is no preset \(did you mean cift66\?\)"):
        resolve_rules("cift6")
