"""run.json: what a run plays; the same run has the same bytes, wherever and whenever written."""

import json
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from sixtysix_sim import __version__
from sixtysix_sim.errors import CorruptData, InvalidScenario
from sixtysix_sim.logs.schema import SCHEMA_VERSION
from sixtysix_sim.runs.files import read_file, write_file
from sixtysix_sim.runs.plan import chunk_games
from sixtysix_sim.scenario import Scenario, scenario_from_tree
from sixtysix_sim.vocabulary import LogLevel

HEAD = "run.json"
FORMAT = "sixtysix-run-1"
RNG = "splitmix64-1"  # the streams of kernels.random; another drawing of them is another name
_KINDS: dict[str, type | tuple[type, ...]] = {
    "format": str,
    "tool": str,
    "schema": str,
    "rng": str,
    "scenario": dict,
    "scenario_hash": str,
    "rules_hash": str,
    "seed": int,
    "first_game": int,
    "games": (int, type(None)),
    "chunk_games": int,
    "log": str,
}


@dataclass(frozen=True)
class Head:
    """The fields of run.json.

    Attributes:
        scenario: the resolved scenario, enough to rebuild it.
        games: how many are to be played; None: until its time is over (`simulate --time`).
        chunk_games: games in a whole chunk.
        log: which tables are kept.
    """

    format: str
    tool: str
    schema: str
    rng: str
    scenario: dict[str, Any]
    scenario_hash: str
    rules_hash: str
    seed: int
    first_game: int
    games: int | None
    chunk_games: int
    log: LogLevel

    def with_games(self, games: int | None) -> "Head":
        """Return the head of the same run with another number of games."""
        scenario = self.scenario
        if games is not None:
            scenario = scenario | {"scenario": scenario["scenario"] | {"games": games}}
        return replace(self, games=games, scenario=scenario)

    def differences(
        self, other: "Head", here: str = "there", there: str = "asked for"
    ) -> list[str]:
        """Return the fields in which another head is of another run, as people call them.

        ``here`` and ``there`` say whose value is whose, behind it: ``7 there, 8 asked for``.
        """
        names = {
            "format": "the format of the folder",
            "tool": "the version of sixtysix",
            "schema": "the tables' schema",
            "rng": "the random generator",
            "rules_hash": "the rules",
            "scenario_hash": "the bots",
            "seed": "the seed",
            "first_game": "the first game",
            "log": "the log level",
            "chunk_games": "the chunk size",
        }
        found = [name for name in names if getattr(self, name) != getattr(other, name)]
        if "rules_hash" in found:  # the scenario's hash is over rules and bots
            same = self.scenario.get("bots") == other.scenario.get("bots")
            found = [name for name in found if name != "scenario_hash" or not same]
        if "log" in found:  # the chunk size follows from it
            found = [name for name in found if name != "chunk_games"]
        return [
            names[name]
            if name.endswith("hash")
            else f"{names[name]} ({getattr(self, name)} {here}, {getattr(other, name)} {there})"
            for name in names
            if name in found
        ]


def head_of(scenario: Scenario, games: int | None, first_game: int, log: LogLevel) -> Head:
    """Return the head of a run to be started."""
    head = Head(
        format=FORMAT,
        tool=__version__,
        schema=SCHEMA_VERSION,
        rng=RNG,
        scenario=scenario.tree(),
        scenario_hash=scenario.hash,
        rules_hash=scenario.ruleset.hash,
        seed=scenario.seed,
        first_game=first_game,
        games=games,
        chunk_games=chunk_games(scenario.ruleset.family, log),
        log=log,
    )
    return head.with_games(games)


def write_head(folder: Path, head: Head) -> None:
    """Write run.json.

    Raises:
        OSError: it could not be written; an older one stands.
    """
    text = json.dumps(asdict(head), indent=1, ensure_ascii=False) + "\n"
    write_file(folder / HEAD, text.encode())


def read_head(folder: Path) -> Head | None:
    """Return what a folder's run.json says, None if there is none.

    Raises:
        CorruptData: it is damaged, or no run.json of this program.
        OSError: it cannot be read.
    """
    path = folder / HEAD
    try:
        data = read_file(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    try:
        tree = json.loads(data)
        return _head(tree)
    except (ValueError, RecursionError) as error:
        raise CorruptData(
            f"{path} is damaged or not a run's ({error}): restore it, or play into another folder"
        ) from None


def scenario_of(folder: Path, head: Head) -> Scenario:
    """Return the scenario a run plays.

    Raises:
        CorruptData: run.json's scenario does not hold, or is not the one its hash is of.
    """
    path = folder / HEAD
    try:
        scenario = scenario_from_tree(head.scenario, str(path))
    except InvalidScenario as error:
        raise CorruptData(error.message) from None
    said = {"scenario_hash": scenario.hash, "rules_hash": scenario.ruleset.hash}
    said["seed"] = str(scenario.seed)
    if head.games is not None:  # a run until its time is over has no number yet
        said["games"] = str(scenario.games)
    if wrong := [name for name, value in said.items() if str(getattr(head, name)) != value]:
        raise CorruptData(
            f"{path}: {wrong[0]} is not that of the scenario in it, so one of them was changed "
            "after the run was started: restore the file, or play into another folder"
        )
    return scenario


def _head(tree: Any) -> Head:
    """Check the fields' types.

    Raises:
        ValueError: a field is missing or of another type.
    """
    if not isinstance(tree, dict) or tree.get("format") != FORMAT:
        raise ValueError(f"format is not {FORMAT}")
    for name, kind in _KINDS.items():
        if name not in tree or not isinstance(tree[name], kind) or isinstance(tree[name], bool):
            raise ValueError(f"{name} is missing or of a wrong type")
    if tree["chunk_games"] < 1 or tree["first_game"] < 0 or (tree["games"] or 1) < 1:
        raise ValueError("a number is out of range")
    if not isinstance(tree["scenario"].get("scenario"), dict):
        raise ValueError("scenario is not complete")
    fields = {name: tree[name] for name in _KINDS}
    return Head(**fields | {"log": LogLevel(tree["log"])})
