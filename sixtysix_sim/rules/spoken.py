"""The rule card in sentences, as a player reads it: the values of a rule set in words.

What is said stands in ``cards/FAMILY.LANG.toml``, one file a family and language, and holds no
rule value: ``{auction.min_bid}`` is the value of a key, ``{claim.target|point|points}`` a number
with its word, ``{closing.when}`` one of the ``phrases`` of a key with choices, ``{key%}`` a
fraction in per cent; ``{cards}``, ``{points}`` and ``{talon}`` follow from the deck and the deal.
``when`` says for which values a sentence is there at all
(``"closing.allowed = true, deck.packs != 1"``); ``cites`` names decisions or clauses beside those
of its keys.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from sixtysix_sim.cards import card_code, pretty_card
from sixtysix_sim.errors import BadInput
from sixtysix_sim.rules.card import card, value_text
from sixtysix_sim.rules.ruleset import RuleSet, resolve_rules
from sixtysix_sim.rules.wording import one_line

_FOLDER = files("sixtysix_sim.rules").joinpath("cards")
_PLACE = re.compile(r"\{([a-z_]+(?:\.[a-zA-Z_]+)*(?::[a-z]+)?%?)(?:\|([^|{}]*)\|([^|{}]*))?\}")
_CONDITION = re.compile(r"([a-z_.]+) (=|!=) (.+)")
Words = Mapping[str, Any]


@dataclass(frozen=True)
class Sentence:
    """A sentence of the card.

    Attributes:
        text: what these rules say; '' if only the preset says something here.
        before: what the preset says, where it is something else; '' if nothing.
        clauses: ids of the clauses it speaks of.
        changed: whether it is not the preset's sentence.
    """

    text: str
    before: str
    clauses: tuple[str, ...]
    changed: bool


@dataclass(frozen=True)
class Chapter:
    """A titled part of the card."""

    title: str
    sentences: tuple[Sentence, ...]


@dataclass(frozen=True)
class Spoken:
    """A rule card in one language; ``words`` are those around it (`source`, `was`, `changed` …)."""

    lang: str
    source: str
    chapters: tuple[Chapter, ...]
    unsaid: str
    marks: str
    words: Words

    @property
    def changed(self) -> bool:
        """Whether anything is not as in the preset."""
        return bool(self.unsaid) or any(s.changed for c in self.chapters for s in c.sentences)


def spoken(ruleset: RuleSet, lang: str = "en") -> Spoken:
    """Return the card of a rule set in a language.

    Raises:
        BadInput: the preset has no card in it.
    """
    lang = lang.lower()
    if lang not in ruleset.languages:
        known = ", ".join(ruleset.languages)
        raise BadInput(
            f"{ruleset.preset} has no rule card in '{one_line(lang)}'; languages it has: {known}"
        )
    words = words_of(ruleset.family.value, lang)
    preset = resolve_rules(ruleset.preset)
    chapters = tuple(
        Chapter(part["title"], tuple(_sentences(part, words, ruleset, preset)))
        for part in words["section"]
    )
    said = {key for part in words["section"] for key in _keys_heard(part, words, ruleset, preset)}
    unsaid = [
        f"{line.key} ({value_text(line.preset)} → {value_text(line.value)})"
        for line in card(ruleset)
        if line.changed and line.key not in said
    ]
    around = {key: word.replace("{preset}", preset.title) for key, word in words["words"].items()}
    return Spoken(
        lang=lang,
        source=around["source"].format(source=ruleset.languages[lang]),
        chapters=tuple(chapter for chapter in chapters if chapter.sentences),
        unsaid=around["unsaid"].format(keys=", ".join(unsaid)) if unsaid else "",
        marks=around["marks"],
        words=around,
    )


@cache
def words_of(family: str, lang: str) -> Words:
    """Return the card file of a family and language."""
    return tomllib.loads(_FOLDER.joinpath(f"{family}.{lang}.toml").read_text("utf-8"))


def keys_of(line: Mapping[str, str]) -> list[str]:
    """Return the rule keys a sentence of a card file speaks of or depends on."""
    named = [place[1].rstrip("%").partition(":")[0] for place in _PLACE.finditer(line["say"])]
    return [*named, *(key for key, _, _ in _conditions(line))]


def _sentences(
    part: Mapping[str, Any], words: Words, ruleset: RuleSet, preset: RuleSet
) -> Iterator[Sentence]:
    """Yield the sentences of a part that these rules or the preset have."""
    for line in part["lines"]:
        now, before = _said(line, words, ruleset), _said(line, words, preset)
        if now or before:
            about = ruleset if now else preset
            yield _sentence(now, before, _clauses(line, about))
    if part.get("melds"):
        now_melds, old_melds = _melds(words, ruleset), _melds(words, preset)
        for name in dict.fromkeys([*old_melds, *now_melds]):
            about = ruleset if name in now_melds else preset
            clause = about.clause_of(f"melds.{name}.points")
            yield _sentence(now_melds.get(name, ""), old_melds.get(name, ""), (clause,))


def _sentence(now: str, before: str, clauses: tuple[str, ...]) -> Sentence:
    changed = now != before
    return Sentence(now, before if changed else "", clauses, changed)


def _keys_heard(
    part: Mapping[str, Any], words: Words, ruleset: RuleSet, preset: RuleSet
) -> Iterator[str]:
    """Yield the keys whose change a reader of this part sees."""
    for line in part["lines"]:
        if _said(line, words, ruleset) != _said(line, words, preset):
            for key in keys_of(line):
                yield from (k for k in ruleset.values if k == key or k.startswith(f"{key}."))
                yield from (k for k in preset.values if k.startswith(f"{key}."))
    if part.get("melds"):
        yield from (k for rules in (ruleset, preset) for k in rules.values if _of_meld(k))


def _of_meld(key: str) -> bool:
    return key.startswith("melds.") and key != "melds.copies"


def _clauses(line: Mapping[str, str], ruleset: RuleSet) -> tuple[str, ...]:
    """Return the clauses of a sentence: of the keys it names, and those it cites."""
    named = [place[1].rstrip("%").partition(":")[0] for place in _PLACE.finditer(line["say"])]
    named += line.get("cites", "").split() or [key for key, _, _ in _conditions(line) if not named]
    known = ruleset.clauses()
    found = [
        name if name in known else ruleset.clause_of(_one_key(name, ruleset)) for name in named
    ]
    return tuple(dict.fromkeys(clause for clause in found if clause))


def _one_key(name: str, ruleset: RuleSet) -> str:
    """`deck.values` stands for a table: its first key has the clause."""
    return next((key for key in ruleset.values if key.startswith(f"{name}.")), name)


def _conditions(line: Mapping[str, str]) -> list[tuple[str, str, str]]:
    parts = [part.strip() for part in line.get("when", "").split(",") if part.strip()]
    found = [_CONDITION.fullmatch(part) for part in parts]
    return [(match[1], match[2], match[3]) for match in found if match]


def _said(line: Mapping[str, str], words: Words, ruleset: RuleSet) -> str:
    """Return a sentence with the values of a rule set, '' where they leave it out."""
    values = ruleset.values
    for key, sign, value in _conditions(line):
        if (_plain(values.get(key)) == value) != (sign == "="):
            return ""
    return _PLACE.sub(lambda place: _value(place, words, ruleset), line["say"])


def _value(place: re.Match[str], words: Words, ruleset: RuleSet) -> str:
    name, one, many = place[1], place[2], place[3]
    phrases = words["phrases"].get(name)
    key = name.rstrip("%").partition(":")[0]
    value = _computed(key, words, ruleset)
    if phrases is not None:
        shown = phrases.get(_plain(value), phrases.get("else", ""))
        return str(shown).replace("{}", _shown(value, words))
    if name.endswith("%"):
        return f"{100 * float(value):g} %"
    shown = _shown(value, words)
    return shown if one is None else f"{shown} {one if value == 1 else many}"


def _computed(key: str, words: Words, ruleset: RuleSet) -> Any:
    """Return the value of a key, or of what follows from several."""
    deck = ruleset.rules.deck
    cards = 4 * len(deck.ranks) * deck.packs
    if key == "deck.values":
        return ", ".join(f"{_rank(rank, words)} = {deck.values[rank]}" for rank in deck.ranks)
    follows = {
        "cards": cards,
        "points": 4 * deck.packs * sum(deck.values[rank] for rank in deck.ranks),
        "talon": cards - ruleset.rules.seats * ruleset.rules.deal.hand_size - 1,
    }
    return follows[key] if key in follows else ruleset.values[key]


def _plain(value: Any) -> str:
    return value_text(value)


def _shown(value: Any, words: Words) -> str:
    """Return a value as the sentences of a language have it."""
    if isinstance(value, int) and not isinstance(value, bool):
        return f"{value:,}".replace(",", words["words"]["thousands"])
    if isinstance(value, list | tuple):
        between = (
            ", " if all(isinstance(item, int) for item in value) else words["words"]["between"]
        )
        return str(between).join(_rank(str(item), words) for item in value)
    return _rank(str(value), words)


def _rank(name: str, words: Words) -> str:
    return str(words["ranks"].get(name, name))


def _melds(words: Words, ruleset: RuleSet) -> dict[str, str]:
    """Return the sentence of each meld by name."""
    say, found = words["meld"], {}
    for name, meld in ruleset.auction.melds.patterns.items():
        label = words["meld_names"].get(name, "").replace("{}", meld.label) or meld.label or name
        kind = "cards" if meld.cards else "each" if meld.rank else meld.suit or "any"
        pattern = say[kind].format(
            cards=" ".join(pretty_card(card_code(one)) for one in meld.cards or ()),
            rank=_rank(meld.rank or "", words),
            ranks=_shown(meld.ranks or (), words),
        )
        beside = say["with_run"][meld.with_run] if meld.with_run else ""
        found[name] = say["say"].format(
            name=label, pattern=pattern, points=_shown(meld.points, words), beside=beside
        )
    return found
