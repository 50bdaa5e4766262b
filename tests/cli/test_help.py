"""The help of every command: one look, 80 columns, examples that can be typed."""

import re
import shlex
from pathlib import Path

import pytest
import typer
from typer.core import TyperGroup
from typer.main import get_command

from sixtysix_sim.cli.app import COMMANDS, GROUPS, build, run
from sixtysix_sim.cli.help import PAGES, PARTS

NAMES = [name for name, _ in COMMANDS] + [
    f"{name} {one.name}" for name, group in GROUPS for one in group.registered_commands
]

ROOT = Path(__file__).parents[2]
COMMAND_LINE = (ROOT / "docs" / "command-line.md").read_text("utf-8")
DOCS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def shown(capsys: pytest.CaptureFixture[str], name: str) -> str:
    assert run(build(), [*name.split(), "--help"]) == 0
    return capsys.readouterr().out


def test_every_command_has_a_page_and_every_page_a_command() -> None:
    assert set(PAGES) == {*NAMES, *(name for name, _ in GROUPS)}
    assert all(PAGES[name].examples for name in NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_help_has_one_look(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    text = shown(capsys, name)
    lines = text.splitlines()
    assert re.fullmatch(rf"Usage: sixtysix {name} \[OPTIONS\]( [A-Z|.]+| \[[A-Z]+\])*", lines[0])
    assert max(map(len, lines)) <= 80
    assert not re.search(r"[<>]\w|range>|\{|…\]|x>=|<=x|\(default|[Dd]efault: [^\]]*\.$", text)
    options = text.partition("Options:")[2].partition("Examples:")[0]
    assert re.search(r"^  -h, --help +Show this message and exit\.$", options, re.MULTILINE)
    if "--json" in options:
        assert re.search(r"^  --json +Print one JSON object\.$", options, re.MULTILINE)
    if "--jobs" in options:
        assert re.search(r"^  --jobs N ", options, re.MULTILINE)


@pytest.mark.parametrize("name", NAMES)
def test_examples_can_be_typed(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = shown(capsys, name)
    top = get_command(build())
    for example in PAGES[name].examples:
        assert f"\n  sixtysix {example}\n" in text
        command, parent, words = top, None, shlex.split(example)
        for word in name.split():
            assert words.pop(0) == word
            parent = typer.Context(command, parent=parent, info_name=word)
            assert isinstance(command, TyperGroup)
            command = command.commands[word]
        command.make_context(name, words, parent=parent)


def test_the_list_of_commands_is_not_cut_off(capsys: pytest.CaptureFixture[str]) -> None:
    for name, _ in GROUPS:
        commands = shown(capsys, name).partition("Commands:")[2]
        assert "..." not in commands
        assert all(line.endswith(".") for line in commands.strip().splitlines())
    listed = shown(capsys, "").partition("Show this message and exit.")[2]
    assert "..." not in listed
    assert re.findall(r"^(\w+):$", listed, re.MULTILINE) == list(PARTS)
    rows = re.findall(r"^  (\w+) +(.*)$", listed, re.MULTILINE)
    assert sorted(name for name, _ in rows) == sorted({name.split()[0] for name in NAMES})
    assert all(says.endswith(".") for _, says in rows)


def options_of(name: str) -> set[str]:
    command = get_command(build())
    for word in name.split():
        assert isinstance(command, TyperGroup)
        command = command.commands[word]
    return {opt for param in command.params for opt in param.opts if opt.startswith("--")}


@pytest.mark.parametrize("name", NAMES)
def test_every_option_is_on_the_page_of_the_command_line(name: str) -> None:
    """A command's row of docs/command-line.md has its options, no more and no fewer."""
    (row,) = re.findall(rf"^\| `{name}` \| (.*?) \| (.*) \|$", COMMAND_LINE, re.MULTILINE)
    assert row[0] == PAGES[name].short.rstrip(".")
    assert set(re.findall(r"`(--[\w-]+)`", row[1])) == options_of(name)


@pytest.mark.parametrize("page", [path.name for path in DOCS])
def test_commands_of_a_page_can_be_typed(page: str) -> None:
    """Every command line of a fenced block parses: names, options and arguments are there."""
    text = next(path for path in DOCS if path.name == page).read_text("utf-8")
    blocks = re.findall(r"^```(?:console)?\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    lines = "".join(blocks).replace("\\\n", " ").splitlines()
    typed = [line.removeprefix("$ ") for line in lines if re.match(r"(\$ )?sixtysix \w", line)]
    top = get_command(build())
    for line in typed:
        if "$((" in line:  # a shell's arithmetic
            continue
        words = shlex.split(line, comments=True)[1:]
        words = words[: words.index(">")] if ">" in words else words
        command, parent = top, None
        while isinstance(command, TyperGroup) and words:
            parent = typer.Context(command, parent=parent, info_name=words[0])
            assert words[0] in command.commands, line
            command = command.commands[words.pop(0)]
        command.make_context("x", words, parent=parent)
