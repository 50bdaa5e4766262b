"""Raw chunks that hold together, made without a kernel: for tests of tables, files and runs."""

from dataclasses import dataclass

import numpy as np
from numpy.random import Generator

from sixtysix_sim.cards import CARD_NAMES, full_deck
from sixtysix_sim.logs.raw import NONE, GameField, MeldField, RawChunk, RawMoves
from sixtysix_sim.logs.raw.auction import DealField
from sixtysix_sim.metrics import metrics_of
from sixtysix_sim.rules.ruleset import RuleSet
from sixtysix_sim.vocabulary import Action, DealEnd, GameEnd, LogLevel

NO_CODE = 255
Move = tuple[int, int, int, int, int, int, int]  # trick, seat, action, card, suit, value, legal


@dataclass
class Rows:
    """Rows of a chunk being made."""

    games: list[list[int]]
    deals: list[list[int]]
    melds: list[list[int]]
    decks: list[bytes]
    seq: list[int]
    moves: list[Move]


class FakePlayer:
    """Makes games up: each depends on the seed and its own number alone, as a kernel's do."""

    def __init__(self, ruleset: RuleSet, seed: int) -> None:
        self.ruleset, self.seed = ruleset, seed
        self.deck = np.array(full_deck(ruleset.rules.deck.ranks, ruleset.rules.deck.packs))

    def play(self, first_game: int, games: int, log: LogLevel) -> RawChunk:
        """Return a chunk of made-up games."""
        rows = Rows([], [], [], [], [], [])
        for number in range(games):
            self._game(rows, number, np.random.default_rng([self.seed, first_game + number]))
        kept = log in (LogLevel.DEALS, LogLevel.MOVES)
        logged = log == LogLevel.MOVES
        decks = np.frombuffer(b"".join(rows.decks), np.uint8).reshape(len(rows.decks), -1)
        count = len(metrics_of(self.ruleset))
        scores = np.array(rows.games)[:, GameField.SCORE_0]
        return RawChunk(
            first_game=first_game,
            games=np.array(rows.games, np.int32),
            deals=_table(rows.deals if kept else [], len(DealField)),
            melds=_table(rows.melds if kept else [], len(MeldField)),
            decks=decks if logged else np.empty((0, 0), np.uint8),
            moves=_raw_moves(rows) if logged else None,
            sums=np.outer(np.arange(count), np.full(5, float(scores.sum()))),
            measures=np.empty((0, 0), np.int64),
            deals_played=len(rows.deals),
            moves_played=len(rows.moves),
        )

    def _game(self, rows: Rows, number: int, random: Generator) -> None:
        scores = [0, 0]
        deals = int(random.integers(1, 4))
        for deal in range(deals):
            self._deal(rows, number, deal, scores, random)
        winner = int(scores[1] > scores[0])
        rows.games.append([deals, deals, winner, GameEnd.TARGET, *scores])

    def _deal(self, rows: Rows, game: int, deal: int, scores: list[int], random: Generator) -> None:
        redealt = random.random() < 0.2
        hands = np.sort(random.permutation(self.deck).reshape(4, -1), axis=1)
        rows.decks.append("".join(CARD_NAMES[code] for code in hands.ravel()).encode())
        row = dict.fromkeys(DealField, 0) | {DealField.GAME: game, DealField.DEAL: deal}
        first = len(rows.moves)
        if redealt:
            rows.moves.append((0, 0, Action.ASK, NO_CODE, NO_CODE, NONE, 3))
            rows.moves.append((0, 2, Action.ANSWER_REDEAL, NO_CODE, NO_CODE, NONE, 2))
            missing = ("TRUMP", "WINNER", "DECLARER", "BID", "KAPUT", "LAST_TRICK", "SPEAKING")
            row |= {DealField[name]: NONE for name in missing}
            row |= {DealField.END: DealEnd.REDEAL, DealField.ASKED: 0}
        else:
            row |= self._played(rows, hands, random)
            for side in (0, 1):
                scores[side] += row[DealField(DealField.CHANGE_0 + side)]
        row |= {DealField.SCORE_0: scores[0], DealField.SCORE_1: scores[1]}
        row[DealField.MOVES] = len(rows.moves) - first
        rows.seq.extend(range(row[DealField.MOVES]))
        rows.deals.append([row[field] for field in DealField])

    def _played(self, rows: Rows, hands: object, random: Generator) -> dict[DealField, int]:
        declarer, trump = int(random.integers(4)), int(random.integers(4))
        bid = 150 + 10 * int(random.integers(8))
        made = random.random() < 0.7
        rows.moves.append((0, declarer, Action.BID, NO_CODE, NO_CODE, bid, 57))
        rows.moves.append((0, declarer, Action.TRUMP, NO_CODE, trump, NONE, 4))
        cards = np.asarray(hands)
        for trick in range(cards.shape[1]):
            for seat in range(4):
                card = int(cards[seat, trick])
                rows.moves.append((trick + 1, seat, Action.PLAY, card, NO_CODE, NONE, 1 + seat))
        for seat in range(int(random.integers(3))):
            rows.melds.append([len(rows.deals), seat, 1, NONE, 1, 100, 1])
            rows.melds.append([len(rows.deals), seat, 5, trump, 1, 40, 1])
        points = 10 * int(random.integers(14))
        return {
            DealField.TRUMP: trump,
            DealField.DECLARER: declarer,
            DealField.BID: bid,
            DealField.END: DealEnd.MADE if made else DealEnd.SET,
            DealField.WINNER: declarer % 2 if made else 1 - declarer % 2,
            DealField.KAPUT: NONE,
            DealField.LAST_TRICK: 1,
            DealField.ASKED: NONE,
            DealField.BIDS: 1,
            DealField.CHANGE_0: points,
            DealField.CHANGE_1: 130 - points,
            DealField.TRICKS_0: 5,
            DealField.TRICKS_1: 7,
        }


def _table(rows: list[list[int]], width: int) -> np.ndarray[tuple[int, ...], np.dtype[np.int32]]:
    return np.array(rows, np.int32).reshape(-1, width)


def _raw_moves(rows: Rows) -> RawMoves:
    trick, seat, action, card, suit, value, legal = np.array(rows.moves, np.int64).T
    return RawMoves(
        seq=np.array(rows.seq, np.int16),
        trick=trick.astype(np.int8),
        seat=seat.astype(np.int8),
        action=action.astype(np.uint8),
        card=card.astype(np.uint8),
        suit=suit.astype(np.uint8),
        value=value.astype(np.int16),
        legal=legal.astype(np.int16),
    )
