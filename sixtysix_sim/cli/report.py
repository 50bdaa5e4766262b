"""`sixtysix report`: the figures of finished runs, from their sums."""

from pathlib import Path
from typing import Annotated

import typer

from sixtysix_sim.cli.pages import (
    HtmlOption,
    InteractiveOption,
    check_page,
    early_artist,
    write_page,
)
from sixtysix_sim.runs.objects import place


def report(
    runs: Annotated[
        list[Path],
        typer.Argument(parser=place, metavar="RUN...", help="Run folders that `simulate` wrote."),
    ],
    csv: Annotated[
        Path | None,
        typer.Option("--csv", metavar="DIR", help="Write a CSV file a section into this folder."),
    ] = None,
    html: HtmlOption = None,
    interactive: InteractiveOption = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Show what runs found: in the terminal, --html, --csv or --json; several runs side by side.

    Works on every run, whatever tables it kept, and while it is still being played.
    """
    from sixtysix_sim.cli.output import Meta, emit, tell, write_csv

    check_page(html, interactive)
    with early_artist(html) as artist:
        from sixtysix_sim.reporting.played import bots_tree
        from sixtysix_sim.reporting.queries import read_played
        from sixtysix_sim.reporting.sections import report_rows, require_one_family
        from sixtysix_sim.reporting.terminal import closing, csv_tables
        from sixtysix_sim.reporting.terminal import report as sections_of
        from sixtysix_sim.runs.info import open_run

        played = [read_played(open_run(folder)) for folder in runs]
        require_one_family(played)
        if csv is not None:
            paths = write_csv(csv, csv_tables(played))
            tell(f"sixtysix: {len(paths)} CSV files in {csv}")
        if html is not None:
            from sixtysix_sim.reporting.html.report import report_page

            write_page(html, lambda: report_page(played), interactive, artist)
    facts = [
        (p.run.scenario.seed, p.run.games, p.run.head.rules_hash, bots_tree(p.run.scenario))
        for p in played
    ]
    one = (
        facts[0] if len(facts) == 1 else tuple(list(column) for column in zip(*facts, strict=True))
    )
    seed, games, rules_hash, bots = one
    emit(
        "report",
        sections=[] if as_json else sections_of(played),
        rows=report_rows(played) if as_json else None,
        meta=Meta(seed=seed, games=games, rules_hash=rules_hash, bots=bots),
        as_json=as_json,
        closing=closing(played),
    )
