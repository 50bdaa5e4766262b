"""A disagreement as a case file: what the kernel says is what the case expects."""

from dataclasses import dataclass, field
from typing import Any

from sixtysix_sim.moves import Move
from sixtysix_sim.referee.casefile.show import bid_step, show_moves
from sixtysix_sim.rules.ruleset import RuleSet
from tests.strategies import Settings, dotted

LastStep = tuple[int, Move, list[Move] | None]  # seat, move, what the kernel calls legal


@dataclass
class Story:
    """A deal as it was played, from its start to the step in question.

    ``position`` holds the case's keys from ``phase`` on: where the deal was taken up.
    """

    ruleset: RuleSet
    changes: Settings
    seed: int
    game: int
    scored: int
    attempt: int
    position: dict[str, Any]
    steps: list[tuple[int, Move]] = field(default_factory=list)


class Difference(AssertionError):
    """Kernel and referee do not agree; the message is a case file that shows it."""

    def __init__(
        self,
        story: Story,
        what: str,
        cites: tuple[str, ...],
        facts: dict[str, Any],
        last: LastStep | None = None,
    ) -> None:
        """Make the case file.

        Args:
            story: the deal so far.
            what: where the two differ, with both values.
            cites: the clauses in question.
            facts: case keys → what the kernel says after the steps.
            last: one more step as the kernel sees it: seat, move, its legal actions.
        """
        self.what = what
        self.case_id = f"lockstep-{story.seed}-{story.game}-{story.scored}-{story.attempt}"
        super().__init__(_case_file(self.case_id, story, what, cites, facts, last))


def _case_file(
    name: str,
    story: Story,
    what: str,
    cites: tuple[str, ...],
    facts: dict[str, Any],
    last: LastStep | None,
) -> str:
    steps = [{"seat": seat, "do": move.text} for seat, move in story.steps]
    if last:
        seat, move, legal = last
        step = bid_step(story.ruleset)
        words = {} if legal is None else {"legal": show_moves(legal, step).split(", ")}
        steps.append({"seat": seat, "do": move.text} | words)
    about = {
        "id": name,
        "cites": list(cites),
        "title": what,
        "set": dotted(story.changes),
        **story.position,
    }
    lines = [
        f"# seed {story.seed}, game {story.game}, scored deals before {story.scored}, "
        f"redeal attempt {story.attempt}: {what}",
        f"rules = {toml(story.ruleset.preset)}",
        "",
        "[[case]]",
        *(f"{key} = {toml(value)}" for key, value in about.items()),
        "steps = [",
        *(f"  {toml(entry)}," for entry in steps),
        "]",
        *(f"{key} = {toml(value)}" for key, value in facts.items()),
    ]
    return "\n".join(lines) + "\n"


def toml(value: Any) -> str:
    """Return a value as TOML writes it, tables inline."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, int):
        return str(int(value))
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if isinstance(value, dict):
        items = ", ".join(f"{toml(str(key))} = {toml(item)}" for key, item in value.items())
        return f"{{ {items} }}" if items else "{}"
    return "[" + ", ".join(toml(item) for item in value) + "]"
