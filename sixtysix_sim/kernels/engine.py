"""Chunks of games from a rule set, a policy a seat and a seed."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import numba
import numpy as np
from numba import types
from numpy.typing import NDArray

from sixtysix_sim.contract import MAX_SEATS, SEAT_SLOT, CompiledPolicy
from sixtysix_sim.errors import BadInput
from sixtysix_sim.kernels.auction.kernel import KERNEL as AUCTION
from sixtysix_sim.kernels.family import FULL, GAMES, MELDS, MOVES, OK, ROWS, FamilyKernel
from sixtysix_sim.kernels.jit import jit
from sixtysix_sim.kernels.memory import lend
from sixtysix_sim.kernels.rows import Rows, new_rows, raw_moves
from sixtysix_sim.kernels.seated import seat_policies
from sixtysix_sim.kernels.sums import Tally, new_sums, sums_of
from sixtysix_sim.kernels.talon.kernel import KERNEL as TALON
from sixtysix_sim.logs.raw import GameField, RawChunk
from sixtysix_sim.metrics import layout_of, measure_names, metrics_of
from sixtysix_sim.rules.ruleset import RuleSet, resolve_rules
from sixtysix_sim.vocabulary import Family, LogLevel

SCRATCH_DEALS = 1024  # rows for one game where none are kept; they grow as needed
KERNELS: dict[Family, FamilyKernel] = {Family.AUCTION: AUCTION, Family.TALON: TALON}


class Engine:
    """Plays games of one rule set, a policy a seat; several threads may share one engine.

    Args:
        ruleset: the rules.
        policies: one a seat.
        seed: 0 … 2^64−1.
    """

    def __init__(self, ruleset: RuleSet, policies: Sequence[CompiledPolicy], seed: int) -> None:
        self.ruleset = ruleset
        self.policies = tuple(policies)
        self.seed = seed
        self._kernel = KERNELS[ruleset.family]
        self._table = self._kernel.table(ruleset)
        kernel = self._kernel
        self._most_melds, self._most_moves = kernel.most_melds(ruleset), kernel.most_moves(ruleset)
        self._seated = seat_policies(self.policies, kernel.decisions, kernel.rights)
        self._view = kernel.view(ruleset, self._seated.params)
        metrics = metrics_of(ruleset)
        self._num = np.array([metric.num for metric in metrics], dtype=np.uint16)
        self._den = np.array([metric.den for metric in metrics], dtype=np.uint16)
        self._layout = layout_of(ruleset)
        self._measures = len(measure_names(ruleset))
        self._play = compiled_play_games(ruleset.family, self._kernel.variant(ruleset))

    def play(
        self, first_game: int, games: int, log: LogLevel, keep_measures: bool = False
    ) -> RawChunk:
        """Play the games ``first_game`` … ``first_game + games − 1``; releases the GIL.

        Args:
            log: which rows to keep; sums are always made.
            keep_measures: also return every game's measures.

        Raises:
            BadInput: a policy answered with an illegal action.
        """
        keep = log is not LogLevel.NONE
        rows = self._rows(games, keep, log is LogLevel.MOVES)
        tally = self._tally(games if keep_measures else 0)
        view = self._view.copy()
        lent = lend(view, self.policies)
        hands, deck = (
            np.zeros(MAX_SEATS, dtype=np.int64),
            np.zeros(self._table.deck_size, dtype=np.uint8),
        )
        counts = np.zeros(4, dtype=np.int64)
        while True:
            status = self._play(
                self._table,
                view,
                hands,
                deck,
                self._seated.addresses,
                self._seated.chance,
                self._seated.hidden,
                rows,
                tally,
                np.uint64(self.seed),
                first_game,
                games,
                counts,
            )
            if status == OK:
                del lent  # not before: the games point into it
                return self._raw(first_game, rows, tally, counts, log)
            if status != FULL:
                raise self._illegal(status, int(view[SEAT_SLOT]), first_game + int(counts[GAMES]))
            rows = _grown(rows, counts, games)

    def _rows(self, games: int, keep: bool, moves: bool) -> Rows:
        kernel = self._kernel
        deals = kernel.rows_per_game * games if keep else SCRATCH_DEALS
        return new_rows(
            games=games if keep else 1,
            deals=deals,
            melds=max(kernel.melds_per_row * deals, self._most_melds),
            moves=max(kernel.moves_per_row * deals, self._most_moves) if moves else 0,
            deck_size=self._table.deck_size,
            width=kernel.width,
            keep=keep,
        )

    def _tally(self, games: int) -> Tally:
        sums = new_sums(self._layout.size, len(self._num))
        return Tally(
            layout=self._layout,
            x=np.zeros(self._layout.size, dtype=np.int64),
            num=self._num,
            den=self._den,
            sums=sums,
            totals=np.zeros(sums.shape),
            measures=np.zeros((games, self._layout.size), dtype=np.int64),
        )

    def _raw(
        self, first_game: int, rows: Rows, tally: Tally, counts: NDArray[np.int64], log: LogLevel
    ) -> RawChunk:
        sides = self.ruleset.sides
        kept = rows.keep and log is not LogLevel.NONE
        deals, melds = (int(counts[ROWS]), int(counts[MELDS])) if kept else (0, 0)
        return RawChunk(
            first_game=first_game,
            games=rows.games[: int(counts[GAMES]) if kept else 0, : GameField.SCORE_0 + sides],
            deals=rows.deals[:deals],
            melds=rows.melds[:melds],
            decks=rows.decks[: deals if log is LogLevel.MOVES else 0].view(np.uint8),
            moves=raw_moves(rows, int(counts[MOVES])) if log is LogLevel.MOVES else None,
            sums=sums_of(tally.totals, self._num, self._den),
            measures=tally.measures[:, : self._measures],
            deals_played=int(counts[ROWS]),
            moves_played=int(counts[MOVES]),
        )

    def _illegal(self, status: int, seat: int, game: int) -> BadInput:
        policy, function = self.policies[seat], self._kernel.wrong[status]
        where = policy.decisions[function].place
        return BadInput(
            f"policy {policy.name}: its function {function}{where} gave an illegal action for seat "
            f"{seat} in game {game}; it must answer with one of the legal actions it is given"
        )


def _grown(rows: Rows, counts: NDArray[np.int64], games: int) -> Rows:
    """Return rows of twice the room with what was written so far."""
    used = {"games": int(counts[GAMES]), "deals": int(counts[ROWS]), "melds": int(counts[MELDS])}
    larger = new_rows(
        games=rows.games.shape[0],
        deals=2 * rows.deals.shape[0],
        melds=2 * rows.melds.shape[0],
        moves=2 * rows.action.shape[0],
        deck_size=rows.decks.shape[1],
        width=rows.deals.shape[1],
        keep=bool(rows.keep),
    )
    if not rows.keep:
        return larger
    for name, old in rows._asdict().items():
        if isinstance(old, np.ndarray) and name not in ("cursor", "by_trick"):
            length = used.get(name, int(counts[ROWS] if name == "decks" else counts[MOVES]))
            length = min(length, old.shape[0])
            getattr(larger, name)[:length] = old[:length]
    return larger


def loop_name(ruleset: RuleSet) -> str:
    """Return the name of the compiled loop that plays by a rule set."""
    return f"{ruleset.family}-{KERNELS[ruleset.family].variant(ruleset)}"


@cache
def compiled_play_games(family: Family, variant: int = 0) -> Any:
    """Return a hot loop, compiled for the types of an example, from the cache if it is there."""
    kernel = KERNELS[family]
    ruleset = resolve_rules(*kernel.examples[variant])
    table, view = kernel.table(ruleset), kernel.view(ruleset, [])
    words, letters = np.zeros(4, dtype=np.int64), np.zeros(4, dtype=np.uint8)
    square, floats = np.zeros((1, 1), dtype=np.int64), np.zeros((1, 1))
    rows = new_rows(1, 1, 1, 1, 1, kernel.width, keep=True)
    places = np.zeros(4, dtype=np.uint16)
    tally = Tally(layout_of(ruleset), words, places, places, square, floats, square)
    arguments = (table, view, words, letters, square, floats[0], words, rows, tally)
    type_of: Any = numba.typeof
    kinds = [type_of(value) for value in arguments]
    numbers = [types.uint64, types.int64, types.int64, type_of(words)]
    return jit(types.int64(*kinds, *numbers))(kernel.play_games)
