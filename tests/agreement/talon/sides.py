"""What the talon kernel's public state must be if the referee is right: `View` from a `State`."""

from collections import Counter
from dataclasses import dataclass, field

from sixtysix_sim.contract.talon import View
from sixtysix_sim.moves import Move
from sixtysix_sim.referee.following import winning_place
from sixtysix_sim.referee.talon import Event, State, cards_left, seat_to_act, talon_is_open
from sixtysix_sim.referee.talon.state import order_of_play
from sixtysix_sim.referee.talon.tricks import pair_of
from sixtysix_sim.vocabulary import NOBODY, Action
from tests.agreement.masks import mask_of


@dataclass
class Memory:
    """What everybody has seen in a deal, kept beside the referee's state.

    Attributes:
        numbers: card code → the kernel's card number.
        played: cards played.
        voids: bit 4 × seat + suit: did not follow that suit under a duty.
        known: by seat, cards known to be in its hand: drawn as the upcard, swapped for it, shown.
        close_trick: the trick about to be led when the talon was closed, 0 before.
        moves, cards: how many actions, how many of them cards played.
        history: place behind `View.HISTORY` → number of the card played there.
        last_declared: suit of the marriage declared last on this lead, −1.
        claimer: who claimed, −1.
    """

    numbers: dict[int, int]
    seats: int
    played: Counter[int] = field(default_factory=Counter)
    voids: int = 0
    known: list[Counter[int]] = field(default_factory=list)
    close_trick: int = 0
    moves: int = 0
    cards: int = 0
    history: dict[int, int] = field(default_factory=dict)
    last_declared: int = NOBODY
    claimer: int = NOBODY

    def __post_init__(self) -> None:
        self.known = [Counter() for _ in range(self.seats)]

    def before(self, state: State, seat: int, move: Move) -> None:
        """Note an action about to be done."""
        known, rules = self.known[seat], state.rules
        self.moves += 1
        if move.action is Action.PLAY:
            self.played[move.value] += 1
            place = self.seats * (state.trick_number - 1) + seat
            self.history[place] = self.numbers[move.value]
            self.cards += 1
            known[move.value] -= known[move.value] > 0
            duty = rules.must_follow and (rules.while_open or not talon_is_open(state))
            if duty and state.table and state.table[0] >> 3 != move.value >> 3:
                self.voids |= 1 << (4 * seat + (state.table[0] >> 3))
        elif move.action is Action.EXCHANGE:
            given = 8 * state.trump + rules.exchange_rank
            known[given] -= known[given] > 0
            known[state.upcard] += 1
        elif move.action is Action.CLOSE:
            self.close_trick = state.trick_number
        elif move.action is Action.CLAIM:
            self.claimer = seat
        elif move.action is Action.MARRIAGE:
            self.last_declared = move.value

    def after(self, state: State, event: Event, upcard: int) -> None:
        """Note what an action did; ``upcard`` lay there before it."""
        if event.move.action is Action.MARRIAGE:
            known = self.known[event.seat]
            for card in pair_of(event.move.value):
                known[card] = max(known[card], state.shown[event.seat][card])
        if event.winner != NOBODY:
            self.last_declared = NOBODY
        if event.drawn and state.upcard == NOBODY:
            seat, card = event.drawn[-1]
            assert card == upcard
            self.known[seat][card] += 1


def public_view(state: State, memory: Memory, kernel: list[int]) -> list[int]:
    """Return the view the kernel must hold; slots without a meaning here are copied."""
    view, numbers = list(kernel), memory.numbers
    seat, open_talon = seat_to_act(state), talon_is_open(state)
    view[View.SEAT] = NOBODY if seat is None else seat
    view[View.DEALER] = state.dealer
    view[View.FOREHAND] = (state.dealer + 1) % state.rules.seats
    view[View.STAKE] = state.stake
    view[View.TRUMP] = state.trump
    view[View.UPCARD] = NOBODY if state.upcard == NOBODY else numbers[state.upcard]
    view[View.TALON] = cards_left(state)
    view[View.CLOSER], view[View.CLOSED_AT] = state.closer, state.closed_at
    view[View.CLOSE_TRICK] = memory.close_trick
    view[View.EXCHANGER] = state.exchanger
    view[View.TRICK] = state.trick_number
    view[View.LEADER] = state.leader
    view[View.DECLARED] = memory.last_declared
    view[View.PLAYED] = mask_of(memory.played, numbers)
    view[View.VOIDS] = memory.voids
    view[View.ENDGAME] = int(not open_talon)
    _put_table(view, state, numbers)
    for place, card in memory.history.items():
        view[View.HISTORY + place] = card
    for slot, values in (
        (View.SCORES, state.scores),
        (View.TRICKS, state.tricks),
        (View.CARD_POINTS, state.card_points),
        (View.MELD_POINTS, state.meld_points),
        (View.PENDING, state.pending),
        (View.SHOWN, [mask_of(known, numbers) for known in memory.known]),
    ):
        view[slot : slot + len(values)] = values
    if state.closer != NOBODY:
        view[View.CLOSE_TRICKS : View.CLOSE_TRICKS + len(state.tricks)] = state.tricks_at_close
        view[View.CLOSE_POINTS : View.CLOSE_POINTS + len(state.tricks)] = state.points_at_close
    return view


def _put_table(view: list[int], state: State, numbers: dict[int, int]) -> None:
    """Fill in the trick on the table."""
    table, seats, order = state.table, state.rules.seats, order_of_play(state)
    view[View.TABLE : View.TABLE + seats] = [NOBODY] * seats
    for place, card in enumerate(table):
        view[View.TABLE + order[place]] = numbers[card]
    best = winning_place(state.rules, table, state.trump) if table else 0
    view[View.LED] = numbers[table[0]] if table else NOBODY
    view[View.BEST] = numbers[table[best]] if table else NOBODY
    view[View.BEST_SEAT] = order[best] if order else state.leader
    view[View.TRICK_POINTS] = sum(state.rules.points[card] for card in table)
