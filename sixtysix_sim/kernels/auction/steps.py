"""One action at a time, from any position: the same phase functions as the hot loop, on memory.

Where a deal stands beside view and hands is in ``step`` (int64[8]): who acts in which phase, the
turn within the trick, what the auction's end needs to know.
"""

from typing import Any

from sixtysix_sim.contract.auction import NO_BID, PASS, View
from sixtysix_sim.kernels.auction.apply import (
    close_trick,
    open_deal,
    open_trick,
    put_call,
    put_card,
    put_lead,
    put_trump,
)
from sixtysix_sim.kernels.auction.dealing import deal_hands
from sixtysix_sim.kernels.auction.deals import score_deal, write_redeal
from sixtysix_sim.kernels.auction.desk import Desk
from sixtysix_sim.kernels.auction.legal import (
    bids_from,
    first_speaker,
    is_bid,
    lowest_bid,
    may_ask,
    may_pass,
)
from sixtysix_sim.kernels.following import follow_cards, lead_cards
from sixtysix_sim.kernels.jit import jit
from sixtysix_sim.kernels.random import DECK, game_key, stream_key
from sixtysix_sim.logs.raw import NONE
from sixtysix_sim.logs.raw.auction import DealField
from sixtysix_sim.vocabulary import Phase

S_PHASE, S_TURN, S_ANSWERED, S_SPEAKING, S_BIDS, S_ASKERS = range(6)
STEP_WORDS = 8
# what `options` fills in
O_LOW, O_BIDS, O_ASK, O_PASS, O_CARDS = range(5)
AUCTION, ANSWER, TRUMP, PLAY, OVER = (int(phase) for phase in Phase)


@jit()
def step_deal(desk: Desk, seed: int, game: int, scored: int, attempt: int) -> None:
    """Deal the hands that a run with this seed deals there (C2)."""
    key = stream_key(game_key(seed, game), DECK, scored, attempt)
    deal_hands(desk.table, desk.deck, desk.hands, key)


@jit()
def step_open(desk: Desk, step: Any, dealer: int, askers: int) -> None:
    """Begin a deal whose hands are dealt; ``askers``: bit n if seat n has asked in this game."""
    open_deal(desk.public, dealer)
    for word in range(STEP_WORDS):
        step[word] = 0
    step[S_SPEAKING] = NONE
    step[S_ASKERS] = askers
    desk.public[View.PLACE] = 0
    desk.public[View.SEAT] = first_speaker(desk.table, dealer)


@jit()
def options(desk: Desk, step: Any, out: Any) -> None:
    """Fill in what is legal: lowest bid, number of bids, may ask, may pass, mask of cards."""
    table, view = desk.table, desk.public
    seat = view[View.SEAT]
    for word in range(5):
        out[word] = 0
    if step[S_PHASE] == AUCTION:
        low = lowest_bid(table, view[View.HIGH_BID])
        asks = may_ask(table, view[View.PLACE], seat, view[View.HIGH_BID], step[S_ASKERS])
        out[O_LOW] = low
        out[O_BIDS] = bids_from(table, low)
        out[O_ASK] = asks and not step[S_ANSWERED]
        out[O_PASS] = may_pass(table, low, step[S_ANSWERED])
    elif step[S_PHASE] == PLAY:
        out[O_CARDS] = step_cards(desk, step)


@jit()
def step_cards(desk: Desk, step: Any) -> int:
    """Return the mask of cards the seat may play."""
    view = desk.public
    hand = desk.hands[view[View.SEAT]]
    if step[S_TURN] == 0:
        return lead_cards(hand)
    return follow_cards(desk.table, hand, view[View.TRUMP], view[View.LED], view[View.BEST])


@jit()
def step_ask(desk: Desk, step: Any) -> None:
    """Let the seat ask its partner (C3.3)."""
    view = desk.public
    seat = view[View.SEAT]
    view[View.ASKED] = seat
    view[View.SEAT] = seat ^ 2
    step[S_ASKERS] |= 1 << seat
    step[S_PHASE] = ANSWER


@jit()
def step_answer(desk: Desk, step: Any, speak: int) -> None:
    """Let the partner answer: deal again or speak (C3.3)."""
    if speak:
        desk.public[View.SEAT] = desk.public[View.ASKED]
        step[S_ANSWERED] = 1
        step[S_PHASE] = AUCTION
    else:
        close_redeal(desk, step)


@jit()
def step_call(desk: Desk, step: Any, call: int) -> bool:
    """Let the seat pass or bid (C3.1, C3.2); return whether that was legal."""
    table, view = desk.table, desk.public
    seat, low = view[View.SEAT], lowest_bid(desk.table, desk.public[View.HIGH_BID])
    if not (may_pass(table, low, step[S_ANSWERED]) if call == PASS else is_bid(table, low, call)):
        return False
    put_call(view, seat, call)
    step[S_ANSWERED] = 0
    if call != PASS:
        step[S_SPEAKING] = view[View.PLACE]
        step[S_BIDS] += 1
    view[View.PLACE] += 1
    view[View.SEAT] = (seat + 1) & 3
    if view[View.PLACE] == 4:
        if view[View.HIGH_BID] == NO_BID:
            close_redeal(desk, step)  # C3.5
        else:
            view[View.SEAT] = view[View.HIGH_SEAT]  # C3.4
            step[S_PHASE] = TRUMP
    return True


@jit()
def step_trump(desk: Desk, step: Any, trump: int) -> None:
    """Let the declarer name trump (C4.1) and open the first trick (C6.1)."""
    view = desk.public
    desk.rows.deals[0, DealField.MELDS] = put_trump(desk, trump, 0, 0)
    open_trick(view, 1, view[View.HIGH_SEAT])
    step[S_PHASE] = PLAY


@jit()
def step_card(desk: Desk, step: Any, card: int) -> bool:
    """Let the seat play a card (C6); return whether that was legal."""
    view = desk.public
    seat = view[View.SEAT]
    if not (step_cards(desk, step) >> card) & 1:
        return False
    if step[S_TURN] == 0:
        put_lead(desk, seat, card)
    else:
        trump, led, best = view[View.TRUMP], view[View.LED], view[View.BEST]
        put_card(desk, seat, card, trump, led, best, view[View.BEST_SEAT])
    step[S_TURN] = (step[S_TURN] + 1) & 3
    view[View.SEAT] = (seat + 1) & 3
    if step[S_TURN] == 0:
        close_round(desk, step)
    return True


@jit()
def close_round(desk: Desk, step: Any) -> None:
    """End a trick, and the deal with the last one (C6.6, C7)."""
    view = desk.public
    winner = view[View.BEST_SEAT]
    last = desk.hands[winner] == 0
    close_trick(desk, winner, last)
    if last:
        deal = desk.rows.deals
        deal[0, DealField.TRUMP] = view[View.TRUMP]
        deal[0, DealField.SPEAKING] = step[S_SPEAKING]
        deal[0, DealField.BIDS] = step[S_BIDS]
        deal[0, DealField.LAST_TRICK] = winner & 1
        score_deal(desk.table, view, desk.rows, 0)
        step[S_PHASE] = OVER
    else:
        open_trick(view, view[View.TRICK] + 1, winner)
        view[View.SEAT] = winner


@jit()
def close_redeal(desk: Desk, step: Any) -> None:
    """End a deal that is dealt again."""
    write_redeal(desk.rows, 0, 0, 0, 0)
    desk.rows.deals[0, DealField.BIDS] = step[S_BIDS]
    desk.rows.deals[0, DealField.FIRST_SPEAKER] = first_speaker(
        desk.table, desk.public[View.DEALER]
    )
    step[S_PHASE] = OVER
