"""Which figures of the auction family say how often a clause came up."""

from collections.abc import Sequence

from sixtysix_sim.rules.ruleset import RuleSet

#: Rule key, or a clause no key stands for; metric ('!' before it: its opposite is counted); words.
_FIRES = (
    ("C7.2", "made", "a contract is made"),
    ("C7.4", "!made", "a contract is set"),
    ("auction.max_redeals", "redeals", "a deal is dealt again"),
    ("auction.ask", "asked", "the third speaker asks"),
    ("auction.ask", "answered_redeal", "the answer is redeal"),
    ("auction.max_redeals", "passed_out", "a redeal because all four pass"),
    ("kaput.wipes_melds", "kaput_declarer", "the declarer's side takes every trick"),
    ("kaput.wipes_melds", "kaput_defenders", "the defenders take every trick"),
    ("game.target", "game_end.target", "a game ends at the target"),
    ("game.max_deals", "game_end.deal_cap", "a game ends by the number of deals"),
    ("auction.max_redeals", "game_end.redeal_cap", "a game ends by redeals in a row"),
)


def fires_of(ruleset: RuleSet) -> Sequence[tuple[str, str, str]]:
    """Return (rule key, metric, words) of a rule set, its melds among them."""
    melds = ruleset.auction.melds.patterns
    found = [
        (f"melds.{name}.points", f"deals_with_meld.{name}", f"{meld.label or name} in a deal")
        for name, meld in melds.items()
    ]
    return [*found, *_FIRES]
