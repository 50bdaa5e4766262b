"""What the talon kernel's public state must be if the referee is right: `View` from a `State`."""

from collections import Counter
from dataclasses import dataclass, field

from sixtysix_sim.contract.talon import View
from sixtysix_sim.moves import Move
from sixtysix_sim.referee.following import winning_place
from sixtysix_sim.referee.talon import Event, State, cards_left, seat_to_act, talon_is_open
from sixtysix_sim.referee.talon.state import order_of_play
from sixtysix_sim.referee.talon.tricks import pair_of
from sixtysix_sim.vocabulary import NOBODY, SLIP_BITS, Action, Slip
from tests.agreement.masks import mask_of

MARRIAGES = (Action.MARRIAGE, Action.CORRECT_MARRIAGE)
IN_A_DRAW = (Action.IRREGULAR_DOUBLE_DRAW, Action.IRREGULAR_MISSED_DRAW)
SLIPS = {
    Action.IRREGULAR_EXPOSE: Slip.EXPOSED,
    Action.IRREGULAR_MISDEAL: Slip.MISDEALT,
    Action.IRREGULAR_DOUBLE_DRAW: Slip.DOUBLE_DRAWS,
    Action.IRREGULAR_MISSED_DRAW: Slip.MISSED_DRAWS,
    Action.IRREGULAR_WRONG_MARRIAGE: Slip.WRONG_MARRIAGES,
}


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
        slips: what went wrong, by kind.
        upcard_to: who drew the upcard in the last draw, and the card; None for nobody.
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
    slips: Counter[Slip] = field(default_factory=Counter)
    upcard_to: tuple[int, int] | None = None

    @property
    def packed_slips(self) -> int:
        """The slips as a raw row has them."""
        return sum(count << (SLIP_BITS * kind) for kind, count in self.slips.items())

    def __post_init__(self) -> None:
        self.known = [Counter() for _ in range(self.seats)]

    def before(self, state: State, seat: int, move: Move) -> None:
        """Note an action about to be done."""
        if move.action in IN_A_DRAW and self.upcard_to:  # the draw is done again
            drawer, card = self.upcard_to
            self.known[drawer][card] -= 1
        self.upcard_to = None
        known, rules = self.known[seat], state.rules
        self.moves += 1
        self._before_slip(state, seat, move)
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
        elif move.action in MARRIAGES:
            self.last_declared = move.value
            self.slips[Slip.CORRECTED] += move.action is Action.CORRECT_MARRIAGE

    def _before_slip(self, state: State, seat: int, move: Move) -> None:
        if move.action is Action.IRREGULAR_EXPOSE:
            forehand = (state.dealer + 1) % self.seats
            held = state.hands[forehand]
            self.known[forehand][move.value] += held is not None and move.value in held
        if move.action is Action.IRREGULAR_WRONG_MARRIAGE and state.wrong:
            for card, copies in Counter([*state.wrong, move.value]).items():
                self.known[seat][card] = max(self.known[seat][card], copies)
        half = move.action is Action.IRREGULAR_WRONG_MARRIAGE and not state.wrong
        if move.action in SLIPS and not half:
            self.slips[SLIPS[move.action]] += 1

    def after(self, state: State, event: Event, upcard: int) -> None:
        """Note what an action did; ``upcard`` lay there before it."""
        if event.move.action in MARRIAGES:
            known = self.known[event.seat]
            for card in pair_of(event.move.value):
                known[card] = max(known[card], state.shown[event.seat][card])
        if event.winner != NOBODY:
            self.last_declared = NOBODY
        if event.drawn and state.upcard == NOBODY:
            seat, card = event.drawn[-1]
            assert card == upcard or event.move.action in IN_A_DRAW
            self.known[seat][card] += 1
            self.upcard_to = seat, card


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
    view[View.SLIPS] = memory.packed_slips
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
        (View.OWED, state.owed),
        (View.FACED, [_faced(state, seat, numbers) for seat in state.seats]),
        (View.SHOWN, [mask_of(known, numbers) for known in memory.known]),
    ):
        view[slot : slot + len(values)] = values
    if state.closer != NOBODY:
        view[View.CLOSE_TRICKS : View.CLOSE_TRICKS + len(state.tricks)] = state.tricks_at_close
        view[View.CLOSE_POINTS : View.CLOSE_POINTS + len(state.tricks)] = state.points_at_close
    return view


def _faced(state: State, seat: int, numbers: dict[int, int]) -> int:
    faced = state.faced.get(seat)
    return mask_of(Counter(faced.cards), numbers) if faced else 0


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
