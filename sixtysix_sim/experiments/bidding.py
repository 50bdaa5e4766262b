"""Fitting the bidders of the auction family to self-play, and holding what they predict to account.

A contract is what somebody bid and nobody overbid; so the fit is made on contracts alone, since
that the others let a bid stand is part of what it tells. Bidders that know a fit bid otherwise than
those it was made from: it is made again from its own games, some rounds.
"""

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from sixtysix_sim.contract import CompiledPolicy
from sixtysix_sim.contract.auction import DECISIONS, NOT_SPOKEN, PASS
from sixtysix_sim.errors import BadInput
from sixtysix_sim.kernels.auction.table import new_view
from sixtysix_sim.kernels.engine import Engine
from sixtysix_sim.logs.raw import Int64, RawChunk, RawMoves
from sixtysix_sim.logs.raw.auction import DealField
from sixtysix_sim.policies.auction import standard
from sixtysix_sim.policies.auction.fit import (
    CHANCES,
    SITUATIONS,
    WITH_BID,
    Fit,
    Situation,
    Units,
    Weights,
    fitted_values,
)
from sixtysix_sim.policies.auction.guess import first_guess
from sixtysix_sim.policies.auction.units import carried, units_of
from sixtysix_sim.policies.auction.worth import features_of
from sixtysix_sim.policies.load import fit_of, load_policies
from sixtysix_sim.policies.seating import policy_of
from sixtysix_sim.rules.ruleset import RuleSet
from sixtysix_sim.scenario import Scenario
from sixtysix_sim.vocabulary import Action, DealEnd, LogLevel

ROUNDS = 4
RISKS = (0.05, 0.1, 0.2, 0.3, 0.45)  # four bidders alike in each; one fit serves them all
USUAL_ASK = 0.3
FEWEST = 200  # contracts of a situation to be fitted by itself
CHUNK_GAMES = 1_000
FEATURES = ("melds", "length", "top", "second", "plain_top", "plain_second")
_WORDS = 6  # at most, of an auction: four, a question and its answer


def standard_bidder(ruleset: RuleSet, risk: float, fit: Fit) -> CompiledPolicy:
    """Return `standard` with a fit of its own."""
    params = (risk, USUAL_ASK)
    facts = standard.facts(ruleset.auction, *params, fit)
    return policy_of("standard", standard, DECISIONS, params + facts)


def fit_bidding(
    ruleset: RuleSet,
    games: int,
    seed: int,
    jobs: int = 1,
    advance: Callable[[int], None] = lambda games: None,
    made_by: Mapping[str, Any] | None = None,
) -> Fit:
    """Return a fit to a rule set, from ROUNDS rounds of self-play that begin with a guess.

    Args:
        ruleset: rules of the auction family.
        games: of each of RISKS in each round.
        seed: of the first round; each game set has one of its own.
        jobs: threads.
        advance: told how many games more were played.
        made_by: provenance to write into the fit.
    """
    fit = carried(first_guess(), ruleset.auction)
    for number in range(ROUNDS):
        frames = []
        for place, risk in enumerate(RISKS):
            policies = (standard_bidder(ruleset, risk, fit),) * 4
            engine = Engine(ruleset, policies, seed + number * len(RISKS) + place)
            frame = play_contracts(engine, games, jobs, advance)
            told = pl.col("partner_call") - fit.quantile("unspoken", risk)
            frames.append(frame.with_columns(told=told))
        fit = _fitted(pl.concat(frames), ruleset, made_by or {})
    return fit


def _fitted(contracts: pl.DataFrame, ruleset: RuleSet, made_by: Mapping[str, Any]) -> Fit:
    """Return the fit by least squares, and the quantiles of what it leaves."""
    counts = dict(contracts.group_by("situation").len().iter_rows())
    kept = [n for n in range(len(SITUATIONS)) if counts.get(n, 0) >= FEWEST] or [0]
    contracts = contracts.filter(pl.col("situation").is_in(kept))
    with_bid = pl.col("situation").is_in([SITUATIONS.index(name) for name in WITH_BID])
    usual = contracts.filter(with_bid).select(pl.col("told").mean()).item() or 0.0
    columns = [pl.col(name) for name in FEATURES]
    columns.append(pl.when(with_bid).then(pl.col("told") - usual).otherwise(0).alias("told"))
    columns += [(pl.col("situation") == n).alias(SITUATIONS[n]) for n in kept]
    design = contracts.select(column.cast(pl.Float64) for column in columns).to_numpy()
    total = contracts["total"].to_numpy().astype(float)
    found = np.linalg.lstsq(design, total, rcond=None)[0]
    step = np.gcd.reduce(contracts["total"].to_numpy())
    # Totals come in steps: a bid is made from half a step below it on, as a smooth curve sees it.
    left = total - design @ found + step / 2
    which = contracts["situation"].to_numpy()
    means = dict(zip(kept, found[len(FEATURES) + 1 :], strict=True))
    situations = {}
    for number, name in enumerate(SITUATIONS):
        of = number if number in means else kept[0]
        quantiles = np.quantile(left[which == of], CHANCES)
        situations[name] = Situation(
            contracts=counts.get(number, 0),
            mean=round(float(means[of]), 2),
            quantiles=tuple(round(float(points), 2) for points in quantiles),
        )
    weights = {name: round(float(w), 4) for name, w in zip(FEATURES, found, strict=False)}
    return Fit(
        made_by=made_by,
        units=_rounded(units_of(ruleset.auction)),
        weights=Weights(
            **weights,
            partner_bid=round(float(found[len(FEATURES)]), 4),
            usual=round(float(usual), 2),
        ),
        situations=situations,
        rules=fitted_values(ruleset),
    )


def _rounded(units: Units) -> Units:
    return units.model_copy(update={"mean_melds": round(units.mean_melds, 6)})


def chances(contracts: pl.DataFrame, fit: Fit, risk: float) -> NDArray[np.float64]:
    """Return the chance that a bidder with a fit gave each contract when it bid.

    Args:
        fit: in the units of the rules played.
        risk: the bidder's ``bid_risk``.
    """
    weights = fit.weights
    estimate = sum(
        (getattr(weights, name) * contracts[name].to_numpy() for name in FEATURES),
        np.zeros(len(contracts)),
    )
    told = contracts["partner_call"].to_numpy() - fit.quantile("unspoken", risk) - weights.usual
    which, bid = contracts["situation"].to_numpy(), contracts["bid"].to_numpy()
    found = np.zeros(len(contracts))
    for number, name in enumerate(SITUATIONS):
        here = which == number
        at = fit.situations[name]
        points = estimate[here] + at.mean
        if name in WITH_BID:
            points += weights.partner_bid * told[here]
        found[here] = 1 - np.interp(bid[here] - points, at.quantiles, CHANCES, left=0.0, right=1.0)
    return found


def play_contracts(
    engine: Engine, games: int, jobs: int, advance: Callable[[int], None]
) -> pl.DataFrame:
    """Play games and return a row a contract: what its bidder knew, and what came of it.

    Returns:
        seat, bid, situation, partner_call, the FEATURES of the bidder's hand under the trump it
        named, total (of its side, melds not wiped), made.
    """
    starts = range(0, games, CHUNK_GAMES)

    def play(first: int) -> pl.DataFrame:
        size = min(CHUNK_GAMES, games - first)
        frame = contracts_of(engine.play(first, size, LogLevel.MOVES), engine.ruleset)
        advance(size)
        return frame

    with ThreadPoolExecutor(jobs) as pool:
        return pl.concat(list(pool.map(play, starts)))


def contracts_of(raw: RawChunk, ruleset: RuleSet) -> pl.DataFrame:
    """Return the contracts of a chunk that was played at the log level `moves`."""
    assert raw.moves is not None
    scored = raw.deals[:, DealField.END] != int(DealEnd.REDEAL)
    calls = _calls(raw.moves, raw.deals[:, DealField.MOVES])[scored]
    deals = raw.deals[scored].astype(np.int64)
    rows = np.arange(len(deals))
    seat, trump = deals[:, DealField.DECLARER], deals[:, DealField.TRUMP]
    hands = hands_of(raw.decks[scored], ruleset)[rows, seat]
    found = np.zeros((len(deals), len(FEATURES)), dtype=np.int64)
    features_of(new_view(ruleset.auction, []), hands, trump, found)
    side = seat & 1
    total = (
        deals[rows, DealField.CARD_POINTS_0 + side] + deals[rows, DealField.MELD_POINTS_0 + side]
    )
    partner = calls[rows, seat ^ 2]
    last = deals[:, DealField.SPEAKING] == 3
    unspoken = deals[:, DealField.SPEAKING] < 2
    case = np.where(partner == PASS, SITUATIONS.index("passed"), SITUATIONS.index("bid")) + last
    case = np.where(deals[:, DealField.ASKED] == seat, SITUATIONS.index("spoke"), case)
    case = np.where(unspoken, SITUATIONS.index("unspoken"), case)
    columns = {"seat": seat, "bid": deals[:, DealField.BID], "situation": case}
    columns |= {"partner_call": partner, "total": total}
    columns |= {name: found[:, n] for n, name in enumerate(FEATURES)}
    made = deals[:, DealField.END] == int(DealEnd.MADE)
    return pl.DataFrame(columns).with_columns(made=pl.Series(made))


def _calls(moves: RawMoves, counts: NDArray[np.int32]) -> Int64:
    """Return int64[deals, seats]: what each seat said in the auction, PASS or the points bid."""
    starts = np.cumsum(counts) - counts
    found = np.full((len(counts), 4), NOT_SPOKEN, dtype=np.int64)
    for word in range(_WORDS):
        deals = np.flatnonzero(counts > word)
        at = starts[deals] + word
        action = moves.action[at]
        spoken = (action == int(Action.PASS)) | (action == int(Action.BID))
        value = np.where(action == int(Action.BID), moves.value[at], PASS)
        found[deals[spoken], moves.seat[at[spoken]]] = value[spoken]
    return found


def hands_of(decks: NDArray[np.uint8], ruleset: RuleSet) -> Int64:
    """Return int64[deals, seats]: the hands dealt, as masks, of deck texts."""
    rules = ruleset.auction
    ranks = {ord(rank): n for n, rank in enumerate(reversed(rules.deck.ranks))}
    suits = {ord(suit): n for n, suit in enumerate("SHDC")}
    strength, suit = np.zeros((2, 256), dtype=np.int64)
    strength[list(ranks)], suit[list(suits)] = list(ranks.values()), list(suits.values())
    cards = 16 * suit[decks[:, 1::2]] + 2 * strength[decks[:, 0::2]]
    cards = cards[:, : 4 * rules.deal.hand_size].reshape(len(decks), 4, rules.deal.hand_size)
    twin = np.zeros(cards.shape, dtype=np.int64)
    twin[:, :, 1:] = cards[:, :, 1:] == cards[:, :, :-1]  # hands are sorted
    found: Int64 = np.bitwise_or.reduce(np.int64(1) << (cards + twin), axis=2)
    return found


def by_decile(contracts: pl.DataFrame) -> pl.DataFrame:
    """Return a row for each tenth of the contracts, in the order of the chance predicted.

    Args:
        contracts: with the columns made and chance.

    Returns:
        decile, contracts, lowest, highest and predicted (mean) chance, made (share).
    """
    count = len(contracts)
    frame = contracts.select("made", "chance").sort("chance")
    tenth = (pl.int_range(count) * 10 // count + 1).alias("decile")
    return (
        frame.with_columns(tenth)
        .group_by("decile")
        .agg(
            contracts=pl.len(),
            lowest=pl.col("chance").min(),
            highest=pl.col("chance").max(),
            predicted=pl.col("chance").mean(),
            made=pl.col("made").mean(),
        )
        .sort("decile")
    )


def validation_run(scenario: Scenario, jobs: int, advance: Callable[[int], None]) -> pl.DataFrame:
    """Play the games of a scenario and return the contracts of `standard`, each with its chance.

    Returns:
        The columns of `play_contracts`, and chance: what the bidder gave its bid when it made it.

    Raises:
        BadInput: no seat is `standard`, or they never became declarer.
        InvalidScenario: a bot does not hold.
    """
    policies = load_policies(scenario)
    seats = [n for n, bot in enumerate(scenario.bots) if bot.policy == "standard"]
    if not seats:
        raise BadInput(f"{scenario.source}: no seat is `standard`, whose bids predict a chance")
    contracts = play_contracts(
        Engine(scenario.ruleset, policies, scenario.seed), scenario.games, jobs, advance
    )
    found = []
    for seat in seats:
        own = contracts.filter(pl.col("seat") == seat)
        fit = carried(fit_of(scenario, scenario.bots[seat]), scenario.ruleset.auction)
        chance = chances(own, fit, policies[seat].params[0])
        found.append(own.with_columns(chance=pl.Series(chance)))
    every = pl.concat(found)
    if every.is_empty():
        raise BadInput(f"{scenario.source}: `standard` never became declarer: play more games")
    return every
