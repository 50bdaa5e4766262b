"""C3, the auction: who speaks, what may be said, and what it leads to."""

from sixtysix_sim.moves import Move
from sixtysix_sim.referee.auction.state import SEATS, State, next_seat, side_of
from sixtysix_sim.referee.records import Breach
from sixtysix_sim.vocabulary import NOBODY, Action, Phase

_COUNTERS = {"team": 2, "seat": 4, "game": 1, "deal": 1}


def first_speaker(state: State) -> int:
    """C3.2: the seat after the dealer speaks first, or the dealer (``auction.first_speaker``)."""
    return state.dealer if state.rules.first_speaker == "dealer" else next_seat(state.dealer)


def speaker(state: State) -> int:
    """C3.2: each seat speaks once, in turn."""
    return next_seat(first_speaker(state), state.spoken)


def answering_seat(state: State) -> int:
    """C3.3: the asker's partner, who was the first to speak, answers."""
    return first_speaker(state)


def lowest_bid(state: State) -> int:
    """C3.1: the lowest bid that is higher than every bid before it; may exceed the maximum."""
    rules = state.rules
    if state.high_bid < rules.min_bid:
        return rules.min_bid
    steps = (state.high_bid - rules.min_bid) // rules.step + 1
    return rules.min_bid + steps * rules.step


def bid_left(state: State) -> bool:
    """C3.1: after the maximum no bid is left."""
    return lowest_bid(state) <= state.rules.max_bid


def bid_breach(state: State, seat: int, points: int) -> Breach | None:
    """C3.1: a bid is min, min + step, … up to max, and higher than every bid before it."""
    rules = state.rules
    if points < rules.min_bid or points > rules.max_bid:
        return Breach(
            "C3.1",
            f"seat {seat} bids {points}, but bids run from {rules.min_bid} to {rules.max_bid}",
        )
    if (points - rules.min_bid) % rules.step:
        return Breach(
            "C3.1",
            f"seat {seat} bids {points}, but bids go up from {rules.min_bid} in steps of "
            f"{rules.step}",
        )
    if points <= state.high_bid:
        return Breach(
            "C3.1",
            f"seat {seat} bids {points}, not more than the {state.high_bid} of seat "
            f"{state.high_seat}",
        )
    return None


def pass_breach(state: State, seat: int) -> Breach | None:
    """C3.3: with ``after_speak = "must_bid"`` the asker must bid after "speak", while it can.

    Reading: when the maximum has been bid only pass is left.
    """
    if seat != state.asked or state.rules.after_speak != "must_bid" or not bid_left(state):
        return None
    return Breach(
        "C3.3",
        f"seat {seat} passes, but asked and was told to speak: it must bid, "
        f"{lowest_bid(state)} or more",
    )


def ask_breach(state: State, seat: int) -> Breach | None:
    """C3.3: only the third seat to speak may ask, before its own word, within ``ask_limit``.

    Asking uses up the right, so that every limit also forbids asking twice in one auction.
    """
    rules = state.rules
    if not rules.ask:
        return Breach("C3.3", f"seat {seat} asks, but the rules have no asking")
    if state.spoken != 2:
        return Breach(
            "C3.3",
            f"seat {seat} asks as number {state.spoken + 1} to speak; only the third may ask",
        )
    if state.asks_used[ask_counter(state, seat)]:
        whose = {"team": f"side {side_of(seat)}", "seat": f"seat {seat}"}
        period = "deal" if rules.ask_limit == "deal" else "game"
        return Breach(
            "C3.3",
            f"seat {seat} asks, but {whose.get(rules.ask_limit, 'somebody')} has asked in this "
            f"{period} before",
        )
    if rules.ask_after_bid == "only_if_no_bid" and state.bids:
        return Breach(
            "C3.3",
            f"seat {seat} asks after the bid {state.high_bid}, but may only while nobody has bid",
        )
    return None


def answer_breach(seat: int, move: Move) -> Breach:
    """C3.3: the partner has spoken and may not bid again; it answers redeal or speak."""
    return Breach("C3.3", f"seat {seat} says '{move.text}', but owes its partner an answer")


def ask_counter(state: State, seat: int) -> int:
    """C3.3: which of ``asks_used`` counts a seat's asking under ``auction.ask_limit``."""
    return {"team": side_of(seat), "seat": seat}.get(state.rules.ask_limit, 0)


def no_asks(ask_limit: str) -> list[int]:
    """C3.3: the counters of a game in which nobody has asked."""
    return [0] * _COUNTERS[ask_limit]


def legal_calls(state: State) -> list[Move]:
    """C3.1–C3.3: pass, ask and every bid the speaker may say, in this order."""
    seat = speaker(state)
    moves = [] if pass_breach(state, seat) else [Move(Action.PASS)]
    if ask_breach(state, seat) is None:
        moves.append(Move(Action.ASK))
    bids = range(lowest_bid(state), state.rules.max_bid + 1, state.rules.step)
    return moves + [Move(Action.BID, points) for points in bids]


def count_calls(state: State) -> int:
    """Return how many calls are legal, without listing the bids."""
    seat, rules = speaker(state), state.rules
    bids = max(0, (rules.max_bid - lowest_bid(state)) // rules.step + 1)
    return (pass_breach(state, seat) is None) + (ask_breach(state, seat) is None) + bids


def take_call(state: State, seat: int, move: Move) -> None:
    """Enter a pass, bid, ask or answer; C3.4: after four words the highest bidder declares.

    A redeal (C3.5, or the answer of C3.3) leaves the phase OVER and no declarer.
    """
    state.calls.append(move)
    if move.action is Action.ASK:
        state.asked = seat
        state.asks_used[ask_counter(state, seat)] += 1
        state.phase = Phase.ANSWER
        return
    if move.action is Action.ANSWER_REDEAL or move.action is Action.ANSWER_SPEAK:
        state.phase = Phase.AUCTION if move.action is Action.ANSWER_SPEAK else Phase.OVER
        return
    if move.action is Action.BID:
        state.high_bid, state.high_seat = move.value, seat
        state.bids += 1
    state.spoken += 1
    if state.spoken == SEATS:
        _close_auction(state)


def _close_auction(state: State) -> None:
    """C3.4: the highest bidder is the declarer. C3.5: if all four passed, cards are dealt again."""
    if state.high_seat == NOBODY:
        state.phase = Phase.OVER
        return
    state.declarer, state.bid = state.high_seat, state.high_bid
    state.phase = Phase.TRUMP
