"""Rule sections both families share, and the base of every section.

Each field is one rule parameter: its type and range, the clause that speaks of it (one id a rule
set, the letter tells which) and what it says. Values stand in ``presets/*.toml``, never here.
"""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from sixtysix_sim.cards import RANKS
from sixtysix_sim.rules.wording import shown

NO_RANK = "none"


class Section(BaseModel):
    """A frozen table of rule parameters; unknown keys and silent conversions are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


def param(
    clause: str, says: str, *, ge: int | None = None, le: int | None = None, default: Any = ...
) -> Any:
    """Declare a rule parameter: ``clause`` lists its ids, ``ge`` and ``le`` bound a number.

    Only keys of open tables have a ``default``: a preset states every other value.
    """
    return Field(default, ge=ge, le=le, description=says, json_schema_extra={"clause": clause})


def plain_rank(value: object) -> object:
    """Return a rank as a letter of ``RANKS`` (``10`` and ``t`` mean ``T``), else the value."""
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value) if 7 <= value <= 10 else value
    text = value.strip().upper() if isinstance(value, str) else value
    return "T" if text == "10" else text


def one_rank(value: object) -> object:
    """Validate one rank.

    Raises:
        ValueError: it is none.
    """
    rank = plain_rank(value)
    if not isinstance(rank, str) or len(rank) != 1 or rank not in RANKS:
        raise ValueError(f"is {shown(value)} but must be one of {', '.join(RANKS)}")
    return rank


def rank_or_none(value: object) -> object:
    """Validate one rank or the word ``none``.

    Raises:
        ValueError: it is neither.
    """
    if value == NO_RANK:
        return NO_RANK
    rank = plain_rank(value)
    if not isinstance(rank, str) or len(rank) != 1 or rank not in RANKS:
        raise ValueError(f"is {shown(value)} but must be {NO_RANK} or one of {', '.join(RANKS)}")
    return rank


def _deck_ranks(value: object) -> object:
    ranks = tuple(map(plain_rank, value)) if isinstance(value, list | tuple) else ()
    known = all(isinstance(rank, str) and len(rank) == 1 and rank in RANKS for rank in ranks)
    if not known or not 3 <= len(ranks) <= len(RANKS) or len(set(ranks)) != len(ranks):
        raise ValueError(
            f"is {shown(value)} but must list 3 to 8 different ranks out of {' '.join(RANKS)}, "
            'high to low, as in ["A", "T", "K"]'
        )
    return ranks


RankList = Annotated[tuple[str, ...], BeforeValidator(_deck_ranks)]
CardPoints = Annotated[int, Field(ge=0, le=100)]


class Deck(Section):
    """Which cards there are and what they count."""

    ranks: RankList = param("C2.3 K1.2 D1.4", "trick rank, high to low")
    packs: int = param("C2.1 K1.1 D1.3", "packs shuffled together", ge=1, le=2)
    values: dict[str, CardPoints] = param("C2.4 K1.2 D1.4", "card points of each rank")


class Deal(Section):
    """How cards are dealt and who deals."""

    hand_size: int = param("C2.2 K1.3 D2.1", "cards dealt to each seat", ge=1, le=24)
    packet: int = param(
        "C2.2 K1.3 D2.1", "cards given at a time; no effect on chances", ge=1, le=24
    )
    first_dealer: Literal["random"] | Annotated[int, Field(ge=0, le=5)] = param(
        "C2.5 K1.5 D1.5", "who deals first in a game"
    )
    redeal_keeps_dealer: bool = param(
        "C2.5 K1.5 D8.1",
        "the dealer stays after a redeal; false: moves on as after a scored deal",
    )


class Follow(Section):
    """What may be played to a lead."""

    must_follow: bool = param("C6.2 K2.2 D3.4", "a seat that holds the led suit must play it")
    must_beat: Literal["never", "trump_led", "always"] = param(
        "C6.4 K2.2 D3.4", "when a card of the led suit must beat the best one on the table"
    )
    must_trump: bool = param("C6.3 K2.2 D3.4", "a seat without the led suit must play trump")
    overtrump: bool = param("C6.3 K2.2 D3.4", "a ruff must beat the trump on the table if able")


class LastTrick(Section):
    """The last trick of a deal."""

    bonus: int = param("C6.6 K7.3 D1.2", "points for taking the last trick", ge=0, le=100)
