"""Measures of a game of the talon family counted again in plain Python, from its rows, by name."""

from collections import Counter
from itertools import pairwise

from sixtysix_sim.logs.raw import NONE, GameField, MeldField
from sixtysix_sim.logs.raw.talon import DealField
from sixtysix_sim.rules.ruleset import RuleSet
from sixtysix_sim.vocabulary import DEAL_END_NAMES, GAME_END_NAMES, SLIP_BITS, Slip

D, G, M = DealField, GameField, MeldField
Rows = list[list[int]]
#: Who is paid: the closer in these ways, the others in those.
FOR = {"claim_by_closer", "wrong_claim_against_closer", "closer_out"}
AGAINST = {"claim_against_closer", "wrong_claim_by_closer", "closer_failed"}


def recount(ruleset: RuleSet, game: list[int], deals: Rows, melds: list[Rows]) -> Counter[str]:
    """Return measure name → value of one game; ``melds`` are the rows of each of its deals."""
    settled = [deal for deal in deals if DEAL_END_NAMES[deal[D.END]] != "redeal"]
    count: Counter[str] = Counter(games=1, dealt=len(deals), deals=len(settled))
    count["redeals"] = len(deals) - len(settled)
    for name, place in (
        ("moves", D.MOVES), ("forced", D.FORCED), ("legal", D.LEGAL), ("played", D.CARDS)
    ):  # fmt: skip
        count[name] = sum(deal[place] for deal in deals)
    for deal in deals:
        for slip in Slip:
            count[f"slips.{slip.name.lower()}"] += deal[D.SLIPS] >> (SLIP_BITS * slip) & 31
    for deal in settled:
        _ending(count, deal)
        _standing(count, ruleset, deal)
        _seats(count, ruleset, deal)
    for deal, rows in zip(deals, melds, strict=True):
        _marriages(count, deal, rows)
    _game(count, ruleset.sides, game, deals, settled)
    return count


def _way(deal: list[int]) -> str:
    end = DEAL_END_NAMES[deal[D.END]]
    if "claim" not in end or deal[D.CLOSER] == NONE:
        return end
    return f"{end}_by_closer" if deal[D.CLAIMER] == deal[D.CLOSER] else f"{end}_against_closer"


def _ending(count: Counter[str], deal: list[int]) -> None:
    way, paid, stake = _way(deal), deal[D.GAME_POINTS], deal[D.STAKE]
    count[f"ways.{way}"] += 1
    count[f"way_points.{way}"] += paid
    count["game_points"] += paid
    if way != "drawn":
        count["won"] += 1
        count[f"worth.{paid if paid < 4 else 'more'}"] += 1
    if way.startswith("claim"):
        count["claims"] += 1
        count["claim_points"] += paid
    if way.startswith("wrong"):
        count["wrong_claims"] += 1
        count["wrong_claim_points"] += paid
    count["staked"] += stake > 0
    count["stakes"] += stake
    count["exchanges"] += deal[D.EXCHANGER] != NONE
    if deal[D.CLOSER] != NONE:
        assert way in FOR | AGAINST
        wins = way in FOR
        count["closed"] += 1
        count["closer_wins" if wins else "closer_loses"] += 1
        count["closer_gains" if wins else "closer_pays"] += paid
        count["closer_net"] += paid if wins else -paid
        for word in ("closed", "closer_wins") if wins else ("closed",):
            count[f"{word}_trick.{deal[D.CLOSE_TRICK]}"] += 1
            count[f"{word}_talon.{deal[D.CLOSED_AT]}"] += 1


def _standing(count: Counter[str], ruleset: RuleSet, deal: list[int]) -> None:
    """Points against the points that win."""
    target = ruleset.talon.claim.target
    totals = _totals(ruleset, deal)
    there = [side for side, points in enumerate(totals) if points >= target]
    count[f"at_target.{('none', 'one', 'more')[min(2, len(there))]}"] += 1
    count["out_both"] += _way(deal) == "closer_out" and len(there) > 1
    count["failed_at_target"] += _way(deal) == "closer_failed" and deal[D.CLOSER] in there
    winner = deal[D.WINNER]
    if winner == NONE:
        return
    losers = [points for side, points in enumerate(totals) if side != winner]
    count["single"] += 1
    count["losers"] += len(losers)
    count["winner_points"] += totals[winner]
    count["loser_points"] += sum(losers)
    count["winner_lower"] += totals[winner] < max(losers)
    count["exchanger_wins"] += deal[D.EXCHANGER] == winner
    count[f"deals_side.{winner}"] += 1
    count["deals_forehand"] += deal[D.FOREHAND] == winner
    count["deals_dealer"] += deal[D.DEALER] == winner


def _totals(ruleset: RuleSet, deal: list[int]) -> list[int]:
    return [deal[D.CARD_POINTS + s] + deal[D.MELD_POINTS + s] for s in range(ruleset.sides)]


def _seats(count: Counter[str], ruleset: RuleSet, deal: list[int]) -> None:
    for side in range(ruleset.sides):
        cards, melds = deal[D.CARD_POINTS + side], deal[D.MELD_POINTS + side]
        for word, points in (("cards", cards), ("melds", melds)):
            count[word] += points
            count[f"{word}_side.{side}"] += points
            count["counted"] += points
        count["tricks"] += deal[D.TRICKS + side]
    count["written_forehand"] += deal[D.CHANGE + deal[D.FOREHAND]]
    count["written_dealer"] += deal[D.CHANGE + deal[D.DEALER]]


def _marriages(count: Counter[str], deal: list[int], rows: Rows) -> None:
    count["marriage_deals"] += bool(rows)
    for row in rows:
        kind = "trump" if row[M.SUIT] == deal[D.TRUMP] else "plain"
        state = "counted" if row[M.COUNTED] else "lost"
        for name in (f"marriages.{kind}_{state}", f"{kind}_marriages", "all_marriages",
                     f"{state}_marriages"):  # fmt: skip
            count[name] += row[M.COPIES]


def _game(count: Counter[str], sides: int, game: list[int], deals: Rows, settled: Rows) -> None:
    winner, scores = game[G.WINNER], game[G.SCORE_0 : G.SCORE_0 + sides]
    count["spread"] = max(scores) - min(scores)
    count[f"ends.{GAME_END_NAMES[game[G.END]]}"] = 1
    for side, score in enumerate(scores):
        count[f"scores_side.{side}"] = score
    after = [deal[D.SCORE : D.SCORE + sides] for deal in settled]
    leaders = [one.index(max(one)) for one in after if one.count(max(one)) == 1]
    count["lead_changes"] = sum(a != b for a, b in pairwise(leaders))
    if winner == NONE:
        count["no_winner"] = 1
        return
    behind = [max(one) - one[winner] for one in after]
    count["decided"] = count[f"wins_side.{winner}"] = 1
    count["forehand_wins"] = winner == deals[0][D.FOREHAND]
    count["dealer_wins"] = winner == deals[0][D.DEALER]
    count["shut_outs"] = all(deal[D.WINNER] in (winner, NONE) for deal in settled)
    count["margin"] = scores[winner] - max(s for n, s in enumerate(scores) if n != winner)
    count["behind_wins"] = max(behind) > 0
    count["deficit"] = max(behind)
