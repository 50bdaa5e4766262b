"""The self-check of a policy: what every bot must keep to, tried out in games.

- legal: it answers every question with something legal, in games of its own kind, against
  `random`, and after slips that bring it into positions it would not have gone into.
- repeatable: the same games again, and from the middle, come out the same: what it does depends on
  what it is shown and on its draws alone.
- blind: where hidden cards are given out otherwise it does the same.
- own luck: it uses no source of chance but its draws.
- speed: time a decision, beside that of `greedy`.
"""

import ast
import random
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from sixtysix_sim.contract import CompiledPolicy
from sixtysix_sim.errors import BadInput
from sixtysix_sim.kernels.engine import Engine
from sixtysix_sim.logs.raw import RawChunk
from sixtysix_sim.policies.load import load_policies
from sixtysix_sim.policies.tables import Table
from sixtysix_sim.scenario import BotSpec, Scenario
from sixtysix_sim.vocabulary import LogLevel

LONGEST_S = 120.0  # a part of the check that takes longer has met a decision without end
SLOWEST_US = 2_000.0  # a decision; a thousand games would take minutes
SWAPS = 3  # ways of giving out hidden cards, a position
LUCK = ("random", "rand", "randn", "randint", "shuffle", "permutation", "choice", "objmode")


@dataclass(frozen=True)
class Checked:
    """One check's outcome: its name, whether it passed, and what was seen."""

    check: str
    passed: bool
    said: str


def self_check(scenario: Scenario, bot: BotSpec, games: int) -> Iterator[Checked]:
    """Yield the outcome of each check of a bot under the rules of a scenario.

    Raises:
        InvalidScenario: the bot cannot be loaded.
    """
    load_policies(_seated(scenario, [bot]))
    yield _timed("legal", lambda: _legal(scenario, bot, games))
    yield _timed("repeatable", lambda: _repeatable(scenario, bot, games))
    yield _timed("blind", lambda: _blind(scenario, bot, max(1, games // 20)))
    yield _own_luck(bot)
    yield _timed("speed", lambda: _speed(scenario, bot, games))


def _seated(scenario: Scenario, bots: Sequence[BotSpec]) -> Scenario:
    """Return a scenario with these bots in turn around the table."""
    count = len(scenario.bots)
    return replace(scenario, bots=tuple(bots[seat % len(bots)] for seat in range(count)))


def _engine(scenario: Scenario, *bots: BotSpec) -> Engine:
    return Engine(scenario.ruleset, load_policies(_seated(scenario, bots)), scenario.seed)


def _timed(check: str, work: Callable[[], Checked]) -> Checked:
    """Do a part of the check in a thread that is left behind if it does not come to an end."""
    found: list[Checked] = []

    def run() -> None:
        try:
            found.append(work())
        except BadInput as error:
            found.append(Checked(check, False, error.message))

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(LONGEST_S)
    if found:
        return found[0]
    return Checked(check, False, f"gave no answer in {LONGEST_S:.0f} seconds: a loop without end?")


def _legal(scenario: Scenario, bot: BotSpec, games: int) -> Checked:
    slips = replace(bot, params={**bot.params, "blunder": 0.3})
    stranger = BotSpec("random")
    decisions = 0
    for bots in ((bot,), (bot, stranger), (stranger, bot), (slips,)):
        decisions += _engine(scenario, *bots).play(0, games, LogLevel.NONE).moves_played
    return Checked("legal", True, f"{decisions:,} moves of games it played in")


def _repeatable(scenario: Scenario, bot: BotSpec, games: int) -> Checked:
    engine, half = _engine(scenario, bot), games // 2
    first = engine.play(0, games, LogLevel.MOVES)
    again = _engine(scenario, bot).play(0, games, LogLevel.MOVES)
    middle = engine.play(half, games - half, LogLevel.MOVES)
    for other, said in ((again, "played again"), (middle, "played from the middle on")):
        if not _same_end(first, other):
            return Checked("repeatable", False, f"the same games come out otherwise when {said}")
    return Checked("repeatable", True, f"{games:,} games the same three times")


def _same_end(whole: RawChunk, part: RawChunk) -> bool:
    """Whether a chunk's last moves are those of another."""
    a, b = whole.moves, part.moves
    if a is None or b is None:
        return False
    if len(b.seat) > len(a.seat):
        return False
    pairs = ((getattr(a, name), getattr(b, name)) for name in ("seat", "action", "card", "value"))
    return all(np.array_equal(x[len(x) - len(y) :], y) for x, y in pairs)


def _blind(scenario: Scenario, bot: BotSpec, deals: int) -> Checked:
    policies = load_policies(_seated(scenario, [bot]))
    luck, positions = random.Random(scenario.seed), 0
    for game in range(deals):
        positions += _blind_in(scenario, policies, game, luck)
    return Checked("blind", True, f"the same in {positions:,} positions with other hidden cards")


def _blind_in(
    scenario: Scenario, policies: Sequence[CompiledPolicy], game: int, luck: random.Random
) -> int:
    """Play a deal; return at how many decisions hidden cards were swapped.

    Raises:
        BadInput: the bot did something else then.
    """
    table = Table(scenario.ruleset, policies)
    table.step.side_by_side()
    seed, positions = scenario.seed, 0
    table.deal(seed, game, game % len(policies))
    while not table.over:
        move, seat = table.decide(seed, game), table.step.seat
        real = table.hidden()
        for _ in range(SWAPS):
            table.shuffle_hidden(luck)
            other = table.decide(seed, game)
            if other != move:
                said, instead = (one.text if one else "nothing legal" for one in (move, other))
                raise BadInput(
                    f"seat {seat} in game {game} does {said}, and {instead} where cards it cannot "
                    "see are given out otherwise"
                )
            positions += 1
        table.put_hidden(real)
        if move is None:
            raise BadInput(f"seat {seat} in game {game} does nothing legal")
        table.step.apply(move)
    return positions


def _own_luck(bot: BotSpec) -> Checked:
    """Look for other sources of chance in the text; built-in bots have none."""
    for node in ast.walk(ast.parse(bot.code)):
        name = node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
        if isinstance(node, ast.ImportFrom):
            name = next((each.name for each in node.names if each.name in LUCK), "")
        if name in LUCK:
            line = getattr(node, "lineno", 0)
            said = (
                f"line {line} uses {name}: chance comes from `draw` alone, or no run is repeatable"
            )
            return Checked("own luck", False, said)
    return Checked("own luck", True, "no source of chance but its draws")


def _speed(scenario: Scenario, bot: BotSpec, games: int) -> Checked:
    """Time a move of a table of this bot and of a table of `greedy`, turn about."""
    engines = [_engine(scenario, each) for each in (bot, BotSpec("greedy"))]
    best = [float("inf")] * 2
    for _ in range(3):
        for place, engine in enumerate(engines):
            started = time.thread_time()
            moves = engine.play(0, games, LogLevel.NONE).moves_played
            best[place] = min(best[place], 1e6 * (time.thread_time() - started) / max(1, moves))
    said = f"{best[0]:.3f} µs a move, greedy {best[1]:.3f}"
    return Checked("speed", best[0] <= SLOWEST_US, said)
