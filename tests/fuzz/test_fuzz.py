"""Broken files get a sentence, not a traceback; `make fuzz` reads a million of them."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.fuzz.mutate import KINDS, Edit, mutate
from tests.fuzz.readers import READERS, Reader, check

EDITS = st.lists(
    st.builds(
        Edit,
        st.integers(0, KINDS - 1),
        st.floats(0, 1),
        st.integers(1, 60),
        st.integers(0, 2**32 - 1),
    ),
    min_size=1,
    max_size=12,
)


@pytest.mark.parametrize("reader", READERS, ids=[reader.name for reader in READERS])
@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_broken_file_gets_a_sentence(tmp_path: Path, reader: Reader, data: st.DataObject) -> None:
    seeds = st.sampled_from(reader.seeds())
    check(reader, mutate(data.draw(seeds), data.draw(seeds), data.draw(EDITS)), tmp_path)


@pytest.mark.parametrize("reader", READERS, ids=[reader.name for reader in READERS])
@settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.one_of(st.binary(max_size=300), st.text(max_size=300).map(str.encode)))
def test_what_is_no_such_file_gets_a_sentence(tmp_path: Path, reader: Reader, data: bytes) -> None:
    check(reader, data, tmp_path)


@pytest.mark.parametrize("reader", READERS, ids=[reader.name for reader in READERS])
def test_the_sound_inputs_are_sound(tmp_path: Path, reader: Reader) -> None:
    """Else every broken one would fail at its first byte."""
    for data in reader.seeds():
        path = tmp_path / reader.file
        path.write_bytes(data)
        if reader.name != "Parquet tables":  # read as every table in turn
            reader.read(path)
