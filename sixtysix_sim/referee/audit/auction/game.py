"""A game of the auction family judged deal by deal."""

from typing import Any

from sixtysix_sim.referee.auction import (
    DealResult,
    Reading,
    State,
    game_outcome,
    hands_breach,
    new_deal,
    next_dealer,
    no_asks,
    reading_of,
)
from sixtysix_sim.referee.auction.bidding import ask_counter
from sixtysix_sim.referee.audit.auction.actions import JUDGING
from sixtysix_sim.referee.audit.auction.plausible import meld_row_breaches, plausible_breaches
from sixtysix_sim.referee.audit.auction.record import FIELDS, result_row
from sixtysix_sim.referee.audit.auction.results import (
    meld_breaches,
    played_breaches,
    scored_breaches,
    settled_from,
)
from sixtysix_sim.referee.audit.findings import Ledger
from sixtysix_sim.referee.audit.game import GameJudge, Scores, scores_of
from sixtysix_sim.referee.audit.record import Record
from sixtysix_sim.referee.records import Breach
from sixtysix_sim.rules.ruleset import RuleSet
from sixtysix_sim.vocabulary import NOBODY, GameEnd

_CLAUSE_OF_END = {
    GameEnd.TARGET: "C8.1",
    GameEnd.DEAL_CAP: "C8.3",
    GameEnd.REDEAL_CAP: "C3.5",
}


class AuctionJudge(GameJudge[State, DealResult]):
    """Judges the deals of one game of the auction family; arguments as `GameJudge`."""

    judging = JUDGING

    def __init__(self, ruleset: RuleSet, ledger: Ledger, *, from_start: bool = True) -> None:
        super().__init__(ruleset, ledger, from_start=from_start)
        self.rules: Reading = reading_of(ruleset)
        self.asks_used = no_asks(self.rules.ask_limit)
        self.redeals_in_row = 0

    def before(self, record: Record) -> State:
        """Return a deal before its first call, as the deals before leave it."""
        dealer = record.dealer if record.dealer is not None else self.dealer or 0
        return new_deal(
            self.ruleset,
            dealer,
            record.hands,
            self.scores or self.nothing,
            self.asks_used,
            self.deals_played,
            self.redeals_in_row,
        )

    def _result_of(self, state: State) -> DealResult | None:
        return state.result

    def _clause_of_score(self) -> str:
        return "C1.2"

    def _clause_of_dealer(self) -> str:
        return "C2.5"

    def _clause_of_end(self, end: GameEnd, scores: Scores) -> str:
        both = end is GameEnd.TARGET and min(scores) >= self.rules.target
        return "C8.2" if both else _CLAUSE_OF_END[end]

    def _cards_breach(self, record: Record) -> Breach | None:
        """G6, C2.1, C2.2: hands and undealt cards are the pack."""
        known = [hand for hand in record.hands if hand is not None]
        if not known:
            return None
        if record.undealt is not None and len(known) == len(record.hands):
            return hands_breach(self.rules, known) or self._whole_deck(record, known)
        return self._known_hands(record)

    def _whole_deck(self, record: Record, hands: list[Any]) -> Breach | None:
        cards = [card for hand in hands for card in hand] + list(record.undealt or ())
        if len(cards) != self.rules.deck_size or any(
            cards.count(face) != self.rules.packs for face in self.rules.faces
        ):
            words = f"the deck has {len(cards)} cards and is not the pack of {self.rules.deck_size}"
            return Breach("G6", words, ("C2.1",))
        return None

    def _known_hands(self, record: Record) -> Breach | None:
        """Judge hands of which some are not known: seat by seat, then together."""
        for seat, hand in enumerate(record.hands):
            if hand is not None and len(hand) != self.rules.hand_size:
                words = f"seat {seat} has {len(hand)} cards instead of {self.rules.hand_size}"
                return Breach("G6", words, ("C2.2",))
        known = [hand for hand in record.hands if hand is not None]
        return hands_breach(self.rules, known)

    def _judge_result(self, record: Record, state: State, played: DealResult | None) -> None:
        row = record.result
        if played is not None:
            if self._agrees(record, played, state):
                return
            for breach in played_breaches(row, played, self.rules.bonus):
                self._find_in(record, breach)
            whole = all(hand is not None for hand in record.hands)
            if record.melds is not None and whole:
                for breach in meld_breaches(record.melds, state.melds, self.ruleset):
                    self._find_in(record, breach)
        self._judge_scoring(record, played)

    def _agrees(self, record: Record, played: DealResult, state: State) -> bool:
        """The usual case, quickly: every column and every meld as the moves give them."""
        if record.result != result_row(played):
            return False
        melds = record.melds
        return melds is None or [tuple(m) for m in melds] == [
            (m.seat, m.name, None if m.suit == NOBODY else m.suit, m.copies, m.points, True)
            for m in state.melds
        ]

    def _judge_scoring(self, record: Record, played: DealResult | None) -> None:
        row = record.result
        if record.moves is None and len(row) == len(FIELDS):
            for breach in plausible_breaches(row, self.before(record)):
                self._find_in(record, breach)
            if record.melds is not None:
                for breach in meld_row_breaches(row, record.melds, self.rules):
                    self._find_in(record, breach)
        settled = settled_from(row, played, self.before(record))
        if settled is None:
            return
        if self.scores is None:
            row = {name: value for name, value in row.items() if not name.startswith("score")}
        for breach in scored_breaches(row, settled):
            self._find_in(record, breach)

    def _go_on(self, record: Record, state: State, played: DealResult | None) -> None:
        known = {**(result_row(played) if played else {}), **record.result}
        if "end" not in known:  # nobody knows how this deal ended
            self.scores, self.outcome, self.dealer = None, None, None
            return
        redealt = known["end"] == "redeal"
        if "score_0" not in record.result and self.scores is None:
            known.pop("score_0", None)  # worked out from a score nobody knows
        self.scores = scores_of(known, self.ruleset.sides)
        self.deals_played += not redealt
        self.redeals_in_row = self.redeals_in_row + 1 if redealt else 0
        self.dealer = next_dealer(self.rules, state.dealer, redealt=redealt)
        asked = known.get("asked", NOBODY) if played is None else played.asked
        self._count_ask(asked, state)
        declaring = NOBODY if redealt else known.get("declarer", NOBODY) % 2
        self.outcome = None
        if self.scores is not None:
            self.outcome = game_outcome(
                self.ruleset, self.scores, declaring, self.deals_played, self.redeals_in_row
            )

    def _count_ask(self, asked: int, state: State) -> None:
        if self.rules.ask_limit == "deal":
            return
        if asked in range(4):
            self.asks_used[ask_counter(state, asked)] += 1
