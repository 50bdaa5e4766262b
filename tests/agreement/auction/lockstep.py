"""Kernel and referee of the auction family side by side."""

from collections import Counter
from random import Random
from typing import Any, ClassVar

from sixtysix_sim.contract.auction import View
from sixtysix_sim.kernels.auction.legal import next_dealer
from sixtysix_sim.kernels.auction.scoring import game_winner
from sixtysix_sim.kernels.auction.stepper import Stepper
from sixtysix_sim.kernels.auction.table import auction_table
from sixtysix_sim.logs.raw import MeldField
from sixtysix_sim.logs.raw.auction import DealField
from sixtysix_sim.moves import Move
from sixtysix_sim.referee import auction as referee
from sixtysix_sim.vocabulary import DEAL_END_NAMES, NOBODY, Action, DealEnd, GameEnd, Phase
from tests.agreement.auction.replay import result_row
from tests.agreement.auction.sides import PUBLIC, Memory, public_view
from tests.agreement.case_text import Story
from tests.agreement.lockstep import Deal, Pair, Position, side_of, text_of
from tests.agreement.masks import kernel_numbers, mask_of
from tests.strategies import PRESET, Settings

_CITES = {
    Phase.AUCTION: ("C3.1", "C3.2", "C3.3", "C3.4"),
    Phase.ANSWER: ("C3.3",),
    Phase.TRUMP: ("C4.1",),
    Phase.PLAY: ("C6.1", "C6.2", "C6.3", "C6.4", "C6.5"),
    Phase.OVER: ("C6.6", "C7.1", "C7.2", "C7.3", "C7.4", "C7.5", "C8.1", "C8.2"),
}
D, M = DealField, MeldField


def asks_of(askers: int, ask_limit: str) -> list[int]:
    """Return the referee's counters for the kernel's mask of seats that have asked (C3.3)."""
    seats = [seat for seat in range(4) if askers >> seat & 1]
    counters = referee.no_asks(ask_limit)
    for seat in seats if ask_limit != "deal" else []:
        counters[{"team": seat % 2, "seat": seat}.get(ask_limit, 0)] += 1
    return counters


class AuctionPair(Pair):
    """A rule set of the auction family."""

    def __init__(self, changes: Settings, preset: str = PRESET) -> None:
        super().__init__(preset, changes)
        self.rules = self.ruleset.auction
        self.stepper = Stepper(self.ruleset)
        self.table = auction_table(self.rules)
        self.numbers = kernel_numbers(self.ruleset)
        self.meld_names = list(self.rules.melds.patterns)

    def beginning(self, rng: Random) -> Position:
        dealer = rng.randrange(4)
        if rng.random() < 0.5:
            return Position(dealer, (0, 0))
        low = max(-3000, self.rules.game.target - 400)
        scores = [rng.randint(low, self.rules.game.target - 1) for _ in range(2)]
        scored = rng.randrange(min(6, self.rules.game.max_deals))
        return Position(dealer, (scores[0], scores[1]), scored, askers=rng.randrange(16))

    def deal(
        self, at: Position, state: referee.State | None, cards: list[list[int]], story: Story
    ) -> "AuctionDeal":
        if state is None:
            asks = asks_of(at.askers, self.rules.auction.ask_limit)
            state = referee.new_deal(
                self.ruleset, at.dealer, cards, at.scores, asks, at.scored, at.attempt
            )
        else:
            state = referee.next_deal(state, cards)
        assert referee.hands_breach(state.rules, cards) is None
        askers = [seat for seat in range(4) if at.askers >> seat & 1]
        self.stepper.start(at.dealer, None, at.scores, askers)
        one_number = self.rules.auction.ask_limit in ("game", "deal")
        story.position = {
            "phase": "auction",
            "dealer": at.dealer,
            "asks_used": state.asks_used[0] if one_number else list(state.asks_used),
            "score": list(at.scores),
            "deals_played": at.scored,
            "hands": {str(seat): text_of(hand) for seat, hand in enumerate(cards)},
        }
        return AuctionDeal(self, at, state, story)


class AuctionDeal(Deal):
    """One deal of the auction family."""

    referee: ClassVar[Any] = referee
    view = View
    fields = D
    pair: AuctionPair

    def __init__(self, pair: AuctionPair, at: Position, state: referee.State, story: Story) -> None:
        super().__init__(pair, at, state, story)
        self.memory = Memory(pair.numbers)

    def choose(self, moves: list[Move]) -> Move:
        """Draw an action so that auctions end: a third passes, most bids are the lowest."""
        rng = self.rng
        kinds = {move.action: move for move in reversed(moves)}
        if Action.ASK in kinds and rng.random() < 0.5:
            return kinds[Action.ASK]
        if Action.ANSWER_SPEAK in kinds and rng.random() < 0.5:
            return kinds[Action.ANSWER_SPEAK]
        if Action.PASS in kinds and rng.random() < 0.35:
            return kinds[Action.PASS]
        if Action.BID in kinds:
            bids = moves[moves.index(kinds[Action.BID]) :]
            far = rng.random()
            return bids[0] if far < 0.7 else rng.choice(bids[:4] if far < 0.9 else bids)
        return rng.choice(moves)

    def wrong_move(self, moves: list[Move]) -> Move:
        rng, auction = self.rng, self.pair.rules.auction
        if self.state.phase is Phase.PLAY:
            return Move(Action.PLAY, rng.choice(sorted(self.pair.numbers)))
        bid = rng.choice((moves[-1].value, auction.max_bid, self.state.high_bid, 0))
        points = max(0, bid + rng.choice((-1, 0, 1, auction.step)))
        return rng.choice([Move(Action.BID, points), Move(Action.ASK), Move(Action.PASS)])

    def before(self, seat: int, move: Move) -> None:
        if move.action is Action.PLAY:
            self.memory.see(self.state, seat, move.value)

    def after(self, event: referee.Event) -> None:
        if event.move.action is Action.TRUMP:
            self.memory.note_melds(event)
            self.compare_melds(event)
        seat = event.seat
        hand = mask_of(self.state.hands[seat] or Counter(), self.pair.numbers)
        if event.move.action is Action.PLAY and self.stepper.mask(seat) != hand:
            raise self.differs(f"hand of seat {seat}")

    def compare_melds(self, event: referee.Event) -> None:
        """Compare the melds that naming trump laid open."""
        names = self.pair.meld_names
        found = [
            (row[M.SEAT], names[row[M.MELD]], row[M.SUIT], row[M.COPIES], row[M.POINTS])
            for row in self.stepper.melds().tolist()
        ]
        wanted = [tuple(meld[:5]) for meld in event.melds]
        if sorted(found) != sorted(wanted):
            raise self.differs(f"melds, kernel {sorted(found)}, referee {sorted(wanted)}")

    def public_view(self, kernel: list[int]) -> list[int]:
        return public_view(self.state, self.memory, kernel[:PUBLIC]) + kernel[PUBLIC:]

    def count(self, moves: list[Move]) -> int:
        return len(moves)

    def compare_result(self) -> None:
        result = self.state.result
        self.compare_row(result_row(result))
        row, at = self.stepper.row(), self.at
        redealt = bool(row[D.END] == DealEnd.REDEAL)
        at.scores = (at.scores[0] + int(row[D.CHANGE_0]), at.scores[1] + int(row[D.CHANGE_1]))
        at.dealer = int(next_dealer(self.pair.table, at.dealer, redealt))
        at.scored += not redealt
        at.attempt = at.attempt + 1 if redealt else 0
        if self.state.asked != NOBODY:
            at.askers |= 1 << int(self.stepper.view[View.ASKED])
        side = side_of(result.game)
        self.compare_game(
            (at.scores, at.dealer, at.scored, at.attempt, self.winner(redealt)),
            (result.score_after, result.dealer_after, result.deals_played, result.redeals_in_row,
             side),
        )  # fmt: skip
        if side != NOBODY and result.game != (side, GameEnd.TARGET):
            raise self.differs(f"a winner without the target: {result.game}")

    def winner(self, redealt: bool) -> int:
        """Return the side that has won the game, or −1, by the kernel."""
        if redealt:
            return NOBODY
        declarer = int(self.stepper.row()[D.DECLARER])
        return int(game_winner(self.pair.table, *self.at.scores, declarer & 1))

    def cites(self) -> tuple[str, ...]:
        return _CITES[self.stepper.phase]

    def facts(self) -> dict[str, Any]:
        view, over = self.stepper.view, self.stepper.phase is Phase.OVER
        points = view[View.CARD_POINTS : View.CARD_POINTS + 2]
        facts: dict[str, Any] = {
            "hands_after": self.hands_text(),
            "declarer_after": int(view[View.HIGH_SEAT]),
            "bid_after": max(0, int(view[View.HIGH_BID])),
            "tricks_after": view[View.TRICKS : View.TRICKS + 2].tolist(),
            "points_after": (points + view[View.MELD_POINTS : View.MELD_POINTS + 2]).tolist(),
        }
        if view[View.TRUMP] != NOBODY:
            melds: dict[str, Counter[str]] = {}
            for row in self.stepper.melds().tolist():
                seat = melds.setdefault(str(row[M.SEAT]), Counter())
                seat[self.pair.meld_names[row[M.MELD]]] += row[M.COPIES]
            facts["melds"] = {seat: dict(copies) for seat, copies in sorted(melds.items())}
        return facts | (self.result_facts() if over else {})

    def result_facts(self) -> dict[str, Any]:
        """Return the deal's result by the kernel, by the keys of a case."""
        row, before = self.stepper.row(), self.story.position
        change = [int(row[D.CHANGE_0]), int(row[D.CHANGE_1])]
        redealt = row[D.END] == DealEnd.REDEAL
        facts = {
            "end": DEAL_END_NAMES[row[D.END]],
            "kaput": int(row[D.KAPUT]),
            "deal_winner": int(row[D.WINNER]),
            "change": change,
            "score_after": [before["score"][0] + change[0], before["score"][1] + change[1]],
            "dealer_after": int(next_dealer(self.pair.table, before["dealer"], bool(redealt))),
        }
        return facts if redealt else facts | {"made": bool(row[D.END] == DealEnd.MADE)}
