"""When a built-in bot claims: as soon as it is right, unless its parameters say otherwise."""

from typing import Any

import numpy as np

from sixtysix_sim.contract.talon import MAY_CLAIM_RIGHTLY, View
from sixtysix_sim.kernels.bits import param
from sixtysix_sim.kernels.jit import inlined

# the first two parameters of every built-in bot of the family
WRONG_CLAIM_RATE, CLAIM_DELAY = 0, 1
_MAY, _MAY_CLAIM = int(View.MAY), int(View.MAY_CLAIM)
_LOW = np.uint64(0xFFFF_FFFF)
SPAN = 4294967296.0


@inlined
def claims(view: Any, draw: int) -> bool:
    """Tell whether to claim now, by the low half of the decision's random bits.

    A right claim is made but for the chance `claim_delay`, a wrong one with `wrong_claim_rate`.
    """
    if view[_MAY] & MAY_CLAIM_RIGHTLY:
        return np.float64(draw & _LOW) >= param(view, CLAIM_DELAY) * SPAN
    wrong = np.float64(draw & _LOW) < param(view, WRONG_CLAIM_RATE) * SPAN
    return wrong and view[_MAY_CLAIM] != 0
