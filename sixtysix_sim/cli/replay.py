"""`sixtysix replay`: deals of a run as a person reads them, or written out to be judged again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sixtysix_sim.cli.output import Meta, emit, emit_text
from sixtysix_sim.errors import BadInput
from sixtysix_sim.reporting.tables import Row, Section
from sixtysix_sim.runs.objects import place, require_folder

if TYPE_CHECKING:
    from sixtysix_sim.referee.audit import Record
    from sixtysix_sim.runs.info import RunInfo

Place = tuple[int, int | None]  # game, deal (None: all its deals)


def replay(
    run: Annotated[Path, typer.Argument(parser=place, metavar="RUN", help="Run folder.")],
    game: Annotated[int | None, typer.Option("--game", min=0, help="Which game.")] = None,
    deal: Annotated[int | None, typer.Option("--deal", min=0, help="Which deal of it.")] = None,
    where: Annotated[
        str | None,
        typer.Option(
            "--where",
            metavar="CONDITION",
            help="Deals for which it holds: 'kaput >= 0 and bid > 300'.",
        ),
    ] = None,
    limit: Annotated[
        int, typer.Option("--limit", min=1, help="So many deals of --where at most.")
    ] = 3,
    transcript: Annotated[
        bool, typer.Option("--transcript", help="Write JSON Lines, a deal a line, for `audit`.")
    ] = False,
    case: Annotated[
        bool, typer.Option("--case", help="Write a case file (TOML), for `check`.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Show deals of a run: hands, auction, melds, tricks, scores.

    Moves that were not logged are played again from the seed. Choose deals with --game and --deal,
    or with a condition on the columns of the deals table; --transcript alone writes the whole run.
    """
    from sixtysix_sim.runs.info import open_run

    if transcript + case + as_json > 1:
        raise BadInput("--transcript, --case and --json exclude each other; give one of them")
    require_folder(run, "replay")
    info = open_run(run)
    places = _places(info, game, deal, where, limit, whole=transcript)
    shown = _shown(info, places)
    if transcript:
        _write_transcript(info, shown)
    elif case:
        _write_cases(info, shown)
    elif as_json:
        rows = [row for record, _ in shown for row in _move_rows(record)]
        emit("replay", sections=[], rows=rows, meta=_meta(info), as_json=True)
    else:
        _show(info, shown)


def _meta(info: RunInfo) -> Meta:
    scenario = info.scenario
    return Meta(
        seed=scenario.seed,
        rules_hash=scenario.ruleset.hash,
        extra={"regenerated": not info.files("moves")},
    )


def _places(
    info: RunInfo, game: int | None, deal: int | None, where: str | None, limit: int, *, whole: bool
) -> list[Place] | Iterator[Place]:
    """Which deals are asked for.

    Raises:
        BadInput: none, or a game that the run does not have.
    """
    from sixtysix_sim.cli.run_deals import example, find_deals

    if where is not None:
        if game is not None or deal is not None:
            raise BadInput("--where finds the deals itself: leave out --game and --deal")
        return find_deals(info, where, limit)
    if game is not None:
        if _line_of(info, game) is None:
            first = info.head.first_game
            last = max((line.first_game + line.games - 1 for line in info.lines), default=-1)
            raise BadInput(
                f"game {game} is not in {info.folder}, which has games {first} to {last}"
            )
        return [(game, deal)]
    if deal is not None or not whole:
        from sixtysix_sim.logs.schema import table_schemas

        condition = example(table_schemas(info.scenario.ruleset)["deals"])
        raise BadInput(
            f"choose a game with --game N, or deals with --where, as in --where '{condition}'"
        )
    return (
        (number, None)
        for line in info.lines
        for number in range(line.first_game, line.first_game + line.games)
    )


def _line_of(info: RunInfo, game: int) -> object | None:
    return next((x for x in info.lines if x.first_game <= game < x.first_game + x.games), None)


def _shown(
    info: RunInfo, places: Sequence[Place] | Iterator[Place]
) -> Iterator[tuple[Record, Any]]:
    """The deals asked for, each with the deal before its first call.

    Raises:
        BadInput: a game has no such deal.
    """
    from sixtysix_sim.cli.run_deals import Source
    from sixtysix_sim.referee.audit import Ledger, judge_of

    source = Source(info)
    for game, deal in places:
        played = source.game(game)
        judge = judge_of(info.scenario.ruleset, Ledger())
        found = False
        for record in played.deals:
            before = judge.before(record)
            judge.deal(record)
            if deal is None or record.deal == deal:
                found = True
                yield record, before
        if not found:
            raise BadInput(
                f"game {game} has no deal {deal}; its deals are 0 to {len(played.deals) - 1}"
            )


def _show(info: RunInfo, shown: Iterator[tuple[Record, Any]]) -> None:
    from sixtysix_sim.reporting.deal import deal_sections

    ruleset = info.scenario.ruleset
    note = ""
    if not info.files("moves"):
        note = f"Moves were not logged; played again from seed {info.scenario.seed}."
    sections: list[Section] = []
    for record, before in shown:
        heading = f"{ruleset.title}: game {record.game}, deal {record.deal}"
        sections += deal_sections(ruleset, record, before, heading, note)
    emit("replay", sections=sections, closing="" if sections else "No deal fits.")


def _write_transcript(info: RunInfo, shown: Iterator[tuple[Record, Any]]) -> None:
    from sixtysix_sim.referee.transcript import transcript_line

    for record, before in shown:
        emit_text(transcript_line(info.scenario.ruleset, record, before.scores), data=True)


def _write_cases(info: RunInfo, shown: Iterator[tuple[Record, Any]]) -> None:
    from sixtysix_sim.referee.transcript import case_head, case_text

    ruleset, title = info.scenario.ruleset, f"{info.scenario.name}, seed {info.scenario.seed}"
    emit_text(case_head(ruleset), data=True)
    for record, before in shown:
        emit_text("\n" + case_text(ruleset, record, before, title), data=True)


def _move_rows(record: Record) -> Iterator[Row]:
    """The actions of a deal as rows of the moves table, and `text`, the action as one text."""
    from sixtysix_sim.cards import SUITS, card_name
    from sixtysix_sim.moves import WITH_CARD, WITH_NUMBER, WITH_SUIT
    from sixtysix_sim.vocabulary import ACTION_NAMES

    for seq, trick, seat, move, legal in record.moves or ():
        action, value = move
        yield {
            "game": record.game,
            "deal": record.deal,
            "seq": seq,
            "trick": trick,
            "seat": seat,
            "action": ACTION_NAMES[action],
            "card": card_name(value) if action in WITH_CARD else None,
            "suit": SUITS[value] if action in WITH_SUIT else None,
            "value": value if action in WITH_NUMBER else None,
            "legal": legal,
            "text": move.text,
        }
