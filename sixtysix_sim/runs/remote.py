"""What a cluster's worker does: plays a chunk and stages its files; it names none and lists none.

Everything here runs on the worker. It takes from run.json in the run's folder what is to be played,
so that what it plays is the run that the folder is of, and hands back a manifest line.
"""

import hashlib
import platform
import threading
import time
import uuid
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from sixtysix_sim import __version__
from sixtysix_sim.errors import BadInput, SixtySixError
from sixtysix_sim.logs.schema import SCHEMA_VERSION
from sixtysix_sim.runs.chunk import ChunkMaker, Prepared, stage_files
from sixtysix_sim.runs.files import read_file
from sixtysix_sim.runs.head import HEAD, RNG, read_head, scenario_of
from sixtysix_sim.runs.manifest import chunk_path
from sixtysix_sim.runs.objects import place
from sixtysix_sim.runs.options import Silent
from sixtysix_sim.runs.plan import Chunk
from sixtysix_sim.runs.player import make_player

Versions = dict[str, str]
PATIENCE_S = (0.0, 0.5, 1.0, 2.0, 4.0)  # a network's disk may show an old run.json for a moment


@dataclass(frozen=True)
class Job:
    """The run a worker plays chunks of.

    Attributes:
        folder: where it is, the same path on every machine.
        head: the SHA-256 of its run.json.
        versions: what the client is made of (`versions_here`), as pairs.
    """

    folder: str
    head: str
    versions: tuple[tuple[str, str], ...]


def job_of(folder: Path) -> Job:
    """Return the job of the run in a folder, as the client sees it.

    Raises:
        OSError: its run.json cannot be read.
    """
    top = folder.resolve()
    return Job(str(top), _head_hash(top), tuple(versions_here().items()))


@cache
def versions_here() -> Versions:
    """Return all that decides a chunk's bytes on this machine but the scenario itself."""
    import llvmlite
    import numba
    import numpy as np
    import polars as pl

    return {
        "sixtysix": __version__,
        "the tables' schema": SCHEMA_VERSION,
        "the random generator": RNG,
        "the sources of sixtysix": _sources(),
        "Python": ".".join(platform.python_version_tuple()[:2]),
        "numba": numba.__version__,
        "llvmlite": llvmlite.__version__,
        "numpy": np.__version__,
        "polars": pl.__version__,
    }


def version_problem(there: Versions, address: str) -> str | None:
    """Return what is wrong with a worker's versions, None if they are the client's."""
    return _differences(versions_here(), there, address)


def sees(job: Job) -> bool:
    """Whether this machine sees the run's run.json as the client does."""
    try:
        return _head_hash(place(job.folder)) == job.head
    except OSError:
        return False


def play_chunk(job: Job, number: int, first_game: int, games: int) -> Prepared | Exception:
    """Play a chunk and stage its files; what went wrong is returned, not raised.

    A mark of its own is in the temporary names: another worker may play the same chunk, if this
    one was given up for lost.
    """
    try:
        made = _maker(job)(Chunk(number, first_game, games))
        mark = uuid.uuid4().hex
        stage_files(place(job.folder), made.data, mark)
        sums = chunk_path("sums", number)
        return Prepared(made.line, {sums: made.data[sums]}, mark)
    except (SixtySixError, OSError) as error:
        return _alone(error)
    except Exception as error:  # noqa: BLE001 - the client says what it was and where
        return RuntimeError(f"{type(error).__name__}: {error}")


def _alone(error: Exception) -> Exception:
    """Return an error without what it came from, which may be more than can be sent."""
    error.__cause__ = error.__context__ = None
    return error.with_traceback(None)


_makers: dict[Job, ChunkMaker] = {}
_making = threading.Lock()


def _maker(job: Job) -> ChunkMaker:
    """Return what makes the job's chunks; one a worker, for all of its threads.

    Raises:
        BadInput: the worker is made of other versions, or does not see the run's folder.
        CorruptData: run.json does not hold.
    """
    with _making:
        if job not in _makers:
            if problem := _differences(dict(job.versions), versions_here(), "this worker"):
                raise BadInput(problem)
            _wait_for(job)
            folder = place(job.folder)
            head = read_head(folder)
            if head is None:
                raise BadInput(not_seen(job))
            scenario = scenario_of(folder, head)
            _makers.clear()  # a worker plays one run at a time, or few
            _makers[job] = ChunkMaker(scenario, head.log, make_player(scenario, Silent()))
        return _makers[job]


def _wait_for(job: Job) -> None:
    """Wait a little until the run's run.json is here.

    Raises:
        BadInput: it does not come.
    """
    for pause in PATIENCE_S:
        time.sleep(pause)
        if sees(job):
            return
    raise BadInput(not_seen(job))


def not_seen(job: Job) -> str:
    """Return the sentence for a worker that does not see the run's folder."""
    return (
        f"{place(job.folder) / HEAD} is not there or another one: --out must be a folder "
        "that all machines share under the same path"
    )


def _differences(here: Versions, there: Versions, address: str) -> str | None:
    for name, version in here.items():
        if there.get(name) != version:
            return (
                f"{name} differ{'' if name.startswith('the sources') else 's'}: {version[:12]} "
                f"here, {there.get(name, 'none')[:12]} at {address}; install the same versions on "
                "all machines"
            )
    return None


def _sources() -> str:
    """Return a hash over everything the package is made of."""
    package = Path(__file__).resolve().parent.parent
    digest = hashlib.sha256()
    for path in sorted(p for p in package.rglob("*") if p.suffix in (".py", ".toml")):
        name = path.relative_to(package).as_posix()
        digest.update(name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def _head_hash(folder: Path) -> str:
    return hashlib.sha256(read_file(folder / HEAD)).hexdigest()
