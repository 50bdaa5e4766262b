"""From the text of a policy file to a policy a kernel can call.

The text, not the file, is what a scenario holds: its hash is over it, and run.json keeps it. It is
written into the cache folder under the name of its hash and run from there, so that machine code
compiled of it can be kept as that of the built-in policies is, and is never that of another text.
"""

import ast
import hashlib
import os
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

from numba.core.errors import NumbaError

from sixtysix_sim.contract import MAX_PARAMS, auction, talon
from sixtysix_sim.kernels.jit import cache_folder
from sixtysix_sim.kernels.policy import Decision
from sixtysix_sim.policies.own import Policy
from sixtysix_sim.policies.registry import BLUNDER, Param, PolicyEntry
from sixtysix_sim.rules.wording import nearest, one_line
from sixtysix_sim.scenario import NEVER_PARAM, BotSpec
from sixtysix_sim.vocabulary import Family

DECISIONS = {Family.AUCTION: auction.DECISIONS, Family.TALON: talon.DECISIONS}
IMPORTS = (
    "sixtysix_sim", "numpy", "numba", "math", "typing", "collections", "dataclasses", "enum",
    "__future__",
)  # fmt: skip
LONGEST_NAME = 200
_TAKEN = (BLUNDER.name, NEVER_PARAM, "policy", "code", "fit")


class WrongFile(ValueError):
    """A policy file cannot be used; the message names file and line."""


@dataclass(frozen=True)
class OwnPolicy:
    """A policy of a file, checked and compiled."""

    entry: PolicyEntry
    decisions: Mapping[str, Decision]
    facts: Callable[..., Iterable[float]] | None


@cache
def own_policy(code: str, file: str, name: str, family: Family) -> OwnPolicy:
    """Return a policy of a file.

    Args:
        code: the file's text.
        file: what it is called, for messages.
        name: which policy of it; '' if it has only one.

    Raises:
        WrongFile: it cannot be run, lacks something, or does not compile.
    """
    source = _Source(code, file)
    module = source.module()
    policies = {key: one for key, one in vars(module).items() if isinstance(one, Policy)}
    if not policies:
        source.refuse("holds no policy: it must say NAME = Policy(…), as scenarios/bots/ do")
    if not name and len(policies) > 1:
        some = f"{file}:{next(iter(policies))}"
        source.refuse(f"holds {', '.join(policies)}: say which one, as in {some}")
    chosen = name or next(iter(policies))
    if chosen not in policies:
        source.refuse(f"holds no policy {chosen}{nearest(chosen, policies)}")
    policy = policies[chosen]
    _check(source, chosen, policy, family)
    for decision in policy.decisions.values():
        source.compile(decision)
    entry = PolicyEntry(f"{file}:{chosen}", "", policy.about, policy.params)
    return OwnPolicy(entry, policy.decisions, policy.facts)


def _check(source: "_Source", name: str, policy: Policy, family: Family) -> None:
    """Check that a policy has the decisions of the family, and parameters that can be given."""
    line, needed = source.line_of(name), DECISIONS[family]
    for key, value in policy.decisions.items():
        if key not in needed:
            source.refuse(f"{name} has {key}, {_needs(family)}", line)
        if not isinstance(value, Decision):
            source.refuse(f"{key} of {name} is no decision: write @decision above it", line)
    if missing := [key for key in needed if key not in policy.decisions]:
        source.refuse(f"{name} lacks {missing[0]}, {_needs(family)}", line)
    names = [param.name for param in policy.params if isinstance(param, Param)]
    if len(names) < len(policy.params):
        source.refuse(f"{name} has a parameter that is no Param(name, default, low, high, …)", line)
    for param in policy.params:
        if param.name in _TAKEN or names.count(param.name) > 1 or not param.name.isidentifier():
            source.refuse(f"{name} cannot have a parameter {one_line(param.name)!r}", line)
        if not param.low <= param.default <= param.high:
            source.refuse(f"the default of {param.name} is outside its range", line)
    if len(names) > MAX_PARAMS:
        source.refuse(f"{name} has more than {MAX_PARAMS} parameters", line)


def _needs(family: Family) -> str:
    return f"but a policy of the {family} family has {', '.join(DECISIONS[family])}"


class _Source:
    """The text of a policy file, and where it is run from."""

    def __init__(self, code: str, file: str) -> None:
        self.code, self.name = code, one_line(file, LONGEST_NAME)
        self.digest = hashlib.sha256(code.encode()).hexdigest()[:20]
        self.path = cache_folder() / "policies" / self.digest / (Path(file).name or "policy.py")

    def refuse(self, message: str, line: int | None = None) -> NoReturn:
        """Raise what is wrong, with the line if there is one."""
        where = f"{self.name}, line {line}" if line else self.name
        raise WrongFile(f"{where}: {message}") from None

    def module(self) -> ModuleType:
        """Run the text as a module."""
        tree = self._parsed()
        self._check_imports(tree)
        self._write()
        name = f"sixtysix_policy_{self.digest}"
        module = ModuleType(name)
        module.__file__ = str(self.path)
        sys.modules[name] = module
        try:
            exec(compile(self.code, str(self.path), "exec"), module.__dict__)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever the file raises
            del sys.modules[name]
            self.refuse(one_line(str(error) or type(error).__name__, 200), self._raised(error))
        return module

    def _parsed(self) -> ast.Module:
        try:
            return ast.parse(self.code)
        except SyntaxError as error:
            self.refuse(f"is no Python: {error.msg}", error.lineno)
        except (ValueError, RecursionError, MemoryError) as error:
            self.refuse(f"is no Python: {one_line(str(error), 100)}")

    def _check_imports(self, tree: ast.Module) -> None:
        """Refuse what comes from elsewhere: it would be in no hash and in no run."""
        for node in ast.walk(tree):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                names = ["." if node.level else node.module or ""]
            for name in names:
                if name.partition(".")[0] not in IMPORTS:
                    allowed = ", ".join(IMPORTS[:4])
                    self.refuse(
                        f"imports {name if name != '.' else 'a file beside it'}, but a policy is "
                        f"one file that may import {allowed} and Python's typing",
                        getattr(node, "lineno", None),
                    )

    def _write(self) -> None:
        if self.path.is_file():
            return
        self.path.parent.mkdir(parents=True, exist_ok=True)
        handle, part = tempfile.mkstemp(dir=self.path.parent)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(self.code)
        Path(part).replace(self.path)

    def _raised(self, error: BaseException) -> int | None:
        """Return the line of the text at which something was raised."""
        lines = [
            frame.lineno
            for frame in traceback.extract_tb(error.__traceback__)
            if frame.filename == str(self.path)
        ]
        return lines[-1] if lines else None

    def line_of(self, name: str) -> int | None:
        """Return the line that assigns a name."""
        for node in ast.parse(self.code).body:
            targets = node.targets if isinstance(node, ast.Assign) else []
            if isinstance(node, ast.AnnAssign):
                targets = [node.target]
            if any(isinstance(each, ast.Name) and each.id == name for each in targets):
                return node.lineno
        return None

    def compile(self, decision: Decision) -> None:
        """Compile a decision, and tell it where it stands."""
        first = decision.function.__code__.co_firstlineno
        decision.place = f" ({self.name}, line {first})"
        try:
            decision.compile()
        except NumbaError as error:
            said, line = _compile_error(str(error), self.path)
            name = decision.function.__name__
            self.refuse(f"{name} does not compile: {said}", line or first)


def _compile_error(text: str, path: Path) -> tuple[str, int | None]:
    """Return what a compiler's message says at last about a file, and the line."""
    said, line = "", None
    for each in text.splitlines():
        head, _, number = each.strip().rpartition(", line ")
        at = number.partition(":")[0].partition(")")[0].strip()
        if f"{path.parent.name}{os.sep}{path.name}" in head and at.isdigit():
            line = int(at)
        elif not said and _tells(each):
            said = each.strip()
    if "setitem" in said:
        said = "it writes into an array, and a view can only be read"
    return one_line(said, 160), line


def _tells(line: str) -> bool:
    """Whether a line of a compiler's message says something."""
    text = line.strip()
    return bool(text) and not text.startswith(("Failed in", "During", "File ", "Internal error"))


def family_of(spec: BotSpec) -> Family | None:
    """Return the family whose decisions a policy of a file has; None if that cannot be told."""
    file, _, name = spec.policy.partition(":")
    try:
        module = _Source(spec.code, file).module()
    except WrongFile:
        return None
    policies = [
        one for key, one in vars(module).items() if isinstance(one, Policy) and name in ("", key)
    ]
    for family, needed in DECISIONS.items():
        if any(set(needed) & set(one.decisions) for one in policies):
            return family
    return None


def any_facts(
    facts: Callable[..., Any] | None, rules: object, params: tuple[float, ...]
) -> tuple[float, ...]:
    """Return what the facts of a policy file come to.

    Raises:
        WrongFile: they are no numbers, or cannot be worked out.
    """
    if facts is None:
        return ()
    try:
        return tuple(float(value) for value in facts(rules, *params))
    except Exception as error:  # noqa: BLE001 - whatever the file raises
        said = one_line(str(error) or type(error).__name__, 160)
        raise WrongFile(f"its facts cannot be worked out: {said}") from None
