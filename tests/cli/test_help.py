"""The help of every command: one look, 80 columns, examples that can be typed."""

import re
import shlex

import pytest
import typer
from typer.core import TyperGroup
from typer.main import get_command

from sixtysix_sim.cli.app import COMMANDS, GROUPS, build, run
from sixtysix_sim.cli.help import PAGES

NAMES = [name for name, _ in COMMANDS] + [
    f"{name} {one.name}" for name, group in GROUPS for one in group.registered_commands
]


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
    for name in ("", *(name for name, _ in GROUPS)):
        commands = shown(capsys, name).partition("Commands:")[2]
        assert "..." not in commands
        assert all(line.endswith(".") for line in commands.strip().splitlines())
