import io
import threading

import pytest

from sixtysix_sim.cli.progress import Progress, show_duration


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Terminal(io.StringIO):
    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def test_a_line_now_and_then_when_no_terminal() -> None:
    err, clock = io.StringIO(), Clock()
    with Progress(1_000_000, stream=err, clock=clock) as progress:
        for _ in range(25):
            clock.now += 1.0
            progress.advance(10_000)
    assert err.getvalue().splitlines() == [
        "sixtysix: 100,000 of 1,000,000 games (10 %), 10,000 games/s, 1 min 30 s left",
        "sixtysix: 200,000 of 1,000,000 games (20 %), 10,000 games/s, 1 min 20 s left",
    ]


def test_a_short_job_says_nothing() -> None:
    err, clock = io.StringIO(), Clock()
    with Progress(100, stream=err, clock=clock) as progress:
        clock.now += 9.9
        progress.advance(100)
    assert err.getvalue() == ""


def test_what_was_done_before_does_not_count_for_the_rate() -> None:
    progress = Progress(100, initial=50, stream=io.StringIO())
    progress.advance(25)
    assert progress.line(5.0) == "75 of 100 games (75 %), 5.00 games/s, 5 s left"


def test_no_total_no_share_and_no_time_left() -> None:
    progress = Progress(None, unit="deals", stream=io.StringIO())
    assert progress.line(0.0) == "0 deals"
    progress.advance(2_000)
    assert progress.line(2.0) == "2,000 deals, 1,000 deals/s"


def test_an_empty_job_and_one_that_overshoots() -> None:
    assert Progress(0, stream=io.StringIO()).line(1.0) == "0 of 0 games (100 %)"
    over = Progress(10, stream=io.StringIO())
    over.advance(20)
    assert over.line(1.0).endswith("0 s left")


def test_a_terminal_gets_a_bar_and_whole_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    err = Terminal()
    with Progress(100, stream=err) as progress:
        progress.advance(40)
        progress.say("compiling")
        progress.advance(60)
    assert "40%" in err.getvalue()
    assert "\rsixtysix: compiling\n" in err.getvalue()


def test_a_terminal_without_blocks_gets_an_ascii_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    err = Terminal()
    err.encoding = "ascii"
    with Progress(100, stream=err) as progress:
        progress.advance(40)
        progress.say("still here")
    assert "40%" in err.getvalue()
    assert err.getvalue().isascii()


@pytest.mark.parametrize("stream", [io.StringIO, Terminal])
def test_quiet_is_silent(stream: type[io.StringIO], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    err, clock = stream(), Clock()
    with Progress(100, quiet=True, stream=err, clock=clock) as progress:
        clock.now += 60
        progress.advance(10)
        progress.say("compiling")
    assert err.getvalue() == ""


def test_threads_lose_no_count() -> None:
    progress = Progress(None, quiet=True, stream=io.StringIO())

    def work() -> None:
        for _ in range(5_000):
            progress.advance(1)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert progress.done == 20_000


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [
        (0.4, "0 s"),
        (59.4, "59 s"),
        (59.6, "1 min 0 s"),
        (3_599.7, "1 h 0 min"),
        (7_500, "2 h 5 min"),
    ],
)
def test_durations(seconds: float, expected: str) -> None:
    assert show_duration(seconds) == expected


def test_games_still_needed_are_said_where_the_end_is_not_known() -> None:
    progress = Progress(None, stream=io.StringIO())
    progress.advance(2_000)
    progress.expect(6_000)
    said = "2,000 games, 1,000 games/s, about 6,000 games still needed, 6 s left"
    assert progress.line(2.0) == said
