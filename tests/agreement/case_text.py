"""A disagreement as a case file: what the kernel says is what the case expects."""

from dataclasses import dataclass, field
from typing import Any

from sixtysix_sim.cards import card_name
from sixtysix_sim.moves import Move
from sixtysix_sim.referee.casefile.show import show_moves
from sixtysix_sim.rules.ruleset import RuleSet
from tests.strategies import PRESET, Settings, dotted


@dataclass
class Story:
    """A deal as it was played, from its start to the step in question."""

    ruleset: RuleSet
    changes: Settings
    seed: int
    game: int
    scored: int
    attempt: int
    dealer: int
    hands: list[list[int]]
    scores: tuple[int, int]
    asks_used: list[int]
    steps: list[tuple[int, Move]] = field(default_factory=list)


class Difference(AssertionError):
    """Kernel and referee do not agree; the message is a case file that shows it."""

    def __init__(
        self,
        story: Story,
        what: str,
        cites: tuple[str, ...],
        facts: dict[str, Any],
        last: tuple[int, Move, list[Move] | None] | None = None,
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
    last: tuple[int, Move, list[Move] | None] | None,
) -> str:
    step = story.ruleset.auction.auction.step
    steps = [{"seat": seat, "do": move.text} for seat, move in story.steps]
    if last:
        seat, move, legal = last
        words = {} if legal is None else {"legal": show_moves(legal, step).split(", ")}
        steps.append({"seat": seat, "do": move.text} | words)
    asks: Any = story.asks_used
    if story.ruleset.auction.auction.ask_limit in ("game", "deal"):
        asks = story.asks_used[0]
    hands = {str(n): " ".join(card_name(c) for c in hand) for n, hand in enumerate(story.hands)}
    about = {
        "id": name,
        "cites": list(cites),
        "title": what,
        "set": dotted(story.changes),
        "phase": "auction",
        "dealer": story.dealer,
        "asks_used": asks,
        "score": list(story.scores),
        "deals_played": story.scored,
        "hands": hands,
    }
    lines = [
        f"# seed {story.seed}, game {story.game}, scored deals before {story.scored}, "
        f"redeal attempt {story.attempt}: {what}",
        f"rules = {toml(PRESET)}",
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
    if isinstance(value, int):
        return str(int(value))
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if isinstance(value, dict):
        items = ", ".join(f"{toml(str(key))} = {toml(item)}" for key, item in value.items())
        return f"{{ {items} }}" if items else "{}"
    return "[" + ", ".join(toml(item) for item in value) + "]"
