"""Chances in words, and tables of questions: what the odds of every family share."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from sixtysix_sim.odds.question import Question
from sixtysix_sim.reporting.tables import Column, Section, show_text, text


class Odds(NamedTuple):
    """The odds of a rule set, ready to be shown.

    Attributes:
        questions: in order.
        sections: the same as tables.
        extra: what stands beside the rows in JSON.
        closing: the last sentences.
    """

    questions: Sequence[Question]
    sections: Sequence[Section]
    extra: dict[str, object]
    closing: str


def percent(chance: Fraction) -> str:
    """Return a chance in per cent to five digits: `2.7624 %`, `1.4e-07 %`."""
    return f"{100 * float(chance):.5g} %"


def one_in(chance: Fraction) -> str:
    """Return a chance as `1 in 36.2`; `never` and `always` at the ends."""
    if not chance or chance == 1:
        return "always" if chance else "never"
    every = 1 / chance
    if every < 10:
        return f"1 in {float(every):.2f}"
    return f"1 in {float(every):.1f}" if every < 100 else f"1 in {round(every):,}"


def list_section(title: str, questions: Sequence[Question]) -> Section:
    """Return a table: one line a question."""
    rows = [
        {"question": q.text, "chance": percent(q.chance), "one_in": one_in(q.chance)}
        for q in questions
    ]
    columns = [text("question", "question"), right("chance", "chance"), right("", "one_in")]
    return Section(title, columns, rows)


def lengths_section(title: str, questions: Sequence[Question]) -> Section:
    """Return a table: one line a number of cards; for each feature exactly, at least."""
    features = list(dict.fromkeys(question.about["feature"] for question in questions))
    rows: dict[object, dict[str, object]] = {}
    for question in questions:
        count = question.about["count"]
        cell = f"{question.about['feature']} {question.about['how']}"
        rows.setdefault(count, {"cards": count})[cell] = percent(question.chance)
    columns = [right("cards", "cards")]
    for feature in features:
        columns += [
            right(f"{feature} exactly", f"{feature} exactly"),
            right("or more", f"{feature} at least"),
        ]
    ordered = sorted(rows.values(), key=lambda row: int(str(row["cards"])))
    return Section(title, columns, ordered)


def right(title: str, key: str) -> Column:
    """Return a column of ready texts, set to the right."""
    return Column(title, lambda row: show_text(row.get(key)))
