"""`bots check`: built-in bots pass, and each check fails for a bot that breaks it."""

import json
from pathlib import Path

import pytest

from sixtysix_sim.cli.app import build, run
from sixtysix_sim.policies import selfcheck
from sixtysix_sim.policies.registry import POLICIES
from sixtysix_sim.policies.selfcheck import Checked, self_check
from sixtysix_sim.scenario import load_scenario, read_bot, with_bot
from sixtysix_sim.vocabulary import Family
from tests.policies.test_own import BOTS, HEAD, LEAD, TAIL

NAMES = {Family.AUCTION: "cift66", Family.TALON: "seksogtres"}
BUILT_IN = [
    (NAMES[family], f"{entry.name}:playouts=12" if entry.thinking else entry.name)
    for family in NAMES
    for entry in POLICIES[family]
]
OWN = [("cift66", f"{BOTS}/auction.py:Bold"), ("seksogtres", f"{BOTS}/talon.py:Careful")]


def checked(preset: str, text: str, games: int = 20) -> dict[str, Checked]:
    scenario = load_scenario(preset)
    bot = read_bot(scenario, text)
    return {one.check: one for one in self_check(with_bot(scenario, bot, text), bot, games)}


@pytest.mark.parametrize(("preset", "text"), [*BUILT_IN, *OWN])
def test_built_in_bots_and_examples_pass(preset: str, text: str) -> None:
    found = checked(preset, text)
    assert list(found) == ["legal", "repeatable", "blind", "own luck", "speed"]
    assert all(one.passed for one in found.values()), found


def failing(folder: Path, lead: str, head: str = "") -> dict[str, Checked]:
    file = folder / "mine.py"
    file.write_text(head + HEAD + lead + TAIL)
    return checked("seksogtres", str(file))


def test_a_bot_that_does_what_is_not_legal(tmp_path: Path) -> None:
    found = failing(tmp_path, LEAD.replace("lowest(legal)", "CLOSE"))["legal"]
    assert not found.passed
    assert "its function lead" in found.said


LUCKY = """def lead(hand, legal, view, draw):
    return lowest(legal) if np.random.random() < 0.5 else highest(legal)
"""
IMPORTS = "import numpy as np\nfrom sixtysix_sim.kernels.bits import highest\n"


def test_a_bot_with_luck_of_its_own(tmp_path: Path) -> None:
    found = failing(tmp_path, LUCKY, IMPORTS)
    assert not found["repeatable"].passed
    assert not found["own luck"].passed
    assert "line 17 uses random" in found["own luck"].said


PEEKING = """def lead(hand, legal, view, draw):
    seen = peek(view, len(view) + 1 - view[0]) & ~hand
    return lowest(legal) if popcount(seen & 0xFFFF) > 1 else highest(legal)
"""
PEEK = """from llvmlite import ir
from numba import types
from numba.extending import intrinsic
from sixtysix_sim.kernels.bits import highest, popcount

@intrinsic
def peek(typing_context, array, place):
    def generate(context, builder, signature, args):
        data = context.make_array(array)(context, builder, value=args[0]).data
        return builder.load(builder.gep(data, [args[1]]))
    return types.int64(array, types.int64), generate

"""


def test_a_bot_that_looks_at_hidden_cards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It reads the other hand where that lies behind the view in memory."""
    from sixtysix_sim.policies import files

    monkeypatch.setattr(files, "IMPORTS", (*files.IMPORTS, "llvmlite"))
    found = failing(tmp_path, PEEKING, PEEK)["blind"]
    assert not found.passed
    assert "where cards it cannot see are given out otherwise" in found.said


ENDLESS = """def lead(hand, legal, view, draw):
    while view[0] >= 0:
        pass
    return lowest(legal)
"""


def test_a_bot_that_never_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The thread is left behind, so only one part is tried."""
    scenario = load_scenario("seksogtres")
    (tmp_path / "mine.py").write_text(HEAD + ENDLESS + TAIL)
    bot = read_bot(scenario, str(tmp_path / "mine.py"))
    monkeypatch.setattr(selfcheck, "LONGEST_S", 2.0)
    found = next(self_check(scenario, bot, 2))
    assert not found.passed
    assert found.said.startswith("gave no answer in 2 seconds")


def test_a_slow_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selfcheck, "SLOWEST_US", 1e-6)
    assert not checked("seksogtres", "greedy")["speed"].passed


def test_the_command_says_what_failed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine.py").write_text(HEAD + LEAD.replace("lowest(legal)", "CLOSE") + TAIL)
    words = [
        "bots",
        "check",
        str(tmp_path / "mine.py"),
        "--scenario",
        "seksogtres",
        "--games",
        "10",
    ]
    assert run(build(), words) == 1
    shown = capsys.readouterr()
    assert "fails: legal" in shown.err
    assert "gave an illegal action" in shown.out


def test_the_command_passes_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["bots", "check", f"{BOTS}/auction.py:Greedy", "--games", "10", "--json"]
    assert run(build(), words) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert {row["scenario"] for row in rows} == {"cift66"}
    assert all(row["passed"] for row in rows)
