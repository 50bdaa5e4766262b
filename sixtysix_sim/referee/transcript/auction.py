"""Transcripts and cases of the auction family."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from sixtysix_sim.referee.auction import DealResult, State
from sixtysix_sim.referee.auction.state import SEATS
from sixtysix_sim.referee.audit.auction.record import result_row
from sixtysix_sim.referee.audit.record import Record, RecordedMove
from sixtysix_sim.referee.transcript.fields import Line, Report, show_hand
from sixtysix_sim.rules.ruleset import RuleSet
from sixtysix_sim.vocabulary import Action, DealEnd

Hands = list[list[int] | None]


def undealt(
    line: Line,
    of_deck: list[int] | None,
    result: Mapping[str, Any],
    ruleset: RuleSet,
    report: Report,
) -> list[int] | None:
    """Return the cards not dealt: those of a deck, no other field tells them."""
    return of_deck


def complete(
    hands: Hands,
    undealt: list[int] | None,
    moves: Sequence[RecordedMove],
    ruleset: RuleSet,
) -> Hands:
    """Return the hands, those not recorded taken from the cards played where all of them were."""
    if None not in hands:
        return hands
    played: dict[int, list[int]] = {}
    for _, _, seat, move, _ in moves:
        if move.action is Action.PLAY:
            played.setdefault(seat, []).append(move.value)
    size, packs = ruleset.rules.deal.hand_size, ruleset.rules.deck.packs
    found = [played.get(seat) if hand is None else hand for seat, hand in enumerate(hands)]
    whole = [hand if hand is not None and len(hand) == size else None for hand in found]
    copies = Counter(card for hand in whole for card in hand or ())
    if max(copies.values(), default=0) > packs:  # somebody played a card it cannot have held
        return whole
    return [hands[seat] if hand is None else hand for seat, hand in enumerate(whole)]


def dealer_of(first: int, ruleset: RuleSet) -> int | None:
    """C3.2: who deals if this seat speaks first."""
    if first not in range(SEATS):
        return None
    steps = 0 if ruleset.auction.auction.first_speaker == "dealer" else 1
    return (first - steps) % SEATS


def behind_hands(record: Record) -> dict[str, Any]:
    """Return nothing: cards not dealt play no part."""
    return {}


def position(before: State) -> dict[str, Any]:
    """Return a deal before its first call by the keys of case files."""
    asks: Any = before.asks_used if len(before.asks_used) > 1 else before.asks_used[0]
    return {
        "phase": "auction",
        "dealer": before.dealer,
        "score": before.scores,
        "deals_played": before.deals_played,
        "asks_used": asks,
        "hands": {
            str(seat): show_hand(hand.elements()) for seat, hand in enumerate(before.hands) if hand
        },
    }


def expected(result: DealResult) -> dict[str, Any]:
    """Return what a deal comes to by the keys of case files."""
    found: dict[str, Any] = {
        "end": result_row(result)["end"],
        "score_after": list(result.score_after),
        "dealer_after": result.dealer_after,
        "change": list(result.change),
    }
    if result.redeals_in_row <= 1:  # a case does not know of redeals before it
        found["game_winner"] = "on" if result.game == "on" else result.game[0]
    if result.end is not DealEnd.REDEAL:
        found |= {
            "made": result.made,
            "kaput": result.kaput,
            "deal_winner": result.winner,
            "tricks_after": list(result.tricks),
        }
    return found


def cites(state: State) -> list[str]:
    """Return the clauses a deal is an example of."""
    result = state.result
    if result is None:
        return ["C3.1"]
    if result.end is DealEnd.REDEAL:
        return ["C3.3" if result.asked >= 0 else "C3.5"]
    found = ["C7.2", "C7.3" if result.made else "C7.4"]
    return [*found, "C7.5"] if result.kaput >= 0 else found
