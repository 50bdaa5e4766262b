"""K5–K7, D5–D7: who wins a deal, by which end, and what is paid."""

from typing import NamedTuple

from sixtysix_sim.referee.talon.closing import claim_is_right
from sixtysix_sim.referee.talon.state import DealResult, State, opponents, total, totals
from sixtysix_sim.vocabulary import NOBODY, DealEnd

TWO, THREE = 2, 3  # what the rule texts say in words, whatever `stakes` are


class Score(NamedTuple):
    """What a deal is worth.

    Attributes:
        end: how it ended.
        winner: the side that won; −1 if drawn, or if one side pays several.
        loser: the only side that pays, else −1.
        change: by side.
        game_points: all that is paid, stake included.
    """

    end: DealEnd
    winner: int
    loser: int
    change: tuple[int, ...]
    game_points: int


def price(state: State, tricks: int, points: int) -> int:
    """K7.1 D7.1: what a loser with so many tricks and points pays."""
    rules = state.rules
    if not tricks:
        return rules.no_trick_pays
    return rules.under_pays if points < rules.under else rules.base


def price_of(state: State, loser: int) -> int:
    """K7.1 D7.1: what a loser pays, by its tricks and points at the end."""
    return price(state, state.tricks[loser], total(state, loser))


def price_to_closer(state: State, loser: int) -> int:
    """K5.2 D5.3: what the loser pays a closer who is out (``closing.opponent_score``)."""
    if state.rules.opponent_score == "at_close":
        return price(state, state.tricks_at_close[loser], state.points_at_close[loser])
    return price_of(state, loser)


def price_of_failure(state: State, opponent: int) -> int:
    """K5.3 D5.4: what a closer who fails pays an opponent (``closing.failure``)."""
    rules = state.rules
    if rules.failure == "by_count":
        return price_of(state, state.closer)
    if rules.failure == "flat_three":
        return THREE
    at_close = rules.opponent_tricks == "at_close"
    tricks = state.tricks_at_close if at_close else state.tricks
    return TWO if tricks[opponent] else THREE


def price_of_wrong_claim(state: State, claimer: int, opponent: int) -> int:
    """K6.2 D7.2: what a wrong claim costs (``claim.wrong``, ``claim.wrong_by_closer``)."""
    rules = state.rules
    if claimer == state.closer and rules.wrong_by_closer == "as_failure":
        return price_of_failure(state, opponent)
    if rules.wrong == "by_count":
        return price_of(state, claimer)
    return THREE if rules.wrong == "two_or_three" and not state.tricks[opponent] else TWO


def score_claim(state: State, claimer: int) -> Score:
    """K6.1, K6.2, K5.3, D7.2, D5.4: a claim ends the deal, right or wrong."""
    others = opponents(state, claimer)
    if not claim_is_right(state, claimer):
        prices = {seat: price_of_wrong_claim(state, claimer, seat) for seat in others}
        return _one_pays(state, DealEnd.WRONG_CLAIM, claimer, prices)
    if claimer == state.closer:
        return _one_wins(state, DealEnd.CLAIM, claimer, _prices_to_closer(state))
    if state.closer != NOBODY and state.rules.opponent_claims == "as_failure":
        return _closer_pays(state, DealEnd.CLAIM)._replace(winner=claimer)
    return _one_wins(
        state, DealEnd.CLAIM, claimer, {seat: price_of(state, seat) for seat in others}
    )


def score_played(state: State) -> Score:
    """K5.2, K5.3, K7.3, D5.3, D5.4, D7.3: every card is played, the bonus is given."""
    if state.closer == NOBODY:
        return _score_unclosed(state)
    if closer_is_out_at_end(state):
        return score_closer_out(state)
    return _closer_pays(state, DealEnd.CLOSER_FAILED)


def score_closer_out(state: State) -> Score:
    """K5.2 D5.3: the closer is out without a claim, at the price of K7.1 and D7.1."""
    return _one_wins(state, DealEnd.CLOSER_OUT, state.closer, _prices_to_closer(state))


def closer_is_out_at_end(state: State) -> bool:
    """K5.2 D5.3: has 66 and, except under ``auto_out = "end"``, took the last trick."""
    if not claim_is_right(state, state.closer):
        return False
    return state.rules.auto_out == "end" or state.leader == state.closer


def closer_is_out_at_trick(state: State) -> bool:
    """K5.2, ``auto_out = "any_trick"``: out as soon as it wins a trick and has 66."""
    if state.rules.auto_out != "any_trick" or state.leader != state.closer:
        return False
    return claim_is_right(state, state.closer)


def stake_after(state: State, end: DealEnd) -> int:
    """D7.3: a drawn deal adds to the stake of the next, any other pays it (``draw_adds``)."""
    return state.stake + state.rules.draw_adds if end is DealEnd.DRAWN else 0


def _score_unclosed(state: State) -> Score:
    """K7.3 D7.3: an unclosed deal played to the end (``played_out.winner``)."""
    rules = state.rules
    if rules.played_out == "last_trick":
        prices = dict.fromkeys(opponents(state, state.leader), rules.base)
        return _one_wins(state, DealEnd.PLAYED_OUT, state.leader, prices)
    winner = _highest(state)
    if rules.played_out == "sole_at_target":
        there = [seat for seat in state.seats if claim_is_right(state, seat)]
        if there:
            winner = there[0] if len(there) == 1 else NOBODY
        elif rules.nobody_at_target == "draw":
            winner = NOBODY
    if winner == NOBODY:
        return Score(DealEnd.DRAWN, NOBODY, NOBODY, (0,) * rules.seats, 0)
    prices = {seat: price_of(state, seat) for seat in opponents(state, winner)}
    return _one_wins(state, DealEnd.PLAYED_OUT, winner, prices)


def _highest(state: State) -> int:
    """K7.3: the side that is higher by ``played_out.compare``, −1 if two are equally high."""
    counts = totals(state) if state.rules.compare == "total" else state.card_points
    best = [seat for seat in state.seats if counts[seat] == max(counts)]
    return best[0] if len(best) == 1 else NOBODY


def _prices_to_closer(state: State) -> dict[int, int]:
    return {seat: price_to_closer(state, seat) for seat in opponents(state, state.closer)}


def _closer_pays(state: State, end: DealEnd) -> Score:
    others = opponents(state, state.closer)
    prices = {seat: price_of_failure(state, seat) for seat in others}
    return _one_pays(state, end, state.closer, prices)


def _one_wins(state: State, end: DealEnd, winner: int, prices: dict[int, int]) -> Score:
    """D7.1, D7.3: the winner gets every opponent's price and the stake from each.

    K7.1: without ``stakes.zero_sum`` the losers pay nothing.
    """
    change = [0] * state.rules.seats
    for seat, points in prices.items():
        change[winner] += points + state.stake
        change[seat] -= (points + state.stake) * state.rules.zero_sum
    loser = next(iter(prices)) if len(prices) == 1 else NOBODY
    return Score(end, winner, loser, tuple(change), change[winner])


def _one_pays(state: State, end: DealEnd, loser: int, prices: dict[int, int]) -> Score:
    """D7.1, D7.2, D7.3: one side failed and pays every opponent its price and the stake."""
    change = [0] * state.rules.seats
    for seat, points in prices.items():
        change[seat] += points + state.stake
        change[loser] -= (points + state.stake) * state.rules.zero_sum
    winner = next(iter(prices)) if len(prices) == 1 else NOBODY
    paid = sum(points + state.stake for points in prices.values())
    return Score(end, winner, loser, tuple(change), paid)


_KEY_OF_FIELD = {
    "forehand": "forehand",
    "trump": "upcard",
    "upcard": "upcard",
    "closer": "closing.allowed",
    "closed_at": "closing.allowed",
    "exchanger": "exchange.rank",
    "game_points": "stakes.base",
    "change": "stakes.base",
    "score_after": "stakes.base",
    "stake": "stakes.draw_adds",
    "stake_after": "stakes.draw_adds",
    "tricks": "trick",
    "card_points": "deck.values.RANK",
    "meld_points": "marriage.plain",
    "melds": "marriage",
    "game": "match.target",
}
_KEY_OF_END = {
    DealEnd.CLAIM: "claim",
    DealEnd.WRONG_CLAIM: "claim.wrong",
    DealEnd.CLOSER_OUT: "closing.auto_out",
    DealEnd.CLOSER_FAILED: "closing.failure",
    DealEnd.PLAYED_OUT: "played_out.winner",
    DealEnd.DRAWN: "played_out.winner",
    DealEnd.REDEAL: "irregularities.expose_rate",
}
_PRICED_BY_END = (DealEnd.WRONG_CLAIM, DealEnd.CLOSER_FAILED, DealEnd.DRAWN)


def clause_of_field(state: State, field: str, result: DealResult) -> str:
    """Return the clause that decides a field of a deal's result, for a record that differs (G7).

    Args:
        state: the deal.
        field: a name of `DealResult`, `end`, `winner` and `loser` by how the deal ended.
        result: what the moves give.
    """
    if field == "dealer_after":
        drawn = result.end is DealEnd.DRAWN
        key = "deal.after_draw" if drawn else "deal.rotation"
    elif field in ("change", "game_points") and _end_sets_price(state, result):
        key = _KEY_OF_END[result.end]
    else:
        key = _KEY_OF_FIELD.get(field) or _KEY_OF_END[result.end]
    return state.rules.clause(key)


def _end_sets_price(state: State, result: DealResult) -> bool:
    """Whether not K7.1 gives the price; S7.3: the base goes to the last trick's winner."""
    by_last_trick = state.rules.played_out == "last_trick"
    unclosed = result.end is DealEnd.PLAYED_OUT
    return result.end in _PRICED_BY_END or (unclosed and by_last_trick)
