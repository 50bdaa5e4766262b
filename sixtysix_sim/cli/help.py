"""One look for the help of all commands: usage, arguments, options, defaults, examples."""

from __future__ import annotations

import re
import sys
from itertools import pairwise
from typing import Any, NamedTuple

import typer
from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption

from sixtysix_sim.reporting.plain_text import encoding_of, for_encoding


class Page(NamedTuple):
    """What a command's help has beside its docstring.

    Attributes:
        short: what it does, for the list of commands.
        examples: command lines without `sixtysix`.
    """

    short: str
    examples: tuple[str, ...]


#: By command, as typed after `sixtysix`.
PAGES: dict[str, Page] = {
    "new": Page("Write a commented scenario.", ("new my.toml --base cift66",)),
    "simulate": Page(
        "Play seeded games into a run folder.",
        (
            "simulate cift66 --games 100000",
            "simulate my.toml --time 5min --log moves --out runs/mine",
            "simulate my.toml --until kaput:0.001 --log none",
            "simulate my.toml --out runs/mine --games 200000 --resume",
            "simulate my.toml --engine dask --scheduler tcp://head:8786",
        ),
    ),
    "merge": Page(
        "Join runs over neighbouring games.",
        ("merge runs/all runs/part-1 runs/part-2 runs/part-3",),
    ),
    "report": Page(
        "Show what runs found.",
        (
            "report runs/cift-66-66",
            "report runs/cift-66-66 --html report.html",
            "report runs/cift-66-66 runs/mine --csv tables",
        ),
    ),
    "compare": Page(
        "Two scenarios on the same deals.",
        (
            "compare cift66 --set rules.auction.min_bid=120",
            "compare cift66 my.toml --primary kaput --until-width 0.002",
            "compare runs/mine runs/other",
        ),
    ),
    "sweep": Page(
        "A grid of parameter values on the same deals.",
        ("sweep cift66 --vary rules.auction.min_bid=120:200:10",),
    ),
    "tune": Page(
        "Find the value that brings a figure to a target.",
        ("tune cift66 --vary rules.auction.min_bid=120:200:5 --target made=0.8",),
    ),
    "sensitivity": Page(
        "Rank the options of the rules by what they move.",
        ("sensitivity cift66 --games 20000", "sensitivity cift66 --rights"),
    ),
    "validate": Page(
        "Look for faults in rule sets.",
        ("validate my.toml", "validate my.toml --dynamic 20000"),
    ),
    "check": Page("Run case files.", ("check cases.toml",)),
    "audit": Page(
        "Judge logs and transcripts by the rules.",
        ("audit runs/mine", "audit runs/mine --games 500", "audit other.jsonl --rules cift66"),
    ),
    "replay": Page(
        "Show deals of a run.",
        ("replay runs/mine --game 7", 'replay runs/mine --where "kaput >= 0 and bid >= 300"'),
    ),
    "odds": Page("Exact probabilities by counting.", ("odds cift66",)),
    "bench": Page("Measure this machine's speed.", ("bench --jobs 2",)),
    "rules": Page("Show presets and rule cards.", ()),
    "rules list": Page("List the presets.", ("rules list",)),
    "rules show": Page(
        "Print a rule card.",
        (
            "rules show cift66",
            "rules show my.toml --values",
            "rules show seksogtres --lang da",
            "rules show cift66 --set rules.kaput.factor=2",
        ),
    ),
    "rules diff": Page("Print where two rule sets differ.", ("rules diff cift66 my.toml",)),
    "bots": Page("Show, match and check the bots, fit their bidding.", ()),
    "bots list": Page("List the policies and their parameters.", ("bots list",)),
    "bots match": Page(
        "Play bots against each other.",
        (
            "bots match standard greedy random --scenario cift66",
            "bots match greedy standard:blunder=0.1 --scenario schnapsen",
        ),
    ),
    "bots check": Page(
        "Check a policy of your own.",
        ("bots check bots/mine.py:Careful", "bots check standard --scenario cift66"),
    ),
    "bots fit": Page(
        "Fit what hands are worth to other rules.", ("bots fit my.toml --out my-bidding.toml",)
    ),
    "bots calibration": Page(
        "Hold predicted chances against contracts.", ("bots calibration cift66 --games 60000",)
    ),
}

#: The list of commands by what they are for; a test holds it to `cli.app`.
PARTS: dict[str, tuple[str, ...]] = {
    "Rules": ("rules", "new", "validate", "odds"),
    "Games": ("simulate", "merge", "report", "replay"),
    "Questions": ("compare", "sweep", "tune", "sensitivity"),
    "Checks": ("check", "audit", "bench"),
    "Players": ("bots",),
}

_NUMBER = {"int": "N", "float": "X", "str": "TEXT", "path": "PATH", "Path": "PATH"}
_GROUPED = re.compile(r"\d{1,3}([.,_' ]\d{3})+")
_OBVIOUS = re.compile(r"; at least [01](?=\])|  \[at least [01]\]")
_RANGE = re.compile(r"(?:([-\d.]+)<=)?x(?:>=([-\d.]+))?(?:<=([-\d.]+))?")


class Top(TyperGroup):
    """The program: its commands are listed by what they are for."""

    def get_help(self, ctx: Any) -> str:
        """The help in what stdout can encode; left alone, signs would go out as UTF-8."""
        return for_encoding(super().get_help(ctx), encoding_of(sys.stdout))

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """A heading and its commands for each of PARTS, then those of none."""
        rest = [name for name in self.commands if not any(name in part for part in PARTS.values())]
        width = max(map(len, self.commands), default=0)
        for title, names in {**PARTS, "Commands": rest}.items():
            rows = [
                (name.ljust(width), self.commands[name].get_short_help_str(limit=80))
                for name in names
                if name in self.commands
            ]
            if rows:
                with formatter.section(title):
                    formatter.write_dl(rows)


class Command(TyperCommand):
    """A command whose help looks like that of all others, and who reads numbers strictly."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """The words of the command line, read; 1.000 is no thousand here, and must not be a one."""
        for param in self.get_params(ctx):
            if not isinstance(param, TyperOption) or param.type_descriptor.annotation is not int:
                continue
            for word, follows in pairwise([*args, ""]):
                name, _, value = word.partition("=")
                value = value or follows
                if name in param.opts and _GROUPED.fullmatch(value):
                    plain = re.sub(r"\D", "", value)
                    said = f"{value}: write it without marks between the digits, {plain}"
                    raise typer.BadParameter(said, ctx=ctx, param=param)
        return super().parse_args(ctx, args)

    def get_help(self, ctx: Any) -> str:
        """The help in what stdout can encode; left alone, signs would go out as UTF-8."""
        return for_encoding(super().get_help(ctx), encoding_of(sys.stdout))

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """The usage line: options first, an argument that may be left out in brackets."""
        names = [
            name if param.required else f"[{name.strip('[]')}]"
            for param in self.get_params(ctx)
            if isinstance(param, TyperArgument)
            for name in [_argument_name(param)]
        ]
        return ["[OPTIONS]", *names]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Arguments, options and examples."""
        params = self.get_params(ctx)
        parts = {
            "Arguments": [
                (_argument_name(p).strip("[]"), p.help or "")
                for p in params
                if isinstance(p, TyperArgument)
            ],
            "Options": [_option(p, ctx) for p in params if isinstance(p, TyperOption)],
        }
        for title, rows in parts.items():
            if rows:
                with formatter.section(title):
                    formatter.write_dl(rows)
        top, _, name = ctx.command_path.partition(" ")
        if name in PAGES:
            with formatter.section("Examples"):
                for example in PAGES[name].examples:
                    formatter.write(f"  {top} {example}\n")


def _argument_name(param: TyperArgument) -> str:
    return param.metavar or (param.name or "").upper()


def _option(param: TyperOption, ctx: Any) -> tuple[str, str]:
    """An option as it is typed, and what it does with its default and its range."""
    record = param.get_help_record(ctx) or ("", "")
    names = ", ".join(sorted(param.opts, key=len))
    if param.secondary_opts:
        names += f" / {', '.join(param.secondary_opts)}"
    if not param.is_flag and not param.count:
        kind = record[0].rpartition("<")[2].partition(">")[0].partition(" ")[0]
        shown = _NUMBER.get(kind, kind)
        names += f" {param.metavar or shown}"
    return names, _OBVIOUS.sub("", _RANGE.sub(_words, record[1]))


def _words(match: re.Match[str]) -> str:
    """`1<=x<=100` as `1 to 100`, `x>=1` as `at least 1`."""
    low, high = match[1] or match[2], match[3]
    if low and high:
        return f"{low} to {high}"
    return f"at least {low}" if low else f"at most {high}" if high else match[0]
