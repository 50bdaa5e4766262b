"""Rare ends of talon deals: found in runs by `replay --where`, audited clean, told as cases.

Bots that claim late, never or wrongly make them; by the rules each is right as it is recorded.
"""

from pathlib import Path

import pytest

from sixtysix_sim.cli.app import build, run
from sixtysix_sim.vocabulary import LogLevel
from tests.referee.corrupted import play

ZERO, ONE = "card_points_0 + meld_points_0", "card_points_1 + meld_points_1"
BOTH = f"{ZERO} >= 66 and {ONE} >= 66"
LATE = ("bots.default.claim_delay=1.0", "bots.default.wrong_claim_rate=0.005")
RUNS = {
    "classic": ("classic_66_v1", "random", 300),
    "closing": ("seksogtres", "random", 400),
    "patient": ("seksogtres", "greedy", 100),
}
#: What happens → the run in which it is looked for, and the condition.
EVENTS: dict[str, tuple[str, str]] = {
    "both at 66": ("classic", f"end = 'played_out' and {BOTH}"),
    "a winner with fewer points than the other": (
        "classic", f"(winner = 0 and {ZERO} < {ONE}) or (winner = 1 and {ONE} < {ZERO})",
    ),
    "a closer with 66 who loses the last trick": (
        "classic",
        f"end = 'closer_failed' and (closer = 0 and {ZERO} >= 66 or closer = 1 and {ONE} >= 66)",
    ),
    "a closer out although the opponent has 66": ("closing", f"end = 'closer_out' and {BOTH}"),
    "a wrong claim": ("closing", "end = 'wrong_claim'"),
    "a stake above 1": ("patient", "stake > 1"),
    "a stake paid": ("patient", "stake > 0 and game_points > stake"),
}  # fmt: skip


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    at = tmp_path_factory.mktemp("events")
    return {
        name: play(
            at / name, LogLevel.MOVES, *LATE, f"bots.default.policy={policy}",
            games=games, preset=preset,
        )
        for name, (preset, policy, games) in RUNS.items()
    }  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", RUNS)
def test_runs_with_late_and_wrong_claims_are_audited_clean(
    name: str, folders: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    code = run(build(), ["audit", str(folders[name]), "--quiet", "--jobs=1"])
    assert code == 0, capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.parametrize("event", EVENTS)
def test_each_rare_end_is_found_and_holds_as_a_case(
    event: str, folders: dict[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name, condition = EVENTS[event]
    words = ["replay", str(folders[name]), "--where", condition, "--limit", "2"]
    assert run(build(), [*words, "--case"]) == 0
    cases = tmp_path / "cases.toml"
    cases.write_text(capsys.readouterr().out, "utf-8")
    assert cases.read_text("utf-8").count("[[case]]") == 2
    assert run(build(), ["check", str(cases)]) == 0
    assert "2 cases, all passed" in capsys.readouterr().out
    assert run(build(), words) == 0
    assert "\nTricks\n" in capsys.readouterr().out
