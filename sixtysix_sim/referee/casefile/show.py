"""Values of a case as its author writes them: positions, sets of actions, cards, results."""

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Any

from sixtysix_sim.cards import card_name
from sixtysix_sim.moves import Move
from sixtysix_sim.referee.casefile.keys import ABOUT
from sixtysix_sim.rules.ruleset import RuleSet
from sixtysix_sim.vocabulary import Action, Family

NOTHING = "none"


def show_value(value: Any) -> str:
    """Return an expected or found value as text."""
    if value is None:
        return NOTHING
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Counter):
        return " ".join(card_name(card) for card in sorted(value.elements())) or "no cards"
    if isinstance(value, Mapping):
        parts = (f"{key}: {show_value(item)}" for key, item in value.items())
        return "{ " + ", ".join(parts) + " }" if value else "nothing"
    if isinstance(value, (tuple, list)):
        return "[" + ", ".join(show_value(item) for item in value) + "]"
    return str(value)


def bid_step(ruleset: RuleSet) -> int:
    """Return the distance of two neighbouring bids, 1 where there are none."""
    return ruleset.auction.auction.step if ruleset.family is Family.AUCTION else 1


def show_moves(moves: Collection[Move], step: int) -> str:
    """Return a set of actions in the order of `legal`; neighbouring bids become ``bid 150..700``.

    Args:
        moves: the actions.
        step: distance of two neighbouring bids.
    """
    words: list[str] = []
    bids = sorted(move.value for move in moves if move.action is Action.BID)
    others = sorted(move for move in moves if move.action is not Action.BID)
    words += [move.text for move in others]
    while bids:
        length = 1
        while length < len(bids) and bids[length] == bids[length - 1] + step:
            length += 1
        first, last = bids[0], bids[length - 1]
        words.append(f"bid {first}" if length == 1 else f"bid {first}..{last}")
        bids = bids[length:]
    return ", ".join(words) or "nothing"


def show_position(written: Mapping[str, Any], position_keys: Collection[str]) -> str:
    """Return a case's position on one line, key by key as its author wrote it."""
    parts = [f"phase {written['phase']}"]
    changes = written.get("set", {})
    parts += [f"set {key} = {show_written(value)}" for key, value in changes.items()]
    keys = (key for key in written if key in position_keys and key not in ABOUT)
    parts += [f"{key} {show_written(written[key])}" for key in keys]
    return " · ".join(parts)


def show_written(value: Any) -> str:
    """Return a TOML value without the signs that only TOML needs."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return ", ".join(f"{key}: {show_written(item)}" for key, item in value.items()) or "{}"
    if isinstance(value, list):
        return "[" + ", ".join(show_written(item) for item in value) + "]"
    return str(value)
