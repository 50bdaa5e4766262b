"""Who deals first where the rules leave it to chance (C2.5, K1.5, D1.5)."""

from sixtysix_sim.kernels.jit import jit
from sixtysix_sim.kernels.random import DEALER, bounded, draw, game_key, stream_key


@jit()
def drawn_dealer(seed: int, game: int, seats: int) -> int:
    """Return the seat that a run with this seed draws for a game; ``seed`` is a uint64."""
    return bounded(draw(stream_key(game_key(seed, game), DEALER, 0, 0), 0), seats)
