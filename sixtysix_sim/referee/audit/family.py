"""Which module judges what of which family."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from sixtysix_sim.referee.audit.auction import record as auction_record
from sixtysix_sim.referee.audit.auction.game import AuctionJudge
from sixtysix_sim.referee.audit.auction.recount import game_measures as auction_measures
from sixtysix_sim.referee.audit.findings import Ledger
from sixtysix_sim.referee.audit.game import GameJudge
from sixtysix_sim.referee.audit.record import Hands, RecordedMove
from sixtysix_sim.referee.audit.sums import Recount
from sixtysix_sim.referee.audit.talon import record as talon_record
from sixtysix_sim.referee.audit.talon.game import TalonJudge
from sixtysix_sim.referee.audit.talon.recount import game_measures as talon_measures
from sixtysix_sim.rules.ruleset import RuleSet
from sixtysix_sim.vocabulary import Family


class FamilyAudit(NamedTuple):
    """What an audit needs to know of a family.

    Attributes:
        judge: makes the judge of a game.
        fields_of: the columns of deals a record may name.
        result_row: a deal's result by these columns.
        ends: how a deal of the family ends.
        recount: counts the measures of games from the tables.
        ordered: the cards behind the hands stand in the order of the shuffle, not sorted.
        lost_melds: melds may be recorded that do not count.
        clause_of_melds: the clause that says who has a row in melds.
        as_dealt: (rules, hands of the right size, cards behind them, actions) → the same, with a
            hand that was dealt a wrong number of cards as it was dealt.
    """

    judge: Callable[..., GameJudge[Any, Any]]
    fields_of: Callable[[RuleSet], tuple[str, ...]]
    result_row: Callable[[Any], dict[str, Any]]
    ends: tuple[str, ...]
    recount: Recount
    ordered: bool
    lost_melds: bool
    clause_of_melds: Callable[[RuleSet], str]
    as_dealt: Callable[
        [RuleSet, Hands, list[int] | None, Sequence[RecordedMove] | None],
        tuple[Hands, list[int] | None],
    ] = lambda ruleset, hands, undealt, moves: (hands, undealt)


_AUDITS = {
    Family.AUCTION: FamilyAudit(
        judge=AuctionJudge,
        fields_of=auction_record.fields_of,
        result_row=auction_record.result_row,
        ends=auction_record.ENDS,
        recount=auction_measures,
        ordered=False,
        lost_melds=False,
        clause_of_melds=lambda ruleset: "C5.12",
    ),
    Family.TALON: FamilyAudit(
        judge=TalonJudge,
        fields_of=talon_record.fields_of,
        result_row=talon_record.result_row,
        ends=talon_record.ENDS,
        recount=talon_measures,
        ordered=True,
        lost_melds=True,
        clause_of_melds=lambda ruleset: ruleset.clause_of("marriage"),
        as_dealt=talon_record.as_dealt,
    ),
}


def audit_of(ruleset: RuleSet) -> FamilyAudit:
    """Return what an audit needs to know of a rule set's family."""
    return _AUDITS[ruleset.family]


def judge_of(ruleset: RuleSet, ledger: Ledger, *, from_start: bool = True) -> GameJudge[Any, Any]:
    """Return the judge of one game; arguments as `GameJudge`."""
    return _AUDITS[ruleset.family].judge(ruleset, ledger, from_start=from_start)
