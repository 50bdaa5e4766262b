"""One action at a time, from any position: the same phase functions as the hot loop, on memory.

Where a deal stands beside view, hands and talon is in ``step`` (int64[13]): whether it is over, the
turn within the trick and how many seats play to it, whether a draw choice is due, which cards a
marriage leaves to be led, what the deal's row counts, who deals next, who slips in the next draw
(or how many cards a seat is short), and who must say whether a deal that went wrong stands.
"""

from typing import Any

import numpy as np

from sixtysix_sim.contract.talon import CLAIM, CLOSE, DRAW, EXCHANGE, MARRIAGE, View
from sixtysix_sim.kernels.bits import add_card, popcount
from sixtysix_sim.kernels.jit import jit
from sixtysix_sim.kernels.random import DECK, game_key, stream_key
from sixtysix_sim.kernels.talon.apply import (
    draw_due,
    draw_round,
    open_deal,
    open_trick,
    put_card,
    put_closing,
    put_exchange,
    put_lead,
    put_marriage,
)
from sixtysix_sim.kernels.talon.dealing import deal_cards
from sixtysix_sim.kernels.talon.deals import close_deal, close_redeal
from sixtysix_sim.kernels.talon.desk import Desk
from sixtysix_sim.kernels.talon.legal import (
    cards_to_follow,
    cards_to_lead,
    choice_words,
    count_holders,
    first_holder,
    is_correction,
    lead_words,
    next_seat,
    talon_rights,
)
from sixtysix_sim.kernels.talon.play import (
    SLIP_CORRECTED,
    end_play,
    end_trick,
    is_legal_word,
    is_over,
)
from sixtysix_sim.kernels.talon.scoring import settle_claim
from sixtysix_sim.kernels.talon.slips import (
    SLIP_EXPOSED,
    SLIP_MISDEALT,
    count_slip,
    put_wrong_marriage,
)
from sixtysix_sim.logs.raw import NONE
from sixtysix_sim.logs.raw.talon import DealField
from sixtysix_sim.vocabulary import Phase

S_PHASE, S_TURN, S_CHOICE, S_BOUND, S_MELDS, S_MOVES, S_CARDS, S_FORCED, S_LEGAL = range(9)
S_PLAYERS, S_DEALER, S_SLIPS, S_ASKED = 9, 10, 11, 12
STEP_WORDS = 13
# what `options` fills in: legal words, whether any claim can be made, mask of cards
O_WORDS, O_CLAIM, O_CARDS = range(3)
PLAY, OVER = int(Phase.PLAY), int(Phase.OVER)


@jit()
def step_deal(desk: Desk, seed: int, game: int, scored: int, attempt: int) -> None:
    """Deal hands, upcard and talon that a run with this seed deals there (K1.3, D2)."""
    key = stream_key(game_key(seed, game), DECK, scored, attempt)
    deal_cards(desk.table, desk.deck, desk.hands, key)


@jit()
def step_open(desk: Desk, step: Any, dealer: int) -> None:
    """Begin a deal whose cards are dealt."""
    table, view = desk.table, desk.public
    upcard = np.int64(desk.deck[table.deck_size - 1])
    open_deal(table, view, dealer, upcard)
    desk.rows.deals[0, DealField.UPCARD] = table.codes[upcard]
    for word in range(STEP_WORDS):
        step[word] = 0
    step[S_PHASE] = PLAY
    step[S_ASKED] = NONE
    step_lead(desk, step, 1, view[View.FOREHAND], 0)


@jit()
def step_rights(desk: Desk) -> None:
    """Work out what talon and upcard allow, after a position was set up."""
    desk.public[View.RIGHTS] = talon_rights(desk.table, desk.public)


@jit()
def step_lead(desk: Desk, step: Any, trick: int, leader: int, choice: int) -> None:
    """Go on to the lead to a trick, or to the draw choice before it."""
    if not choice:  # a seat without a card sits the trick out (D3.3)
        leader = first_holder(desk.hands, desk.table, leader)
    step[S_PLAYERS] = count_holders(desk.hands, desk.table)
    open_trick(desk.table, desk.public, trick, leader)
    desk.public[View.SEAT] = leader
    step[S_TURN] = 0
    step[S_CHOICE] = choice
    step[S_BOUND] = 0


@jit()
def options(desk: Desk, step: Any, out: Any) -> None:
    """Fill in what is legal: words as in `View.MAY`, whether any claim can be made, cards."""
    table, view = desk.table, desk.public
    seat, trump = view[View.SEAT], view[View.TRUMP]
    hand = desk.hands[seat]
    out[O_WORDS], out[O_CLAIM], out[O_CARDS] = 0, 0, 0
    if step[S_PHASE] == OVER:
        return
    if step[S_TURN] > 0:
        led, best = view[View.LED], view[View.BEST]
        out[O_CARDS] = cards_to_follow(table, view, hand, trump, led, best)
        return
    if step[S_CHOICE]:
        out[O_WORDS], out[O_CLAIM] = choice_words(table, view, seat)
    else:
        bound = step[S_BOUND]
        out[O_WORDS], out[O_CLAIM] = lead_words(table, view, hand, seat, trump, bound)
        out[O_CARDS] = cards_to_lead(hand, bound)


@jit()
def count_step(step: Any, out: Any) -> None:
    """Count an action of those that `options` found legal."""
    width = popcount(out[O_WORDS]) + popcount(out[O_CARDS])
    step[S_MOVES] += 1
    step[S_FORCED] += np.int64(width == 1)
    step[S_LEGAL] += width


@jit()
def step_word(desk: Desk, step: Any, out: Any, answer: int) -> bool:
    """Let the seat claim, close, exchange, draw or declare; return whether that was legal."""
    table, view = desk.table, desk.public
    options(desk, step, out)
    seat = view[View.SEAT]
    view[View.MAY_CLAIM] = out[O_CLAIM]
    if not is_legal_word(view, out[O_WORDS], answer):
        return False
    count_step(step, out)
    if answer == CLAIM:
        end, winner, price = settle_claim(table, view, seat)
        step_over(desk, step, (end, winner, price, seat, NONE))
    elif answer == CLOSE:
        put_closing(table, view, seat)
        if step[S_CHOICE]:
            after_choice(desk, step)
    elif answer == EXCHANGE:
        put_exchange(desk, seat)
    elif answer == DRAW:
        draw_now(desk, step, seat)
        after_choice(desk, step)
    else:
        if len(table.wide) and is_correction(table, view, seat, MARRIAGE - answer):
            count_slip(view, SLIP_CORRECTED)
        bound, added = put_marriage(desk, seat, MARRIAGE - answer, 0, 0, step[S_MELDS])
        step[S_BOUND] |= bound
        step[S_MELDS] += added
    return True


@jit()
def draw_now(desk: Desk, step: Any, winner: int) -> None:
    """Let each seat draw; who slips is said in ``step`` (D3.3, D8.3, D8.4)."""
    if len(desk.table.wide):
        draw_due(desk, winner, step[S_SLIPS])
    else:
        draw_round(desk, winner, desk.hands[winner])


@jit()
def step_expose(desk: Desk, step: Any, card: int) -> None:
    """Let the dealer expose a card; the forehand is asked whether the deal stands (D8.1)."""
    view = desk.public
    forehand = view[View.FOREHAND]
    if (desk.hands[forehand] >> card) & 1:
        view[View.SHOWN + forehand] = add_card(view[View.SHOWN + forehand], card)
    count_slip(view, SLIP_EXPOSED)
    step[S_ASKED] = forehand
    view[View.SEAT] = forehand
    step[S_MOVES] += 1


@jit()
def step_misdeal(desk: Desk, step: Any, seat: int, count: int) -> None:
    """Note a wrong number of cards; the seat is asked whether the deal stands (D8.2)."""
    count_slip(desk.public, SLIP_MISDEALT)
    step[S_ASKED] = seat
    step[S_SLIPS] = desk.table.hand_size - count
    desk.public[View.SEAT] = seat
    step[S_MOVES] += 1


@jit()
def step_answer(desk: Desk, step: Any, again: bool, width: int) -> None:
    """Let a deal that went wrong stand, or deal again (D8.1, D8.2)."""
    view = desk.public
    view[View.OWED + step[S_ASKED]] = step[S_SLIPS]
    view[View.SEAT] = view[View.LEADER]
    step[S_ASKED] = NONE
    step[S_SLIPS] = 0
    step[S_MOVES] += 1
    step[S_FORCED] += np.int64(width == 1)
    step[S_LEGAL] += width
    if again:
        step[S_DEALER] = close_redeal(desk, 0)
        desk.rows.deals[0, DealField.MOVES] = step[S_MOVES]
        desk.rows.deals[0, DealField.FORCED] = step[S_FORCED]
        desk.rows.deals[0, DealField.LEGAL] = step[S_LEGAL]
        step[S_PHASE] = OVER


@jit()
def step_wrong_marriage(desk: Desk, step: Any, first: int, second: int) -> None:
    """Let the leader show two cards that are no marriage: two actions (D8.5)."""
    put_wrong_marriage(desk, desk.public[View.SEAT], first, second)
    step[S_MOVES] += 2


@jit()
def after_choice(desk: Desk, step: Any) -> None:
    """Go on to the lead after the draw choice, or settle if the talon was closed over no cards."""
    view = desk.public
    winner = view[View.SEAT]
    if is_over(desk, desk.hands[winner]):
        step_over(desk, step, end_play(desk, winner))
    else:
        step_lead(desk, step, view[View.TRICK], winner, 0)


@jit()
def step_card(desk: Desk, step: Any, out: Any, card: int) -> bool:
    """Let the seat lead or follow; return whether that was legal (K2, D3)."""
    table, view = desk.table, desk.public
    seat = view[View.SEAT]
    options(desk, step, out)
    if not (out[O_CARDS] >> card) & 1:
        return False
    count_step(step, out)
    step[S_CARDS] += 1
    if step[S_TURN] == 0:
        put_lead(desk, seat, desk.hands[seat], card)
    else:
        top = (view[View.BEST], view[View.BEST_SEAT], 0)
        put_card(desk, seat, desk.hands[seat], card, view[View.TRUMP], view[View.LED], top)
    step[S_TURN] += 1
    view[View.SEAT] = first_holder(desk.hands, table, next_seat(table, seat))
    if step[S_TURN] == step[S_PLAYERS]:
        close_round(desk, step)
    return True


@jit()
def close_round(desk: Desk, step: Any) -> None:
    """End a trick: draw, offer the draw choice, or settle the deal (K1.4, D3.3, D5.1)."""
    table, view = desk.table, desk.public
    winner = view[View.BEST_SEAT]
    over, result = end_trick(desk, winner, desk.hands[winner])
    if over:
        step_over(desk, step, result)
    else:
        endgame = view[View.ENDGAME] != 0
        choice = table.choice != 0 and not endgame
        if not endgame and not choice:
            draw_now(desk, step, winner)
        step_lead(desk, step, view[View.TRICK] + 1, winner, np.int64(choice))


@jit()
def step_over(desk: Desk, step: Any, result: Any) -> None:
    """End the deal and write its row; scores and stake in the view move on."""
    deal = desk.rows.deals
    deal[0, DealField.MOVES] = step[S_MOVES]
    deal[0, DealField.CARDS] = step[S_CARDS]
    deal[0, DealField.FORCED] = step[S_FORCED]
    deal[0, DealField.LEGAL] = step[S_LEGAL]
    step[S_DEALER] = close_deal(desk, 0, result, 0, step[S_MELDS])
    step[S_PHASE] = OVER
