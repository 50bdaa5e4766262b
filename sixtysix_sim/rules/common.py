"""Rule sections both families share, and the base of every section.

Each field is one rule parameter: its type and range, the clause that speaks of it (one id a rule
set, the letter tells which) and what it says. Values stand in ``presets/*.toml``, never here.
"""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

from sixtysix_sim.cards import RANKS


class Section(BaseModel):
    """A frozen table of rule parameters; unknown keys and silent conversions are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


def param(clause: str, says: str, *, ge: int | None = None, le: int | None = None) -> Any:
    """Declare a rule parameter: ``clause`` lists its ids, ``ge`` and ``le`` bound a number."""
    return Field(ge=ge, le=le, description=says, json_schema_extra={"clause": clause})


def _known_ranks(ranks: tuple[str, ...]) -> tuple[str, ...]:
    wrong = [rank for rank in ranks if rank not in RANKS or len(rank) != 1]
    if wrong or len(set(ranks)) != len(ranks) or not 3 <= len(ranks) <= len(RANKS):
        raise ValueError(f"must be 3 to 8 different ranks out of {' '.join(RANKS)}, high to low")
    return ranks


def _to_tuple(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


TupleOf = BeforeValidator(_to_tuple)
RankList = Annotated[tuple[str, ...], TupleOf, AfterValidator(_known_ranks)]
CardPoints = Annotated[int, Field(ge=0, le=100)]


class Deck(Section):
    """Which cards there are and what they count."""

    ranks: RankList = param("C2.3 K1.2 D1.4", "trick rank, high to low: 3 to 8 ranks")
    packs: int = param("C2.1 K1.1 D1.3", "packs shuffled together", ge=1, le=2)
    values: dict[str, CardPoints] = param(
        "C2.4 K1.2 D1.4", "card points of each rank, 0 to 100"
    )


class Deal(Section):
    """How cards are dealt and who deals."""

    hand_size: int = param("C2.2 K1.3 D2.1", "cards dealt to each seat", ge=1, le=24)
    packet: int = param(
        "C2.2 K1.3 D2.1", "cards given at a time; no effect on chances", ge=1, le=24
    )
    first_dealer: Literal["random"] | Annotated[int, Field(ge=0, le=5)] = param(
        "C2.5 K1.5 D1.5", "the first dealer: random or a seat"
    )
    redeal_keeps_dealer: bool = param(
        "C3.5 K1.5 D8.1", "the dealer stays after a redeal; false: moves on as after a scored deal"
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
