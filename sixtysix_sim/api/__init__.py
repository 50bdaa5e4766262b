"""Games for other programs and notebooks: make one, look, act, ask a policy (docs/api.md)."""

from sixtysix_sim.api.between import Result
from sixtysix_sim.api.game import Game, Observation

__all__ = ["Game", "Observation", "Result"]
