"""Transcripts and cases of the talon family."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sixtysix_sim.cards import CARD_NAMES, full_deck
from sixtysix_sim.referee.audit.record import Hands, Record, RecordedMove
from sixtysix_sim.referee.audit.talon.record import dealt_sizes, result_row
from sixtysix_sim.referee.talon import UNKNOWN, DealResult, State, clause_of_field
from sixtysix_sim.referee.transcript.fields import Line, Report, read_cards, show_hand
from sixtysix_sim.rules.ruleset import RuleSet
from sixtysix_sim.rules.wording import shown

KEYS = ("upcard", "talon")
_MISDEAL = re.compile(r"\s*\d+\s+irregular misdeal (\d{1,2})\s*$", re.IGNORECASE)
_QUERY = "??"  # a card of the talon that the program does not know


def undealt(
    line: Line,
    of_deck: list[int] | None,
    result: Mapping[str, Any],
    ruleset: RuleSet,
    report: Report,
) -> list[int] | None:
    """Read ``upcard`` and ``talon``, the cards behind the hands in drawing order.

    Left out they are those of the deck, the upcard also that of the result. Cards of the talon that
    are not known are `UNKNOWN`; None where the upcard is not.
    """
    size = talon_size(ruleset) + _short(line, ruleset)
    given = _talon(line, size, ruleset, report)
    if not size:
        return of_deck
    upcard = _upcard(line, ruleset, report)
    if of_deck is not None:
        wrong = upcard not in (None, of_deck[0]) or given not in (None, of_deck[1:])
        if wrong:
            report("G7", "upcard and talon are others than in deck")
        return of_deck
    if upcard is None:
        upcard = result.get("upcard")
    return None if upcard is None else [upcard, *(given or [UNKNOWN] * (size - 1))]


def talon_size(ruleset: RuleSet) -> int:
    """Return how many cards lie behind the hands, the upcard included (K1.3 D2.2)."""
    rules = ruleset.talon
    cards = len(full_deck(rules.deck.ranks, rules.deck.packs))
    return cards - rules.seats * rules.deal.hand_size


def _short(line: Line, ruleset: RuleSet) -> int:
    """D8.2: how many cards more lie in the talon because hands were dealt too few."""
    moves = line.get("moves")
    found = [_MISDEAL.match(item) for item in moves or () if isinstance(item, str)]
    return sum(ruleset.talon.deal.hand_size - int(each[1]) for each in found if each)


def _upcard(line: Line, ruleset: RuleSet, report: Report) -> int | None:
    value = line.get("upcard")
    if value is None:
        return None
    cards = read_cards(value, "upcard", ruleset, report)
    if cards is None or len(cards) == 1:
        return cards[0] if cards else None
    report("G6", f"upcard is {shown(value)}; it is one card")
    return None


def _talon(line: Line, size: int, ruleset: RuleSet, report: Report) -> list[int] | None:
    """Read the talon without the upcard; ``??`` is a card that is not known."""
    value = line.get("talon")
    if value is None:
        return None
    words = value.split() if isinstance(value, str) else value
    if isinstance(words, list) and _QUERY in words:
        named = [word for word in words if word != _QUERY]
        cards = read_cards(named, "talon", ruleset, report)
        rest = iter(cards or ())
        found = [UNKNOWN if word == _QUERY else next(rest, UNKNOWN) for word in words]
    else:
        read = read_cards(value, "talon", ruleset, report)
        if read is None:
            return None
        found = read
    if len(found) != max(size - 1, 0):
        report("G6", f"talon has {len(found)} cards; {max(size - 1, 0)} lie there with the upcard")
        return None
    return found


def complete(
    hands: Hands,
    undealt: list[int] | None,
    moves: Sequence[RecordedMove],
    ruleset: RuleSet,
) -> Hands:
    """Return the hands; the only one not recorded is what all the other cards leave of the pack."""
    rules = ruleset.talon
    if hands.count(None) != 1 or undealt is None or UNKNOWN in undealt:
        return hands
    rest = Counter(full_deck(rules.deck.ranks, rules.deck.packs))
    rest.subtract([*undealt, *(card for hand in hands for card in hand or ())])
    cards = sorted(rest.elements())
    sizes = dealt_sizes(moves, ruleset)
    if min(rest.values()) < 0 or len(cards) != sizes[hands.index(None)]:
        return hands
    return [cards if hand is None else hand for hand in hands]


def dealer_of(first: int, ruleset: RuleSet) -> int | None:
    """K1.4 D2.3: who deals if this seat leads first."""
    seats = ruleset.rules.seats
    return (first - 1) % seats if first in range(seats) else None


def behind_hands(record: Record) -> dict[str, Any]:
    """Return upcard and talon as fields of a line."""
    if not record.undealt:
        return {}
    return {
        "upcard": CARD_NAMES[record.undealt[0]],
        "talon": _in_order(record.undealt[1:]),
    }


def position(before: State) -> dict[str, Any]:
    """Return a deal before its first lead by the keys of case files."""
    return {
        "phase": "play",
        "dealer": before.dealer,
        "leader": before.leader,
        "score": before.scores,
        "stake": before.stake,
        "deals_played": before.deals_played,
        "hands": {
            str(seat): show_hand(hand.elements()) for seat, hand in enumerate(before.hands) if hand
        },
        "upcard": CARD_NAMES[before.upcard],
        "talon": _in_order(before.talon),
    }


def expected(result: DealResult) -> dict[str, Any]:
    """Return what a deal comes to by the keys of case files."""
    totals_ = [a + b for a, b in zip(result.card_points, result.meld_points, strict=True)]
    return {
        "end": result_row(result)["end"],
        "deal_winner": result.winner,
        "game_points": result.game_points,
        "change": list(result.change),
        "score_after": list(result.score_after),
        "stake_after": result.stake_after,
        "dealer_after": result.dealer_after,
        "game_winner": "on" if result.game == "on" else result.game[0],
        "tricks_after": list(result.tricks),
        "points_after": totals_,
    }


def cites(state: State) -> list[str]:
    """Return the clauses a deal is an example of."""
    if state.result is None:
        return [state.rules.clause("leader")]
    names = [clause_of_field(state, field, state.result) for field in ("end", "game_points")]
    return list(dict.fromkeys(names))


def _in_order(cards: Iterable[int]) -> str:
    return " ".join(_QUERY if card == UNKNOWN else CARD_NAMES[card] for card in cards)
