"""Measures of a game counted again in plain Python, from its rows, by name: the slow oracle."""

from collections import Counter
from itertools import pairwise

from sixtysix_sim.logs.raw import NONE, GameField, MeldField
from sixtysix_sim.logs.raw.auction import DealField
from sixtysix_sim.rules.ruleset import RuleSet
from sixtysix_sim.vocabulary import GAME_END_NAMES, DealEnd

D, G, M = DealField, GameField, MeldField
Rows = list[list[int]]


def recount(ruleset: RuleSet, game: list[int], deals: Rows, melds: list[Rows]) -> Counter[str]:
    """Return measure name → value of one game; ``melds`` are the rows of each of its deals."""
    scored = [deal for deal in deals if deal[D.END] != DealEnd.REDEAL]
    count: Counter[str] = Counter(dealt=len(deals), deals=len(scored), hands=4 * len(scored))
    _redeals(count, [deal for deal in deals if deal[D.END] == DealEnd.REDEAL])
    count["asks"] = sum(deal[D.ASKED] != NONE for deal in deals)
    for name, field in (("moves", D.MOVES), ("forced", D.FORCED), ("legal", D.LEGAL)):
        count[name] = sum(deal[field] for deal in deals)
    for deal in scored:
        _contract(count, ruleset, deal)
        _points(count, deal)
    for rows in melds:
        _melds(count, list(ruleset.auction.melds.patterns), rows)
    _game(count, game, deals, scored)
    return count


def _redeals(count: Counter[str], redeals: Rows) -> None:
    by_answer = [deal for deal in redeals if deal[D.ASKED] != NONE and deal[D.MOVES] == 4]
    count["redeals"] = len(redeals)
    count["answers_redeal"] = len(by_answer)
    count["passed_out"] = len(redeals) - len(by_answer)


def _level(ruleset: RuleSet, bid: int) -> str:
    auction = ruleset.auction.auction
    bids = list(range(auction.min_bid, auction.max_bid + 1, auction.step))
    together = next(n for n in range(1, len(bids) + 1) if -(-len(bids) // n) <= 64)
    start = bids.index(bid) // together * together
    group = bids[start : start + together]
    return str(group[0]) if len(group) == 1 else f"{group[0]}–{group[-1]}"


def _band(width: int, points: int) -> str:
    low = points - points % width
    return f"{low}–{low + width - 1}" if low < 9 * width else f"{9 * width}+"


def _contract(count: Counter[str], ruleset: RuleSet, deal: list[int]) -> None:
    kaput_rules = ruleset.auction.kaput
    side = deal[D.DECLARER] % 2
    made = deal[D.END] == DealEnd.MADE
    total = deal[D.CARD_POINTS_0 + side] + deal[D.MELD_POINTS_0 + side]
    if kaput_rules.wipes_melds and kaput_rules.before_contract and deal[D.KAPUT] == 1 - side:
        total = deal[D.CARD_POINTS_0 + side]
    place = f"{deal[D.SPEAKING] + 1}"
    for name, part in (
        ("level", _level(ruleset, deal[D.BID])), ("speaking", place), ("bids", str(deal[D.BIDS])),
    ):  # fmt: skip
        count[f"{name}.{part}"] += 1
        count[f"{name}_made.{part}"] += made
    band = _band(3 * ruleset.auction.auction.step, deal[D.MELD_POINTS_0 + side])
    count[f"held.{band}"] += 1
    count[f"held_made.{band}"] += made
    count["bid_points"] += deal[D.BID]
    count["made" if made else "set"] += 1
    if made:
        count["made_over"] += total - deal[D.BID]
    else:
        count["set_short"] += deal[D.BID] - total
        count["set_cost"] += -deal[D.CHANGE_0 + side]
        count["set_swing"] += deal[D.CHANGE_0 + 1 - side] - deal[D.CHANGE_0 + side]
    count[f"trumps.{'SHDC'[deal[D.TRUMP]]}"] += 1
    count["last_trick_declarer"] += deal[D.LAST_TRICK] == side
    if deal[D.KAPUT] != NONE:
        count["kaputs"] += 1
        count["kaput_declarer" if deal[D.KAPUT] == side else "kaput_defender"] += 1
        count["kaput_melds"] += deal[D.MELD_POINTS_0 + 1 - deal[D.KAPUT]]


def _points(count: Counter[str], deal: list[int]) -> None:
    declarer = deal[D.DECLARER] % 2
    for name, field in (("change", D.CHANGE_0), ("cards", D.CARD_POINTS_0),
                        ("melds", D.MELD_POINTS_0)):  # fmt: skip
        for side in range(2):
            points = deal[field + side]
            role = "declarer" if side == declarer else "defender"
            for word in (name, f"{name}_{role}", f"{name}_sides.{side}"):
                count[word] += points
            count["counted"] += points if name != "change" else 0
    count["tricks_declarer"] += deal[D.TRICKS_0 + declarer]
    count["tricks_defender"] += deal[D.TRICKS_1 - declarer]


def _melds(count: Counter[str], names: list[str], rows: Rows) -> None:
    for seat, meld in {(row[M.SEAT], row[M.MELD]) for row in rows}:
        count[f"meld_hands.{names[meld]}"] += 1
        assert 0 <= seat < 4
    for meld in {row[M.MELD] for row in rows}:
        count[f"meld_deals.{names[meld]}"] += 1
    for row in rows:
        count[f"meld_copies.{names[row[M.MELD]]}"] += row[M.COPIES]
        count[f"meld_points.{names[row[M.MELD]]}"] += row[M.POINTS]


def _game(count: Counter[str], game: list[int], deals: Rows, scored: Rows) -> None:
    winner, scores = game[G.WINNER], [game[G.SCORE_0], game[G.SCORE_0 + 1]]
    count["games"] = 1
    count["spread"] = abs(scores[0] - scores[1])
    count["kaput_games"] = any(deal[D.KAPUT] != NONE for deal in scored)
    count[f"ends.{GAME_END_NAMES[game[G.END]]}"] = 1
    count["scores.0"], count["scores.1"] = scores
    ahead = [deal[D.SCORE_0] - deal[D.SCORE_1] for deal in scored]
    leaders = [lead > 0 for lead in ahead if lead != 0]
    count["lead_changes"] = sum(a != b for a, b in pairwise(leaders))
    if winner == NONE:
        count["no_winner"] = 1
        return
    behind = [-lead if winner == 0 else lead for lead in ahead]
    count["decided"] = count[f"wins.{winner}"] = 1
    count["first_wins"] = winner == deals[0][D.FIRST_SPEAKER] % 2
    count["first_losses"] = winner != deals[0][D.FIRST_SPEAKER] % 2
    count["declarer_wins"] = winner == scored[-1][D.DECLARER] % 2
    count["margin"] = scores[winner] - scores[1 - winner]
    count["deficit"] = max(0, *behind)
    count["behind_wins"] = max(behind) > 0
