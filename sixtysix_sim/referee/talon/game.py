"""K1, K7.2, D2, D7.4: dealing, who deals next, and when the match is over."""

from collections import Counter
from collections.abc import Iterable, Sequence

from sixtysix_sim.referee.records import Breach, show_cards
from sixtysix_sim.referee.talon.reading import Reading, reading_of
from sixtysix_sim.referee.talon.state import Outcome, State
from sixtysix_sim.referee.talon.tricks import seat_players
from sixtysix_sim.rules.ruleset import RuleSet
from sixtysix_sim.vocabulary import NOBODY, GameEnd

Hands = Sequence[Iterable[int] | None]


def new_deal(
    ruleset: RuleSet,
    dealer: int,
    hands: Hands,
    upcard: int,
    talon: Iterable[int],
    scores: Sequence[int] | None = None,
    stake: int = 0,
    deals_played: int = 0,
) -> State:
    """Return a deal before its first lead (K1.4 D2.3: the forehand's).

    Args:
        ruleset: the rules.
        dealer: who deals.
        hands: card codes by seat; None where a hand is not known.
        upcard: the card turned up (K1.3 D2.2: its suit is trump).
        talon: the other cards in drawing order.
        scores: by side, before the deal; None for none.
        stake: what drawn deals have added (D7.3).
        deals_played: deals of the match so far.
    """
    rules = reading_of(ruleset)
    nothing = [0] * rules.seats
    state = State(
        rules=rules,
        dealer=dealer,
        hands=[None if hand is None else Counter(hand) for hand in hands],
        trump=upcard >> 3 if upcard != NOBODY else NOBODY,
        upcard=upcard,
        turned_up=upcard,
        talon=list(talon),
        scores=nothing.copy() if scores is None else list(scores),
        stake=stake,
        deals_played=deals_played,
        leader=(dealer + 1) % rules.seats,
        tricks=nothing.copy(),
        card_points=nothing.copy(),
        meld_points=nothing.copy(),
        pending=nothing.copy(),
        shown=[Counter() for _ in nothing],
        owed=nothing.copy(),
    )
    seat_players(state)
    return state


def next_deal(state: State, hands: Hands, upcard: int, talon: Iterable[int]) -> State:
    """Return the deal that follows a finished one of the same match, with new cards.

    Raises:
        ValueError: the deal is not over, or the match is.
    """
    result = state.result
    if result is None or result.game != "on":
        raise ValueError(
            "no deal follows: " + ("this one goes on" if result is None else "game over")
        )
    return new_deal(
        state.rules.ruleset,
        result.dealer_after,
        hands,
        upcard,
        talon,
        result.score_after,
        result.stake_after,
        result.deals_played,
    )


def split_deck(
    rules: Reading, deck: Sequence[int]
) -> tuple[list[Sequence[int]], int, Sequence[int]]:
    """Return hands by seat, upcard and talon of a deck written in that order (interface.md)."""
    size = rules.hand_size
    hands = [deck[seat * size : (seat + 1) * size] for seat in range(rules.seats)]
    dealt = rules.seats * size
    return hands, deck[dealt] if len(deck) > dealt else NOBODY, deck[dealt + 1 :]


def deck_breach(
    rules: Reading,
    hands: Sequence[Iterable[int]],
    upcard: int,
    talon: Iterable[int],
    sizes: Sequence[int] | None = None,
) -> Breach | None:
    """K1.1–K1.3 D1.4 D2.1 G6: each seat has its hand, and all cards together are the pack.

    Args:
        sizes: cards a hand has after a misdeal (D8.2), by seat; None for the usual number.
    """
    wanted = sizes or [rules.hand_size] * rules.seats
    for seat, hand in enumerate(hands):
        size = len(list(hand))
        if size != wanted[seat]:
            words = f"seat {seat} has {size} cards instead of {wanted[seat]}"
            return Breach("G6", words, (rules.clause("deal.hand_size"),))
    found = Counter(card for hand in hands for card in hand) + Counter(talon)
    if upcard != NOBODY:
        found[upcard] += 1
    for card in sorted(found.keys() | rules.faces):
        copies = rules.packs if card in rules.faces else 0
        if found[card] != copies:
            words = f"{show_cards([card])} occurs {found[card]} times; the deck has {copies}"
            return Breach("G6", words, (rules.clause("deck.packs"),))
    return None


def next_dealer(rules: Reading, dealer: int, winner: int, loser: int) -> int:
    """K1.5 D2.3: who deals next (``deal.rotation``; ``deal.after_draw`` after a drawn deal).

    Readings: with a fixed rotation the dealer stays after a drawn deal, too. Where one side pays
    several, ``winner`` is the seat after it; where several pay one, ``loser`` is the seat after
    that one.

    Args:
        rules: the rule values.
        dealer: who dealt.
        winner, loser: of the deal, −1 for none or several; both −1 if it was drawn.
    """
    if rules.rotation == "fixed":
        return dealer
    drawn = winner == loser == NOBODY
    if drawn:
        stays = rules.after_draw == "same_dealer"
        return dealer if stays else (dealer + 1) % rules.seats
    if rules.rotation == "next_seat":
        return (dealer + 1) % rules.seats
    wanted, other = (winner, loser) if rules.rotation == "winner" else (loser, winner)
    return wanted if wanted != NOBODY else (other + 1) % rules.seats


def redeal_dealer(rules: Reading, dealer: int) -> int:
    """D8.1 K1.5: who deals a deal again (``deal.redeal_keeps_dealer``)."""
    stays = rules.redeal_keeps_dealer or rules.rotation == "fixed"
    return dealer if stays else (dealer + 1) % rules.seats


def game_outcome(ruleset: RuleSet, scores: Sequence[int], deals_played: int) -> Outcome:
    """K7.2 D7.4: after a deal, ``"on"`` if the match goes on, else (winner or −1, how it ended).

    Args:
        ruleset: the rules.
        scores: by side, after the deal.
        deals_played: deals of the match, this one and drawn ones included.
    """
    rules = reading_of(ruleset)
    if rules.match_target and max(scores) >= rules.match_target:
        return _leading(scores), GameEnd.TARGET
    if rules.match_deals and deals_played >= rules.match_deals:
        return _leading(scores), GameEnd.DEAL_COUNT
    return (NOBODY, GameEnd.DEAL_CAP) if deals_played >= rules.max_deals else "on"


def _leading(scores: Sequence[int]) -> int:
    """D7.4: the side with most game points; equal is −1."""
    best = max(scores)
    return NOBODY if list(scores).count(best) > 1 else list(scores).index(best)
