"""The program `sixtysix`: the table of commands and the way in.

To add a command, write it as a function in `cli/NAME.py`, add a line to COMMANDS (or a
`typer.Typer` to GROUPS), and lines to PAGES and PARTS of `cli.help` and to docs/command-line.md.
Such a module imports nothing heavy at its top: numba, polars, pyarrow, scipy and pydantic belong
inside the function, so that `--help` answers in a blink.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Annotated

import typer

from sixtysix_sim import __version__
from sixtysix_sim.cli.audit import audit
from sixtysix_sim.cli.bench import bench
from sixtysix_sim.cli.bots import bots_commands
from sixtysix_sim.cli.check import check
from sixtysix_sim.cli.compare import compare
from sixtysix_sim.cli.errors import USAGE, guarded
from sixtysix_sim.cli.help import PAGES, Command, Top
from sixtysix_sim.cli.merge import merge
from sixtysix_sim.cli.new import new
from sixtysix_sim.cli.odds import odds
from sixtysix_sim.cli.output import emit_text, tell
from sixtysix_sim.cli.replay import replay
from sixtysix_sim.cli.report import report
from sixtysix_sim.cli.rules import rules_commands
from sixtysix_sim.cli.sensitivity import sensitivity
from sixtysix_sim.cli.simulate import simulate
from sixtysix_sim.cli.streams import open_standard_streams, settle_stdout
from sixtysix_sim.cli.sweep import sweep
from sixtysix_sim.cli.tune import tune
from sixtysix_sim.cli.validate import validate

#: Commands in the order of the help page; the first line of the docstring is its help.
COMMANDS: tuple[tuple[str, Callable[..., None]], ...] = (
    ("new", new),
    ("simulate", simulate),
    ("merge", merge),
    ("report", report),
    ("compare", compare),
    ("sweep", sweep),
    ("tune", tune),
    ("sensitivity", sensitivity),
    ("validate", validate),
    ("check", check),
    ("audit", audit),
    ("replay", replay),
    ("odds", odds),
    ("bench", bench),
)

#: Commands with commands of their own, such as `rules list`.
GROUPS: tuple[tuple[str, typer.Typer], ...] = (
    ("rules", rules_commands),
    ("bots", bots_commands),
)


def _show_version(wanted: bool) -> None:
    if wanted:
        emit_text(f"sixtysix {__version__}")
        raise typer.Exit


def _top(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_show_version, is_eager=True, help="Show the version and stop."
        ),
    ] = False,
) -> None:
    """Check and simulate the rules of the Sixty-six family of card games.

    SCENARIO is a TOML file or the name of a preset (`sixtysix rules list`).
    """
    if context.invoked_subcommand is None:
        tell(context.get_help())
        raise typer.Exit(USAGE)


def build(
    commands: Sequence[tuple[str, Callable[..., None]]] = COMMANDS,
    groups: Sequence[tuple[str, typer.Typer]] = GROUPS,
) -> typer.Typer:
    """The Typer application over a table of commands."""
    app = typer.Typer(
        name="sixtysix",
        cls=Top,
        rich_markup_mode=None,  # plain help: quick, and safe on any output encoding
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback(invoke_without_command=True)(_top)
    for name, function in commands:
        app.command(name, cls=Command, short_help=_short(name))(function)
    for name, group in groups:
        for one in group.registered_commands:
            one.cls, one.short_help = Command, _short(f"{name} {one.name}")
        app.add_typer(group, name=name)
    return app


def _short(name: str) -> str | None:
    return PAGES[name].short if name in PAGES else None


def run(app: typer.Typer, arguments: Sequence[str] | None = None) -> int:
    """Runs one command line (default: the process's own) and returns its exit code."""
    args = sys.argv[1:] if arguments is None else list(arguments)
    return guarded(lambda: app(args=args, prog_name="sixtysix", standalone_mode=False))


def main() -> None:
    """Entry point of the program `sixtysix`."""
    open_standard_streams()
    code = guarded(lambda: build()(prog_name="sixtysix", standalone_mode=False), last=True)
    settle_stdout()
    sys.exit(code)
