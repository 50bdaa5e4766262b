"""Rule parameters of the auction family (Çift 66)."""

from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from sixtysix_sim.cards import RANKS, card_code, card_name
from sixtysix_sim.rules.common import Deal, Deck, Follow, LastTrick, Section, TupleOf, param

SEATS = 4
MELD_POINTS_LIMIT = 32_767  # meld points are 16-bit in the deals table


class AuctionDeal(Deal):
    """Dealing in the auction family."""

    rotation: Literal["next_seat", "fixed"] = param(
        "C2.5", "who deals after a scored deal: the next seat, or always the same one"
    )


class Auction(Section):
    """The auction: bids are min_bid, min_bid + step, … up to max_bid."""

    min_bid: int = param("C3.1", "the lowest bid", ge=0, le=10_000)
    max_bid: int = param("C3.1", "the highest bid", ge=0, le=10_000)
    step: int = param("C3.1", "the distance between two bids", ge=1, le=10_000)
    first_speaker: Literal["after_dealer", "dealer"] = param("C3.2", "who speaks first")
    ask: bool = param("C3.3", "the third seat to speak may ask its partner for support")
    ask_limit: Literal["team", "seat", "game", "deal"] = param(
        "C3.3", "asking is allowed once a game for each team, each seat, all; or once a deal"
    )
    ask_after_bid: Literal["any", "only_if_no_bid"] = param(
        "C3.3", "asking is allowed after any calls, or only while nobody has bid"
    )
    after_speak: Literal["free", "must_bid"] = param(
        "C3.3", "after the answer 'speak' the asker passes or bids, or must bid"
    )
    max_redeals: int = param(
        "C3.5", "redeals in a row that end the game without a winner", ge=1, le=100_000
    )


def _card_texts(cards: tuple[str, ...]) -> tuple[str, ...]:
    if not cards:
        raise ValueError("must list at least one card, as in ['JD', 'QS']")
    return tuple(card_name(card_code(card)) for card in cards)


def _ranks_of_meld(ranks: tuple[str, ...]) -> tuple[str, ...]:
    if not ranks or any(rank not in RANKS or len(rank) != 1 for rank in ranks):
        raise ValueError(f"must list ranks out of {' '.join(RANKS)}, as in ['K', 'Q']")
    return ranks


class Meld(Section):
    """A meld pattern: exact ``cards``, ``ranks`` of one suit role, or one ``rank`` in each suit."""

    points: int = param("C5.1", "points of one copy", ge=0, le=1000)
    label: str = Field(default="", description="the name shown to people")
    cards: Annotated[tuple[str, ...], TupleOf, AfterValidator(_card_texts)] | None = None
    ranks: Annotated[tuple[str, ...], TupleOf, AfterValidator(_ranks_of_meld)] | None = None
    suit: Literal["trump", "plain", "any"] | None = None
    rank: str | None = None
    suits: Literal["each"] | None = None
    with_run: Literal["never", "spare_pair", "always"] | None = Field(
        default=None,
        description="trump_marriage beside a run in the same hand: not counted, pairs left after "
        "all runs, or counted",
        json_schema_extra={"clause": "C5.6"},
    )

    @model_validator(mode="after")
    def _one_pattern(self) -> Self:
        by_suit = self.ranks is not None and self.suit is not None
        by_rank = self.rank is not None and self.suits is not None
        given = [key for key in ("cards", "ranks", "suit", "rank", "suits") if getattr(self, key)]
        complete = [["cards"], ["ranks", "suit"], ["rank", "suits"]]
        if given not in complete or not (self.cards or by_suit or by_rank):
            raise ValueError(
                "needs exactly one pattern: cards = [..], or ranks = [..] with suit = "
                "'trump', 'plain' or 'any', or rank = '..' with suits = 'each'"
            )
        return self

    def needs(self) -> tuple[str, ...]:
        """Return the ranks the pattern uses, one entry a card."""
        if self.cards:
            return tuple(card[0] for card in self.cards)
        return self.ranks or (self.rank or "",)


class Melds(Section):
    """The meld table (C5): ``copies`` and the patterns by name, in the order they are counted."""

    copies: Literal["each", "once"] = param(
        "C5.10", "two complete copies in a hand score twice, or once for each meld and suit"
    )
    patterns: dict[str, Meld] = Field(description="melds by name")

    @model_validator(mode="before")
    @classmethod
    def _gather(cls, data: Any) -> Any:
        """Take the flat TOML form, in which meld names stand beside ``copies``."""
        if not isinstance(data, dict) or "patterns" in data:
            return data
        melds = {name: meld for name, meld in data.items() if name != "copies"}
        return {"copies": data.get("copies"), "patterns": melds}


class Contract(Section):
    """What a made and a failed contract write."""

    made_writes: Literal["total", "bid"] = param(
        "C7.3", "a team that made its bid writes its own total, or its bid"
    )
    penalty_factor: int = param("C7.4", "a set team writes minus this many bids", ge=0, le=10)


class Kaput(Section):
    """One team takes every trick."""

    wipes_melds: bool = param("C7.5", "the meld points of the team without a trick are wiped")
    before_contract: bool = param("C7.5", "melds are wiped before the bid is judged")
    factor: int = param("C7.5", "multiplies the kaput team's total when it writes it", ge=1, le=10)


class AuctionGame(Section):
    """When a game ends."""

    target: int = param("C1.2", "points that win the game", ge=1, le=100_000)
    both_at_target: Literal["declarer", "higher"] = param(
        "C8.2", "both teams at the target after one deal: the declarer's team or the higher wins"
    )
    max_deals: int = param(
        "C8.3", "scored deals that end the game without a winner", ge=1, le=10_000
    )


class AuctionRules(Section):
    """Every rule value of one rule set of the auction family."""

    seats: int = param("C1.1", "players; two teams of two", ge=SEATS, le=SEATS)
    deck: Deck
    deal: AuctionDeal
    follow: Follow
    last_trick: LastTrick
    auction: Auction
    melds: Melds
    contract: Contract
    kaput: Kaput
    game: AuctionGame
