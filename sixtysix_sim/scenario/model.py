"""What a scenario is: everything that decides which games are played."""

from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from sixtysix_sim.errors import BadInput, InvalidScenario
from sixtysix_sim.rules.ruleset import RuleSet
from sixtysix_sim.rules.trees import content_hash
from sixtysix_sim.rules.wording import shown
from sixtysix_sim.scenario.sources import SetItem, SourceFile, place_of

DEFAULT_GAMES = 100_000
DEFAULT_SEED = 66
DEFAULT_POLICY = "standard"
CODE_PARAM = "code"  # where a stored scenario keeps the text of a policy's file
NEVER_PARAM = "never"  # the parameter that hides rights from a bot
MAX_SEED = 2**64 - 1
MAX_GAMES = 10**12


@dataclass(frozen=True)
class BotSpec:
    """Which policy decides for a seat, and the parameters the scenario gives it.

    ``key`` is where the scenario says so (``bots.side.0``), for error messages. Parameter values
    are numbers, true or false, or text; their names and ranges are the policy's to check. `never`
    alone is a list of words, sorted. ``code`` is the text of the policy's file if it has one,
    ``file`` where that was read.
    """

    policy: str
    params: dict[str, Any] = field(default_factory=dict)
    key: str = "bots.default"
    code: str = ""
    file: str = field(default="", compare=False)

    @property
    def never(self) -> tuple[str, ...]:
        """The rights that are hidden from the bot."""
        return tuple(self.params.get(NEVER_PARAM, ()))

    def tree(self) -> dict[str, Any]:
        """Return policy and parameters as one flat table, with the code of a file."""
        code = {CODE_PARAM: self.code} if self.code else {}
        return {"policy": self.policy, **self.params, **code}


@dataclass(frozen=True)
class Scenario:
    """Everything that decides which games are played.

    Attributes:
        name: what people call it; no effect on games.
        games: how many games (1 … 10^12).
        seed: 0 … 2^64−1.
        ruleset: the resolved rules.
        bots: one spec a seat.
        source: the file it came from, or the preset's name.
        text: the file's text ('' for a preset), for line numbers.
        folder: what relative policy paths are relative to.
        sets: the ``--set`` changes laid over the file.
    """

    name: str
    games: int
    seed: int
    ruleset: RuleSet
    bots: tuple[BotSpec, ...]
    source: str
    text: str = ""
    folder: Path = Path()
    sets: tuple[SetItem, ...] = ()

    @cached_property
    def hash(self) -> str:
        """SHA-256 over rules and bots; not name, games, seed or log level."""
        return content_hash({"rules": self.ruleset.hash, "bots": [b.tree() for b in self.bots]})

    def tree(self) -> dict[str, Any]:
        """Return the resolved scenario as nested tables, enough to rebuild it."""
        return {
            "scenario": {"name": self.name, "games": self.games, "seed": self.seed},
            "rules": {"base": self.ruleset.preset, **self.ruleset.changes()},
            "bots": {"seat": {str(n): bot.tree() for n, bot in enumerate(self.bots)}},
        }

    def problem(self, key: str, message: str) -> InvalidScenario:
        """Return the error for a key of this scenario (``bots.side.0.blunder``): where and what."""
        file = SourceFile(self.source, self.text, self.folder, {})
        return InvalidScenario(f"{place_of(self.sets, [file], [key])}: {key} {message}", key)

    def with_games(self, games: int | None = None, seed: int | None = None) -> "Scenario":
        """Return the scenario with another number of games or seed (``--games``, ``--seed``).

        Raises:
            BadInput: out of range.
        """
        for option, value, low, high in (
            ("--games", games, 1, MAX_GAMES),
            ("--seed", seed, 0, MAX_SEED),
        ):
            if value is not None and not low <= value <= high:
                raise BadInput(
                    f"{option} is {shown(value)} but must be a whole number from {low} to {high}"
                )
        return replace(
            self,
            games=self.games if games is None else games,
            seed=self.seed if seed is None else seed,
        )
