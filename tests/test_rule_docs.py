"""The documents about rules and the scenarios we ship hold."""

import re
from pathlib import Path

import pytest

from sixtysix_sim.errors import InvalidScenario
from sixtysix_sim.rules.ruleset import preset_names, resolve_rules
from sixtysix_sim.scenario import load_scenario
from sixtysix_sim.validation.static import clause_order, static_findings

ROOT = Path(__file__).parent.parent
SCENARIOS = sorted((ROOT / "scenarios").glob("*.toml"))
PAGES = [
    ROOT / "docs" / "scenarios.md",
    ROOT / "docs" / "add-a-rule.md",
    ROOT / "docs" / "tour.md",
    ROOT / "docs" / "transcripts.md",
    ROOT / "docs" / "rules" / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "README.md",
]


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_a_scenario_we_ship_loads_and_has_no_finding(path: Path) -> None:
    scenario = load_scenario(str(path))
    assert scenario.games == 100_000
    assert scenario.seed == 66
    assert static_findings(scenario.ruleset, count=False) == []


@pytest.mark.parametrize("preset", preset_names())
def test_every_preset_has_a_scenario_and_a_rule_page(preset: str) -> None:
    assert load_scenario(str(ROOT / "scenarios" / f"{preset}.toml")).ruleset.hash == (
        resolve_rules(preset).hash
    )
    text = resolve_rules(preset).text
    page = ROOT / "docs" / "rules" / text
    assert page.samefile(ROOT / "sixtysix_sim" / "rules" / "texts" / text)
    assert f"({text})" in (ROOT / "docs" / "rules" / "README.md").read_text("utf-8")


@pytest.mark.parametrize("preset", preset_names())
def test_a_rule_page_holds_together(preset: str) -> None:
    """Bullets are clauses in order, one line each; what they cite and name is there."""
    ruleset = resolve_rules(preset)
    page = (ROOT / "docs" / "rules" / ruleset.text).read_text("utf-8")
    bullets = [line for line in page.splitlines() if line.startswith("- ")]
    clauses = list(ruleset.clauses())
    assert [bullet[4:].split("**")[0] for bullet in bullets] == clauses
    assert clauses == sorted(clauses, key=clause_order)
    assert all(clause.startswith(ruleset.citations.letter) for clause in clauses)
    known = {clause for name in preset_names() for clause in resolve_rules(name).clauses()}
    assert set(re.findall(r"\b[A-Z]\d\.\d+\b", page)) <= known
    for key in re.findall(r"`([a-z_]+\.[a-z_.]+)`", page):
        assert key in ruleset.parameters or ruleset.parameter_of(key) or key.endswith(".md"), key
    assert f"preset `{preset}`, family `{ruleset.family}`" in page.splitlines()[0]


def test_the_experiment_changes_one_value() -> None:
    changed = load_scenario(str(ROOT / "scenarios" / "cift66_min_bid_120.toml"))
    preset, values = resolve_rules("cift66").values, changed.ruleset.values
    assert {key: values[key] for key in preset if values[key] != preset[key]} == {
        "auction.min_bid": 120
    }


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_paths_and_links_of_a_page_exist(page: Path) -> None:
    text = page.read_text("utf-8")
    for name in re.findall(r"`((?:sixtysix_sim|docs|tests|scenarios)/[\w./]+)`", text):
        if name != "tests/cases":
            assert (ROOT / name).exists(), name
    for name in re.findall(r"\]\(([\w./-]+)\)", text):
        assert (page.parent / name).exists(), name


def test_the_scenario_of_the_page_loads_and_its_errors_are_real(tmp_path: Path) -> None:
    text = PAGES[0].read_text("utf-8")
    (example,) = re.findall(r"```toml\n(.*?)```", text, re.DOTALL)
    path = tmp_path / "mine.toml"
    path.write_text(example, "utf-8")
    values = load_scenario(str(path)).ruleset.values
    assert (values["auction.min_bid"], values["melds.double_bezique.points"]) == (120, 200)
    sets = re.findall(r"^--set '?(rules\.(?!base).*?)'?$", text.split("refused")[0], re.MULTILINE)
    assert len(sets) == 4
    for item in sets:
        if "ranks" not in item:  # five ranks need a smaller hand, too
            assert load_scenario("cift66", [item]).hash != load_scenario("cift66").hash
    said = [line for line in text.splitlines() if line.startswith("--set rules.auction.min_bit")]
    with pytest.raises(InvalidScenario) as caught:
        load_scenario("cift66", ["rules.auction.min_bit=3"])
    assert [str(caught.value)] == said
