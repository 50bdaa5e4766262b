"""Policies of one's own: loaded from a file, kept with the run, refused in one sentence."""

from pathlib import Path

import numpy as np
import pytest

from sixtysix_sim.cli.app import build, run
from sixtysix_sim.errors import BadInput, InvalidScenario
from sixtysix_sim.kernels.engine import Engine
from sixtysix_sim.logs.raw import RawChunk
from sixtysix_sim.policies.load import check_policies, load_policies
from sixtysix_sim.scenario import Scenario, load_scenario, scenario_from_tree
from sixtysix_sim.vocabulary import LogLevel

BOTS = Path(__file__).resolve().parents[2] / "scenarios" / "bots"
FAMILIES = [("cift66", "auction"), ("seksogtres", "talon")]
HEAD = """from sixtysix_sim.contract.talon import CLOSE, DRAW, View
from sixtysix_sim.kernels.bits import lowest
from sixtysix_sim.policies.own import Param, Policy, decision
CLOSER = int(View.CLOSER)
@decision
def follow(hand, legal, view, draw):
    return lowest(legal)

@decision
def choose(hand, legal, view, draw):
    return DRAW

@decision
"""
LEAD = "def lead(hand, legal, view, draw):\n    return lowest(legal)\n"
TAIL = '\nMine = Policy("mine", lead=lead, follow=follow, choose=choose)\n'


def played(scenario: Scenario, games: int = 60) -> RawChunk:
    engine = Engine(scenario.ruleset, load_policies(scenario), 66)
    return engine.play(0, games, LogLevel.MOVES)


def with_file(folder: Path, text: str, name: str = "mine.py") -> Scenario:
    (folder / name).write_text(text)
    return load_scenario("seksogtres", [f"bots.default={folder / name}"])


@pytest.mark.parametrize(("preset", "family"), FAMILIES)
def test_a_copy_of_greedy_from_a_file_plays_the_very_games(preset: str, family: str) -> None:
    built_in = played(load_scenario(preset, ["bots.default=greedy"]))
    own = played(load_scenario(preset, [f"bots.default={BOTS / family}.py:Greedy"]))
    assert np.array_equal(built_in.deals, own.deals)
    assert built_in.moves is not None
    assert own.moves is not None
    assert np.array_equal(built_in.moves.card, own.moves.card)


@pytest.mark.parametrize(
    ("preset", "bot", "changed"),
    [
        ("cift66", "auction.py:Bold", "boldness=1.5"),
        ("seksogtres", "talon.py:Careful", "margin=20"),
    ],
)
def test_a_parameter_of_a_file_reaches_its_decisions(preset: str, bot: str, changed: str) -> None:
    chosen = f"bots.default.policy={BOTS / bot}"
    usual, other = (
        load_scenario(preset, [chosen, *(f"bots.default.{text}" for text in more)])
        for more in ([], [changed])
    )
    assert played(usual).moves_played != played(other).moves_played
    assert usual.hash != other.hash


def test_a_file_is_found_beside_its_scenario_and_kept_with_it(tmp_path: Path) -> None:
    (tmp_path / "bots").mkdir()
    (tmp_path / "bots" / "mine.py").write_text(HEAD + LEAD + TAIL)
    file = tmp_path / "my.toml"
    file.write_text('[rules]\nbase = "seksogtres"\n[bots]\ndefault = "bots/mine.py:Mine"\n')
    scenario = load_scenario(str(file))
    first = played(scenario)
    (tmp_path / "bots" / "mine.py").write_text(HEAD + LEAD.replace("lowest", "highest"))
    stored = scenario_from_tree(scenario.tree(), "run.json")
    assert stored.hash == scenario.hash
    assert np.array_equal(played(stored).deals, first.deals)
    assert load_scenario(str(file)).hash != scenario.hash


def test_a_run_is_gone_on_with_or_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, out = tmp_path / "mine.py", tmp_path / "run"
    file.write_text(HEAD + LEAD + TAIL)
    words = ["simulate", "seksogtres", "--set", f"bots.default={file}", "--out", str(out)]
    assert run(build(), [*words, "--games", "20"]) == 0
    file.write_text(HEAD + LEAD + TAIL + "\n# another text\n")
    assert run(build(), [*words, "--games", "40", "--resume"]) == 4
    assert "the bots" in capsys.readouterr().err
    assert run(build(), ["replay", str(out), "--game", "3"]) == 0


WRONG = [
    ("x = 1\n", "holds no policy"),
    ("def f(:\n", "line 1: is no Python"),
    ("import helpers\n", "line 1: imports helpers, but a policy is one file"),
    ("from . import other\n", "line 1: imports a file beside it"),
    (HEAD + "def lead(hand, legal, view):\n    return 1\n", "line 13: lead takes (hand, le"),
    (HEAD + LEAD + "\n1 / 0\n", "line 17: division by zero"),
    (HEAD + LEAD + TAIL.replace(", choose=choose", ""), "line 17: Mine lacks choose, but a policy"),
    (HEAD + LEAD + TAIL.replace("choose=choose", "choose=lowest"), "choose of Mine is no decision"),
    (HEAD + LEAD + TAIL.replace("choose=", "chose="), "Mine has chose, but a policy of the talon"),
    (HEAD + LEAD + TAIL.replace('"mine",', '"mine", params=(Param("never", 0, 0, 1, ""),),'),
     "cannot have a parameter 'never'"),
    (HEAD + LEAD.replace("lowest(legal)", "lowest(leagl)") + TAIL, "line 13: lead does not co"),
    (HEAD + LEAD.replace("lowest(legal)", "1.5") + TAIL, "it answers with float64"),
    (HEAD + LEAD.replace("return", "view[3] = 1\n    return") + TAIL, "it writes into an a"),
    (HEAD + LEAD + TAIL + TAIL.replace("Mine", "Other"), "holds Mine, Other: say which one"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "sentence"), WRONG)
def test_a_wrong_file_gets_one_sentence_with_the_line(
    tmp_path: Path, text: str, sentence: str
) -> None:
    with pytest.raises(InvalidScenario) as error:
        check_policies(with_file(tmp_path, text))
    assert "mine.py" in error.value.message
    assert sentence in error.value.message
    assert "\n" not in error.value.message


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (HEAD + LEAD.replace("lowest(legal)", "CLOSE") + TAIL, "always closes"),
        (HEAD + LEAD.replace("lowest(legal)", "view[5000]") + TAIL, "looks beyond the view"),
        (HEAD + LEAD.replace("lowest(legal)", "-(2 ** 62)") + TAIL, "answers with no word at all"),
    ],
)
def test_an_illegal_answer_in_play_is_said_with_the_line(
    tmp_path: Path, text: str, why: str
) -> None:
    with pytest.raises(BadInput, match=r"its function lead \(.*mine.py, line 13\) gave an illegal"):
        played(with_file(tmp_path, text))


def test_a_word_that_is_hidden_is_an_illegal_answer(tmp_path: Path) -> None:
    """A policy that closes without looking whether it may."""
    blind = "    return CLOSE if view[CLOSER] < 0 else lowest(legal)\n"
    (tmp_path / "mine.py").write_text(
        HEAD + LEAD.replace("    return lowest(legal)\n", blind) + TAIL
    )
    sets = [f"bots.default.policy={tmp_path / 'mine.py'}"]
    played(load_scenario("classic_66_v1", sets))
    with pytest.raises(BadInput, match="gave an illegal action"):
        played(load_scenario("classic_66_v1", [*sets, "bots.default.never=close"]))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("nowhere.py", 'is "nowhere.py", but there is no file nowhere.py'),
        (f"{BOTS}/talon.py:Carefull", "holds no policy Carefull (did you mean Careful?)"),
        (f"{BOTS}/auction.py:Bold", "line 88: Bold has call, but a policy of the talon family has"),
    ],
)
def test_a_wrong_name_is_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(InvalidScenario) as error:
        check_policies(load_scenario("seksogtres", [f"bots.default={text}"]))
    assert sentence in error.value.message


def test_code_in_a_scenario_by_hand_is_no_parameter(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(HEAD + LEAD + TAIL)
    sets = [f"bots.default.policy={tmp_path / 'mine.py'}", "bots.default.code=x"]
    with pytest.raises(InvalidScenario, match=r"bots.default.code is not a parameter"):
        check_policies(load_scenario("seksogtres", sets))
