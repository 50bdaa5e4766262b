"""The raw rows of the auction family through its referee."""

from typing import Any, ClassVar

from sixtysix_sim.logs.raw import MeldField
from sixtysix_sim.logs.raw.auction import DealField
from sixtysix_sim.referee import auction as referee
from sixtysix_sim.referee.auction.bidding import first_speaker
from sixtysix_sim.vocabulary import NOBODY, DealEnd
from tests.agreement.replay import ChunkJudge, hands_of

D, M = DealField, MeldField


class AuctionJudge(ChunkJudge):
    """Judges a chunk of the auction family."""

    referee: ClassVar[Any] = referee

    def open(self, row: list[int], deck: Any, first: bool) -> None:
        hands = hands_of(deck, self.ruleset.auction.deal.hand_size)
        if first:
            assert row[D.DEALER] in range(4)
            self.state = referee.new_deal(self.ruleset, row[D.DEALER], hands)
        else:
            self.state = referee.next_deal(self.state, hands)
        assert referee.hands_breach(self.state.rules, hands) is None

    def note(self, event: referee.Event) -> None:
        """Nothing: the referee's state keeps all the row says."""

    def wanted(self) -> dict[int, int]:
        state, result = self.state, self.state.result
        return {
            **result_row(result),
            D.ASKED: state.asked,
            D.FIRST_SPEAKER: first_speaker(state),
            D.MELDS: len(state.melds),
            D.SCORE_0: result.score_after[0],
            D.SCORE_1: result.score_after[1],
        }

    def compare_melds(self, rows: list[list[int]]) -> None:
        names = list(self.ruleset.auction.melds.patterns)
        logged = [(m[M.SEAT], names[m[M.MELD]], m[M.SUIT], m[M.COPIES], m[M.POINTS]) for m in rows]
        assert logged == [tuple(meld[:5]) for meld in self.state.melds]
        assert all((m[M.DEAL_ROW], m[M.COUNTED]) == (self.place.deal, 1) for m in rows)


def result_row(result: referee.DealResult) -> dict[int, int]:
    """Return the fields of a raw deal row that a deal's result gives."""
    row: dict[int, int] = {
        D.END: int(result.end),
        D.TRUMP: NOBODY if result.trump is None else result.trump,
        D.WINNER: result.winner,
        D.DECLARER: result.declarer,
        D.KAPUT: result.kaput,
        D.LAST_TRICK: result.last_trick,
        D.SPEAKING: result.speaking,
        D.BIDS: result.bids,
        D.BID: NOBODY if result.bid is None else result.bid,
    }
    for first, pair in (
        (D.CHANGE_0, result.change),
        (D.TRICKS_0, result.tricks),
        (D.CARD_POINTS_0, result.card_points),
        (D.MELD_POINTS_0, result.meld_points),
    ):
        row[first], row[first + 1] = pair
    assert (result.made is None) == (result.end is DealEnd.REDEAL)
    return row
