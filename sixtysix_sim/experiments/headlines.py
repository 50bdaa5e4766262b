"""The figures that experiments show unless asked for others, by family."""

from typing import NamedTuple

from sixtysix_sim.vocabulary import Family


class Headlines(NamedTuple):
    """Names of metrics; a rule set may lack some of `compare`, never any of the others.

    Attributes:
        primary: what a comparison is about.
        compare: what it shows.
        sweep: what a sweep shows; the first is the primary one.
        sensitivity: what the switching of options shows.
        rights: what taking rights away shows.
        change: a change of a rule, as an example.
    """

    primary: str
    compare: tuple[str, ...]
    sweep: tuple[str, ...]
    sensitivity: tuple[str, ...]
    rights: tuple[str, ...]
    change: str


_AUCTION = Headlines(
    primary="made",
    compare=(
        "made", "mean_bid", "made_over", "set_cost", "written", "trick_points", "meld_points",
        "kaput", "kaput_declarer", "kaput_defenders", "wins_by_side.0", "wins_by_side.1",
        "no_winner", "first_speaker_wins", "declarer_wins", "margin", "lead_changes",
        "deals_per_game", "redeals", "asked", "forced",
    ),
    sweep=("made", "mean_bid", "written", "kaput", "redeals", "deals_per_game"),
    sensitivity=(
        "made", "mean_bid", "written", "kaput", "redeals", "deals_per_game", "declarer_wins",
    ),
    rights=("wins_by_side.0", "written_by_side.0", "made", "asked", "redeals", "deals_per_game"),
    change="rules.auction.min_bid=120",
)  # fmt: skip

_TALON = Headlines(
    primary="game_points",
    compare=(
        "game_points", "worth.1", "worth.2", "worth.3", "worth.4+", "deal_end.claim",
        "deal_end.wrong_claim", "deal_end.closer_out", "deal_end.closer_failed",
        "deal_end.played_out", "deal_end.drawn", "at_target.none", "deals_won_by_role.forehand",
        "closed", "closer_wins", "closer_net", "marriages", "marriages_lost", "exchanges",
        "trick_points", "meld_points", "wins_by_side.0", "wins_by_side.1", "no_winner",
        "first_forehand_wins", "margin", "lead_changes", "deals_per_game", "tricks_per_deal",
        "forced",
    ),
    sweep=(
        "game_points", "deals_won_by_role.forehand", "closed", "closer_wins", "marriages",
        "deals_per_game",
    ),
    sensitivity=(
        "game_points", "deals_won_by_role.forehand", "closed", "closer_wins", "marriages",
        "exchanges", "deals_per_game",
    ),
    rights=(
        "wins_by_side.0", "deals_won_by_side.0", "game_points", "closed", "exchanges",
        "marriages", "deals_per_game",
    ),
    change="rules.marriage.after_close=true",
)  # fmt: skip

_FAMILIES = {Family.AUCTION: _AUCTION, Family.TALON: _TALON}


def headlines_of(family: Family) -> Headlines:
    """Return the figures of a family."""
    return _FAMILIES[family]
