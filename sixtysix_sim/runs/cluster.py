"""Chunks as tasks on a Dask cluster: the client hands them out, names their files and lists them.

A worker stages a chunk's files in the folder that all machines share (`remote`); only the client
gives them their names and writes the manifest. So a worker that was given up for lost and goes on
all the same can do no more than leave a temporary file behind. The scheduler notices lost workers
and has their chunks played again.
"""

import contextlib
import logging
import threading
import uuid
from collections.abc import Iterator
from concurrent.futures import CancelledError
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from sixtysix_sim.errors import BadInput, SixtySixError
from sixtysix_sim.runs.chunk import Prepared
from sixtysix_sim.runs.folder import remove_parts
from sixtysix_sim.runs.local import Result
from sixtysix_sim.runs.options import Watcher
from sixtysix_sim.runs.plan import Chunk
from sixtysix_sim.runs.remote import (
    job_of,
    not_seen,
    play_chunk,
    sees,
    version_problem,
    versions_here,
)

ANSWER_S = 10.0  # how long a scheduler may take to answer
WORKERS_S = 60.0  # how long a first worker may take to join
LOOK_S = 2.0  # between two looks at how many workers there are
INSTALL = "pip install 'sixtysix-sim[dask]'"


@contextlib.contextmanager
def connected(scheduler: str, command: str, watcher: Watcher) -> Iterator["Cluster"]:
    """Hold a connection to a cluster whose workers are made of the same versions as this machine.

    Args:
        scheduler: its address (``tcp://host:8786``) or the file that tells it.
        command: the shell command that goes on with the run, for messages.
        watcher: told when workers are waited for.

    Raises:
        BadInput: no scheduler or no worker answers, or the versions differ; nothing is written.
    """
    try:
        from distributed import Client
    except ImportError:
        raise BadInput(f"--engine dask needs the package distributed: {INSTALL}") from None
    _quiet()
    where = {"scheduler_file": scheduler} if Path(scheduler).is_file() else {"address": scheduler}
    try:
        client = Client(**where, timeout=ANSWER_S, set_as_default=False)
    except (OSError, ValueError, TypeError, KeyError, ImportError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise BadInput(
            f"no Dask scheduler answers at {scheduler} ({reason}): start one with `dask scheduler` "
            "and give the address that it prints"
        ) from None
    try:
        cluster = Cluster(client, scheduler, command, watcher)
        cluster.check()
        yield cluster
    finally:
        with contextlib.suppress(Exception):
            client.close(timeout=1)


class Cluster:
    """A scheduler and its workers, and what is said of them."""

    def __init__(self, client: Any, scheduler: str, command: str, watcher: Watcher) -> None:
        self.client, self.scheduler = client, scheduler
        self.command, self.watcher = command, watcher

    def check(self) -> None:
        """Wait for a worker and compare versions.

        Raises:
            BadInput: there is none, or one of other versions.
        """
        if not self.threads():
            self.watcher.say(f"waiting for a worker to join {self.scheduler}")
            try:
                self.client.wait_for_workers(1, timeout=WORKERS_S)
            except (TimeoutError, OSError):
                raise BadInput(
                    f"no worker has joined the scheduler at {self.scheduler}: start some with "
                    f"`dask worker {self.scheduler}`"
                ) from None
        for address, there in self.client.run(versions_here, on_error="return").items():
            if isinstance(there, BaseException):
                raise BadInput(
                    f"the worker {address} cannot run sixtysix ({_line(there)}): install the same "
                    "version there"
                )
            if problem := version_problem(there, address):
                raise BadInput(problem)

    def threads(self) -> int:
        """Return how many threads the workers have."""
        return sum(self.client.nthreads().values())

    def crew(self, folder: Path) -> "Workers":
        """Return the workers as who plays the run in a folder, which must be ready to be played.

        Raises:
            BadInput: one does not see the folder.
        """
        job = job_of(folder)
        for address, there in self.client.run(sees, job, on_error="return").items():
            if there is not True:
                raise BadInput(f"the worker {address} does not see this run: {not_seen(job)}")
        return Workers(self, folder, job)

    def lost(self) -> BadInput:
        """Return the error for a scheduler that is gone."""
        return self.problem(f"the Dask scheduler at {self.scheduler} is gone")

    def problem(self, what: str) -> BadInput:
        """Return the error for what ends a run that has begun."""
        return BadInput(f"{what}; what was finished is kept, to go on: {self.command}")


class Workers:
    """A crew of a cluster's workers; see `local.Crew`."""

    def __init__(self, cluster: Cluster, folder: Path, job: Any) -> None:
        self._cluster, self._folder, self._job = cluster, folder, job
        self.results: SimpleQueue[Result] = SimpleQueue()
        self._futures: dict[int, Any] = {}
        self._run = uuid.uuid4().hex[:12]  # the scheduler may know other runs' chunks
        self._threads: int | None = cluster.threads()
        self._missed = False
        self._over = threading.Event()
        threading.Thread(target=self._look, name="workers", daemon=True).start()

    @property
    def window(self) -> int:
        """Two chunks a thread of a worker; none more while there is no worker."""
        if self._threads is None:
            raise self._cluster.lost()
        if not self._threads and not self._missed:
            self._cluster.watcher.say("no worker is left: waiting for others to join")
        self._missed = not self._threads
        return 2 * self._threads

    def give(self, chunk: Chunk) -> None:
        """Hand out a chunk."""
        key = f"sixtysix-{self._run}-{chunk.number}"
        future = self._cluster.client.submit(play_chunk, self._job, *chunk, key=key, pure=False)
        self._futures[chunk.number] = future
        future.add_done_callback(partial(self._done, chunk))

    def take_back(self) -> int:
        """Take back none: which ones have begun is known to the scheduler alone."""
        return 0

    def dismiss(self) -> None:
        """Cancel what is in flight, and tidy up behind lost workers."""
        self._over.set()
        if self._futures and self._threads is not None:
            with contextlib.suppress(Exception):
                self._cluster.client.cancel(list(self._futures.values()), asynchronous=False)
        remove_parts(self._folder)

    def _done(self, chunk: Chunk, future: Any) -> None:
        """Hand on what came of a chunk; called in a thread of the client."""
        if self._over.is_set():
            return
        made: Prepared | BaseException
        try:
            made = future.result()
        except CancelledError:
            made = self._cluster.lost()
        except Exception as error:  # noqa: BLE001 - told with the chunk's name
            made = error
        self._futures.pop(chunk.number, None)  # nobody needs it any more: the worker forgets it
        if not isinstance(made, Prepared | BadInput):
            made = self._named(made, chunk)
        self.results.put((chunk, made))

    def _named(self, error: BaseException, chunk: Chunk) -> BadInput:
        """Return what went wrong with a chunk, with the chunk's name."""
        last = chunk.first_game + chunk.games - 1
        name = f"chunk {chunk.number} (games {chunk.first_game:,} to {last:,})"
        if isinstance(error, OSError):
            where = f" {error.filename}" if error.filename else ""
            reason = f"a worker could not write{where}: {(error.strerror or str(error)).lower()}"
        elif type(error).__name__ == "KilledWorker":
            reason = "each worker that was given it was lost, so it may be what ends them"
        else:
            reason = _line(error)
        return self._cluster.problem(f"{name} could not be played: {reason}")

    def _look(self) -> None:
        """See again and again how many workers there are, and wake the loop that hands out."""
        while not self._over.wait(LOOK_S):
            try:
                self._threads = self._cluster.threads()
            except Exception:  # noqa: BLE001 - whatever it is, the scheduler does not answer
                self._threads = None
            self.results.put(None)


def _quiet() -> None:
    """Keep Dask from logging lost workers and connections: what matters of them is said here.

    Each of its loggers has a level of its own from its configuration.
    """
    for name in ("distributed", *logging.root.manager.loggerDict):
        if name.partition(".")[0] == "distributed":
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)


def _line(error: BaseException) -> str:
    """Return an error as a part of a sentence."""
    if isinstance(error, SixtySixError):
        return error.message
    first = str(error).splitlines()[0] if str(error) else ""
    return f"{type(error).__name__}: {first}" if first else type(error).__name__
