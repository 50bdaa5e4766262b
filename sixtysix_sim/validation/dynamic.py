"""How often each clause decided something in deals that the scenario's bots play."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from sixtysix_sim.kernels.engine import Engine
from sixtysix_sim.logs.write import tables_of
from sixtysix_sim.policies.load import check_policies, load_policies
from sixtysix_sim.referee.audit import Ledger, judge_of
from sixtysix_sim.referee.audit.tables import Game, games_of
from sixtysix_sim.rules.ruleset import RuleSet
from sixtysix_sim.scenario import Scenario
from sixtysix_sim.statistics import Estimate, Sums, rate_interval
from sixtysix_sim.validation.asked import Asked, Question
from sixtysix_sim.validation.auction import decisions as auction_decisions
from sixtysix_sim.validation.static import clause_order
from sixtysix_sim.validation.talon import decisions as talon_decisions
from sixtysix_sim.vocabulary import Family, LogLevel

GAMES_AT_ONCE = 100
_ASKED: dict[Family, Callable[[RuleSet], Asked]] = {
    Family.AUCTION: auction_decisions.asked_of,
    Family.TALON: talon_decisions.asked_of,
}


@dataclass(frozen=True)
class Decided:
    """How often one clause decided something.

    Attributes:
        rule: the clause.
        what: which of its decisions.
        meld: the meld it is about, by name; '' for what is about no single one.
        times: how often, all deals together.
        deals: out of so many deals.
        share: the share of deals in which it decided at least once, with a 95 % interval over
            whole games; where it never did, ``share.high`` is the bound.
    """

    rule: str
    what: str
    times: int
    deals: int
    share: Estimate
    meld: str = ""

    @property
    def per_deal(self) -> float:
        """How often in a deal, on average."""
        return self.times / self.deals


def count_decisions(
    scenario: Scenario, deals: int, advance: Callable[[int], None] = lambda deals: None
) -> list[Decided]:
    """Play whole games until there are enough deals, and count what each clause decided in them.

    Args:
        scenario: rules, bots and seed; its games from number 0 on are played.
        deals: how many deals at least.
        advance: told how many deals more were counted.

    Raises:
        InvalidScenario: a bot does not exist or refuses its parameters.
    """
    check_policies(scenario)
    ruleset = scenario.ruleset
    asked = _ASKED[ruleset.family](ruleset)
    times: Counter[Question] = Counter()
    sums = dict.fromkeys(asked.questions, Sums())
    done = 0
    for game in _games(scenario):
        every = _decisions_of(game, ruleset, asked)
        for count in every:
            times.update(count)
        for question in sums:
            k, m = sum(question in count for count in every), len(every)
            sums[question] += Sums(1, k, m, k * k, k * m, m * m)
        done += len(every)
        advance(len(every))
        if done >= deals:
            break
    found = [
        Decided(*q, times[q], done, rate_interval(sums[q]), asked.melds.get(q, "")) for q in sums
    ]
    return sorted(found, key=lambda item: clause_order(item.rule))


def _decisions_of(game: Game, ruleset: RuleSet, asked: Asked) -> list[Counter[Question]]:
    """Return what the clauses decided in each deal of a game."""
    judge = judge_of(ruleset, Ledger())
    found = []
    for record in game.deals:
        before = judge.before(record)
        actions = [(seat, move) for _, _, seat, move, _ in record.moves or ()]
        found.append(asked.decisions(before, actions))
        judge.deal(record)
    return found


def _games(scenario: Scenario) -> Iterator[Game]:
    """Yield the scenario's games, one after another without end."""
    ruleset, first = scenario.ruleset, 0
    engine = Engine(ruleset, load_policies(scenario), scenario.seed)
    while True:
        raw = engine.play(first, GAMES_AT_ONCE, LogLevel.MOVES)
        tables = tables_of(raw, ruleset, LogLevel.MOVES)
        numbers = range(first, first + GAMES_AT_ONCE)
        yield from games_of(tables, numbers, ruleset)
        first += GAMES_AT_ONCE
