"""Rule parameters of the auction family (Çift 66)."""

from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from sixtysix_sim.cards import card_code, card_name
from sixtysix_sim.rules.common import Deal, Deck, Follow, LastTrick, Section, one_rank, param
from sixtysix_sim.rules.wording import one_line, shown

SEATS = 4
LONGEST_LABEL = 60
MELD_POINTS_LIMIT = 32_767  # meld points are 16-bit in the deals table


class AuctionDeal(Deal):
    """Dealing in the auction family."""

    first_dealer: Literal["random"] | Annotated[int, Field(ge=0, le=SEATS - 1)] = param(
        "C2.5", "who deals first in a game: drawn from the seed, or a seat"
    )
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


def _cards(value: object) -> object:
    texts = value if isinstance(value, list | tuple) else ()
    if not texts or not all(isinstance(text, str) for text in texts):
        raise ValueError(f'is {shown(value)} but must list cards, as in ["JD", "QS"]')
    return tuple(card_name(card_code(one_line(text))) for text in texts)


def _ranks(value: object) -> object:
    if not isinstance(value, list | tuple) or not value:
        raise ValueError(f'is {shown(value)} but must list ranks, as in ["K", "Q"]')
    return tuple(one_rank(rank) for rank in value)


def _label(value: str) -> str:
    if value != one_line(value, LONGEST_LABEL):
        raise ValueError(f"must be one line of at most {LONGEST_LABEL} characters")
    return value


class Meld(Section):
    """A meld pattern: exact ``cards``, ``ranks`` of one suit role, or one ``rank`` in each suit."""

    points: int = param("C5.11", "points of one copy", ge=0, le=1000)
    label: Annotated[str, AfterValidator(_label)] = param(
        "C5.11", "the name shown to people; no rule, so not in the hash", default=""
    )
    cards: Annotated[tuple[str, ...], BeforeValidator(_cards)] | None = param(
        "C5.11", "pattern: these cards, whatever trump is", default=None
    )
    ranks: Annotated[tuple[str, ...], BeforeValidator(_ranks)] | None = param(
        "C5.11", "pattern: these ranks in one suit; goes with suit", default=None
    )
    suit: Literal["trump", "plain", "any"] | None = param(
        "C5.11",
        "in which suits the ranks count: trump, each other suit, or every suit",
        default=None,
    )
    rank: Annotated[str, BeforeValidator(one_rank)] | None = param(
        "C5.11", "pattern: this rank in each suit; goes with suits", default=None
    )
    suits: Literal["each"] | None = param("C5.11", "one card of each suit", default=None)
    with_run: Literal["never", "spare_pair", "always"] | None = param(
        "C5.6",
        "trump_marriage beside a run in the same hand: not counted; pairs left after all runs "
        "count; or counted",
        default=None,
    )

    @model_validator(mode="after")
    def _one_pattern(self) -> Self:
        given = {key for key in ("cards", "ranks", "suit", "rank", "suits") if getattr(self, key)}
        if given not in ({"cards"}, {"ranks", "suit"}, {"rank", "suits"}):
            said = f"has {', '.join(sorted(given))} but" if given else "has no pattern: it"
            raise ValueError(
                f"{said} needs exactly one of cards = [..], ranks = [..] with "
                'suit = "trump", "plain" or "any", or rank = ".." with suits = "each"'
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
        if not isinstance(data, dict):
            return data
        melds = {name: meld for name, meld in data.items() if name != "copies"}
        copies = {"copies": data["copies"]} if "copies" in data else {}
        return {**copies, "patterns": melds}


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
    factor: int = param(
        "C7.5", "multiplies what the team that took every trick writes", ge=1, le=10
    )


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
