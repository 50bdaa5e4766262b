"""Kernel and referee agree at every step, and a disagreement comes with a case that shows it.

The auction family; the talon family's tests stand in `test_talon_lockstep`. SIXTYSIX_LOCKSTEP sets
the number of deals of each (`make lockstep N=…`), SIXTYSIX_LOCKSTEP_SEED the seed.
"""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from sixtysix_sim.kernels.auction.stepper import Stepper
from sixtysix_sim.logs.raw import Int32
from sixtysix_sim.logs.raw.auction import DealField
from sixtysix_sim.moves import Move
from sixtysix_sim.referee.auction import bidding, melds, scoring, tricks
from sixtysix_sim.referee.casefile import judge, read_cases
from sixtysix_sim.vocabulary import Phase
from tests.agreement.auction.lockstep import AuctionPair
from tests.agreement.case_text import toml
from tests.agreement.runs import DEALS_A_SETTING, LONG, SEED, check, first_difference, play_deals
from tests.strategies import Settings, dotted, random_settings

DEALS = LONG or 8_000
BLOCKS = 16  # tests, so that two workers share them


@pytest.mark.slow
@pytest.mark.parametrize("block", range(BLOCKS))
def test_kernel_and_referee_agree(block: int) -> None:
    rng = Random(f"lockstep {SEED} {block}")
    done = 0
    while done < DEALS / BLOCKS:
        changes = random_settings(rng) if done else {}
        done += play_deals(changes, rng, DEALS_A_SETTING)


#: settings under which the two once disagreed, and what was wrong
FOUND: dict[str, Settings] = {
    "a run with one card twice took both copies of its other cards": {
        "melds": {
            "run": {"ranks": ["Q", "K", "Q"], "suit": "any"},
            "trump_marriage": {"ranks": ["K", "J"], "with_run": "spare_pair"},
        }
    }
}


@pytest.mark.parametrize("changes", FOUND.values(), ids=list(FOUND))
def test_found_before(changes: Settings) -> None:
    assert play_deals(changes, Random(1), 400) >= 400


# ---- a disagreement shows itself


Break = Callable[[pytest.MonkeyPatch], None]


def without_last_card(legal: list[Move], phase: Phase) -> list[Move]:
    return legal[:-1] if phase is Phase.PLAY and len(legal) > 1 else legal


def broken_legal(monkeypatch: pytest.MonkeyPatch) -> None:
    right = Stepper.legal
    monkeypatch.setattr(
        Stepper, "legal", lambda stepper: without_last_card(right(stepper), stepper.phase)
    )


def broken_row(monkeypatch: pytest.MonkeyPatch) -> None:
    right = Stepper.row

    def row(stepper: Stepper) -> Int32:
        found = right(stepper)
        found[DealField.CHANGE_1] += 10 * (found[DealField.TRICKS_0] > 6)
        return found

    monkeypatch.setattr(Stepper, "row", row)


def broken_melds(monkeypatch: pytest.MonkeyPatch) -> None:
    right = Stepper.melds
    monkeypatch.setattr(Stepper, "melds", lambda stepper: right(stepper)[1:])


@pytest.mark.parametrize(
    ("broken", "shown"),
    [(broken_legal, "steps["), (broken_row, "change"), (broken_melds, "melds")],
)
@pytest.mark.parametrize("changes", [{}, {"game": {"target": 700}, "follow": {"overtrump": True}}])
def test_a_broken_kernel_is_shown_by_check(
    broken: Break,
    shown: str,
    changes: Settings,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    broken(monkeypatch)
    difference = first_difference(changes)
    assert check(str(difference), tmp_path) == 1
    printed = capsys.readouterr().out
    assert difference.case_id in printed
    assert shown in printed


def no_beating(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tricks, "DUTIES", tricks.DUTIES[:2])


def equal_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scoring, "contract_made", lambda bid, total: total > bid)


def two_steps_higher(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bidding, "lowest_bid", lambda state: max(state.high_bid, 140) + 20)


def marriage_in_a_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(melds, "runs_in", lambda *arguments: [])


@pytest.mark.parametrize("broken", [no_beating, equal_is_set, two_steps_higher, marriage_in_a_run])
def test_a_broken_referee_is_shown_by_check(
    broken: Break, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    broken(monkeypatch)
    text = str(first_difference({}, games=400))
    assert check(text, tmp_path) == 1
    monkeypatch.undo()
    assert check(text, tmp_path) == 0  # the case expects what the kernel, here right, says


def test_settings_survive_the_way_into_a_case_file(tmp_path: Path) -> None:
    rng = Random(3)
    for number in range(60):
        changes = random_settings(rng)
        file = tmp_path / f"{number}.toml"
        head = 'rules = "cift66"\n[[case]]\nid = "x"\ncites = ["C3.1"]\nphase = "auction"\n'
        file.write_text(f"{head}set = {toml(dotted(changes))}\ndealer = 0\nbid_after = 0\n")
        case = read_cases(file)[0]
        assert case.ruleset.hash == AuctionPair(changes).ruleset.hash
        assert judge(case).passed
