"""Stopping: Ctrl-C once and twice, time that is over, and work in flight that stays bounded."""

import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue

import pytest

from sixtysix_sim.errors import BadInput, Interrupted
from sixtysix_sim.runs import local
from sixtysix_sim.runs.chunk import Prepared
from sixtysix_sim.runs.info import open_run
from sixtysix_sim.runs.local import Stop, Threads, run_chunks
from sixtysix_sim.runs.manifest import Line
from sixtysix_sim.runs.options import Options, Silent
from sixtysix_sim.runs.plan import Chunk
from sixtysix_sim.vocabulary import LogLevel
from tests.runs.made_up import content, play, use_made_up_games


class CtrlC(Silent):
    """Presses Ctrl-C so many times when the second chunk is done."""

    def __init__(self, times: int) -> None:
        self.times, self.done = times, 0

    def advance(self, games: int) -> None:
        self.done += 1
        if self.done == 2:
            for _ in range(self.times):
                os.kill(os.getpid(), signal.SIGINT)


@pytest.mark.parametrize("times", [1, 2])
@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_keeps_what_is_finished_and_tells_the_way_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, times: int, jobs: int
) -> None:
    use_made_up_games(monkeypatch)
    asked = Options(games=500, log=LogLevel.DEALS, jobs=jobs)
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(Interrupted) as caught:
        play(tmp_path / "r", asked, watcher=CtrlC(times))
    assert caught.value.resume_command == "RESUME"
    assert signal.getsignal(signal.SIGINT) is before
    run = open_run(tmp_path / "r")
    assert 10 <= run.games <= 10 + 5 * 2 * jobs
    assert not run.finished
    assert play(tmp_path / "r", Options(resume=True)).games == 500
    play(tmp_path / "whole", asked)
    assert content(tmp_path / "r") == content(tmp_path / "whole")


def prepared(chunk: Chunk) -> Prepared:
    return Prepared(Line(chunk.number, 0, 1, 0, 0, {}), {})


def endless() -> Iterator[Chunk]:
    number = 0
    while True:
        yield Chunk(number, number, 1)
        number += 1


class ComingAndGoing:
    """A crew that has nobody now and then, also with nothing in hand."""

    def __init__(self) -> None:
        self.results: SimpleQueue[tuple[Chunk, Prepared | BaseException] | None] = SimpleQueue()
        self.looked = 0

    @property
    def window(self) -> int:
        self.looked += 1
        if self.looked % 2:
            self.results.put(None)  # somebody looks again, as a cluster's client does
            return 0
        return 1

    def give(self, chunk: Chunk) -> None:
        self.results.put((chunk, prepared(chunk)))

    def take_back(self) -> int:
        return 0

    def dismiss(self) -> None:
        pass


def test_chunks_wait_for_a_crew_that_has_nobody_just_now() -> None:
    done: list[int] = []
    chunks = iter([Chunk(number, number, 1) for number in range(5)])
    run_chunks(chunks, ComingAndGoing(), lambda made: done.append(made.line.chunk), Stop())
    assert done == [0, 1, 2, 3, 4]


def test_a_chunk_that_takes_too_long_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local, "GRACE_S", 0.2)
    held, done = threading.Event(), []
    stop = Stop()

    def work(chunk: Chunk) -> Prepared:
        if chunk.number == 3:
            stop.ask()
            held.wait(30)
        return prepared(chunk)

    started = time.monotonic()
    run_chunks(endless(), Threads(work, 1), lambda made: done.append(made.line.chunk), stop)
    assert time.monotonic() - started < 10
    assert done == [0, 1, 2]
    held.set()


def test_chunks_are_committed_in_order_however_they_end() -> None:
    done: list[int] = []

    def work(chunk: Chunk) -> Prepared:
        time.sleep(0.01 * (chunk.number % 3 == 0))
        return prepared(chunk)

    chunks = (Chunk(number, number, 1) for number in range(40))
    run_chunks(chunks, Threads(work, 4), lambda made: done.append(made.line.chunk), Stop())
    assert done == list(range(40))


@pytest.mark.parametrize("jobs", [1, 3])
def test_no_more_than_two_chunks_a_thread_are_in_flight(jobs: int) -> None:
    begun = committed = most = 0
    lock = threading.Lock()

    def work(chunk: Chunk) -> Prepared:
        nonlocal begun, most
        with lock:
            begun += 1
            most = max(most, begun - committed)
        return prepared(chunk)

    def commit(made: Prepared) -> None:
        nonlocal committed
        time.sleep(0.002)  # a slow disk: the workers would run far ahead if they could
        with lock:
            committed += 1

    run_chunks((Chunk(n, n, 1) for n in range(60)), Threads(work, jobs), commit, Stop())
    assert committed == 60
    assert most <= 2 * jobs


def test_a_chunk_that_fails_ends_the_run_with_its_error() -> None:
    done: list[int] = []

    def work(chunk: Chunk) -> Prepared:
        if chunk.number == 5:
            raise BadInput("policy x: illegal action")
        return prepared(chunk)

    threads = threading.active_count()
    with pytest.raises(BadInput, match="illegal action"):
        run_chunks(endless(), Threads(work, 2), lambda made: done.append(made.line.chunk), Stop())
    assert done == list(range(len(done)))
    assert len(done) <= 5
    for thread in threading.enumerate():
        if thread.name.startswith("chunks-"):
            thread.join(10)
    assert threading.active_count() <= threads


def test_chunks_in_hand_behind_one_that_failed_are_kept_on_request() -> None:
    begun: set[int] = set()
    done: list[int] = []
    third_is_begun = threading.Event()

    def work(chunk: Chunk) -> Prepared:
        begun.add(chunk.number)
        if chunk.number == 3:
            third_is_begun.set()
        if chunk.number in (1, 2):
            third_is_begun.wait(30)
            raise BadInput(f"no chunk {chunk.number}")
        return prepared(chunk)

    with pytest.raises(BadInput, match="no chunk 1"):
        run_chunks(
            endless(),
            Threads(work, 3),
            lambda made: done.append(made.line.chunk),
            Stop(),
            keep_rest=True,
        )
    assert done == sorted(begun - {1, 2})
    assert 3 in done


def test_a_run_whose_time_is_over_is_as_long_as_it_got(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_made_up_games(monkeypatch)
    run = play(tmp_path / "r", Options(seconds=0.3, log=LogLevel.GAMES))
    assert run.finished
    assert run.games > 0
    assert run.games % 5 == 0
    assert run.head.games == run.games
    again = play(tmp_path / "s", Options(games=run.games, log=LogLevel.GAMES))
    assert content(run.folder) == content(again.folder)
    longer = play(run.folder, Options(seconds=0.3, resume=True))
    assert longer.games > run.games


def test_games_and_time_stop_at_whichever_comes_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_made_up_games(monkeypatch)
    assert play(tmp_path / "r", Options(games=7, seconds=60)).finished
    run = play(tmp_path / "s", Options(games=10**9, seconds=0.2))
    assert not run.finished
    assert run.head.games == 10**9


def test_a_run_without_end_that_was_stopped_asks_for_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_made_up_games(monkeypatch)
    with pytest.raises(Interrupted):
        play(tmp_path / "r", Options(seconds=60, log=LogLevel.NONE), watcher=CtrlC(1))
    played = open_run(tmp_path / "r").games
    with pytest.raises(BadInput, match="was started with --time"):
        play(tmp_path / "r", Options(resume=True))
    with pytest.raises(BadInput, match=f"has {played} games to play"):
        play(tmp_path / "r", Options(games=1, resume=True))
    assert play(tmp_path / "r", Options(games=played + 2, resume=True)).games == played + 2
