"""What no single position shows: whose turn, order of breaches, events, counts."""

from random import Random

import pytest

from sixtysix_sim.cards import card_code, parse_cards
from sixtysix_sim.moves import Move, parse_move
from sixtysix_sim.referee.talon import (
    count_legal,
    legal,
    new_deal,
    seat_to_act,
    verify,
    verify_end,
)
from sixtysix_sim.referee.talon.closing import CLAIM, CLOSE
from sixtysix_sim.referee.talon.conditions import first_broken
from sixtysix_sim.referee.talon.exchange import EXCHANGE
from sixtysix_sim.referee.talon.marriages import MARRIAGE
from sixtysix_sim.rules.ruleset import resolve_rules
from sixtysix_sim.vocabulary import Action, Phase
from tests.referee.talon_games import (
    CLASSIC,
    HANDS,
    SEKSOGTRES,
    TALON,
    breach_of,
    classic,
    deal_of,
    dealt,
    do,
    shuffled,
)


class TestWhoAndWhen:
    def test_forehand_leads_first(self) -> None:
        state = classic(dealer=0)
        assert seat_to_act(state) == 1
        assert breach_of(state, "0 play AS") == ("G2", ("K1.4",))
        assert "leads first" in str(verify(state, 0, Move(Action.CLAIM)))
        assert seat_to_act(classic()) == 0
        three = resolve_rules("classic_66_v1", {"seats": 3})
        assert seat_to_act(dealt(three, shuffled(three, Random(1)), dealer=1)) == 2

    def test_turns_within_and_after_a_trick(self) -> None:
        state = classic()
        do(state, "0 play AS")
        assert breach_of(state, "0 play KS") == ("G2", ("K1.4",))
        assert "seat 1 is next" in str(verify(state, 0, Move(Action.CLAIM)))
        do(state, "1 play 9S")
        assert "won the trick before and leads" in str(verify(state, 1, Move(Action.CLAIM)))

    def test_whose_draw_it_is(self) -> None:
        state = deal_of(SEKSOGTRES, HANDS, "KH", TALON)
        do(state, "0 play AS", "1 play 9S")
        assert state.to_draw
        assert breach_of(state, "1 draw") == ("G2", ("D2.3",))
        assert "won the trick before and draws" in str(verify(state, 1, Move(Action.DRAW)))

    def test_the_first_broken_clause_of_the_text_is_named(self) -> None:
        changes = {"marriage": {"needs_trick": "to_declare", "from_trick": 3}}
        ruleset = resolve_rules("classic_66_v1", changes)
        state = deal_of(ruleset, HANDS, "KH", TALON)
        assert breach_of(state, "0 marriage S")[0] == "K3.1"  # before K3.2
        ruleset = resolve_rules("seksogtres", {"exchange": {"after_close": False}})
        state = deal_of(ruleset, HANDS, "KH", TALON)
        do(state, "0 close")
        assert breach_of(state, "0 exchange")[0] == "D5.2"  # before D6.1

    def test_a_general_breach_goes_before_a_clause(self) -> None:
        state = classic()
        do(state, "0 close", "0 play AS")
        assert breach_of(state, "1 play JS")[0] == "G1"
        assert breach_of(state, "1 play AH")[0] == "K2.2"

    @pytest.mark.parametrize(
        ("texts", "waits"),
        [([], "a lead of seat 0"), (["0 play AS"], "a card of seat 1")],
    )
    def test_a_record_may_not_end_early(self, texts: list[str], waits: str) -> None:
        state = classic()
        if texts:
            do(state, *texts)
        breach = verify_end(state)
        assert breach is not None
        assert breach.rule == "G4"
        assert waits in breach.message

    def test_nor_before_the_draw(self) -> None:
        state = deal_of(SEKSOGTRES, HANDS, "KH", TALON)
        do(state, "0 play AS", "1 play 9S")
        assert "draw, close or claim of seat 0" in str(verify_end(state))

    def test_after_the_end(self) -> None:
        state, before = classic(), classic()
        do(state, "0 claim")
        assert (before.phase, state.phase) == (Phase.PLAY, Phase.OVER)
        assert verify_end(state) is None
        assert breach_of(state, "1 play TS")[0] == "G5"
        assert (legal(state), count_legal(state), seat_to_act(state)) == ([], 0, None)


class TestSentences:
    """A breach names the seat, the cards and what would be right."""

    @pytest.mark.parametrize(
        ("texts", "wrong", "words"),
        [
            ([], "0 play TS", "plays 10♠, which it does not hold"),
            ([], "0 marriage H", "marriage of ♥ without holding K♥ Q♥"),
            ([], "0 exchange", "exchanges 9♥ without having won a trick"),
            ([], "0 marriage D", "without holding K♦ Q♦, neither shown in a marriage before"),
            ([], "0 draw", "'draw' where a lead is to come"),
            (["0 close"], "0 close", "which seat 0 has closed"),
            (["0 close"], "0 marriage S", "the talon is closed"),
            (
                ["0 marriage S"],
                "0 play AS",
                "leads A♠ after declaring a marriage and must lead one",
            ),
            (["0 play AS"], "1 close", "'close' as the one to follow; only the seat on lead may"),
            (["0 close", "0 play AS"], "1 play AH", "to A♠ (trump ♥): it holds the led suit"),
            (["0 close", "0 play AS"], "1 play AH", "must play one of 10♠ 9♠"),
        ],
    )
    def test_what_is_wrong(self, texts: list[str], wrong: str, words: str) -> None:
        state = classic()
        if texts:
            do(state, *texts)
        seat, action = int(wrong[0]), wrong[2:]
        breach = verify(state, seat, parse_move(action))
        assert breach is not None
        assert breach.message.startswith(f"seat {seat} ")
        assert words in breach.message

    def test_every_condition_has_its_sentence(self) -> None:
        state = classic()
        for item in (*MARRIAGE, *EXCHANGE, *CLOSE, *CLAIM):
            broken = item._replace(holds=lambda *_: False)
            breach = first_broken(state, 0, card_code("9H"), "acts", [broken])
            assert breach is not None
            assert breach.rule == CLASSIC.clause_of(item.key) != ""
            assert breach.message.startswith("seat 0 acts")
            assert "{" not in breach.message

    def test_without_an_exchange_no_card_is_named(self) -> None:
        ruleset = resolve_rules("classic_66_v1", {"exchange": {"rank": "none"}})
        breach = verify(deal_of(ruleset, HANDS, "KH", TALON), 0, Move(Action.EXCHANGE))
        assert (
            str(breach and breach.message) == "seat 0 exchanges, but these rules have no exchange"
        )


class TestEvents:
    def test_a_trick_says_who_won_what_and_who_drew(self) -> None:
        event = do(classic(), "0 play AS", "1 play TS")
        assert (event.trick, event.winner, event.points) == (1, 0, 21)
        assert event.drawn == ((0, card_code("9C")), (1, card_code("QC")))
        assert event.result is None

    def test_the_trick_about_to_be_led_is_counted_at_the_draw_too(self) -> None:
        state = deal_of(SEKSOGTRES, HANDS, "KH", TALON)
        assert do(state, "0 play AS").trick == 1
        assert do(state, "1 play 9S").trick == 1
        event = do(state, "0 draw")
        assert (event.trick, event.drawn[0]) == (2, (0, card_code("9C")))
        assert do(state, "0 exchange").trick == 2
        assert do(state, "0 marriage S").trick == 2

    def test_a_trick_redeems_pending_points(self) -> None:
        state = classic()
        do(state, "0 marriage S", "0 play KS")
        assert (state.pending, state.meld_points) == ([20, 0], [0, 0])
        event = do(state, "1 play 9S")
        assert (event.redeemed, event.points) == (20, 4)
        assert (state.pending, state.meld_points) == ([0, 0], [20, 0])

    def test_the_last_event_carries_the_result(self) -> None:
        state = classic(stake=2)
        event = do(state, "0 claim")
        assert event.result is state.result is not None

    def test_a_copy_is_a_state_of_its_own(self) -> None:
        state = deal_of(SEKSOGTRES, HANDS, "KH", TALON)
        do(state, "0 play AS", "1 play 9S", "0 draw")
        copy, before = state.copy(), state.copy()
        do(copy, "0 exchange", "0 marriage S", "0 close", "0 play QS", "1 play TS")
        assert state == before
        assert copy != state


class TestCounting:
    def test_a_wrong_claim_is_legal_and_not_counted(self) -> None:
        state = classic()
        claim = Move(Action.CLAIM)
        assert claim in legal(state)
        assert count_legal(state) == len(legal(state)) - 1
        state.card_points[0] = 66
        assert count_legal(state) == len(legal(state))

    def test_the_order_of_the_legal_actions(self) -> None:
        state = deal_of(SEKSOGTRES, HANDS, "KH", TALON)
        do(state, "0 play AS", "1 play 9S")
        assert [move.text for move in legal(state)] == ["close", "claim", "draw"]
        do(state, "0 draw")
        texts = [move.text for move in legal(state)]
        assert texts[6:] == ["exchange", "marriage S", "close", "claim"]
        assert legal(state)[:6] == sorted(legal(state)[:6])

    def test_a_follower_only_plays(self) -> None:
        state = classic()
        do(state, "0 play AS")
        assert {move.action for move in legal(state)} == {Action.PLAY}
        assert count_legal(state) == 6

    def test_a_hand_that_is_not_known(self) -> None:
        state = new_deal(CLASSIC, 1, [None, None], card_code("KH"), parse_cards(TALON))
        with pytest.raises(ValueError, match="the hand of seat 0 is not known"):
            legal(state)
        do(state, "0 play AS", "1 play 9S", "0 exchange", "0 marriage S")
