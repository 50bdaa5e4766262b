"""What a run folder holds: for reports, audits, merges and the run itself."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from sixtysix_sim.errors import BadInput, CorruptData
from sixtysix_sim.runs.head import HEAD, Head, read_head, scenario_of
from sixtysix_sim.runs.manifest import MANIFEST, Line, read_manifest
from sixtysix_sim.runs.plan import chunk_count, chunk_of
from sixtysix_sim.scenario import Scenario


@dataclass(frozen=True)
class RunInfo:
    """A run as its run.json and manifest tell it.

    Attributes:
        folder: where it is.
        head: run.json.
        lines: its finished chunks, by game number.
        seconds: how long this call played and wrote, without compiling; 0 for a run only opened.
    """

    folder: Path
    head: Head
    lines: tuple[Line, ...]
    seconds: float = 0.0

    @cached_property
    def scenario(self) -> Scenario:
        """The scenario it plays.

        Raises:
            CorruptData: run.json's scenario does not hold.
        """
        return scenario_of(self.folder, self.head)

    @property
    def games(self) -> int:
        """Games played, from the manifest."""
        return sum(line.games for line in self.lines)

    @property
    def deals(self) -> int:
        """Deals played, redealt ones included, logged or not."""
        return sum(line.deals for line in self.lines)

    @property
    def moves(self) -> int:
        """Actions played, logged or not."""
        return sum(line.moves for line in self.lines)

    @property
    def finished(self) -> bool:
        """Whether every game it is to play is played."""
        return self.head.games is not None and self.games == self.head.games

    def files(self, folder: str) -> list[Path]:
        """Return the files of ``sums`` or of a table, by game number; none if it is not kept."""
        return [
            self.folder / path
            for line in self.lines
            for path in line.files
            if path.startswith(folder + "/")
        ]


def open_run(folder: Path) -> RunInfo:
    """Open a run to read it; one that is still being played shows what is finished so far.

    Raises:
        BadInput: the folder is no run, or cannot be read.
        CorruptData: run.json or the manifest is damaged.
    """
    try:
        head = read_head(folder)
        if head is None:
            there = "is not there"
            if folder.exists():
                there = "has no run.json, so it is no run" if folder.is_dir() else "is no folder"
            raise BadInput(f"{folder} {there}: give the folder that `simulate` wrote")
        lines, _ = read_manifest(folder / MANIFEST)
    except OSError as error:
        raise BadInput(
            f"{folder} cannot be read: {(error.strerror or str(error)).lower()}"
        ) from None
    check_lines(folder, head, lines)
    return RunInfo(folder, head, tuple(sorted(lines, key=lambda line: line.first_game)))


def check_lines(folder: Path, head: Head, lines: Sequence[Line]) -> None:
    """Check that every line's games are those its chunk has in this run.

    A run being extended may have a short chunk that was the last one before.

    Raises:
        CorruptData: a line is of another run.
    """
    for line in lines:
        whole = chunk_of(line.chunk, head.first_game, head.games, head.chunk_games)
        if line.first_game != whole.first_game or not 0 < line.games <= whole.games:
            there = f"{whole.games:,} from game {whole.first_game:,} on"
            raise CorruptData(
                f"{folder / MANIFEST}: chunk {line.chunk} is said to hold {line.games:,} games "
                f"from game {line.first_game:,} on, and by {HEAD} it "
                f"{f'has {there}' if whole.games > 0 else 'is none of this run'}: "
                "restore the two files, or remove that line and use --resume"
            )


def missing_chunks(run: RunInfo) -> int:
    """Return how many chunks of a run with a known end are not finished."""
    if run.head.games is None:
        return 0
    count = chunk_count(run.head.first_game, run.head.games, run.head.chunk_games)
    return count - len(run.lines)
