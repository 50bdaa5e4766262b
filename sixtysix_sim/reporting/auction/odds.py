"""The odds of the auction family: melds, suits, shapes, and the bids that melds reach."""

from collections.abc import Sequence

from sixtysix_sim.cards import SUIT_SYMBOLS, SUITS, card_name, pretty_card
from sixtysix_sim.odds.auction.questions import Answers, MeldPoints, answer_all
from sixtysix_sim.odds.auction.reach import Highest, highest_total
from sixtysix_sim.odds.question import Question
from sixtysix_sim.reporting.chances import Odds, lengths_section, list_section, percent, right
from sixtysix_sim.reporting.tables import Section, count, decimal, text
from sixtysix_sim.rules.auction import AuctionRules
from sixtysix_sim.rules.card import pattern_text
from sixtysix_sim.rules.ruleset import RuleSet


def odds_of(ruleset: RuleSet, side_best: bool) -> Odds:
    """Return the odds of a rule set; ``side_best``: also a side's melds under its best trump."""
    rules = ruleset.auction
    answers = answer_all(rules, side_best)
    highest = highest_total(rules)
    closing = " ".join([_closing(highest), *answers.left_out]).strip()
    return Odds(answers.questions, _sections(answers, rules), _extra(highest, answers), closing)


def _sections(answers: Answers, rules: AuctionRules) -> list[Section]:
    def of(group: str) -> list[Question]:
        return [question for question in answers.questions if question.group == group]

    hand = f"{rules.deal.hand_size} of {4 * len(rules.deck.ranks) * rules.deck.packs} cards"
    lengths = [question for question in of("suits") if "how" in question.about]
    sections = [
        _legend(rules),
        list_section(f"Melds that score in one hand of {hand}", of("melds")),
        list_section("Two melds in one hand under one trump", of("pairs")),
        lengths_section("Suit lengths of a hand", lengths),
        list_section("Voids", [question for question in of("suits") if question not in lengths]),
        list_section("Shapes: the lengths of the four suits", of("shapes")),
        _meld_points(answers.meld_points),
        _bids(of("bids"), answers.meld_points),
    ]
    return [section for section in sections if section.rows]


def _legend(rules: AuctionRules) -> Section:
    """What the names below stand for."""
    rows = [
        {"meld": name, "label": meld.label, "pattern": pattern_text(meld), "points": meld.points}
        for name, meld in rules.melds.patterns.items()
        if meld.points
    ]
    columns = [text("meld", "meld"), text("called", "label"), text("cards", "pattern")]
    return Section("The melds", [*columns, count("points", "points")], rows)


def _meld_points(found: Sequence[MeldPoints]) -> Section:
    rows = [
        {"melds": _head(points), "mean": float(points.tally.mean), "highest": points.tally.highest}
        for points in found
    ]
    columns = [text("melds of", "melds"), decimal("mean points", "mean"), count("most", "highest")]
    return Section("Meld points", columns, rows)


def _bids(questions: Sequence[Question], found: Sequence[MeldPoints]) -> Section:
    """One line a bid level that some hand or side reaches, one column a kind of meld points."""
    rows: dict[object, dict[str, object]] = {}
    for question in questions:
        if question.chance:
            row = rows.setdefault(question.about["bid"], {"bid": question.about["bid"]})
            row[f"{question.about['who']} {question.about['trump']}"] = percent(question.chance)
    columns = [count("bid", "bid")]
    columns += [right(_head(points), f"{points.who} {points.trump}") for points in found]
    last = max((points.tally.highest for points in found), default=0)
    return Section(
        "Bids reached by melds alone",
        columns,
        [rows[bid] for bid in sorted(rows, key=lambda bid: int(str(bid)))],
        note=f"No melds counted here are worth more than {last:,}.",
    )


def _head(points: MeldPoints) -> str:
    return points.who + points.words


def _extra(highest: Highest, answers: Answers) -> dict[str, object]:
    """What stands beside the rows in JSON."""
    return {
        "meld_points": [
            {
                "who": points.who,
                "trump": points.trump,
                "mean": float(points.tally.mean),
                "mean_exact": f"{points.tally.mean.numerator}/{points.tally.mean.denominator}",
                "highest": points.tally.highest,
            }
            for points in answers.meld_points
        ],
        "left_out": answers.left_out,
        "highest_total": {
            "total": highest.total,
            "melds": highest.melds,
            "tricks": highest.tricks,
            "trump": None if highest.trump is None else SUITS[highest.trump],
            "hands": [" ".join(map(card_name, hand)) for hand in highest.hands or ()],
            "exact": highest.exact,
        },
    }


def _closing(highest: Highest) -> str:
    if highest.hands is None or highest.trump is None:
        return (
            f"No side can total more than {highest.total:,}: {highest.melds:,} for every meld as "
            f"often as the packs allow (a bound: the melds tie too many cards together to count "
            f"them in seconds) and {highest.tricks:,} for every trick."
        )
    hands = " and ".join(" ".join(map(pretty_card, hand)) for hand in highest.hands)
    says = (
        f"A side can total {highest.total:,} at most"
        if highest.exact
        else f"No side can total more than {highest.total:,} (whether it can be reached is open)"
    )
    return (
        f"{says}: {highest.melds:,} in melds under {SUIT_SYMBOLS[highest.trump]}, as with {hands}, "
        f"and {highest.tricks:,} for every trick."
    )
