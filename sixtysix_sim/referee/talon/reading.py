"""The rule values of one talon rule set as plain attributes, and the clauses that decide by them.

No value is decided here: each field is the rule parameter of the same name (spec of parameters), or
a table made of such values. `Reading.clause` is the one place a clause id comes from, so that the
rules are judged alike whatever a preset calls its clauses.
"""

from dataclasses import dataclass

from sixtysix_sim.cards import RANKS, full_deck
from sixtysix_sim.referee.deck import points_of, strength_of
from sixtysix_sim.rules.common import NO_RANK
from sixtysix_sim.rules.ruleset import RuleSet

NO_CARD_RANK = -1
#: Decisions no key stands for; every preset of the family names their clauses.
DECISIONS = ("upcard", "forehand", "leader", "trick", "marriage", "marriage_lead", "claim")


@dataclass(frozen=True, slots=True)
class Reading:
    """Rule values of the talon family; names are those of the parameters."""

    ruleset: RuleSet
    place: dict[str, int]  # clause id → its place in the rule text
    seats: int
    # deck, deal, talon
    packs: int
    faces: frozenset[int]  # codes of the cards in the deck
    deck_size: int
    strength: tuple[int, ...]  # by card code; higher wins within a suit
    points: tuple[int, ...]  # by card code
    hand_size: int
    rotation: str
    after_draw: str
    redeal_keeps_dealer: bool
    uneven: str
    slips: bool  # cards may be drawn or dealt unevenly by mistake
    may_redeal: bool  # a deal that went wrong may be dealt again
    # follow, last_trick
    must_follow: bool
    must_beat: str
    must_trump: bool
    overtrump: bool
    while_open: bool
    bonus: int
    bonus_when_closed: bool
    # marriage
    marriage_plain: int
    marriage_trump: int
    marriage_needs_trick: str
    marriage_from_trick: int
    marriage_after_close: bool
    marriage_after_exhausted: bool
    lead_open: str
    lead_endgame: str
    one_per_lead: bool
    # exchange
    exchange_rank: int  # index into RANKS, or NO_CARD_RANK
    exchange_needs_trick: bool
    exchange_from_trick: int
    exchange_min_talon: int
    exchange_after_close: bool
    # closing
    closing_allowed: bool
    closing_when: str
    closing_from_trick: int
    min_tricks_won: int
    closing_min_talon: int
    auto_out: str
    failure: str
    opponent_tricks: str
    opponent_score: str
    opponent_claims: str
    # claim, played_out
    target: int
    claim_when: str
    wrong: str
    wrong_by_closer: str
    played_out: str
    compare: str
    nobody_at_target: str
    # stakes, match
    base: int
    under: int
    under_pays: int
    no_trick_pays: int
    zero_sum: bool
    draw_adds: int
    match_target: int
    match_deals: int
    max_deals: int

    def clause(self, decision: str) -> str:
        """Return the clause behind a rule key, or behind one of `DECISIONS`."""
        return self.ruleset.clause_of(decision)


_READ: dict[tuple[str, str], Reading] = {}


def reading_of(ruleset: RuleSet) -> Reading:
    """Return a rule set's values as plain attributes; read once for each rule text and hash."""
    key = ruleset.preset, ruleset.hash
    found = _READ.get(key)
    if found is None:
        found = _READ[key] = _read(ruleset)
    return found


def _read(ruleset: RuleSet) -> Reading:
    rules = ruleset.talon
    deck = full_deck(rules.deck.ranks, rules.deck.packs)
    rank = rules.exchange.rank
    return Reading(
        ruleset=ruleset,
        place={clause: place for place, clause in enumerate(ruleset.clauses())},
        seats=rules.seats,
        packs=rules.deck.packs,
        faces=frozenset(deck),
        deck_size=len(deck),
        strength=strength_of(rules.deck),
        points=points_of(rules.deck),
        hand_size=rules.deal.hand_size,
        rotation=rules.deal.rotation,
        after_draw=rules.deal.after_draw,
        redeal_keeps_dealer=rules.deal.redeal_keeps_dealer,
        uneven=rules.talon.uneven,
        slips=rules.draws_slip,
        may_redeal=rules.may_redeal,
        must_follow=rules.follow.must_follow,
        must_beat=rules.follow.must_beat,
        must_trump=rules.follow.must_trump,
        overtrump=rules.follow.overtrump,
        while_open=rules.follow.while_open,
        bonus=rules.last_trick.bonus,
        bonus_when_closed=rules.last_trick.when_closed,
        marriage_plain=rules.marriage.plain,
        marriage_trump=rules.marriage.trump,
        marriage_needs_trick=rules.marriage.needs_trick,
        marriage_from_trick=rules.marriage.from_trick,
        marriage_after_close=rules.marriage.after_close,
        marriage_after_exhausted=rules.marriage.after_exhausted,
        lead_open=rules.marriage.lead_open,
        lead_endgame=rules.marriage.lead_endgame,
        one_per_lead=rules.marriage.one_per_lead,
        exchange_rank=NO_CARD_RANK if rank == NO_RANK else RANKS.index(rank),
        exchange_needs_trick=rules.exchange.needs_trick,
        exchange_from_trick=rules.exchange.from_trick,
        exchange_min_talon=rules.exchange.min_talon,
        exchange_after_close=rules.exchange.after_close,
        closing_allowed=rules.closing.allowed,
        closing_when=rules.closing.when,
        closing_from_trick=rules.closing.from_trick,
        min_tricks_won=rules.closing.min_tricks_won,
        closing_min_talon=rules.closing.min_talon,
        auto_out=rules.closing.auto_out,
        failure=rules.closing.failure,
        opponent_tricks=rules.closing.opponent_tricks,
        opponent_score=rules.closing.opponent_score,
        opponent_claims=rules.closing.opponent_claims,
        target=rules.claim.target,
        claim_when=rules.claim.when,
        wrong=rules.claim.wrong,
        wrong_by_closer=rules.claim.wrong_by_closer,
        played_out=rules.played_out.winner,
        compare=rules.played_out.compare,
        nobody_at_target=rules.played_out.nobody_at_target,
        base=rules.stakes.base,
        under=rules.stakes.under,
        under_pays=rules.stakes.under_pays,
        no_trick_pays=rules.stakes.no_trick_pays,
        zero_sum=rules.stakes.zero_sum,
        draw_adds=rules.stakes.draw_adds,
        match_target=rules.match.target,
        match_deals=rules.match.deals,
        max_deals=rules.match.max_deals,
    )
