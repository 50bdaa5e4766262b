"""Deals written out: as a line of a transcript, or as a case of a case file."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sixtysix_sim.cards import SUITS, card_name
from sixtysix_sim.referee.auction import DealResult, State, seat_to_act
from sixtysix_sim.referee.auction.judge import apply
from sixtysix_sim.referee.audit.auction.record import result_row
from sixtysix_sim.referee.audit.record import Record
from sixtysix_sim.rules.ruleset import RuleSet, resolve_rules
from sixtysix_sim.rules.trees import flatten
from sixtysix_sim.vocabulary import DealEnd


def transcript_line(ruleset: RuleSet, record: Record, score: Sequence[int]) -> str:
    """Return a deal as a line of a transcript, without its line break.

    Args:
        record: the deal; hands and moves must be known.
        score: by side, before the deal.
    """
    tree: dict[str, Any] = {"rules": rules_field(ruleset)}
    tree |= {"game": record.game, "deal": record.deal, "dealer": record.dealer}
    tree["score_before"] = list(score)
    tree["hands"] = [_hand(hand or ()) for hand in record.hands]
    tree["moves"] = [f"{seat} {move.text}" for _, _, seat, move, _ in record.moves or ()]
    if record.result:
        tree["result"] = written_result(record.result)
    return json.dumps(tree, ensure_ascii=False, separators=(", ", ": "))


def rules_field(ruleset: RuleSet) -> str | dict[str, Any]:
    """Return ``rules`` of a transcript: the preset's name, or it with the sections that differ."""
    preset = resolve_rules(ruleset.preset)
    if preset.hash == ruleset.hash:
        return ruleset.preset
    usual = preset.changes()
    changed = {key: value for key, value in ruleset.changes().items() if value != usual.get(key)}
    return {"base": ruleset.preset, **changed}


def written_result(result: Mapping[str, Any]) -> dict[str, Any]:
    """Return a result with trump as a letter."""
    trump = result.get("trump")
    return {**result, "trump": SUITS[trump]} if isinstance(trump, int) else dict(result)


def case_text(ruleset: RuleSet, record: Record, before: State, title: str) -> str:
    """Return a deal as a case: the position before the first call, the actions, the end.

    A case file begins with `case_head`.

    The referee plays the actions, so they must be legal.
    """
    state = before.copy()
    for _, _, seat, move, _ in record.moves or ():
        apply(state, seat, move)
    lines = ["[[case]]"]
    name = f"game-{record.game}-deal-{record.deal}"
    lines += [f"id = {_toml(name)}", f"title = {_toml(title)}"]
    lines.append(f"cites = {_toml(_cites(state.result))}")
    changes = _set_of(ruleset)
    if changes:
        lines.append(f"set = {_toml(changes)}")
    lines += _position(before)
    lines.append("steps = [")
    for _, _, seat, move, _ in record.moves or ():
        lines.append(f"  {{ seat = {seat}, do = {_toml(move.text)} }},")
    lines.append("]")
    lines += _expected(state)
    return "\n".join(lines) + "\n"


def case_head(ruleset: RuleSet) -> str:
    """Return what stands at the top of a case file."""
    return f"rules = {_toml(ruleset.preset)}\n"


def _position(before: State) -> list[str]:
    hands = {str(seat): _hand(hand.elements()) for seat, hand in enumerate(before.hands) if hand}
    asks: Any = before.asks_used if len(before.asks_used) > 1 else before.asks_used[0]
    position = {
        "phase": "auction",
        "dealer": before.dealer,
        "score": before.scores,
        "deals_played": before.deals_played,
        "asks_used": asks,
        "hands": hands,
    }
    return [f"{key} = {_toml(value)}" for key, value in position.items()]


def _expected(state: State) -> list[str]:
    """What the deal comes to, by the keys of case files."""
    result = state.result
    if result is None:
        turn = seat_to_act(state)
        return [] if turn is None else [f"# seat {turn} is to act"]
    row = result_row(result)
    found: dict[str, Any] = {
        "end": row["end"],
        "score_after": list(result.score_after),
        "dealer_after": result.dealer_after,
        "change": list(result.change),
    }
    if result.redeals_in_row <= 1:  # a case does not know of redeals before it
        found["game_winner"] = "on" if result.game == "on" else result.game[0]
    if result.end is not DealEnd.REDEAL:
        found |= {
            "made": result.made,
            "kaput": result.kaput,
            "deal_winner": result.winner,
            "tricks_after": list(result.tricks),
        }
    return [f"{key} = {_toml(value)}" for key, value in found.items()]


def _cites(result: DealResult | None) -> list[str]:
    """The clauses a deal is an example of."""
    if result is None:
        return ["C3.1"]
    if result.end is DealEnd.REDEAL:
        return ["C3.3" if result.asked >= 0 else "C3.5"]
    found = ["C7.2", "C7.3" if result.made else "C7.4"]
    return [*found, "C7.5"] if result.kaput >= 0 else found


def _set_of(ruleset: RuleSet) -> dict[str, Any]:
    """The rule values that are not the preset's, by dotted key."""
    usual = dict(flatten(resolve_rules(ruleset.preset).changes()))
    changed = dict(flatten(ruleset.changes()))
    return {
        key: value
        for key, value in changed.items()
        if usual.get(key) != value and not key.endswith(".label")
    }


def _hand(cards: Iterable[int]) -> str:
    return " ".join(card_name(card) for card in sorted(cards))


def _toml(value: object) -> str:
    """Return a value as TOML on one line; its basic strings are those of JSON."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Mapping):
        inner = ", ".join(f"{_key(str(key))} = {_toml(item)}" for key, item in value.items())
        return "{ " + inner + " }" if inner else "{}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_toml(item) for item in value) + "]"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else str(value)


def _key(key: str) -> str:
    return key if key.replace("_", "").isalnum() and key.isascii() else json.dumps(key)
