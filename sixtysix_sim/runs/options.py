"""What a run may be told, and who is told how it gets on."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from sixtysix_sim.vocabulary import LogLevel


class EngineName(StrEnum):
    """Where chunks are played; their bytes are the same."""

    LOCAL = "local"  # on the threads of this machine
    DASK = "dask"  # on the workers of a Dask cluster


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
        jobs: threads; None: one a core; none of its business with ``engine`` dask.
        resume: go on with the run in the folder, if there is one.
        force: replace the run in the folder.
        seconds: start no further chunk after so long; None: no limit.
        until: (name of a metric, width): play no further chunk once its always-valid 95 % interval
            is narrower; None: no such rule.
        engine: where its chunks are played.
        scheduler: with ``engine`` dask the address of its scheduler, or the file that tells it.
    """

    games: int | None = None
    first_game: int | None = None
    log: LogLevel | None = None
    jobs: int | None = None
    resume: bool = False
    force: bool = False
    seconds: float | None = None
    until: tuple[str, float] | None = None
    engine: EngineName = EngineName.LOCAL
    scheduler: str | None = None
