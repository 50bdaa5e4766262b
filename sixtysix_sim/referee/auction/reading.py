"""The rule values of one rule set as plain attributes, read once, so that judging stays quick.

No value is decided here: each field is the rule parameter of the same name (spec of parameters), or
a table made of such values (C2.3 strength, C2.4 card points, C5 patterns by trump suit).
"""

from collections import Counter
from dataclasses import dataclass
from typing import NamedTuple

from sixtysix_sim.cards import SUITS, card_code, full_deck
from sixtysix_sim.referee.deck import points_of, strength_of
from sixtysix_sim.rules.auction import AuctionRules, Meld
from sixtysix_sim.rules.ruleset import RuleSet

NO_SUIT = -1
RUN = "run"
TRUMP_MARRIAGE = "trump_marriage"


class Pattern(NamedTuple):
    """One meld in one suit: what a hand must hold for a copy of it.

    Attributes:
        name: the meld's name in the table.
        points: points of one copy.
        single: the pattern is one card, so that C5.10 never limits it.
        suit: suit index, or NO_SUIT for melds over all suits or of exact cards.
        needs: (card code, how many) of one copy.
        with_run: the option of C5.6, for the trump marriage only, else "".
    """

    name: str
    points: int
    single: bool
    suit: int
    needs: tuple[tuple[int, int], ...]
    with_run: str


@dataclass(frozen=True, slots=True)
class Reading:
    """Rule values of the auction family; names are those of the parameters."""

    ruleset: RuleSet
    # deck, deal
    packs: int
    faces: frozenset[int]  # codes of the cards in the deck
    deck_size: int
    strength: tuple[int, ...]  # by card code; higher wins within a suit (C2.3)
    points: tuple[int, ...]  # by card code (C2.4)
    hand_size: int
    rotation: str
    redeal_keeps_dealer: bool
    # follow, last_trick
    must_follow: bool
    must_beat: str
    must_trump: bool
    overtrump: bool
    bonus: int
    # auction
    min_bid: int
    max_bid: int
    step: int
    first_speaker: str
    ask: bool
    ask_limit: str
    ask_after_bid: str
    after_speak: str
    max_redeals: int
    # melds
    copies: str
    patterns: tuple[tuple[Pattern, ...], ...]  # by trump suit, in the order of the table
    # contract, kaput, game
    made_writes: str
    penalty_factor: int
    wipes_melds: bool
    before_contract: bool
    kaput_factor: int
    target: int
    both_at_target: str
    max_deals: int


_READ: dict[str, Reading] = {}


def reading_of(ruleset: RuleSet) -> Reading:
    """Return a rule set's values as plain attributes; read once for each rules hash."""
    found = _READ.get(ruleset.hash)
    if found is None:
        found = _READ[ruleset.hash] = _read(ruleset)
    return found


def _read(ruleset: RuleSet) -> Reading:
    rules = ruleset.auction
    deck = full_deck(rules.deck.ranks, rules.deck.packs)
    calls = rules.auction
    return Reading(
        ruleset=ruleset,
        packs=rules.deck.packs,
        faces=frozenset(deck),
        deck_size=len(deck),
        strength=strength_of(rules.deck),
        points=points_of(rules.deck),
        hand_size=rules.deal.hand_size,
        rotation=rules.deal.rotation,
        redeal_keeps_dealer=rules.deal.redeal_keeps_dealer,
        must_follow=rules.follow.must_follow,
        must_beat=rules.follow.must_beat,
        must_trump=rules.follow.must_trump,
        overtrump=rules.follow.overtrump,
        bonus=rules.last_trick.bonus,
        min_bid=calls.min_bid,
        max_bid=calls.max_bid,
        step=calls.step,
        first_speaker=calls.first_speaker,
        ask=calls.ask,
        ask_limit=calls.ask_limit,
        ask_after_bid=calls.ask_after_bid,
        after_speak=calls.after_speak,
        max_redeals=calls.max_redeals,
        copies=rules.melds.copies,
        patterns=tuple(_patterns(rules, trump) for trump in range(len(SUITS))),
        made_writes=rules.contract.made_writes,
        penalty_factor=rules.contract.penalty_factor,
        wipes_melds=rules.kaput.wipes_melds,
        before_contract=rules.kaput.before_contract,
        kaput_factor=rules.kaput.factor,
        target=rules.game.target,
        both_at_target=rules.game.both_at_target,
        max_deals=rules.game.max_deals,
    )


def _patterns(rules: AuctionRules, trump: int) -> tuple[Pattern, ...]:
    """C5.1 … C5.9: every meld of the table, once for each suit its role allows."""
    found: list[Pattern] = []
    for name, meld in rules.melds.patterns.items():
        for suit, cards in _suits_of(meld, trump):
            needs = tuple(sorted(Counter(cards).items()))
            with_run = meld.with_run or "" if name == TRUMP_MARRIAGE else ""
            found.append(Pattern(name, meld.points, len(cards) == 1, suit, needs, with_run))
    return tuple(found)


def _suits_of(meld: Meld, trump: int) -> list[tuple[int, list[int]]]:
    """Return (suit, cards of one copy) for each suit a meld is counted in."""
    if meld.cards:
        return [(NO_SUIT, [card_code(card) for card in meld.cards])]
    if meld.rank:
        return [(NO_SUIT, [card_code(meld.rank + suit) for suit in SUITS])]
    roles = {
        "trump": [trump],
        "plain": [suit for suit in range(len(SUITS)) if suit != trump],
        "any": list(range(len(SUITS))),
    }
    suits = roles[meld.suit or ""]
    return [(suit, [card_code(rank + SUITS[suit]) for rank in meld.ranks or ()]) for suit in suits]
