"""Figures of deals: game points, ends, claims, forehand and dealer, marriages, exchange."""

from collections.abc import Iterator

from sixtysix_sim.metrics.metric import Row
from sixtysix_sim.metrics.talon.rows import DEALS, GAMES
from sixtysix_sim.metrics.talon.slots import Slot, Way, side_place
from sixtysix_sim.rules.talon import TalonRules

#: An end of a deal: name in tables, words, places of its deals and of their game points.
ENDS = (
    ("claim", "a right claim", Slot.CLAIMS, Slot.CLAIM_POINTS),
    ("wrong_claim", "a wrong claim", Slot.WRONG_CLAIMS, Slot.WRONG_CLAIM_POINTS),
    ("closer_out", "the closer out", Slot.WAYS + Way.CLOSER_OUT, Slot.WAY_POINTS + Way.CLOSER_OUT),
    (
        "closer_failed", "the closer failed", Slot.WAYS + Way.CLOSER_FAILED,
        Slot.WAY_POINTS + Way.CLOSER_FAILED,
    ),
    (
        "played_out", "played out, not closed", Slot.WAYS + Way.PLAYED_OUT,
        Slot.WAY_POINTS + Way.PLAYED_OUT,
    ),
)  # fmt: skip
#: Who claims: group, words, steps from `Way.CLAIM` and `Way.WRONG_CLAIM`.
CLAIMERS = (
    ("open", "talon not closed", 0),
    ("closer", "by the closer", 1),
    ("against_closer", "against the closer", 2),
)
ROLES = (
    ("forehand", Slot.DEALS_FOREHAND, Slot.WRITTEN_FOREHAND),
    ("dealer", Slot.DEALS_DEALER, Slot.WRITTEN_DEALER),
)


def game_points(rules: TalonRules) -> Iterator[Row]:
    """Game points paid, what deals are worth, points of winner and loser."""
    yield (
        "game_points", "game points", "points", None, Slot.GAME_POINTS, Slot.DEALS,
        "the game points paid a deal", DEALS,
    )  # fmt: skip
    yield (
        "game_points_won", "game points, won deals", "points", None, Slot.GAME_POINTS, Slot.WON,
        "the game points paid a deal that is not drawn", "won deals",
    )  # fmt: skip
    least = min(rules.stakes.base, rules.stakes.under_pays, rules.stakes.no_trick_pays)
    worth = [(str(n), f"worth {n}", n) for n in range(4) if n or not least]
    if rules.most_game_points > 3:
        worth.append(("4+", "worth 4 and more", 4))
    for group, words, place in worth:
        yield (
            "worth", f"won deals {words}", "rate", group, Slot.WORTH + place, Slot.WON,
            f"the share of won deals {words}", "won deals",
        )  # fmt: skip
    yield (
        "winner_points", "points of the winner", "points", None, Slot.WINNER_POINTS, Slot.SINGLE,
        "the points of the winner of a deal", "won deals",
    )  # fmt: skip
    loser = "the loser" if rules.seats == 2 else "each loser"
    yield (
        "loser_points", f"points of {loser}", "points", None, Slot.LOSER_POINTS, Slot.LOSERS,
        "the points of the loser of a deal", "losers",
    )  # fmt: skip


def ends(rules: TalonRules) -> Iterator[Row]:
    """How deals end, what that pays, and who has the points."""
    for end, words, at, _ in ENDS:
        yield (
            "deal_end", words, "rate", end, at, Slot.DEALS, f"the share of deals with {words}",
            DEALS,
        )  # fmt: skip
    yield (
        "deal_end", "drawn", "rate", "drawn", Slot.WAYS + Way.DRAWN, Slot.DEALS,
        "the share of drawn deals", DEALS,
    )  # fmt: skip
    for end, words, at, points in ENDS:
        yield (
            "price", f"game points, {words}", "points", end, points, at,
            f"the game points of a deal with {words}", f"deals with {words}",
        )  # fmt: skip
    target = rules.claim.target
    many = "both" if rules.seats == 2 else "several"
    for n, (group, who) in enumerate((("none", "nobody"), ("one", "one side"), ("more", many))):
        yield (
            "at_target", f"{who} at {target}", "rate", group, Slot.AT_TARGET + n, Slot.DEALS,
            f"the share of deals with {who} at {target} points", DEALS,
        )  # fmt: skip
    yield (
        "winner_lower", "winner has fewer points", "rate", None, Slot.WINNER_LOWER, Slot.SINGLE,
        "the share of won deals whose winner has fewer points than another side", "won deals",
    )  # fmt: skip


def claims() -> Iterator[Row]:
    """Claims, right and wrong, and their prices."""
    for key, kind, first, out_of in (
        ("claims", "claim", Way.CLAIM, Slot.CLAIMS),
        ("wrong_claims", "wrong claim", Way.WRONG_CLAIM, Slot.WRONG_CLAIMS),
    ):
        yield (
            key, f"{kind}s a game", "count", None, out_of, Slot.GAMES,
            f"the number of {kind}s a game", GAMES,
        )  # fmt: skip
        for group, words, step in CLAIMERS:
            yield (
                key, f"{kind}, {words}", "rate", group, Slot.WAYS + first + step, Slot.DEALS,
                f"the share of deals with a {kind}, {words}", DEALS,
            )  # fmt: skip
        for group, words, step in CLAIMERS:
            yield (
                f"{key}_price", f"game points of a {kind}, {words}", "points", group,
                Slot.WAY_POINTS + first + step, Slot.WAYS + first + step,
                f"the game points of a {kind}, {words}", f"{kind}s, {words}",
            )  # fmt: skip


def roles(sides: range) -> Iterator[Row]:
    """Deals won and game points written, by role and by seat."""
    for role, at, _ in ROLES:
        yield (
            "deals_won_by_role", f"deals the {role} wins", "rate", role, at, Slot.DEALS,
            f"the share of deals the {role} wins", DEALS,
        )  # fmt: skip
    for role, _, at in ROLES:
        yield (
            "written_by_role", f"written, {role}", "points", role, at, Slot.DEALS,
            f"the game points the {role} writes a deal", DEALS,
        )  # fmt: skip
    for side in sides:
        yield (
            "deals_won_by_side", f"deals seat {side} wins", "rate", str(side),
            side_place("DEALS", side), Slot.DEALS, f"the share of deals seat {side} wins", DEALS,
        )  # fmt: skip


def marriages() -> Iterator[Row]:
    """Marriages declared, counted, lost pending."""
    kinds = (
        (None, "marriages", Slot.ALL_MARRIAGES, Slot.COUNTED_MARRIAGES, Slot.LOST_MARRIAGES),
        (
            "plain", "plain marriages", Slot.PLAIN_MARRIAGES, Slot.MARRIAGES + 1,
            Slot.MARRIAGES,
        ),
        (
            "trump", "trump marriages", Slot.TRUMP_MARRIAGES, Slot.MARRIAGES + 3,
            Slot.MARRIAGES + 2,
        ),
    )  # fmt: skip
    yield (
        "deals_with_marriage", "deals with a marriage", "rate", None, Slot.MARRIAGE_DEALS,
        Slot.DEALS, "the share of deals in which a marriage is declared", DEALS,
    )  # fmt: skip
    for group, words, declared, counted, _ in kinds:
        yield (
            "marriages", f"{words} a deal", "count", group, declared, Slot.DEALS,
            f"the number of {words} declared a deal", DEALS,
        )  # fmt: skip
        yield (
            "marriages_counted", f"{words} a deal that count", "count", group, counted,
            Slot.DEALS, f"the number of {words} a deal that count", DEALS,
        )  # fmt: skip
    for group, words, declared, _, lost in kinds:
        yield (
            "marriages_lost", f"{words} lost pending", "rate", group, lost, declared,
            f"the share of {words} declared that no trick redeems", f"{words} declared",
        )  # fmt: skip


def points(sides: range) -> Iterator[Row]:
    """Points from tricks and from marriages."""
    for key, label, place, meaning, at in (
        ("trick_points", "from tricks", "CARDS", "the points from tricks a deal", Slot.CARDS),
        ("meld_points", "from marriages", "MELDS", "the points from marriages a deal", Slot.MELDS),
    ):
        yield key, label, "points", None, at, Slot.DEALS, meaning, DEALS
        for side in sides:
            yield (
                f"{key}_by_side", f"{label}, seat {side}", "points", str(side),
                side_place(place, side), Slot.DEALS, f"{meaning} of seat {side}", DEALS,
            )  # fmt: skip
    yield (
        "meld_share", "marriages' share of all points", "share", None, Slot.MELDS, Slot.COUNTED,
        "the share of points that come from marriages", "points",
    )  # fmt: skip


def exchange(rules: TalonRules) -> Iterator[Row]:
    """Exchanges, and stakes that drawn deals have left."""
    yield (
        "exchanges", "deals with an exchange", "rate", None, Slot.EXCHANGES, Slot.DEALS,
        "the share of deals in which the upcard is exchanged", DEALS,
    )  # fmt: skip
    yield (
        "exchanger_wins", "of them the exchanger wins", "rate", None, Slot.EXCHANGER_WINS,
        Slot.EXCHANGES, "the share of deals with an exchange that its seat wins",
        "deals with an exchange",
    )  # fmt: skip
    if not rules.stakes.draw_adds:
        return
    yield (
        "staked", "deals with a stake carried in", "rate", None, Slot.STAKED, Slot.DEALS,
        "the share of deals to which drawn deals have added", DEALS,
    )  # fmt: skip
    yield (
        "stake", "stake carried into these", "points", None, Slot.STAKES, Slot.STAKED,
        "the stake of a deal to which drawn deals have added", "deals with a stake",
    )  # fmt: skip
