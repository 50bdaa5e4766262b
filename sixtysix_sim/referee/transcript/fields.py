"""A line of a transcript, field by field: what is wrong is collected, what is right is used.

A reader returns the value, or None where the field is left out or wrong; a wrong one is reported
with the rule it concerns.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from sixtysix_sim.cards import CARD_NAMES, SUIT_SYMBOLS, card_code, parse_cards, suit_code
from sixtysix_sim.moves import WITH_CARD, parse_move
from sixtysix_sim.referee.audit import audit_of
from sixtysix_sim.referee.audit.record import RecordedMove
from sixtysix_sim.rules.ruleset import RuleError, RuleSet, resolve_rules
from sixtysix_sim.rules.wording import one_line, shown

KEYS = (
    "rules", "game", "deal", "dealer", "score_before", "deck", "hands", "moves", "result",
)  # fmt: skip
LIMIT = 10**12  # numbers of games; no score comes near
_NAMES = set(CARD_NAMES)
_PLACE = {"game", "deal", "dealer", "deck"}  # columns of deals that stand beside the result
#: Columns written as text that stand for a code, and what to write.
_CODES: dict[str, tuple[Callable[[str], int], str]] = {
    "trump": (suit_code, f"a suit is one of {SUIT_SYMBOLS}"),
    "upcard": (card_code, "a card is written as in TS"),
}
Report = Callable[..., None]  # (rule, message, move=None, severity="error")
Line = Mapping[str, Any]


def read_rules(value: object) -> RuleSet:
    """Read ``rules``: a preset's name, or an object with ``base`` and the changes to it.

    Raises:
        ValueError: neither, or the rules do not hold; the message is half a sentence.
    """
    if isinstance(value, Mapping):
        base, changes = value.get("base"), {k: v for k, v in value.items() if k != "base"}
    else:
        base, changes = value, {}
    if not isinstance(base, str):
        raise ValueError(f'rules is {shown(value)}; write a preset\'s name, as in "cift66"')
    try:
        return resolve_rules(base, changes)
    except RuleError as error:
        raise ValueError(one_line(f"rules: {error.key} {error.message}", 200)) from None


def whole(line: Line, key: str, low: int, high: int, report: Report) -> int | None:
    """Read a whole number."""
    value = line.get(key)
    if value is None:
        return None
    if is_whole(value) and low <= value <= high:
        return int(value)
    report("", f"{key} is {shown(value)}; it must be a whole number from {low} to {high}")
    return None


def score(line: Line, ruleset: RuleSet, report: Report) -> tuple[int, ...] | None:
    """Read ``score_before``: whole numbers by side."""
    value, sides = line.get("score_before"), ruleset.sides
    if value is None:
        return None
    numbers: list[Any] = value if isinstance(value, list) and len(value) == sides else [None]
    if all(is_whole(number) and abs(number) < LIMIT for number in numbers):
        return tuple(numbers)
    words = f"it must be {count_word(sides)} numbers by side, as in {[0] * sides}"
    report("", f"score_before is {shown(value)}; {words}")
    return None


def count_word(number: int) -> str:
    """Return a small number as a sentence has it."""
    return ("no", "one", "two", "three", "four", "five", "six")[number]


def hands(
    line: Line, ruleset: RuleSet, report: Report
) -> tuple[list[list[int] | None], list[int] | None]:
    """Read ``hands`` or ``deck``; return hands by seat and, of a deck, the cards behind them."""
    seats = ruleset.rules.seats
    found: list[list[int] | None] = [None] * seats
    left: list[int] | None = None
    if line.get("deck") is not None:
        found, left = _deck(line["deck"], ruleset, report)
    if line.get("hands") is None:
        return found, left
    given = _by_seat(line["hands"], seats, report)
    for seat, value in given.items():
        cards = read_cards(value, f"the hand of seat {seat}", ruleset, report)
        if cards is None:
            continue
        deck = found[seat]
        if deck is not None and sorted(deck) != sorted(cards):
            report("G7", f"the hand of seat {seat} is another one in hands than in deck")
        else:
            found[seat] = cards
    return found, left


def _deck(
    value: object, ruleset: RuleSet, report: Report
) -> tuple[list[list[int] | None], list[int] | None]:
    rules = ruleset.rules
    seats = rules.seats
    nothing: list[list[int] | None] = [None] * seats
    cards = read_cards(value, "deck", ruleset, report)
    if cards is None:
        return nothing, None
    size, hand = len(rules.deck.ranks) * 4 * rules.deck.packs, rules.deal.hand_size
    if len(cards) != size:
        report("G6", f"deck has {len(cards)} cards; the pack has {size}")
        return nothing, None
    cuts = [seat * hand for seat in range(seats + 1)]
    dealt: list[list[int] | None] = [cards[a:b] for a, b in pairwise(cuts)]
    return dealt, cards[seats * hand :]


def _by_seat(value: object, seats: int, report: Report) -> dict[int, object]:
    if isinstance(value, list) and len(value) == seats:
        return {seat: hand for seat, hand in enumerate(value) if hand is not None}
    names = [str(seat) for seat in range(seats)]
    if isinstance(value, Mapping) and all(key in names for key in value):
        return {int(key): hand for key, hand in value.items() if hand is not None}
    words = f"it must be a list of {count_word(seats)} hands, null for one not known"
    report("", f"hands is {shown(value)}; {words}")
    return {}


def read_cards(value: object, what: str, ruleset: RuleSet, report: Report) -> list[int] | None:
    """Read cards: a text with or without spaces between them, or a list of texts.

    Args:
        what: what they are, for messages.
    """
    try:
        if isinstance(value, list) and all(isinstance(item, str) for item in value):
            cards = [card_code(item) for item in value]
        elif isinstance(value, str):
            cards = parse_cards(_spaced(value))
        else:
            report("", f"{what} is {shown(value)}; write cards, as in 'AS TS 9H'")
            return None
    except ValueError as error:
        report("G6", f"{what}: {one_line(error)[:160]}")
        return None
    foreign = next((card for card in cards if not in_pack(card, ruleset)), None)
    if foreign is not None:
        report("G6", f"{what} has {CARD_NAMES[foreign]}, which is no card of this pack")
        return None
    return cards


def _spaced(text: str) -> str:
    """Put spaces between cards written without them, two characters each."""
    words = [text[at : at + 2] for at in range(0, len(text), 2)]
    return " ".join(words) if len(words) > 1 and set(words) <= _NAMES else text


def in_pack(card: int, ruleset: RuleSet) -> bool:
    """Whether the deck has a card of this face."""
    return CARD_NAMES[card][0] in ruleset.rules.deck.ranks


def moves(line: Line, ruleset: RuleSet, report: Report) -> tuple[list[RecordedMove] | None, bool]:
    """Read ``moves`` up to the first that cannot be read; return them and whether one could not."""
    value = line.get("moves")
    if value is None:
        return None, False
    if not isinstance(value, list):
        report("", f'moves is {shown(value)}; it must be a list, as in ["1 pass", "0 play AS"]')
        return None, False
    found: list[RecordedMove] = []
    for number, item in enumerate(value):
        try:
            seat, move = _move(item)
        except ValueError as error:
            report("G3", one_line(error)[:200], move=number)
            return found, True
        if move.action in WITH_CARD and not in_pack(move.value, ruleset):
            report("G6", f"{CARD_NAMES[move.value]} is no card of this pack", move=number)
            return found, True
        found.append((number, None, seat, move, None))
    return found, False


def _move(item: object) -> tuple[int, Any]:
    """Read ``2 bid 160``.

    Raises:
        ValueError: it is no action of a seat.
    """
    if not isinstance(item, str):
        raise ValueError(f'the action is {shown(item)}; write it as in "0 play AS"')
    seat, _, action = item.strip().partition(" ")
    if not (seat.isascii() and seat.isdecimal() and len(seat) < 4):
        raise ValueError(f'{shown(item)} does not begin with a seat, as in "0 play AS"')
    return int(seat), parse_move(action)


def result(line: Line, ruleset: RuleSet, report: Report) -> dict[str, Any]:
    """Read ``result``: columns of the deals table; a wrong one is left out."""
    value = line.get("result")
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        report("", f"result is {shown(value)}; it must be an object with columns of deals")
        return {}
    found: dict[str, Any] = {}
    audit = audit_of(ruleset)
    columns = audit.fields_of(ruleset)
    for key, item in value.items():
        if key in columns:
            try:
                found[key] = _column(key, item, audit.ends)
            except ValueError as error:
                report("G7", f"result: {key} {error}")
        elif key not in _PLACE:
            report("", f"result: {one_line(key)[:40]} is no column of the deals table and is not "
                       "judged", severity="note")  # fmt: skip
    return found


def _column(key: str, value: Any, ends: Sequence[str]) -> Any:
    """Read a column's value.

    Raises:
        ValueError: it is of another kind; half a sentence.
    """
    if key in _CODES:
        code_of, says = _CODES[key]
        if value is None:
            return None
        try:
            return code_of(value if isinstance(value, str) else "")
        except ValueError:
            raise ValueError(f"is {shown(value)}; {says}") from None
    if key == "end":
        if value not in ends:
            raise ValueError(f"is {shown(value)}; a deal ends as {', '.join(ends)}")
        return value
    if key == "made":
        if value is not None and not isinstance(value, bool):
            raise ValueError(f"is {shown(value)}; it must be true, false or null")
        return value
    if (value is None and key == "bid") or (is_whole(value) and abs(value) < LIMIT):
        return value
    raise ValueError(f"is {shown(value)}; it must be a whole number")


def is_whole(value: Any) -> bool:
    """Whether a value is a whole number and no truth value."""
    return isinstance(value, int) and not isinstance(value, bool)


def show_hand(cards: Iterable[int]) -> str:
    """Return cards as a transcript writes them, sorted by code."""
    return " ".join(CARD_NAMES[card] for card in sorted(cards))
