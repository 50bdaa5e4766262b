"""Which harness serves which family."""

from sixtysix_sim.logs.raw import RawChunk
from sixtysix_sim.rules.ruleset import RuleSet, resolve_rules
from sixtysix_sim.vocabulary import Family
from tests.agreement.auction.lockstep import AuctionPair
from tests.agreement.auction.replay import AuctionJudge
from tests.agreement.lockstep import Pair
from tests.agreement.replay import ChunkJudge
from tests.agreement.talon.lockstep import TalonPair
from tests.agreement.talon.replay import TalonJudge
from tests.strategies import Settings

PAIRS = {Family.AUCTION: AuctionPair, Family.TALON: TalonPair}
JUDGES: dict[Family, type[ChunkJudge]] = {Family.AUCTION: AuctionJudge, Family.TALON: TalonJudge}


def pair_of(preset: str, changes: Settings) -> Pair:
    """Return the pair of a preset's changed rules."""
    return PAIRS[resolve_rules(preset).family](changes, preset)


def judge_chunk(ruleset: RuleSet, chunk: RawChunk) -> int:
    """Judge every game of a chunk logged with moves; return how many deals there were.

    Raises:
        AssertionError: the rows are not what the referee says.
    """
    return JUDGES[ruleset.family](ruleset, chunk).judge()
