"""Pages whose commands run: fenced `console` blocks with `$ command` lines and what they print.

A line `…` in the output stands for any lines. A fenced block of another kind that is headed by a
comment `# FILE` as its first line is a file the commands read. Times differ and are not compared.
"""

import contextlib
import io
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from sixtysix_sim.cli.app import build, run

ROOT = Path(__file__).parent.parent
_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
_TIME = re.compile(r"\bin \d+ min \d+ s\b|\bin [\d.,]+ (s|min)\b")


class Step(NamedTuple):
    """A command line and the lines it prints."""

    command: str
    output: list[str]


def steps_of(page: Path, folder: Path) -> Iterator[Step]:
    """Yield the commands of a page in order; files that the page shows are written to a folder."""
    for kind, text in _BLOCK.findall(page.read_text("utf-8")):
        if kind == "console":
            for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
                command, *output = part.rstrip("\n").split("\n")
                while command.endswith("\\"):
                    command = command[:-1] + output.pop(0).strip()
                yield Step(command, output)
        elif head := re.match(r"# ([\w.]+\.toml)\n", text):
            (folder / head[1]).write_text(text, "utf-8")


def printed(command: str, folder: Path, captured: Callable[[], str]) -> list[str]:
    """Run a command line in the current folder and return the lines it prints to stdout."""
    words = shlex.split(command, comments=True)
    words, into = (words[:-2], words[-1]) if words[-2:-1] == [">"] else (words, "")
    if words[0] == "python":
        done = subprocess.run(
            [sys.executable, *words[1:]], cwd=folder, capture_output=True, check=True
        )
        out = done.stdout.decode("utf-8")
    else:
        assert words[0] == "sixtysix", command
        captured()
        assert run(build(), words[1:]) in (0, 1), command
        out = captured()
    if into:
        (folder / into).write_text(out, "utf-8")
        return []
    return out.rstrip("\n").split("\n")


def differs(expected: list[str], got: list[str]) -> str:
    """Return the first line of the page that was not printed, or ''."""
    at, skip = 0, False
    plain = [_TIME.sub("in N s", line).rstrip() for line in got]
    for line in expected:
        if line.strip() == "…":
            skip = True
            continue
        wanted = _TIME.sub("in N s", line).rstrip()
        places = range(at, len(plain)) if skip else range(at, min(at + 1, len(plain)))
        found = next((place for place in places if plain[place] == wanted), None)
        if found is None:
            near = plain[at] if at < len(plain) else "(the end)"
            return f"the page says {wanted!r}; printed is {near!r}"
        at, skip = found + 1, False
    return "" if skip or at == len(plain) or plain[at:] == [""] else f"printed, too: {plain[at]!r}"


def renewed(page: Path, folder: Path, captured: Callable[[], str]) -> str:
    """Return a page with the figures of its outputs as they are now printed.

    A line is renewed by the one that is the same but for its numbers; one that has no such line
    any more stays, and the test says so.
    """
    text = page.read_text("utf-8")
    for step in steps_of(page, folder):
        got = printed(step.command, folder, captured)
        at, lines = 0, []
        for line in step.output:
            alike = [n for n in range(at, len(got)) if _shape(got[n]) == _shape(line)]
            named = [n for n in alike if got[n].split("  ")[0] == line.split("  ")[0]]
            same = next(iter(named or alike), None)
            lines.append(line if same is None or line.strip() == "…" else got[same])
            at = at if same is None else same + 1
        text = text.replace("\n".join(step.output), "\n".join(lines), 1)
    return text


def _shape(line: str) -> str:
    return " ".join(re.sub(r"[+-]?\d[\d,.]*", "#", line).split())


def _main() -> None:
    """Renew the pages named: `python -m tests.console docs/tour.md`."""
    for name in sys.argv[1:]:
        page = (ROOT / name).resolve()
        with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
            (Path(folder) / "docs").symlink_to(ROOT / "docs")
            out = io.StringIO()

            def captured(out: io.StringIO = out) -> str:
                said = out.getvalue()
                out.seek(0)
                out.truncate()
                return said

            with contextlib.redirect_stdout(out):
                text = renewed(page, Path(folder), captured)
        page.write_text(text, "utf-8")


if __name__ == "__main__":
    _main()
