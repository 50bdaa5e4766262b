"""From a position as case files write it to a deal that can be played on."""

from collections.abc import Mapping, Sequence
from typing import Any

from sixtysix_sim.errors import BadInput
from sixtysix_sim.kernels.auction.stepper import Stepper as AuctionStepper
from sixtysix_sim.kernels.talon.position import Closing
from sixtysix_sim.kernels.talon.stepper import Stepper as TalonStepper
from sixtysix_sim.moves import Move
from sixtysix_sim.policies.tables import Table
from sixtysix_sim.referee.casefile.keys import position_keys
from sixtysix_sim.rules.ruleset import RuleSet
from sixtysix_sim.rules.wording import nearest, one_line
from sixtysix_sim.vocabulary import NOBODY, Action, Family

PHASES = {Family.AUCTION: ("auction", "play"), Family.TALON: ("play",)}
#: Keys that say how the deal came to be where it is in a way play cannot be taken up from.
_NOT_HERE = ("declared", "asks_used", "owed", "deals_played")


def take_up(table: Table, ruleset: RuleSet, written: Mapping[str, Any]) -> None:
    """Put a table at a position.

    Args:
        written: keys and values as in a case file, ``phase`` among them (left out: play).

    Raises:
        BadInput: a key or value is wrong, a hand is missing, or a card occurs too often.
    """
    given = dict(written)
    phase, family = given.pop("phase", "play"), ruleset.family
    if phase not in PHASES[family]:
        raise BadInput(f"phase: must be {' or '.join(PHASES[family])} here, not {phase!r}")
    position = _read(ruleset, phase, given)
    hands = _hands(ruleset, position)
    _count(ruleset, position)
    step = table.step
    if isinstance(step, TalonStepper):
        _talon(step, position, hands)
    elif phase == "auction":
        _auction(step, position, hands)
    else:
        _play(step, position, hands)


def _read(ruleset: RuleSet, phase: str, given: Mapping[str, Any]) -> dict[str, Any]:
    readers = position_keys(ruleset.family, phase)
    position = {}
    for key, value in given.items():
        if key in _NOT_HERE or key not in readers:
            hint = (
                "" if key in readers else nearest(key, [k for k in readers if k not in _NOT_HERE])
            )
            raise BadInput(f"{one_line(key)}: is not a key of a position to play on from{hint}")
        try:
            position[key] = readers[key](_named(value), ruleset)
        except ValueError as error:
            raise BadInput(f"{key}: {error}") from None
    return position


def _named(value: Any) -> Any:
    """Return a table by seat with its seats as TOML has them, as text."""
    return {str(k): v for k, v in value.items()} if isinstance(value, Mapping) else value


def _hands(ruleset: RuleSet, position: Mapping[str, Any]) -> list[list[int]]:
    """Return all hands, the cards on the table given back to those who played them."""
    seats = ruleset.rules.seats
    hands = [list(position.get("hands", {}).get(seat, ())) for seat in range(seats)]
    leader = position.get("leader", 0)
    for place, card in enumerate(position.get("trick", ())):
        hands[(leader + place) % seats].append(card)
    if empty := [seat for seat, hand in enumerate(hands) if not hand]:
        raise BadInput(f"hands: seat {empty[0]} has none, and all hands must be known to play on")
    return hands


def _count(ruleset: RuleSet, position: Mapping[str, Any]) -> None:
    """Check that no card occurs more often than the pack has it."""
    held = [card for hand in position.get("hands", {}).values() for card in hand]
    held += [*position.get("trick", ()), *position.get("talon", ())]
    up = position.get("upcard", NOBODY)
    held += [up] if up != NOBODY else []
    packs = ruleset.rules.deck.packs
    for card in held:
        if held.count(card) > packs:
            text = Move(Action.PLAY, card).text.removeprefix("play ")
            raise BadInput(f"{text} occurs {held.count(card)} times; the pack has {packs}")


def _talon(step: TalonStepper, position: Mapping[str, Any], hands: list[list[int]]) -> None:
    seats = len(hands)
    nothing = (0,) * seats
    up = position.get("upcard", NOBODY)
    talon = list(position.get("talon", ()))
    if "trump" not in position and up == NOBODY:
        raise BadInput("trump: is missing, and there is no upcard to tell it")
    left = len(talon) + (up != NOBODY)
    tricks = position.get("tricks", nothing)
    points = position.get("card_points", nothing)
    closing, closer = None, position.get("closed_by", NOBODY)
    if closer != NOBODY:
        then = position.get("tricks_at_close", tricks)
        closing = Closing(closer, left, sum(then) + 1, then, points)
    step.start_play(
        leader=position.get("leader", 0),
        trump=position.get("trump", up >> 3),
        hands=hands,
        upcard=None if up == NOBODY else up,
        talon=talon,
        closing=closing,
        tricks=tricks,
        card_points=points,
        meld_points=position.get("meld_points", nothing),
        pending=position.get("pending", nothing),
        to_draw=position.get("to_draw", False),
        scores=position.get("score", nothing),
        stake=position.get("stake", 0),
    )
    _enter(step, [Move(Action.PLAY, card) for card in position.get("trick", ())])


def _auction(step: AuctionStepper, position: Mapping[str, Any], hands: list[list[int]]) -> None:
    step.start(position.get("dealer", 0), hands, position.get("score", (0, 0)))
    _enter(step, position.get("calls", ()))


def _play(step: AuctionStepper, position: Mapping[str, Any], hands: list[list[int]]) -> None:
    for key in ("trump", "declarer", "bid"):
        if key not in position:
            raise BadInput(f"{key}: is missing, and a deal of the auction family needs it to go on")
    step.start_play(
        declarer=position["declarer"],
        bid=position["bid"],
        trump=position["trump"],
        leader=position.get("leader", position["declarer"]),
        hands=hands,
        tricks=position.get("tricks", (0, 0)),
        card_points=position.get("card_points", (0, 0)),
        meld_points=position.get("meld_points", (0, 0)),
        scores=position.get("score", (0, 0)),
    )
    _enter(step, [Move(Action.PLAY, card) for card in position.get("trick", ())])


def _enter(step: AuctionStepper | TalonStepper, moves: Sequence[Move]) -> None:
    """Do what was done before the position.

    Raises:
        BadInput: that was not legal.
    """
    for move in moves:
        try:
            step.apply(move)
        except ValueError as error:
            raise BadInput(f"the position cannot have come about: {error}") from None
