"""A disk that fails, kills or loses power at the n-th call that changes it."""

import errno
import os
import signal
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

import pytest

from sixtysix_sim.runs import chunk, files, folder, lock, manifest

CALLS = ("open", "write", "pwrite", "fsync", "replace", "ftruncate")


class Fault(StrEnum):
    """What happens at the n-th call."""

    FULL = "ENOSPC"  # the disk is full
    BROKEN = "EIO"  # it cannot write
    READ_ONLY = "EROFS"  # it became read-only
    KILL = "kill"  # the process is gone; a write is cut in the middle
    POWER = "power"  # as kill, and what was not synced is gone too
    SIGKILL = "SIGKILL"  # the real signal


class Killed(BaseException):
    """The process is gone: nothing tidies up after it."""


@dataclass
class _Unsynced:
    """What a power cut takes away again.

    Attributes:
        sizes: file → how much of it is on the disk.
        renamed: (old name, new name, what bore the new name before), in order.
        created: files whose name is not on the disk.
        open: handle → path.
    """

    sizes: dict[Path, int] = field(default_factory=dict)
    renamed: list[tuple[Path, Path, bytes | None]] = field(default_factory=list)
    created: set[Path] = field(default_factory=set)
    open: dict[int, Path] = field(default_factory=dict)

    def before(self, name: str, args: tuple[Any, ...]) -> None:
        """Note what a call is about to change."""
        if name in ("write", "pwrite", "ftruncate"):
            path = self.open[args[0]]
            self.sizes.setdefault(path, path.stat().st_size)
        elif name == "replace":
            old, new = Path(args[0]), Path(args[1])
            self.renamed.append((old, new, new.read_bytes() if new.exists() else None))
            if old in self.sizes:
                self.sizes[new] = self.sizes.pop(old)
        elif name == "open" and args[1] & os.O_CREAT and not Path(args[0]).exists():
            self.created.add(Path(args[0]))

    def after(self, name: str, args: tuple[Any, ...], result: Any) -> None:
        """Note what a call has changed."""
        if name == "open":
            self.open[result] = Path(args[0])
            if args[1] & os.O_TRUNC:
                self.sizes[Path(args[0])] = 0
        elif name == "fsync":
            path = self.open[args[0]]
            if path.is_dir():
                self.renamed = [item for item in self.renamed if item[1].parent != path]
                self.created = {item for item in self.created if item.parent != path}
            self.sizes.pop(path, None)

    def take_away(self) -> None:
        """The power is gone."""
        for path, size in self.sizes.items():
            if path.exists() and path.stat().st_size > size:
                os.truncate(path, size)
        for old, new, before in reversed(self.renamed):
            if new.exists():
                os.replace(new, old)
            if before is not None:
                new.write_bytes(before)
        for path in self.created:
            path.unlink(missing_ok=True)


class Disk:
    """Stands for `os`: every call of CALLS counts, and the n-th one goes wrong (None: none).

    After a kill nothing works any more, so that no clean-up of a living process helps.
    """

    def __init__(self, fail_at: int | None = None, fault: Fault = Fault.FULL) -> None:
        self.fail_at, self.fault = fail_at, fault
        self.count = 0
        self.dead = False
        self._unsynced = _Unsynced()

    def __getattr__(self, name: str) -> Any:
        real = getattr(os, name)
        return self._counted(name, real) if name in CALLS else real

    def _counted(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **named: Any) -> Any:
            if self.dead:
                raise Killed
            self.count += 1
            if self.count == self.fail_at:
                self._fail(name, real, args)
            self._unsynced.before(name, args)
            result = real(*args, **named)
            self._unsynced.after(name, args, result)
            return result

        return call

    def _fail(self, name: str, real: Callable[..., Any], args: tuple[Any, ...]) -> None:
        if self.fault in (Fault.FULL, Fault.BROKEN, Fault.READ_ONLY):
            code = getattr(errno, self.fault.value)
            raise OSError(code, os.strerror(code))
        if name == "write":
            self._unsynced.before(name, args)
            real(args[0], args[1][: len(args[1]) // 2])
        if self.fault is Fault.SIGKILL:
            os.kill(os.getpid(), signal.SIGKILL)
        self.dead = True
        if self.fault is Fault.POWER:
            self._unsynced.take_away()
        raise Killed

    def use(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Put this disk below everything that writes."""
        for module in (files, manifest, lock):
            monkeypatch.setattr(module, "os", self)
        remove = files.remove

        def tidy(path: Path) -> None:
            if self.dead:
                raise Killed
            remove(path)

        for module in (files, chunk, folder):
            monkeypatch.setattr(module, "remove", tidy)
