"""A page as data, and its HTML: sentences, tiles, parts with charts and tables, one file."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from importlib.resources import files

from sixtysix_sim import __version__
from sixtysix_sim.reporting.html.artist import Artist, Drawn
from sixtysix_sim.reporting.html.charts import Chart
from sixtysix_sim.reporting.tables import Section

#: What a page may load: nothing but what stands in it.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
_SCRIPTS = "; script-src 'unsafe-inline' 'unsafe-eval'"
_SUITS = '<span>♠</span> <span class="red">♥</span> <span class="red">♦</span> <span>♣</span>'

_LOW, _WIDE = 9, 62  # lines of a table lower than two charts; letters of one wider than a chart


@dataclass(frozen=True)
class Tile:
    """One of the figures that matter: its name, and what each run says of it.

    ``values``: (run or '', value, interval).
    """

    label: str
    values: Sequence[tuple[str, str, str]]


@dataclass(frozen=True)
class Picture:
    """A chart with its heading.

    Attributes:
        title: what it shows, as a phrase.
        chart: which kind, which figures.
        caption: whose figures these are: games, seed, bots, interval.
    """

    title: str
    chart: Chart
    caption: str


@dataclass(frozen=True)
class Part:
    """A part of a page: what to look for, charts, tables."""

    key: str
    title: str
    intro: str = ""
    pictures: Sequence[Picture] = ()
    tables: Sequence[Section] = ()
    note: str = ""


@dataclass(frozen=True)
class Page:
    """A whole page; ``kind`` stands above its title, ``closing`` is its last sentence."""

    kind: str
    title: str
    subtitle: str
    sentences: Sequence[str]
    tiles: Sequence[Tile]
    parts: Sequence[Part]
    closing: str


def html_of(page: Page, artist: Artist, interactive: bool = False) -> str:
    """Return a page as one HTML text: the same page gives the same bytes.

    Raises:
        SixtySixError: the charts could not be drawn.
    """
    for part in page.parts:
        for picture in part.pictures:
            artist.send(picture.chart, picture.title)
    tables = {part.key: _tables(part) for part in page.parts}  # made while the charts are drawn
    drawn = artist.finish(interactive)
    body = "\n".join(_body(page, drawn, tables))
    style = files("sixtysix_sim.reporting.html").joinpath("page.css").read_text("utf-8")
    policy = _POLICY + (_SCRIPTS if interactive else "")
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta name="generator" content="sixtysix {escape(__version__)}">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{escape(page.title)} – sixtysix</title>\n<style>\n{style}</style>\n</head>\n"
        f"<body>\n{body}\n{drawn.script}</body>\n</html>\n"
    )


def _tables(part: Part) -> str:
    # Great Tables takes a while to import: by now the charts are on their way.
    from sixtysix_sim.reporting.html.table import table

    return "\n".join(table(one, f"{part.key}-{n}") for n, one in enumerate(part.tables))


def _body(page: Page, drawn: Drawn, tables: Mapping[str, str]) -> Iterator[str]:
    yield f'<header><p class="kind">{_SUITS} {escape(page.kind)}</p>'
    yield f"<h1>{escape(page.title)}</h1>"
    yield f'<p class="subtitle">{escape(page.subtitle)}</p></header>'
    yield "<main>"
    yield '<section class="short" id="short"><h2>In short</h2>'
    yield from (f"<p>{escape(sentence)}</p>" for sentence in page.sentences if sentence)
    yield "</section>"
    if page.tiles:
        yield '<div class="tiles">' + "".join(map(_tile, page.tiles)) + "</div>"
    yield '<nav aria-label="Parts of this page">'
    yield from (f'<a href="#{part.key}">{escape(part.title)}</a>' for part in page.parts)
    yield "</nav>"
    number = 0
    for part in page.parts:
        svgs = drawn.svgs[number : number + len(part.pictures)]
        yield from _part(part, svgs, number, tables[part.key])
        number += len(part.pictures)
    yield f"</main>\n<footer><p>{escape(page.closing)}</p>"
    yield f"<p>Made by sixtysix {escape(__version__)}. This file needs no network.</p></footer>"


def _tile(tile: Tile) -> str:
    lines = "".join(
        f'<p class="figure">{f"<small>{escape(run)}</small>" if run else ""}'
        f"<strong>{escape(value)}</strong><span>{escape(interval)}</span></p>"
        for run, value, interval in tile.values
    )
    return f'<div class="tile"><p class="label">{escape(tile.label)}</p>{lines}</div>'


def _part(part: Part, svgs: Sequence[str], first: int, tables: str) -> Iterator[str]:
    yield f'<section id="{part.key}"><h2>{escape(part.title)}</h2>'
    if part.intro:
        yield f'<p class="intro">{escape(part.intro)}</p>'
    yield f'<div class="{_arranged(part)}">'
    if svgs:
        yield '<div class="charts">'
        for n, (picture, svg) in enumerate(zip(part.pictures, svgs, strict=True), first):
            yield (
                f'<figure><p class="head">{escape(picture.title)}</p>'
                f'<div class="panel" id="chart-{n}">{svg}</div>'
                f"<figcaption>{escape(picture.caption)}</figcaption></figure>"
            )
        yield "</div>"
    if tables:
        yield f'<div class="tables">\n{tables}\n</div>'
    yield "</div>"
    if part.note:
        yield f'<p class="note">{escape(part.note)}</p>'
    yield "</section>"


def _arranged(part: Part) -> str:
    """Return how charts and tables lie: beside each other, or charts above tables that are wide."""
    if not (part.pictures and part.tables):
        return "alone"
    lines = sum(len(section.rows) for section in part.tables)
    low = len(part.pictures) > 1 and lines <= _LOW
    return "above" if low or max(map(_letters, part.tables)) > _WIDE else "beside"


def _letters(section: Section) -> int:
    """Return how wide a table is: the letters of its columns' longest cells or headings' words."""
    total = 0
    for column in section.columns:
        if not column.drawn:
            words = map(len, column.title.split())
            total += max([*words, *(len(column.show(row)) for row in section.rows)], default=0)
    return total
