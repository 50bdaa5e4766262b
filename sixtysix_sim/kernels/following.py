"""What may be played to a lead, and what takes a trick, in both families (C6, K2, D3).

A table here is either family's: it has ``must_follow``, ``must_beat``, ``must_trump`` and
``overtrump``. Masks and card numbers: `sixtysix_sim.contract`.
"""

from typing import Any

from sixtysix_sim.contract import EVEN
from sixtysix_sim.kernels.bits import above, pick, suit_of
from sixtysix_sim.kernels.jit import inlined

BEAT_NEVER, BEAT_TRUMP_LED, BEAT_ALWAYS = 0, 1, 2
BEAT = {"never": BEAT_NEVER, "trump_led": BEAT_TRUMP_LED, "always": BEAT_ALWAYS}


@inlined
def lead_cards(hand: int) -> int:
    """Return the cards a leader may play: any, trump too (C6.1, K2.1)."""
    return hand & EVEN


@inlined
def follow_cards(table: Any, hand: int, trump: int, led: int, best: int) -> int:
    """Return the cards that may be played to a trick (C6.2, C6.3, C6.4, C6.7; K2.2, D3.4).

    Args:
        led: the card led.
        best: the card winning so far.
    """
    led_suit, best_suit = led >> 4, best >> 4
    higher = above(best)
    in_suit = suit_of(hand, led_suit)
    following = in_suit if table.must_follow else hand  # C6.2
    duty = (table.must_beat == BEAT_ALWAYS) | (
        (table.must_beat == BEAT_TRUMP_LED) & (led_suit == trump)
    )
    beating = in_suit & higher  # C6.4: a twin is not higher (C6.5)
    must = duty & (best_suit == led_suit) & (beating != 0)
    following = pick(must, beating, following)
    trumps = suit_of(hand, trump)
    ruffing = pick((table.must_trump != 0) & (trumps != 0), trumps, hand)  # C6.3, C6.7
    if table.overtrump and best_suit == trump:
        over = trumps & higher
        ruffing = (ruffing & ~trumps) | over if over else ruffing
    return pick(in_suit != 0, following, ruffing) & EVEN


@inlined
def beats(card: int, best: int, trump: int) -> bool:
    """Tell whether a card takes the trick from the best one so far (C4.2, C6.5; K2.3, D3.2).

    A twin is equal, and the first played stays best.
    """
    same_suit = card >> 4 == best >> 4
    ruffs = (card >> 4 != best >> 4) & (card >> 4 == trump)
    return (same_suit & (card > best)) | ruffs
