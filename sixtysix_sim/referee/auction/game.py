"""C2, C8: dealing, who deals next, and when the game is over."""

from collections import Counter
from collections.abc import Iterable, Sequence

from sixtysix_sim.referee.auction.bidding import no_asks
from sixtysix_sim.referee.auction.reading import Reading, reading_of
from sixtysix_sim.referee.auction.state import SEATS, SIDES, Outcome, State, next_seat
from sixtysix_sim.referee.records import Breach, show_cards
from sixtysix_sim.rules.ruleset import RuleSet
from sixtysix_sim.vocabulary import NOBODY, GameEnd

Hands = Sequence[Iterable[int] | None]


def new_deal(
    ruleset: RuleSet,
    dealer: int,
    hands: Hands = (None,) * SEATS,
    scores: Sequence[int] = (0, 0),
    asks_used: Sequence[int] | None = None,
    deals_played: int = 0,
    redeals_in_row: int = 0,
) -> State:
    """Return a deal before its first call.

    Args:
        ruleset: the rules.
        dealer: seat 0–3.
        hands: card codes by seat; None where a hand is not known.
        scores: by side, before the deal.
        asks_used: asks of the game so far as `State.asks_used` counts them; None for none. With
            ``ask_limit = "deal"`` they start at 0 in every deal (C3.3).
        deals_played: scored deals of the game so far.
        redeals_in_row: redeals since the last scored deal.
    """
    rules = reading_of(ruleset)
    asks = no_asks(rules.ask_limit)
    if asks_used is not None and rules.ask_limit != "deal":
        asks = list(asks_used)
    return State(
        rules=rules,
        dealer=dealer,
        hands=[None if hand is None else Counter(hand) for hand in hands],
        scores=list(scores),
        asks_used=asks,
        deals_played=deals_played,
        redeals_in_row=redeals_in_row,
    )


def next_deal(state: State, hands: Hands) -> State:
    """Return the deal that follows a finished one of the same game, with new hands.

    Raises:
        ValueError: the deal is not over, or the game is.
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
        result.score_after,
        state.asks_used,
        result.deals_played,
        result.redeals_in_row,
    )


def hands_breach(rules: Reading, hands: Sequence[Iterable[int]]) -> Breach | None:
    """C2.1, C2.2, G6: each seat has its hand, and no card occurs more often than in the pack.

    A deal that uses the whole deck then holds every card exactly as often as the pack does.
    """
    for seat, hand in enumerate(hands):
        size = len(list(hand))
        if size != rules.hand_size:
            return Breach(
                "G6", f"seat {seat} has {size} cards instead of {rules.hand_size}", ("C2.2",)
            )
    held = Counter(card for hand in hands for card in hand)
    for card, copies in sorted(held.items()):
        if card not in rules.faces:
            return Breach("G6", f"{show_cards([card])} is no card of this deck", ("C2.1",))
        if copies > rules.packs:
            return Breach(
                "G6",
                f"{show_cards([card])} occurs {copies} times; the deck has {rules.packs}",
                ("C2.1",),
            )
    return None


def next_dealer(rules: Reading, dealer: int, *, redealt: bool) -> int:
    """C2.5: the dealer moves on after a scored deal, and stays after a redeal.

    Options ``deal.rotation`` and ``deal.redeal_keeps_dealer``. Reading: with a fixed rotation
    the dealer stays after a redeal whatever the second says.
    """
    stays = rules.rotation == "fixed" or (redealt and rules.redeal_keeps_dealer)
    return dealer if stays else next_seat(dealer)


def game_outcome(
    ruleset: RuleSet,
    scores: Sequence[int],
    declarer_side: int,
    deals_played: int,
    redeals_in_row: int = 0,
) -> Outcome:
    """C8: after a deal, ``"on"`` if the game goes on, else (winning side or −1, how it ended).

    Args:
        ruleset: the rules.
        scores: by side, after the deal.
        declarer_side: side of the deal's declarer; −1 after a redeal, which can only end a game
            by `GameEnd.REDEAL_CAP`.
        deals_played: scored deals, this one included.
        redeals_in_row: redeals in a row, this one included; 0 after a scored deal.
    """
    rules = reading_of(ruleset)
    if redeals_in_row:
        return too_many_redeals(rules, redeals_in_row)
    if winner := target_reached(rules, scores, declarer_side):
        return winner
    return too_many_deals(rules, deals_played)


def too_many_redeals(rules: Reading, redeals_in_row: int) -> Outcome:
    """C3.5: ``auction.max_redeals`` in a row, by four passes or by answer, end the game."""
    return (NOBODY, GameEnd.REDEAL_CAP) if redeals_in_row >= rules.max_redeals else "on"


def target_reached(
    rules: Reading, scores: Sequence[int], declarer_side: int
) -> tuple[int, GameEnd] | None:
    """C1.2, C8.1: a team at the target wins. C8.2: with both there, the declarer's team.

    ``both_at_target = "higher"``: the higher score; reading: equal scores, the declarer's team.
    """
    there = [side for side in range(SIDES) if scores[side] >= rules.target]
    if not there:
        return None
    if len(there) == 1:
        return there[0], GameEnd.TARGET
    if rules.both_at_target == "higher" and scores[0] != scores[1]:
        return (0 if scores[0] > scores[1] else 1), GameEnd.TARGET
    return declarer_side, GameEnd.TARGET


def too_many_deals(rules: Reading, deals_played: int) -> Outcome:
    """C8.3: ``game.max_deals`` scored deals end the game without a winner."""
    return (NOBODY, GameEnd.DEAL_CAP) if deals_played >= rules.max_deals else "on"
