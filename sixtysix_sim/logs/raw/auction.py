"""Columns of a raw deal row of the auction family."""

from enum import IntEnum

from sixtysix_sim.logs.raw import AnyDeal


class DealField(IntEnum):
    """Columns of a raw deal row of the auction family (int32)."""

    GAME = AnyDeal.GAME
    DEAL = AnyDeal.DEAL
    DEALER = AnyDeal.DEALER
    END = AnyDeal.END
    TRUMP = AnyDeal.TRUMP
    WINNER = AnyDeal.WINNER
    MOVES = AnyDeal.MOVES
    FORCED = AnyDeal.FORCED
    LEGAL = AnyDeal.LEGAL
    MELDS = AnyDeal.MELDS
    DECLARER = 10
    BID = 11
    KAPUT = 12  # side
    LAST_TRICK = 13  # side
    SPEAKING = 14
    BIDS = 15
    ASKED = 16
    CHANGE_0 = 17
    CHANGE_1 = 18
    SCORE_0 = 19
    SCORE_1 = 20
    TRICKS_0 = 21
    TRICKS_1 = 22
    CARD_POINTS_0 = 23  # last-trick bonus included
    CARD_POINTS_1 = 24
    MELD_POINTS_0 = 25  # before any wipe
    MELD_POINTS_1 = 26
    FIRST_SPEAKER = 27
