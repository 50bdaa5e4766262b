"""Laying changes over a preset's rule values: what a scenario's tables mean together.

Sections merge key by key. Three tables are open and need more: ``deck.values`` follows
``deck.ranks``, a meld's new pattern replaces the old one, and ``remove = true`` drops a meld.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from sixtysix_sim.cards import RANKS
from sixtysix_sim.rules.auction import Meld
from sixtysix_sim.rules.common import plain_rank
from sixtysix_sim.rules.problems import RuleError, unknown_key
from sixtysix_sim.rules.trees import Tree, has_key
from sixtysix_sim.rules.wording import closest, nearest, one_line, shown

PATTERN_KINDS = (frozenset({"cards"}), frozenset({"ranks", "suit"}), frozenset({"rank", "suits"}))
_MELD_KEYS = [f"melds.NAME.{name}" for name in (*Meld.model_fields, "remove")]


def laid_over(base: Mapping[str, Any], changes: Sequence[Mapping[str, Any]]) -> Tree:
    """Return a preset's rules with changes laid over, later ones winning.

    The order of melds and card values is that of the preset and then by name, so that equal rules
    are equal to the last byte, however they were written down.

    Raises:
        RuleError: a change no later check could see (removing a meld there is not, a rank given
            points twice, points for a rank the deck lacks).
    """
    tree: Tree = dict(base)
    layers = [base, *(_with_plain_ranks(layer) for layer in changes)]
    for layer in layers[1:]:
        tree = _merged(tree, layer)
    _fit_values(tree, layers)
    melds, first = tree.get("melds"), base.get("melds")
    if isinstance(melds, Mapping) and isinstance(first, Mapping):
        order = list(first)
        place = {name: (order.index(name) if name in order else len(order), name) for name in melds}
        tree["melds"] = {name: melds[name] for name in sorted(melds, key=lambda n: place[n])}
    return tree


def _merged(tree: Mapping[str, Any], changes: Mapping[str, Any]) -> Tree:
    """Return rule tables with one layer of changes laid over, section by section."""
    result = dict(tree)
    for key, value in changes.items():
        old = result.get(key)
        if key == "melds" and isinstance(old, Mapping) and isinstance(value, Mapping):
            result[key] = _merged_melds(old, value)
        else:
            result[key] = _deep(old, value)
    return result


def _deep(old: object, new: object) -> object:
    if not isinstance(old, Mapping) or not isinstance(new, Mapping):
        return new
    return {**old, **{key: _deep(old.get(key), value) for key, value in new.items()}}


def _merged_melds(melds: Mapping[str, Any], changes: Mapping[str, Any]) -> Tree:
    result = dict(melds)
    for name, change in changes.items():
        if not isinstance(change, Mapping) or not isinstance(result.get(name, {}), Mapping):
            result[name] = change
            continue
        if "remove" in change:
            _check_removal(name, change, melds)
            if change["remove"]:
                del result[name]
                continue
        if name not in result:
            _check_new(name, change, [known for known in melds if known != "copies"])
        result[name] = _merged_meld(result.get(name, {}), change)
    return result


def _check_new(name: str, change: Mapping[str, Any], known: Sequence[str]) -> None:
    """Refuse a new meld without a pattern whose name is nearly that of one there is."""
    meant = closest(name, known, 0.75)
    if meant and not any(kind & change.keys() for kind in PATTERN_KINDS):
        raise RuleError(
            f"melds.{one_line(name)}",
            f"is no meld (did you mean melds.{meant}?); a new one needs a pattern of cards, ranks "
            "or rank",
        )


def _check_removal(name: str, change: Mapping[str, Any], melds: Mapping[str, Any]) -> None:
    if not isinstance(change["remove"], bool):
        raise RuleError(
            f"melds.{one_line(name)}.remove",
            f"is {shown(change['remove'])} but must be true or false",
        )
    if name not in melds or name == "copies":
        known = [known for known in melds if known != "copies"]
        raise RuleError(
            f"melds.{one_line(name)}", f"is no meld, so it cannot be removed{nearest(name, known)}"
        )
    for key in change:
        if f"melds.NAME.{key}" not in _MELD_KEYS:
            raise unknown_key(f"melds.{name}.{one_line(key)}", _MELD_KEYS)
        if change["remove"] and key != "remove":
            raise RuleError(
                f"melds.{name}.{key}",
                f"means nothing beside remove = true, which drops the meld: leave out one of them "
                f"({key} or remove)",
                also=[f"melds.{name}.remove"],
            )


def _merged_meld(old: Mapping[str, Any], change: Mapping[str, Any]) -> Tree:
    """Lay changes over a meld; keys of a pattern of another kind take the old pattern's place."""
    new = next((kind for kind in PATTERN_KINDS if kind & change.keys()), None)
    others = set().union(*(kind for kind in PATTERN_KINDS if kind != new)) if new else set()
    merged = {**{key: value for key, value in old.items() if key not in others}, **change}
    return {key: value for key, value in merged.items() if key != "remove"}


def _with_plain_ranks(layer: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a layer whose card values are keyed by plain ranks (``10`` and ``t`` mean ``T``)."""
    deck = layer.get("deck")
    values = deck.get("values") if isinstance(deck, Mapping) else None
    if not isinstance(deck, Mapping) or not isinstance(values, Mapping):
        return layer
    plain: Tree = {}
    for name, value in values.items():
        rank = plain_rank(name)
        if not isinstance(rank, str) or len(rank) != 1 or rank not in RANKS:
            raise RuleError(
                f"deck.values.{one_line(name)}", f"names no rank: ranks are {' '.join(RANKS)}"
            )
        if rank in plain:
            raise RuleError(f"deck.values.{one_line(name)}", f"gives points to {rank} twice")
        plain[rank] = value
    return {**layer, "deck": {**deck, "values": plain}}


def _fit_values(tree: Tree, layers: Sequence[Mapping[str, Any]]) -> None:
    """Drop values of ranks that a later layer took out; refuse other values without a rank."""
    deck = tree.get("deck")
    ranks = deck.get("ranks") if isinstance(deck, Mapping) else None
    values = deck.get("values") if isinstance(deck, Mapping) else None
    if not isinstance(deck, Mapping) or not isinstance(ranks, list | tuple):
        return
    if not isinstance(values, Mapping):
        return
    kept = [plain_rank(rank) for rank in ranks]
    chosen = _last_with("deck.ranks", layers)
    for rank in values:
        given = _last_with(f"deck.values.{rank}", layers)
        if rank not in kept and given >= max(chosen, 1):
            raise RuleError(
                f"deck.values.{rank}",
                f"gives points to {rank}, a rank that deck.ranks lacks",
                also=["deck.ranks"],
            )
    order = [rank for rank in kept if isinstance(rank, str) and rank in values]
    tree["deck"] = {**deck, "values": {rank: values[rank] for rank in dict.fromkeys(order)}}


def _last_with(key: str, layers: Sequence[Mapping[str, Any]]) -> int:
    return max((n for n, layer in enumerate(layers) if has_key(layer, key)), default=0)
