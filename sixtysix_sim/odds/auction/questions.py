"""Every question `odds` answers, in groups, each with its exact chance."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from sixtysix_sim.cards import SUIT_SYMBOLS, SUITS
from sixtysix_sim.odds.auction import melds
from sixtysix_sim.odds.auction.counting import points_with_best_trump, points_with_trump
from sixtysix_sim.odds.auction.units import bound_to_trump, prices_of, trump_groups
from sixtysix_sim.odds.question import Question
from sixtysix_sim.odds.suits import hand_shapes, suit_lengths
from sixtysix_sim.odds.tally import MOST_BITS, Effort, Pack, Tally, TooWide
from sixtysix_sim.rules.auction import AuctionRules

BUDGET = 6e9  # nanoseconds for all questions together, see `tally.Effort`
SHARE = 0.5  # of what is left, the most that one kind of question may take
SIDE_BUDGET = 120e9  # for a side under its best trump, when asked for
SIDE_BITS = 8 * MOST_BITS
BEST = "best"  # the trump that gives most
SIDES = (("one hand", 1, False), ("one hand", 1, True), ("a side", 2, False), ("a side", 2, True))


@dataclass(frozen=True)
class MeldPoints:
    """How many meld points ``who`` (one hand, a side) has under a trump.

    ``trump`` as in ``trumps_asked``. A side's points are those of its two hands, each counted
    alone.
    """

    who: str
    trump: str
    words: str
    tally: Tally


@dataclass
class Answers:
    """All questions, the meld points behind the bids, and what could not be counted."""

    questions: list[Question]
    meld_points: list[MeldPoints]
    left_out: list[str]


def answer_all(rules: AuctionRules, side_best: bool = False) -> Answers:
    """Answer every question for a rule set.

    ``side_best``: also the bids a side's melds reach under its best trump, which takes half a
    minute for the preset.
    """
    answers, pot = Answers([], [], []), Effort(BUDGET)
    parts: list[tuple[str, Callable[[AuctionRules, Effort], Iterator[Question]]]] = [
        ("single melds", single_melds),
        ("pairs of melds", meld_pairs),
        ("suit lengths", lambda rules, _: suit_lengths(Pack.of(rules), "a named suit (trump)")),
        ("shapes", lambda rules, _: hand_shapes(Pack.of(rules))),
    ]
    for name, ask in parts:
        with _leaving_out(answers, name), _share(pot) as effort:
            answers.questions += ask(rules, effort)
    for who, hands, best in SIDES:
        asked_for = best and hands == 2
        if asked_for and not side_best:
            continue
        name = f"melds of {who}, {'best' if best else 'a named'} trump"
        with _leaving_out(answers, name), _share(pot) as effort:
            enough = Effort(SIDE_BUDGET, SIDE_BITS) if asked_for else effort
            answers.meld_points += meld_points(rules, who, hands, best, enough)
    answers.questions += (q for points in answers.meld_points for q in bids(rules, points))
    return answers


@contextmanager
def _leaving_out(answers: Answers, what: str) -> Iterator[None]:
    """Note what is too wide to count, and go on."""
    try:
        yield
    except TooWide as error:
        answers.left_out.append(f"Left out ({what}): {error}.")


@contextmanager
def _share(pot: Effort) -> Iterator[Effort]:
    """Give a part of what is left to one kind of question, and take back what it did not need."""
    given = Effort(SHARE * pot.left)
    pot.left -= given.left
    try:
        yield given
    finally:
        pot.left += given.left


def single_melds(rules: AuctionRules, effort: Effort | None = None) -> Iterator[Question]:
    """Yield each scoring meld at least once, twice: a named trump, the best trump."""
    for name in prices_of(rules):
        for trump, words in trumps_asked(rules, [name]):
            found = melds.copies(rules, name, _suit(trump), effort)
            for least, often in ((1, "once"), (2, "twice")):
                yield Question(
                    "melds",
                    f"{name} at least {often}{words}",
                    found.at_least(least),
                    {"meld": name, "copies": least, "trump": trump},
                )


def meld_pairs(rules: AuctionRules, effort: Effort | None = None) -> Iterator[Question]:
    """Yield two scoring melds in one hand under one trump, the pairs worth most first."""
    points = {name: price.value for name, price in prices_of(rules).items()}
    pairs = sorted(combinations(points, 2), key=lambda pair: -sum(points[name] for name in pair))
    for first, second in pairs:
        chances: dict[Fraction, str] = {}  # trumps that turn out alike are told once
        asked = dict(trumps_asked(rules, [first, second]))
        for trump in asked:
            if trump != BEST:
                chance = melds.together(rules, first, second, _suit(trump), effort)
                chances[chance] = chances.get(chance, "") + trump
        found = [(trump, chance) for chance, trump in chances.items()]
        if BEST in asked and melds.can_join(rules, first, second):
            found.append((BEST, melds.together(rules, first, second, None, effort)))
        for trump, chance in found:
            letters = "".join(suit for suit in SUITS if suit in trump)
            name = "any" if letters == SUITS else letters or trump
            words = asked[name] if name in asked else _words(name)
            about: dict[str, object] = {"meld": first, "with": second, "trump": name}
            yield Question("pairs", f"{first} and {second}{words}", chance, about)


def meld_points(
    rules: AuctionRules, who: str, hands: int, best: bool, effort: Effort | None = None
) -> Iterator[MeldPoints]:
    """Yield the meld points of one or two hands for each named trump, or for the best trump."""
    for trump, words in trumps_asked(rules):
        suit = _suit(trump)
        if best and suit is None:
            found = points_with_best_trump(rules, hands, effort=effort)
            yield MeldPoints(who, trump, words, found)
        elif suit is not None and not best:
            yield MeldPoints(
                who, trump, words, points_with_trump(rules, suit, hands, effort=effort)
            )


def bids(rules: AuctionRules, points: MeldPoints) -> Iterator[Question]:
    """Yield the chance that melds alone reach each bid level (C3.1)."""
    auction = rules.auction
    for bid in range(auction.min_bid, auction.max_bid + 1, auction.step):
        yield Question(
            "bids",
            f"melds of {points.who} worth at least {bid}{points.words}",
            points.tally.at_least(bid),
            {"bid": bid, "who": points.who, "trump": points.trump},
        )


def trumps_asked(rules: AuctionRules, names: list[str] | None = None) -> Iterator[tuple[str, str]]:
    """Yield (name, words) of the trumps worth asking for: groups of like suits, then the best.

    The names are ``any`` (trump does not matter, or every suit is as good as any other), suit
    letters (``HC``), and ``best``.
    """
    groups = trump_groups(rules, names)
    matters = any(bound_to_trump(rules, name) for name in names or prices_of(rules))
    if not matters:
        yield "any", ""
        return
    for group in groups:
        name = "".join(SUITS[suit] for suit in group) if len(groups) > 1 else "any"
        yield name, _words(name)
    yield BEST, _words(BEST)


def _words(trump: str) -> str:
    """Return how a question about a meld that depends on trump ends."""
    if trump in ("any", BEST):
        return ", best trump" if trump == BEST else ", a named trump"
    *others, last = (SUIT_SYMBOLS[SUITS.index(suit)] for suit in trump)
    return f", {', '.join(others)}{' or ' * bool(others)}{last} trump"


def _suit(trump: str) -> int | None:
    """Return a suit of a group of trumps, None for the best trump."""
    if trump == BEST:
        return None
    return 0 if trump == "any" else SUITS.index(trump[0])
