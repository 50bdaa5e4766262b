"""What no single position shows: results, deals in a row, decks, clauses."""

from dataclasses import replace
from random import Random

import pytest

from sixtysix_sim.cards import card_code, parse_cards
from sixtysix_sim.referee.talon import (
    DealResult,
    Marriage,
    State,
    clause_of_field,
    deck_breach,
    game_outcome,
    next_deal,
    next_dealer,
    reading_of,
    split_deck,
)
from sixtysix_sim.referee.talon.reading import DECISIONS
from sixtysix_sim.rules.ruleset import RuleSet, resolve_rules
from sixtysix_sim.vocabulary import NOBODY, DealEnd, GameEnd
from tests.referee.talon_games import (
    CLASSIC,
    HANDS,
    SEKSOGTRES,
    TALON,
    TALON_PRESETS,
    classic,
    deal_of,
    dealt,
    do,
    play_randomly,
    shuffled,
)


class TestResults:
    def result(self, state: State, *texts: str) -> DealResult:
        do(state, *texts)
        assert state.result is not None
        return state.result

    def test_fields_of_the_deals_table(self) -> None:
        state = deal_of(SEKSOGTRES, HANDS, "KH", TALON, scores=[5, -5], stake=2, deals_played=3)
        result = self.result(
            state,
            *("0 play AS", "1 play TS", "0 draw", "0 exchange", "0 marriage S", "0 close"),
            *("0 play KS", "1 play 9S", "0 claim"),
        )
        assert result == DealResult(
            end=DealEnd.WRONG_CLAIM,
            winner=1,
            loser=0,
            forehand=0,
            trump=1,
            upcard=card_code("KH"),
            closer=0,
            closed_at=10,
            exchanger=0,
            game_points=3,
            stake=2,
            stake_after=0,
            tricks=(2, 0),
            card_points=(25, 0),
            meld_points=(20, 0),
            melds=(Marriage(0, 0, 1, 20, True),),
            change=(-3, 3),
            score_after=(2, -2),
            dealer_after=0,
            game="on",
            deals_played=4,
        )

    def test_a_deal_without_closing_exchange_or_marriage(self) -> None:
        result = self.result(classic(), "0 claim")
        nobody = (result.closer, result.closed_at, result.exchanger)
        assert nobody == (NOBODY, NOBODY, NOBODY)
        assert (result.melds, result.meld_points, result.game_points) == ((), (0, 0), 2)

    def test_marriages_that_no_trick_redeemed_do_not_count(self) -> None:
        state = classic()
        result = self.result(state, "0 marriage S", "0 play KS", "1 play AH", "1 claim")
        assert result.melds == (Marriage(0, 0, 1, 20, False),)
        assert (result.meld_points, state.pending) == ((0, 0), [20, 0])

    def test_only_the_winners_marriages_are_redeemed(self) -> None:
        hands = ["KS QS 9D 9C JC JD", "KD QD AS TS TC AC"]
        state = deal_of(CLASSIC, hands, "9H", "KC AD QC TD JH QH KH AH JS 9S TH")
        do(state, "0 marriage S", "0 play KS", "1 play AS", "1 marriage D", "1 play KD")
        assert state.marriages == [Marriage(0, 0, 1, 20, False), Marriage(1, 2, 1, 20, True)]
        do(state, "0 play AD")
        assert state.marriages == [Marriage(0, 0, 1, 20, True), Marriage(1, 2, 1, 20, True)]

    def test_a_second_pair_of_a_suit_joins_the_row_of_the_first(self) -> None:
        ruleset = resolve_rules("classic_66_v1", {"deck": {"packs": 2}})
        hands = ["KS KS QS QS KD QD", "9S 9S 9D 9D JC JC"]
        state = deal_of(ruleset, hands, "9H", "TC TC AC AC AD AD TH TH")
        do(state, "0 marriage S", "0 play KS", "1 play 9S", "0 marriage S", "0 play QS")
        do(state, "1 play 9S", "0 marriage D")
        assert state.marriages == [Marriage(0, 0, 2, 40, True), Marriage(0, 2, 1, 20, True)]

    def test_a_marriage_of_no_points_is_one_too(self) -> None:
        ruleset = resolve_rules("classic_66_v1", {"marriage": {"plain": 0}})
        state = deal_of(ruleset, HANDS, "KH", TALON)
        result = self.result(state, "0 marriage S", "0 claim")
        assert result.melds == (Marriage(0, 0, 1, 0, False),)


class TestManyDeals:
    @pytest.mark.parametrize("preset", TALON_PRESETS)
    def test_deals_follow_each_other_to_the_end_of_the_match(self, preset: str) -> None:
        ruleset, rng = resolve_rules(preset), Random(5)
        state = dealt(ruleset, shuffled(ruleset, rng), dealer=0)
        play_randomly(state, rng)
        while state.result is not None and state.result.game == "on":
            hands, upcard, talon = split_deck(state.rules, shuffled(ruleset, rng))
            old, state = state.result, next_deal(state, hands, upcard, talon)
            assert state.dealer == old.dealer_after
            assert (tuple(state.scores), state.stake) == (old.score_after, old.stake_after)
            play_randomly(state, rng)
            assert state.result is not None
            assert state.result.deals_played == old.deals_played + 1
        assert state.result is not None
        assert state.result.game != "on"
        winner, end = state.result.game
        if preset == "seksogtres":
            assert (end, state.result.deals_played) == (GameEnd.DEAL_COUNT, 12)
        else:
            assert end is GameEnd.TARGET
            assert state.result.score_after[winner] >= ruleset.talon.match.target
        with pytest.raises(ValueError, match="game over"):
            next_deal(state, [[], []], 0, [])

    def test_no_deal_follows_one_that_goes_on(self) -> None:
        with pytest.raises(ValueError, match="this one goes on"):
            next_deal(classic(), [[], []], 0, [])

    @pytest.mark.parametrize(
        ("scores", "deals", "outcome"),
        [
            ([10, 10], 999, "on"),
            ([11, 10], 1, (0, GameEnd.TARGET)),
            ([12, 13], 1, (1, GameEnd.TARGET)),
            ([12, 12], 1, (NOBODY, GameEnd.TARGET)),
            ([11, 3], 1000, (0, GameEnd.TARGET)),
            ([10, 3], 1000, (NOBODY, GameEnd.DEAL_CAP)),
        ],
    )
    def test_target_before_the_cap(self, scores: list[int], deals: int, outcome: object) -> None:
        assert game_outcome(CLASSIC, scores, deals) == outcome

    def test_no_target_is_none(self) -> None:
        assert game_outcome(SEKSOGTRES, [900, -900], 11) == "on"

    def test_three_seats_pass_the_deal_on(self) -> None:
        rules = reading_of(resolve_rules("seksogtres", {"seats": 3}))
        assert [next_dealer(rules, dealer, 0, NOBODY) for dealer in range(3)] == [1, 2, 0]


class TestDecks:
    def deck(self) -> tuple[list[list[int]], int, list[int]]:
        return [parse_cards(hand) for hand in HANDS], card_code("KH"), parse_cards(TALON)

    def test_a_whole_pack(self) -> None:
        hands, upcard, talon = self.deck()
        assert deck_breach(reading_of(CLASSIC), hands, upcard, talon) is None
        deck = [*hands[0], *hands[1], upcard, *talon]
        assert split_deck(reading_of(CLASSIC), deck) == (hands, upcard, talon)

    def test_a_deck_that_is_too_short_leaves_no_upcard(self) -> None:
        hands, _, _ = self.deck()
        short = [*hands[0], *hands[1]]
        assert split_deck(reading_of(CLASSIC), short) == (hands, NOBODY, [])

    @pytest.mark.parametrize(
        ("change", "words", "clause"),
        [
            ("hand", "seat 1 has 5 cards instead of 6", "K1.3"),
            ("twice", "A♠ occurs 2 times; the deck has 1", "K1.1"),
            ("seven", "7♠ occurs 1 times; the deck has 0", "K1.1"),
            ("missing", "K♥ occurs 0 times; the deck has 1", "K1.1"),
        ],
    )
    def test_what_is_no_pack(self, change: str, words: str, clause: str) -> None:
        hands, upcard, talon = self.deck()
        if change == "hand":
            hands[1].pop()
        elif change == "missing":
            upcard = NOBODY
        else:
            talon[0] = card_code("AS" if change == "twice" else "7S")
        breach = deck_breach(reading_of(CLASSIC), hands, upcard, talon)
        assert breach is not None
        assert (breach.rule, breach.related) == ("G6", (clause,))
        assert words in breach.message

    def test_two_packs_hold_every_card_twice(self) -> None:
        ruleset = resolve_rules("seksogtres", {"deck": {"packs": 2}})
        rules, deck = reading_of(ruleset), shuffled(ruleset, Random(1))
        assert deck_breach(rules, *split_deck(rules, deck)) is None


class TestClauses:
    @pytest.mark.parametrize("preset", TALON_PRESETS)
    def test_every_decision_has_a_clause_of_the_text(self, preset: str) -> None:
        ruleset = resolve_rules(preset)
        assert [name for name in DECISIONS if name not in ruleset.citations.decisions] == []
        assert all(ruleset.clause_of(name) in ruleset.clauses() for name in DECISIONS)

    @pytest.mark.parametrize("preset", TALON_PRESETS)
    def test_every_field_of_a_result_has_one(self, preset: str) -> None:
        ruleset = resolve_rules(preset)
        state = dealt(ruleset, shuffled(ruleset, Random(2)))
        play_randomly(state, Random(3))
        assert state.result is not None
        fields = [name for name in DealResult._fields if name != "deals_played"]
        cited = {field: clause_of_field(state, field, state.result) for field in fields}
        assert set(cited.values()) <= ruleset.clauses().keys()

    @pytest.mark.parametrize(
        ("field", "end", "clause"),
        [
            ("winner", DealEnd.CLAIM, "K6.1"),
            ("end", DealEnd.WRONG_CLAIM, "K6.2"),
            ("end", DealEnd.CLOSER_OUT, "K5.2"),
            ("end", DealEnd.DRAWN, "K7.3"),
            ("change", DealEnd.CLAIM, "K7.1"),
            ("change", DealEnd.CLOSER_OUT, "K7.1"),
            ("change", DealEnd.WRONG_CLAIM, "K6.2"),
            ("game_points", DealEnd.CLOSER_FAILED, "K5.3"),
            ("dealer_after", DealEnd.CLAIM, "K1.5"),
            ("tricks", DealEnd.CLAIM, "K2.3"),
            ("forehand", DealEnd.CLAIM, "K1.4"),
        ],
    )
    def test_which(self, field: str, end: DealEnd, clause: str) -> None:
        state = classic()
        do(state, "0 claim")
        assert state.result is not None
        assert clause_of_field(state, field, state.result._replace(end=end)) == clause

    def test_the_dealer_after_a_draw_has_its_own(self) -> None:
        changes = {"deal": {"rotation": "next_seat"}}
        ruleset = _with_key(resolve_rules("classic_66_v1", changes), "deal.after_draw", "K7.3")
        state = deal_of(ruleset, HANDS, "KH", TALON)
        do(state, "0 claim")
        assert state.result is not None
        drawn = state.result._replace(end=DealEnd.DRAWN)
        assert clause_of_field(state, "dealer_after", drawn) == "K7.3"
        assert clause_of_field(state, "dealer_after", state.result) == "K1.5"


def _with_key(ruleset: RuleSet, key: str, clause: str) -> RuleSet:
    """Return the rule set with another clause for a key, as a preset's own table gives it."""
    citations = replace(ruleset.citations, keys={**ruleset.citations.keys, key: clause})
    return replace(ruleset, citations=citations, preset="test")
