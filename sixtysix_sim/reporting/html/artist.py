"""Hands charts to the process that draws them, and takes the drawings back."""

import json
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self

from sixtysix_sim.errors import SixtySixError
from sixtysix_sim.reporting.html.charts import Chart


@dataclass(frozen=True)
class Drawn:
    """The drawings of a page in the order they were asked for, and its script or ''."""

    svgs: list[str]
    script: str


@dataclass
class Artist:
    """Draws charts in another process; to be opened early, since that takes a second to wake.

    Used as a context: leaving it ends the process. Charts sent are drawn while more are made ready.
    """

    sent: int = 0
    _process: "subprocess.Popen[bytes]" = field(init=False, repr=False)

    def __post_init__(self) -> None:
        command = [sys.executable, "-m", "sixtysix_sim.reporting.html.draw"]
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
            )
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise SixtySixError(f"the charts cannot be drawn: {reason}") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe is not None and not pipe.closed:
                with suppress(OSError):  # what was still to be sent is no longer wanted
                    pipe.close()

    def send(self, chart: Chart, words: str) -> int:
        """Ask for a chart; return its number.

        Raises:
            SixtySixError: the process has ended.
        """
        self._write({"kind": chart.kind, "arguments": chart.arguments, "words": words})
        self.sent += 1
        return self.sent - 1

    def finish(self, script: bool = False) -> Drawn:
        """Return all drawings; with ``script`` also what makes them interactive.

        Raises:
            SixtySixError: the process failed.
        """
        if script:
            self._write({"script": True})
        out, said = self._process.communicate()
        if self._process.returncode:
            raise _failed(said)
        found = json.loads(out)
        return Drawn(found["drawn"], found["script"])

    def _write(self, asked: dict[str, object]) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(asked).encode() + b"\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            raise _failed(self._process.communicate()[1]) from None


def _failed(said: bytes) -> SixtySixError:
    lines = said.decode(errors="replace").strip().splitlines()
    why = lines[-1] if lines else "it was ended from outside, perhaps for lack of memory"
    return SixtySixError(f"the charts cannot be drawn: {why}")
