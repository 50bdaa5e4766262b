"""Case files of the auction family: from a position to a deal, and from a deal to its answers."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from sixtysix_sim.moves import Move
from sixtysix_sim.referee.auction import (
    DealResult,
    MeldFound,
    Outcome,
    State,
    apply,
    end_played,
    game_outcome,
    legal,
    melds_of_hands,
    new_deal,
    points_by_side,
    reading_of,
    seat_to_act,
    settle,
    side_of,
    verify,
)
from sixtysix_sim.referee.auction.bidding import ask_counter, take_call
from sixtysix_sim.referee.auction.judge import ACTIONS
from sixtysix_sim.referee.auction.tricks import finish_trick, trick_is_full
from sixtysix_sim.referee.casefile.keys import OF_THE_DEAL
from sixtysix_sim.referee.records import Breach
from sixtysix_sim.rules.ruleset import RuleSet
from sixtysix_sim.vocabulary import DEAL_END_NAMES, NOBODY, Family, Phase

_SEATS = range(4)


@dataclass
class Table:
    """A position being played on: the deal and the trick that was completed last."""

    state: State
    winner: int = NOBODY
    points: int = 0

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
            self.winner, self.points = event.winner, event.points

    def facts(self, asked: set[str]) -> dict[str, Any]:
        """Return what the deal says about the keys of a case; keys without an answer are absent."""
        state = self.state
        if self.winner != NOBODY and _play_is_over(state, asked):
            end_played(state)
        found: dict[str, Any] = {
            "hands_after": dict(enumerate(state.hands)),
            "points_after": _sum(state.card_points, state.meld_points),
            "tricks_after": tuple(state.tricks),
            "asks_used_after": tuple(state.asks_used),
            "declarer_after": state.high_seat if state.declarer == NOBODY else state.declarer,
            "bid_after": max(state.high_bid, 0) if state.declarer == NOBODY else state.bid,
        }
        if state.leader != NOBODY:
            found["leader_after"] = state.leader
        if self.winner != NOBODY:
            found |= {"winner": self.winner, "points": self.points}
        if state.trump != NOBODY:
            found["melds"] = _by_seat(state.melds)
        return found | (_result_facts(state.result) if state.result else {})


def table_of(ruleset: RuleSet, phase: str, position: dict[str, Any]) -> Table:
    """Set up a position of the phases auction, trump or play.

    Numbers left out are 0, hands left out are unknown. ``calls`` outside the auction only say who
    declared what, where ``declarer`` and ``bid`` do not.

    Raises:
        ValueError: the calls do not fit together.
    """
    state = _deal(ruleset, position)
    _enter_calls(state, position.get("calls", ()))
    if phase == "auction":
        return Table(state)
    state.declarer = position.get("declarer", max(state.declarer, 0))
    state.bid = position.get("bid", state.bid)
    state.phase = Phase.TRUMP
    if phase == "trump":
        return Table(state)
    state.phase = Phase.PLAY
    state.trump = position.get("trump", NOBODY)
    state.leader = position.get("leader", 0)
    state.table = list(position.get("trick", ()))
    table = Table(state)
    if trick_is_full(state):
        table.winner, table.points = finish_trick(state)
    return table


def answers(ruleset: RuleSet, phase: str, position: dict[str, Any]) -> dict[str, Any]:
    """Answer a case without actions.

    ``melds``: the melds and meld points of the given hands. ``score``: a played deal whose card
    points include the bonus. ``game``: ``score`` and ``deals_played`` include the deal.

    Raises:
        ValueError: melds are asked and trump is missing.
    """
    if phase == "melds":
        return _melds_facts(ruleset, position)
    return _score_facts(ruleset, position) if phase == "score" else _game_facts(ruleset, position)


def _melds_facts(ruleset: RuleSet, position: dict[str, Any]) -> dict[str, Any]:
    if "trump" not in position:
        raise ValueError("trump is missing; melds are counted once trump is known")
    state = _deal(ruleset, position)
    found = melds_of_hands(reading_of(ruleset), position["trump"], state.hands)
    return {"melds": _by_seat(found), "meld_points": points_by_side(found)}


def _score_facts(ruleset: RuleSet, position: dict[str, Any]) -> dict[str, Any]:
    state = _deal(ruleset, position)
    state.declarer = position.get("declarer", 0)
    state.bid = position.get("bid", 0)
    state.leader = position.get("leader", 0)
    return _result_facts(settle(state))


def _game_facts(ruleset: RuleSet, position: dict[str, Any]) -> dict[str, Any]:
    outcome = game_outcome(
        ruleset,
        position.get("score", (0, 0)),
        side_of(position.get("declarer", 0)),
        position.get("deals_played", 0),
    )
    return {"game_winner": _winner(outcome)}


def _deal(ruleset: RuleSet, position: dict[str, Any]) -> State:
    hands = position.get("hands", {})
    state = new_deal(
        ruleset,
        position.get("dealer", 0),
        [hands.get(seat) for seat in _SEATS],
        position.get("score", (0, 0)),
        deals_played=position.get("deals_played", 0),
    )
    if "asks_used" in position:
        state.asks_used = list(position["asks_used"])
    for key in ("tricks", "card_points", "meld_points"):
        if key in position:
            setattr(state, key, list(position[key]))
    return state


def _enter_calls(state: State, calls: tuple[Move, ...]) -> None:
    """Enter the calls so far; an ask among them counts as used, also where ``asks_used`` is 0.

    Raises:
        ValueError: a call after the auction's end, or an answer nobody asked for.
    """
    used = state.asks_used.copy()
    for number, call in enumerate(calls, 1):
        if state.phase not in (Phase.AUCTION, Phase.ANSWER) or (
            call.action not in ACTIONS[state.phase]
        ):
            raise ValueError(f"call {number} ('{call.text}') cannot stand where it does")
        seat = seat_to_act(state)
        if seat is not None:
            take_call(state, seat, call)
    if state.asked != NOBODY:
        counter = ask_counter(state, state.asked)
        state.asks_used[counter] = max(used[counter], 1)


def _play_is_over(state: State, asked: set[str]) -> bool:
    """Say whether a deal without any known hand has ended with the trick just taken.

    Then nothing is left to be empty: it is over if all tricks are taken or the case asks for the
    deal's result. With known hands `apply` has ended it.
    """
    if state.phase is not Phase.PLAY or state.table:
        return False
    known = [hand for hand in state.hands if hand is not None]
    if known:
        return not any(known)
    return sum(state.tricks) >= state.rules.hand_size or not asked.isdisjoint(
        OF_THE_DEAL[Family.AUCTION]
    )


def _result_facts(result: DealResult) -> dict[str, Any]:
    return {
        "made": result.made,
        "kaput": result.kaput,
        "change": result.change,
        "score_after": result.score_after,
        "deal_winner": result.winner,
        "end": DEAL_END_NAMES[result.end],
        "dealer_after": result.dealer_after,
        "game_winner": _winner(result.game),
    }


def _winner(outcome: Outcome) -> int | str:
    return outcome if outcome == "on" else outcome[0]


def _by_seat(melds: tuple[MeldFound, ...] | list[MeldFound]) -> dict[int, dict[str, int]]:
    """Return seat → name → copies, marriages of all suits added."""
    found: dict[int, Counter[str]] = {}
    for meld in melds:
        found.setdefault(meld.seat, Counter())[meld.name] += meld.copies
    return {seat: dict(sorted(names.items())) for seat, names in sorted(found.items())}


def _sum(first: list[int], second: list[int]) -> tuple[int, ...]:
    return tuple(a + b for a, b in zip(first, second, strict=True))
