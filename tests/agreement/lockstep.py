"""Kernel and referee side by side through whole games of random actions."""

from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import Any

from sixtysix_sim.contract.auction import View
from sixtysix_sim.kernels.auction.legal import next_dealer
from sixtysix_sim.kernels.auction.scoring import game_winner
from sixtysix_sim.kernels.auction.stepper import Stepper
from sixtysix_sim.kernels.auction.table import auction_table
from sixtysix_sim.logs.raw import MeldField
from sixtysix_sim.logs.raw.auction import DealField
from sixtysix_sim.moves import Move
from sixtysix_sim.referee import auction as referee
from sixtysix_sim.rules.ruleset import RuleSet, resolve_rules
from sixtysix_sim.vocabulary import (
    DEAL_END_NAMES,
    NOBODY,
    Action,
    DealEnd,
    GameEnd,
    Phase,
)
from tests.agreement.case_text import Difference, Story
from tests.agreement.replay import result_row
from tests.agreement.sides import NOT_COMPARED, PUBLIC, Memory, kernel_numbers, mask_of, public_view
from tests.strategies import PRESET, Settings

LONGEST = 30  # deals of a game followed; far targets go on for ever
ILLEGAL_SHARE = 0.05
_CITES = {
    Phase.AUCTION: ("C3.1", "C3.2", "C3.3", "C3.4"),
    Phase.ANSWER: ("C3.3",),
    Phase.TRUMP: ("C4.1",),
    Phase.PLAY: ("C6.1", "C6.2", "C6.3", "C6.4", "C6.5"),
    Phase.OVER: ("C6.6", "C7.1", "C7.2", "C7.3", "C7.4", "C7.5", "C8.1", "C8.2"),
}
D, M = DealField, MeldField


def choose(rng: Random, moves: list[Move]) -> Move:
    """Draw an action so that auctions end: a third passes, most bids are the lowest."""
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


def asks_of(askers: int, ask_limit: str) -> list[int]:
    """Return the referee's counters for the kernel's mask of seats that have asked (C3.3)."""
    seats = [seat for seat in range(4) if askers >> seat & 1]
    counters = referee.no_asks(ask_limit)
    for seat in seats if ask_limit != "deal" else []:
        counters[{"team": seat % 2, "seat": seat}.get(ask_limit, 0)] += 1
    return counters


@dataclass
class Position:
    """Where a game stands between two deals, as the kernel's game loop keeps it."""

    dealer: int
    scores: tuple[int, int]
    scored: int
    attempt: int
    askers: int


class Pair:
    """One rule set's stepper and referee, and the games they play together."""

    def __init__(self, changes: Settings) -> None:
        self.changes = changes
        self.ruleset: RuleSet = resolve_rules(PRESET, changes)
        self.rules = self.ruleset.auction
        self.stepper = Stepper(self.ruleset)
        self.table = auction_table(self.rules)
        self.numbers = kernel_numbers(self.ruleset)
        self.meld_names = list(self.rules.melds.patterns)

    def beginning(self, rng: Random) -> Position:
        """Draw where to begin: at the start of a game, or late in one, near the target."""
        dealer = rng.randrange(4)
        if rng.random() < 0.5:
            return Position(dealer, (0, 0), 0, 0, 0)
        low = max(-3000, self.rules.game.target - 400)
        scores = [rng.randint(low, self.rules.game.target - 1) for _ in range(2)]
        scored = rng.randrange(min(6, self.rules.game.max_deals))
        return Position(dealer, (scores[0], scores[1]), scored, 0, rng.randrange(16))

    def play(self, rng: Random, seed: int, game: int, most: int = LONGEST) -> int:
        """Play a game, or its first ``most`` deals; return how many deals.

        Raises:
            Difference: at the first step on which the two do not agree.
        """
        at = self.beginning(rng)
        state: referee.State | None = None
        for deal in range(most):
            hands = self.stepper.deal(seed, game, at.scored, at.attempt)
            if state is None:
                asks = asks_of(at.askers, self.rules.auction.ask_limit)
                state = referee.new_deal(
                    self.ruleset, at.dealer, hands, at.scores, asks, at.scored, at.attempt
                )
            else:
                state = referee.next_deal(state, hands)
            result = Deal(self, at, state, hands, seed, game).play(rng)
            if result.game != "on":
                return deal + 1
        return most


class Deal:
    """One deal played by both."""

    def __init__(
        self,
        pair: Pair,
        at: Position,
        state: referee.State,
        hands: list[list[int]],
        seed: int,
        game: int,
    ) -> None:
        self.pair, self.at, self.state, self.stepper = pair, at, state, pair.stepper
        self.memory = Memory(pair.numbers)
        self.story = Story(
            ruleset=pair.ruleset,
            changes=pair.changes,
            seed=seed,
            game=game,
            scored=at.scored,
            attempt=at.attempt,
            dealer=at.dealer,
            hands=hands,
            scores=at.scores,
            asks_used=list(state.asks_used),
        )
        assert referee.hands_breach(state.rules, hands) is None
        askers = [seat for seat in range(4) if at.askers >> seat & 1]
        self.stepper.start(at.dealer, None, at.scores, askers)

    def play(self, rng: Random) -> referee.DealResult:
        """Play the deal, compare after every action, and move the position on."""
        while self.stepper.phase is not Phase.OVER:
            self.compare_view()
            moves = self.compare_legal()
            if rng.random() < ILLEGAL_SHARE:
                self.refuse(rng, moves)
            self.act(choose(rng, moves))
        result = self.state.result
        if result is None:
            raise self.differs("the kernel has ended the deal, the referee has not")
        self.compare_result(result)
        return result

    def act(self, move: Move) -> None:
        """Let both carry out an action that both call legal."""
        state, seat = self.state, self.stepper.seat
        if breach := referee.verify(state, seat, move):
            raise self.differs(f"legal for both, yet {breach.message}", (seat, move, None))
        if move.action is Action.PLAY:
            self.memory.see(state, seat, move.value)
        event = referee.apply(state, seat, move)
        self.stepper.apply(move)
        self.story.steps.append((seat, move))
        if move.action is Action.TRUMP:
            self.memory.note_melds(event)
            self.compare_melds(event)
        if move.action is Action.PLAY and self.stepper.mask(seat) != self.mask(seat):
            raise self.differs(f"hand of seat {seat}")

    def mask(self, seat: int) -> int:
        """Return a seat's hand by the referee, as a kernel mask."""
        return mask_of(self.state.hands[seat] or Counter(), self.pair.numbers)

    # ---- comparing

    def compare_view(self) -> None:
        """Compare whose turn it is and everything public."""
        kernel = self.stepper.view[:PUBLIC].tolist()
        wanted = public_view(self.state, self.memory, kernel)
        if kernel == wanted and self.state.phase is self.stepper.phase:
            return
        slots = [
            f"{View(slot).name if slot in set(View) else slot} {ours} / {theirs}"
            for slot, (ours, theirs) in enumerate(zip(kernel, wanted, strict=True))
            if ours != theirs and slot not in NOT_COMPARED
        ]
        phases = f"phase {self.stepper.phase.name} / {self.state.phase.name}"
        raise self.differs(f"view, kernel / referee: {', '.join([phases, *slots])}", self.turn())

    def turn(self) -> tuple[int, Move, list[Move] | None]:
        """Return the kernel's next step: its seat and the first action it calls legal."""
        return self.stepper.seat, self.stepper.legal()[0], None

    def compare_legal(self) -> list[Move]:
        """Compare the legal actions and how many there are; return them."""
        kernel, theirs = self.stepper.legal(), referee.legal(self.state)
        counted = referee.count_legal(self.state)
        if counted == len(kernel) and (kernel == theirs or sorted(kernel) == sorted(theirs)):
            return kernel
        extra = sorted(set(kernel) - set(theirs))
        less = sorted(set(theirs) - set(kernel))
        what = (
            f"legal actions, kernel only: {_texts(extra)}, referee only: {_texts(less)}, "
            f"counted {len(kernel)} / {counted}"
        )
        step = (extra or kernel or less)[0]
        raise self.differs(what, (self.stepper.seat, step, kernel))

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

    def refuse(self, rng: Random, moves: list[Move]) -> None:
        """Try an illegal action: both must refuse it and stay as they are."""
        wrong = self.wrong_move(rng, moves)
        if wrong is None:
            return
        seat = self.stepper.seat
        try:
            self.stepper.apply(wrong)
        except ValueError:
            if referee.verify(self.state, seat, wrong) is None:
                raise self.differs(f"the kernel alone refuses {wrong.text}") from None
            return
        raise self.differs(f"the kernel accepts {wrong.text}", (seat, wrong, moves))

    def wrong_move(self, rng: Random, moves: list[Move]) -> Move | None:
        """Draw an action that is not among the legal ones but looks like one."""
        auction = self.pair.rules.auction
        if self.state.phase is Phase.PLAY:
            card = rng.choice(sorted(self.pair.numbers))
            near = Move(Action.PLAY, card)
        else:
            bid = rng.choice((moves[-1].value, auction.max_bid, self.state.high_bid, 0))
            points = max(0, bid + rng.choice((-1, 0, 1, auction.step)))
            near = rng.choice([Move(Action.BID, points), Move(Action.ASK), Move(Action.PASS)])
        return None if near in moves else near

    def compare_result(self, result: referee.DealResult) -> None:
        """Compare the deal's row, the next dealer and the game's end; move the position on."""
        row = self.stepper.row()
        for field, wanted in result_row(result).items():
            if row[field] != wanted:
                raise self.differs(f"{D(field).name}, kernel {row[field]}, referee {wanted}")
        at, table = self.at, self.pair.table
        redealt = bool(row[D.END] == DealEnd.REDEAL)
        at.scores = (at.scores[0] + int(row[D.CHANGE_0]), at.scores[1] + int(row[D.CHANGE_1]))
        at.dealer = int(next_dealer(table, at.dealer, redealt))
        at.scored += not redealt
        at.attempt = at.attempt + 1 if redealt else 0
        if self.state.asked != NOBODY:
            at.askers |= 1 << int(self.stepper.view[View.ASKED])
        kernel: Any = (at.scores, at.dealer, at.scored, at.attempt, self.kernel_winner(redealt))
        side = NOBODY if result.game == "on" else result.game[0]
        theirs = (result.score_after, result.dealer_after, result.deals_played)
        if kernel != (*theirs, result.redeals_in_row, side):
            raise self.differs(f"the game: kernel {kernel}, referee {theirs}, {result.game}")
        if side != NOBODY and result.game != (side, GameEnd.TARGET):
            raise self.differs(f"a winner without the target: {result.game}")

    def kernel_winner(self, redealt: bool) -> int:
        """Return the side that has won the game, or −1, by the kernel."""
        if redealt:
            return NOBODY
        declarer = int(self.stepper.row()[D.DECLARER])
        return int(game_winner(self.pair.table, *self.at.scores, declarer & 1))

    # ---- telling

    def differs(
        self, what: str, last: tuple[int, Move, list[Move] | None] | None = None
    ) -> Difference:
        """Return the difference as a case: what the kernel says after the steps, or of the step."""
        facts = {} if last else self.kernel_facts()
        cites = _CITES[self.stepper.phase]
        return Difference(self.story, what, cites, facts, last)

    def kernel_facts(self) -> dict[str, Any]:
        """Return what the kernel says now, by the keys of a case."""
        view, over = self.stepper.view, self.stepper.phase is Phase.OVER
        points = view[View.CARD_POINTS : View.CARD_POINTS + 2]
        names = {str(n): " ".join(self.names(self.stepper.hand(n))) for n in range(4)}
        facts: dict[str, Any] = {
            "hands_after": names,
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
        return facts | (self.kernel_result() if over else {})

    def kernel_result(self) -> dict[str, Any]:
        """Return the deal's result by the kernel, by the keys of a case."""
        row = self.stepper.row()
        change = [int(row[D.CHANGE_0]), int(row[D.CHANGE_1])]
        redealt = row[D.END] == DealEnd.REDEAL
        scores = self.story.scores
        facts = {
            "end": DEAL_END_NAMES[row[D.END]],
            "kaput": int(row[D.KAPUT]),
            "deal_winner": int(row[D.WINNER]),
            "change": change,
            "score_after": [scores[0] + change[0], scores[1] + change[1]],
            "dealer_after": int(next_dealer(self.pair.table, self.story.dealer, bool(redealt))),
        }
        return facts if redealt else facts | {"made": bool(row[D.END] == DealEnd.MADE)}

    @staticmethod
    def names(cards: list[int]) -> list[str]:
        """Return card names."""
        return [Move(Action.PLAY, card).text.split()[1] for card in cards]


def _texts(moves: list[Move]) -> str:
    return " ".join(move.text for move in moves[:12]) or "none"
