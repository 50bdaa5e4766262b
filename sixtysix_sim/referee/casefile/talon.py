"""Case files of the talon family: from a position to a deal, and from a deal to its answers."""

from dataclasses import dataclass
from typing import Any

from sixtysix_sim.moves import Move
from sixtysix_sim.referee.casefile.keys import OF_THE_DEAL
from sixtysix_sim.referee.records import Breach
from sixtysix_sim.referee.talon import (
    DealResult,
    Outcome,
    State,
    apply,
    cards_left,
    end_played,
    game_outcome,
    legal,
    new_deal,
    seat_to_act,
    settle,
    talon_is_open,
    totals,
    verify,
)
from sixtysix_sim.referee.talon.judge import after_trick, draw_is_chosen
from sixtysix_sim.referee.talon.marriages import show_pair
from sixtysix_sim.referee.talon.tricks import finish_trick, seat_players, trick_is_full
from sixtysix_sim.rules.ruleset import RuleSet
from sixtysix_sim.vocabulary import DEAL_END_NAMES, NOBODY, Family


@dataclass
class Table:
    """A position being played on: the deal, the trick completed last, and if a draw followed it."""

    state: State
    winner: int = NOBODY
    points: int = 0
    drew: bool = False

    def seat_to_act(self) -> int | None:
        """Return whose turn it is, None when the deal is over."""
        return seat_to_act(self.state)

    def legal(self) -> list[Move]:
        """Return the legal actions.

        Raises:
            ValueError: the hand of the seat to act is not known.
        """
        return legal(self.state)

    def verify(self, seat: int, move: Move) -> Breach | None:
        """Return the rule an action breaks, or None."""
        return verify(self.state, seat, move)

    def apply(self, seat: int, move: Move) -> None:
        """Carry an action out."""
        event = apply(self.state, seat, move)
        if event.winner != NOBODY:
            self.winner, self.points, self.drew = event.winner, event.points, False
        self.drew = self.drew or bool(event.drawn)

    def facts(self, asked: set[str]) -> dict[str, Any]:
        """Return what the deal says about the keys of a case; keys without an answer are absent."""
        state = self.state
        if self.winner != NOBODY and not self.drew and _play_is_over(state, asked):
            end_played(state)
        found: dict[str, Any] = {
            "hands_after": dict(enumerate(state.hands)),
            "talon_after": tuple(state.talon),
            "upcard_after": state.upcard,
            "leader_after": state.leader,
            "points_after": tuple(totals(state)),
            "pending_after": tuple(state.pending),
            "tricks_after": tuple(state.tricks),
        }
        if self.winner != NOBODY:
            found |= {"winner": self.winner, "points": self.points}
        return found | (_result_facts(state.result) if state.result else {})


def table_of(ruleset: RuleSet, phase: str, position: dict[str, Any]) -> Table:
    """Set up a position of phase play.

    Numbers left out are 0, hands left out are unknown, no upcard and no talon is an empty talon.

    Raises:
        ValueError: ``to_draw`` where these rules have no choice before the draw.
    """
    state = _deal(ruleset, position)
    state.table = list(position.get("trick", ()))
    played = {(state.leader + place) % state.rules.seats for place in range(len(state.table))}
    seat_players(state)
    state.sitting_out -= played
    if "declared" in position and not state.table:
        show_pair(state, state.leader, position["declared"])
    if position.get("to_draw"):
        if not draw_is_chosen(state):
            raise ValueError(
                "to_draw is true, but nothing is chosen before the draw: that takes an open talon, "
                "closing.allowed and closing.when = before_or_after_draw"
            )
        state.to_draw = True
    table = Table(state)
    if state.table and trick_is_full(state):
        table.winner, table.points, _ = finish_trick(state)
        drawn, _ = after_trick(state)
        table.drew = bool(drawn)
    return table


def answers(ruleset: RuleSet, phase: str, position: dict[str, Any]) -> dict[str, Any]:
    """Answer a case without actions.

    ``score``: a deal played to its end whose card points include the bonus; ``leader`` took the
    last trick. ``game``: ``score`` and ``deals_played`` include the deal.
    """
    if phase == "score":
        return _result_facts(settle(_deal(ruleset, position)))
    scores = position.get("score", (0,) * ruleset.sides)
    outcome = game_outcome(ruleset, scores, position.get("deals_played", 0))
    return {"game_winner": _winner(outcome)}


def _deal(ruleset: RuleSet, position: dict[str, Any]) -> State:
    hands = position.get("hands", {})
    state = new_deal(
        ruleset,
        position.get("dealer", 0),
        [hands.get(seat) for seat in range(ruleset.rules.seats)],
        position.get("upcard", NOBODY),
        position.get("talon", ()),
        position.get("score"),
        position.get("stake", 0),
        position.get("deals_played", 0),
    )
    state.trump = position.get("trump", state.trump)
    state.leader = position.get("leader", 0)
    for key in ("tricks", "card_points", "meld_points", "pending", "owed"):
        if key in position:
            setattr(state, key, list(position[key]))
    if "closed_by" in position:
        nothing = (0,) * ruleset.sides
        state.closer, state.closed_at = position["closed_by"], cards_left(state)
        state.tricks_at_close = list(position.get("tricks_at_close", nothing))
        state.points_at_close = list(position.get("points_at_close", nothing))
    return state


def _play_is_over(state: State, asked: set[str]) -> bool:
    """Say whether a deal without any known hand has ended with the trick just taken.

    Then nothing is left to be empty: it is over if all cards are played or the case asks for the
    deal's result. With known hands `apply` has ended it.
    """
    if state.result is not None or state.table or talon_is_open(state):
        return False
    if any(hand is not None for hand in state.hands):
        return False
    all_played = sum(state.tricks) * state.rules.seats >= state.rules.deck_size
    return all_played or not asked.isdisjoint(OF_THE_DEAL[Family.TALON])


def _result_facts(result: DealResult) -> dict[str, Any]:
    return {
        "change": result.change,
        "score_after": result.score_after,
        "deal_winner": result.winner,
        "game_points": result.game_points,
        "stake_after": result.stake_after,
        "end": DEAL_END_NAMES[result.end],
        "dealer_after": result.dealer_after,
        "game_winner": _winner(result.game),
    }


def _winner(outcome: Outcome) -> int | str:
    return outcome if outcome == "on" else outcome[0]
