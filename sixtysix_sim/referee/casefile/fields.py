"""What each key of a case may hold, and the value it is read as.

A reader takes the TOML value and the rule set and returns the value the judges use, or raises
ValueError with the second half of a sentence ("must be …"). Seats, sides and suits are integers,
cards are codes, actions are `Move`.
"""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sixtysix_sim.cards import card_code, card_name, card_rank, parse_cards, suit_code
from sixtysix_sim.moves import WITH_CARD, Move, parse_move
from sixtysix_sim.rules.ruleset import RuleSet
from sixtysix_sim.vocabulary import NOBODY, Action, Family

LIMIT = 1_000_000  # no score of any rule set comes near
NO_CARD = "none"
_BID_RANGE = re.compile(r"^\s*bid\s+(\d{1,7})\s*\.\.\s*(\d{1,7})\s*$", re.IGNORECASE)

Reader = Callable[[Any, RuleSet], Any]


@dataclass(frozen=True)
class Unreadable:
    """An action text that is no action: what G3 is for, in ``illegal`` only."""

    text: str


def whole(low: int, high: int) -> Reader:
    """Return a reader of a whole number from ``low`` to ``high``."""

    def read(value: Any, _: RuleSet) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise ValueError(f"must be a whole number from {low} to {high}, not {value!r}")
        return value

    return read


def seat(value: Any, ruleset: RuleSet) -> int:
    """Read a seat."""
    seats = ruleset.rules.seats
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < seats:
        raise ValueError(f"must be a seat from 0 to {seats - 1}, not {value!r}")
    return value


def true_or_false(value: Any, _: RuleSet) -> bool:
    """Read a truth value."""
    if not isinstance(value, bool):
        raise ValueError(f"must be true or false, not {value!r}")
    return value


def suit(value: Any, _: RuleSet) -> int:
    """Read a suit letter or symbol."""
    return suit_code(text(value))


def text(value: Any) -> str:
    """Return a value that must be text."""
    if not isinstance(value, str):
        raise ValueError(f"must be text, not {value!r}")
    return value


def one_of(*names: str) -> Reader:
    """Return a reader of one of a few words."""

    def read(value: Any, _: RuleSet) -> str:
        if value not in names:
            raise ValueError(f"must be one of {', '.join(names)}, not {value!r}")
        return str(value)

    return read


def by_side(value: Any, ruleset: RuleSet) -> tuple[int, ...]:
    """Read numbers by side: two teams in the auction family, every seat in the talon family."""
    return numbers(value, ruleset.sides, "by side")


def side_or_nobody(value: Any, ruleset: RuleSet) -> int:
    """Read a side, −1 for nobody."""
    return int(whole(NOBODY, ruleset.sides - 1)(value, ruleset))


def numbers(value: Any, size: int, what: str) -> tuple[int, ...]:
    """Read a list of exactly ``size`` whole numbers."""
    right = isinstance(value, list) and len(value) == size
    if not right or not all(isinstance(item, int) and item is not True for item in value):
        example = [0] * size
        raise ValueError(f"must be {size} whole numbers {what}, as in {example}, not {value!r}")
    return tuple(int(item) for item in value)


def asks(value: Any, ruleset: RuleSet) -> tuple[int, ...]:
    """Read asks so far as ``auction.ask_limit`` counts them: by side, by seat, or one number."""
    limit = ruleset.auction.auction.ask_limit
    if limit in ("team", "seat"):
        size = ruleset.sides if limit == "team" else ruleset.rules.seats
        what = "by side" if limit == "team" else "by seat"
        return numbers(value, size, f"{what} (auction.ask_limit = {limit})")
    if not isinstance(value, int) or isinstance(value, bool):
        raise ValueError(f"must be one number (auction.ask_limit = {limit}), not {value!r}")
    return (value,)


def cards_text(value: Any, ruleset: RuleSet) -> tuple[int, ...]:
    """Read cards separated by spaces, all of them in the deck."""
    if not isinstance(value, str):
        raise ValueError(f"must be text such as 'AS TS 9H', not {value!r}")
    return in_deck(parse_cards(value), ruleset)


def card(value: Any, ruleset: RuleSet) -> int:
    """Read one card of the deck."""
    return in_deck([card_code(text(value))], ruleset)[0]


def card_or_none(value: Any, ruleset: RuleSet) -> int:
    """Read one card of the deck, or ``none``."""
    return NOBODY if value == NO_CARD else card(value, ruleset)


def card_list(value: Any, ruleset: RuleSet) -> tuple[int, ...]:
    """Read a trick: a list of cards, leader's first, at most one a seat."""
    if not isinstance(value, list):
        raise ValueError(f"must be a list of cards such as ['9S', 'JH'], not {value!r}")
    seats = ruleset.rules.seats
    if len(value) > seats:
        raise ValueError(f"has {len(value)} cards, but only {seats} seats play to a trick")
    return in_deck([card_code(text(item)) for item in value], ruleset)


def in_deck(codes: list[int], ruleset: RuleSet) -> tuple[int, ...]:
    """Return cards that must have a rank of ``deck.ranks``."""
    ranks = ruleset.rules.deck.ranks
    for code in codes:
        if card_rank(code) not in ranks:
            raise ValueError(
                f"names {card_name(code)}, but the deck has the ranks {' '.join(ranks)} only"
            )
    return tuple(codes)


def per_seat(value: Any, ruleset: RuleSet) -> dict[int, Any]:
    """Read a table with seats as keys, or a list of one entry a seat."""
    if isinstance(value, list) and len(value) == ruleset.rules.seats:
        value = {str(place): item for place, item in enumerate(value)}
    if not isinstance(value, dict):
        raise ValueError(f"must be a table by seat such as {{ 1 = … }}, not {value!r}")
    seats = {str(number): number for number in range(ruleset.rules.seats)}
    wrong = next((key for key in value if key not in seats), None)
    if wrong is not None:
        raise ValueError(f"names seat {wrong}; seats run from 0 to {len(seats) - 1}")
    return {seats[key]: item for key, item in value.items()}


def hands(value: Any, ruleset: RuleSet) -> dict[int, tuple[int, ...]]:
    """Read hands by seat; a seat left out is unknown."""
    return {
        place: cards_text(item, ruleset) for place, item in sorted(per_seat(value, ruleset).items())
    }


def hands_as_counts(value: Any, ruleset: RuleSet) -> dict[int, Counter[int]]:
    """Read hands by seat whose order does not matter."""
    return {place: Counter(cards) for place, cards in hands(value, ruleset).items()}


def melds(value: Any, ruleset: RuleSet) -> dict[int, dict[str, int]]:
    """Read melds by seat: name → copies; seats without melds drop out."""
    known = list(ruleset.auction.melds.patterns)
    found: dict[int, dict[str, int]] = {}
    for place, table in sorted(per_seat(value, ruleset).items()):
        if not isinstance(table, dict):
            raise ValueError(f"must give seat {place} a table such as {{ run = 1 }}, not {table!r}")
        for name, copies in table.items():
            if name not in known:
                raise ValueError(f"names the meld {name}; the rules have {', '.join(known)}")
            whole(0, 99)(copies, ruleset)
        if any(table.values()):
            found[place] = {name: copies for name, copies in sorted(table.items()) if copies}
    return found


def calls(value: Any, _: RuleSet) -> tuple[Move, ...]:
    """Read calls in speaking order."""
    if not isinstance(value, list):
        raise ValueError(f"must be a list of calls such as ['pass', 'bid 150'], not {value!r}")
    return tuple(parse_move(text(item)) for item in value)


def move(value: Any, ruleset: RuleSet) -> Move:
    """Read one action; a card must be in the deck."""
    found = parse_move(text(value))
    if found.action in WITH_CARD:
        in_deck([found.value], ruleset)
    return found


def legal(value: Any, ruleset: RuleSet) -> frozenset[Move]:
    """Read a set of actions; ``bid 160..700`` is every step of the range."""
    if not isinstance(value, list):
        raise ValueError(f"must be a list of actions such as ['pass', 'bid 150'], not {value!r}")
    found: list[Move] = []
    for item in value:
        if span := _BID_RANGE.match(text(item)):
            found += _bids(int(span[1]), int(span[2]), ruleset)
        else:
            found.append(parse_move(item))
    twice = next((item for item, times in Counter(found).items() if times > 1), None)
    if twice:
        raise ValueError(f"names '{twice.text}' twice")
    return frozenset(found)


def _bids(low: int, high: int, ruleset: RuleSet) -> list[Move]:
    if ruleset.family is not Family.AUCTION:
        raise ValueError(f"has the range bid {low}..{high}, but {ruleset.title} has no bids")
    if high < low or high > LIMIT:
        raise ValueError(f"has the range bid {low}..{high}, which holds no bids")
    return [Move(Action.BID, n) for n in range(low, high + 1, ruleset.auction.auction.step)]


def illegal(value: Any, ruleset: RuleSet) -> dict[Move | Unreadable, str]:
    """Read action → the rule id it breaks; what is no action may only break G3."""
    if not isinstance(value, dict):
        raise ValueError(f"must be a table such as {{ 'play AH' = 'C6.2' }}, not {value!r}")
    found: dict[Move | Unreadable, str] = {}
    for action, rule in value.items():
        clause(rule, ruleset)
        try:
            found[parse_move(action)] = rule
        except ValueError:
            if rule != "G3":
                raise
            found[Unreadable(action)] = rule
    return found


def clause(value: Any, ruleset: RuleSet) -> str:
    """Read a rule id that the rule text, or the list of G breaches, has."""
    if not ruleset.clause_text(text(value)):
        raise ValueError(
            f"names the rule {value}, which neither {ruleset.text} nor the list G1 … G7 has"
        )
    return str(value)


def on_or_side(value: Any, ruleset: RuleSet) -> int | str:
    """Read a game's winner: a side, −1 for nobody, or "on"."""
    if value == "on":
        return "on"
    if isinstance(value, str):
        raise ValueError(f"must be a side, -1 for nobody, or 'on', not {value!r}")
    return side_or_nobody(value, ruleset)
