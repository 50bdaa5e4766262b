"""Claims, prices and the end of a match: what cannot be reached, what cannot matter."""

from collections.abc import Iterator

from sixtysix_sim.rules.ruleset import RuleSet
from sixtysix_sim.validation.finding import Finding, idle
from sixtysix_sim.validation.talon.reach import can_be_drawn, most_points


def check(ruleset: RuleSet) -> Iterator[Finding]:
    """Yield the findings about the end of a deal and of a match."""
    yield from _claims(ruleset)
    yield from _played_out(ruleset)
    yield from _stakes(ruleset)
    yield from _match(ruleset)
    yield from _slips(ruleset)


def _claims(ruleset: RuleSet) -> Iterator[Finding]:
    rules = ruleset.talon
    most = most_points(rules)
    if rules.claim.target > most:
        yield Finding(
            ruleset.clause_of("claim.target"),
            "error",
            "claim.target",
            f"nobody can reach {rules.claim.target}: all cards and marriages give {most} points",
        )
    if rules.last_trick.bonus == 0:
        yield from idle(ruleset, ["last_trick.when_closed"], "last_trick.bonus = 0")


def _played_out(ruleset: RuleSet) -> Iterator[Finding]:
    rules = ruleset.talon
    played = rules.played_out
    why = f"played_out.winner = {played.winner}"
    if played.winner != "sole_at_target":
        yield from idle(ruleset, ["played_out.nobody_at_target"], why)
    elif played.nobody_at_target == "draw":
        yield from idle(ruleset, ["played_out.compare"], f"{why}, and nobody at it is a draw")
    if played.winner == "last_trick":
        yield from idle(ruleset, ["played_out.compare"], why)
    if not can_be_drawn(rules):
        yield from idle(ruleset, ["stakes.draw_adds"], f"no deal is drawn with {why}")


def _stakes(ruleset: RuleSet) -> Iterator[Finding]:
    stakes = ruleset.talon.stakes
    if stakes.under == 0:
        yield from idle(ruleset, ["stakes.under_pays"], "nobody has fewer than stakes.under = 0")
    clause = ruleset.clause_of("stakes.base")
    if stakes.under > 0 and stakes.under_pays < stakes.base:
        yield Finding(
            clause,
            "warning",
            "stakes.under_pays",
            f"a loser under {stakes.under} points pays {stakes.under_pays}, less than one above, "
            f"who pays {stakes.base}",
        )
    if stakes.no_trick_pays < max(stakes.base, stakes.under_pays):
        yield Finding(
            clause,
            "warning",
            "stakes.no_trick_pays",
            f"a loser without a trick pays {stakes.no_trick_pays}, less than one with some, who "
            f"pays up to {max(stakes.base, stakes.under_pays)}",
        )


def _match(ruleset: RuleSet) -> Iterator[Finding]:
    rules = ruleset.talon
    match = rules.match
    clause = ruleset.clause_of("match.target")
    if match.target == match.deals == 0:
        yield Finding(
            clause,
            "note",
            "match.target",
            f"nothing but match.max_deals = {match.max_deals} ends a match, without a winner: set "
            "match.target or match.deals",
        )
    if match.deals > match.max_deals:
        yield Finding(
            clause,
            "warning",
            "match.deals",
            f"match.max_deals = {match.max_deals} ends the match before {match.deals} deals",
        )
    deals = min(match.deals or match.max_deals, match.max_deals)
    most = rules.most_game_points * deals
    if match.target > most:
        yield Finding(
            clause,
            "error",
            "match.target",
            f"no side can reach {match.target}: {deals} deals of up to {rules.most_game_points} "
            f"game points give {most}",
        )


def _slips(ruleset: RuleSet) -> Iterator[Finding]:
    slips = ruleset.talon.irregularities
    for name, rate in (("expose", slips.expose_rate), ("misdeal", slips.misdeal_rate)):
        if rate == 0:
            key = f"irregularities.{name}_redeal_rate"
            yield from idle(ruleset, [key], f"irregularities.{name}_rate = 0")
