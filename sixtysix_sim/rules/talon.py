"""Rule parameters of the talon family: two-hand games with an upcard, and more seats of them."""

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from sixtysix_sim.rules.common import Deal, Deck, Follow, LastTrick, Section, param, rank_or_none
from sixtysix_sim.rules.wording import shown

SEATS = (2, 6)
MOST_TRICKS = 24
MOST_TALON = 24
TARGET_LIMIT = 10_000
MOST_FIXED_PRICE = 3  # of a failed closing or a wrong claim, whatever the stakes


def _targets(value: object) -> object:
    numbers = value if isinstance(value, list | tuple) else (None,)
    if not all(type(number) is int and 1 <= number <= TARGET_LIMIT for number in numbers):
        raise ValueError(
            f"is {shown(value)} but must list whole numbers from 1 to {TARGET_LIMIT}, as in "
            "[7, 11]; an empty list allows any"
        )
    return tuple(sorted(set(numbers)))


class TalonDeal(Deal):
    """Dealing in the talon family."""

    rotation: Literal["next_seat", "winner", "loser", "fixed"] = param(
        "K1.5 D2.3",
        "who deals after a deal that was won: the next seat, its winner, its loser (with three and "
        "more seats the seat after the winner), or always the same one",
    )
    after_draw: Literal["same_dealer", "next_seat"] = param(
        "K1.5 D2.3", "who deals after a drawn deal"
    )


class TalonFollow(Follow):
    """What may be played to a lead, and whether that binds while the talon is open."""

    while_open: bool = param(
        "K2.1 D3.1", "the duties hold while the talon is open, too; false: any card may fall"
    )


class TalonLastTrick(LastTrick):
    """The last trick of a deal."""

    when_closed: bool = param(
        "K7.3 D5.5", "the bonus is given after a closing, too; false: only unclosed"
    )


class Talon(Section):
    """Drawing from the talon."""

    uneven: Literal["stop", "partial"] = param(
        "K1.4 D3.3",
        "fewer cards left than seats: nobody draws and the talon counts as empty, or they go round "
        "as far as they last",
    )


class Marriage(Section):
    """King and queen of one suit, declared on lead."""

    plain: int = param("K3.1 D4.1", "points of a marriage outside trump", ge=0, le=200)
    trump: int = param("K3.1 D4.1", "points of the marriage in trump", ge=0, le=200)
    needs_trick: Literal["to_count", "to_declare", "no"] = param(
        "K3.2 D4.2",
        "a trick of one's own is needed for the points to count (pending until then), to declare "
        "at all, or not",
    )
    from_trick: int = param(
        "K3.1 D4.2", "the first lead on which one may be declared", ge=1, le=MOST_TRICKS
    )
    after_close: bool = param("K3.3 D4.3", "allowed once the talon is closed")
    after_exhausted: bool = param("K3.3 D4.3", "allowed once the talon is empty")
    lead_open: Literal["either", "queen"] = param(
        "K3.1 D4.3", "which card of a marriage declared with an open talon is led"
    )
    lead_endgame: Literal["either", "queen"] = param(
        "K3.1 D4.3", "which card of a marriage declared in the endgame is led"
    )
    one_per_lead: bool = param("K3.1 D4.2", "one marriage a lead; false: as many as are held")


class Exchange(Section):
    """Swapping the lowest trump for the upcard, on lead."""

    rank: Annotated[str, BeforeValidator(rank_or_none)] = param(
        "K4.1 D6.1", "the trump rank that may be swapped for the upcard"
    )
    needs_trick: bool = param("K4.1 D6.1", "only a seat that has won a trick")
    from_trick: int = param(
        "K4.1 D6.1", "the first lead on which it is allowed", ge=1, le=MOST_TRICKS
    )
    min_talon: int = param(
        "K4.1 D6.1", "cards the talon must hold, with the upcard", ge=2, le=MOST_TALON
    )
    after_close: bool = param("K4.1 D5.2", "allowed once the talon is closed")


class Closing(Section):
    """Closing the talon: who may, and what it costs and brings."""

    allowed: bool = param("K5.1 D5.1", "the talon may be closed at all")
    when: Literal["after_draw", "before_or_after_draw"] = param(
        "K5.1 D5.1", "on lead after drawing, or also instead of the draw after a trick"
    )
    from_trick: int = param(
        "K5.1 D5.1", "the first lead on which it is allowed", ge=1, le=MOST_TRICKS
    )
    min_tricks_won: int = param(
        "K5.1 D5.1", "tricks the closer must have won", ge=0, le=MOST_TRICKS
    )
    min_talon: int = param(
        "K5.1 D5.1", "cards the talon must hold, with the upcard", ge=2, le=MOST_TALON
    )
    auto_out: Literal["last_trick", "end", "any_trick"] = param(
        "K5.2 D5.3",
        "the closer is out without a claim: taking the last trick with the points, having them "
        "when play is over, or winning any trick with them",
    )
    failure: Literal["two_or_three", "by_count", "flat_three"] = param(
        "K5.3 D5.4",
        "price of a failed closing: 2, or 3 if the opponent had no trick; as a deal the closer "
        "lost; or always 3",
    )
    opponent_tricks: Literal["at_close", "at_end"] = param(
        "K5.3 D5.4", "when two_or_three looks whether the opponent had a trick"
    )
    opponent_score: Literal["at_end", "at_close"] = param(
        "K5.2 D5.3",
        "which tricks and points of the opponent a closer who is out is paid by",
    )
    opponent_claims: Literal["as_failure", "normal"] = param(
        "K5.3 D5.4", "price of a right claim against the closer: the failure's, or a claim's"
    )


class Claim(Section):
    """Stopping play with the points that win."""

    target: int = param("K6.1 D1.1", "points that win a deal", ge=1, le=1000)
    when: Literal["on_lead", "after_own_trick"] = param(
        "K6.3 D7.2",
        "before any lead and after declaring a marriage, or only right after winning a trick",
    )
    wrong: Literal["flat_two", "two_or_three", "by_count"] = param(
        "K6.2 D7.2",
        "price of a wrong claim: always 2; 2, or 3 if the opponent has no trick; or as a deal the "
        "claimer lost",
    )
    wrong_by_closer: Literal["as_claim", "as_failure"] = param(
        "K6.2 D7.2",
        "a closer's wrong claim costs a wrong claim's price, or a failed closing's",
    )


class PlayedOut(Section):
    """A deal played to the last card, the talon not closed."""

    winner: Literal["higher", "sole_at_target", "last_trick"] = param(
        "K7.3 D7.3",
        "who wins: the higher count, the only side with the points, or (at stakes.base) who takes "
        "the last trick",
    )
    compare: Literal["total", "card_points"] = param(
        "K7.3 D7.3", "what is compared: with marriages, or card points alone"
    )
    nobody_at_target: Literal["draw", "higher"] = param(
        "K7.3 D7.3", "no side with the points (sole_at_target): drawn, or the higher count"
    )


class Stakes(Section):
    """What a deal is worth, in game points."""

    base: int = param("K7.1 D7.1", "game points of a won deal", ge=0, le=100)
    under: int = param(
        "K7.1 D7.1", "a loser below these card points pays under_pays", ge=0, le=1000
    )
    under_pays: int = param("K7.1 D7.1", "game points if the loser is below", ge=0, le=100)
    no_trick_pays: int = param("K7.1 D7.1", "game points if the loser took no trick", ge=0, le=100)
    zero_sum: bool = param("K7.1 D7.1", "the loser pays what the winner gets")
    draw_adds: int = param(
        "K7.3 D7.3", "game points a drawn deal adds to the next stake", ge=0, le=10
    )


class Match(Section):
    """When a game (a match of deals) ends."""

    target: int = param(
        "K7.2 D7.4", "game points that win the match; 0: none", ge=0, le=TARGET_LIMIT
    )
    allowed_targets: Annotated[tuple[int, ...], BeforeValidator(_targets)] = param(
        "K7.2 D7.4", "the targets the rules know; an empty list: any"
    )
    deals: int = param(
        "K7.2 D7.4", "deals after which the match ends; 0: no such number", ge=0, le=10_000
    )
    max_deals: int = param(
        "K7.2 D7.4", "deals that end the match without a winner", ge=1, le=10_000
    )


Rate = Annotated[float, Field(ge=0, le=1)]


class Irregularities(Section):
    """How often players slip, by occasion; 0 is never."""

    expose_rate: Rate = param("K8.1 D8.1", "the dealer exposes a card")
    expose_redeal_rate: Rate = param("K8.1 D8.1", "forehand then demands a redeal")
    misdeal_rate: Rate = param("K8.1 D8.2", "a hand gets a wrong number of cards")
    misdeal_redeal_rate: Rate = param("K8.1 D8.2", "a redeal is then demanded")
    double_draw_rate: Rate = param("K8.1 D8.3", "two cards are drawn instead of one")
    missed_draw_rate: Rate = param("K8.1 D8.4", "a draw is forgotten")
    wrong_marriage_rate: Rate = param("K8.1 D8.5", "two cards are shown that are no marriage")


class TalonRules(Section):
    """Every rule value of one rule set of the talon family."""

    seats: int = param("K1.1 D1.3", "players, each a side", ge=SEATS[0], le=SEATS[1])
    deck: Deck
    deal: TalonDeal
    follow: TalonFollow
    last_trick: TalonLastTrick
    talon: Talon
    marriage: Marriage
    exchange: Exchange
    closing: Closing
    claim: Claim
    played_out: PlayedOut
    stakes: Stakes
    match: Match
    irregularities: Irregularities

    @property
    def draws_slip(self) -> bool:
        """Whether players deal or draw unevenly by mistake (D8.2–D8.4)."""
        rates = self.irregularities
        return bool(rates.misdeal_rate or rates.double_draw_rate or rates.missed_draw_rate)

    @property
    def may_redeal(self) -> bool:
        """Whether a deal that went wrong may be dealt again (D8.1, D8.2)."""
        rates = self.irregularities
        exposed = rates.expose_rate * rates.expose_redeal_rate
        return exposed + rates.misdeal_rate * rates.misdeal_redeal_rate > 0

    @property
    def most_stake(self) -> int:
        """The most that drawn deals of one match can add to a stake (D7.3)."""
        deals = min(self.match.deals or self.match.max_deals, self.match.max_deals)
        return self.stakes.draw_adds * (deals - 1)

    @property
    def most_game_points(self) -> int:
        """The most that all losers of a deal can pay together, stake included (D7.1, D5.4)."""
        stakes = self.stakes
        price = max(stakes.base, stakes.under_pays, stakes.no_trick_pays, MOST_FIXED_PRICE)
        return (self.seats - 1) * (price + self.most_stake)
