"""A broken kernel: one changed place, and the clause an audit must name."""

from dataclasses import dataclass

from tests.strategies import PRESET


@dataclass(frozen=True)
class Mutant:
    """A changed kernel: a small, plausible mistake in the rules.

    Attributes:
        name: what is wrong.
        file: module of `sixtysix_sim.kernels`, as ``auction/legal``.
        edits: (old text, new text), each old text standing in the file once.
        clause: what an audit must name most, alone or as what explains a G breach (``G7 C7.5``).
        consequences: clauses it may name too, because a later part of the deal follows from it.
        sets: ``--set`` changes under which the mistake comes up often.
        in_ci: played by every test run; the others by `make mutants`.
        preset: the rule set it is played with.
        games: how many are played.
    """

    name: str
    file: str
    edits: tuple[tuple[str, str], ...]
    clause: str
    consequences: frozenset[str] = frozenset()
    sets: tuple[str, ...] = ()
    in_ci: bool = False
    preset: str = PRESET
    games: int = 150
