"""Deals written out: as a line of a transcript, or as a case of a case file."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from sixtysix_sim.cards import SUITS, card_name
from sixtysix_sim.referee.audit.record import Record
from sixtysix_sim.referee.transcript.family import transcript_of
from sixtysix_sim.referee.transcript.fields import show_hand
from sixtysix_sim.rules.ruleset import RuleSet, resolve_rules
from sixtysix_sim.rules.trees import flatten


def transcript_line(ruleset: RuleSet, record: Record, score: Sequence[int]) -> str:
    """Return a deal as a line of a transcript, without its line break.

    Args:
        record: the deal; hands and moves must be known.
        score: by side, before the deal.
    """
    tree: dict[str, Any] = {"rules": rules_field(ruleset)}
    tree |= {"game": record.game, "deal": record.deal, "dealer": record.dealer}
    tree["score_before"] = list(score)
    tree["hands"] = [show_hand(hand or ()) for hand in record.hands]
    tree |= transcript_of(ruleset).behind_hands(record)
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
    """Return a result with suits and cards as text."""
    found, trump, upcard = dict(result), result.get("trump"), result.get("upcard")
    if isinstance(trump, int):
        found["trump"] = SUITS[trump]
    if isinstance(upcard, int):
        found["upcard"] = card_name(upcard)
    return found


def case_text(ruleset: RuleSet, record: Record, before: Any, title: str) -> str:
    """Return a deal as a case: the position before the first action, the actions, the end.

    A case file begins with `case_head`.

    The referee plays the actions, so they must be legal.
    """
    family = transcript_of(ruleset)
    state = before.copy()
    for _, _, seat, move, _ in record.moves or ():
        family.apply(state, seat, move)
    lines = ["[[case]]"]
    name = f"game-{record.game}-deal-{record.deal}"
    lines += [f"id = {_toml(name)}", f"title = {_toml(title)}"]
    lines.append(f"cites = {_toml(family.cites(state))}")
    changes = _set_of(ruleset)
    if changes:
        lines.append(f"set = {_toml(changes)}")
    lines += _lines(family.position(before))
    lines.append("steps = [")
    for _, _, seat, move, _ in record.moves or ():
        lines.append(f"  {{ seat = {seat}, do = {_toml(move.text)} }},")
    lines.append("]")
    if state.result is not None:
        lines += _lines(family.expected(state.result))
    elif (turn := family.seat_to_act(state)) is not None:
        lines.append(f"# seat {turn} is to act")
    return "\n".join(lines) + "\n"


def case_head(ruleset: RuleSet) -> str:
    """Return what stands at the top of a case file."""
    return f"rules = {_toml(ruleset.preset)}\n"


def _lines(table: Mapping[str, Any]) -> list[str]:
    return [f"{key} = {_toml(value)}" for key, value in table.items()]


def _set_of(ruleset: RuleSet) -> dict[str, Any]:
    """The rule values that are not the preset's, by dotted key."""
    usual = dict(flatten(resolve_rules(ruleset.preset).changes()))
    changed = dict(flatten(ruleset.changes()))
    return {
        key: value
        for key, value in changed.items()
        if usual.get(key) != value and not key.endswith(".label")
    }


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
