"""The rule card in sentences: every value of a rule set is in it, and every change is seen."""

import re
from typing import Any

import pytest

from sixtysix_sim.cards import RANKS
from sixtysix_sim.errors import BadInput
from sixtysix_sim.rules.parameters import Parameter, general_key
from sixtysix_sim.rules.ruleset import RuleError, RuleSet, nest, preset_names, resolve_rules
from sixtysix_sim.rules.spoken import keys_of, spoken, words_of

PRESETS = [resolve_rules(name) for name in preset_names()]
CARDS = [(ruleset, lang) for ruleset in PRESETS for lang in ruleset.languages]
IDS = [f"{ruleset.preset}-{lang}" for ruleset, lang in CARDS]
FILES = sorted({(ruleset.family.value, lang) for ruleset, lang in CARDS})
each_card = pytest.mark.parametrize(("ruleset", "lang"), CARDS, ids=IDS)
#: Computed from several keys, so that a sentence needs no key of its own for them.
COMPUTED = {"cards", "points", "talon"}
MOST_HIDDEN = 0.35  # of the keys: what decides nothing beside the preset's other values


def texts(ruleset: RuleSet, lang: str) -> list[str]:
    card = spoken(ruleset, lang)
    said = [sentence.text for chapter in card.chapters for sentence in chapter.sentences]
    return [text for text in said if text]


def others(ruleset: RuleSet, key: str, parameter: Parameter) -> list[Any]:
    """Other values of a key, some of which the rules may refuse."""
    now = ruleset.values[key]
    if parameter.choices:
        return [choice for choice in parameter.choices if choice != now]
    if key == "exchange.rank":
        return ["none", "K"]
    if key in ("deck.ranks", "match.allowed_targets") or isinstance(now, list):
        lists: dict[str, list[Any]] = {
            "deck.ranks": [list(ruleset.rules.deck.ranks[:-1]), list(RANKS)],
            "match.allowed_targets": [[7, 11, 15], [ruleset.values.get("match.target"), 99]],
        }
        return lists.get(key, [["A", "T"], ["AS", "TS"]])
    if isinstance(now, float):
        return [0.25]
    if isinstance(now, int):
        return [value for value in (now + 1, now + 10, now - 1, now * 2, 2, 1, 0) if value != now]
    return ["A", "other"]


def changed(ruleset: RuleSet, key: str) -> RuleSet | None:
    """The preset with another value of one key, or None if it cannot stand alone."""
    parameter = ruleset.parameter_of(key)
    assert parameter is not None
    for value in others(ruleset, key, parameter):
        try:
            found = resolve_rules(ruleset.preset, nest({key: value}))
        except RuleError:
            continue
        if found.values.get(key) != ruleset.values[key]:
            return found
    return None


@each_card
def test_every_parameter_in_turn_changes_the_card(ruleset: RuleSet, lang: str) -> None:
    """Changed alone, a value changes a sentence, or is named as deciding nothing."""
    plain, hidden, alone = texts(ruleset, lang), [], []
    for key in ruleset.values:
        if key.endswith(".label") or (other := changed(ruleset, key)) is None:
            continue
        card = spoken(other, lang)
        alone.append(key)
        assert card.changed, key
        marked = [s for chapter in card.chapters for s in chapter.sentences if s.changed]
        if f"{key} (" in card.unsaid:
            hidden.append(key)
        else:
            assert marked, key
            assert texts(other, lang) != plain, key
    assert len(alone) > 25
    assert len(hidden) < MOST_HIDDEN * len(alone), hidden


@each_card
def test_a_preset_has_a_card_without_a_mark(ruleset: RuleSet, lang: str) -> None:
    card = spoken(ruleset, lang)
    assert not card.changed
    assert len(card.chapters) > 5
    for chapter in card.chapters:
        for sentence in chapter.sentences:
            assert sentence.clauses, sentence.text
            assert set(sentence.clauses) <= ruleset.clauses().keys()
            assert not re.search(r"[{}|]|True|False|None|_|\bempty\b|  ", sentence.text)


@pytest.mark.parametrize(("family", "lang"), FILES)
def test_a_card_file_speaks_of_every_key_and_of_no_other(family: str, lang: str) -> None:
    rulesets = [ruleset for ruleset in PRESETS if ruleset.family == family]
    lines = [line for part in words_of(family, lang)["section"] for line in part["lines"]]
    named = {key for line in lines for key in keys_of(line)} - COMPUTED
    keys = {general_key(key) for ruleset in rulesets for key in ruleset.values}
    keys = {key for key in keys if not key.startswith("melds.NAME.")}
    assert {key.replace(".RANK", "") for key in keys} == named


@pytest.mark.parametrize(("family", "lang"), FILES)
def test_a_card_file_has_a_phrase_for_every_choice(family: str, lang: str) -> None:
    ruleset = next(ruleset for ruleset in PRESETS if ruleset.family == family)
    words = words_of(family, lang)
    lines = [line for part in words["section"] for line in part["lines"]]
    for line in lines:
        for key in re.findall(r"\{([a-z_]+\.[a-z_.]+)\}", line["say"]):
            parameter = ruleset.parameters.get(key)
            choices = parameter.choices if parameter else ()
            phrases = words["phrases"].get(key, {})
            if not any(isinstance(choice, int) and choice not in (0, 1) for choice in choices):
                said = {str(choice).lower() if isinstance(choice, bool) else str(choice)
                        for choice in choices}  # fmt: skip
                assert said <= {*phrases, *(said if "else" in phrases else ())}, key
    for key in words["phrases"]:
        assert any(f"{{{key}}}" in line["say"] for line in lines), key


@pytest.mark.parametrize("family", sorted({family for family, _ in FILES}))
def test_languages_say_the_same_in_the_same_order(family: str) -> None:
    """Chapter by chapter the same keys under the same conditions."""
    first, *rest = [words_of(family, lang) for one, lang in FILES if one == family]

    def shape(words: Any) -> list[list[tuple[str, tuple[str, ...]]]]:
        return [
            [(line.get("when", ""), tuple(sorted(set(keys_of(line))))) for line in part["lines"]]
            for part in words["section"]
        ]

    for words in rest:
        assert shape(words) == shape(first)
        assert words["words"].keys() == first["words"].keys()


@pytest.mark.parametrize("seats", [3, 6])
def test_more_seats_have_sentences_of_their_own(seats: int) -> None:
    packs = {"packs": 2} if seats == 6 else {}
    ruleset = resolve_rules("seksogtres", {"seats": seats, "deck": packs})
    said = " ".join(texts(ruleset, "da"))
    assert "betaler hver taber efter sine egne point" in said
    assert ("Af to ens kort" in said) == (seats == 6)
    assert "Er der færre kort tilbage end spillere" in said


def test_terms_are_those_of_the_sources() -> None:
    cift = " ".join(texts(resolve_rules("cift66"), "tr"))
    for term in ("Sırıt", "Sordum", "Bozdum", "Konuş", "As yüzü", "Özel bezik", "koz", "ihale",
                 "Batarsa", "Kaput", "yükseltme"):  # fmt: skip
        assert term in cift, term
    classic = " ".join(texts(resolve_rules("classic_66_v1"), "tr"))
    for term in ("eş", "koz eşi", "açık koz kartı", "desteyi kapatabilir", "ilan", "maç puanı"):
        assert term in classic, term
    danish = " ".join(texts(resolve_rules("seksogtres"), "da"))
    for term in ("talon", "stik", "Forhånd", "giver", "trumf", "jeton", "bekende",
                 "lukke talonen", "stiktvang", "omgivning", "knægt"):  # fmt: skip
        assert term in danish, term


def test_numbers_have_their_word_and_their_separator() -> None:
    assert any("1,500 points" in text for text in texts(resolve_rules("cift66"), "en"))
    assert any("1.500 puana" in text for text in texts(resolve_rules("cift66"), "tr"))
    one = resolve_rules("seksogtres", {"match": {"deals": 1}, "stakes": {"base": 2}})
    assert "A match is 1 deal; most game points win it." in texts(one, "en")
    assert any(text.startswith("Vinderen får 2 jetoner") for text in texts(one, "da"))


def test_a_slip_is_said_in_per_cent() -> None:
    slips = {"irregularities": {"expose_rate": 0.25, "expose_redeal_rate": 1.0}}
    said = texts(resolve_rules("seksogtres", slips), "en")
    assert any("In 25 % of the deals the dealer shows a card" in text for text in said)


def test_a_meld_of_ones_own_and_a_dropped_one() -> None:
    own = {"cards": ["JD", "JD", "QS"], "points": 70, "label": "Benim"}
    melds = {"mine": own, "bezique": {"remove": True}, "run": {"points": 100}}
    card = spoken(resolve_rules("cift66", {"melds": melds}), "tr")
    marked = {s.before: s.text for c in card.chapters for s in c.sentences if s.changed}
    assert marked["Özel bezik: J♦ Q♠ (renkler sabit), 40 puan."] == ""
    assert marked[""] == "Benim: J♦ J♦ Q♠ (renkler sabit), 70 puan."
    assert "100 puan" in marked["Sırıt: koz renginde A-10-K-Q-J, 150 puan."]
    assert card.unsaid == ""


def test_a_language_without_a_card_is_one_sentence() -> None:
    with pytest.raises(
        BadInput, match=r"^schnapsen has no rule card in 'tr'; languages it has: en$"
    ):
        spoken(resolve_rules("schnapsen"), "tr")
