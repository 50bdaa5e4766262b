"""A section's table as HTML by Great Tables; cells and headings are those of the terminal."""

import re
from html import escape

import polars as pl
from great_tables import GT, html

from sixtysix_sim.reporting.tables import Section

_STYLE = re.compile(r"<style>.*?</style>\n?", re.DOTALL)
_FRAME = re.compile(r'^<div id="([\w-]+)" style="[^"]*">')


def table(section: Section, key: str) -> str:
    """Return a section as a table with its title, what stands before it and its note.

    Drawings of letters are left out: the page has charts.
    """
    said = [f"<h3>{escape(section.title)}</h3>"] if section.title else []
    if section.intro:
        said.append(f"<p>{escape(section.intro)}</p>")
    columns = [column for column in section.columns if not column.drawn]
    if section.rows and columns:
        said.append(_table(section, key))
    if section.note:
        said.append(f'<p class="note">{escape(section.note)}</p>')
    return "\n".join(said)


def _table(section: Section, key: str) -> str:
    columns = [column for column in section.columns if not column.drawn]
    names = [f"c{n}" for n in range(len(columns))]
    frame = pl.DataFrame(
        {
            name: [column.show(row) for row in section.rows]
            for name, column in zip(names, columns, strict=True)
        },
        schema=dict.fromkeys(names, pl.String),
    )
    made = GT(frame, id=key, rowname_col="c0")
    made = made.tab_stubhead(html(escape(columns[0].title)))
    made = made.cols_label(
        {
            name: html(escape(column.title))
            for name, column in list(zip(names, columns, strict=True))[1:]
        }
    )
    if len(columns) == 2 and not columns[1].title:  # facts: what, and its value
        made = made.tab_options(column_labels_hidden=True)
    for align in ("left", "right"):
        chosen = [n for n, one in zip(names[1:], columns[1:], strict=True) if one.align == align]
        if chosen:
            made = made.cols_align(align, chosen)
    # One style for all tables stands in page.css, which also knows paper and the dark.
    drawn = _FRAME.sub(r'<div class="table" id="\1">', made.as_raw_html())
    return _STYLE.sub("", drawn)
