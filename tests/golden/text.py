"""Golden games: whole games of `random`, move by move, as text that must never drift.

Written anew with `python -m tests.golden.text`, only when the games are meant to change; the
changelog then says why.
"""

import hashlib
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sixtysix_sim.cards import card_name
from sixtysix_sim.kernels.engine import Engine
from sixtysix_sim.logs.raw import GameField, MeldField, RawChunk, RawMoves
from sixtysix_sim.logs.raw import talon as raw_talon
from sixtysix_sim.logs.raw.auction import DealField
from sixtysix_sim.policies.load import load_policies
from sixtysix_sim.rules.ruleset import RuleSet, preset_names
from sixtysix_sim.scenario import scenario_from_tree
from sixtysix_sim.vocabulary import DEAL_END_NAMES, GAME_END_NAMES, Action, Family, LogLevel
from tests.agreement.replay import deck_of, hands_of, move_of

FOLDER = Path(__file__).parent
SEED, GAMES, DIGEST_GAMES = 66, 3, 400
D, G, M, T = DealField, GameField, MeldField, raw_talon.DealField


def golden_text(preset: str) -> str:
    """Return the golden games of a preset."""
    tree = {
        "scenario": {"name": "golden", "games": 1, "seed": SEED},
        "rules": {"base": preset},
        "bots": {"default": "random"},
    }
    scenario = scenario_from_tree(tree, "golden")
    engine = Engine(scenario.ruleset, load_policies(scenario), SEED)
    lines = [f"# {preset}, bots random, seed {SEED}"]
    lines += _games(scenario.ruleset, engine.play(0, GAMES, LogLevel.MOVES))
    digest = _digest(engine.play(0, DIGEST_GAMES, LogLevel.MOVES))
    return "\n".join([*lines, "", f"sha256 of the rows of {DIGEST_GAMES} games: {digest}", ""])


def _digest(chunk: RawChunk) -> str:
    digest = hashlib.sha256()
    assert chunk.moves is not None
    deals = chunk.deals[:, : T.SLIPS]  # random's games hold no slips
    for table in (chunk.games, deals, chunk.melds, chunk.decks, *vars(chunk.moves).values()):
        digest.update(table.astype("<i4").tobytes())
    return digest.hexdigest()


def _games(ruleset: RuleSet, chunk: RawChunk) -> Iterator[str]:
    talon = ruleset.family is Family.TALON
    names = ["marriage"] if talon else list(ruleset.auction.melds.patterns)
    meld_at = move_at = 0
    for at, row in enumerate(chunk.deals.tolist()):
        if row[D.DEAL] == 0:
            yield ""
        yield f"game {row[D.GAME]} deal {row[D.DEAL]} dealer {row[D.DEALER]}"
        yield from _deck(ruleset, chunk.decks[at])
        assert chunk.moves is not None
        yield from _moves(chunk.moves, range(move_at, move_at + row[D.MOVES]))
        for meld in chunk.melds[meld_at : meld_at + row[D.MELDS]].tolist():
            times = f"{meld[M.COPIES]} × {names[meld[M.MELD]]}"
            lost = "" if meld[M.COUNTED] else ", lost"
            yield f"  {meld[M.SEAT]} melds {times} suit {meld[M.SUIT]}: {meld[M.POINTS]}{lost}"
        meld_at, move_at = meld_at + row[D.MELDS], move_at + row[D.MOVES]
        yield _talon_result(row, ruleset.sides) if talon else _result(row)
        game = chunk.games[row[D.GAME]].tolist()
        if row[D.DEAL] == game[G.ROWS] - 1:
            yield f"  game ends: {GAME_END_NAMES[game[G.END]]}, winner {game[G.WINNER]}"


def _deck(ruleset: RuleSet, deck: NDArray[np.uint8]) -> Iterator[str]:
    """Yield the hands, and upcard and talon where there are."""
    seats, size = ruleset.rules.seats, ruleset.rules.deal.hand_size
    for seat, hand in enumerate(hands_of(deck, size, seats)):
        yield f"  {seat} holds {_cards(hand)}"
    if ruleset.family is Family.TALON:
        upcard, *talon = deck_of(deck)[seats * size :]
        yield f"  upcard {card_name(upcard)}, talon {_cards(talon)}"


def _cards(cards: list[int]) -> str:
    return " ".join(card_name(card) for card in cards)


def _moves(moves: RawMoves, rows: range) -> Iterator[str]:
    """Yield the auction on one line and each trick on its own, with the legal counts."""
    tricks: dict[int, list[str]] = {}
    for at in rows:
        move = move_of(moves, at)
        word = card_name(move.value) if move.action is Action.PLAY else move.text
        words = tricks.setdefault(int(moves.trick[at]), [])
        words.append(f"{moves.seat[at]} {word} ({moves.legal[at]})")
    for trick, words in tricks.items():
        yield f"  {f'trick {trick}' if trick else 'auction'}: {', '.join(words)}"


def _result(row: list[int]) -> str:
    parts = [DEAL_END_NAMES[row[D.END]], f"declarer {row[D.DECLARER]}", f"bid {row[D.BID]}"]
    for name, first in (
        ("tricks", D.TRICKS_0),
        ("cards", D.CARD_POINTS_0),
        ("melds", D.MELD_POINTS_0),
        ("change", D.CHANGE_0),
        ("score", D.SCORE_0),
    ):
        parts.append(f"{name} {row[first]} {row[first + 1]}")
    return f"  {', '.join([*parts, f'kaput {row[D.KAPUT]}'])}"


def _talon_result(row: list[int], seats: int) -> str:
    parts = [DEAL_END_NAMES[row[T.END]], f"winner {row[T.WINNER]}", f"closer {row[T.CLOSER]}"]
    parts += [f"game points {row[T.GAME_POINTS]}", f"stake {row[T.STAKE]}"]
    for name, first in (
        ("tricks", T.TRICKS),
        ("cards", T.CARD_POINTS),
        ("melds", T.MELD_POINTS),
        ("change", T.CHANGE),
        ("score", T.SCORE),
    ):
        parts.append(f"{name} {' '.join(map(str, row[first : first + seats]))}")
    return f"  {', '.join(parts)}"


if __name__ == "__main__":
    for name in preset_names():
        (FOLDER / f"{name}.txt").write_text(golden_text(name), "utf-8")
