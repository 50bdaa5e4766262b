"""`--engine dask` with a real scheduler and real workers: the bytes of the local engine."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from sixtysix_sim.errors import BadInput
from sixtysix_sim.runs import remote
from sixtysix_sim.runs.cluster import connected
from sixtysix_sim.runs.objects import get, place
from sixtysix_sim.runs.options import Silent
from tests.faults.processes import sixtysix, start
from tests.runs.dask_cluster import DEADLY, FULL, OLD, Cluster, dask_cluster
from tests.runs.made_up import content
from tests.runs.s3_server import BUCKET, s3_server

pytestmark = pytest.mark.slow
BOTS = Path(__file__).resolve().parents[2] / "scenarios" / "bots"
PLAY = ("simulate", "cift66", "--set", "bots.default=random", "--log", "moves", "--seed", "3")
RUN = (*PLAY, "--games", "19000")  # ten chunks, the last one short
SHORT = (*PLAY, "--games", "7000")
LONG = (*PLAY, "--games", "40000")


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Two workers that no test harms."""
    with dask_cluster(tmp_path_factory.mktemp("pair") / "cluster") as cluster:
        cluster.work()
        cluster.work()
        yield cluster


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of RUN, played locally."""
    folder = tmp_path_factory.mktemp("whole") / "r"
    assert sixtysix(*RUN, "--out", str(folder))[0] == 0
    return content(folder)


def on(cluster: Cluster, *words: str) -> tuple[str, ...]:
    return (*words, "--engine", "dask", "--scheduler", str(cluster.file))


def lines(folder: Path) -> int:
    manifest = folder / "manifest.jsonl"
    return manifest.read_bytes().count(b"\n") if manifest.exists() else 0


def begun(process: subprocess.Popen[str], folder: Path, chunks: int = 1) -> None:
    """Wait until so many chunks of a run are listed."""
    while process.poll() is None and lines(folder) < chunks:
        time.sleep(0.01)


@pytest.mark.long
def test_two_workers_play_the_bytes_of_the_local_engine(
    pair: Cluster, whole: dict[str, bytes], tmp_path: Path
) -> None:
    assert sixtysix(*on(pair, *SHORT, "--out", str(tmp_path / "r")))[0] == 0
    # Extended: the short last chunk is played again.
    assert sixtysix(*on(pair, *RUN, "--out", str(tmp_path / "r"), "--resume"))[0] == 0
    assert content(tmp_path / "r") == whole


def test_a_worker_killed_in_the_middle_changes_no_byte(
    whole: dict[str, bytes], tmp_path: Path
) -> None:
    local = tmp_path / "local"
    assert sixtysix(*LONG, "--out", str(local))[0] == 0
    with dask_cluster(tmp_path / "cluster") as cluster:
        doomed = cluster.work()
        cluster.work()
        with start(*on(cluster, *LONG, "--out", str(tmp_path / "r"))) as process:
            begun(process, tmp_path / "r", 4)
            doomed.send_signal(signal.SIGKILL)
            said = process.communicate(timeout=300)[1]
    assert process.returncode == 0, said
    assert content(tmp_path / "r") == content(local)


@pytest.mark.long
def test_a_run_whose_workers_are_all_gone_waits_for_others(
    whole: dict[str, bytes], tmp_path: Path
) -> None:
    with dask_cluster(tmp_path / "cluster") as cluster:
        doomed = cluster.work()
        with start(*on(cluster, *RUN, "--out", str(tmp_path / "r"))) as process:
            begun(process, tmp_path / "r", 2)
            doomed.send_signal(signal.SIGKILL)
            time.sleep(5)
            assert process.poll() is None
            cluster.work()
            said = process.communicate(timeout=300)[1]
    assert process.returncode == 0, said
    assert "no worker is left: waiting for others to join" in said
    assert content(tmp_path / "r") == whole


@pytest.mark.long
def test_a_chunk_that_ends_its_workers_is_named_and_the_rest_is_kept(
    pair: Cluster, whole: dict[str, bytes], tmp_path: Path
) -> None:
    with dask_cluster(tmp_path / "cluster", lost_allowed=0) as cluster:
        cluster.work(DEADLY)
        cluster.work(DEADLY)
        code, said = sixtysix(*on(cluster, *SHORT, "--out", str(tmp_path / "r")))
    assert code == 2, said
    assert "chunk 3 (games 6,000 to 6,999) could not be played: each worker" in said
    assert "what was finished is kept, to go on: sixtysix simulate" in said
    assert lines(tmp_path / "r") == 3
    kept = content(tmp_path / "r")
    assert not [name for name in kept if name.endswith(".part")]
    assert "moves/chunk-000003.parquet" not in kept
    assert sixtysix(*on(pair, *RUN, "--out", str(tmp_path / "r"), "--resume"))[0] == 0
    assert content(tmp_path / "r") == whole


@pytest.mark.long
def test_a_worker_that_cannot_write_is_named_with_its_chunk(
    pair: Cluster, whole: dict[str, bytes], tmp_path: Path
) -> None:
    with dask_cluster(tmp_path / "cluster") as cluster:
        cluster.work(FULL)
        code, said = sixtysix(*on(cluster, *RUN, "--out", str(tmp_path / "r")))
    assert code == 2, said
    assert "chunk 3 (games 6,000 to 7,999) could not be played: a worker could not write" in said
    assert lines(tmp_path / "r") == 4  # the one behind it was in hand, too
    assert sixtysix(*RUN, "--out", str(tmp_path / "r"), "--resume")[0] == 0
    assert content(tmp_path / "r") == whole


@pytest.mark.long
def test_ctrl_c_keeps_what_is_finished(pair: Cluster, tmp_path: Path) -> None:
    with start(*on(pair, *LONG, "--out", str(tmp_path / "r"))) as process:
        begun(process, tmp_path / "r", 2)
        stopped = time.monotonic()
        process.send_signal(signal.SIGINT)
        said = process.communicate(timeout=60)[1]
    assert process.returncode == 130, said
    assert time.monotonic() - stopped < 20  # on a busy machine
    assert f"--scheduler {pair.file} --engine dask" in said
    assert said.endswith(" --resume\n")
    assert "Traceback" not in said
    assert 2 <= lines(tmp_path / "r") < 20
    assert not [name for name in content(tmp_path / "r") if name.endswith(".part")]
    assert sixtysix(*LONG, "--out", str(tmp_path / "r"), "--resume")[0] == 0
    assert sixtysix(*LONG, "--out", str(tmp_path / "whole"))[0] == 0
    assert content(tmp_path / "r") == content(tmp_path / "whole")


@pytest.mark.long
def test_a_scheduler_that_goes_ends_the_run_in_a_sentence(
    whole: dict[str, bytes], tmp_path: Path
) -> None:
    with dask_cluster(tmp_path / "cluster") as cluster:
        cluster.work()
        with start(*on(cluster, *RUN, "--out", str(tmp_path / "r"))) as process:
            begun(process, tmp_path / "r", 2)
            cluster.scheduler.kill()
            said = process.communicate(timeout=120)[1]
    assert process.returncode == 2, said
    assert f"the Dask scheduler at {cluster.file} is gone; what was finished is kept" in said
    assert sixtysix(*RUN, "--out", str(tmp_path / "r"), "--resume")[0] == 0
    assert content(tmp_path / "r") == whole


@pytest.mark.long
def test_until_stops_where_it_does_on_one_machine(pair: Cluster, tmp_path: Path) -> None:
    words = (*PLAY, "--until", "made:0.004")
    assert sixtysix(*words, "--out", str(tmp_path / "a"))[0] == 0
    assert sixtysix(*on(pair, *words, "--out", str(tmp_path / "b")))[0] == 0
    assert content(tmp_path / "a") == content(tmp_path / "b")


@pytest.mark.long
def test_workers_play_a_policy_that_is_in_no_file_of_theirs(pair: Cluster, tmp_path: Path) -> None:
    """Its text stands in run.json, which they see."""
    mine = tmp_path / "mine.py"
    mine.write_text((BOTS / "talon.py").read_text("utf-8"), "utf-8")
    played = ("simulate", "schnapsen", "--log", "games", "--games", "30000")
    words = (*played, "--set", f'bots.seat.0.policy="{mine}:Careful"')
    assert sixtysix(*words, "--out", str(tmp_path / "a"))[0] == 0
    with start(*on(pair, *words, "--out", str(tmp_path / "b"))) as process:
        while process.poll() is None and not (tmp_path / "b" / "run.json").exists():
            time.sleep(0.01)
        mine.unlink()
        said = process.communicate(timeout=300)[1]
    assert process.returncode == 0, said
    assert content(tmp_path / "a") == content(tmp_path / "b")


@pytest.mark.long
def test_workers_put_into_an_object_storage(whole: dict[str, bytes], tmp_path: Path) -> None:
    with s3_server(), dask_cluster(tmp_path / "cluster") as cluster:
        cluster.work()
        out = place(f"s3://{BUCKET}/dask/r")
        assert sixtysix(*on(cluster, *RUN, "--out", str(out)))[0] == 0
        assert {name: get(out / name) for name in whole} == whole


@pytest.mark.long
def test_workers_of_another_version_are_refused_before_anything_is_written(
    tmp_path: Path,
) -> None:
    with dask_cluster(tmp_path / "cluster") as cluster:
        cluster.work(OLD)
        code, said = sixtysix(*on(cluster, *RUN, "--out", str(tmp_path / "r")))
    assert code == 2, said
    assert "0.0.1 at tcp://127.0.0.1:" in said
    assert "install the same versions on all machines" in said
    assert not (tmp_path / "r").exists()


@pytest.mark.long
def test_a_late_worker_of_another_version_plays_nothing(tmp_path: Path) -> None:
    """It joins when the versions at the start were compared."""
    (tmp_path / "r").mkdir()
    (tmp_path / "r" / "run.json").write_text("{}")
    job = remote.job_of(tmp_path / "r")
    other = tuple((name, "0") for name, _ in job.versions)
    made = remote.play_chunk(remote.Job(job.folder, job.head, other), 0, 0, 5)
    assert isinstance(made, BadInput)
    assert "differs" in made.message


@pytest.mark.long
def test_a_worker_that_does_not_see_the_folder_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "run.json").write_text("{}")
    job = remote.job_of(tmp_path)
    (tmp_path / "run.json").write_text("{ }")
    assert not remote.sees(job)
    monkeypatch.setattr(remote, "PATIENCE_S", (0.0,))
    made = remote.play_chunk(job, 0, 0, 5)
    assert isinstance(made, BadInput)
    assert "--out must be a folder that all machines share" in made.message


def test_no_scheduler_is_a_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("sixtysix_sim.runs.cluster.ANSWER_S", 0.5)
    wrong = tmp_path / "scheduler.json"
    wrong.write_text(json.dumps({"address": "tcp://127.0.0.1:9"}))
    for scheduler in ("tcp://127.0.0.1:9", str(wrong), "nonsense://x", "127.0.0.1:nine"):
        with (
            pytest.raises(BadInput, match="no Dask scheduler answers at") as caught,
            connected(scheduler, "RESUME", Silent()),
        ):
            pass
        assert "\n" not in caught.value.message


def test_without_the_extra_a_sentence_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with (
        pytest.raises(BadInput, match=r"pip install 'sixtysix-sim\[dask\]'"),
        connected("tcp://127.0.0.1:9", "RESUME", Silent()),
    ):
        pass


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--engine", "dask"), "--engine dask needs the address of its scheduler"),
        (("--scheduler", "tcp://h:1"), "--scheduler tcp://h:1 needs --engine dask"),
        (("--engine", "dask", "--scheduler", "x", "--jobs", "2"), "--jobs is for --engine local"),
        (("--engine", "dusk"), "'dusk' is not one of"),
    ],
)
def test_options_that_do_not_go_together(words: tuple[str, ...], said: str, tmp_path: Path) -> None:
    code, sentence = sixtysix(*RUN, "--out", str(tmp_path / "r"), *words)
    assert (code, sentence.count("\n")) == (2, 1)
    assert said in sentence
    assert not (tmp_path / "r").exists()
