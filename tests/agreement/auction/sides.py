"""What the kernel's public state must be if the referee is right: `View` made from a `State`."""

from collections import Counter
from dataclasses import dataclass, field

from sixtysix_sim.contract.auction import NOT_SPOKEN, PASS, SEATS, View
from sixtysix_sim.referee.auction import Event, State, next_seat, seat_to_act
from sixtysix_sim.referee.auction.bidding import first_speaker
from sixtysix_sim.referee.following import winning_place
from sixtysix_sim.vocabulary import Action, Phase
from tests.agreement.masks import mask_of

NONE = -1
PUBLIC = int(View.MELDS)  # the slots before the rule set's melds


@dataclass
class Memory:
    """What everybody has seen in a deal, kept beside the referee's state."""

    numbers: dict[int, int]
    played: Counter[int] = field(default_factory=Counter)
    voids: int = 0
    shown: list[int] = field(default_factory=lambda: [0] * SEATS)
    history: dict[int, int] = field(default_factory=dict)  # place behind View.HISTORY → card number

    def see(self, state: State, seat: int, card: int) -> None:
        """Note a card about to be played."""
        self.played[card] += 1
        place = SEATS * sum(state.tricks) + seat
        self.history[place] = self.numbers[card]
        if state.table and state.table[0] >> 3 != card >> 3:
            self.voids |= 1 << (4 * seat + (state.table[0] >> 3))

    def note_melds(self, event: Event) -> None:
        """Note the melds laid open when trump was named."""
        for meld in event.melds:
            self.shown[meld.seat] |= mask_of(Counter(meld.cards), self.numbers)


def public_view(state: State, memory: Memory, kernel: list[int]) -> list[int]:
    """Return the slots 0 … PUBLIC−1 the kernel must hold; slots without a meaning are copied."""
    view = list(kernel)
    seat = seat_to_act(state)
    view[View.SEAT] = NONE if seat is None else seat
    view[View.DEALER] = state.dealer
    view[View.PLACE] = state.spoken
    view[View.CALLS : View.CALLS + SEATS] = _words(state)
    view[View.HIGH_BID], view[View.HIGH_SEAT] = state.high_bid, state.high_seat
    view[View.ASKED] = state.asked
    view[View.SCORES : View.SCORES + 2] = state.scores
    view[View.TRUMP] = state.trump
    view[View.PLAYED] = mask_of(memory.played, memory.numbers)
    view[View.VOIDS] = memory.voids
    view[View.TRICKS : View.TRICKS + 2] = state.tricks
    view[View.CARD_POINTS : View.CARD_POINTS + 2] = state.card_points
    view[View.MELD_POINTS : View.MELD_POINTS + 2] = state.meld_points
    view[View.SHOWN : View.SHOWN + SEATS] = memory.shown
    for place, card in memory.history.items():
        view[View.HISTORY + place] = card
    if state.phase is Phase.PLAY:
        _put_table(view, state, memory.numbers)
    return view


def _words(state: State) -> list[int]:
    """Return by seat: NOT_SPOKEN, PASS or the points bid."""
    words = [NOT_SPOKEN] * SEATS
    seat = first_speaker(state)
    for call in state.calls:
        if call.action in (Action.PASS, Action.BID):
            words[seat] = PASS if call.action is Action.PASS else call.value
            seat = next_seat(seat)
    return words


def _put_table(view: list[int], state: State, numbers: dict[int, int]) -> None:
    """Fill in the trick on the table."""
    table = state.table
    view[View.TRICK] = sum(state.tricks) + 1
    view[View.LEADER] = state.leader
    view[View.TABLE : View.TABLE + SEATS] = [NONE] * SEATS
    for place, card in enumerate(table):
        view[View.TABLE + next_seat(state.leader, place)] = numbers[card]
    best = winning_place(state.rules, table, state.trump) if table else 0
    view[View.LED] = numbers[table[0]] if table else NONE
    view[View.BEST] = numbers[table[best]] if table else NONE
    view[View.BEST_SEAT] = next_seat(state.leader, best)
    view[View.TRICK_POINTS] = sum(state.rules.points[card] for card in table)
