"""Measures of a game of the auction family: what each place of a game's measure vector counts.

A measure is a whole number a game brings: its contracts, its points from melds. The first places
are the same for every rule set (`Slot`); behind them stand the bid levels and the melds of the rule
set (`Layout`). Compiled code fills the vector (`kernels.measures`), metrics are ratios of places.
"""

from enum import IntEnum
from typing import NamedTuple

from sixtysix_sim.rules.auction import AuctionRules
from sixtysix_sim.rules.ruleset import RuleSet

MAX_LEVELS = 64
BANDS = 10  # of meld points held, each three steps of bidding wide; the last is open


class Slot(IntEnum):
    """Places that every rule set of the auction family has.

    "Declarer" and "defender" mean the side of the declarer and the other one. A comment "…n" says
    how many places follow one another from there.
    """

    GAMES = 0  # always 1
    DECIDED = 1  # games with a winner
    NO_WINNER = 2
    WINS = 3  # …2, by side
    FIRST_WINS = 5  # the side of the first deal's first speaker wins
    FIRST_LOSSES = 6
    DECLARER_WINS = 7  # the declarer's side of the last scored deal wins
    MARGIN = 8  # winner's score less the loser's (C8.2: may be below 0), decided games
    SPREAD = 9  # |score difference|, all games
    SCORES = 10  # …2, by side
    ENDS = 12  # …4, by GameEnd
    LEAD_CHANGES = 16  # the side in front has become the one behind
    BEHIND_WINS = 17  # the winner was behind at some time
    DEFICIT = 18  # by how much at most, decided games
    KAPUT_GAMES = 19  # with at least one kaput
    DEALT = 20  # deals, redealt ones included
    DEALS = 21  # scored deals; each has one contract
    HANDS = 22  # hands in scored deals
    REDEALS = 23
    PASSED_OUT = 24  # redeals because nobody bid
    ASKS = 25
    ANSWERS_REDEAL = 26
    MADE = 27
    SET = 28
    BID_POINTS = 29  # sum of contracts
    MADE_OVER = 30  # points above the bid, contracts made
    SET_SHORT = 31  # points missing to the bid, contracts set
    SET_COST = 32  # points written off by a set side
    SET_SWING = 33  # the same and what the other side writes
    KAPUTS = 34
    KAPUT_DECLARER = 35
    KAPUT_DEFENDER = 36
    KAPUT_MELDS = 37  # meld points of the side without a trick
    TRICKS_DECLARER = 38
    TRICKS_DEFENDER = 39
    LAST_TRICK_DECLARER = 40
    CHANGE = 41  # points written, both sides
    CHANGE_DECLARER = 42
    CHANGE_DEFENDER = 43
    CHANGE_SIDES = 44  # …2
    CARDS = 46  # trick points with the last-trick bonus
    CARDS_DECLARER = 47
    CARDS_DEFENDER = 48
    CARDS_SIDES = 49  # …2
    MELDS = 51  # meld points before any wipe
    MELDS_DECLARER = 52
    MELDS_DEFENDER = 53
    MELDS_SIDES = 54  # …2
    COUNTED = 56  # CARDS + MELDS
    MOVES = 57
    FORCED = 58
    LEGAL = 59  # sum over moves of how many were legal
    SPEAKING = 60  # …4, contracts by the declarer's place in the auction
    SPEAKING_MADE = 64  # …4
    BIDS = 68  # …4, contracts by how many bids were made (1–4)
    BIDS_MADE = 72  # …4
    TRUMPS = 76  # …4, contracts by suit
    # working space of a game in play, 0 when it is over
    WORK_FIRST_SIDE = 80  # side of the first speaker + 1
    WORK_DECLARER_SIDE = 81  # of the last scored deal + 1
    WORK_LEADER = 82  # 1 side 0 in front, −1 side 1
    WORK_LOW = 83  # lowest score difference so far, side 0 less side 1
    WORK_HIGH = 84


FIXED = 85
_SEVERAL = {
    Slot.WINS: "01",
    Slot.SCORES: "01",
    Slot.ENDS: ("target", "deal_count", "deal_cap", "redeal_cap"),
    Slot.CHANGE_SIDES: "01",
    Slot.CARDS_SIDES: "01",
    Slot.MELDS_SIDES: "01",
    Slot.SPEAKING: "1234",
    Slot.SPEAKING_MADE: "1234",
    Slot.BIDS: "1234",
    Slot.BIDS_MADE: "1234",
    Slot.TRUMPS: "SHDC",
}


class Layout(NamedTuple):
    """Where the measures of one rule set stand; plain integers, fit for compiled code.

    Attributes:
        levels: bid levels kept apart; their contracts stand from FIXED, those made behind them.
        lowest: the lowest bid. width: points of bid a level spans.
        band: meld points a band spans; contracts by band stand from bands_at, those made behind.
        tricks: of a deal; the actions that were forced, by trick, stand from forced_at, and how
            many were legal from legal_at.
        melds: melds of the rule set. hands_at, deals_at, copies_at, points_at: their places.
        work_at: working space, one place a meld.
        judged_wiped: 1 if a kaput wipes melds before the contract is judged (C7.5).
        size: length of the measure vector.
    """

    levels: int
    lowest: int
    width: int
    band: int
    bands_at: int
    tricks: int
    forced_at: int
    legal_at: int
    melds: int
    hands_at: int
    deals_at: int
    copies_at: int
    points_at: int
    work_at: int
    judged_wiped: int
    size: int


def layout_of(ruleset: RuleSet) -> Layout:
    """Return where the measures of a rule set stand."""
    rules = ruleset.auction
    levels, width = _levels(rules)
    melds = len(rules.melds.patterns)
    tricks = rules.deal.hand_size
    bands_at = FIXED + 2 * levels
    forced_at = bands_at + 2 * BANDS
    at = forced_at + 2 * tricks
    return Layout(
        levels=levels,
        lowest=rules.auction.min_bid,
        width=width,
        band=3 * rules.auction.step,
        bands_at=bands_at,
        tricks=tricks,
        forced_at=forced_at,
        legal_at=forced_at + tricks,
        melds=melds,
        hands_at=at,
        deals_at=at + melds,
        copies_at=at + 2 * melds,
        points_at=at + 3 * melds,
        work_at=at + 4 * melds,
        judged_wiped=int(rules.kaput.wipes_melds and rules.kaput.before_contract),
        size=at + 5 * melds,
    )


def side_place(name: str, side: int) -> int:
    """Return the place of a measure of one side, named as in `Slot`."""
    return Slot[name] + side


def measure_names(ruleset: RuleSet) -> list[str]:
    """Return the name of every place of a game's measure vector, as in ``made`` or ``bids.2``.

    Names that begin with ``work`` are working space: always 0 once a game is over.
    """
    names = [""] * FIXED
    for slot in Slot:
        for n, group in enumerate(_SEVERAL.get(slot, ("",))):
            names[slot + n] = slot.name.lower() + (f".{group}" if group else "")
    levels = level_names(ruleset)
    melds = list(ruleset.auction.melds.patterns)
    names += [f"level.{level}" for level in levels]
    names += [f"level_made.{level}" for level in levels]
    bands, tricks = band_names(ruleset), trick_names(ruleset)
    for word in ("held", "held_made"):
        names += [f"{word}.{band}" for band in bands]
    for word in ("trick_forced", "trick_legal"):
        names += [f"{word}.{trick}" for trick in tricks]
    for word in ("meld_hands", "meld_deals", "meld_copies", "meld_points", "work_meld"):
        names += [f"{word}.{meld}" for meld in melds]
    return names


def level_names(ruleset: RuleSet) -> list[str]:
    """Return the names of the bid levels: ``150``, or ``150–190`` where several bids share one."""
    auction = ruleset.auction.auction
    levels, width = _levels(ruleset.auction)
    top = auction.max_bid - (auction.max_bid - auction.min_bid) % auction.step
    lows = [auction.min_bid + n * width for n in range(levels)]
    highs = [min(low + width - auction.step, top) for low in lows]
    return [
        str(low) if low == high else f"{low}–{high}" for low, high in zip(lows, highs, strict=True)
    ]


def band_names(ruleset: RuleSet) -> list[str]:
    """Return the names of the bands of meld points held: ``0–29`` … ``270+``."""
    width = 3 * ruleset.auction.auction.step
    bands = [f"{n * width}–{(n + 1) * width - 1}" for n in range(BANDS - 1)]
    return [*bands, f"{(BANDS - 1) * width}+"]


def trick_names(ruleset: RuleSet) -> list[str]:
    """Return the numbers of a deal's tricks, from 1, as names."""
    return [str(trick + 1) for trick in range(ruleset.auction.deal.hand_size)]


def _levels(rules: AuctionRules) -> tuple[int, int]:
    """Return how many levels are kept apart (at most MAX_LEVELS) and how wide one is in points."""
    auction = rules.auction
    bids = (auction.max_bid - auction.min_bid) // auction.step + 1
    together = -(-bids // MAX_LEVELS)
    return -(-bids // together), together * auction.step
