"""Every question `odds` answers about a deal of the talon family, in groups, with exact chances."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from sixtysix_sim.odds.question import Question
from sixtysix_sim.odds.suits import hand_shapes, lengths_asked, suit_lengths
from sixtysix_sim.odds.tally import Pack, Tally
from sixtysix_sim.odds.talon import several
from sixtysix_sim.odds.talon.hands import Best, Feature, Held, best_hand, tally
from sixtysix_sim.rules.common import NO_RANK
from sixtysix_sim.rules.talon import TalonRules

STEP = 10  # levels of points asked for
COUNTS = ("one", "two", "three", "four", "five", "six", "seven", "eight")


@dataclass(frozen=True)
class Number:
    """A number of a dealt hand: what it counts, and how many hands have how many."""

    name: str
    words: str
    tally: Tally


@dataclass(frozen=True)
class Answers:
    """Every question, the numbers behind some of them, and hands worth most.

    ``best``: by card points alone, and with the marriages in the hand.
    """

    questions: list[Question]
    numbers: list[Number]
    best: tuple[Best, Best]


def answer_all(rules: TalonRules) -> Answers:
    """Answer every question for a rule set."""
    pack = Pack.of(rules)
    numbers = list(_numbers(rules, pack))
    by_name = {number.name: number.tally for number in numbers}
    questions = [
        *(_marriages(rules, pack, by_name) if has_marriages(pack) else ()),
        *_exchange(rules, pack),
        *lengths_asked("trumps", by_name["trumps"], "trumps in a hand", "trumps"),
        *lengths_asked("aces", by_name["aces"], f"{top_rank(pack)} in a hand", top_rank(pack)),
        *suit_lengths(pack, "a named suit"),
        *hand_shapes(pack),
        *_points(rules, by_name),
    ]
    best = best_hand(rules, _card_points(rules)), best_hand(rules, _all_points(rules, pack))
    return Answers(questions, numbers, best)


def has_marriages(pack: Pack) -> bool:
    """Whether the deck holds kings and queens."""
    return {"K", "Q"} <= set(pack.ranks)


def top_rank(pack: Pack) -> str:
    """Return what cards of the highest rank are called: ``aces``."""
    return {"A": "aces", "T": "tens", "K": "kings"}.get(pack.ranks[0], f"{pack.ranks[0]}s")


def _numbers(rules: TalonRules, pack: Pack) -> Iterator[Number]:
    if has_marriages(pack):
        yield Number("marriages", "marriages", tally(rules, _marriages_of(pack)))
    yield Number("trumps", "trumps", tally(rules, lambda held, trump, _: trump * sum(held)))
    yield Number("aces", top_rank(pack), tally(rules, lambda held, *_: held[0]))
    yield Number("card_points", "card points", tally(rules, _card_points(rules)))
    if has_marriages(pack):
        words = "points with the marriages"
        yield Number("all_points", words, tally(rules, _all_points(rules, pack)))


def _marriages_of(pack: Pack, wanted: bool | None = None) -> Feature:
    """Return what counts a hand's marriages; ``wanted``: those of trump (True), the others."""
    king, queen = (pack.ranks.index(rank) for rank in "KQ")

    def count(held: Held, trump: bool, up: int) -> int:
        return min(held[king], held[queen]) if wanted in (None, trump) else 0

    return count


def _card_points(rules: TalonRules) -> Feature:
    values = [rules.deck.values[rank] for rank in rules.deck.ranks]
    return lambda held, *_: sum(own * value for own, value in zip(held, values, strict=True))


def _all_points(rules: TalonRules, pack: Pack) -> Feature:
    """Return what counts the cards of a hand and the marriages in it, as if all were declared."""
    cards = _card_points(rules)
    if not has_marriages(pack):
        return cards
    marriages = _marriages_of(pack)

    def count(held: Held, trump: bool, up: int) -> int:
        worth = rules.marriage.trump if trump else rules.marriage.plain
        return cards(held, trump, up) + worth * marriages(held, trump, up)

    return count


def _marriages(rules: TalonRules, pack: Pack, found: dict[str, Tally]) -> Iterator[Question]:
    """Yield marriages in one hand, and who of all has one."""
    for least in range(1, found["marriages"].highest + 1):
        often = "a marriage" if least == 1 else f"{_word(least)} marriages or more"
        chance = found["marriages"].at_least(least)
        yield Question("marriages", f"{often} in a hand", chance, {"count": least, "who": "hand"})
    named = 1 - several.nobody(pack.size, pack.hand_size, [(pack.packs, pack.packs)], 1)
    yield _held("marriage", "the marriage of a named suit in a hand", named, "hand", "named")
    for kind, name, wanted in (("trump", "the trump marriage", True),
                               ("plain", "a marriage outside trump", False)):  # fmt: skip
        chance = tally(rules, _marriages_of(pack, wanted)).at_least(1)
        yield _held("marriage", f"{name} in a hand", chance, "hand", kind)
    for kind, name, none in (
        ("any", "a marriage", several.marriages_of_any_suit(pack, rules.seats)),
        ("trump", "the trump marriage", several.marriages_of_trump(pack, rules.seats)),
    ):
        some, every = several.somebody(none), several.everybody(none)
        yield _held("marriage", f"{_some(rules)} hold {name}", some, "somebody", kind)
        if every:
            yield _held("marriage", f"{_every(rules)} hold {name}", every, "everybody", kind)


def _held(what: str, text: str, chance: Fraction, who: str, kind: str) -> Question:
    about: dict[str, object] = {what: kind, "who": who}
    return Question(f"{what}s", text, chance, about)


def _some(rules: TalonRules) -> str:
    return "one player or both" if rules.seats == 2 else "one player or more"


def _every(rules: TalonRules) -> str:
    return "both players" if rules.seats == 2 else "all players"


def _word(number: int) -> str:
    return COUNTS[number - 1] if number <= len(COUNTS) else str(number)


def _exchange(rules: TalonRules, pack: Pack) -> Iterator[Question]:
    """Yield where the card that may be exchanged (K4.1 D6.1) lies once all is dealt."""
    rank = rules.exchange.rank
    if rank == NO_RANK:
        return
    card, at = f"the {'10' if rank == 'T' else rank} of trump", pack.ranks.index(rank)
    if pack.packs > 1:
        card = card.replace("the", "a", 1)
    hidden = pack.size - rules.seats * pack.hand_size - 1
    other = "the opponent's hand" if rules.seats == 2 else "one of the other hands"
    others = (rules.seats - 1) * pack.hand_size
    for where, words, size in (
        ("hand", "in a hand", pack.hand_size),
        ("others", f"in {other}", others),
        ("somebody", "in some hand", others + pack.hand_size),
        ("talon", "face down in the talon", hidden),
    ):
        yield Question("exchange", f"{card} {words}", _among(pack, at, size), {"where": where})
    turned = Fraction(1, len(pack.ranks))
    yield Question("exchange", f"{card} turned up", turned, {"where": "upcard"})
    if has_marriages(pack) and rank not in "KQ":
        completed = tally(rules, _completing(pack, at)).at_least(1)
        text = "a hand in which the exchange completes the trump marriage"
        yield Question("exchange", text, completed, {"where": "marriage"})


def _among(pack: Pack, rank: int, size: int) -> Fraction:
    """Return the chance that so many cards beside the upcard hold a trump of a rank."""
    cards, chance = pack.size - 1, Fraction(0)
    for up in range(len(pack.ranks)):
        copies = pack.packs - (up == rank)
        missed = Fraction(comb(cards - copies, size), comb(cards, size))
        chance += (1 - missed) / len(pack.ranks)
    return chance


def _completing(pack: Pack, rank: int) -> Feature:
    """Return 1 for a hand with the card to exchange and one of K and Q while the other lies up."""
    king, queen = (pack.ranks.index(letter) for letter in "KQ")

    def count(held: Held, trump: bool, up: int) -> int:
        if not trump or up not in (king, queen) or not held[rank] or held[up]:
            return 0
        return int(held[queen if up == king else king] > 0)

    return count


def _points(rules: TalonRules, found: dict[str, Tally]) -> Iterator[Question]:
    """Yield what the cards of a hand count, alone and with the marriages in it."""
    kinds = [("cards", "cards worth", "card_points"),
             ("all", "cards and marriages worth", "all_points")]  # fmt: skip
    for kind, words, name in kinds:
        if name not in found:
            continue
        points = found[name]
        levels = {*range(STEP, points.highest + 1, STEP), rules.claim.target}
        for level in sorted(levels):
            yield Question(
                "points",
                f"a hand's {words} {level} or more",
                points.at_least(level),
                {"points": level, "of": kind},
            )
