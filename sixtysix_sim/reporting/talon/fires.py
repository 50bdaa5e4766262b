"""Which figures of the talon family say how often a clause came up."""

from collections.abc import Sequence

from sixtysix_sim.rules.ruleset import RuleSet

#: Rule key or decision, metric, words.
_FIRES = (
    ("marriage", "deals_with_marriage", "a marriage is declared"),
    ("marriage.needs_trick", "marriages_lost", "a marriage declared is never redeemed"),
    ("exchange.rank", "exchanges", "the upcard is exchanged"),
    ("closing.allowed", "closed", "the talon is closed"),
    ("closing.auto_out", "deal_end.closer_out", "the closer is out without a claim"),
    ("closing.failure", "deal_end.closer_failed", "the closer fails"),
    ("closing.auto_out", "closer_failed_at_target", "a closer with the points fails"),
    ("closing.opponent_claims", "claims.against_closer", "a right claim against the closer"),
    ("claim", "deal_end.claim", "a right claim ends the deal"),
    ("claim.wrong", "deal_end.wrong_claim", "a wrong claim ends the deal"),
    ("claim.wrong_by_closer", "wrong_claims.closer", "a wrong claim by the closer"),
    ("claim", "winner_lower", "the winner has fewer points"),
    ("stakes.under", "worth.2", "a won deal is worth 2"),
    ("stakes.no_trick_pays", "worth.3", "a won deal is worth 3"),
    ("played_out.winner", "deal_end.played_out", "a deal is played out, not closed"),
    ("played_out.winner", "deal_end.drawn", "a deal is drawn"),
    ("stakes.draw_adds", "staked", "a stake is carried in"),
    ("irregularities", "redeals", "a deal is dealt again"),
    ("match.target", "game_end.target", "a game ends at the target"),
    ("match.deals", "game_end.deal_count", "a game ends by its number of deals"),
    ("match.max_deals", "game_end.deal_cap", "a game ends by the cap of deals"),
)
#: What a rule set without the right cannot show.
_OF_CLOSING = ("closing.", "claim.wrong_by_closer")


def fires_of(ruleset: RuleSet) -> Sequence[tuple[str, str, str]]:
    """Return (rule key, metric, words) of what a rule set lets happen."""
    if ruleset.talon.closing.allowed:
        return _FIRES
    return [one for one in _FIRES if not one[0].startswith(_OF_CLOSING)]
