"""`sixtysix odds`: exact chances of a rule set's hands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from sixtysix_sim.cards import SUIT_SYMBOLS, SUITS, card_name, pretty_card
from sixtysix_sim.cli.output import Meta, emit
from sixtysix_sim.reporting.tables import Column, Section, count, decimal, show_text, text

if TYPE_CHECKING:  # the rules bring pydantic along, which --help does without
    from collections.abc import Sequence
    from fractions import Fraction

    from sixtysix_sim.odds.auction.questions import Answers, MeldPoints
    from sixtysix_sim.odds.auction.reach import Highest
    from sixtysix_sim.odds.question import Question
    from sixtysix_sim.rules.auction import AuctionRules


def odds(
    scenario: Annotated[str, typer.Argument(help="A scenario file or a preset.")],
    sets: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="Change a rule; may be repeated."),
    ] = None,
    side_best: Annotated[
        bool,
        typer.Option(
            "--side-best", help="Also count a side's melds under its best trump (takes longer)."
        ),
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Exact probabilities by counting: melds, suits, shapes, bids that melds reach."""
    from sixtysix_sim.odds.auction.questions import answer_all
    from sixtysix_sim.odds.auction.reach import highest_total
    from sixtysix_sim.scenario import load_scenario

    loaded = load_scenario(scenario, sets or [])
    rules = loaded.ruleset.auction
    answers = answer_all(rules, side_best)
    highest = highest_total(rules)
    emit(
        "odds",
        sections=_sections(answers, rules),
        rows=[question.row() for question in answers.questions],
        meta=Meta(rules_hash=loaded.ruleset.hash, extra=_extra(highest, answers)),
        as_json=as_json,
        closing=" ".join([_closing(highest), *answers.left_out]).strip(),
    )


def percent(chance: Fraction) -> str:
    """A chance in per cent to five digits: `2.7624 %`, `1.4e-07 %`."""
    return f"{100 * float(chance):.5g} %"


def one_in(chance: Fraction) -> str:
    """A chance as `1 in 36.2`; `never` and `always` at the ends."""
    if not chance or chance == 1:
        return "always" if chance else "never"
    every = 1 / chance
    if every < 10:
        return f"1 in {float(every):.2f}"
    return f"1 in {float(every):.1f}" if every < 100 else f"1 in {round(every):,}"


def _sections(answers: Answers, rules: AuctionRules) -> list[Section]:
    def of(group: str) -> list[Question]:
        return [question for question in answers.questions if question.group == group]

    hand = f"{rules.deal.hand_size} of {4 * len(rules.deck.ranks) * rules.deck.packs} cards"
    lengths = [question for question in of("suits") if "how" in question.about]
    sections = [
        _legend(rules),
        _list(f"Melds that score in one hand of {hand}", of("melds")),
        _list("Two melds in one hand under one trump", of("pairs")),
        _lengths(lengths),
        _list("Voids", [question for question in of("suits") if question not in lengths]),
        _list("Shapes: the lengths of the four suits", of("shapes")),
        _meld_points(answers.meld_points),
        _bids(of("bids"), answers.meld_points),
    ]
    return [section for section in sections if section.rows]


def _legend(rules: AuctionRules) -> Section:
    """What the names below stand for."""
    from sixtysix_sim.rules.card import pattern_text

    rows = [
        {"meld": name, "label": meld.label, "pattern": pattern_text(meld), "points": meld.points}
        for name, meld in rules.melds.patterns.items()
        if meld.points
    ]
    columns = [text("meld", "meld"), text("called", "label"), text("cards", "pattern")]
    return Section("The melds", [*columns, count("points", "points")], rows)


def _list(title: str, questions: Sequence[Question]) -> Section:
    """One line a question."""
    rows = [
        {"question": q.text, "chance": percent(q.chance), "one_in": one_in(q.chance)}
        for q in questions
    ]
    columns = [text("question", "question"), _right("chance", "chance"), _right("", "one_in")]
    return Section(title, columns, rows)


def _lengths(questions: Sequence[Question]) -> Section:
    """One line a number of cards; for a named suit and for the longest: exactly, at least."""
    features = list(dict.fromkeys(question.about["feature"] for question in questions))
    rows: dict[object, dict[str, object]] = {}
    for question in questions:
        count = question.about["count"]
        cell = f"{question.about['feature']} {question.about['how']}"
        rows.setdefault(count, {"cards": count})[cell] = percent(question.chance)
    columns = [_right("cards", "cards")]
    for feature in features:
        columns += [
            _right(f"{feature} exactly", f"{feature} exactly"),
            _right("or more", f"{feature} at least"),
        ]
    ordered = sorted(rows.values(), key=lambda row: int(str(row["cards"])))
    return Section("Suit lengths of a hand", columns, ordered)


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
    columns += [_right(_head(points), f"{points.who} {points.trump}") for points in found]
    last = max((points.tally.highest for points in found), default=0)
    return Section(
        "Bids reached by melds alone",
        columns,
        [rows[bid] for bid in sorted(rows, key=lambda bid: int(str(bid)))],
        note=f"No melds counted here are worth more than {last:,}.",
    )


def _head(points: MeldPoints) -> str:
    return points.who + points.words


def _right(title: str, key: str) -> Column:
    """A column of ready texts, set to the right."""
    return Column(title, lambda row: show_text(row.get(key)))


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
