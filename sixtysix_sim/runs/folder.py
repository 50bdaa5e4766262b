"""Which run a folder holds, and making it ready: started, gone on with, extended or replaced."""

import hashlib
import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from sixtysix_sim.errors import BadInput, FolderInUse
from sixtysix_sim.logs.schema import KEPT
from sixtysix_sim.runs.files import (
    PART,
    children,
    delete,
    read_file,
    remove,
    remove_folder,
    sync_folder,
)
from sixtysix_sim.runs.head import HEAD, Head, read_head, scenario_of, write_head
from sixtysix_sim.runs.info import check_lines
from sixtysix_sim.runs.lock import LOCK
from sixtysix_sim.runs.manifest import (
    FILE,
    FOLDERS,
    MANIFEST,
    PART_FILE,
    TOTALS,
    FileEntry,
    Line,
    read_manifest,
    write_manifest,
)
from sixtysix_sim.runs.objects import is_object
from sixtysix_sim.runs.plan import chunk_of


def choose_head(
    folder: Path, asked: Head, games: int | None, *, resume: bool, force: bool
) -> tuple[Head, bool]:
    """Return the head of the run to play in a folder, and whether it goes on with what is there.

    Args:
        folder: where; need not exist.
        asked: the run asked for.
            Its ``games`` is None if it is to go on until its time is over.
        games: how many games were asked for by name; None: as many as the run there has.
        resume: go on with the run there, if there is one.
        force: replace the run there.

    Raises:
        FolderInUse: the folder holds something else, or a run and neither was asked for.
        BadInput: fewer games are asked for than the run there has.
        CorruptData: the run.json there is damaged.
        OSError: the folder cannot be read.
    """
    there = read_head(folder)
    if there is None:
        _refuse_foreign(folder)
        return asked, False
    if force:
        return asked, False
    scenario_of(folder, there)  # a run.json that contradicts itself is no other run
    if differences := there.differences(asked):
        many = len(differences) > 1 or differences[0] in ("the rules", "the bots")
        words = f"{', '.join(differences)} {'differ' if many else 'differs'}"
        raise FolderInUse(
            f"{folder} holds another run: {words}; choose another --out, or replace it with --force"
        )
    if not resume:
        raise FolderInUse(
            f"{folder} already holds this run: --resume goes on with it (and extends it if --games "
            "is higher), --force plays it anew"
        )
    return there.with_games(_games_to_play(folder, there, asked.games, games)), True


def _games_to_play(folder: Path, there: Head, asked: int | None, named: int | None) -> int | None:
    """Return how many games a run gone on with is to have; None: until its time is over.

    Raises:
        BadInput: fewer than it has, or it has no end and was given none.
    """
    if named is None and asked is None:
        return None
    if named is None and there.games is None:
        raise BadInput(
            f"{folder} was started with --time or --until: give one of them again, or --games N"
        )
    wanted = there.games if named is None else named
    least = there.games
    if least is None:
        least = sum(line.games for line in read_manifest(folder / MANIFEST)[0])
    if wanted is not None and wanted < least:
        raise BadInput(
            f"{folder} has {least:,} games to play, and {wanted:,} is fewer: ask for as many or "
            "more, or choose another folder"
        )
    return wanted


def replace_run(folder: Path) -> None:
    """Take away a run's own files and nothing else; the manifest first, so that it never lies.

    Raises:
        OSError: one cannot be removed.
    """
    delete(folder / MANIFEST)
    delete(folder / TOTALS)
    sync_folder(folder)
    for path in [*_chunk_files(folder), *_parts(folder)]:
        delete(path)
    for name in FOLDERS:
        remove_folder(folder / name)
    delete(folder / HEAD)


def prepare(folder: Path, head: Head, say: Callable[[str], None]) -> list[Line]:
    """Make a folder ready to play a run in and return the chunks that need not be played.

    Writes run.json and the folders of tables. Manifest lines whose chunk is not whole, or whose
    files are not those they list (size and sha256), are dropped; then every file that no line
    lists is removed. ``say`` is told how many chunks are played again because of their files.

    Raises:
        CorruptData: the manifest is damaged.
        OSError: the disk is full or refuses.
    """
    if read_head(folder) != head:
        write_head(folder, head)
    for name in ("sums", *KEPT[head.log]) if not is_object(folder) else ():
        (folder / name).mkdir(exist_ok=True)
    sync_folder(folder)
    lines, whole = read_manifest(folder / MANIFEST)
    check_lines(folder, head, lines)
    complete = [line for line in lines if _complete(head, line)]
    kept = _sound(folder, complete)
    if damaged := len(complete) - len(kept):
        chunks = "1 chunk has" if damaged == 1 else f"{damaged:,} chunks have"
        say(f"{chunks} missing or damaged files and will be played again")
    if not whole or len(kept) < len(lines):
        write_manifest(folder / MANIFEST, kept)
    listed = {folder / path for line in kept for path in line.files}
    for path in _chunk_files(folder):
        if path not in listed:
            delete(path)
    remove_parts(folder)
    return kept


def remove_parts(folder: Path) -> None:
    """Take away what stopped runs and lost workers have left of files they were writing."""
    for path in _parts(folder):
        remove(path)


def put_in_order(folder: Path) -> None:
    """Sort the manifest's lines by chunk, as an uninterrupted run leaves them.

    Raises:
        CorruptData: the manifest is damaged.
        OSError: the disk is full or refuses.
    """
    lines, _ = read_manifest(folder / MANIFEST)
    in_order = sorted(lines, key=lambda line: line.chunk)
    if in_order != lines:
        write_manifest(folder / MANIFEST, in_order)


def _refuse_foreign(folder: Path) -> None:
    """Refuse a folder with anything in it but what a run stopped in its first moment leaves.

    Raises:
        FolderInUse: it holds other files.
        BadInput: it is a file.
        OSError: it cannot be read.
    """
    if folder.is_file():
        raise BadInput(f"{folder} is a file: --out must be a folder")
    try:
        names = {path.name for path in children(folder)}
    except FileNotFoundError:
        return
    if foreign := sorted(names - {LOCK, HEAD + PART}):
        raise FolderInUse(
            f"{folder} is no run and holds other files ({foreign[0]}): choose a new or empty folder"
        )


def _complete(head: Head, line: Line) -> bool:
    """Whether a line has all games of its chunk and all files of the log level."""
    chunk = chunk_of(line.chunk, head.first_game, head.games, head.chunk_games)
    return line.games == chunk.games and len(line.files) == 1 + len(KEPT[head.log])


def _sound(folder: Path, lines: Sequence[Line]) -> list[Line]:
    """Return the lines whose files are all there as they were written; reads every byte."""

    def is_sound(line: Line) -> bool:
        return all(_is_listed(folder / path, entry) for path, entry in line.files.items())

    pool = ThreadPoolExecutor(os.cpu_count())
    try:
        return [line for line, sound in zip(lines, pool.map(is_sound, lines), strict=True) if sound]
    finally:
        pool.shutdown(cancel_futures=True)  # after Ctrl-C no further file is begun


def _is_listed(path: Path, entry: FileEntry) -> bool:
    """Whether a file is the one that the manifest lists."""
    if is_object(path):
        return _is_object_listed(path, entry)
    try:
        with path.open("rb") as file:
            if os.fstat(file.fileno()).st_size != entry.bytes:
                return False
            return hashlib.file_digest(file, "sha256").hexdigest() == entry.sha256
    except OSError:
        return False


def _is_object_listed(path: Path, entry: FileEntry) -> bool:
    """As `_is_listed`, in an object storage."""
    try:
        data = read_file(path)
    except FileNotFoundError:
        return False
    return len(data) == entry.bytes and hashlib.sha256(data).hexdigest() == entry.sha256


def _chunk_files(folder: Path) -> Iterable[Path]:
    """Return the files in a run's folders that bear a chunk's name."""
    return [
        path
        for name in FOLDERS
        if (folder / name).is_dir()
        for path in children(folder / name)
        if FILE.fullmatch(f"{name}/{path.name}")
    ]


def _parts(folder: Path) -> Iterable[Path]:
    """Return the temporary files a stopped run may leave."""
    found = [folder / (name + PART) for name in (HEAD, MANIFEST, TOTALS)]
    for name in FOLDERS:
        if (folder / name).is_dir():
            found += [
                path
                for path in children(folder / name)
                if PART_FILE.fullmatch(f"{name}/{path.name}")
            ]
    return [path for path in found if path.exists()]
