"""Pages in a real browser: nothing to complain of, nothing fetched, every chart to be seen.

Run by `make browser` alone, since it needs chromium.
"""

from pathlib import Path

import pytest

from sixtysix_sim.cli.app import build, run
from sixtysix_sim.runs import simulate as runs_simulate
from sixtysix_sim.runs.options import Options
from sixtysix_sim.runs.simulate import simulate
from sixtysix_sim.scenario import Scenario, load_scenario
from sixtysix_sim.vocabulary import LogLevel
from tests.browser.chromium import browser, look
from tests.experiments.made_up_players import MadeUpPlayer
from tests.reporting.made_up_runs import make_run
from tests.talon_games import RefereePlayer

pytestmark = pytest.mark.browser
LEAST = 24  # points a chart must measure both ways


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """One page of each kind, over games made up or played by the referee."""
    assert browser(), "no chromium here: install it, as with `apt-get install chromium`"
    at = tmp_path_factory.mktemp("pages")
    auction, other = make_run(at / "auction"), make_run(at / "other", chunks=(30,))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            runs_simulate, "make_player", lambda one, watcher: RefereePlayer(one.ruleset, one.seed)
        )
        options = Options(games=80, log=LogLevel.MOVES, jobs=1)
        simulate(load_scenario("seksogtres"), at / "talon", options)

        def made_up(scenario: Scenario, watcher: object = None) -> MadeUpPlayer:
            return MadeUpPlayer(scenario)

        patch.setattr(runs_simulate, "make_player", made_up)
        vary = ("--vary", "rules.auction.min_bid=120,150", "--vary", "rules.kaput.factor=1,2")
        commands = {
            "auction": ("report", str(auction)),
            "talon": ("report", str(at / "talon")),
            "several": ("report", str(auction), str(other)),
            "zoom": ("report", str(auction), "--interactive"),
            "compare": ("compare", "cift66", "--set", "rules.auction.min_bid=120", "--games", "90"),
            "sweep": ("sweep", "cift66", *vary, "--games", "60"),
            "sensitivity": ("sensitivity", "cift66", "--choices", "--games", "40"),
        }
        for name, words in commands.items():
            assert run(build(), [*words, "--html", str(at / f"{name}.html")]) == 0
    return {name: at / f"{name}.html" for name in commands}


KINDS = ("auction", "talon", "several", "zoom", "compare", "sweep", "sensitivity")


@pytest.mark.parametrize("name", KINDS)
def test_nothing_to_complain_of_and_every_chart_is_seen(
    name: str, pages: dict[str, Path], tmp_path: Path
) -> None:
    seen = look(pages[name], tmp_path, wait=2000 if name == "zoom" else 200)
    assert seen.console == []
    assert seen.requests == []
    assert seen.charts
    assert all(min(width, height) >= LEAST for width, height, _, _ in seen.charts)
    assert all(shapes > 3 and fits for _, _, shapes, fits in seen.charts)


@pytest.mark.parametrize("name", KINDS)
def test_a_telephone_needs_no_sideways_scrolling(
    name: str, pages: dict[str, Path], tmp_path: Path
) -> None:
    seen = look(pages[name], tmp_path, width=500, wait=2000 if name == "zoom" else 200)
    assert seen.wide <= seen.window <= 500
    assert all(fits for _, _, _, fits in seen.charts)


def test_the_page_follows_the_readers_light(pages: dict[str, Path], tmp_path: Path) -> None:
    (tmp_path / "light").mkdir()
    (tmp_path / "dark").mkdir()
    light = look(pages["auction"], tmp_path / "light")
    dark = look(pages["auction"], tmp_path / "dark", dark=True)
    assert light.background != dark.background


def test_a_page_that_fetches_is_caught(pages: dict[str, Path], tmp_path: Path) -> None:
    """The checks above can fail: an image from outside is seen in the console or the log."""
    text = pages["auction"].read_text("utf-8")
    bad = tmp_path / "bad.html"
    bad.write_text(text.replace("<main>", '<main><img src="https://example.org/x.png">'), "utf-8")
    seen = look(bad, tmp_path)
    assert seen.console or seen.requests
