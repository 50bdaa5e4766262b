"""Games of the talon family played by the referee with random legal actions, as raw rows."""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from sixtysix_sim.cards import CARD_NAMES, full_deck
from sixtysix_sim.kernels.rows import FORCED_AT, LEGAL_AT, MOST_TRICKS
from sixtysix_sim.kernels.sums import new_sums, sums_of
from sixtysix_sim.logs.raw import (
    NONE,
    Float64,
    GameField,
    Int32,
    Int64,
    MeldField,
    RawChunk,
    RawMoves,
)
from sixtysix_sim.logs.raw.talon import WIDTH, DealField
from sixtysix_sim.metrics import layout_of, measure_names, metrics_of
from sixtysix_sim.metrics.talon.slots import most_tricks
from sixtysix_sim.moves import Move
from sixtysix_sim.referee.talon import (
    DealResult,
    State,
    apply,
    legal,
    new_deal,
    next_deal,
    seat_to_act,
    split_deck,
    totals,
)
from sixtysix_sim.rules.ruleset import RuleSet
from sixtysix_sim.vocabulary import Action, DealEnd, LogLevel
from tests.kernels.recount_talon import recount

D = DealField
NO_CODE = 255
MoveRow = tuple[int, int, int, int, int, int, int]  # trick, seat, action, card, suit, value, legal


@dataclass
class Rows:
    """Rows of games being played; ``first_meld`` says where each deal's melds begin."""

    games: list[list[int]] = field(default_factory=list)
    deals: list[list[int]] = field(default_factory=list)
    melds: list[list[int]] = field(default_factory=list)
    first_meld: list[int] = field(default_factory=list)
    decks: list[bytes] = field(default_factory=list)
    moves: list[MoveRow] = field(default_factory=list)
    seq: list[int] = field(default_factory=list)


class RefereePlayer:
    """Plays games, each depending on the seed and its own number alone, as a kernel's do.

    Args:
        ruleset: the rules.
        seed: of everything.
        claim: chance to claim where that is right; wrong_claim: where it is wrong.
        close: chance to close, at each decision where that is possible.
        redeal: chance that a deal is dealt again, made up since no rule asks for it yet.
    """

    def __init__(
        self,
        ruleset: RuleSet,
        seed: int,
        claim: float = 0.8,
        wrong_claim: float = 0.01,
        close: float = 0.1,
        redeal: float = 0.0,
    ) -> None:
        self.ruleset, self.seed = ruleset, seed
        self.chance = {Action.CLAIM: claim, Action.CLOSE: close}
        self.wrong_claim, self.redeal = wrong_claim, redeal
        self.deck = full_deck(ruleset.rules.deck.ranks, ruleset.rules.deck.packs)

    def rows(self, first_game: int, games: int) -> Rows:
        """Return the rows of so many games."""
        rows = Rows()
        for number in range(games):
            self._game(rows, number, random.Random(f"{self.seed} {first_game + number}"))
        return rows

    def play(self, first_game: int, games: int, log: LogLevel) -> RawChunk:
        """Return a chunk of games."""
        rows = self.rows(first_game, games)
        kept = log in (LogLevel.DEALS, LogLevel.MOVES)
        logged = log == LogLevel.MOVES
        decks = np.frombuffer(b"".join(rows.decks), np.uint8).reshape(len(rows.decks), -1)
        return RawChunk(
            first_game=first_game,
            games=table(rows.games, GameField.SCORE_0 + self.ruleset.sides),
            deals=table(rows.deals if kept else [], WIDTH),
            melds=table(rows.melds if kept else [], len(MeldField)),
            decks=decks if logged else np.empty((0, 0), np.uint8),
            moves=_raw_moves(rows) if logged else None,
            sums=sums_of_rows(self.ruleset, rows),
            measures=np.empty((0, 0), np.int64),
            deals_played=len(rows.deals),
            moves_played=len(rows.moves),
        )

    def _game(self, rows: Rows, number: int, rng: random.Random) -> None:
        seats = self.ruleset.sides
        first = len(rows.deals)
        state = new_deal(self.ruleset, rng.randrange(seats), *self._cards(rng))
        settled = 0
        while True:
            while rng.random() < self.redeal:
                self._redealt(rows, state, number, first)
            result = self._deal(rows, state, number, first, rng)
            settled += 1
            if result.game != "on":
                break
            state = next_deal(state, *self._cards(rng))
        winner, end = result.game
        rows.games.append([len(rows.deals) - first, settled, winner, end, *result.score_after])

    def _cards(self, rng: random.Random) -> tuple[list[list[int]], int, list[int]]:
        deck = self.deck.copy()
        rng.shuffle(deck)
        rules = self.ruleset.talon
        size = rules.deal.hand_size
        hands = [sorted(deck[seat * size : (seat + 1) * size]) for seat in range(rules.seats)]
        dealt = rules.seats * size
        return hands, deck[dealt], deck[dealt + 1 :]

    def _deal(
        self, rows: Rows, state: State, game: int, first: int, rng: random.Random
    ) -> DealResult:
        before = state.copy()
        _deck(rows, state)
        start, cards, close_trick = len(rows.moves), 0, 0
        claimer, last_trick = NONE, NONE
        while state.result is None:
            seat = seat_to_act(state)
            assert seat is not None
            move, count = self._choose(state, seat, rng)
            rows.moves.append(_move_row(state.trick_number, seat, move, count))
            cards += move.action is Action.PLAY
            claimer = seat if move.action is Action.CLAIM else claimer
            close_trick = state.trick_number if move.action is Action.CLOSE else close_trick
            event = apply(state, seat, move)
            last_trick = event.winner if event.result and event.winner != NONE else last_trick
        taken = rows.moves[start:]
        rows.seq.extend(range(len(taken)))
        row = _empty_row(state, game, len(rows.deals) - first)
        row |= {
            D.MOVES: len(taken),
            D.FORCED: sum(move[-1] == 1 for move in taken),
            D.LEGAL: sum(move[-1] for move in taken),
            D.MELDS: len(state.result.melds),
            D.CLAIMER: claimer,
            D.CARDS: cards,
            D.EXCHANGES: int(state.result.exchanger != NONE),
            D.LAST_TRICK: last_trick,
            D.CLOSE_TRICK: close_trick,
        }
        _fill(row, state.result)
        assert before.stake == state.result.stake
        rows.first_meld.append(len(rows.melds))
        rows.melds += [
            [len(rows.deals), m.seat, 0, m.suit, m.copies, m.points, int(m.counted)]
            for m in state.result.melds
        ]
        rows.deals.append([row.get(n, 0) for n in range(WIDTH)])
        return state.result

    def _choose(self, state: State, seat: int, rng: random.Random) -> tuple[Move, int]:
        moves = legal(state)
        right = totals(state)[seat] >= self.ruleset.talon.claim.target
        count = len(moves) - (Move(Action.CLAIM) in moves and not right)
        chance = self.chance | ({} if right else {Action.CLAIM: self.wrong_claim})
        for action, p in chance.items():
            if Move(action) in moves and rng.random() < p:
                return Move(action), count
        others = [move for move in moves if move.action not in chance]
        return rng.choice(others or moves), count

    def _redealt(self, rows: Rows, state: State, game: int, first: int) -> None:
        row = _empty_row(state, game, len(rows.deals) - first)
        row |= {D.END: DealEnd.REDEAL, D.TRUMP: NONE, D.WINNER: NONE}
        row |= {D.SCORE + side: score for side, score in enumerate(state.scores)}
        _deck(rows, state)
        rows.first_meld.append(len(rows.melds))
        rows.deals.append([row.get(n, 0) for n in range(WIDTH)])


def sums_of_rows(ruleset: RuleSet, rows: Rows) -> Float64:
    """Return float64[metrics, 5] of rows, from the slow recount."""
    metrics, names = metrics_of(ruleset), measure_names(ruleset)
    num, den = (np.array([getattr(m, side) for m in metrics]) for side in ("num", "den"))
    sums = new_sums(layout_of(ruleset).size, len(metrics))
    for counts in counted(ruleset, rows):
        x = np.array([counts[name] for name in names])
        sums[0, : len(x)] += x
        sums[1, : len(x)] += x * x
        sums[2, : len(num)] += x[num] * x[den]
    return sums_of(sums.astype(np.float64), num, den)


def counted(ruleset: RuleSet, rows: Rows) -> list[Counter[str]]:
    """Return the recounted measures of each game."""
    first = [*rows.first_meld, len(rows.melds)]
    answers: list[Counter[str]] = []
    row = move = 0
    last = most_tricks(ruleset.talon)
    for game in rows.games:
        span = range(row, row := row + game[GameField.ROWS])
        melds = [rows.melds[first[n] : first[n + 1]] for n in span]
        answers.append(recount(ruleset, game, [rows.deals[n] for n in span], melds))
        taken = rows.moves[move : (move := move + answers[-1]["moves"])]
        for trick, *_, legal_count in taken:
            group = min(trick, last)
            answers[-1][f"trick_moves.{group}"] += 1
            answers[-1][f"trick_forced.{group}"] += legal_count == 1
            answers[-1][f"trick_legal.{group}"] += legal_count
    return answers


def trick_words(answers: Sequence[Counter[str]]) -> Int64:
    """Return int64[games, places]: `Rows.by_trick` of recounted games."""
    words = np.zeros((len(answers), MOST_TRICKS + 1), np.int64)
    for row, counts in zip(words, answers, strict=True):
        for trick in range(1, MOST_TRICKS + 1):
            moves, forced, wide = (
                counts[f"trick_{word}.{trick}"] for word in ("moves", "forced", "legal")
            )
            row[trick] = moves + (forced << FORCED_AT) + (wide << LEGAL_AT)
    return words


def _empty_row(state: State, game: int, deal: int) -> dict[int, int]:
    missing = (D.CLOSER, D.CLOSED_AT, D.EXCHANGER, D.CLAIMER, D.LAST_TRICK)
    return {
        **dict.fromkeys(missing, NONE),
        D.GAME: game,
        D.DEAL: deal,
        D.DEALER: state.dealer,
        D.FOREHAND: (state.dealer + 1) % len(state.scores),
        D.UPCARD: state.turned_up,
        D.STAKE: state.stake,
    }


def _fill(row: dict[int, int], result: DealResult) -> None:
    for name in ("end", "winner", "trump", "closer", "closed_at", "exchanger", "game_points",
                 "forehand", "upcard", "stake"):  # fmt: skip
        row[DealField[name.upper()]] = getattr(result, name)
    for place, values in (
        (D.CHANGE, result.change), (D.SCORE, result.score_after), (D.TRICKS, result.tricks),
        (D.CARD_POINTS, result.card_points), (D.MELD_POINTS, result.meld_points),
    ):  # fmt: skip
        row |= {place + side: value for side, value in enumerate(values)}


def _deck(rows: Rows, state: State) -> None:
    hands = [card for hand in state.hands for card in sorted(Counter(hand).elements())]
    deck = [*hands, state.upcard, *state.talon]
    assert split_deck(state.rules, deck)[1] == state.upcard
    rows.decks.append("".join(CARD_NAMES[card] for card in deck).encode())


def _move_row(trick: int, seat: int, move: Move, count: int) -> MoveRow:
    card = move.value if move.action is Action.PLAY else NO_CODE
    suit = move.value if move.action is Action.MARRIAGE else NO_CODE
    return trick, seat, move.action, card, suit, NONE, count


def table(rows: Sequence[Sequence[int]], width: int) -> Int32:
    """Return rows as an array of so many columns."""
    return np.array(rows, np.int32).reshape(-1, width)


def _raw_moves(rows: Rows) -> RawMoves:
    trick, seat, action, card, suit, value, legal_count = np.array(rows.moves, np.int64).T
    return RawMoves(
        seq=np.array(rows.seq, np.int16),
        trick=trick.astype(np.int8),
        seat=seat.astype(np.int8),
        action=action.astype(np.uint8),
        card=card.astype(np.uint8),
        suit=suit.astype(np.uint8),
        value=value.astype(np.int16),
        legal=legal_count.astype(np.int16),
    )
