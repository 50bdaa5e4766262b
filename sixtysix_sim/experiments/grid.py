"""Grids of values laid over a scenario: `--vary KEY=A:B:STEP` or `KEY=a,b,c`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from itertools import product

from sixtysix_sim.errors import BadInput, InvalidScenario
from sixtysix_sim.policies.load import check_policies
from sixtysix_sim.rules.wording import one_line
from sixtysix_sim.scenario import Scenario, load_scenario

MOST_VALUES = 1_000
MOST_KEYS = 2
_EXAMPLE = "rules.auction.min_bid=100:150:10"


@dataclass(frozen=True)
class Axis:
    """A varied key with its values as TOML text, in the order given; `is_range`: of A:B:STEP."""

    key: str
    values: tuple[str, ...]
    is_range: bool


@dataclass(frozen=True)
class GridPoint:
    """A scenario of the grid and the values that make it, by key."""

    values: Mapping[str, str]
    scenario: Scenario

    @property
    def label(self) -> str:
        """Return what state files call it: ``rules.auction.min_bid=120``."""
        return label_of(self.values)


@dataclass(frozen=True)
class Grid:
    """The valid points of a grid in order, and those that are none, with the reason.

    Attributes:
        points: at least one.
        skipped: label → one sentence.
        base: the point all others are paired with: the scenario's own values if they are in the
            grid, else the first point.
    """

    axes: tuple[Axis, ...]
    points: tuple[GridPoint, ...]
    skipped: Mapping[str, str]
    base: GridPoint


def label_of(values: Mapping[str, str]) -> str:
    """Return values by key as one text."""
    return " ".join(f"{key}={value}" for key, value in values.items())


def read_axis(text: str) -> Axis:
    """Read ``KEY=A:B:STEP`` (both ends included) or ``KEY=a,b,c``.

    Raises:
        BadInput: it is neither, has no value, twice the same, or more than MOST_VALUES.
    """
    said = f"--vary {one_line(text)}"
    key, equals, given = (part.strip() for part in text.partition("="))
    if not equals or not key or not given:
        raise BadInput(f"{said}: write KEY=A:B:STEP or KEY=a,b,c, as in {_EXAMPLE}")
    if not key.startswith(("rules.", "bots.")):
        hint = f" (did you mean rules.{one_line(key)}?)" if key.count(".") == 1 else ""
        raise BadInput(f"{said}: a key to vary begins with rules. or bots.{hint}")
    parts = given.split(":")
    is_range = len(parts) == 3
    values = _range(said, parts) if is_range else [part.strip() for part in given.split(",")]
    if not all(values):
        raise BadInput(f"{said}: a value is empty; write KEY=a,b,c")
    if len(set(values)) < len(values):
        raise BadInput(f"{said}: a value stands twice")
    if len(values) > MOST_VALUES:
        raise BadInput(f"{said}: {len(values)} values are more than {MOST_VALUES}")
    return Axis(key, tuple(values), is_range)


def _range(said: str, parts: Sequence[str]) -> list[str]:
    try:  # decimals, so that 0.1:0.3:0.1 has three values that read as they were meant
        low, high, step = (Decimal(part.strip()) for part in parts)
    except InvalidOperation:
        raise BadInput(f"{said}: A:B:STEP must be three numbers, as in {_EXAMPLE}") from None
    if not all(number.is_finite() for number in (low, high, step)):
        raise BadInput(f"{said}: A:B:STEP must be three finite numbers, as in {_EXAMPLE}")
    if step <= 0 or high < low:
        raise BadInput(f"{said}: A must not be above B, and STEP must be above 0")
    if (high - low) / step > MOST_VALUES:
        raise BadInput(f"{said}: more than {MOST_VALUES} values; choose a wider step")
    return [f"{low + n * step:f}" for n in range(int((high - low) / step) + 1)]


def read_axes(texts: Sequence[str], most: int = MOST_KEYS) -> tuple[Axis, ...]:
    """Read every ``--vary``.

    Raises:
        BadInput: none, more than ``most``, one key twice, or as `read_axis`.
    """
    if not texts:
        raise BadInput(f"nothing to vary: name a key and its values, as in --vary {_EXAMPLE}")
    axes = tuple(read_axis(text) for text in texts)
    if len(axes) > most:
        raise BadInput(f"--vary {len(axes)} times: at most {most} can be varied at once")
    if len({axis.key for axis in axes}) < len(axes):
        raise BadInput(f"--vary {axes[0].key}: the key stands twice")
    return axes


def grid_of(source: str, sets: Sequence[str], axes: Sequence[Axis], own: Scenario) -> Grid:
    """Lay every combination of values over a scenario.

    Args:
        source, sets: the scenario as `load_scenario` takes it.
        own: the same, loaded, with the seed and games to play.

    Raises:
        InvalidScenario: no point of the grid is valid; says why the first is not.
    """
    points: list[GridPoint] = []
    skipped: dict[str, str] = {}
    for combination in product(*(axis.values for axis in axes)):
        values = {axis.key: value for axis, value in zip(axes, combination, strict=True)}
        try:
            scenario = varied(source, sets, values, own, option="--vary ")
        except InvalidScenario as error:
            skipped[label_of(values)] = error.message
            continue
        points.append(GridPoint(values, scenario))
    if not points:
        raise InvalidScenario(next(iter(skipped.values())))
    base = next((point for point in points if point.scenario.hash == own.hash), points[0])
    return Grid(tuple(axes), tuple(points), skipped, base)


def varied(
    source: str, sets: Sequence[str], values: Mapping[str, str], own: Scenario, option: str = ""
) -> Scenario:
    """Return a scenario with values laid over it, its bots checked.

    ``option``: how messages call what brought the values.

    Raises:
        InvalidScenario: it does not hold.
    """
    try:
        changed = [f"{key}={value}" for key, value in values.items()]
        scenario = load_scenario(source, [*sets, *changed]).with_games(own.games, own.seed)
        check_policies(scenario)
    except InvalidScenario as error:
        message = error.message
        for key in values:
            message = message.replace(f"--set {key}=", f"{option}{key}=")
        raise InvalidScenario(message) from None
    return scenario
