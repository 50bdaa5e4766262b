"""Golden games: what a preset plays from a seed never drifts unnoticed."""

import difflib

import pytest

from sixtysix_sim.rules.ruleset import preset_names
from tests.golden.text import FOLDER, golden_text


def test_every_preset_has_golden_games() -> None:
    assert sorted(file.stem for file in FOLDER.glob("*.txt")) == sorted(preset_names())


@pytest.mark.parametrize("preset", sorted(file.stem for file in FOLDER.glob("*.txt")))
def test_golden_games_have_not_drifted(preset: str) -> None:
    kept = (FOLDER / f"{preset}.txt").read_text("utf-8").splitlines()
    now = golden_text(preset).splitlines()
    drift = list(difflib.unified_diff(kept, now, "kept", "now", lineterm="", n=1))
    assert kept == now, "\n".join(drift[:40])
