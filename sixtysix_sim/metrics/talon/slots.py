"""Measures of a game of the talon family: what each place of a game's measure vector counts.

The first places are the same for every rule set (`Slot`), then a block a side (`Side`); behind them
stand the closings by trick and by cards left (`Layout`). Compiled code fills the vector
(`kernels.talon.measures`), metrics are ratios of places. What can be worked out of other places is
worked out once a game, not once a deal ("of").
"""

from enum import IntEnum
from typing import NamedTuple

from sixtysix_sim.rules.ruleset import RuleSet
from sixtysix_sim.rules.talon import TalonRules
from sixtysix_sim.vocabulary import Slip

SUITS = 4
MOST_WORTH = 4  # game points of a deal from which on deals are counted together


class Way(IntEnum):
    """How a deal ended, and what the end has to do with a closing."""

    CLAIM = 0  # a right claim, the talon not closed
    CLAIM_BY_CLOSER = 1
    CLAIM_AGAINST_CLOSER = 2
    WRONG_CLAIM = 3  # the talon not closed
    WRONG_CLAIM_BY_CLOSER = 4
    WRONG_CLAIM_AGAINST_CLOSER = 5
    CLOSER_OUT = 6
    CLOSER_FAILED = 7
    PLAYED_OUT = 8
    DRAWN = 9


class Slot(IntEnum):
    """Places that every rule set of the talon family has.

    A comment "…n" says how many places follow one another from there.
    """

    GAMES = 0  # always 1
    DECIDED = 1  # games with a winner
    NO_WINNER = 2
    FOREHAND_WINS = 3  # the first deal's forehand wins the game
    DEALER_WINS = 4  # the first dealer does
    SHUT_OUTS = 5  # the winner won every deal that one side won
    MARGIN = 6  # winner's score less the next best, decided games
    SPREAD = 7  # highest score less the lowest, all games
    ENDS = 8  # …3, by GameEnd up to DEAL_CAP
    LEAD_CHANGES = 11  # another side than before is alone in front
    BEHIND_WINS = 12  # the winner was behind at some time
    DEFICIT = 13  # by how much at most, decided games
    DEALT = 14  # deals, redealt ones included
    DEALS = 15  # deals that were settled
    REDEALS = 16
    WON = 17  # deals not drawn
    SINGLE = 18  # deals won by one side
    LOSERS = 19  # the other sides in these
    WAYS = 20  # …10, deals by Way
    WAY_POINTS = 30  # …10, their game points
    CLAIMS = 40  # of WAYS
    WRONG_CLAIMS = 41  # of WAYS
    CLOSED = 42  # of WAYS
    CLOSER_WINS = 43  # of WAYS
    CLOSER_LOSES = 44  # of WAYS
    GAME_POINTS = 45  # of WAY_POINTS, as the next five
    CLAIM_POINTS = 46
    WRONG_CLAIM_POINTS = 47
    CLOSER_GAINS = 48
    CLOSER_PAYS = 49
    CLOSER_NET = 50
    WORTH = 51  # …5, won deals by game points: 0, 1, 2, 3, more
    AT_TARGET = 56  # …3, deals by sides with the points that win: none, one, more
    WINNER_LOWER = 59  # the winner has fewer points than another side
    WINNER_POINTS = 60  # of the winner of a deal
    LOSER_POINTS = 61
    FAILED_AT_TARGET = 62  # closers who failed with the points that win (K5.2)
    OUT_BOTH = 63  # closers out though another side has the points, too
    DEALS_FOREHAND = 64  # deals the forehand wins
    DEALS_DEALER = 65
    WRITTEN_FOREHAND = 66  # game points written
    WRITTEN_DEALER = 67
    MARRIAGES = 68  # …4: plain lost, plain counted, trump lost, trump counted
    PLAIN_MARRIAGES = 72  # of MARRIAGES, as the next four
    TRUMP_MARRIAGES = 73
    ALL_MARRIAGES = 74
    COUNTED_MARRIAGES = 75
    LOST_MARRIAGES = 76
    MARRIAGE_DEALS = 77
    CARDS = 78  # card points, of the sides' as the next two
    MELDS = 79  # points of marriages that count
    COUNTED = 80  # CARDS + MELDS
    EXCHANGES = 81
    EXCHANGER_WINS = 82
    STAKED = 83  # deals with a stake carried in (D7.3)
    STAKES = 84  # their stakes
    MOVES = 85
    FORCED = 86
    LEGAL = 87  # sum over moves of how many were legal
    PLAYED = 88  # cards
    TRICKS = 89
    SLIPS = 90  # …6, irregularities by `vocabulary.Slip`, those of redealt deals too (D8)
    # working space of a game in play, 0 when it is over
    WORK_FOREHAND = 96  # of the first deal + 1
    WORK_DEALER = 97
    WORK_LEADER = 98  # the side last alone in front + 1


class Side(IntEnum):
    """Places of one side's block; its first stands at ``FIXED + SIDE_PLACES × side``."""

    WINS = 0  # games
    SCORES = 1
    DEALS = 2  # won
    CARDS = 3
    MELDS = 4
    WORK_DEFICIT = 5  # deepest in this game so far


FIXED = 99
SIDE_PLACES = len(Side)
_SEVERAL: dict[Slot, tuple[str, ...]] = {
    Slot.ENDS: ("target", "deal_count", "deal_cap"),
    Slot.WAYS: tuple(way.name.lower() for way in Way),
    Slot.WAY_POINTS: tuple(way.name.lower() for way in Way),
    Slot.WORTH: ("0", "1", "2", "3", "more"),
    Slot.AT_TARGET: ("none", "one", "more"),
    Slot.SLIPS: tuple(slip.name.lower() for slip in Slip),
    Slot.MARRIAGES: ("plain_lost", "plain_counted", "trump_lost", "trump_counted"),
}


class Layout(NamedTuple):
    """Where the measures of one rule set stand; plain integers, fit for compiled code.

    Attributes:
        seats: sides of a game. target: points that win a deal.
        tricks: the last trick closings are counted at; later ones count as of it.
        tricks_at: closings by the trick about to be led, place 0 for deals not closed.
        tricks_won_at: those the closer won, likewise.
        talon: the most cards that can be left in the talon.
        talon_at: closings by cards left + 1, place 0 for deals not closed.
        talon_won_at: those the closer won, likewise.
        played: tricks of a deal played to its end; later ones count as of the last.
        moves_at: actions by trick, the first one's at this place.
        forced_at, legal_at: those that were forced, and how many were legal, likewise.
        size: length of the measure vector.
    """

    seats: int
    target: int
    tricks: int
    tricks_at: int
    tricks_won_at: int
    talon: int
    talon_at: int
    talon_won_at: int
    played: int
    moves_at: int
    forced_at: int
    legal_at: int
    size: int


def layout_of(ruleset: RuleSet) -> Layout:
    """Return where the measures of a rule set stand."""
    rules = ruleset.talon
    tricks, talon = last_closing(rules), most_left(rules)
    at = FIXED + SIDE_PLACES * rules.seats
    played, moves_at = most_tricks(rules), at + 2 * (tricks + 1) + 2 * (talon + 2)
    return Layout(
        seats=rules.seats,
        target=rules.claim.target,
        tricks=tricks,
        tricks_at=at,
        tricks_won_at=at + tricks + 1,
        talon=talon,
        talon_at=at + 2 * (tricks + 1),
        talon_won_at=at + 2 * (tricks + 1) + talon + 2,
        played=played,
        moves_at=moves_at,
        forced_at=moves_at + played,
        legal_at=moves_at + 2 * played,
        size=moves_at + 3 * played,
    )


def side_place(name: str, side: int) -> int:
    """Return the place of a measure of one side, named as in `Side`."""
    return FIXED + SIDE_PLACES * side + Side[name]


def measure_names(ruleset: RuleSet) -> list[str]:
    """Return the name of every place of a game's measure vector, as in ``closed`` or ``wins.1``.

    Names that begin with ``work`` are working space: always 0 once a game is over.
    """
    layout = layout_of(ruleset)
    names = [""] * FIXED
    for slot in Slot:
        for n, group in enumerate(_SEVERAL.get(slot, ("",))):
            names[slot + n] = slot.name.lower() + (f".{group}" if group else "")
    for side in range(layout.seats):
        names += [f"{place.name.lower()}_side.{side}" for place in Side]
    for word in ("closed_trick", "closer_wins_trick"):
        names += [f"work_{word}", *(f"{word}.{n}" for n in range(1, layout.tricks + 1))]
    for word in ("closed_talon", "closer_wins_talon"):
        names += [f"work_{word}", *(f"{word}.{n}" for n in range(layout.talon + 1))]
    for word in ("trick_moves", "trick_forced", "trick_legal"):
        names += [f"{word}.{trick}" for trick in range(1, layout.played + 1)]
    return names


def talon_size(rules: TalonRules) -> int:
    """Return how many cards the talon holds after the deal, the upcard included (K1.3 D2.2)."""
    return SUITS * len(rules.deck.ranks) * rules.deck.packs - rules.seats * rules.deal.hand_size


def most_tricks(rules: TalonRules) -> int:
    """Return how many tricks a deal has in which every card is played."""
    return SUITS * len(rules.deck.ranks) * rules.deck.packs // rules.seats


def most_left(rules: TalonRules) -> int:
    """Return the most cards that the talon can hold: one more with a hand dealt too few (D8.2)."""
    return talon_size(rules) + (rules.irregularities.misdeal_rate > 0)


def closing_tricks(rules: TalonRules) -> range:
    """Return the tricks before which the talon can be closed."""
    return range(rules.closing.from_trick, last_closing(rules) + 1)


def last_closing(rules: TalonRules) -> int:
    """Return the last trick before which the talon can be closed, 0 if it never can.

    On lead to trick t the draws after t − 1 tricks are made; at the draw choice (D5.1) one less.
    """
    most = talon_size(rules) - _least_open(rules)
    if not rules.closing.allowed or most < 0:
        return 0
    return most // rules.seats + 1 + _closes_before_draw(rules)


def closing_sizes(rules: TalonRules) -> list[int]:
    """Return the numbers of cards left at which the talon can be closed, most first."""
    if not last_closing(rules):
        return []
    draws = max(rules.closing.from_trick - 1 - _closes_before_draw(rules), 0)
    # A card too few dealt, a draw forgotten or doubled (D8.2–D8.4) leaves numbers between.
    step = 1 if rules.draws_slip else rules.seats
    return list(range(most_left(rules) - rules.seats * draws, _least_open(rules) - 1, -step))


def _least_open(rules: TalonRules) -> int:
    """Return how many cards the talon must hold to be closed (K5.1; D3.3: fewer than seats)."""
    return max(rules.closing.min_talon, rules.seats if rules.talon.uneven == "stop" else 1)


def _closes_before_draw(rules: TalonRules) -> bool:
    return rules.closing.when == "before_or_after_draw"
