"""What a bot of the talon family sees and answers (masks and signature: `contract`).

    lead    on lead; legal: mask of cards that may be led      answer: a card, or a word below
    follow  legal: mask of playable cards (even bits)          answer: one of those cards
    choose  the winner of a trick before drawing (D5.1)        answer: DRAW, CLOSE or CLAIM

A word is an answer below 0: CLAIM, CLOSE, EXCHANGE, DRAW, or ``MARRIAGE - suit``. Which words are
legal stands in ``view[View.MAY]``, one bit each (`word_of`); CLAIM's bit says that a claim is
*right*, a wrong one can always be made on lead where `claim.when` lets anyone claim
(``view[View.MAY_CLAIM]``). After an exchange, a marriage or a closing `lead` is asked again.
"""

from enum import IntEnum

from sixtysix_sim.contract import FAMILY_SLOT, LENGTH_SLOT, MAX_SEATS, PARAMS_SLOT, SEAT_SLOT

DECISIONS = ("lead", "follow", "choose")
TWO_SEATS = 2
MOST_CARDS = 96  # more than places of a deal: seats × tricks, hands of several sizes included

# answers that are no card
CLAIM, CLOSE, EXCHANGE, DRAW = -1, -2, -3, -4
MARRIAGE = -5  # of suit 0; of suit s: MARRIAGE − s
LAST_WORD = MARRIAGE - 3  # nothing below it is an answer
# bits of View.MAY
MAY_CLAIM_RIGHTLY, MAY_CLOSE, MAY_EXCHANGE, MAY_DRAW = 1, 2, 4, 8
MAY_MARRY = 16  # in suit 0; in suit s: MAY_MARRY << 16 × s
MARRIAGES = MAY_MARRY * 0x0001_0001_0001_0001
# rights that can be hidden from a bot (`never`), as bits of View.MAY
RIGHTS = {"close": MAY_CLOSE, "exchange": MAY_EXCHANGE, "marriage": MARRIAGES}


def word_of(bit: int) -> int:
    """Return the answer that a bit number of View.MAY allows: CLAIM of 0, CLOSE of 1, …"""
    return -1 - (bit & 15) - (bit >> 4)


def bit_of(answer: int) -> int:
    """Return the bit number of View.MAY that stands for a word; 4 + 16 × suit for a marriage."""
    return -1 - answer if answer > MARRIAGE else 4 + 16 * (MARRIAGE - answer)


class View(IntEnum):
    """Slots of a view. Seats, suits, cards and points are plain integers; −1 is "none".

    A comment "×6" says that six slots follow, one a seat; sides are seats (K1.1).
    """

    SEAT = SEAT_SLOT
    LENGTH = LENGTH_SLOT
    PARAMS = PARAMS_SLOT
    DEALER = FAMILY_SLOT + 0
    FOREHAND = FAMILY_SLOT + 1
    STAKE = FAMILY_SLOT + 2  # carried into the deal (D7.3)
    TRUMP = FAMILY_SLOT + 3
    UPCARD = FAMILY_SLOT + 4  # −1 once it is drawn
    TALON = FAMILY_SLOT + 5  # cards left, the upcard included
    CLOSER = FAMILY_SLOT + 6  # who closed the talon, −1
    CLOSED_AT = FAMILY_SLOT + 7  # cards left when it was closed, −1
    EXCHANGER = FAMILY_SLOT + 8  # who exchanged last, −1
    TRICK = FAMILY_SLOT + 9  # 1, 2, …: the trick being played or about to be led
    LEADER = FAMILY_SLOT + 10
    LED = FAMILY_SLOT + 11  # card led, −1 on lead
    BEST = FAMILY_SLOT + 12  # card winning so far
    BEST_SEAT = FAMILY_SLOT + 13
    TRICK_POINTS = FAMILY_SLOT + 14  # on the table
    DECLARED = FAMILY_SLOT + 15  # suit of the marriage to be led now, −1
    MAY = FAMILY_SLOT + 16  # bits of legal words
    MAY_CLAIM = FAMILY_SLOT + 17  # 1 if a claim, right or wrong, can be made now (K6.3)
    PLAYED = FAMILY_SLOT + 18  # all cards played before (one copy: even bit; both: odd bit too)
    VOIDS = FAMILY_SLOT + 19  # bit 4 × seat + suit: failed to follow that suit under a duty
    ENDGAME = FAMILY_SLOT + 20  # 1 once the talon is closed or empty
    SCORES = FAMILY_SLOT + 24  # ×6, before the deal
    TABLE = FAMILY_SLOT + 30  # ×6, card on the table, −1
    TRICKS = FAMILY_SLOT + 36  # ×6, tricks won
    CARD_POINTS = FAMILY_SLOT + 42  # ×6, won in tricks
    MELD_POINTS = FAMILY_SLOT + 48  # ×6, marriages that count
    PENDING = FAMILY_SLOT + 54  # ×6, marriages that wait for a trick (K3.2)
    SHOWN = FAMILY_SLOT + 60  # ×6, mask of cards known to be in the hand
    # what a failed closing is judged by (K5.3)
    CLOSE_TRICKS = FAMILY_SLOT + 66  # ×6, tricks won when the talon was closed
    CLOSE_POINTS = FAMILY_SLOT + 72  # ×6, points then
    CLOSE_TRICK = FAMILY_SLOT + 78  # the trick about to be led then, 0 not closed
    RIGHTS = FAMILY_SLOT + 79  # bits of words that talon and upcard allow, whoever leads
    # facts of the rule set
    SEATS = FAMILY_SLOT + 80
    HAND_SIZE = FAMILY_SLOT + 81
    PACKS = FAMILY_SLOT + 82
    RANKS = FAMILY_SLOT + 83  # how many ranks a suit has
    VALUES = FAMILY_SLOT + 84  # ×8, card points by strength, weakest rank first
    KING = FAMILY_SLOT + 92  # strength × 2 of the king within a suit, −1 if the pack has none
    QUEEN = FAMILY_SLOT + 93
    EXCHANGED = FAMILY_SLOT + 94  # strength × 2 of the rank that may be exchanged, −1
    PLAIN = FAMILY_SLOT + 95  # points of a marriage
    TRUMP_MARRIAGE = FAMILY_SLOT + 96
    BONUS = FAMILY_SLOT + 97  # last trick
    TARGET = FAMILY_SLOT + 98  # points that win a deal
    MATCH = FAMILY_SLOT + 99  # game points that win the match, 0 none
    MUST_FOLLOW = FAMILY_SLOT + 100
    MUST_BEAT = FAMILY_SLOT + 101  # 0 never, 1 if trump was led, 2 always
    MUST_TRUMP = FAMILY_SLOT + 102
    NEEDS_TRICK = FAMILY_SLOT + 103  # of a marriage: 0 no, 1 to count, 2 to declare
    TIED = FAMILY_SLOT + 104  # ×6, mask of cards of the hand that have served in a marriage
    OWED = FAMILY_SLOT + 110  # ×6, draws owed: 1 one more at the next draw, −1 one less (D8.2–D8.4)
    # wrong marriages and slips of the deal (D8); 0 where nobody slips
    FACED = FAMILY_SLOT + 116  # ×6, mask of cards shown for a wrong marriage that may be corrected
    FACED_AT = FAMILY_SLOT + 122  # ×6, the trick they were shown before
    SLIPS = FAMILY_SLOT + 128  # how often each kind happened in the deal (`vocabulary.Slip`)
    HISTORY = FAMILY_SLOT + 129  # + seats × (trick − 1) + seat: card played, for tricks so far
    END = FAMILY_SLOT + 129 + MOST_CARDS


assert View.SHOWN - View.PENDING == MAX_SEATS
