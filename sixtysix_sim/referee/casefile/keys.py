"""The keys of a case (interface.md, "Case files"): who has them and how they are read."""

from sixtysix_sim.referee.casefile import fields
from sixtysix_sim.referee.casefile.fields import LIMIT, Reader, whole
from sixtysix_sim.vocabulary import NOBODY, Family

PHASES = ("auction", "trump", "melds", "play", "score", "game")
ABOUT = ("id", "cites", "title", "set", "phase")

_SIDE = whole(NOBODY, fields.SIDES - 1)

POSITION: dict[Family, dict[str, Reader]] = {
    Family.AUCTION: {
        "dealer": fields.seat,
        "calls": fields.calls,
        "asks_used": fields.asks,
        "declarer": fields.seat,
        "bid": whole(0, LIMIT),
        "trump": fields.suit,
        "leader": fields.seat,
        "trick": fields.card_list,
        "hands": fields.hands,
        "tricks": fields.by_side,
        "card_points": fields.by_side,
        "meld_points": fields.by_side,
        "score": fields.by_side,
        "deals_played": whole(0, LIMIT),
    },
}

EXPECTED: dict[Family, dict[str, Reader]] = {
    Family.AUCTION: {
        "legal": fields.legal,
        "illegal": fields.illegal,
        "winner": fields.seat,
        "points": whole(0, LIMIT),
        "melds": fields.melds,
        "meld_points": fields.by_side,
        "hands_after": fields.hands_as_counts,
        "leader_after": fields.seat,
        "points_after": fields.by_side,
        "tricks_after": fields.by_side,
        "asks_used_after": fields.asks,
        "declarer_after": whole(NOBODY, 3),
        "bid_after": whole(0, LIMIT),
        "made": fields.true_or_false,
        "kaput": _SIDE,
        "change": fields.by_side,
        "score_after": fields.by_side,
        "deal_winner": _SIDE,
        "end": fields.one_of("made", "set", "redeal"),
        "dealer_after": fields.seat,
        "game_winner": fields.on_or_side,
    },
}

_OF_THE_DEAL = (
    "made",
    "kaput",
    "change",
    "score_after",
    "deal_winner",
    "end",
    "dealer_after",
    "game_winner",
)
ANSWERS: dict[str, tuple[str, ...]] = {
    "melds": ("melds", "meld_points"),
    "score": _OF_THE_DEAL,
    "game": ("game_winner",),
}
OF_THE_DEAL = frozenset(_OF_THE_DEAL)


def position_keys(family: Family, phase: str) -> dict[str, Reader]:
    """Return the keys that describe a position in a phase; in ``melds`` meld points are asked."""
    keys = POSITION[family]
    return {k: v for k, v in keys.items() if k != "meld_points"} if phase == "melds" else keys


def expected_keys(family: Family, phase: str) -> dict[str, Reader]:
    """Return the keys a phase can answer, ``steps`` left aside."""
    keys = EXPECTED[family]
    if phase in ANSWERS:
        return {key: keys[key] for key in ANSWERS[phase]}
    return {key: reader for key, reader in keys.items() if key != "meld_points"}


def takes_steps(phase: str) -> bool:
    """Return whether actions are taken in a phase."""
    return phase not in ANSWERS
