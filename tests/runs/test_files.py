"""Files whole or not at all, and names every file system takes."""

import errno
import os
from pathlib import Path

import pytest

from sixtysix_sim.runs import files
from sixtysix_sim.runs.files import make_folder, part_of, safe_name, write_file


def test_a_file_is_written_and_replaced(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    write_file(path, b"one")
    write_file(path, memoryview(b"another"))
    assert path.read_bytes() == b"another"
    assert list(tmp_path.iterdir()) == [path]


def test_short_writes_are_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = os.write
    monkeypatch.setattr(os, "write", lambda handle, data: write(handle, data[:3]))
    write_file(tmp_path / "a", b"0123456789")
    assert (tmp_path / "a").read_bytes() == b"0123456789"


@pytest.mark.parametrize("call", ["write", "fsync", "replace"])
def test_a_disk_that_refuses_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    path = tmp_path / "a"
    write_file(path, b"old")

    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, call, refuse)
    with pytest.raises(OSError, match="No space") as caught:
        write_file(path, b"new")
    assert caught.value.filename == str(path)
    assert caught.value.errno == errno.ENOSPC
    assert path.read_bytes() == b"old"
    assert not part_of(path).exists()


def test_a_file_that_came_out_short_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "write", lambda handle, data: len(data))
    with pytest.raises(OSError, match="shorter"):
        write_file(tmp_path / "a", b"new")
    assert not list(tmp_path.iterdir())


def test_the_names_of_new_folders_are_put_onto_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[Path] = []
    monkeypatch.setattr(files, "sync_folder", synced.append)
    make_folder(tmp_path / "a" / "b")
    make_folder(tmp_path / "a" / "b")
    assert (tmp_path / "a" / "b").is_dir()
    assert sorted(synced) == [tmp_path, tmp_path / "a"]


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("Çift 66", "cift-66"),
        ("İstanbul ışık ŞĞÜÖ", "istanbul-isik-sguo"),
        ("Blåbærgrød på Ærø", "blabaergrod-pa-aero"),
        ("../../etc/passwd", "etc-passwd"),
        ("♠♥", "run"),
        ("  a  b__c.toml ", "a-b-c-toml"),
        ("x" * 300, "x" * 80),
    ],
)
def test_names_are_safe(name: str, safe: str) -> None:
    assert safe_name(name) == safe
