"""What transcripts of each family have of their own."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from sixtysix_sim.moves import Move
from sixtysix_sim.referee import auction as auction_referee
from sixtysix_sim.referee import talon as talon_referee
from sixtysix_sim.referee.audit.record import Record, RecordedMove
from sixtysix_sim.referee.transcript import auction, talon
from sixtysix_sim.referee.transcript.fields import Line, Report
from sixtysix_sim.rules.ruleset import RuleSet
from sixtysix_sim.vocabulary import Family

Hands = list[list[int] | None]


class FamilyTranscript(NamedTuple):
    """How a family's deals are read and written.

    Attributes:
        keys: fields of a line that only this family has.
        undealt: reads the cards behind the hands: (line, those of a deck, result, rules, report).
        complete: the hands, those not recorded taken from the other cards and the actions.
        dealer_of: who deals if this seat acts first.
        behind_hands: fields of a line about the cards behind the hands.
        position, expected, cites: parts of a case: a deal before its first action, its result, the
            clauses a deal that is played is an example of.
        apply, seat_to_act: the referee's.
    """

    keys: tuple[str, ...]
    undealt: Callable[
        [Line, list[int] | None, Mapping[str, Any], RuleSet, Report], list[int] | None
    ]
    complete: Callable[[Hands, list[int] | None, Sequence[RecordedMove], RuleSet], Hands]
    dealer_of: Callable[[int, RuleSet], int | None]
    behind_hands: Callable[[Record], dict[str, Any]]
    position: Callable[[Any], dict[str, Any]]
    expected: Callable[[Any], dict[str, Any]]
    cites: Callable[[Any], list[str]]
    apply: Callable[[Any, int, Move], Any]
    seat_to_act: Callable[[Any], int | None]


_TRANSCRIPTS = {
    Family.AUCTION: FamilyTranscript(
        keys=(),
        undealt=auction.undealt,
        complete=auction.complete,
        dealer_of=auction.dealer_of,
        behind_hands=auction.behind_hands,
        position=auction.position,
        expected=auction.expected,
        cites=auction.cites,
        apply=auction_referee.apply,
        seat_to_act=auction_referee.seat_to_act,
    ),
    Family.TALON: FamilyTranscript(
        keys=talon.KEYS,
        undealt=talon.undealt,
        complete=talon.complete,
        dealer_of=talon.dealer_of,
        behind_hands=talon.behind_hands,
        position=talon.position,
        expected=talon.expected,
        cites=talon.cites,
        apply=talon_referee.apply,
        seat_to_act=talon_referee.seat_to_act,
    ),
}


def transcript_of(ruleset: RuleSet) -> FamilyTranscript:
    """Return what transcripts of a rule set's family have of their own."""
    return _TRANSCRIPTS[ruleset.family]
