"""A game of the talon family judged deal by deal."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from sixtysix_sim.referee.audit.findings import Finding, Ledger
from sixtysix_sim.referee.audit.game import GameJudge, Scores, scores_of
from sixtysix_sim.referee.audit.record import Record
from sixtysix_sim.referee.audit.talon.actions import JUDGING
from sixtysix_sim.referee.audit.talon.plausible import meld_row_breaches, plausible_breaches
from sixtysix_sim.referee.audit.talon.record import dealt_sizes, fields_of, result_row
from sixtysix_sim.referee.audit.talon.results import (
    meld_breaches,
    played_breaches,
    scored_breaches,
)
from sixtysix_sim.referee.audit.talon.settle import best, settlements
from sixtysix_sim.referee.records import Breach, show_cards
from sixtysix_sim.referee.talon import (
    UNKNOWN,
    DealResult,
    Reading,
    State,
    deal_again,
    deck_breach,
    game_outcome,
    new_deal,
    next_dealer,
    reading_of,
    redeal_dealer,
)
from sixtysix_sim.rules.ruleset import RuleSet
from sixtysix_sim.vocabulary import DEAL_END_NAMES, NOBODY, Action, DealEnd, GameEnd

_DRAWN, _REDEAL = DEAL_END_NAMES[DealEnd.DRAWN], DEAL_END_NAMES[DealEnd.REDEAL]
_KEY_OF_END = {
    GameEnd.TARGET: "match.target",
    GameEnd.DEAL_COUNT: "match.deals",
    GameEnd.DEAL_CAP: "match.max_deals",
}


class TalonJudge(GameJudge[State, DealResult]):
    """Judges the deals of one game of the talon family; arguments as `GameJudge`."""

    judging = JUDGING

    def __init__(self, ruleset: RuleSet, ledger: Ledger, *, from_start: bool = True) -> None:
        super().__init__(ruleset, ledger, from_start=from_start)
        self.rules: Reading = reading_of(ruleset)
        self.fields = len(fields_of(ruleset))
        self.stake: int | None = 0 if from_start else None  # carried into the next deal
        self.dealer_key = "deal.rotation"

    def before(self, record: Record) -> State:
        """Return a deal before its first lead, as the deals before leave it.

        Cards that are not recorded are `UNKNOWN`; the stake is the recorded one.
        """
        rules, row = self.rules, record.result
        sizes = dealt_sizes(record.moves, self.ruleset)
        hands = [
            [UNKNOWN] * size if hand is None else hand
            for hand, size in zip(record.hands, sizes, strict=True)
        ]
        undealt = record.undealt
        if not undealt:
            talon = rules.deck_size - sum(sizes)
            undealt = [row.get("upcard", UNKNOWN), *([UNKNOWN] * (talon - 1))][:talon]
        upcard = undealt[0] if undealt else NOBODY
        state = new_deal(
            self.ruleset,
            record.dealer if record.dealer is not None else self.dealer or 0,
            hands,
            UNKNOWN if upcard is None else upcard,
            undealt[1:],
            self.scores,
            row.get("stake", self.stake or 0),
            self.deals_played,
        )
        if upcard in (UNKNOWN, None):
            trump = row.get("trump")
            state.trump = NOBODY if trump is None else trump
        return state

    def _result_of(self, state: State) -> DealResult | None:
        return state.result

    def _clause_of_score(self) -> str:
        return self.rules.clause("stakes.base")

    def _clause_of_dealer(self) -> str:
        return self.rules.clause(self.dealer_key)

    def _clause_of_end(self, end: GameEnd, scores: Scores) -> str:
        key = _KEY_OF_END.get(end, "match.target")
        if end is GameEnd.TARGET and not self.rules.match_target:
            key = "match.deals"
        return self.rules.clause(key)

    def _judge_past(self, record: Record) -> None:
        super()._judge_past(record)
        stake = record.result.get("stake")
        if self.stake is not None and stake not in (None, self.stake):
            words = f"stake is {stake}; the deals before leave {self.stake}"
            clause = self.rules.clause("stakes.draw_adds")
            self._find_in(record, Breach("G7", words, (clause,)))

    def _play(self, record: Record, state: State) -> DealResult | None:
        if record.moves and state.trump == NOBODY:
            words = "the upcard is not known, so the moves are not judged"
            self.ledger.add(
                Finding("", words, (), record.place, record.game, record.deal, severity="note")
            )
            return None
        return super()._play(record, state)

    def _cards_breach(self, record: Record) -> Breach | None:
        """G6, K1.1–K1.3, D1.4, D2.1: hands, upcard and talon are the pack."""
        hands, undealt = record.hands, record.undealt
        known = [hand for hand in hands if hand is not None]
        if not known and not undealt:
            return None
        if undealt and len(known) == len(hands) and UNKNOWN not in undealt:
            sizes = dealt_sizes(record.moves, self.ruleset)
            return deck_breach(self.rules, known, undealt[0], undealt[1:], sizes)
        return self._known_cards(record)

    def _known_cards(self, record: Record) -> Breach | None:
        """Judge cards of which some are not known: how many each seat has, none too often."""
        rules = self.rules
        sizes = dealt_sizes(record.moves, self.ruleset)
        for seat, hand in enumerate(record.hands):
            if hand is not None and len(hand) != sizes[seat]:
                words = f"seat {seat} has {len(hand)} cards instead of {sizes[seat]}"
                return Breach("G6", words, (rules.clause("deal.hand_size"),))
        cards = [card for hand in record.hands for card in hand or ()]
        found = Counter([*cards, *(record.undealt or ())])
        for card, copies in sorted(found.items()):
            most = rules.packs if card in rules.faces else 0
            if card != UNKNOWN and copies > most:
                words = f"{show_cards([card])} occurs {copies} times; the deck has {most}"
                return Breach("G6", words, (rules.clause("deck.packs"),))
        return None

    def _judge_result(self, record: Record, state: State, played: DealResult | None) -> None:
        row = record.result
        if played is not None:
            if self._agrees(record, played, state):
                return
            for breach in played_breaches(row, state, played):
                self._find_in(record, breach)
            if record.melds is not None:
                for breach in meld_breaches(record.melds, state):
                    self._find_in(record, breach)
        elif record.moves is None and len(row) == self.fields:
            dealer = self.before(record).dealer
            if row["end"] == _REDEAL:
                for breach in played_breaches(row, state, deal_again(self.before(record))):
                    self._find_in(record, breach)
                return self._judge_scoring(record, state, None)
            for breach in plausible_breaches(row, dealer, self.rules):
                self._find_in(record, breach)
            for breach in meld_row_breaches(row, record.melds or (), self.rules):
                self._find_in(record, breach)
        return self._judge_scoring(record, state, played)

    def _agrees(self, record: Record, played: DealResult, state: State) -> bool:
        """The usual case, quickly: every column and every marriage as the moves give them."""
        if record.result != result_row(played):
            return False
        return (
            record.melds is None
            or [(m.seat, m.suit, m.copies, m.points, m.counted) for m in record.melds]
            == state.marriages
        )

    def _judge_scoring(self, record: Record, state: State, played: DealResult | None) -> None:
        row = record.result
        known = {**(result_row(played) if played else {}), **row}
        before = self.before(record)
        settled = _redealt(known, played, before)
        if settled is None:
            claimer = _claimer(record, played)
            found = settlements(row, known, before, state if played else None, claimer)
            settled = best(row, found, ("winner", "game_points"))
        if settled is None:
            return
        if self.scores is None:
            row = {name: value for name, value in row.items() if not name.startswith("score")}
        if self.stake is None and "stake" not in row and self.rules.draw_adds:
            prices = ("change", "game_points")  # nobody knows the stake in them
            row = {name: value for name, value in row.items() if not name.startswith(prices)}
        for breach in scored_breaches(row, before, settled):
            self._find_in(record, breach)

    def _go_on(self, record: Record, state: State, played: DealResult | None) -> None:
        known = {**(result_row(played) if played else {}), **record.result}
        redealt = known.get("end") == _REDEAL
        self.deals_played += not redealt
        if "end" not in known:  # nobody knows how this deal ended
            self.scores = self.stake = self.dealer = self.outcome = None
            return
        if self.scores is None:  # what the moves give is worked out from a score nobody knows
            known = {**known, **dict.fromkeys(self._score_columns(), None), **record.result}
        self.scores = scores_of(known, self.ruleset.sides)
        if redealt:
            self.dealer_key = "deal.redeal_keeps_dealer"
            self.dealer = redeal_dealer(self.rules, state.dealer)
            self.stake, self.outcome = record.result.get("stake", self.stake), "on"
            return
        drawn = known["end"] == _DRAWN
        self.stake = self._stake_after(record, drawn=drawn)
        self.dealer_key = "deal.after_draw" if drawn else "deal.rotation"
        self.dealer = self._next_dealer(known, state, drawn=drawn)
        self.outcome = None
        if self.scores is not None:
            self.outcome = game_outcome(self.ruleset, self.scores, self.deals_played)

    def _next_dealer(self, known: Mapping[str, Any], state: State, *, drawn: bool) -> int | None:
        """K1.5 D2.3: who deals next, None where the record does not say who won or paid."""
        if drawn:
            return next_dealer(self.rules, state.dealer, NOBODY, NOBODY)
        winner = known.get("winner", NOBODY)
        if winner in state.seats:
            loser = 1 - winner if len(state.seats) == 2 else NOBODY
            return next_dealer(self.rules, state.dealer, winner, loser)
        changes = [known.get(f"change_{seat}") for seat in state.seats]
        least = [seat for seat in state.seats if changes[seat] == min(changes, key=_low)]
        if len(least) != 1:
            return None
        return next_dealer(self.rules, state.dealer, NOBODY, least[0])

    def _stake_after(self, record: Record, *, drawn: bool) -> int | None:
        """D7.3: what the deal leaves for the next."""
        if not drawn:
            return 0
        stake = record.result.get("stake", self.stake)
        return None if stake is None else int(stake) + self.rules.draw_adds

    def _score_columns(self) -> list[str]:
        return [f"score_{side}" for side in range(self.ruleset.sides)]


def _redealt(
    known: Mapping[str, Any], played: DealResult | None, before: State
) -> DealResult | None:
    """Return the result of a deal that its moves, or without them its record, call a redeal."""
    if played is not None:
        return played if played.end is DealEnd.REDEAL else None
    return deal_again(before) if known.get("end") == _REDEAL else None


def _low(change: object) -> int:
    return change if isinstance(change, int) else 0


def _claimer(record: Record, played: DealResult | None) -> int:
    """Return who ended a deal by a claim, −1 if nobody did or the moves do not end it."""
    if played is None or not record.moves:
        return NOBODY
    _, _, seat, move, _ = record.moves[-1]
    return seat if move.action is Action.CLAIM else NOBODY
