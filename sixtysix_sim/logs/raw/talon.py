"""Columns of a raw deal row of the talon family; sides are seats, six at most."""

from enum import IntEnum

from sixtysix_sim.logs.raw import AnyDeal


class DealField(IntEnum):
    """Columns of a raw deal row of the talon family (int32). "×6": one column a side follows."""

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
    FOREHAND = 10
    UPCARD = 11  # card code, as turned up
    CLOSER = 12
    CLOSED_AT = 13  # cards left in the talon with the upcard, −1 not closed
    EXCHANGER = 14
    GAME_POINTS = 15  # paid to the winner, stake included
    STAKE = 16  # carried into the deal
    CLAIMER = 17  # who claimed, rightly or wrongly, −1
    CARDS = 18  # cards played
    EXCHANGES = 19
    LAST_TRICK = 20  # who took the last trick played out, −1 if the deal ended before
    CLOSE_TRICK = 21  # the trick about to be led when the talon was closed, 0
    CHANGE = 22  # ×6
    SCORE = 28  # ×6, after the deal
    TRICKS = 34  # ×6
    CARD_POINTS = 40  # ×6, last-trick bonus included
    MELD_POINTS = 46  # ×6, marriages that count
    SLIPS = 52  # irregularities (D8): SLIP_BITS bits a kind, in the order of `vocabulary.Slip`


WIDTH = 53
