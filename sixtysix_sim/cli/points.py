"""What `sweep`, `tune` and `sensitivity` share: state files, progress, and what Ctrl-C leaves."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from sixtysix_sim.cli.output import tell
from sixtysix_sim.cli.progress import Bar
from sixtysix_sim.errors import Interrupted

if TYPE_CHECKING:
    from sixtysix_sim.experiments.points import Book
    from sixtysix_sim.experiments.state import State
    from sixtysix_sim.metrics import Metric
    from sixtysix_sim.scenario import Scenario


def open_state(
    command: str, base: Scenario, labels: Sequence[str], metrics: Sequence[str], path: Path | None
) -> State:
    """Return what was played of an experiment before.

    Raises:
        FolderInUse: the file is of another experiment.
        CorruptData: a line of it is damaged.
        BadInput: it cannot be read.
    """
    from sixtysix_sim.experiments.state import State
    from sixtysix_sim.kernels.jit import cache_key

    head = {
        "command": command,
        "code": cache_key(),
        "scenario": base.hash,
        "seed": base.seed,
        "games": base.games,
        "metrics": list(metrics),
        "points": list(labels),
    }
    return State(head, path)


def open_book(state: State, base: Scenario, metrics: Sequence[str], jobs: int | None, bar: Bar
              ) -> Book:  # fmt: skip
    """Return the book that plays an experiment's points."""
    from sixtysix_sim.experiments.points import Book

    return Book(base, metrics, base.games, state, jobs, bar)


def metrics_named(base: Scenario, names: Sequence[str]) -> list[Metric]:
    """Return metrics by name, each once.

    Raises:
        BadInput: one does not exist; says the nearest right one.
    """
    from sixtysix_sim.metrics import find_metric, metrics_of

    known = metrics_of(base.ruleset)
    found = [find_metric(known, name) for name in names]
    return list({metric.name: metric for metric in found}.values())


def playing(
    state: State, total_points: int | None, games: int, play: Callable[[Bar], None]
) -> bool:
    """Play with a progress bar; return False if Ctrl-C ended it: finished points are kept."""

    with Bar() as bar:
        total = None if total_points is None else total_points * games
        bar.start(total, 0 if total is None else len(state.points) * games)
        try:
            play(bar)
        except KeyboardInterrupt:
            return False
    return True


def stop(state: State, path: Path, command: Sequence[str]) -> Interrupted:
    """Return the error that ends an interrupted experiment; writes its state if it was kept."""
    state.save(path)
    words = [*command, "--out", str(path)]
    return Interrupted(
        shlex.join(words), f"interrupted after {len(state.points)} points, kept in {path}"
    )


def fallback(command: str, base: Scenario, out: Path | None) -> Path:
    """Return the state file: that of --out, else where an interrupted experiment is kept."""
    from sixtysix_sim.runs.simulate import default_folder

    folder = default_folder(base)
    return out or folder.with_name(f"{command}-{folder.name}.jsonl")


def command_words(command: str, scenario: str, given: Mapping[str, object]) -> list[str]:
    """Return the shell words of a command; a list gives an option several times, True a flag."""
    words = ["sixtysix", command, scenario]
    for name, value in given.items():
        if value is None or value is False:
            continue
        values = value if isinstance(value, list | tuple) else [value]
        for one in values:
            words += [f"--{name}"] if one is True else [f"--{name}", str(one)]
    return words


def warn(message: str) -> None:
    """Say something on stderr."""
    tell(f"sixtysix: {message}")
