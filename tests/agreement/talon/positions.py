"""Random positions in the middle of a deal of the talon family: cards, tricks, points, a closing.

They need not be reachable; they are what the case reader, too, takes up.
"""

from random import Random
from typing import Any

from sixtysix_sim.cards import full_deck
from sixtysix_sim.rules.talon import TalonRules

Middle = dict[str, Any]


def random_middle(rules: TalonRules, scores: tuple[int, ...], stake: int, rng: Random) -> Middle:
    """Return a position by the names of `Stepper.start_play`.

    With the talon open each hand is full (a card short at the draw choice); after a closing or the
    end of the talon the hands have shrunk by the tricks played since.
    """
    size, deck = rules.deal.hand_size, full_deck(rules.deck.ranks, rules.deck.packs)
    seats = rules.seats
    rng.shuffle(deck)
    rounds, over = divmod(len(deck) - seats * size, seats)  # draws each seat has, cards over
    drawn = rng.randint(0, rounds)
    leader, closed = rng.randrange(seats), drawn < rounds and rng.random() < 0.3
    to_draw = False
    if closed or drawn == rounds:
        since = rng.randint(0, size - 1)  # tricks since the last draw
    else:
        choice = rules.closing.allowed and rules.closing.when == "before_or_after_draw"
        to_draw = choice and rng.random() < 0.4
        since = int(to_draw)
    tricks = _split(drawn + since, seats, rng)
    if to_draw and not tricks[leader]:
        leader = next(seat for seat in range(seats) if tricks[seat])
    held, left = size - since, seats * (rounds - drawn) + over
    hands = [sorted(deck[seat * held : (seat + 1) * held]) for seat in range(seats)]
    rest = deck[seats * held :]
    if drawn == rounds and over and rules.talon.uneven == "partial":
        left = 0  # the cards over went to the first seats; the unplayed ones stay away
    points = rules.claim.target
    middle: Middle = {
        "leader": leader,
        "hands": hands,
        "talon": rest[1:left] if left else [],
        "upcard": rest[0] if left else None,
        "trump": rest[0] >> 3 if left else rng.randrange(4),
        "tricks": tricks,
        "card_points": [_points(points, rng) if won else 0 for won in tricks],
        "meld_points": [_melds(rules, rng) for _ in tricks],
        "pending": [0 if won else _melds(rules, rng) for won in tricks],
        "to_draw": to_draw,
        "scores": list(scores),
        "stake": stake,
    }
    if rules.marriage.needs_trick != "to_count":
        middle["pending"] = [0] * seats
    return middle | ({"closing": _closing(middle, since, rng)} if closed else {})


def _split(tricks: int, seats: int, rng: Random) -> list[int]:
    """Share tricks out, all to one side now and then."""
    shares = [0] * seats
    for _ in range(seats - 1):
        left = tricks - sum(shares)
        shares[rng.randrange(seats)] += rng.choice((0, left, rng.randint(0, left)))
    shares[rng.randrange(seats)] += tricks - sum(shares)
    return shares


def _points(target: int, rng: Random) -> int:
    """Draw card points, often near what decides: a third or half of the target, the target."""
    near = rng.choice((target, target // 2, 33, rng.randint(0, target)))
    return max(0, near + rng.randrange(-6, 7))


def _melds(rules: TalonRules, rng: Random) -> int:
    return rng.choice((0, 0, 0, rules.marriage.plain, rules.marriage.trump))


def _closing(middle: Middle, since: int, rng: Random) -> dict[str, Any]:
    """Draw who closed, and what all had then: not more than they have now."""
    tricks = list(middle["tricks"])
    for _ in range(since):
        tricks[rng.choice([side for side, won in enumerate(tricks) if won])] -= 1
    sides = range(len(tricks))
    totals = [middle["card_points"][side] + middle["meld_points"][side] for side in sides]
    return {
        "seat": rng.choice(sides),
        "trick": sum(tricks) + 1,
        "cards_left": len(middle["talon"]) + 1,
        "tricks": tricks,
        "points": [rng.randint(0, total) if total else 0 for total in totals],
    }
