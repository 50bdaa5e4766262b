"""What each clause decided in a deal: asked by judging once with the clause and once without it.

A clause decides something where, without it, the legal set, the winner of a trick or what is
written would be another. Clauses that make the game itself (seats, pack, turn order) decide in
every deal and are not asked.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from sixtysix_sim.moves import Move
from sixtysix_sim.referee.auction import (
    DealResult,
    Reading,
    Score,
    State,
    apply,
    melds_of_hand,
    melds_of_hands,
    next_dealer,
    points_by_side,
    score_deal,
)
from sixtysix_sim.referee.auction.bidding import ask_breach, bid_left, pass_breach
from sixtysix_sim.referee.auction.reading import TRUMP_MARRIAGE, Pattern
from sixtysix_sim.referee.auction.tricks import DUTIES, playable
from sixtysix_sim.referee.audit.auction.results import meld_clause
from sixtysix_sim.referee.following import winning_place
from sixtysix_sim.rules.ruleset import RuleSet
from sixtysix_sim.validation.asked import Actions, Asked, Question
from sixtysix_sim.vocabulary import NOBODY, Action, DealEnd, GameEnd, Phase

_DUTY: dict[str, Question] = {
    "C6.2": ("C6.2", "cards barred: follow the led suit"),
    "C6.3": ("C6.3", "cards barred: trump when void"),
    "C6.4": ("C6.4", "cards barred: beat the highest"),
}
STAYS: Question = ("C2.5", "the dealer stays after a redeal")
HIGHER: Question = ("C3.1", "bids barred: not higher")
NO_BID_LEFT: Question = ("C3.1", "no bid is left")
MAY_ASK: Question = ("C3.3", "the third speaker may ask")
MAY_NOT: Question = ("C3.3", "the third speaker may not ask")
ANSWERED: Question = ("C3.3", "dealt again by the answer")
MUST_BID: Question = ("C3.3", "pass barred after speak")
PASSED_OUT: Question = ("C3.5", "dealt again: four passes")
REDEAL_CAP: Question = ("C3.5", "game ended by redeals")
NOT_HELD: Question = ("C4.1", "the declarer holds none of its trump")
BY_TRUMP: Question = ("C4.2", "a trump takes another suit's trick")
BESIDE_RUN: Question = ("C5.6", "a marriage beside a run")
COPIES: Question = ("C5.10", "second copies of a meld")
ALONE: Question = ("C5.12", "partners' hands would score together")
TWIN: Question = ("C6.5", "of two identical cards the first")
BONUS: Question = ("C6.6", "the last trick's points are written")
DISCARD: Question = ("C6.7", "neither suit nor trump: any card")
EQUAL: Question = ("C7.2", "made with exactly the bid")
SET: Question = ("C7.4", "a set team writes minus its bid")
KAPUT: Question = ("C7.5", "kaput changes what is written")
KAPUT_FIRST: Question = ("C7.5", "kaput judged before the contract")
TARGET: Question = ("C8.1", "a side reaches the target")
BOTH: Question = ("C8.2", "both sides at the target")
DEAL_CAP: Question = ("C8.3", "game ended by deals")


def asked_of(ruleset: RuleSet) -> Asked:
    """Return what is asked of a rule set's deals."""
    names = ruleset.auction.melds.patterns
    melds = {meld_question(meld_clause(ruleset, name), name): name for name in names}

    def answer(before: State, actions: Actions) -> Counter[Question]:
        return decisions(before, actions, lambda name: meld_clause(ruleset, name))

    return Asked(questions(list(melds)), answer, melds)


def questions(meld_questions: Sequence[Question]) -> list[Question]:
    """Return every question, those about single melds as given."""
    return [
        STAYS, HIGHER, NO_BID_LEFT, MAY_ASK, MAY_NOT, ANSWERED, MUST_BID, PASSED_OUT, REDEAL_CAP,
        NOT_HELD, BY_TRUMP, *meld_questions, BESIDE_RUN, COPIES, ALONE, *_DUTY.values(), TWIN,
        BONUS, DISCARD, EQUAL, SET, KAPUT, KAPUT_FIRST, TARGET, BOTH, DEAL_CAP,
    ]  # fmt: skip


def meld_question(clause: str, name: str) -> Question:
    """Return the question whether a meld changed what was written."""
    return clause, f"{name} changes the score"


def decisions(
    before: State, actions: Actions, clause_of_meld: Callable[[str], str]
) -> Counter[Question]:
    """Return how often each clause decided something in one deal.

    Args:
        before: the deal before its first call, all hands known.
        actions: seat and action, legal and to the end.
        clause_of_meld: the clause of a meld's name.
    """
    count: Counter[Question] = Counter()
    state = before.copy()
    for seat, move in actions:
        count.update(_at_action(state, seat, move))
        table = [*state.table, move.value]
        event = apply(state, seat, move)
        if event.winner != NOBODY:
            count.update(_at_trick(state, table))
    if state.result is not None:
        count.update(_at_end(before, state, state.result, clause_of_meld))
    return count


def _at_action(state: State, seat: int, move: Move) -> Iterator[Question]:
    if state.phase is Phase.AUCTION:
        yield from _at_call(state, seat)
    elif state.phase is Phase.TRUMP:
        hand = state.hands[seat]
        if hand is not None and not any(card >> 3 == move.value for card in hand):
            yield NOT_HELD
    elif state.phase is Phase.PLAY and state.table:
        yield from _at_card(state, seat)


def _at_call(state: State, seat: int) -> Iterator[Question]:
    """C3: what the speaker may not say, or may say by the right to ask alone."""
    if state.high_bid != NOBODY:
        yield HIGHER if bid_left(state) else NO_BID_LEFT
    if pass_breach(state, seat) is not None:
        yield MUST_BID
    if state.spoken == 2 and state.asked == NOBODY:
        yield MAY_ASK if ask_breach(state, seat) is None else MAY_NOT


def _at_card(state: State, seat: int) -> Iterator[Question]:
    """C6.2–C6.4: the duties without which more cards could be played; C6.7."""
    hand = state.hands[seat]
    if hand is None:
        return
    if not any(card >> 3 in (state.table[0] >> 3, state.trump) for card in hand):
        yield DISCARD
        return
    legal = playable(state, hand)
    if len(legal) == len(hand):
        return
    for skipped, question in _DUTY.items():
        cards = list(hand)
        for clause, duty, _ in DUTIES:
            if clause != skipped:
                cards = list(duty(state, hand, cards))
        if sorted(cards) != legal:
            yield question


def _at_trick(state: State, table: list[int]) -> Iterator[Question]:
    """C4.2, C6.5: who would take the trick without trump's power, or if the later twin won."""
    rules, trump = state.rules, state.trump
    place = winning_place(rules, table, trump)
    if winning_place(rules, table, NOBODY) != place:
        yield BY_TRUMP
    if table[place] in table[place + 1 :]:
        yield TWIN


def _at_end(
    before: State, state: State, result: DealResult, clause_of_meld: Callable[[str], str]
) -> Iterator[Question]:
    if result.end is DealEnd.REDEAL:
        answered = state.calls[-1].action is Action.ANSWER_REDEAL
        yield ANSWERED if answered else PASSED_OUT
        if result.dealer_after != next_dealer(state.rules, before.dealer, redealt=False):
            yield STAYS
    else:
        yield from _at_score(before, state, result, clause_of_meld)
    if result.game == "on":
        return
    _, end = result.game
    yield {GameEnd.TARGET: TARGET, GameEnd.REDEAL_CAP: REDEAL_CAP}.get(end, DEAL_CAP)
    if end is GameEnd.TARGET and min(result.score_after) >= state.rules.target:
        yield BOTH


def _at_score(
    before: State, state: State, result: DealResult, clause_of_meld: Callable[[str], str]
) -> Iterator[Question]:
    """C5–C7: what would be written without a meld, a bonus, a wipe."""
    rules, bid, side = state.rules, state.bid, state.declarer % 2

    def score(melds: Sequence[int], cards: Sequence[int] | None = None) -> Score:
        return score_deal(rules, side, bid, result.tricks, cards or result.card_points, melds)

    written = score(result.meld_points)
    for name in dict.fromkeys(meld.name for meld in state.melds):
        rest = points_by_side([meld for meld in state.melds if meld.name != name])
        if score(rest) != written:
            yield meld_question(clause_of_meld(name), name)
    for question, other in _other_counts(before, state):
        if other != result.meld_points and score(other) != written:
            yield question
    cards = list(result.card_points)
    cards[result.last_trick] -= rules.bonus
    if score(result.meld_points, cards) != written:
        yield BONUS
    judged = result.card_points[side] + result.meld_points[side]
    if result.made and judged == bid:
        yield EQUAL
    if not result.made:
        yield SET
    if result.kaput != NOBODY:
        yield from _at_kaput(rules, side, bid, result, written)


def _at_kaput(
    rules: Reading, side: int, bid: int, result: DealResult, written: Score
) -> Iterator[Question]:
    points = result.tricks, result.card_points, result.meld_points
    if score_deal(replace(rules, wipes_melds=False, kaput_factor=1), side, bid, *points) != written:
        yield KAPUT
    other = replace(rules, before_contract=not rules.before_contract)
    if score_deal(other, side, bid, *points) != written:
        yield KAPUT_FIRST


def _other_counts(before: State, state: State) -> Iterator[tuple[Question, tuple[int, int]]]:
    """Yield the meld points under another reading of C5.6, C5.10 and C5.12."""
    rules, trump, hands = state.rules, state.trump, before.hands
    for question, other in _OTHERS.of(rules):
        yield question, points_by_side(melds_of_hands(other, trump, hands))
    together = [(hands[side] or Counter()) + (hands[side + 2] or Counter()) for side in range(2)]
    found = [
        meld for side in range(2) for meld in melds_of_hand(rules, trump, side, together[side])
    ]
    yield ALONE, points_by_side(found)


class _OtherReadings:
    """The rules with the marriage beside a run counted, and with the other ``copies``; kept."""

    def __init__(self) -> None:
        self._known: dict[str, list[tuple[Question, Reading]]] = {}

    def of(self, rules: Reading) -> list[tuple[Question, Reading]]:
        """Return each question with the reading that answers it."""
        found = self._known.get(rules.ruleset.hash)
        if found is None:
            patterns = tuple(tuple(_always(pattern) for pattern in suit) for suit in rules.patterns)
            copies = "each" if rules.copies == "once" else "once"
            found = [
                (BESIDE_RUN, replace(rules, patterns=patterns)),
                (COPIES, replace(rules, copies=copies)),
            ]
            self._known[rules.ruleset.hash] = found
        return found


def _always(pattern: Pattern) -> Pattern:
    return pattern._replace(with_run="always") if pattern.name == TRUMP_MARRIAGE else pattern


_OTHERS = _OtherReadings()
