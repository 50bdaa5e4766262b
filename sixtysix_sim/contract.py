"""What a bot sees and what it answers: the contract between kernels and policies (auction family).

Hands and sets of cards are 64-bit masks, drawn once here:

    bit   63 ........ 48 47 ........ 32 31 ........ 16 15 ......... 0
    suit       clubs        diamonds        hearts         spades
                                                     ┌──────────────┐
    within a suit, two bits a rank, lowest rank first │..AA TT KK QQ JJ 99│
    the even bit: the hand holds the card; the odd bit above it: it holds both copies

A *card* in the kernels is the even bit's number, 16 × suit + 2 × strength, so that of two cards of
one suit the higher number is the stronger, and twins are equal. A policy is four functions of one
signature, ``(hand, legal, view, draw) -> answer``:

    call    legal: the lowest bid allowed, or NO_BID   answer: PASS, ASK or the bid's points
    answer  legal: 0                                   answer: REDEAL or SPEAK
    trump   legal: 0                                   answer: a suit 0–3
    play    legal: mask of playable cards (even bits)  answer: one of those cards

``hand`` is the seat's own hand. ``draw`` is 64 fresh random bits of the seat's own stream for this
decision. ``view`` (int64[:]) holds what everybody at the table knows, and the seats' parameters, in
the slots of `View`; hidden cards are in no slot.
"""

from dataclasses import dataclass
from enum import IntEnum
from typing import Any

EVEN = 0x5555_5555_5555_5555
SUIT_MASK = 0xFFFF
SEATS = 4
MAX_PARAMS = 8

PASS, ASK = -1, -2
NO_BID = -1
REDEAL, SPEAK = 0, 1
NOT_SPOKEN = -3


class View(IntEnum):
    """Slots of a view. Seats, suits, cards and points are plain integers; −1 is "none"."""

    SEAT = 0  # who decides
    DEALER = 1
    PLACE = 2  # auction: how many seats have spoken before this one
    CALLS = 3  # …6, by seat: NOT_SPOKEN, PASS or the points bid
    HIGH_BID = 7  # the highest bid so far, later the contract; −1 none
    HIGH_SEAT = 8  # who bid it, later the declarer
    MAY_ASK = 9  # 1 if `call` may answer ASK
    MAY_PASS = 10  # 0 only where after_speak = must_bid forces a bid
    ASKED = 11  # the seat that asked in this deal
    SCORES = 12  # …13, by side, before the deal
    TRUMP = 14  # −1 until named
    TRICK = 15  # 1, 2, … during play, 0 before
    LEADER = 16  # of this trick
    LED = 17  # card led, −1 on lead
    BEST = 18  # card winning so far
    BEST_SEAT = 19
    TRICK_POINTS = 20  # on the table
    TABLE = 21  # …24, by seat: card on the table, −1 none
    PLAYED = 25  # mask of all cards played before (one copy: even bit; both: odd bit too)
    VOIDS = 26  # bit 4 × seat + suit: the seat has failed to follow that suit
    TRICKS = 27  # …28, tricks won, by side
    CARD_POINTS = 29  # …30, by side
    MELD_POINTS = 31  # …32, by side; 0 until trump is named
    SHOWN = 33  # …36, by seat: mask of the cards in its melds (C5.12)
    # facts of the rule set
    LENGTH = 39  # of the view
    MIN_BID = 40
    MAX_BID = 41
    STEP = 42
    TARGET = 43
    HAND_SIZE = 44
    PACKS = 45
    BONUS = 46  # last trick
    VALUES = 47  # …54, card points by strength, weakest rank first
    RANKS = 55  # how many ranks a suit has
    PENALTY = 56
    PARAMS = 64  # + MAX_PARAMS × seat: the seats' parameters, float bits (kernels.bits.param)
    MELDS = 96  # the meld table, read through kernels.melds.meld_points


@dataclass(frozen=True)
class CompiledPolicy:
    """A policy ready for a kernel: four compiled functions and the values of its parameters.

    Attributes:
        name: what the scenario calls it.
        params: values in the order the policy declares them, then what its module's
            ``facts(rules, *params)`` works out from the rule set once, if it has one (the mean
            melds of a hand, say); at most MAX_PARAMS together, read by `kernels.bits.param`.
        call: answers PASS, ASK or a bid. answer, trump, play: see the module's table.
        blunder: chance of deciding as the `random` bot would instead.
    """

    name: str
    params: tuple[float, ...]
    call: Any
    answer: Any
    trump: Any
    play: Any
    blunder: float = 0.0
