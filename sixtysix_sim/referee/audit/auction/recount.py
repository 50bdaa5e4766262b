"""The measures of every game of the auction family counted from its tables."""

from collections.abc import Sequence

import numpy as np
import polars as pl

from sixtysix_sim.metrics.auction.slots import band_names, level_names, trick_names
from sixtysix_sim.referee.audit.sums import Measures, Tables, arrays, games_once, per_game
from sixtysix_sim.rules.ruleset import RuleSet
from sixtysix_sim.vocabulary import GAME_END_NAMES


def game_measures(tables: Tables, ruleset: RuleSet) -> Measures:
    """Return the measures (`metrics.measure_names`) the tables can answer, one value a game."""
    games = games_once(tables)
    found = _of_games(games)
    if "deals" in tables:
        scored = _scored(tables["deals"], ruleset)
        found |= _of_deals(games, tables["deals"], scored, ruleset)
        found |= _of_melds(games, tables["melds"], ruleset)
    if "moves" in tables:
        found |= _of_moves(games, tables["deals"], tables["moves"], trick_names(ruleset))
    return found


def _of_games(games: pl.DataFrame) -> Measures:
    """C8: how a game ended."""
    zero, one, winner = pl.col("score_0"), pl.col("score_1"), pl.col("winner")
    won = winner >= 0
    margin = pl.when(winner == 0).then(zero - one).when(winner == 1).then(one - zero).otherwise(0)
    return arrays(
        games.select(
            (pl.col("game") == pl.col("game")).alias("games"),
            won.alias("decided"),
            (~won).alias("no_winner"),
            *((winner == side).alias(f"wins.{side}") for side in range(2)),
            margin.alias("margin"),
            (zero - one).abs().alias("spread"),
            zero.alias("scores.0"),
            one.alias("scores.1"),
            *((pl.col("end") == end).alias(f"ends.{end}") for end in GAME_END_NAMES),
        )
    )  # fmt: skip


def _scored(deals: pl.DataFrame, ruleset: RuleSet) -> pl.DataFrame:
    """Return the scored deals with the columns of both roles: declarer's side and the other."""
    names = ("change", "tricks", "card_points", "meld_points")
    zero = pl.col("side") == 0
    roles = []
    for name in names:
        first, second = pl.col(f"{name}_0").cast(pl.Int64), pl.col(f"{name}_1").cast(pl.Int64)
        roles.append(pl.when(zero).then(first).otherwise(second).alias(f"own_{name}"))
        roles.append(pl.when(zero).then(second).otherwise(first).alias(f"other_{name}"))
    kaput = ruleset.auction.kaput
    lost = pl.col("kaput") == 1 - pl.col("side")
    wiped = pl.lit(kaput.wipes_melds and kaput.before_contract) & lost
    melds = pl.when(wiped).then(0).otherwise(pl.col("own_meld_points"))
    return (
        deals.filter(pl.col("end") != "redeal")
        .sort("game", "deal")
        .with_columns(side=pl.col("declarer").cast(pl.Int64) % 2, bid=pl.col("bid").cast(pl.Int64))
        .with_columns(*roles)
        .with_columns(judged=pl.col("own_card_points") + melds, is_made=pl.col("end") == "made")
    )


def _of_deals(
    games: pl.DataFrame, deals: pl.DataFrame, scored: pl.DataFrame, ruleset: RuleSet
) -> Measures:
    every = deals.group_by("game").agg(
        pl.len().alias("dealt"),
        (pl.col("end") == "redeal").sum().alias("redeals"),
        (pl.col("asked") >= 0).sum().alias("asks"),
    )
    roles = scored.group_by("game").agg(
        *_contract_sums(),
        *_place_sums(ruleset),
        *_point_sums(),
    )
    found = per_game(games, every)
    found |= per_game(games, roles)
    found["hands"] = 4 * found["deals"]
    found["kaput_games"] = (found["kaputs"] > 0).astype(np.int64)
    return found | _of_leads(games, deals, scored, ruleset)


def _contract_sums() -> list[pl.Expr]:
    """C7: what was bid and what became of it."""
    made, bid, judged = pl.col("is_made"), pl.col("bid"), pl.col("judged")
    own, other = pl.col("own_change"), pl.col("other_change")
    kaput, side = pl.col("kaput"), pl.col("side")
    zero, one = pl.col("meld_points_0"), pl.col("meld_points_1")
    lost_melds = pl.when(kaput == 0).then(one).otherwise(zero)
    return [
        pl.len().alias("deals"),
        made.sum().alias("made"),
        (~made).sum().alias("set"),
        bid.sum().alias("bid_points"),
        (judged - bid).filter(made).sum().alias("made_over"),
        (bid - judged).filter(~made).sum().alias("set_short"),
        (-own).filter(~made).sum().alias("set_cost"),
        (other - own).filter(~made).sum().alias("set_swing"),
        (kaput >= 0).sum().alias("kaputs"),
        (kaput == side).sum().alias("kaput_declarer"),
        ((kaput >= 0) & (kaput != side)).sum().alias("kaput_defender"),
        lost_melds.filter(kaput >= 0).cast(pl.Int64).sum().alias("kaput_melds"),
        (pl.col("last_trick") == side).sum().alias("last_trick_declarer"),
        *((pl.col("trump") == suit).sum().alias(f"trumps.{suit}") for suit in "SHDC"),
    ]


def _place_sums(ruleset: RuleSet) -> list[pl.Expr]:
    """Contracts, and those made, by place in the auction, number of bids and level of the bid."""
    made, found = pl.col("is_made"), []
    for number in range(4):
        for name, here in (
            ("speaking", pl.col("speaking") == number),
            ("bids", pl.col("bids") == number + 1),
        ):
            found.append(here.sum().alias(f"{name}.{number + 1}"))
            found.append((here & made).sum().alias(f"{name}_made.{number + 1}"))
    for level in level_names(ruleset):
        low, _, high = level.partition("–")
        here = pl.col("bid").is_between(int(low), int(high or low))
        found.append(here.sum().alias(f"level.{level}"))
        found.append((here & made).sum().alias(f"level_made.{level}"))
    held = pl.col("own_meld_points").cast(pl.Int64)
    for band in band_names(ruleset):
        low, _, high = band.strip("+").partition("–")
        here = held.is_between(int(low), int(high)) if high else held >= int(low)
        found.append(here.sum().alias(f"held.{band}"))
        found.append((here & made).sum().alias(f"held_made.{band}"))
    return found


def _point_sums() -> list[pl.Expr]:
    """Points by role and by side."""
    found: list[pl.Expr] = []
    for name, column in (("change", "change"), ("cards", "card_points"), ("melds", "meld_points")):
        own, other = pl.col(f"own_{column}"), pl.col(f"other_{column}")
        found += [
            (own + other).sum().alias(name),
            own.sum().alias(f"{name}_declarer"),
            other.sum().alias(f"{name}_defender"),
            *(pl.col(f"{column}_{side}").cast(pl.Int64).sum().alias(f"{name}_sides.{side}")
              for side in range(2)),
        ]  # fmt: skip
    every = ("own_card_points", "other_card_points", "own_meld_points", "other_meld_points")
    return [
        *found,
        pl.sum_horizontal(*every).sum().alias("counted"),
        pl.col("own_tricks").sum().alias("tricks_declarer"),
        pl.col("other_tricks").sum().alias("tricks_defender"),
    ]


def _of_leads(
    games: pl.DataFrame, deals: pl.DataFrame, scored: pl.DataFrame, ruleset: RuleSet
) -> Measures:
    """Who was in front, who spoke first, who declared last: what needs the order of the deals."""
    steps = 0 if ruleset.auction.auction.first_speaker == "dealer" else 1
    ahead = pl.col("score_0").cast(pl.Int64) - pl.col("score_1")
    leads = scored.select("game", ahead.alias("ahead"))
    front = leads.filter(pl.col("ahead") != 0).with_columns(leader=pl.col("ahead").sign())
    before = pl.col("leader").shift(1).over("game")
    changes = front.filter(pl.col("leader") != before).group_by("game").agg(lead_changes=pl.len())
    extremes = leads.group_by("game").agg(low=pl.col("ahead").min(), high=pl.col("ahead").max())
    opening = (pl.col("dealer").cast(pl.Int64) + steps) % 2
    first = deals.filter(pl.col("deal") == 0).group_by("game").agg(opening=opening.first())
    last = scored.group_by("game").agg(closing=pl.col("side").sort_by("deal").last())
    frame = games.select("game", "winner")
    for part in (changes, extremes, first, last):
        frame = frame.join(part, "game", "left", maintain_order="left")
    winner = pl.col("winner")
    behind = pl.when(winner == 0).then(-pl.col("low")).when(winner == 1).then(pl.col("high"))
    deficit = behind.fill_null(0).clip(lower_bound=0)
    return arrays(
        frame.select(
            pl.col("lead_changes"),
            deficit.alias("deficit"),
            (deficit > 0).alias("behind_wins"),
            (winner == pl.col("opening")).alias("first_wins"),
            ((winner >= 0) & (winner != pl.col("opening"))).alias("first_losses"),
            (winner == pl.col("closing")).alias("declarer_wins"),
        )
    )


def _of_melds(games: pl.DataFrame, melds: pl.DataFrame, ruleset: RuleSet) -> Measures:
    """C5: hands and deals with each meld, its copies and points."""
    found: Measures = {}
    for name in ruleset.auction.melds.patterns:
        rows = melds.filter(pl.col("meld") == name)
        counts = rows.group_by("game").agg(
            pl.struct("deal", "seat").n_unique().alias(f"meld_hands.{name}"),
            pl.col("deal").n_unique().alias(f"meld_deals.{name}"),
            pl.col("copies").cast(pl.Int64).sum().alias(f"meld_copies.{name}"),
            pl.col("points").cast(pl.Int64).sum().alias(f"meld_points.{name}"),
        )
        found |= per_game(games, counts)
    return found


def _of_moves(
    games: pl.DataFrame, deals: pl.DataFrame, moves: pl.DataFrame, tricks: Sequence[str]
) -> Measures:
    trick, legal = pl.col("trick"), pl.col("legal").cast(pl.Int64)
    counts = moves.group_by("game").agg(
        *(((trick == int(n)) & (legal == 1)).sum().alias(f"trick_forced.{n}") for n in tricks),
        *(legal.filter(trick == int(n)).sum().alias(f"trick_legal.{n}") for n in tricks),
        pl.len().alias("moves"),
        (pl.col("legal") == 1).sum().alias("forced"),
        pl.col("legal").cast(pl.Int64).sum().alias("legal"),
        (pl.col("action") == "answer redeal").sum().alias("answers_redeal"),
    )
    found = per_game(games, counts)
    redeals = deals.group_by("game").agg(redeals=(pl.col("end") == "redeal").sum())
    redealt = per_game(games, redeals)
    found["passed_out"] = redealt["redeals"] - found["answers_redeal"]
    return found
