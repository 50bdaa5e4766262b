"""Options of a rule set and the rights in it."""

import pytest

from sixtysix_sim.experiments.grid import varied
from sixtysix_sim.experiments.options import options_of
from sixtysix_sim.experiments.points import Book
from sixtysix_sim.experiments.rights import rights_of
from sixtysix_sim.experiments.state import State
from sixtysix_sim.scenario import load_scenario

BASE = load_scenario("cift66").with_games(200, 3)


def test_every_choice_of_every_option_is_there_once() -> None:
    found = options_of(BASE.ruleset, numbers=False)
    changes = {(option.key, option.new) for option in found}
    assert len(changes) == len(found)
    assert ("follow.must_beat", "never") in changes
    assert ("follow.must_beat", "always") in changes
    assert ("follow.must_beat", "trump_led") not in changes
    assert ("kaput.wipes_melds", "false") in changes
    assert ("melds.trump_marriage.with_run", "spare_pair") in changes
    for key, parameter in BASE.ruleset.parameters.items():
        if parameter.choices and not key.startswith(("deck.", "melds.NAME.suit")):
            other = len(parameter.choices) - 1
            keys = [o for o in found if o.key == key.replace("NAME", "trump_marriage")]
            assert len(keys) == other, key


def test_numbers_move_one_step_within_their_bounds_and_cards_do_not() -> None:
    found = {(o.key, o.new) for o in options_of(BASE.ruleset) if o.is_number}
    assert {("auction.min_bid", "140"), ("auction.min_bid", "160")} <= found
    assert {("kaput.factor", "2"), ("melds.run.points", "140")} <= found
    assert ("kaput.factor", "0") not in found
    assert not [key for key, _ in found if key.startswith(("deck.", "deal."))]
    assert not [key for key, _ in found if "max_" in key and key != "auction.max_bid"]


def test_every_option_has_a_clause_and_makes_a_scenario() -> None:
    for option in options_of(BASE.ruleset):
        assert option.clause.startswith("C"), option.label
        changed = varied("cift66", [], option.values, BASE)
        assert changed.ruleset.hash != BASE.ruleset.hash, option.label


def test_the_right_to_ask_is_taken_from_all_or_from_side_0_whose_bots_stay_otherwise() -> None:
    sets = ["bots.default.bid_risk=0.3"]
    own = load_scenario("cift66", sets).with_games(200, 3)
    everyone, one_side = (varied("cift66", sets, o.values, own) for o in rights_of(own))
    assert everyone.ruleset.auction.auction.ask is False
    assert [bot.params for bot in one_side.bots] == [
        {"bid_risk": 0.3, "never": ["ask"]}, {"bid_risk": 0.3},
        {"bid_risk": 0.3, "never": ["ask"]}, {"bid_risk": 0.3},
    ]  # fmt: skip


def test_a_bot_that_is_told_never_to_ask_never_asks() -> None:
    never = load_scenario("cift66", ["bots.default.never=ask"]).with_games(400, 3)
    found = Book(BASE, ["asked"], 400, State({}, None), 1).measure("never", never)
    assert found.estimates["asked"].value == 0.0
    assert (found.differences["asked"].a or 0.0) > 0.02


def test_rights_that_nobody_can_lose() -> None:
    assert not rights_of(load_scenario("cift66", ["rules.auction.ask=false"]))
    assert len(rights_of(load_scenario("cift66", ["bots.default=random"]))) == 2  # any bot can


TALON = ("classic_66_v1", "seksogtres", "schnapsen")
#: Keys of the talon family that are no option: cards and hands, the first dealer, slips, the cap.
NO_OPTION = ("seats", "deck.", "deal.hand_size", "deal.packet", "deal.first_dealer",
             "irregularities.", "match.allowed_targets", "match.max_deals")  # fmt: skip


@pytest.mark.parametrize("preset", TALON)
def test_every_option_of_a_talon_rule_text_is_switched(preset: str) -> None:
    """Each key moves, but for a number at 0 that stands for none; each change is a scenario."""
    base = load_scenario(preset).with_games(10, 3)
    found = options_of(base.ruleset)
    keys = {option.key for option in found}
    for key, value in base.ruleset.values.items():
        is_none = value == 0 and key in ("match.target", "match.deals")
        assert (key in keys) != (key.startswith(NO_OPTION) or is_none), key
    for option in found:
        assert option.clause, option.label
        changed = varied(preset, [], option.values, base)
        assert changed.ruleset.hash != base.ruleset.hash, option.label


def test_a_rank_to_exchange_and_a_target_move_within_what_the_rules_list() -> None:
    found = {(option.key, option.new) for option in options_of(load_scenario(TALON[0]).ruleset)}
    assert {new for key, new in found if key == "exchange.rank"} == {"none", "J"}
    assert {new for key, new in found if key == "match.target"} == {"7"}
    schnapsen = {(option.key, option.new) for option in options_of(load_scenario(TALON[2]).ruleset)}
    assert {new for key, new in schnapsen if key == "match.target"} == {"6", "8"}


@pytest.mark.parametrize("preset", TALON)
def test_rights_of_the_talon_family(preset: str) -> None:
    base = load_scenario(preset).with_games(10, 3)
    for option in rights_of(base):
        assert option.clause, option.label
        varied(preset, [], option.values, base)
    assert [option.new for option in rights_of(base)] == [
        "nobody has it", "seat 0 never uses it"
    ] * 3  # fmt: skip
    rights = {option.key for option in rights_of(base)}
    assert rights == {
        "the right to close", "the right to exchange", "the right to declare marriages",
    }  # fmt: skip
    gone = ["rules.closing.allowed=false", "rules.exchange.rank=none"]
    left = {option.key for option in rights_of(load_scenario(preset, gone))}
    assert left == {"the right to declare marriages"}


def test_seat_0_leaves_alone_what_it_could_do_and_nobody_has_what_is_gone() -> None:
    """In the figures of the games: what the other seat does, or nobody, is left."""
    base = load_scenario(TALON[0]).with_games(400, 3)
    names = ["closed", "exchanges", "marriages"]
    book = Book(base, names, 400, State({}, None), 1)
    for number, option in enumerate(rights_of(base)):
        name, one_side = names[number // 2], number % 2 == 1
        found = book.measure(option.label, varied(TALON[0], [], option.values, base))
        usual, left = found.differences[name].a or 0.0, found.differences[name].b or 0.0
        assert (0.2 * usual < left < 0.8 * usual) if one_side else left == 0.0, option.label
