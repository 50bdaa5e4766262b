"""Kernel and referee of the talon family agree at every step: in matches and from positions."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sixtysix_sim.contract.talon import View
from sixtysix_sim.kernels.talon.stepper import Stepper
from sixtysix_sim.logs.raw import Int32
from sixtysix_sim.logs.raw.talon import DealField
from sixtysix_sim.moves import Move
from sixtysix_sim.referee.casefile import judge, read_cases
from sixtysix_sim.referee.talon import exchange, marriages, scoring, tricks
from sixtysix_sim.referee.talon import judge as referee_judge
from sixtysix_sim.referee.talon.state import State
from sixtysix_sim.vocabulary import Action
from tests.agreement.case_text import toml
from tests.agreement.runs import DEALS_A_SETTING, LONG, SEED, check, first_difference, play_deals
from tests.agreement.talon.lockstep import TalonPair
from tests.agreement.talon.reached import Reached
from tests.strategies import TALON_PRESETS, Settings, dotted, random_talon_settings

DEALS = LONG or 6_000
BLOCKS = 18  # tests, so that two workers share them and each preset has as many
SEVERAL_A_LEAD: Settings = {
    "deck": {"ranks": ["A", "K", "Q"]},
    "deal": {"hand_size": 5},
    "exchange": {"rank": "A"},
    "marriage": {"one_per_lead": False},
    "match": {"target": 0, "deals": 0, "max_deals": 3},
}


@pytest.mark.slow
@pytest.mark.parametrize("block", range(BLOCKS))
def test_kernel_and_referee_agree(block: int) -> None:
    rng = Random(f"lockstep talon {SEED} {block}")
    preset = TALON_PRESETS[block % len(TALON_PRESETS)]
    done = 0
    while done < DEALS / BLOCKS:
        changes = random_talon_settings(rng, preset) if done else {}
        done += play_deals(changes, rng, DEALS_A_SETTING, preset)


def test_draws_forgotten_with_hands_of_one_card() -> None:
    """Nobody would have a card to lead, if all forgot (D8.4); found by a long run."""
    rates = {"missed_draw_rate": 0.05, "double_draw_rate": 0.3}
    rules = {"deal": {"hand_size": 1, "packet": 1}, "irregularities": rates}
    assert play_deals(rules, Random(66), 300, "classic_66_v1") >= 300


def test_random_deals_reach_what_is_rare() -> None:
    """Every end, every right at every moment the presets know, and what follows from them."""
    found: Counter[Reached] = Counter()
    for preset, changes, deals in (
        *((preset, {}, 500) for preset in TALON_PRESETS),
        ("schnapsen", SEVERAL_A_LEAD, 200),
        ("seksogtres", {"claim": {"target": 120}}, 40),  # seldom reached: stakes grow
        ("seksogtres", {"seats": 3}, 200),
        ("seksogtres", {"seats": 5, "deck": {"packs": 2}}, 20),
        ("seksogtres", {"seats": 5, "deck": {"packs": 2}, "talon": {"uneven": "partial"}}, 20),
        ("seksogtres", {"irregularities": {"missed_draw_rate": 0.1}}, 200),  # players slip
    ):
        pair, rng, done = TalonPair(changes, preset), Random(preset), 0
        while done < deals:
            done += pair.play(rng, 66, done)
        found.update(pair.reached)
    assert set(Reached) - set(found) == set(), found


# ---- a disagreement shows itself

Break = Callable[[pytest.MonkeyPatch], None]


def broken_legal(monkeypatch: pytest.MonkeyPatch) -> None:
    right = Stepper.legal

    def legal(stepper: Stepper) -> list[Move]:
        moves = right(stepper)
        cards = [move for move in moves if move.action is Action.PLAY]
        return moves[:-1] if len(cards) > 1 else moves

    monkeypatch.setattr(Stepper, "legal", legal)


def broken_row(monkeypatch: pytest.MonkeyPatch) -> None:
    right = Stepper.row

    def row(stepper: Stepper) -> Int32:
        found = right(stepper)
        found[DealField.CHANGE] += found[DealField.TRICKS] > 4
        return found

    monkeypatch.setattr(Stepper, "row", row)


def broken_view(monkeypatch: pytest.MonkeyPatch) -> None:
    right = Stepper.apply

    def apply(stepper: Stepper, move: Move, seat: int | None = None) -> None:
        right(stepper, move, seat)
        if move.action is Action.MARRIAGE:
            stepper.view[View.MELD_POINTS] += 20

    monkeypatch.setattr(Stepper, "apply", apply)


@pytest.mark.parametrize(
    ("broken", "shown"),
    [(broken_legal, "steps["), (broken_row, "change"), (broken_view, "points_after")],
)
@pytest.mark.parametrize("preset", TALON_PRESETS)
def test_a_broken_kernel_is_shown_by_check(
    broken: Break,
    shown: str,
    preset: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    broken(monkeypatch)
    difference = first_difference({"last_trick": {"bonus": 7}}, preset=preset)
    assert check(str(difference), tmp_path) == 1
    printed = capsys.readouterr().out
    assert difference.case_id in printed
    assert shown in printed


def no_beating(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tricks, "DUTIES", tricks.DUTIES[:2])


def exactly_33_pays_double(monkeypatch: pytest.MonkeyPatch) -> None:
    right = scoring.price
    monkeypatch.setattr(scoring, "price", lambda state, won, points: right(state, won, points - 1))


def marriages_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (marriages, referee_judge):
        monkeypatch.setattr(module, "MARRIAGE", marriages.MARRIAGE[:1])


def exchange_at_any_time(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (exchange, referee_judge):
        monkeypatch.setattr(module, "EXCHANGE", exchange.EXCHANGE[:5])


def the_loser_draws_first(monkeypatch: pytest.MonkeyPatch) -> None:
    right = tricks.draw_round

    def draw_round(state: State) -> Any:
        state.leader = 1 - state.leader
        drawn = right(state)
        state.leader = 1 - state.leader
        return drawn

    monkeypatch.setattr(tricks, "draw_round", draw_round)


@pytest.mark.parametrize(
    "broken",
    [
        no_beating,
        exactly_33_pays_double,
        marriages_without_end,
        exchange_at_any_time,
        the_loser_draws_first,
    ],
)
def test_a_broken_referee_is_shown_by_check(
    broken: Break, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    broken(monkeypatch)
    text = str(first_difference({}, games=400, preset="classic_66_v1"))
    assert check(text, tmp_path) == 1
    monkeypatch.undo()
    assert check(text, tmp_path) == 0  # the case expects what the kernel, here right, says


@pytest.mark.parametrize("preset", TALON_PRESETS)
def test_settings_survive_the_way_into_a_case_file(preset: str, tmp_path: Path) -> None:
    rng = Random(3)
    for number in range(40):
        changes = random_talon_settings(rng, preset)
        file = tmp_path / f"{number}.toml"
        pair = TalonPair(changes, preset)
        head = f'rules = "{preset}"\n[[case]]\nid = "x"\nphase = "game"\n'
        head += f"cites = [{toml(pair.ruleset.clause_of('match.target'))}]\n"
        score = [0] * pair.ruleset.sides
        file.write_text(
            f'{head}set = {toml(dotted(changes))}\nscore = {score}\ngame_winner = "on"\n'
        )
        case = read_cases(file)[0]
        assert case.ruleset.hash == pair.ruleset.hash
        assert judge(case).passed
