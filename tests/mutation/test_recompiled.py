"""Changed kernels, compiled and played: the audit names the right clause for each."""

import json
import os
from collections import Counter
from pathlib import Path

import pytest

from sixtysix_sim.cli.app import build, run
from tests.mutation.auction_mutants import AUCTION_MUTANTS
from tests.mutation.mutant import Mutant
from tests.mutation.runner import patched_text, play_mutant
from tests.mutation.talon_mutants import TALON_MUTANTS

MUTANTS = (*AUCTION_MUTANTS, *TALON_MUTANTS)
ALL = bool(os.environ.get("SIXTYSIX_ALL_MUTANTS"))
PLAYED = [mutant for mutant in MUTANTS if ALL or mutant.in_ci]
CLEAN = (
    Mutant("nothing is wrong", "auction/hotloop", (), ""),
    Mutant("nothing is wrong", "talon/hotloop", (), "", preset="classic_66_v1"),
)
UNCHANGED = CLEAN if ALL else ()  # a plain run audits clean kernels in many other tests


def audited(folder: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, Counter[str]]:
    """Run `sixtysix audit` on a run; return its exit code and how often it named each clause."""
    capsys.readouterr()
    code = run(build(), ["audit", str(folder), "--json", "--jobs=1", "--quiet"])
    (found,) = json.loads(capsys.readouterr().out)["found"].values()
    named: Counter[str] = Counter()
    for rules, count in found.items():  # "C6.4", "G2 C6.5 C6.1", "G7"
        named[next((rule for rule in rules.split() if rule[0] != "G"), rules)] += count
    return code, named


@pytest.mark.slow
@pytest.mark.parametrize("mutant", PLAYED, ids=[mutant.name for mutant in PLAYED])
def test_the_audit_names_the_clause(
    mutant: Mutant, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, named = audited(play_mutant(mutant, tmp_path), capsys)
    assert code == 1
    assert named[mutant.clause] == max(named.values()), named
    assert named.keys() <= mutant.consequences | {mutant.clause}, named


@pytest.mark.slow
@pytest.mark.parametrize("unchanged", UNCHANGED, ids=[mutant.file for mutant in UNCHANGED])
def test_a_copy_without_a_change_is_clean(
    unchanged: Mutant, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert audited(play_mutant(unchanged, tmp_path), capsys) == (0, Counter())


def test_no_mutant_is_there_twice() -> None:
    assert len({mutant.name for mutant in MUTANTS}) == len(MUTANTS)
    assert len({(mutant.preset, mutant.edits) for mutant in MUTANTS}) == len(MUTANTS)


def test_every_text_to_be_changed_stands_in_the_kernel_once() -> None:
    for mutant in MUTANTS:
        assert patched_text(mutant)
