"""What a bot of the auction family sees and answers (masks and signature: `contract`).

call    legal: the lowest bid allowed, or NO_BID   answer: PASS, ASK or the bid's points
answer  legal: 0                                   answer: REDEAL or SPEAK
trump   legal: 0                                   answer: a suit 0–3
play    legal: mask of playable cards (even bits)  answer: one of those cards
"""

from enum import IntEnum

from sixtysix_sim.contract import FAMILY_SLOT, LENGTH_SLOT, PARAMS_SLOT, SEAT_SLOT

SEATS = 4
MOST_CARDS = 64  # dealt in a deal
DECISIONS = ("call", "answer", "trump", "play")
RIGHTS = {"ask": 1}  # rights that can be hidden from a bot (`never`), as bits

PASS, ASK = -1, -2
NO_BID = -1
REDEAL, SPEAK = 0, 1
NOT_SPOKEN = -3


class View(IntEnum):
    """Slots of a view. Seats, suits, cards and points are plain integers; −1 is "none"."""

    SEAT = SEAT_SLOT
    LENGTH = LENGTH_SLOT
    PARAMS = PARAMS_SLOT
    DEALER = FAMILY_SLOT + 0
    PLACE = FAMILY_SLOT + 1  # auction: how many seats have spoken before this one
    CALLS = FAMILY_SLOT + 2  # ×4, by seat: NOT_SPOKEN, PASS or the points bid
    HIGH_BID = FAMILY_SLOT + 6  # the highest bid so far, later the contract; −1 none
    HIGH_SEAT = FAMILY_SLOT + 7  # who bid it, later the declarer
    MAY_ASK = FAMILY_SLOT + 8  # 1 if `call` may answer ASK
    MAY_PASS = FAMILY_SLOT + 9  # 0 only where after_speak = must_bid forces a bid
    ASKED = FAMILY_SLOT + 10  # the seat that asked in this deal
    SCORES = FAMILY_SLOT + 11  # ×2, by side, before the deal
    TRUMP = FAMILY_SLOT + 13  # −1 until named
    TRICK = FAMILY_SLOT + 14  # 1, 2, … during play, 0 before
    LEADER = FAMILY_SLOT + 15  # of this trick
    LED = FAMILY_SLOT + 16  # card led, −1 on lead
    BEST = FAMILY_SLOT + 17  # card winning so far
    BEST_SEAT = FAMILY_SLOT + 18
    TRICK_POINTS = FAMILY_SLOT + 19  # on the table
    TABLE = FAMILY_SLOT + 20  # ×4, by seat: card on the table, −1 none
    PLAYED = FAMILY_SLOT + 24  # all cards played before (one copy: even bit; both: odd bit too)
    VOIDS = FAMILY_SLOT + 25  # bit 4 × seat + suit: the seat has failed to follow that suit
    TRICKS = FAMILY_SLOT + 26  # ×2, tricks won, by side
    CARD_POINTS = FAMILY_SLOT + 28  # ×2, by side
    MELD_POINTS = FAMILY_SLOT + 30  # ×2, by side; 0 until trump is named
    SHOWN = FAMILY_SLOT + 32  # ×4, by seat: mask of the cards in its melds (C5.12)
    # facts of the rule set
    MIN_BID = FAMILY_SLOT + 39
    MAX_BID = FAMILY_SLOT + 40
    STEP = FAMILY_SLOT + 41
    TARGET = FAMILY_SLOT + 42
    HAND_SIZE = FAMILY_SLOT + 43
    PACKS = FAMILY_SLOT + 44
    BONUS = FAMILY_SLOT + 45  # last trick
    VALUES = FAMILY_SLOT + 46  # ×8, card points by strength, weakest rank first
    RANKS = FAMILY_SLOT + 54  # how many ranks a suit has
    PENALTY = FAMILY_SLOT + 55
    HISTORY = FAMILY_SLOT + 57  # + 4 × (trick − 1) + seat: card played, for tricks so far
    MELDS = FAMILY_SLOT + 57 + MOST_CARDS  # the meld table, read through kernels.melds.meld_points
