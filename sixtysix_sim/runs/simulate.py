"""Playing a run: the public entry of this room."""

import errno
import os
import shlex
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from sixtysix_sim.errors import BadInput, Interrupted
from sixtysix_sim.metrics import find_metric, metrics_of
from sixtysix_sim.runs.chunk import ChunkMaker, Player, Prepared, commit
from sixtysix_sim.runs.files import make_folder, safe_name
from sixtysix_sim.runs.folder import choose_head, prepare, put_in_order, replace_run
from sixtysix_sim.runs.head import HEAD, Head, head_of, read_head, scenario_of, write_head
from sixtysix_sim.runs.info import RunInfo, open_run
from sixtysix_sim.runs.local import Stop, Work, run_chunks
from sixtysix_sim.runs.lock import locked
from sixtysix_sim.runs.manifest import MANIFEST, Line, ManifestWriter
from sixtysix_sim.runs.plan import chunks_of
from sixtysix_sim.runs.sums import keep_totals
from sixtysix_sim.runs.until import Until
from sixtysix_sim.scenario import MAX_GAMES, Scenario
from sixtysix_sim.vocabulary import LogLevel


class Watcher(Protocol):
    """Who is told how a run gets on, in the thread that plays it."""

    def start(self, total: int | None, done: int) -> None:
        """Play begins: ``total`` games (None: not known), of which ``done`` were played before."""

    def advance(self, games: int) -> None:
        """So many games more are on the disk."""

    def expect(self, games: int) -> None:
        """About so many games are still needed."""

    def say(self, message: str) -> None:
        """Something a person should know."""


class Silent:
    """A watcher that does not look."""

    def start(self, total: int | None, done: int) -> None:
        """Do nothing."""

    def advance(self, games: int) -> None:
        """Do nothing."""

    def expect(self, games: int) -> None:
        """Do nothing."""

    def say(self, message: str) -> None:
        """Do nothing."""


@dataclass(frozen=True)
class Options:
    """What `simulate` may be told about a run.

    Attributes:
        games: how many; None: what the run to go on with has, else the scenario's; with
            ``seconds`` or ``until``: as many as there is time for, or as it takes.
        first_game: number of the first game; None: that of the run to go on with, else 0.
        log: tables to keep; None: those of the run to go on with, else ``deals``.
        jobs: threads; None: one a core.
        resume: go on with the run in the folder, if there is one.
        force: replace the run in the folder.
        seconds: start no further chunk after so long; None: no limit.
        until: (name of a metric, width): play no further chunk once its always-valid 95 % interval
            is narrower; None: no such rule.
    """

    games: int | None = None
    first_game: int | None = None
    log: LogLevel | None = None
    jobs: int | None = None
    resume: bool = False
    force: bool = False
    seconds: float | None = None
    until: tuple[str, float] | None = None


DEFAULTS = Options()


def default_folder(scenario: Scenario) -> Path:
    """Return ``runs/NAME-SEED``, the name made safe for any file system."""
    return Path("runs") / f"{safe_name(scenario.name)}-{scenario.seed}"


def make_player(scenario: Scenario, watcher: Watcher) -> Player:
    """Return what plays a scenario's games; compiles its kernels if they never were.

    Raises:
        InvalidScenario: a bot does not exist or refuses its parameters.
        BadInput: what was compiled cannot be written, as on a full disk.
    """
    from sixtysix_sim.kernels.engine import Engine
    from sixtysix_sim.kernels.jit import cache_folder, compile_notice, mark_warm
    from sixtysix_sim.policies.load import check_policies, load_policies

    check_policies(scenario)
    notice = compile_notice()
    if notice:
        watcher.say(notice)
    try:
        player: Player = Engine(scenario.ruleset, load_policies(scenario), scenario.seed)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise BadInput(
            f"compiled code cannot be written to {cache_folder()}: {reason}; make room there, or "
            "set SIXTYSIX_CACHE to another folder"
        ) from None
    if notice:
        mark_warm()
    return player


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
        player = make_player(self.scenario, self.watcher)
        started = time.monotonic()
        make_folder(self.folder)
        with locked(self.folder):
            head, scenario = self._choose()  # again: now nobody else can change it
            if self.options.force:
                replace_run(self.folder)
            done = prepare(self.folder, head, self.watcher.say)
            self.playing = True
            maker, options = ChunkMaker(scenario, head.log, player), self.options
            if until is not None:
                until.begin(open_run(self.folder))
            with Stop(options.seconds) as stop:
                fill(self.folder, head, done, maker, options.jobs, stop, self.watcher, until)
            if head.games is None and stop.interrupted_at is None:
                self._end_here(head)
        run = replace(open_run(self.folder), seconds=time.monotonic() - started)
        if stop.interrupted_at is not None and not run.finished:
            raise Interrupted(command, f"interrupted after {run.games:,} games, which are kept")
        return run

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


def fill(
    folder: Path,
    head: Head,
    done: Sequence[Line],
    work: Work,
    jobs: int | None,
    stop: Stop,
    watcher: Watcher,
    until: Until | None = None,
) -> None:
    """Make the chunks a run lacks and put them into its folder, until ``stop`` is asked.

    Args:
        folder: a run folder made ready by `prepare` and locked.
        head: its run.json.
        done: the chunks it has.
        work: makes a chunk; called from ``jobs`` threads (None: one a core).
        stop: who may end it early.
        watcher: told about progress.
        until: a rule that ends it once it is met; later chunks in hand are dropped, so that how
            many there are does not depend on ``jobs``.

    Raises:
        Whatever ``work`` raises, and OSError if the disk refuses; what was finished stands.
    """
    numbers = {line.chunk for line in done}
    chunks = chunks_of(head.first_game, head.games, head.chunk_games)
    todo = (chunk for chunk in chunks if chunk.number not in numbers)

    def put(prepared: Prepared) -> None:
        if until is not None and until.met:
            return
        commit(folder, prepared, manifest)
        watcher.advance(prepared.line.games)
        if until is not None:
            until.add(prepared)
            watcher.expect(until.still_needed or 0)
            if until.met:
                stop.enough()

    watcher.start(head.games, sum(line.games for line in done))
    if until is None or not until.met:
        with ManifestWriter(folder / MANIFEST) as manifest:
            run_chunks(todo, work, put, jobs or _cores(), stop)
    put_in_order(folder)
    run = open_run(folder)
    if run.finished or stop.interrupted_at is None:
        keep_totals(run)


def _cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def disk_problem(error: OSError, folder: Path, command: str | None) -> BadInput:
    """Return the sentence for a disk that is full, read-only or gone.

    ``command`` goes on with the run; None: it was not begun.
    """
    reason = f"cannot be written: {(error.strerror or str(error)).lower()}"
    if command is None:
        return BadInput(f"{folder} {reason}; choose another --out")
    return BadInput(
        f"{error.filename or folder} {reason}; what was finished is kept, to go on: {command}"
    )


def _resume_command(scenario: Scenario, folder: Path, options: Options) -> str:
    """Return the command that goes on with a run, for callers without a command line."""
    words = ["sixtysix", "simulate", scenario.source, "--seed", str(scenario.seed)]
    words += ["--out", str(folder)]
    named = {"games": options.games, "first-game": options.first_game, "log": options.log}
    for name, value in named.items():
        words += [f"--{name}", str(value)] if value is not None else []
    return shlex.join([*words, "--resume"])
