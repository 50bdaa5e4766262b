"""What reads files that anybody may write, as one function from bytes each."""

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import polars as pl

from sixtysix_sim.errors import SixtySixError
from sixtysix_sim.logs.read import check_file, collect, scan_table
from sixtysix_sim.logs.schema import SUMS, table_schemas
from sixtysix_sim.logs.write import file_metadata, parquet_bytes, sums_table, tables_of
from sixtysix_sim.metrics import metrics_of
from sixtysix_sim.policies.load import check_policies
from sixtysix_sim.referee.audit.tables import read_table
from sixtysix_sim.referee.casefile import judge, read_cases
from sixtysix_sim.referee.transcript import audit_transcript
from sixtysix_sim.runs.head import HEAD, head_of, read_head, scenario_of, write_head
from sixtysix_sim.runs.manifest import FOLDERS, FileEntry, Line, chunk_path, read_manifest
from sixtysix_sim.scenario import load_scenario
from sixtysix_sim.vocabulary import LogLevel
from tests.raw_chunks import FakePlayer

ROOT = Path(__file__).resolve().parent.parent.parent


class Reader(NamedTuple):
    """One kind of input.

    Attributes:
        name: as in the table of docs/reliability.md.
        file: the name such a file has.
        seeds: sound inputs to be broken.
        read: reads the file of that name in a folder as the program does.
    """

    name: str
    file: str
    seeds: Callable[[], list[bytes]]
    read: Callable[[Path], None]


def check(reader: Reader, data: bytes, folder: Path) -> None:
    """Read an input; what is wrong with it may be told only by a sentence of ours.

    Raises:
        Whatever the reader lets through; ValueError: what it says is no sentence.
    """
    path = folder / reader.file
    path.write_bytes(data)
    try:
        reader.read(path)
    except SixtySixError as error:
        if not error.message.isprintable() or len(error.message) < 10:
            raise ValueError(f"no sentence: {error.message!r}") from error


def _scenarios() -> list[bytes]:
    """Files with every kind of table, and every key of a preset."""
    files = [path.read_bytes() for path in sorted((ROOT / "scenarios").glob("*.toml"))]
    small = [data for data in files if b'.toml"' not in data]  # else its base would be missing
    rules = "[rules]\nbase = 'cift66'\n[rules.auction]\nmin_bid = 120\n[rules.melds.double]\n"
    rules += (
        "label = 'Çifte'\ncards = ['JD', 'JD', 'QS', 'QS']\npoints = 200\n[rules.melds.bezique]"
    )
    rules += "\nremove = true\n[bots]\ndefault = 'greedy'\n"
    bots = "side.0 = { policy = 'standard', bid_risk = 0.8 }\nseat.3 = { policy = 'random' }\n"
    talon = "[scenario]\nname = 'x'\ngames = 1_000\nseed = 66\n[rules]\nbase = 'schnapsen'\n"
    return [*small, (rules + bots).encode(), talon.encode()]


def _read_scenario(path: Path) -> None:
    check_policies(load_scenario(str(path)))


def _sets() -> list[bytes]:
    return [
        b"rules.auction.min_bid=120", b"bots.default=random", b"scenario.seed=7",
        b"bots.side.0={policy='greedy'}", b"rules.melds.x={label='x', cards=['AS','AS'], points=3}",
        b"rules.follow.must_beat=never", b"rules.deck.ranks=['A','T','K','Q','J','9']",
    ]  # fmt: skip


def _read_set(path: Path) -> None:
    check_policies(load_scenario("cift66", [path.read_bytes().decode("utf-8", "replace")]))


def _cases() -> list[bytes]:
    """One case a file: of several, all but one would be read in vain."""
    found = []
    for path in sorted((ROOT / "tests" / "cases").glob("*.toml")):
        head, *cases = re.split(r"(?m)^(?=\[\[case\]\])", path.read_text("utf-8"))
        found += [(head + case).encode() for case in cases]
    return found


def _read_cases(path: Path) -> None:
    for case in read_cases(path):
        judge(case)


def _transcripts() -> list[bytes]:
    data = (ROOT / "tests" / "fuzz" / "seeds" / "transcripts.jsonl").read_bytes()
    lines = data.splitlines(keepends=True)
    return [*lines, b"".join(lines[:2]), b"".join(lines[2:5])]


def _read_transcript(path: Path) -> None:
    audit_transcript(path, None, lambda deals: None)


def _manifests() -> list[bytes]:
    files = {chunk_path(name, 0): FileEntry(5, 99, "ab" * 32) for name in FOLDERS}
    first = Line(0, 0, 5, 9, 900, files)
    second = {chunk_path("sums", 1): FileEntry(9, 999, "cd" * 32)}
    return [(first.text() + Line(1, 5, 5, 11, 1000, second).text()).encode()]


def _read_manifest(path: Path) -> None:
    read_manifest(path)


@cache
def _heads() -> list[bytes]:
    found = []
    for preset in ("cift66", "schnapsen"):
        with TemporaryDirectory() as folder:
            head = head_of(load_scenario(preset), 1000, 0, LogLevel.MOVES)
            write_head(Path(folder), head)
            found.append((Path(folder) / HEAD).read_bytes())
    return found


def _read_head(path: Path) -> None:
    head = read_head(path.parent)
    if head is not None:
        scenario_of(path.parent, head)


@cache
def _schemas() -> dict[str, pl.Schema]:
    return {"sums": SUMS, **table_schemas(load_scenario("cift66").ruleset)}


def _tables() -> list[bytes]:
    """A chunk of made-up games: a file of sums and one of each table."""
    ruleset = load_scenario("cift66").ruleset
    raw = FakePlayer(ruleset, 7).play(0, 2, LogLevel.MOVES)
    names = [(metric.key, metric.group) for metric in metrics_of(ruleset)]
    tables = {"sums": sums_table(raw.sums, names), **tables_of(raw, ruleset, LogLevel.MOVES)}
    metadata = file_metadata(ruleset, 7)
    return [bytes(parquet_bytes(table, metadata)) for table in tables.values()]


def _read_tables(path: Path) -> None:
    """As each table in turn: only one fits, so that some must say that they do not.

    Raises:
        SixtySixError: what was said last.
    """
    said = SixtySixError("")
    for schema in _schemas().values():
        for read in (
            lambda schema: check_file(path, schema),
            lambda schema: read_table(path, schema),
            lambda schema: collect(scan_table([path], schema), [path], schema),
        ):
            try:
                read(schema)
            except SixtySixError as error:
                said = error
    raise said


READERS = (
    Reader("scenario files", "s.toml", _scenarios, _read_scenario),
    Reader("--set", "set.txt", _sets, _read_set),
    Reader("case files", "c.toml", _cases, _read_cases),
    Reader("transcripts", "t.jsonl", _transcripts, _read_transcript),
    Reader("manifests", "manifest.jsonl", _manifests, _read_manifest),
    Reader("run.json", HEAD, _heads, _read_head),
    Reader("Parquet tables", "t.parquet", _tables, _read_tables),
)
