"""What any page must be: well-formed, with ids of its own, and nothing from outside."""

import re
from html.parser import HTMLParser

#: An address or a file that a browser would fetch.
OUTSIDE = re.compile(r"""(?:src|href|action|data)\s*=\s*["']?(?!\#)[^"'>\s]|@import|url\((?!\#)""")
VOID = {"meta", "line", "path", "rect", "circle", "br"}


class Shape(HTMLParser):
    """Which elements a page has, and whether they are closed in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.ids += [value or "" for name, value in attrs if name == "id"]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag, self.getpos()


def ids_of(page: str) -> list[str]:
    """Return the ids of a page, after checking it."""
    shape = Shape()
    shape.feed(page)
    assert not shape.open
    assert len(shape.ids) == len(set(shape.ids))
    assert not OUTSIDE.search(re.sub("<script>.*?</script>", "", page, flags=re.DOTALL))
    assert set(re.findall(r"https?://[^\s\"'<]+", page)) <= {"http://www.w3.org/2000/svg"} or (
        "<script>" in page
    )
    return shape.ids
