"""Marriages as declared in play, beside the exact chances that they are dealt."""

from collections.abc import Sequence

from sixtysix_sim.odds.question import Question
from sixtysix_sim.odds.talon.questions import answer_all
from sixtysix_sim.reporting.chances import list_section
from sixtysix_sim.reporting.queries import Played
from sixtysix_sim.reporting.tables import Section
from sixtysix_sim.rules.talon import TalonRules

NOTE = (
    "Exact chances of the cards as dealt, before the first lead. Play differs both ways: cards "
    "drawn later complete marriages, and one that is held need not be declared."
)


def dealt_marriages(rules: TalonRules) -> list[Question]:
    """Return the questions on marriages with their exact chances; none if the deck has none."""
    return [question for question in answer_all(rules).questions if question.group == "marriages"]


def somebody(questions: Sequence[Question]) -> Question | None:
    """Return the question whether anybody is dealt a marriage."""
    wanted = {"marriage": "any", "who": "somebody"}
    return next((q for q in questions if q.about == wanted), None)


def exact_section(played: Sequence[Played]) -> Section | None:
    """Return the exact chances of marriages; None where decks differ or hold none."""
    first = dealt_marriages(played[0].run.scenario.ruleset.talon)
    others = [dealt_marriages(one.run.scenario.ruleset.talon) for one in played[1:]]
    if not first or any(other != first for other in others):
        return None
    section = list_section("Exact: marriages as dealt", first)
    return Section(section.title, section.columns, section.rows, note=NOTE)
