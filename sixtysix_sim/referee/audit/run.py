"""A whole run audited on all cores: pieces handed out a few at a time, results merged in order."""

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import exp, lgamma
from multiprocessing import get_context, parent_process
from pathlib import Path

import numpy as np
import polars as pl

from sixtysix_sim.referee.audit.chunk import Hashes, Judged, Piece, RunRecord, judge_piece
from sixtysix_sim.referee.audit.family import audit_of
from sixtysix_sim.referee.audit.findings import Finding, Ledger
from sixtysix_sim.referee.audit.tables import ChunkRecord
from sixtysix_sim.rules.ruleset import RuleSet

PIECE = 100  # games: about half a second of judging
AHEAD = 3  # pieces waiting for each process
ALONE = 200  # games: below that a second process takes longer to start than to judge
NO_CHANCE = 1e-3  # with more equal pairs to be expected, equal decks prove nothing
MOST_DECKS = 1 << 25  # hashes kept, 8 bytes each; of more decks every n-th hash is kept
Advance = Callable[[int], None]


@dataclass
class Audited:
    """What an audit found.

    Attributes:
        ledger: every finding, counted.
        games, deals, moves: how many were judged.
        decks: how many decks were compared with each other; 0 if none were logged or the pack is so
            small that equal ones are to be expected.
        share: one in so many decks was compared, 1: all.
    """

    ledger: Ledger = field(default_factory=Ledger)
    games: int = 0
    deals: int = 0
    moves: int = 0
    decks: int = 0
    share: int = 1

    def add(self, judged: Judged) -> None:
        """Enter a piece."""
        self.ledger.merge(judged.ledger)
        self.games += judged.games
        self.deals += judged.deals
        self.moves += judged.moves


def audit_run(
    run: RunRecord,
    chunks: Sequence[ChunkRecord],
    *,
    sample: int | None = None,
    checksums: bool = True,
    jobs: int = 1,
    advance: Advance = lambda games: None,
) -> Audited:
    """Judge a run's files.

    Args:
        run: what it says of itself.
        chunks: its manifest.
        sample: judge so many games, spread evenly over the run; None: all.
        checksums: compare every file's sha256 with the manifest.
        jobs: processes.
        advance: told how many games more are judged.
    """
    audited = Audited()
    total = sum(chunk.games for chunk in chunks)
    wanted = None if sample is None or sample >= total else evenly(chunks, sample)
    pieces = pieces_of(run, chunks, wanted, checksums=checksums)
    audited.share = -(-sum(chunk.deals for chunk in chunks) // MOST_DECKS) or 1
    hashes: list[Hashes] = []
    for judged in judge_all(pieces, jobs if (sample or total) > ALONE else 1):
        audited.add(judged)
        hashes.append(judged.decks[judged.decks % np.uint64(audited.share) == 0])
        advance(judged.games)
    every = np.concatenate(hashes) if hashes else np.empty(0, np.uint64)
    if chance_of_equal_decks(len(every) * audited.share, run.ruleset) > NO_CHANCE:
        return audited
    audited.decks = len(every)
    for finding in equal_decks(every, run, chunks):
        audited.ledger.add(finding)
    return audited


def evenly(chunks: Sequence[ChunkRecord], count: int) -> set[int]:
    """Return ``count`` of the run's games at equal distances, the first one among them."""
    total, found, behind = sum(chunk.games for chunk in chunks), set(), 0
    places = iter(number * total // count for number in range(count))
    place = next(places, None)
    for chunk in chunks:
        while place is not None and place < behind + chunk.games:
            found.add(chunk.first_game + place - behind)
            place = next(places, None)
        behind += chunk.games
    return found


def pieces_of(
    run: RunRecord, chunks: Sequence[ChunkRecord], wanted: set[int] | None, *, checksums: bool
) -> Iterator[Piece]:
    """Yield the work: a chunk's first piece also checks the chunk as a whole."""
    for chunk in chunks:
        games: Sequence[int] = range(chunk.first_game, chunk.first_game + chunk.games)
        if wanted is not None:
            games = [game for game in games if game in wanted]
            if not games and not checksums:
                continue
        for at in range(0, max(len(games), 1), PIECE):
            first = at == 0
            whole = first and wanted is None
            yield Piece(run, chunk, games[at : at + PIECE], first, whole, checksums)


def judge_all(pieces: Iterator[Piece], jobs: int) -> Iterator[Judged]:
    """Yield what came of each piece, in order, judged by ``jobs`` processes.

    Only a few pieces are under way at a time, so that memory does not grow with the run. When the
    caller stops (Ctrl-C), the pieces under way are finished and no other is begun.
    """
    if jobs == 1:
        yield from map(judge_piece, pieces)
        return
    # Polars has threads, which a forked process would find frozen: hence "spawn".
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), _begin_worker)
    try:
        yield from _in_order(pool, pieces, jobs * AHEAD)
    finally:
        pool.shutdown(cancel_futures=True)


def _in_order(pool: Executor, pieces: Iterator[Piece], most: int) -> Iterator[Judged]:
    waiting: deque[Future[Judged]] = deque()
    for piece in pieces:
        with _no_ctrl_c():  # a process may start here, and takes this over from the first moment
            waiting.append(pool.submit(judge_piece, piece))
        if len(waiting) == most:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


@contextmanager
def _no_ctrl_c() -> Iterator[None]:
    """Hold Ctrl-C back for a moment, here and for good in a process started meanwhile."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows: the worker's own start must do
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin_worker() -> None:
    """Leave Ctrl-C to the parent, and never outlive it, however it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_parent, daemon=True).start()


def _end_with_the_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
    os._exit(1)


def chance_of_equal_decks(decks: int, ruleset: RuleSet) -> float:
    """Return an upper bound of the expected number of equal pairs among well shuffled decks.

    A deck's text has its hands sorted, and what lies behind them unless the family deals it in
    order. So it is given by at most hand!^seats · rest! · packs!^faces of the n! orders of its
    cards, and none has a higher chance than that share.
    """
    rules = ruleset.rules
    faces, seats = 4 * len(rules.deck.ranks), rules.seats
    cards, hand = faces * rules.deck.packs, rules.deal.hand_size
    orders = seats * lgamma(hand + 1)
    if not audit_of(ruleset).ordered:
        orders += lgamma(cards - seats * hand + 1)
    orders += faces * lgamma(rules.deck.packs + 1)
    chance = exp(min(0.0, orders - lgamma(cards + 1)))
    return decks * decks / 2 * chance


def equal_decks(hashes: Hashes, run: RunRecord, chunks: Sequence[ChunkRecord]) -> Iterator[Finding]:
    """Yield the decks that occur twice in a run: no two shuffles of it are the same."""
    every = np.sort(hashes)
    twice = np.unique(every[1:][every[1:] == every[:-1]])
    if not len(twice):
        return
    places: dict[str, tuple[int, int]] = {}
    for chunk in chunks:
        path = Path(run.folder) / chunk.files["deals"].path
        table = pl.read_parquet(path, columns=["game", "deal", "deck"], glob=False)
        same = table.filter(pl.col("deck").hash(seed=66).is_in(twice.tolist()))
        for game, deal, deck in same.rows():
            if deck in places:
                first, there = places[deck]
                words = f"the deck is that of game {first}, deal {there}: {deck[:12]}…"
                clause = run.ruleset.clause_of("deck.packs")
                yield Finding("G6", words, (clause,), game=game, deal=deal)
            else:
                places[deck] = game, deal
