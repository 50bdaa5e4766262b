"""docs/reliability.md names tests that are there."""

import re

from tests.faults.page import PAGE

ROOT = PAGE.parent.parent


def test_every_test_that_the_page_names_is_there() -> None:
    text = PAGE.read_text("utf-8")
    files = set(re.findall(r"`(tests/[\w/]+(?:\.py)?)`", text))
    assert len(files) > 10
    assert [name for name in sorted(files) if not (ROOT / name).exists()] == []
    names = set(re.findall(r"`(test_\w+)`", text))
    assert len(names) > 8
    defined = "\n".join(path.read_text("utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    assert [name for name in sorted(names) if f"def {name}(" not in defined] == []
