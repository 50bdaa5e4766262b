"""One harmed file in a finished run; `make faults` harms each many times."""

from pathlib import Path

import pytest

from tests.faults.damage import HARMS, damages


@pytest.mark.parametrize("harm", HARMS)
def test_harm_to_any_file_is_mended_or_refused(tmp_path: Path, harm: str) -> None:
    found = list(damages(tmp_path, HARMS[harm], 1))
    assert len(found) == 18  # three chunks of five files, totals, the manifest and run.json
    assert found.count("mended") >= 15
