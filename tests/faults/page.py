"""The counts in docs/reliability.md, each table between two marks and made by one command."""

from collections.abc import Sequence
from pathlib import Path

PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "reliability.md"


def write_table(
    command: str, titles: Sequence[str], rows: Sequence[Sequence[str]], page: Path = PAGE
) -> None:
    """Replace the table of a command by another one.

    Raises:
        ValueError: the page has no place for it.
    """
    begin, end = f"<!-- table: {command} -->\n", f"<!-- end of {command} -->"
    lines = ["| " + " | ".join(row) + " |\n" for row in (titles, ["---"] * len(titles), *rows)]
    before, found, rest = page.read_text("utf-8").partition(begin)
    after = rest.partition(end)
    if not found or not after[1]:
        raise ValueError(f"{page} has no place for the table of `{command}`")
    page.write_text(before + begin + "".join(lines) + end + after[2], "utf-8")
