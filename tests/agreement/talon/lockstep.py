"""Kernel and referee of the talon family side by side."""

from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar

from sixtysix_sim.cards import RANKS, SUITS
from sixtysix_sim.contract.talon import View
from sixtysix_sim.kernels.talon.hotloop import game_end
from sixtysix_sim.kernels.talon.position import Cards, Closing
from sixtysix_sim.kernels.talon.stepper import Stepper
from sixtysix_sim.kernels.talon.table import talon_table
from sixtysix_sim.logs.raw.talon import DealField
from sixtysix_sim.moves import Move
from sixtysix_sim.referee import talon as referee
from sixtysix_sim.referee.casefile.talon import table_of
from sixtysix_sim.vocabulary import DEAL_END_NAMES, NOBODY, Action, DealEnd, GameEnd, Phase
from tests.agreement.case_text import Story
from tests.agreement.lockstep import Deal, Pair, Position, side_of, text_of
from tests.agreement.masks import kernel_numbers, mask_of
from tests.agreement.talon.positions import Middle, random_middle
from tests.agreement.talon.reached import Reached
from tests.agreement.talon.replay import melds_in, played_to_the_end, result_row
from tests.agreement.talon.sides import Memory, public_view
from tests.strategies import TALON_PRESET, Settings

MIDDLE_SHARE = 0.2  # of games: one deal taken up in the middle
D = DealField
#: what the clauses in question are about
_DECISIONS = {
    Phase.PLAY: ("follow.must_follow", "marriage", "exchange.rank", "closing.allowed", "claim"),
    Phase.OVER: ("claim", "closing.failure", "stakes.base", "played_out.winner", "match.target"),
}


@dataclass(frozen=True)
class Temper:
    """How the seats of a deal use their rights: chances at each decision."""

    claim: float
    wrong_claim: float
    close: float
    swap: float
    marry: float

    @classmethod
    def drawn(cls, rng: Random) -> "Temper":
        """Draw one; many never claim or close, so that deals are played to their end."""
        return cls(
            claim=rng.choice((1, 0.5, 0.1, 0)),
            wrong_claim=rng.choice((0, 0, 0, 0.02, 0.1)),
            close=rng.choice((0, 0, 0.05, 0.3)),
            swap=rng.choice((1, 0.5, 0.1)),
            marry=rng.choice((1, 0.7, 0.3)),
        )


class TalonPair(Pair):
    """A rule set of the talon family."""

    def __init__(self, changes: Settings, preset: str = TALON_PRESET) -> None:
        super().__init__(preset, changes)
        self.rules = self.ruleset.talon
        self.stepper = Stepper(self.ruleset)
        self.table = talon_table(self.rules)
        self.numbers = kernel_numbers(self.ruleset)
        self.reached: Counter[Reached] = Counter()
        # slips of players, drawn by their own generator; None where nobody slips
        self.slips = Random(str(changes)) if len(self.table.wide) else None

    def beginning(self, rng: Random) -> Position:
        seats, match = self.rules.seats, self.rules.match
        dealer = rng.randrange(seats)
        if rng.random() < 0.5:
            return Position(dealer, (0,) * seats)
        most = match.target or 30
        low = -20 if self.rules.stakes.zero_sum else max(0, most - 12)
        scores = tuple(rng.randint(low, most - 1) for _ in range(seats))
        scored = rng.randrange(min(6, match.deals or 6, match.max_deals))
        stake = rng.choice((0, self.rules.stakes.draw_adds * scored))
        return Position(dealer, scores, scored, stake=stake)

    def play(self, rng: Random, seed: int, game: int, most: int = 30) -> int:
        if rng.random() >= MIDDLE_SHARE:
            return super().play(rng, seed, game, most)
        at = self.beginning(rng)
        story = Story(self.ruleset, self.changes, seed, game, at.scored, 0, {})
        middle = random_middle(self.rules, at.scores, at.stake, rng)
        self.middle_deal(at, middle, story).play(rng)
        return 1

    def deal(
        self, at: Position, state: referee.State | None, cards: Cards, story: Story
    ) -> "TalonDeal":
        short = self.misdealt(cards)
        if state is None:
            state = referee.new_deal(
                self.ruleset, at.dealer, *cards, at.scores, at.stake, at.scored
            )
        else:
            state = referee.next_deal(state, *cards)
        assert short or referee.deck_breach(state.rules, *cards) is None
        self.stepper.start(at.dealer, cards if short else None, at.scores, at.stake)
        story.position = {
            "phase": "play",
            "dealer": at.dealer,
            "leader": (at.dealer + 1) % self.rules.seats,
            "hands": {str(seat): text_of(hand) for seat, hand in enumerate(cards.hands)},
            "upcard": text_of([cards.upcard]),
            "talon": text_of(cards.talon),
            "stake": at.stake,
            "score": list(at.scores),
            "deals_played": at.scored,
        }
        deal = TalonDeal(self, at, state, story)
        deal.short = short
        return deal

    def misdealt(self, cards: Cards) -> tuple[int, int] | None:
        """Deal a seat too few or too many cards now and then, where slips are drawn (D8.2).

        Returns:
            (seat, its cards), None for none.
        """
        rng = self.slips
        if rng is None or rng.random() > 0.15:
            return None
        seat = rng.randrange(self.rules.seats)
        hand = cards.hands[seat]
        few = rng.random() < 0.7
        for _ in range(rng.choice((1, 1, 2))):
            if few and len(hand) > 1:
                cards.talon.insert(0, hand.pop(rng.randrange(len(hand))))
            elif not few and len(cards.talon) > 1:
                hand.append(cards.talon.pop(0))
        return None if len(hand) == self.rules.deal.hand_size else (seat, len(hand))

    def middle_deal(self, at: Position, middle: Middle, story: Story) -> "TalonDeal":
        """Take both up in the middle of a deal; the leader of the position is the forehand."""
        closing = middle.get("closing")
        self.stepper.start_play(**middle | {"closing": Closing(**closing) if closing else None})
        at.dealer = (middle["leader"] - 1) % self.rules.seats
        case = _position(middle, at)
        state = table_of(self.ruleset, "play", case).state
        texts: dict[str, Any] = {
            "hands": {str(seat): text_of(hand) for seat, hand in case["hands"].items()},
            "trump": SUITS[case["trump"]],
            "talon": text_of(case["talon"]),
        }
        if "upcard" in case:
            texts["upcard"] = text_of([case["upcard"]])
        story.position = {"phase": "play", **case, **texts}
        deal = TalonDeal(self, at, state, story)
        deal.memory.close_trick = closing["trick"] if closing else 0
        return deal


def _position(middle: Middle, at: Position) -> dict[str, Any]:
    """Return a position by the keys of a case, values as the case reader passes them on."""
    case = {
        "dealer": at.dealer,
        "leader": middle["leader"],
        "trump": middle["trump"],
        "hands": dict(enumerate(middle["hands"])),
        "talon": middle["talon"],
        "tricks": middle["tricks"],
        "card_points": middle["card_points"],
        "meld_points": middle["meld_points"],
        "pending": middle["pending"],
        "to_draw": middle["to_draw"],
        "stake": at.stake,
        "score": list(at.scores),
        "deals_played": at.scored,
    }
    if middle["upcard"] is not None:
        case["upcard"] = middle["upcard"]
    if closing := middle.get("closing"):
        case |= {"closed_by": closing["seat"], "tricks_at_close": closing["tricks"]}
        case["points_at_close"] = closing["points"]
    return case


class TalonDeal(Deal):
    """One deal of the talon family."""

    referee: ClassVar[Any] = referee
    view = View
    fields = D
    pair: TalonPair

    def __init__(self, pair: TalonPair, at: Position, state: referee.State, story: Story) -> None:
        super().__init__(pair, at, state, story)
        self.memory = Memory(pair.numbers, pair.rules.seats)
        self.temper: Temper | None = None
        self.upcard = state.upcard
        self.short: tuple[int, int] | None = None
        self.fresh = True  # nothing has been done
        self.exposed = False

    def carry_out(self, seat: int, move: Move) -> None:
        self.stepper.apply(move, seat)

    def slip(self) -> bool:
        """Let a player do something wrong where the referee says that it can be mended."""
        rng, state = self.pair.slips, self.state
        if rng is None or state.asked is not None:
            return False
        if self.short is not None:
            (seat, count), self.short = self.short, None
            self.act(Move(Action.IRREGULAR_MISDEAL, count), seat)
            return True
        if rng.random() > 0.15:
            return False
        tried = self.some_slip(rng)
        for seat, move in tried[:1]:
            if referee.verify(state, seat, move) is not None:
                return False
        for seat, move in tried:
            self.act(move, seat)
        return bool(tried)

    def some_slip(self, rng: Random) -> list[tuple[int, Move]]:
        """Draw a slip that may be possible here: who does what."""
        state, seat = self.state, rng.randrange(self.pair.rules.seats)
        if not self.memory.moves:
            forehand = state.hands[(state.dealer + 1) % self.pair.rules.seats] or Counter()
            card = rng.choice([*forehand.elements(), *state.talon])
            return [(state.dealer, Move(Action.IRREGULAR_EXPOSE, card))]
        if state.drawn:
            kinds = (Action.IRREGULAR_DOUBLE_DRAW, Action.IRREGULAR_MISSED_DRAW)
            return [(seat, Move(rng.choice(kinds)))]
        hand = list((state.hands[state.leader] or Counter()).elements())
        if state.table or len(hand) < 2:
            return []
        two = rng.sample(hand, 2)
        if two[0] >> 3 == two[1] >> 3 and {RANKS[card & 7] for card in two} == {"K", "Q"}:
            return []
        return [(state.leader, Move(Action.IRREGULAR_WRONG_MARRIAGE, card)) for card in two]

    def choose(self, moves: list[Move]) -> Move:
        """Draw an action by the deal's temper."""
        rng = self.rng
        temper = self.temper = self.temper or Temper.drawn(rng)
        kinds: dict[Action, list[Move]] = {}
        if self.state.asked is not None:
            return rng.choice(moves)
        for move in moves:
            mends = move.action is Action.CORRECT_MARRIAGE
            kinds.setdefault(Action.MARRIAGE if mends else move.action, []).append(move)
        right = self.counted == len(moves)
        wishes = (
            (Action.CLAIM, temper.claim if right else temper.wrong_claim),
            (Action.EXCHANGE, temper.swap),
            (Action.MARRIAGE, temper.marry),
            (Action.CLOSE, temper.close),
        )
        for action, chance in rng.sample(wishes, len(wishes)):
            if action in kinds and rng.random() < chance:
                return rng.choice(kinds[action])
        return rng.choice(kinds.get(Action.PLAY) or kinds[Action.DRAW])

    def wrong_move(self, moves: list[Move]) -> Move:
        rng = self.rng
        words = (Action.CLOSE, Action.CLAIM, Action.EXCHANGE, Action.DRAW)
        return rng.choice(
            [
                Move(Action.PLAY, rng.choice(sorted(self.pair.numbers))),
                Move(Action.PLAY, rng.choice(self.stepper.hand(self.stepper.seat) or [0])),
                Move(Action.MARRIAGE, rng.randrange(4)),
                Move(rng.choice(words)),
            ]
        )

    def before(self, seat: int, move: Move) -> None:
        self.pair.reached.update(Reached.of(self.state, seat, move))
        self.memory.before(self.state, seat, move)
        self.upcard = self.state.upcard

    def after(self, event: referee.Event) -> None:
        self.memory.after(self.state, event, self.upcard)
        if event.result:
            self.pair.reached.update(Reached.by(self.state, event.result))
        for seat, hand in enumerate(self.state.hands):
            if self.stepper.mask(seat) != mask_of(hand or Counter(), self.pair.numbers):
                raise self.differs(f"hand of seat {seat}")
        if (self.stepper.talon, self.stepper.upcard) != self.talon_by_referee():
            raise self.differs("talon")

    def talon_by_referee(self) -> tuple[list[int], int | None]:
        """Return the talon and the upcard as the stepper gives them."""
        upcard = self.state.upcard
        return self.state.talon, None if upcard == NOBODY else upcard

    def public_view(self, kernel: list[int]) -> list[int]:
        return public_view(self.state, self.memory, kernel)

    def count(self, moves: list[Move]) -> int:
        return int(self.stepper.legal_count())

    def compare_result(self) -> None:
        state, memory = self.state, self.memory
        result = state.result
        assert result is not None
        wanted = result_row(result, played_to_the_end(state), state.leader)
        wanted |= {D.CLAIMER: memory.claimer, D.CLOSE_TRICK: memory.close_trick}
        wanted |= {D.MOVES: memory.moves, D.CARDS: memory.cards, D.MELDS: len(result.melds)}
        wanted[D.SLIPS] = memory.packed_slips
        if result.upcard != NOBODY:
            wanted[D.UPCARD] = result.upcard
        self.compare_row(wanted)
        melds = melds_in(self.stepper.melds().tolist())
        if melds != [tuple(meld) for meld in result.melds]:
            raise self.differs(f"melds, kernel {melds}, referee {result.melds}")
        at, view, table = self.at, self.stepper.view, self.pair.table
        at.scores = tuple(view[View.SCORES : View.SCORES + self.pair.rules.seats].tolist())
        redealt = result.end is DealEnd.REDEAL
        at.stake, at.scored = int(view[View.STAKE]), at.scored + (not redealt)
        at.attempt = at.attempt + 1 if redealt else 0
        at.dealer = self.stepper.dealer_after
        end, won = (int(number) for number in game_end(table, view, at.scored))
        if redealt:
            end, won = NOBODY, NOBODY
        ended = NOBODY if result.game == "on" else int(result.game[1])
        self.compare_game(
            (at.scores, at.stake, at.dealer, at.scored, end, won),
            (result.score_after, result.stake_after, result.dealer_after, result.deals_played,
             ended, side_of(result.game)),
        )  # fmt: skip
        self.pair.reached.update([Reached[GameEnd(end).name]] if end != NOBODY else [])

    def cites(self) -> tuple[str, ...]:
        clauses = (self.pair.ruleset.clause_of(key) for key in _DECISIONS[self.stepper.phase])
        return tuple(dict.fromkeys(clauses))

    def facts(self) -> dict[str, Any]:
        view, over = self.stepper.view, self.stepper.phase is Phase.OVER
        seats = self.pair.rules.seats
        by_seat = {
            slot: view[slot : slot + seats]
            for slot in (View.CARD_POINTS, View.MELD_POINTS, View.PENDING, View.TRICKS)
        }
        points = by_seat[View.CARD_POINTS] + by_seat[View.MELD_POINTS]
        upcard = self.stepper.upcard
        facts: dict[str, Any] = {
            "hands_after": self.hands_text(),
            "talon_after": text_of(self.stepper.talon),
            "upcard_after": "none" if upcard is None else text_of([upcard]),
            "points_after": points.tolist(),
            "pending_after": by_seat[View.PENDING].tolist(),
            "tricks_after": by_seat[View.TRICKS].tolist(),
        }
        return facts | (self.result_facts() if over else {"leader_after": int(view[View.LEADER])})

    def result_facts(self) -> dict[str, Any]:
        """Return the deal's result by the kernel, by the keys of a case."""
        row, before, table = self.stepper.row(), self.story.position, self.pair.table
        view, seats = self.stepper.view, self.pair.rules.seats
        end, won = (int(n) for n in game_end(table, view, before["deals_played"] + 1))
        if row[D.END] == DealEnd.REDEAL:
            end = NOBODY
        return {
            "change": row[D.CHANGE : D.CHANGE + seats].tolist(),
            "score_after": row[D.SCORE : D.SCORE + seats].tolist(),
            "deal_winner": int(row[D.WINNER]),
            "game_points": int(row[D.GAME_POINTS]),
            "stake_after": self.stepper.stake_after,
            "end": DEAL_END_NAMES[row[D.END]],
            "dealer_after": self.stepper.dealer_after,
            "game_winner": "on" if end == NOBODY else won,
        }
