"""`sixtysix new`: a commented scenario file to start from."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sixtysix_sim.cli.completion import presets
from sixtysix_sim.cli.output import emit_text, tell
from sixtysix_sim.errors import BadInput

if TYPE_CHECKING:
    from sixtysix_sim.vocabulary import Family


def new(
    file: Annotated[str, typer.Argument(metavar="FILE", help="The file to write; - for stdout.")],
    base: Annotated[
        str,
        typer.Option(
            "--base", metavar="PRESET", autocompletion=presets, help="The preset to start from."
        ),
    ],
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file.")] = False,
) -> None:
    """Write a commented scenario: every parameter with its default, range and clause id.

    Below [bots] stand the policies and their parameters.
    """
    from sixtysix_sim.rules.ruleset import RuleError, preset_names, resolve_rules
    from sixtysix_sim.rules.template import scenario_text
    from sixtysix_sim.scenario import DEFAULT_GAMES, DEFAULT_SEED

    try:
        ruleset = resolve_rules(base)
    except RuleError as error:
        raise BadInput(f"--base {error.message}") from None
    bots = list(_bots(ruleset.family))
    text = scenario_text(ruleset, ruleset.title, DEFAULT_GAMES, DEFAULT_SEED, bots)
    if file == "-":
        emit_text(text, data=True)
        return
    if file in preset_names():
        raise BadInput(f"{file}: is a preset's name, which a file would hide: write {file}.toml")
    write_whole(Path(file), text, force=force)
    tell(f"wrote {file}; look at it with `sixtysix rules show {file}`")


def _bots(family: Family) -> Iterator[str]:
    """What can stand below [bots]: an example, then each policy with its parameters."""
    from sixtysix_sim.policies.registry import POLICIES

    yield 'With parameters: side.0 = { policy = "random", blunder = 0.1 }. The policies:'
    for entry in POLICIES[family]:
        yield f"{entry.name}: {entry.about}"
        for param in entry.every_param:
            span = f"{param.low:g} to {param.high:g}"
            yield f"  {entry.name} {param.name} = {param.default:g} [{span}]: {param.meaning}"


def write_whole(path: Path, text: str, *, force: bool) -> None:
    """Write a UTF-8 file whole or not at all.

    Raises:
        BadInput: the file is there and ``force`` is not given, or it cannot be written.
    """
    if path.is_dir():
        raise BadInput(f"{path}: is a folder; name a file in it, as in {path / 'mine.toml'}")
    if not force and os.path.lexists(path):
        raise BadInput(f"{path}: is there already; --force overwrites it")
    part = None
    try:
        handle, part = tempfile.mkstemp(dir=path.parent, prefix=path.name[:40], suffix=".part")
        with open(handle, "w", encoding="utf-8", newline="\n") as out:
            out.write(text)
            out.flush()
            os.fsync(out.fileno())
        umask = os.umask(0)
        os.umask(umask)
        Path(part).chmod(0o666 & ~umask)
        Path(part).replace(path)
    except (OSError, ValueError) as error:
        if part is not None:
            with contextlib.suppress(OSError):
                Path(part).unlink()
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise BadInput(f"{path}: cannot be written: {(reason or 'error').lower()}") from None
