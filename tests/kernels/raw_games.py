"""Made-up raw rows of whole games: each row possible in itself, drawn without playing cards."""

import random
from dataclasses import dataclass

import numpy as np

from sixtysix_sim.logs.raw import NONE, GameField, Int32, MeldField
from sixtysix_sim.logs.raw.auction import DealField
from sixtysix_sim.rules.ruleset import RuleSet
from sixtysix_sim.vocabulary import DealEnd, GameEnd

D, G, M = DealField, GameField, MeldField


@dataclass(frozen=True)
class RawGames:
    """Rows of some games; ``first_meld`` says where each deal's melds begin."""

    games: Int32
    deals: Int32
    melds: Int32
    first_meld: list[int]


def raw_games(ruleset: RuleSet, games: int, seed: int) -> RawGames:
    """Draw rows of so many games."""
    rng = random.Random(seed)
    game_rows: list[list[int]] = []
    deal_rows: list[list[int]] = []
    meld_rows: list[list[int]] = []
    first_meld: list[int] = []
    for game in range(games):
        score = [0, 0]
        scored = redeals = 0
        winner, end = NONE, GameEnd.TARGET
        while winner == NONE and end == GameEnd.TARGET:
            first_meld.append(len(meld_rows))
            if rng.random() < 0.2:
                row = _redeal(rng)
                redeals += 1
            else:
                melds = _melds(rng, ruleset, len(deal_rows))
                meld_rows += melds
                row = _deal(rng, ruleset, melds)
                scored += 1
            for side in range(2):
                score[side] += row[D.CHANGE_0 + side]
                row[D.SCORE_0 + side] = score[side]
            row[D.GAME], row[D.DEAL] = game, scored + redeals - 1
            deal_rows.append(row)
            if max(score) >= 800:
                winner = score.index(max(score))
            elif scored == 5:
                end = rng.choice([GameEnd.DEAL_CAP, GameEnd.REDEAL_CAP])
        game_rows.append([scored + redeals, scored, winner, end, *score])
    return RawGames(
        np.array(game_rows, dtype=np.int32),
        np.array(deal_rows, dtype=np.int32),
        np.array(meld_rows, dtype=np.int32).reshape(-1, len(M)),
        first_meld,
    )


def _redeal(rng: random.Random) -> list[int]:
    row = [0] * len(D)
    for field in (D.TRUMP, D.WINNER, D.DECLARER, D.BID, D.KAPUT, D.LAST_TRICK, D.SPEAKING):
        row[field] = NONE
    row[D.DEALER] = rng.randrange(4)
    row[D.FIRST_SPEAKER] = (row[D.DEALER] + 1) % 4
    row[D.END] = DealEnd.REDEAL
    asked, answer = rng.random() < 0.5, rng.random() < 0.5
    row[D.ASKED] = rng.randrange(4) if asked else NONE
    row[D.MOVES] = (4 if answer else 6) if asked else 4
    row[D.BIDS] = rng.randrange(2) if asked and answer else 0
    row[D.FORCED], row[D.LEGAL] = rng.randrange(3), rng.randrange(100)
    return row


def _deal(rng: random.Random, ruleset: RuleSet, melds: list[list[int]]) -> list[int]:
    auction = ruleset.auction.auction
    row = [0] * len(D)
    row[D.DEALER], row[D.DECLARER] = rng.randrange(4), rng.randrange(4)
    row[D.FIRST_SPEAKER] = (row[D.DEALER] + 1) % 4
    row[D.SPEAKING] = (row[D.DECLARER] - row[D.FIRST_SPEAKER]) % 4
    row[D.BIDS] = rng.randint(1, 4)
    row[D.ASKED] = rng.choice([NONE, NONE, 0, 1, 2, 3])
    row[D.TRUMP] = rng.randrange(4)
    steps = (auction.max_bid - auction.min_bid) // auction.step
    row[D.BID] = auction.min_bid + auction.step * rng.randint(0, min(steps, rng.randint(1, 60)))
    row[D.LAST_TRICK] = rng.randrange(2)
    row[D.KAPUT] = rng.choice([NONE] * 8 + [0, 1])
    tricks = rng.randrange(13) if row[D.KAPUT] == NONE else 12 * (1 - row[D.KAPUT])
    cards = 5 * rng.randrange(51)
    row[D.TRICKS_0], row[D.TRICKS_1] = tricks, 12 - tricks
    row[D.CARD_POINTS_0], row[D.CARD_POINTS_1] = cards, 250 - cards
    for meld in melds:
        row[D.MELD_POINTS_0 + meld[M.SEAT] % 2] += meld[M.POINTS]
    side = row[D.DECLARER] % 2
    made = rng.random() < 0.6
    row[D.END] = DealEnd.MADE if made else DealEnd.SET
    row[D.WINNER] = side if made else 1 - side
    totals = [row[D.CARD_POINTS_0 + s] + row[D.MELD_POINTS_0 + s] for s in range(2)]
    row[D.CHANGE_0], row[D.CHANGE_1] = totals
    if not made:
        row[D.CHANGE_0 + side] = -row[D.BID]
    row[D.MOVES], row[D.FORCED] = 53 + rng.randrange(4), rng.randrange(20)
    row[D.LEGAL], row[D.MELDS] = 200 + rng.randrange(100), len(melds)
    return row


def _melds(rng: random.Random, ruleset: RuleSet, deal_row: int) -> list[list[int]]:
    rows = []
    for seat in range(4):
        for n, meld in enumerate(ruleset.auction.melds.patterns.values()):
            for suit in range(3 if meld.suit == "plain" else 1):
                if rng.random() < 0.15:
                    copies = rng.choice([1, 1, 1, 2])
                    shown = suit if meld.suit else NONE
                    rows.append([deal_row, seat, n, shown, copies, copies * meld.points, 1])
    return rows
