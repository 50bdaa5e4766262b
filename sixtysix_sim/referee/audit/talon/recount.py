"""The measures of every game of the talon family counted from its tables."""

from collections.abc import Iterator

import polars as pl

from sixtysix_sim.metrics.talon.slots import Way, layout_of
from sixtysix_sim.referee.audit.sums import Measures, Tables, arrays, games_once, per_game
from sixtysix_sim.rules.ruleset import RuleSet
from sixtysix_sim.vocabulary import GAME_END_NAMES, NOBODY, Slip

_FOR = ("claim_by_closer", "wrong_claim_against_closer", "closer_out")  # the closer is paid
_AGAINST = ("claim_against_closer", "wrong_claim_by_closer", "closer_failed")
_WAY = pl.col("way")
#: D8: what is counted, its action, and how many rows one has.
_SLIPS = (
    (Slip.EXPOSED, "irregular expose", 1),
    (Slip.MISDEALT, "irregular misdeal", 1),
    (Slip.DOUBLE_DRAWS, "irregular double_draw", 1),
    (Slip.MISSED_DRAWS, "irregular missed_draw", 1),
    (Slip.WRONG_MARRIAGES, "irregular wrong_marriage", 2),
    (Slip.CORRECTED, "correct marriage", 1),
)


def game_measures(tables: Tables, ruleset: RuleSet) -> Measures:
    """Return the measures (`metrics.measure_names`) the tables can answer, one value a game."""
    games = games_once(tables)
    found = _of_games(games, ruleset.sides)
    if "deals" in tables:
        deals = _settled(tables["deals"], ruleset)
        found |= _of_deals(games, tables["deals"], deals, ruleset)
        found |= _of_order(games, deals, ruleset.sides) | _of_the_first(games, tables["deals"])
        found |= _of_melds(games, tables["melds"], tables["deals"])
    if "moves" in tables:
        found |= _of_moves(games, tables["moves"], layout_of(ruleset).played)
    by_cards = ruleset.talon.closing.when == "after_draw" and not ruleset.talon.draws_slip
    if "moves" in tables or by_cards:
        closed = _closings(tables, deals, ruleset) if "deals" in tables else None
        found |= {} if closed is None else _of_closings(games, closed, ruleset)
    return found


def _columns(name: str, sides: int) -> list[pl.Expr]:
    return [pl.col(f"{name}_{side}").cast(pl.Int64) for side in range(sides)]


def _at(place: pl.Expr, values: list[pl.Expr]) -> pl.Expr:
    """Return the value of the side that a column names, 0 for −1."""
    found = pl.lit(0, pl.Int64)
    for side, value in enumerate(values):
        found = pl.when(place == side).then(value).otherwise(found)
    return found


def _highest_but(place: pl.Expr, values: list[pl.Expr]) -> pl.Expr:
    """Return the highest value of the sides but the one that a column names."""
    others = [pl.max_horizontal(*values[:side], *values[side + 1 :]) for side in range(len(values))]
    return _at(place, others)


def _of_games(games: pl.DataFrame, sides: int) -> Measures:
    """K7.2 D7.4: how a match ended."""
    scores, winner = _columns("score", sides), pl.col("winner")
    margin = _at(winner, scores) - _highest_but(winner, scores)
    return arrays(
        games.select(
            (pl.col("game") == pl.col("game")).alias("games"),
            (winner >= 0).alias("decided"),
            (winner < 0).alias("no_winner"),
            *((winner == side).alias(f"wins_side.{side}") for side in range(sides)),
            *(score.alias(f"scores_side.{side}") for side, score in enumerate(scores)),
            pl.when(winner >= 0).then(margin).otherwise(0).alias("margin"),
            (pl.max_horizontal(scores) - pl.min_horizontal(scores)).alias("spread"),
            *((pl.col("end") == end).alias(f"ends.{end}") for end in GAME_END_NAMES),
        )
    )


def _settled(deals: pl.DataFrame, ruleset: RuleSet) -> pl.DataFrame:
    """Return the deals that were played, with what several measures need."""
    sides, end = ruleset.sides, pl.col("end").cast(pl.String)
    closer, winner = pl.col("closer"), pl.col("winner")
    totals = [
        cards + melds
        for cards, melds in zip(
            _columns("card_points", sides), _columns("meld_points", sides), strict=True
        )
    ]
    others_paid = winner != closer if sides == 2 else _at(closer, _columns("change", sides)) <= 0
    by_closer = pl.when(end == "claim").then(winner == closer).otherwise(others_paid)
    which = pl.when(by_closer).then(pl.lit("_by_closer")).otherwise(pl.lit("_against_closer"))
    claimed = end.is_in(["claim", "wrong_claim"]) & (closer >= 0)
    target = ruleset.talon.claim.target
    return (
        deals.filter(end != "redeal")
        .sort("game", "deal")
        .with_columns(
            way=pl.when(claimed).then(end + which).otherwise(end),
            paid=pl.col("game_points").cast(pl.Int64),
            stake=pl.col("stake").cast(pl.Int64),
            there=pl.sum_horizontal(total >= target for total in totals),
            sum=pl.sum_horizontal(totals),
            winner_total=_at(winner, totals),
            best_loser=_highest_but(winner, totals),
            closer_there=_at(closer, totals) >= target,
        )
        .with_columns(won=_WAY != "drawn", gains=_WAY.is_in(_FOR), pays=_WAY.is_in(_AGAINST))
    )


def _of_deals(
    games: pl.DataFrame, every: pl.DataFrame, deals: pl.DataFrame, ruleset: RuleSet
) -> Measures:
    dealt = every.group_by("game").agg(
        pl.len().alias("dealt"), (pl.col("end") == "redeal").sum().alias("redeals")
    )
    counts = deals.group_by("game").agg(
        pl.len().alias("deals"),
        *_ends(),
        *_closers(),
        *_standing(ruleset.sides),
        *_sides(ruleset.sides),
    )
    sizes = deals.group_by("game").agg(
        (pl.col("closed_at") == left).sum().alias(f"closed_talon.{left}")
        for left in range(layout_of(ruleset).talon + 1)
    )
    won = (
        deals.filter("gains")
        .group_by("game")
        .agg(
            (pl.col("closed_at") == left).sum().alias(f"closer_wins_talon.{left}")
            for left in range(layout_of(ruleset).talon + 1)
        )
    )
    found: Measures = {}
    for part in (dealt, counts, sizes, won):
        found |= per_game(games, part)
    return found


def _ends() -> Iterator[pl.Expr]:
    """K6, K7.1, D7: how deals end and what is paid."""
    paid, stake = pl.col("paid"), pl.col("stake")
    for way in (member.name.lower() for member in Way):
        here = _WAY.is_in([way])
        yield here.sum().alias(f"ways.{way}")
        yield paid.filter(here).sum().alias(f"way_points.{way}")
    yield paid.sum().alias("game_points")
    yield pl.col("won").sum()
    for worth in range(4):
        yield (pl.col("won") & (paid == worth)).sum().alias(f"worth.{worth}")
    yield (pl.col("won") & (paid > 3)).sum().alias("worth.more")
    for name, start in (("claim", "claim"), ("wrong_claim", "wrong")):
        here = _WAY.str.starts_with(start)
        yield here.sum().alias(f"{name}s")
        yield paid.filter(here).sum().alias(f"{name}_points")
    yield (stake > 0).sum().alias("staked")
    yield stake.sum().alias("stakes")
    yield (pl.col("exchanger") != NOBODY).sum().alias("exchanges")


def _closers() -> Iterator[pl.Expr]:
    """K5, D5: closings, what they bring and cost."""
    paid, gains, pays = pl.col("paid"), pl.col("gains"), pl.col("pays")
    yield (pl.col("closer") != NOBODY).sum().alias("closed")
    yield gains.sum().alias("closer_wins")
    yield pays.sum().alias("closer_loses")
    yield paid.filter(gains).sum().alias("closer_gains")
    yield paid.filter(pays).sum().alias("closer_pays")
    yield (paid.filter(gains).sum() - paid.filter(pays).sum()).alias("closer_net")


def _standing(sides: int) -> Iterator[pl.Expr]:
    """Points against the points that win."""
    there, winner = pl.col("there"), pl.col("winner")
    single = winner != NOBODY
    yield (there == 0).sum().alias("at_target.none")
    yield (there == 1).sum().alias("at_target.one")
    yield (there > 1).sum().alias("at_target.more")
    yield ((_WAY == "closer_out") & (there > 1)).sum().alias("out_both")
    yield ((_WAY == "closer_failed") & pl.col("closer_there")).sum().alias("failed_at_target")
    yield single.sum().alias("single")
    yield ((sides - 1) * single).sum().alias("losers")
    yield pl.col("winner_total").filter(single).sum().alias("winner_points")
    losing = pl.col("sum") - pl.col("winner_total")
    yield losing.filter(single).sum().alias("loser_points")
    lower = pl.col("winner_total") < pl.col("best_loser")
    yield (single & lower).sum().alias("winner_lower")
    for name, who in (("exchanger_wins", "exchanger"), ("deals_forehand", "forehand"),
                      ("deals_dealer", "dealer")):  # fmt: skip
        yield (single & (pl.col(who) == winner)).sum().alias(name)


def _sides(sides: int) -> Iterator[pl.Expr]:
    """Points and tricks by side; game points by role."""
    cards, melds = _columns("card_points", sides), _columns("meld_points", sides)
    for side in range(sides):
        yield (pl.col("winner") == side).sum().alias(f"deals_side.{side}")
        yield cards[side].sum().alias(f"cards_side.{side}")
        yield melds[side].sum().alias(f"melds_side.{side}")
    yield pl.sum_horizontal(cards).sum().alias("cards")
    yield pl.sum_horizontal(melds).sum().alias("melds")
    yield pl.col("sum").sum().alias("counted")
    yield pl.sum_horizontal(_columns("tricks", sides)).sum().alias("tricks")
    for role in ("forehand", "dealer"):
        yield _at(pl.col(role), _columns("change", sides)).sum().alias(f"written_{role}")


def _of_order(games: pl.DataFrame, deals: pl.DataFrame, sides: int) -> Measures:
    """Who was in front and behind: what needs the order of the deals."""
    scores = _columns("score", sides)
    best = pl.max_horizontal(scores)
    place = _at_best(scores, best)
    joined = deals.join(games.select("game", won_game="winner"), "game", "left", coalesce=True)
    winner = pl.col("won_game")
    standing = joined.select(
        "game",
        winner.alias("won_game"),
        leader=pl.when(pl.sum_horizontal(s == best for s in scores) == 1).then(place),
        behind=best - _at(winner, scores),
        theirs=pl.col("winner").is_in([NOBODY]) | (pl.col("winner") == winner),
    )
    front = standing.drop_nulls("leader")
    before = pl.col("leader").shift(1).over("game")
    changes = front.filter(pl.col("leader") != before).group_by("game").agg(lead_changes=pl.len())
    decided = (
        standing.filter(winner >= 0)
        .group_by("game")
        .agg(
            deficit=pl.col("behind").max(),
            behind_wins=pl.col("behind").max() > 0,
            shut_outs=pl.col("theirs").all(),
        )
    )
    return per_game(games, changes) | per_game(games, decided)


def _of_the_first(games: pl.DataFrame, deals: pl.DataFrame) -> Measures:
    """Who led and dealt first in a game, even if that deal was dealt again."""
    winner = pl.col("won_game")
    joined = deals.filter(pl.col("deal") == 0).join(
        games.select("game", won_game="winner"), "game", "left", coalesce=True
    )
    first = joined.group_by("game").agg(
        forehand_wins=(pl.col("forehand") == winner).first(),
        dealer_wins=(pl.col("dealer") == winner).first(),
    )
    return per_game(games, first)


def _at_best(scores: list[pl.Expr], best: pl.Expr) -> pl.Expr:
    """Return the first side with the highest score."""
    found = pl.lit(NOBODY, pl.Int64)
    for side in reversed(range(len(scores))):
        found = pl.when(scores[side] == best).then(side).otherwise(found)
    return found


def _of_melds(games: pl.DataFrame, melds: pl.DataFrame, deals: pl.DataFrame) -> Measures:
    """K3 D4: marriages by kind, counted or lost."""
    trumps = deals.select("game", "deal", "trump")
    rows = melds.join(trumps, ["game", "deal"], "left")
    trump, counted = pl.col("suit") == pl.col("trump"), pl.col("counted")
    copies = pl.col("copies").cast(pl.Int64)
    kinds = {
        "marriages.plain_lost": ~trump & ~counted,
        "marriages.plain_counted": ~trump & counted,
        "marriages.trump_lost": trump & ~counted,
        "marriages.trump_counted": trump & counted,
        "plain_marriages": ~trump,
        "trump_marriages": trump,
        "counted_marriages": counted,
        "lost_marriages": ~counted,
    }
    counts = rows.group_by("game").agg(
        pl.col("deal").n_unique().alias("marriage_deals"),
        copies.sum().alias("all_marriages"),
        *(copies.filter(kind).sum().alias(name) for name, kind in kinds.items()),
    )
    return per_game(games, counts)


def _of_moves(games: pl.DataFrame, moves: pl.DataFrame, tricks: int) -> Measures:
    """Actions, choices, cards; actions and choices by trick, later tricks as of the last."""
    legal, trick = pl.col("legal").cast(pl.Int64), pl.col("trick").clip(upper_bound=tricks)
    counts = moves.group_by("game").agg(
        pl.len().alias("moves"),
        (legal == 1).sum().alias("forced"),
        legal.sum().alias("legal"),
        *((trick == n).sum().alias(f"trick_moves.{n}") for n in range(1, tricks + 1)),
        *(
            ((trick == n) & (legal == 1)).sum().alias(f"trick_forced.{n}")
            for n in range(1, tricks + 1)
        ),
        *(legal.filter(trick == n).sum().alias(f"trick_legal.{n}") for n in range(1, tricks + 1)),
        (pl.col("action") == "play").sum().alias("played"),
        *(
            ((pl.col("action") == name).sum() // cards).alias(f"slips.{slip.name.lower()}")
            for slip, name, cards in _SLIPS
        ),
    )
    return per_game(games, counts)


def _closings(tables: Tables, deals: pl.DataFrame, ruleset: RuleSet) -> pl.DataFrame:
    """Return the deals in which the talon was closed, with the trick about to be led.

    Without moves it follows from the cards left, where nobody may close before drawing.
    """
    closed = deals.filter(pl.col("closer") != NOBODY)
    if "moves" in tables:
        acts = tables["moves"].filter(pl.col("action") == "close")
        tricks = acts.group_by("game", "deal").agg(close_trick=pl.col("trick").first())
        return closed.join(tricks, ["game", "deal"], "left")
    drawn = layout_of(ruleset).talon - pl.col("closed_at").cast(pl.Int64)
    return closed.with_columns(close_trick=drawn // ruleset.rules.seats + 1)


def _of_closings(games: pl.DataFrame, closed: pl.DataFrame, ruleset: RuleSet) -> Measures:
    last = layout_of(ruleset).tricks
    trick = pl.min_horizontal(pl.col("close_trick").cast(pl.Int64), last)
    found: Measures = {}
    for word, rows in (("closed", closed), ("closer_wins", closed.filter("gains"))):
        counts = rows.group_by("game").agg(
            (trick == number).sum().alias(f"{word}_trick.{number}") for number in range(1, last + 1)
        )
        found |= per_game(games, counts)
    return found
