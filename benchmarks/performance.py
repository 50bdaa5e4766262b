"""Measures every figure of docs/performance.md and writes its table anew.

Run by `make bench` in the project's environment. Whole processes are timed by the operating
system's own accounting (CPU seconds, wall seconds, peak memory of the process). If you have a
hand-written C program with fixed rules, `CEILING=path/of/it` in the environment has it run between
the rounds, and ratios to it are told. It must print a line a game, as in
`auction random  8.6 ns/move` and `talon random  9.9 ns/move`; its talon moves are cards, exchanges
and closings, and a marriage is one with the card led.
"""

import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "performance.md"
BEGIN, END = "<!-- table: make bench -->", "<!-- end of table -->"
ROUNDS = 7
# Of the C program our figures are held against: 154,981 deals by random players, counted by a
# counter put into it for once.
MOVES_A_CARD_OF_C = 2_656_423 / 2_552_650
PROGRAM = str(Path(sys.executable).with_name("sixtysix"))


class Took(NamedTuple):
    """What a whole process took: seconds of the clock and of CPU, peak memory in MB, its output."""

    wall: float
    cpu: float
    memory: float
    out: str


class Line(NamedTuple):
    """One row of the table."""

    what: str
    measured: str
    goal: str
    command: str


def run(*arguments: str, cache: str | None = None) -> Took:
    """Run the program once and return what it took.

    Raises:
        RuntimeError: it failed.
    """
    environment = os.environ | ({"SIXTYSIX_CACHE": cache} if cache else {})
    begin = time.perf_counter()
    with tempfile.TemporaryFile("w+") as out:
        child = subprocess.Popen(
            [PROGRAM, *arguments], stdout=out, stderr=subprocess.DEVNULL, env=environment
        )
        _, status, usage = os.wait4(child.pid, 0)
        wall = time.perf_counter() - begin
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        text = out.read()
    if child.returncode:
        raise RuntimeError(f"sixtysix {' '.join(arguments)} ended with {child.returncode}")
    return Took(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, text)


def best(times: int, *arguments: str) -> Took:
    """Run the program several times and return the run of least CPU."""
    return min((run(*arguments) for _ in range(times)), key=lambda took: took.cpu)


def against(ns: float, unit: str, ceiling: float) -> str:
    """Say how many nanoseconds a unit takes, and its ratio to the ceiling if that is known."""
    ratio = f" = {ns / ceiling:.2f} × C ({ceiling:.2f} ns)" if ceiling else ""
    return f"{ns:.2f} ns a {unit}{ratio}"


def speed_lines(folder: Path) -> Iterator[Line]:
    """Measure play and writing, by `bench` and as whole processes."""
    command = "sixtysix bench --rounds 1 --json"
    rows, ceiling = best_of_rounds(command)
    said = f"{command}, best of {ROUNDS}"
    yield from auction_lines(rows, said, ceiling.get("auction random", 0.0))
    yield from talon_lines(rows, said, ceiling.get("talon random", 0.0), folder)
    yield from whole_process_lines(rows, folder)


def best_of_rounds(command: str) -> tuple[list[dict[str, Any]], dict[str, float]]:
    """Return the best timing of each setting, and of each game of C, from rounds taken in turn."""
    rows: dict[tuple[object, ...], dict[str, Any]] = {}
    ceiling: dict[str, float] = {}
    for _ in range(ROUNDS):
        for name, ns in ceiling_once().items():
            ceiling[name] = min(ns, ceiling.get(name, ns))
        for row in json.loads(run(*command.split()[1:]).out)["rows"]:
            key = (row["preset"], row["policy"], row["log"], row["jobs"])
            old = rows.setdefault(key, row)
            for name in row:
                if name == "ns_per_move":
                    old[name] = min(old[name], row[name])
                elif name.endswith("_per_s"):
                    old[name] = max(old[name], row[name])
    return list(rows.values()), ceiling


def ceiling_once() -> dict[str, float]:
    """Run the C program, if one is named; return nanoseconds a move by the name of its line."""
    program = os.environ.get("CEILING", "")
    if not program:
        return {}
    out = subprocess.run([program], capture_output=True, text=True, check=True).stdout
    found = re.findall(r"^(\w+ \w+)\s+([\d.]+) ns/move", out, re.MULTILINE)
    return {name: float(ns) for name, ns in found}


def rows_of(rows: list[dict[str, Any]], preset: str) -> dict[tuple[str, str, int], Any]:
    """Return a preset's timings by (policy, log, jobs)."""
    return {(r["policy"], r["log"], r["jobs"]): r for r in rows if r["preset"] == preset}


def auction_lines(every: list[dict[str, Any]], command: str, ceiling: float) -> Iterator[Line]:
    """Tell the speed of Çift 66."""
    rows = rows_of(every, "cift66")
    jobs = max(row["jobs"] for row in every)
    random, standard = rows["random", "none", 1], rows["standard", "none", 1]
    ns = random["ns_per_move"]
    yield Line("random, no log, one core", against(ns, "move", ceiling), "≤ 1.6 × C", command)
    threads = rows["random", "none", jobs]["moves_per_s"] / random["moves_per_s"]
    yield Line(f"{jobs} threads ÷ one", f"{threads:.2f}", "≥ 1.9 for 2", command)
    yield Line("standard ÷ random", f"{standard['ns_per_move'] / ns:.2f}", "≤ 2.5", command)
    moves = rows["random", "moves", jobs]["moves_per_s"] / 1e6
    goal = f"≥ {22 * 10.4 / ceiling:.1f} M" if ceiling else "≥ 22 M where C is 10.4 ns"
    yield Line("all tables with moves, all cores", f"{moves:.1f} M rows/s", goal, command)


def talon_lines(
    every: list[dict[str, Any]], command: str, ceiling: float, folder: Path
) -> Iterator[Line]:
    """Tell the speed of 66 for two, by cards played."""
    rows = rows_of(every, "classic_66_v1")
    jobs = max(row["jobs"] for row in every)
    random, standard = rows["random", "none", 1], rows["standard", "none", 1]
    ns = random["ns_per_move"] * moves_per_card(folder, "random")
    what = "66 for two: random, no log, one core"
    yield Line(what, against(ns, "card", ceiling * MOVES_A_CARD_OF_C), "≤ 1.6 × C", command)
    slow = standard["ns_per_move"] * moves_per_card(folder, "standard")
    yield Line("66 for two: standard", f"{slow:.1f} ns a card", "", command)
    threads = rows["random", "none", jobs]["moves_per_s"] / random["moves_per_s"]
    yield Line(f"66 for two: {jobs} threads ÷ one", f"{threads:.2f}", "≥ 1.9 for 2", command)
    moves = rows["random", "moves", jobs]["moves_per_s"] / 1e6
    goal = f"≥ {16 * 13 / ceiling:.1f} M" if ceiling else "≥ 16 M where C is 13 ns"
    yield Line("66 for two: all tables with moves", f"{moves:.1f} M rows/s", goal, command)
    matches = 10_000_000 / rows["standard", "games", jobs]["games_per_s"]
    what = "66 for two: 10,000,000 matches, standard, games"
    yield Line(what, f"{matches:.1f} s by the rate", "≤ 35 s", command)


def moves_per_card(folder: Path, bots: str) -> float:
    """Return how many actions go with a card played in 66 for two."""
    out = str(folder / f"cards-{bots}")
    run("simulate", "classic_66_v1", "--set", f"bots.default={bots}", "--log", "none",
        "--games", "100000", "--out", out, "--force")  # fmt: skip
    rows = json.loads(run("report", out, "--json").out)["rows"]
    value = {row["metric"]: row["value"] for row in rows}
    return float(value["moves_per_deal"] / value["cards_per_deal"])


def whole_process_lines(every: list[dict[str, Any]], folder: Path) -> Iterator[Line]:
    """Hold a whole process of `simulate` against `bench`."""
    ns = rows_of(every, "cift66")["random", "none", 1]["ns_per_move"]
    games = 2_000_000
    command = f"simulate cift66 --set bots.default=random --log none --jobs 1 --games {games}"
    took = best(3, *command.split(), "--force", "--out", str(folder / "none"))
    short = best(
        3, *command.replace(str(games), "10").split(), "--out", str(folder / "n10"), "--force"
    )
    played = sum(line["moves"] for line in manifest(folder / "none"))
    whole = 1e9 * (took.cpu - short.cpu) / played
    yield Line(
        "the same as a whole process, start-up taken off",
        f"{whole:.2f} ns a move ({100 * (whole / ns - 1):+.0f} %)",
        "within 10 % of bench",
        "sixtysix " + command,
    )


def manifest(folder: Path) -> list[dict[str, int]]:
    """Return the lines of a run's manifest."""
    return [json.loads(line) for line in (folder / "manifest.jsonl").read_text().splitlines()]


def size_lines(folder: Path) -> Iterator[Line]:
    """Measure bytes a row of the action log."""
    wanted = [("cift66", bots) for bots in ("random", "greedy", "standard")]
    for preset, bots in [*wanted, ("classic_66_v1", "random"), ("classic_66_v1", "standard")]:
        out = folder / f"size-{preset}-{bots}"
        command = f"simulate {preset} --set bots.default={bots} --log moves --games 20000"
        run(*command.split(), "--out", str(out), "--force")
        rows = sum(line["moves"] for line in manifest(out))
        moves = sum(file.stat().st_size for file in (out / "moves").iterdir())
        every = sum(file.stat().st_size for file in out.rglob("*.parquet"))
        yield Line(
            f"bytes a move row, {preset}, {bots}: moves table; all tables",
            f"{moves / rows:.2f}; {every / rows:.2f}",
            "≤ 1.5; ≤ 2.2",
            "sixtysix " + command,
        )


def run_lines(folder: Path) -> Iterator[Line]:
    """Measure a long run, its report, a comparison, memory and start-up."""
    out = str(folder / "million")
    command = "simulate cift66 --log deals --games 1000000"
    took = run(*command.split(), "--out", out, "--force")
    yield Line(
        "1,000,000 games, standard, deals",
        f"{took.wall:.1f} s ({took.cpu:.1f} s CPU)",
        "≤ 20 s",
        "sixtysix " + command,
    )
    took = best(3, "report", out)
    yield Line(
        "report of that run",
        f"{took.wall:.2f} s, {took.memory:.0f} MB",
        "≤ 1 s, ≤ 300 MB",
        "sixtysix report RUN",
    )
    page = folder / "page.html"
    took = best(3, "report", out, "--html", str(page))
    yield Line(
        "its page with charts",
        f"{took.wall:.1f} s ({took.cpu:.1f} s CPU), {took.memory:.0f} MB, "
        f"{page.stat().st_size / 1e6:.2f} MB file",
        "≤ 5 s, ≤ 600 MB, ≤ 3 MB",
        "sixtysix report RUN --html FILE",
    )
    command = "compare cift66 --set rules.auction.min_bid=120 --games 200000"
    took = best(2, *command.split())
    yield Line(
        "compare, 200,000 games a side, standard",
        f"{took.wall:.1f} s ({took.cpu:.1f} s CPU)",
        "≤ 10 s",
        "sixtysix " + command,
    )
    for log, counts in (("none", (100_000, 10_000_000)), ("deals", (100_000, 1_000_000))):
        command = f"simulate cift66 --set bots.default=random --log {log} --games"
        memory = [
            run(*command.split(), str(n), "--out", str(folder / "memory"), "--force").memory
            for n in counts
        ]
        yield Line(
            f"memory, {log}: {counts[0]:,} → {counts[1]:,} games",
            f"{memory[0]:.0f} → {memory[1]:.0f} MB ({100 * (memory[1] / memory[0] - 1):+.1f} %)",
            "within 5 %",
            f"sixtysix {command} N",
        )


def start_lines(folder: Path) -> Iterator[Line]:
    """Measure how long the program takes to begin."""
    help_times = [run("--help").wall for _ in range(9)]
    yield Line(
        "`--help`, median of 9",
        f"{statistics.median(help_times):.2f} s",
        "< 0.4 s",
        "sixtysix --help",
    )
    command = "simulate cift66 --games 10"
    warm = [run(*command.split(), "--out", str(folder / "ten"), "--force").wall for _ in range(3)]
    yield Line("10 games, warm", f"{min(warm):.2f} s", "< 2 s", "sixtysix " + command)
    cold = run(
        *command.split(), "--out", str(folder / "ten"), "--force", cache=str(folder / "cache")
    )
    yield Line("10 games, the first ever", f"{cold.wall:.1f} s", "< 30 s", "sixtysix " + command)


def main() -> None:
    """Measure everything, print the table and write it into the page."""
    lines: list[Line] = []
    with tempfile.TemporaryDirectory(prefix="sixtysix-") as name:
        for part in (speed_lines, size_lines, run_lines, start_lines):
            for line in part(Path(name)):
                sys.stdout.write(f"{line.what}: {line.measured} (goal {line.goal})\n")
                sys.stdout.flush()
                lines.append(line)
    table = ["| what | measured | goal | command |", "|---|---|---|---|"]
    table += [f"| {x.what} | {x.measured} | {x.goal} | `{x.command}` |" for x in lines]
    page = PAGE.read_text("utf-8")
    before, after = page.partition(BEGIN)[0], page.partition(END)[2]
    PAGE.write_text(f"{before}{BEGIN}\n" + "\n".join(table) + f"\n{END}{after}", "utf-8")


if __name__ == "__main__":
    main()
