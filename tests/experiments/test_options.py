"""Options of a rule set and the rights in it."""

from sixtysix_sim.experiments.grid import varied
from sixtysix_sim.experiments.options import options_of, rights_of
from sixtysix_sim.experiments.points import Book
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
        {"bid_risk": 0.3, "ask": 1.0}, {"bid_risk": 0.3},
        {"bid_risk": 0.3, "ask": 1.0}, {"bid_risk": 0.3},
    ]  # fmt: skip


def test_a_bot_that_asks_at_1_never_asks() -> None:
    never = load_scenario("cift66", ["bots.default.ask=1.0"]).with_games(400, 3)
    found = Book(BASE, ["asked"], 400, State({}, None), 1).measure("never", never)
    assert found.estimates["asked"].value == 0.0
    assert (found.differences["asked"].a or 0.0) > 0.02


def test_rights_that_nobody_can_lose() -> None:
    assert not rights_of(load_scenario("cift66", ["rules.auction.ask=false"]))
    assert len(rights_of(load_scenario("cift66", ["bots.default=random"]))) == 1
