"""Playing a run: the public entry of this room."""

import errno
import shlex
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

from sixtysix_sim.errors import BadInput, Interrupted
from sixtysix_sim.metrics import find_metric, metrics_of
from sixtysix_sim.runs.chunk import ChunkMaker
from sixtysix_sim.runs.files import make_folder, safe_name
from sixtysix_sim.runs.fill import disk_problem, fill
from sixtysix_sim.runs.folder import choose_head, prepare, replace_run
from sixtysix_sim.runs.head import HEAD, Head, head_of, read_head, scenario_of, write_head
from sixtysix_sim.runs.info import RunInfo, open_run
from sixtysix_sim.runs.local import Crew, Stop, Threads
from sixtysix_sim.runs.lock import locked
from sixtysix_sim.runs.options import EngineName, Options, Silent, Watcher
from sixtysix_sim.runs.player import make_player
from sixtysix_sim.runs.until import Until
from sixtysix_sim.scenario import MAX_GAMES, Scenario
from sixtysix_sim.vocabulary import LogLevel

Hire: TypeAlias = Callable[[Head, Scenario], Crew]

DEFAULTS = Options()


def default_folder(scenario: Scenario) -> Path:
    """Return ``runs/NAME-SEED``, the name made safe for any file system."""
    return Path("runs") / f"{safe_name(scenario.name)}-{scenario.seed}"


def simulate(
    scenario: Scenario,
    out: Path | None = None,
    options: Options = DEFAULTS,
    watcher: Watcher | None = None,
    resume_command: str | None = None,
) -> RunInfo:
    """Play a scenario's games into a run folder and return what the folder then holds.

    Args:
        scenario: rules, bots and seed; its number of games if the options name none.
        out: the run folder; None: `default_folder`.
        options: what and how to play.
        watcher: told about progress.
        resume_command: the shell command that goes on with this run, for messages.

    Raises:
        InvalidScenario: a bot or number does not hold; nothing is written.
        FolderInUse: another process writes there, or the folder holds something else.
        BadInput: the folder cannot be written (a full disk, no permission); what was finished is
            kept, nothing half-written stays.
        CorruptData: the run to go on with is damaged.
        Interrupted: Ctrl-C; what was finished is kept.
    """
    folder = default_folder(scenario) if out is None else out
    command = resume_command or _resume_command(scenario, folder, options)
    scenario = scenario.with_games(options.games)
    if options.first_game is not None and not 0 <= options.first_game <= MAX_GAMES:
        raise BadInput(f"--first-game {options.first_game} must be from 0 to {MAX_GAMES}")
    run = _Run(scenario, folder, options, watcher or Silent())
    try:
        return run.play(command)
    except KeyboardInterrupt:
        raise Interrupted(command) from None
    except OSError as error:
        begun = run.playing or (error.errno == errno.ENOSPC and (folder / HEAD).is_file())
        raise disk_problem(error, folder, command if begun else None) from None


class _Run:
    """One call of `simulate`."""

    def __init__(
        self, scenario: Scenario, folder: Path, options: Options, watcher: Watcher
    ) -> None:
        self.scenario, self.folder, self.options = scenario, folder, options
        self.watcher = watcher
        self.playing = False  # whether the folder has become this run's

    def play(self, command: str) -> RunInfo:
        """Play what is to be played and return the run.

        Raises:
            Interrupted: Ctrl-C.
        """
        self._choose()  # refuses before anything is compiled or written
        until = self._until()
        with self._engine(command) as hire:
            started = time.monotonic()
            make_folder(self.folder)
            with locked(self.folder):
                stop = self._fill(hire, until)
        run = replace(open_run(self.folder), seconds=time.monotonic() - started)
        if stop.interrupted_at is not None and not run.finished:
            raise Interrupted(command, f"interrupted after {run.games:,} games, which are kept")
        return run

    def _fill(self, hire: Hire, until: Until | None) -> Stop:
        """Play into the locked folder and return what may have stopped it."""
        head, scenario = self._choose()  # again: now nobody else can change it
        if self.options.force:
            replace_run(self.folder)
        done = prepare(self.folder, head, self.watcher.say)
        self.playing = True
        if until is not None:
            until.begin(open_run(self.folder))
        with Stop(self.options.seconds) as stop:
            fill(self.folder, head, done, hire(head, scenario), stop, self.watcher, until)
        if head.games is None and stop.interrupted_at is None:
            self._end_here(head)
        return stop

    @contextmanager
    def _engine(self, command: str) -> Iterator[Hire]:
        """Hold what plays: machine code that is compiled, or a cluster that is connected."""
        options = self.options
        if options.engine is EngineName.DASK:
            from sixtysix_sim.runs.cluster import connected

            with connected(options.scheduler or "", command, self.watcher) as cluster:
                yield lambda head, scenario: cluster.crew(self.folder)
        else:
            player = make_player(self.scenario, self.watcher)
            yield lambda head, scenario: Threads(
                ChunkMaker(scenario, head.log, player), options.jobs
            )

    def _choose(self) -> tuple[Head, Scenario]:
        """Return the head and the scenario to play: those of the run to go on with, if any.

        A scenario of the same hash may list its melds in another order; the stored one decides.
        """
        options = self.options
        there = read_head(self.folder) if options.resume and not options.force else None
        first, log = options.first_game, options.log
        if first is None:
            first = there.first_game if there else 0
        if log is None:
            log = there.log if there else LogLevel.DEALS
        early = options.seconds is not None or options.until is not None
        endless = early and options.games is None
        asked = head_of(self.scenario, None if endless else self.scenario.games, first, log)
        head, goes_on = choose_head(
            self.folder, asked, options.games, resume=options.resume, force=options.force
        )
        if not goes_on:
            return head, self.scenario
        stored = scenario_of(self.folder, head)
        return head, replace(self.scenario, ruleset=stored.ruleset)

    def _until(self) -> Until | None:
        """Return the rule that ends the run early, if there is one.

        Raises:
            BadInput: no metric has that name.
        """
        if self.options.until is None:
            return None
        name, width = self.options.until
        return Until(find_metric(metrics_of(self.scenario.ruleset), name), width)

    def _end_here(self, head: Head) -> None:
        """A run whose time is over has as many games as were played."""
        played = open_run(self.folder).games
        if played:
            write_head(self.folder, head.with_games(played))


def _resume_command(scenario: Scenario, folder: Path, options: Options) -> str:
    """Return the command that goes on with a run, for callers without a command line."""
    words = ["sixtysix", "simulate", scenario.source, "--seed", str(scenario.seed)]
    words += ["--out", str(folder)]
    named: dict[str, object] = {
        "games": options.games,
        "first-game": options.first_game,
        "log": options.log,
    }
    if options.engine is not EngineName.LOCAL:
        named |= {"engine": options.engine, "scheduler": options.scheduler}
    for name, value in named.items():
        words += [f"--{name}", str(value)] if value is not None else []
    return shlex.join([*words, "--resume"])
