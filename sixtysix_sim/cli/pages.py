"""What commands that write an HTML page share: the options, the file, the message."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from sixtysix_sim.cli.output import require_writable, tell, write_text_file
from sixtysix_sim.errors import BadInput

if TYPE_CHECKING:
    from sixtysix_sim.reporting.html.artist import Artist
    from sixtysix_sim.reporting.html.page import Page

#: ``--html FILE`` and ``--interactive``, the same for every command.
HtmlOption: TypeAlias = Annotated[
    Path | None,
    typer.Option("--html", metavar="FILE", help="Also write a page with charts to this file."),
]
InteractiveOption: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--interactive", help="Charts of the page can be zoomed and tell values (1 MB more)."
    ),
]


def check_page(path: Path | None, interactive: bool) -> None:
    """Check the options before anything is played.

    Raises:
        BadInput: the file cannot be written, or there is no page to be interactive.
    """
    if path is not None:
        require_writable(path)
    elif interactive:
        raise BadInput("--interactive is about the page: name its file too, as in --html page.html")


@contextmanager
def early_artist(path: Path | None) -> Iterator[Artist | None]:
    """Open what draws the charts of a page, if one is wanted, while its figures are read."""
    from sixtysix_sim.reporting.html.artist import Artist

    if path is None:
        yield None
        return
    with Artist() as artist:
        yield artist


def write_page(
    path: Path, make: Callable[[], Page], interactive: bool, artist: Artist | None = None
) -> None:
    """Write a page and say where it is.

    Args:
        path: the file.
        make: works the page out, while what draws its charts wakes.
        interactive: its charts can be zoomed.
        artist: opened before, where there was something to wait for.

    Raises:
        BadInput: it cannot be written.
        SixtySixError: its charts cannot be drawn.
    """
    from sixtysix_sim.reporting.html.artist import Artist

    with artist or Artist() as drawing:
        page = make()
        from sixtysix_sim.reporting.html.page import html_of

        write_text_file(path, html_of(page, drawing, interactive))
    tell(f"sixtysix: page with charts in {path}")
