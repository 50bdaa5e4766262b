"""The keys of a case (interface.md, "Case files"): who has them and how they are read."""

from sixtysix_sim.referee.casefile import fields
from sixtysix_sim.referee.casefile.fields import LIMIT, Reader, whole
from sixtysix_sim.vocabulary import NOBODY, Family

PHASES: dict[Family, tuple[str, ...]] = {
    Family.AUCTION: ("auction", "trump", "melds", "play", "score", "game"),
    Family.TALON: ("play", "score", "game"),
}
ABOUT = ("id", "cites", "title", "set", "phase")

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
    Family.TALON: {
        "dealer": fields.seat,
        "trump": fields.suit,
        "leader": fields.seat,
        "trick": fields.card_list,
        "hands": fields.hands,
        "upcard": fields.card,
        "talon": fields.cards_text,
        "to_draw": fields.true_or_false,
        "owed": fields.by_side,
        "declared": fields.suit,
        "closed_by": fields.seat,
        "tricks_at_close": fields.by_side,
        "points_at_close": fields.by_side,
        "tricks": fields.by_side,
        "card_points": fields.by_side,
        "meld_points": fields.by_side,
        "pending": fields.by_side,
        "stake": whole(0, LIMIT),
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
        "kaput": fields.side_or_nobody,
        "change": fields.by_side,
        "score_after": fields.by_side,
        "deal_winner": fields.side_or_nobody,
        "end": fields.one_of("made", "set", "redeal"),
        "dealer_after": fields.seat,
        "game_winner": fields.on_or_side,
    },
    Family.TALON: {
        "legal": fields.legal,
        "illegal": fields.illegal,
        "winner": fields.seat,
        "points": whole(0, LIMIT),
        "hands_after": fields.hands_as_counts,
        "talon_after": fields.cards_text,
        "upcard_after": fields.card_or_none,
        "leader_after": fields.seat,
        "points_after": fields.by_side,
        "pending_after": fields.by_side,
        "tricks_after": fields.by_side,
        "change": fields.by_side,
        "score_after": fields.by_side,
        "deal_winner": fields.side_or_nobody,
        "game_points": whole(0, LIMIT),
        "stake_after": whole(0, LIMIT),
        "end": fields.one_of(
            "claim",
            "wrong_claim",
            "closer_out",
            "closer_failed",
            "played_out",
            "drawn",
            "redeal",
        ),
        "dealer_after": fields.seat,
        "game_winner": fields.on_or_side,
    },
}

#: Keys that only a deal that is over can answer.
OF_THE_DEAL: dict[Family, tuple[str, ...]] = {
    Family.AUCTION: (
        "made",
        "kaput",
        "change",
        "score_after",
        "deal_winner",
        "end",
        "dealer_after",
        "game_winner",
    ),
    Family.TALON: (
        "change",
        "score_after",
        "deal_winner",
        "game_points",
        "stake_after",
        "end",
        "dealer_after",
        "game_winner",
    ),
}


def position_keys(family: Family, phase: str) -> dict[str, Reader]:
    """Return the keys that describe a position in a phase; in ``melds`` meld points are asked."""
    keys = POSITION[family]
    return {k: v for k, v in keys.items() if k != "meld_points"} if phase == "melds" else keys


def expected_keys(family: Family, phase: str) -> dict[str, Reader]:
    """Return the keys a phase can answer, ``steps`` left aside."""
    keys = EXPECTED[family]
    if takes_steps(phase):
        return {key: reader for key, reader in keys.items() if key != "meld_points"}
    answers = {
        "melds": ("melds", "meld_points"),
        "score": OF_THE_DEAL[family],
        "game": ("game_winner",),
    }
    return {key: keys[key] for key in answers[phase]}


def takes_steps(phase: str) -> bool:
    """Return whether actions are taken in a phase."""
    return phase not in ("melds", "score", "game")
