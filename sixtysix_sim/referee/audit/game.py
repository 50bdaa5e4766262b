"""A game judged deal by deal: each deal against the recorded one before it, then the game's row."""

from collections.abc import Mapping
from typing import Any

from sixtysix_sim.referee.auction import (
    DealResult,
    Outcome,
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
from sixtysix_sim.referee.audit.actions import replay
from sixtysix_sim.referee.audit.findings import Finding, Ledger
from sixtysix_sim.referee.audit.plausible import meld_row_breaches, plausible_breaches
from sixtysix_sim.referee.audit.record import RESULT_FIELDS, Record, result_row
from sixtysix_sim.referee.audit.results import (
    meld_breaches,
    played_breaches,
    scored_breaches,
    settled_from,
)
from sixtysix_sim.referee.records import Breach
from sixtysix_sim.rules.ruleset import RuleSet
from sixtysix_sim.vocabulary import GAME_END_NAMES, NOBODY, GameEnd

_CLAUSE_OF_END = {
    GameEnd.TARGET: "C8.1",
    GameEnd.DEAL_CAP: "C8.3",
    GameEnd.REDEAL_CAP: "C3.5",
}


class GameJudge:
    """Judges the deals of one game in order.

    Every deal is judged from what the record says of the deal before it, so that one wrong number
    does not follow a game to its end.

    Args:
        ruleset: the rules.
        ledger: where findings go.
        from_start: the first record given is the game's first deal.
    """

    def __init__(self, ruleset: RuleSet, ledger: Ledger, *, from_start: bool = True) -> None:
        self.ruleset, self.ledger = ruleset, ledger
        self.rules: Reading = reading_of(ruleset)
        self.scores: tuple[int, int] | None = (0, 0) if from_start else None
        self.asks_used = no_asks(self.rules.ask_limit)
        self.asks_known = from_start
        self.deals_played = self.redeals_in_row = self.deals = 0
        self.dealer: int | None = None  # who is to deal next, if that is known
        self.outcome: Outcome | None = "on"  # None: not known
        self.declaring = NOBODY

    def deal(self, record: Record) -> DealResult | None:
        """Judge one deal; return what its moves give, None if they do not lead to its end."""
        self._before(record)
        state = self.before(record)
        played = self._play(record, state)
        self._result(record, state, played)
        self._after(record, state, played)
        return played

    def before(self, record: Record) -> State:
        """Return a deal before its first call, as the deals before leave it."""
        dealer = record.dealer if record.dealer is not None else self.dealer or 0
        return new_deal(
            self.ruleset,
            dealer,
            record.hands,
            self.scores or (0, 0),
            self.asks_used,
            self.deals_played,
            self.redeals_in_row,
        )

    def end(self, row: Mapping[str, Any], game: int) -> None:
        """Judge the game's row of the games table: deals, winner, end, score_0, score_1."""
        if row["deals"] != self.deals:
            words = f"games says {row['deals']} deals; the deals table has {self.deals}"
            self._find(Breach("G7", words), game)
        scores = (row["score_0"], row["score_1"])
        if self.scores is not None and scores != self.scores:
            words = f"the final score is {_pair(scores)} in games; the last deal leaves "
            self._find(Breach("G7", words + _pair(self.scores), ("C1.2",)), game)
        if self.outcome == "on":
            words = f"the game ends at {_pair(scores)} after {self.deals_played} scored deals; "
            self._find(Breach("G4", f"{words}it goes on", ("C8.1",)), game)
        elif self.outcome is not None:
            self._ended(row, self.outcome, scores, game)

    def _ended(
        self,
        row: Mapping[str, Any],
        outcome: tuple[int, GameEnd],
        scores: tuple[int, int],
        game: int,
    ) -> None:
        winner, end = outcome
        if (row["winner"], row["end"]) == (winner, GAME_END_NAMES[end]):
            return
        clause = _CLAUSE_OF_END[end]
        if end is GameEnd.TARGET and min(scores) >= self.rules.target:
            clause = "C8.2"
        words = (
            f"games has winner {row['winner']}, end {row['end']}; at {_pair(scores)} it is winner "
            f"{winner}, end {GAME_END_NAMES[end]}"
        )
        self._find(Breach("G7", words, (clause,)), game)

    def _before(self, record: Record) -> None:
        """What the deals before say about this one: that there is one, its dealer, its score."""
        if self.outcome is not None and self.outcome != "on":
            _, end = self.outcome
            words = f"a deal follows though the game has ended ({GAME_END_NAMES[end]})"
            self._find_in(record, Breach("G5", words, (_CLAUSE_OF_END[end],)))
        if self.dealer is not None and record.dealer not in (None, self.dealer):
            words = f"seat {record.dealer} deals; it is seat {self.dealer}'s turn"
            self._find_in(record, Breach("C2.5", words))
        if record.score_before is not None:
            if self.scores is not None and record.score_before != self.scores:
                words = f"score_before is {_pair(record.score_before)}; the deal before left "
                self._find_in(record, Breach("G7", words + _pair(self.scores), ("C1.2",)))
            self.scores = record.score_before

    def _play(self, record: Record, state: State) -> DealResult | None:
        self._cards(record)
        if record.moves is None:
            return None

        def report(breach: Breach, move: int | None) -> None:
            self._find_in(record, breach, move)

        return state.result if replay(state, record.moves, report, cut=record.cut) else None

    def _cards(self, record: Record) -> None:
        """G6, C2.1, C2.2: hands and undealt cards are the pack."""
        known = [hand for hand in record.hands if hand is not None]
        if not known:
            return
        if record.undealt is not None and len(known) == len(record.hands):
            breach = hands_breach(self.rules, known) or self._whole_deck(record, known)
        else:
            breach = self._known_hands(record)
        if breach is not None:
            self._find_in(record, breach)

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

    def _result(self, record: Record, state: State, played: DealResult | None) -> None:
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
        self._scoring(record, played)

    def _agrees(self, record: Record, played: DealResult, state: State) -> bool:
        """The usual case, quickly: every column and every meld as the moves give them."""
        if record.result != result_row(played):
            return False
        melds = record.melds
        return melds is None or [tuple(m) for m in melds] == [
            (m.seat, m.name, None if m.suit == NOBODY else m.suit, m.copies, m.points)
            for m in state.melds
        ]

    def _scoring(self, record: Record, played: DealResult | None) -> None:
        row = record.result
        if record.moves is None and len(row) == len(RESULT_FIELDS):
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

    def _after(self, record: Record, state: State, played: DealResult | None) -> None:
        """Go on from what the record says; what it does not say, from what the moves give."""
        known = {**(result_row(played) if played else {}), **record.result}
        self.deals += 1
        if "end" not in known:  # nobody knows how this deal ended
            self.scores, self.outcome, self.dealer = None, None, None
            return
        redealt = known["end"] == "redeal"
        if "score_0" not in record.result and self.scores is None:
            known.pop("score_0", None)  # worked out from a score nobody knows
        self.scores = _score_of(known)
        self.deals_played += not redealt
        self.redeals_in_row = self.redeals_in_row + 1 if redealt else 0
        self.dealer = next_dealer(self.rules, state.dealer, redealt=redealt)
        asked = known.get("asked", NOBODY) if played is None else played.asked
        self._count_ask(asked, state)
        self.declaring = NOBODY if redealt else known.get("declarer", NOBODY) % 2
        self.outcome = None
        if self.scores is not None:
            self.outcome = game_outcome(
                self.ruleset, self.scores, self.declaring, self.deals_played, self.redeals_in_row
            )

    def _count_ask(self, asked: int, state: State) -> None:
        if self.rules.ask_limit == "deal":
            return
        if asked in range(4):
            self.asks_used[ask_counter(state, asked)] += 1

    def _find_in(self, record: Record, breach: Breach, move: int | None = None) -> None:
        self.ledger.add(
            Finding(
                breach.rule, breach.message, breach.related, record.place, record.game,
                record.deal, move,
            )
        )  # fmt: skip

    def _find(self, breach: Breach, game: int) -> None:
        self.ledger.add(Finding(breach.rule, breach.message, breach.related, game=game))


def _score_of(known: Mapping[str, Any]) -> tuple[int, int] | None:
    zero, one = known.get("score_0"), known.get("score_1")
    return (zero, one) if isinstance(zero, int) and isinstance(one, int) else None


def _pair(scores: tuple[int, int]) -> str:
    return f"{scores[0]} : {scores[1]}"
