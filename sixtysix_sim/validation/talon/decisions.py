"""What each clause decided in a deal of the talon family: judged once with it and once without.

A clause decides something where, without it, the legal actions, the winner of a trick, the score or
the next dealer would be another. Clauses that make the game itself (seats, pack, turn order) decide
in every deal and are not asked. A wrong claim, which the rules let anybody make, is no legal action
here.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import TypeVar

from sixtysix_sim.moves import Move
from sixtysix_sim.referee.following import winning_place
from sixtysix_sim.referee.talon import (
    DealResult,
    Reading,
    Score,
    State,
    apply,
    cards_left,
    legal,
    next_dealer,
    reading_of,
    talon_is_open,
    totals,
)
from sixtysix_sim.referee.talon.closing import claim_is_right
from sixtysix_sim.referee.talon.reading import NO_CARD_RANK
from sixtysix_sim.referee.talon.scoring import (
    closer_is_out_at_trick,
    score_claim,
    score_closer_out,
    score_played,
)
from sixtysix_sim.referee.talon.state import order_of_play
from sixtysix_sim.referee.talon.tricks import hands_are_empty
from sixtysix_sim.rules.ruleset import RuleSet
from sixtysix_sim.validation.asked import Actions, Asked, Question
from sixtysix_sim.validation.talon import others
from sixtysix_sim.vocabulary import NOBODY, Action, DealEnd, GameEnd

T = TypeVar("T")
TWO = 2  # seats of most games: that both stay below the target is nothing special
#: Questions that are no comparison of two readings: key or decision, what is counted.
PLAIN = {
    "by_trump": ("trick", "a trump takes another suit's trick"),
    "twin": ("trick", "of two identical cards the first"),
    "led": ("marriage_lead", "cards barred: lead one of the marriage"),
    "waits": ("marriage.needs_trick", "a marriage's points wait for a trick"),
    "lost": ("marriage.needs_trick", "points still waiting change the score"),
    "melds": ("marriage", "marriages change the score"),
    "exchanged": ("exchange.rank", "the upcard is exchanged"),
    "closed": ("closing.allowed", "the talon is closed"),
    "not_drawn": ("talon.uneven", "the last cards are not drawn"),
    "partly_drawn": ("talon.uneven", "the last cards do not go round"),
    "claimed": ("claim", "a right claim ends the deal"),
    "lower": ("claim", "the winner has fewer points"),
    "wrong": ("claim.wrong", "a wrong claim ends the deal"),
    "out": ("closing.auto_out", "the closer is out without a claim"),
    "no_claim": ("closing.auto_out", "a closer with the points must claim"),
    "failed": ("closing.auto_out", "a closer with the points fails"),
    "bonus": ("last_trick.bonus", "the last trick's points change the score"),
    "bonus_closed": ("last_trick.when_closed", "the last trick's points after a closing"),
    "drawn": ("played_out.winner", "a deal is drawn"),
    "nobody": ("claim.target", "no seat has the points that win"),
    "redealt": ("deal.redeal_keeps_dealer", "a deal is dealt again"),
    "raised": ("stakes.draw_adds", "a drawn deal raises the stake"),
    "paid": ("stakes.draw_adds", "a raised stake is paid"),
    "target": ("match.target", "a side reaches the target"),
    "count": ("match.deals", "the match ends by its number of deals"),
    "cap": ("match.max_deals", "the match ends by the cap"),
}
LEADS = {True: "the queen of a marriage must be led", False: "either card of a marriage may be led"}
BEFORE = {
    True: "closing instead of the draw",
    False: "closing barred before the draw",
}


def asked_of(ruleset: RuleSet) -> Asked:
    """Return what is asked of a rule set's deals."""
    questioner = _Questioner(reading_of(ruleset))
    return Asked(list(questioner.questions()), questioner.decisions, {})


def under(state: State, rules: Reading, ask: Callable[[State], T]) -> T:
    """Return what a deal answers under other rules."""
    own, state.rules = state.rules, rules
    try:
        return ask(state)
    finally:
        state.rules = own


def rightly_legal(state: State) -> set[Move]:
    """Return the legal actions without a wrong claim."""
    claim = Move(Action.CLAIM)
    return {move for move in legal(state) if move != claim or claim_is_right(state, state.leader)}


class _Questioner:
    """Asks the questions of one rule set."""

    def __init__(self, rules: Reading) -> None:
        self.rules = rules
        self.duties, self.rights = others.of_duties(rules), others.of_rights(rules)
        self.scores, self.dealers = others.of_scores(rules), others.of_dealers(rules)
        self.plain = {name: (rules.clause(key), what) for name, (key, what) in PLAIN.items()}
        before = rules.closing_when == "before_or_after_draw"
        self.before_draw: Question = rules.clause("closing.when"), BEFORE[before]
        self.leads: dict[bool, Question] = {
            is_open: (rules.clause(key), f"{LEADS[card == 'queen']}, talon {word}")
            for is_open, key, card, word in (
                (True, "marriage.lead_open", rules.lead_open, "open"),
                (False, "marriage.lead_endgame", rules.lead_endgame, "not open"),
            )
        }

    def questions(self) -> Iterator[Question]:
        """Yield every question the rules can answer with more than never."""
        rules = self.rules
        for other in (*self.duties, *self.rights, *self.scores, *self.dealers):
            yield other.question
        idle = {
            "twin": rules.packs == 1,
            "waits": rules.marriage_needs_trick != "to_count",
            "lost": rules.marriage_needs_trick != "to_count",
            "exchanged": rules.exchange_rank == NO_CARD_RANK,
            "closed": not rules.closing_allowed,
            "out": not rules.closing_allowed,
            "no_claim": not rules.closing_allowed or rules.auto_out == "any_trick",
            "failed": not rules.closing_allowed or rules.auto_out == "end",
            "not_drawn": rules.uneven != "stop" or not self._left_over(),
            "partly_drawn": rules.uneven != "partial" or not self._left_over(),
            "bonus": not rules.bonus,
            "bonus_closed": not (rules.bonus and rules.bonus_when_closed),
            "drawn": not others.can_be_drawn(rules),
            "nobody": rules.seats == TWO,
            "redealt": not rules.may_redeal,
            "raised": not rules.draw_adds,
            "paid": not rules.draw_adds,
            "target": not rules.match_target,
            "count": not rules.match_deals,
            "cap": 0 < rules.match_deals <= rules.max_deals,
        }
        yield from (question for name, question in self.plain.items() if not idle.get(name))
        if rules.closing_allowed:
            yield self.before_draw
        endgame = rules.marriage_after_close or rules.marriage_after_exhausted
        yield from (question for is_open, question in self.leads.items() if is_open or endgame)

    def _left_over(self) -> int:
        """Return the cards that do not go round when the talon is drawn out."""
        return (self.rules.deck_size - self.rules.seats * self.rules.hand_size) % self.rules.seats

    def decisions(self, before: State, actions: Actions) -> Counter[Question]:
        """Return how often each clause decided something in one deal.

        Args:
            before: the deal before its first lead, all cards known.
            actions: seat and action, legal and to the end.
        """
        count: Counter[Question] = Counter()
        state, claimer = before.copy(), NOBODY
        for seat, move in actions:
            count.update(self._at_action(state, seat, move))
            table = [*state.table, move.value]
            full = move.action is Action.PLAY and len(table) == len(order_of_play(state))
            if full and self._may_be_offered_to_close(state):
                count.update(self._before_the_draw(state, seat, move))
            event = apply(state, seat, move)
            if event.winner != NOBODY:
                count.update(self._at_trick(state, table, len(event.drawn)))
            elif event.drawn and len(event.drawn) < self.rules.seats and not cards_left(state):
                count[self.plain["partly_drawn"]] += 1
            claimer = seat if move.action is Action.CLAIM else claimer
        if state.result is not None and state.result.end is DealEnd.REDEAL:
            count[self.plain["redealt"]] += 1
        elif state.result is not None:
            count.update(self._at_end(state, state.result, claimer))
        return count

    def _at_action(self, state: State, seat: int, move: Move) -> Iterator[Question]:
        """What would be legal without a clause; what is declared, exchanged, closed."""
        usual = rightly_legal(state)
        for other in self.duties if state.table else self.rights:
            if under(state, other.rules, rightly_legal) != usual:
                yield other.question
        if state.to_draw and Move(Action.CLOSE) in usual:
            yield self.before_draw
        hand = state.hands[seat]
        cards = sum(action.action is Action.PLAY for action in usual)
        if state.declared and not state.table and hand is not None and cards < len(hand):
            yield self.plain["led"]
        if move.action in (Action.MARRIAGE, Action.CORRECT_MARRIAGE):
            yield self.leads[talon_is_open(state)]
            if self.rules.marriage_needs_trick == "to_count" and not state.tricks[seat]:
                yield self.plain["waits"]
        elif move.action is Action.EXCHANGE:
            yield self.plain["exchanged"]
        elif move.action is Action.CLOSE:
            yield self.plain["closed"]

    def _may_be_offered_to_close(self, state: State) -> bool:
        """Whether the trick about to be won is drawn for, with no choice to close before."""
        after = self.rules.closing_allowed and self.rules.closing_when == "after_draw"
        return after and talon_is_open(state)

    def _before_the_draw(self, state: State, seat: int, move: Move) -> Iterator[Question]:
        """K5.1 D5.1: whether the winner of a trick could close if it were asked before the draw."""
        changed = replace(self.rules, closing_when="before_or_after_draw")
        copy = state.copy()
        copy.rules = changed
        apply(copy, seat, move)
        if copy.to_draw and Move(Action.CLOSE) in legal(copy):
            yield self.before_draw

    def _at_trick(self, state: State, table: list[int], drawn: int) -> Iterator[Question]:
        """Who would take the trick without trump's power, or if the later twin won; the draw."""
        rules, trump = self.rules, state.trump
        place = winning_place(rules, table, trump)
        if winning_place(rules, table, NOBODY) != place:
            yield self.plain["by_trump"]
        if table[place] in table[place + 1 :]:
            yield self.plain["twin"]
        if 0 < drawn < rules.seats and not cards_left(state):
            yield self.plain["partly_drawn"]
        if state.closer != NOBODY and state.result is None:
            any_trick = replace(rules, auto_out="any_trick")
            if under(state, any_trick, closer_is_out_at_trick):
                yield self.plain["no_claim"]

    def _at_end(self, state: State, result: DealResult, claimer: int) -> Iterator[Question]:
        score = partial(_score, claimer=claimer)
        written = score(state)
        for other in self.scores:
            if under(state, other.rules, score) != written:
                yield other.question
        yield from self._points(state, written, claimer)
        yield from self._closer(state, result)
        yield from self._ends(state, result)
        for other in self.dealers:
            dealer = next_dealer(other.rules, state.dealer, result.winner, result.loser)
            if dealer != result.dealer_after:
                yield other.question

    def _points(self, state: State, written: Score, claimer: int) -> Iterator[Question]:
        """What would be written without marriages, with those pending, without the bonus."""
        bare = state.copy()
        bare.meld_points = [0] * self.rules.seats
        if _score(bare, claimer) != written:
            yield self.plain["melds"]
        if any(state.pending):
            redeemed = state.copy()
            redeemed.meld_points = [
                own + more for own, more in zip(state.meld_points, state.pending, strict=True)
            ]
            if _score(redeemed, claimer) != written:
                yield self.plain["lost"]
        played = claimer == NOBODY and hands_are_empty(state)
        if played and (state.closer == NOBODY or self.rules.bonus_when_closed):
            without = state.copy()
            without.card_points[state.leader] -= self.rules.bonus
            if _score(without, claimer) != written:
                closed = state.closer != NOBODY
                yield self.plain["bonus_closed" if closed else "bonus"]

    def _closer(self, state: State, result: DealResult) -> Iterator[Question]:
        """K5.2 D5.3: who goes out without a claim, and who fails with the points."""
        if result.end is DealEnd.CLOSER_OUT:
            yield self.plain["out"]
        if result.end is DealEnd.CLOSER_FAILED and claim_is_right(state, state.closer):
            yield self.plain["failed"]

    def _ends(self, state: State, result: DealResult) -> Iterator[Question]:
        """How the deal ended, what it leaves, and whether the match is over."""
        if result.end is DealEnd.CLAIM:
            yield self.plain["claimed"]
        if result.end is DealEnd.WRONG_CLAIM:
            yield self.plain["wrong"]
        if result.winner != NOBODY and max(totals(state)) > totals(state)[result.winner]:
            yield self.plain["lower"]
        if self.rules.seats != TWO and max(totals(state)) < self.rules.target:
            yield self.plain["nobody"]
        if result.end is DealEnd.DRAWN:
            yield self.plain["drawn"]
            if self.rules.draw_adds:
                yield self.plain["raised"]
        elif state.stake:
            yield self.plain["paid"]
        if state.closer == NOBODY and 0 < cards_left(state) < self.rules.seats:
            yield self.plain["not_drawn"]
        if result.game != "on":
            ends = {GameEnd.TARGET: "target", GameEnd.DEAL_COUNT: "count"}
            yield self.plain[ends.get(result.game[1], "cap")]


def _score(state: State, claimer: int) -> Score:
    """Return what a deal that is over is worth, under the rules it carries."""
    if claimer != NOBODY:
        return score_claim(state, claimer)
    return score_played(state) if hands_are_empty(state) else score_closer_out(state)
