"""How `standard` values a hand in an auction: weights fitted to self-play, read from a data file.

The file of the package is `bidding.toml`; `sixtysix bots fit` makes it and any other. Nothing here
needs a compiler.
"""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from itertools import pairwise
from textwrap import wrap
from typing import Annotated, Any, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from sixtysix_sim.rules.ruleset import RuleSet
from sixtysix_sim.rules.toml_values import toml_key, toml_value
from sixtysix_sim.toml_lines import parse_toml

#: What partner has said when a seat bids; the number of a situation is its place here.
SITUATIONS = ("unspoken", "passed", "passed_last", "bid", "bid_last", "spoke")
WITH_BID = ("bid", "bid_last")  # the estimate takes in how much partner has bid
#: Chances at which a situation's quantiles stand.
CHANCES = (
    0.001, 0.002, 0.005, 0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.08, 0.1, 0.12, 0.14, 0.16, 0.18,
    0.2, 0.22, 0.24, 0.26, 0.28, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8,
    0.85, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999,
)  # fmt: skip
#: Rules by which a side's total, or what a call tells, can change.
_FITTED = ("deck.", "deal.hand_size", "follow.", "last_trick.", "auction.", "melds.", "kaput.wipes")
_NO_MATTER = ("auction.max_bid", "auction.max_redeals")

Number = Annotated[float, Field(allow_inf_nan=False)]


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Units(_Table):
    """What the rules of the fit measure by; other rules' fit is this one in their own units."""

    trick_points: Annotated[float, Field(gt=0)]
    hand_size: Annotated[int, Field(gt=0)]
    mean_melds: Annotated[float, Field(ge=0)]


class Weights(_Table):
    """Points of the side's total for each …, under a trump."""

    melds: Number  # point of own melds
    length: Number  # trump
    top: Number  # trump of the highest rank, beside its length
    second: Number  # trump of the second rank, beside its length
    plain_top: Number  # card of the highest rank in another suit
    plain_second: Number  # of the second rank
    partner_bid: Number  # point of the total that partner's bid tells, above `usual`
    usual: Number  # mean of that total


class Situation(_Table):
    """What is added for what partner has said, and how far totals lie from the estimate.

    Attributes:
        contracts: how many were fitted.
        mean: points added to the weights' sum.
        quantiles: of total less estimate, at CHANCES, half the smallest step of totals added.
    """

    contracts: Annotated[int, Field(ge=0)]
    mean: Number
    quantiles: tuple[Number, ...]

    @model_validator(mode="after")
    def _rising(self) -> Self:
        if len(self.quantiles) != len(CHANCES):
            raise ValueError(f"there must be {len(CHANCES)} quantiles")
        if any(low > high for low, high in pairwise(self.quantiles)):
            raise ValueError("quantiles must rise")
        return self


class Fit(_Table):
    """A fitted bidder: where it comes from, the rules it was fitted to, its numbers."""

    file: str = ""  # what a scenario calls it
    made_by: Mapping[str, Any]
    units: Units
    weights: Weights
    situations: Mapping[str, Situation]
    rules: Mapping[str, Any]

    @model_validator(mode="after")
    def _complete(self) -> Self:
        if set(self.situations) != set(SITUATIONS):
            raise ValueError(f"situations must be {', '.join(SITUATIONS)}")
        return self

    def quantile(self, situation: str, chance: float) -> float:
        """Return the points by which the total exceeds the estimate but for a chance."""
        inside = min(max(chance, CHANCES[0]), CHANCES[-1])
        values = self.situations[situation].quantiles
        at = next(n for n, upper in enumerate(CHANCES) if upper >= inside)
        if at == 0:
            return values[0]
        share = (inside - CHANCES[at - 1]) / (CHANCES[at] - CHANCES[at - 1])
        return values[at - 1] + share * (values[at] - values[at - 1])


@cache
def built_in() -> Fit:
    """Return the fit of the package, made under the rules of Çift 66."""
    return read_fit(files(__package__).joinpath("bidding.toml").read_text("utf-8"))


def read_fit(text: str) -> Fit:
    """Return the fit of a file's text, TOML or the JSON that a scenario makes of it.

    Raises:
        ValueError: it is none; the message says why.
    """
    tree = json.loads(text) if text.startswith("{") else parse_toml(text)
    try:
        return Fit.model_validate(tree)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise ValueError(f"{where or 'the file'}: {first['msg'].lower()}") from None


def fit_text(fit: Fit) -> str:
    """Return a fit as the text of a file that `read_fit` takes."""
    about = (
        "What `standard` takes a hand to be worth: points of its side's total for each feature of "
        "the hand and for what partner has said, and by how much totals miss the sum: quantiles "
        f"at the chances {', '.join(f'{chance:g}' for chance in CHANCES)}."
    )
    lines = [f"# {line}" for line in wrap(about, 96)]
    tree = fit.model_dump()
    for name in ("made_by", "units", "weights"):
        lines += ["", f"[{name}]", *_lines(tree[name])]
    for name in SITUATIONS:
        lines += ["", f"[situations.{name}]", *_lines(tree["situations"][name])]
    lines += ["", "[rules]", *_lines(tree["rules"])]
    return "\n".join(lines) + "\n"


def _lines(table: Mapping[str, Any]) -> list[str]:
    return [f"{toml_key(key)} = {toml_value(value)}" for key, value in table.items()]


def fitted_values(ruleset: RuleSet) -> dict[str, Any]:
    """Return the rule values a fit depends on, as TOML and JSON give them back."""
    found = {
        key: value
        for key, value in ruleset.values.items()
        if key.startswith(_FITTED) and key not in _NO_MATTER and not key.endswith(".label")
    }
    plain: dict[str, Any] = json.loads(json.dumps(found))
    return plain


def other_rules(fit: Fit, ruleset: RuleSet) -> list[str]:
    """Return the keys in which a rule set is not the one of a fit."""
    theirs, ours = fit.rules, fitted_values(ruleset)
    return [key for key in {**theirs, **ours} if theirs.get(key) != ours.get(key)]
