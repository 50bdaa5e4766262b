"""Fuzzing led by what the readers' code does (atheris): inputs that reach new lines are built on.

`python -m tests.fuzz.guided KIND RUNS SEED FOLDER`; KIND is a place in READERS. The folder gets the
corpus, and the input if one is not answered as it should be; then the exit code is not 0.
"""

import random
import sys
from pathlib import Path

import atheris

from tests.fuzz.mutate import MOST, mutate, random_edits

HANG_S = 120  # an input may take so long on a busy machine
MEMORY_MB = 4_096
#: Packages with readers; what is compiled is left as it is.
WATCHED = ("scenario", "rules", "toml_lines", "referee", "logs.read", "runs")

with atheris.instrument_imports(include=[f"sixtysix_sim.{name}" for name in WATCHED]):
    from tests.fuzz.readers import READERS, check


def main(kind: int, runs: int, seed: int, folder: Path) -> None:
    """Read inputs until ``runs`` are read or one is not answered as it should be."""
    reader, corpus = READERS[kind], folder / "corpus"
    seeds = reader.seeds()
    corpus.mkdir()
    for number, data in enumerate(seeds):
        (corpus / f"seed-{number}").write_bytes(data[:MOST])

    def read(data: bytes) -> None:
        check(reader, data, folder)

    def change(data: bytes, most: int, number: int) -> bytes:
        """Break an input by bytes as atheris does, or by words and numbers as `mutate` does."""
        draw = random.Random(number)
        if draw.random() < 0.3:
            changed: bytes = atheris.Mutate(data, len(data) + 64)
            return changed[:most]
        return mutate(data, draw.choice(seeds), random_edits(draw))[:most]

    words = [f"-runs={runs}", f"-seed={seed}", f"-max_len={MOST}", f"-timeout={HANG_S}"]
    words += [f"-rss_limit_mb={MEMORY_MB}", f"-artifact_prefix={folder}/", "-verbosity=0"]
    atheris.Setup([sys.argv[0], *words, str(corpus)], read, custom_mutator=change)
    atheris.Fuzz()


if __name__ == "__main__":
    kind, runs, seed = map(int, sys.argv[1:4])
    main(kind, runs, seed, Path(sys.argv[4]))
