"""The raw rows of the hot loop, move by move and game by game through the referee."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sixtysix_sim.cards import CARD_NAMES
from sixtysix_sim.kernels.engine import Engine
from sixtysix_sim.logs.raw import GameField, MeldField, RawChunk, RawMoves
from sixtysix_sim.logs.raw.auction import DealField
from sixtysix_sim.moves import Move
from sixtysix_sim.policies.load import load_policies
from sixtysix_sim.referee import auction as referee
from sixtysix_sim.referee.auction.bidding import first_speaker
from sixtysix_sim.rules.ruleset import RuleSet
from sixtysix_sim.scenario import scenario_from_tree
from sixtysix_sim.vocabulary import NOBODY, Action, DealEnd, GameEnd
from tests.strategies import PRESET, Settings

CODES = {name: code for code, name in enumerate(CARD_NAMES)}
D, G, M = DealField, GameField, MeldField
Bots = tuple[str, str, str, str]


def engine_of(changes: Settings, bots: Bots, seed: int) -> Engine:
    """Return an engine for changed rules and a policy a seat."""
    seats = {str(seat): {"policy": policy} for seat, policy in enumerate(bots)}
    tree = {
        "scenario": {"name": "test", "games": 1, "seed": seed},
        "rules": {"base": PRESET, **changes},
        "bots": {"seat": seats},
    }
    scenario = scenario_from_tree(tree, "test")
    return Engine(scenario.ruleset, load_policies(scenario), seed)


def hands_of(deck: Any, hand_size: int) -> list[list[int]]:
    """Return the four hands of a deck row (ASCII, two bytes a card)."""
    text = bytes(deck).decode("ascii")
    cards = [CODES[text[at : at + 2]] for at in range(0, len(text), 2)]
    return [cards[seat * hand_size : (seat + 1) * hand_size] for seat in range(4)]


def move_of(moves: RawMoves, at: int) -> Move:
    """Return a logged action."""
    action = Action(int(moves.action[at]))
    value = 0
    if action is Action.PLAY:
        value = int(moves.card[at])
    elif action in (Action.TRUMP, Action.BID):
        value = int((moves.suit if action is Action.TRUMP else moves.value)[at])
    return Move(action, value)


@dataclass
class Place:
    """Where the next deal's rows begin."""

    deal: int = 0
    move: int = 0
    meld: int = 0


def judge_chunk(ruleset: RuleSet, chunk: RawChunk) -> int:
    """Judge every game of a chunk logged with moves; return how many deals there were.

    Raises:
        AssertionError: the rows are not what the referee says.
    """
    place = Place()
    for number, game in enumerate(chunk.games.tolist()):
        *before, result = _deals(ruleset, chunk, number, game[G.ROWS], place)
        assert all(earlier.game == "on" for earlier in before)
        ended = (game[G.WINNER], GameEnd(game[G.END]))
        assert result.game == ended, (number, result.game, ended)
        assert (game[G.SCORE_0], game[G.SCORE_0 + 1]) == result.score_after
        assert game[G.SCORED] == result.deals_played
    assert (place.deal, place.meld) == (len(chunk.deals), len(chunk.melds))
    assert chunk.moves is not None
    assert place.move == len(chunk.moves.seq)
    return place.deal


def _deals(
    ruleset: RuleSet, chunk: RawChunk, number: int, rows: int, place: Place
) -> Iterator[referee.DealResult]:
    """Judge a game's deals, each from where the referee says the one before left the game."""
    hand_size, first = ruleset.auction.deal.hand_size, ruleset.auction.deal.first_dealer
    state: referee.State | None = None
    for deal in range(rows):
        row = chunk.deals[place.deal].tolist()
        assert (row[D.GAME], row[D.DEAL]) == (number, deal)
        hands = hands_of(chunk.decks[place.deal], hand_size)
        if state is None:
            assert row[D.DEALER] in (range(4) if first == "random" else [first])
            state = referee.new_deal(ruleset, row[D.DEALER], hands)
        else:
            state = referee.next_deal(state, hands)
        assert referee.hands_breach(state.rules, hands) is None
        result = _judge_deal(state, chunk, row, place)
        place.deal += 1
        yield result


def _judge_deal(
    state: referee.State, chunk: RawChunk, row: list[int], place: Place
) -> referee.DealResult:
    """Judge a deal's moves, melds and row."""
    moves = chunk.moves
    assert moves is not None
    names = list(state.rules.ruleset.auction.melds.patterns)
    legal = forced = 0
    event: referee.Event | None = None
    for seq in range(row[D.MOVES]):
        at, seat = place.move + seq, int(moves.seat[place.move + seq])
        move, count = move_of(moves, at), referee.count_legal(state)
        breach = referee.verify(state, seat, move)
        assert breach is None, (row, seq, breach)
        event = referee.apply(state, seat, move)
        assert (moves.seq[at], moves.trick[at], moves.legal[at]) == (seq, event.trick, count)
        legal, forced = legal + count, forced + (count == 1)
        if move.action is Action.TRUMP:
            rows = chunk.melds[place.meld : place.meld + row[D.MELDS]].tolist()
            logged = [
                (m[M.SEAT], names[m[M.MELD]], m[M.SUIT], m[M.COPIES], m[M.POINTS]) for m in rows
            ]
            assert logged == [tuple(meld[:5]) for meld in event.melds]
            assert all((m[M.DEAL_ROW], m[M.COUNTED]) == (place.deal, 1) for m in rows)
    assert event is not None
    assert event.result is not None, (row, "the log ends before the deal")
    wanted = {**result_row(event.result), D.DEALER: state.dealer, D.ASKED: state.asked}
    wanted[D.FIRST_SPEAKER] = first_speaker(state)
    wanted |= {D.LEGAL: legal, D.FORCED: forced, D.MELDS: len(state.melds)}
    wanted |= {D.SCORE_0: event.result.score_after[0], D.SCORE_1: event.result.score_after[1]}
    assert {field: row[field] for field in wanted} == wanted
    place.move += row[D.MOVES]
    place.meld += row[D.MELDS]
    return event.result


def result_row(result: referee.DealResult) -> dict[int, int]:
    """Return the fields of a raw deal row that a deal's result gives."""
    row: dict[int, int] = {
        D.END: int(result.end),
        D.TRUMP: NOBODY if result.trump is None else result.trump,
        D.WINNER: result.winner,
        D.DECLARER: result.declarer,
        D.KAPUT: result.kaput,
        D.LAST_TRICK: result.last_trick,
        D.SPEAKING: result.speaking,
        D.BIDS: result.bids,
        D.BID: NOBODY if result.bid is None else result.bid,
    }
    for first, pair in (
        (D.CHANGE_0, result.change),
        (D.TRICKS_0, result.tricks),
        (D.CARD_POINTS_0, result.card_points),
        (D.MELD_POINTS_0, result.meld_points),
    ):
        row[first], row[first + 1] = pair
    assert (result.made is None) == (result.end is DealEnd.REDEAL)
    return row
