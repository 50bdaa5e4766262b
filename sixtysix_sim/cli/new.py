"""`sixtysix new`: a commented scenario file to start from."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path
from typing import Annotated

import typer

from sixtysix_sim.cli.output import emit_text, tell
from sixtysix_sim.errors import BadInput


def new(
    file: Annotated[str, typer.Argument(metavar="FILE", help="The file to write; - for stdout.")],
    base: Annotated[
        str, typer.Option("--base", metavar="PRESET", help="The preset to start from.")
    ],
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file.")] = False,
) -> None:
    """Write a commented scenario: every parameter with its default, range and clause id."""
    from sixtysix_sim.rules.ruleset import RuleError, preset_names, resolve_rules
    from sixtysix_sim.rules.template import scenario_text
    from sixtysix_sim.scenario import DEFAULT_GAMES, DEFAULT_SEED

    try:
        ruleset = resolve_rules(base)
    except RuleError as error:
        raise BadInput(f"--base {error.message}") from None
    text = scenario_text(ruleset, ruleset.title, DEFAULT_GAMES, DEFAULT_SEED)
    if file == "-":
        emit_text(text)
        return
    if file in preset_names():
        raise BadInput(f"{file}: is a preset's name, which a file would hide: write {file}.toml")
    write_whole(Path(file), text, force=force)
    tell(f"wrote {file}; look at it with `sixtysix rules show {file}`")


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
