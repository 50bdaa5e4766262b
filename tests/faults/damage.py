"""Harm to one file of a finished run: mended by going on, or refused; never unseen."""

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import copytree, rmtree

import pytest

from sixtysix_sim.errors import CorruptData, SixtySixError
from sixtysix_sim.runs import sums
from sixtysix_sim.runs.checked import checked_files
from sixtysix_sim.runs.info import open_run
from sixtysix_sim.runs.options import Options
from sixtysix_sim.vocabulary import LogLevel
from tests.runs.made_up import content, play, use_made_up_games

Harm = Callable[[bytes, random.Random], bytes | None]


def _flip(data: bytes, draw: random.Random) -> bytes:
    at = draw.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << draw.randrange(8)]) + data[at + 1 :]


def _zeros(data: bytes, draw: random.Random) -> bytes:
    at = draw.randrange(len(data))
    return data[:at] + bytes(len(data) - at)


HARMS: dict[str, Harm] = {
    "a bit is another": _flip,
    "the end is cut off": lambda data, draw: data[: draw.randrange(len(data))],
    "zeros from some place on": _zeros,
    "it is gone": lambda data, draw: None,
    "something is added": lambda data, draw: data + draw.randbytes(1 + draw.randrange(40)),
}


def damages(top: Path, harm: Harm, rounds: int, seed: int = 1) -> Iterator[str]:
    """Harm every file of a run in turn, ``rounds`` times; yield what came of each.

    ``mended``: going on gave the bytes of the sound run. ``refused``: one sentence, and nothing
    was written. ``name``: a name or label in run.json is another, which no game depends on.
    """
    with pytest.MonkeyPatch.context() as patch:
        use_made_up_games(patch)
        patch.setattr(sums, "MANY", 2)
        whole = play(top / "whole", Options(12, 0, LogLevel.MOVES, jobs=1)).folder
        want = content(whole)
        draw = random.Random(f"{harm} {seed}")
        for _ in range(rounds):
            for name in want:
                folder = copytree(whole, top / "harmed")
                yield _harm(folder, name, harm(want[name], draw), want)
                rmtree(folder)


def _harm(folder: Path, name: str, data: bytes | None, want: dict[str, bytes]) -> str:
    path = folder / name
    path.unlink() if data is None else path.write_bytes(data)
    if data == want[name]:
        return "mended"
    before = content(folder)
    if "chunk" in name:
        _check_noticed(folder, name)
    said = ""
    try:
        play(folder, Options(12, resume=True, jobs=1))
    except SixtySixError as error:
        said = error.message
    after = content(folder)
    if said:
        assert said.isprintable()
        assert after == before
        return "refused"
    if after == want:
        return "mended"
    assert name == "run.json", f"{name} was damaged and nobody saw it"
    assert _nameless(after.pop(name)) == _nameless(want[name])
    assert after.items() <= want.items()
    return "name"


def _nameless(data: bytes) -> object:
    """What run.json says, without what people call things."""

    def without(tree: dict[str, object]) -> dict[str, object]:
        return {key: value for key, value in tree.items() if key not in ("name", "label")}

    return json.loads(data, object_hook=without)


def _check_noticed(folder: Path, name: str) -> None:
    """Whoever reads the file against the manifest says which one it is."""
    listed = {path: entry for line in open_run(folder).lines for path, entry in line.files.items()}
    with pytest.raises(CorruptData, match="chunk") as caught:
        list(checked_files(folder, listed))
    assert str(folder / name) in caught.value.message
