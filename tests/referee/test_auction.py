"""What no single position shows: order of breaches, deals in a row, events, invariants."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import settings as effort
from hypothesis import strategies as st

from sixtysix_sim.cards import card_code, full_deck, parse_cards
from sixtysix_sim.moves import Move, parse_move
from sixtysix_sim.referee.auction import (
    DealResult,
    Event,
    State,
    apply,
    clause_of_field,
    count_legal,
    game_outcome,
    hands_breach,
    legal,
    new_deal,
    next_deal,
    reading_of,
    seat_to_act,
    verify,
    verify_end,
)
from sixtysix_sim.rules.ruleset import RuleSet, resolve_rules
from sixtysix_sim.vocabulary import Action, DealEnd, GameEnd, Phase
from tests.strategies import random_ruleset

RULES = resolve_rules("cift66")
CALLS = [Move(Action.PASS), Move(Action.ASK), Move(Action.ANSWER_SPEAK), Move(Action.ANSWER_REDEAL)]


def shuffled_hands(ruleset: RuleSet, rng: Random) -> list[list[int]]:
    deck = full_deck(ruleset.rules.deck.ranks, ruleset.rules.deck.packs)
    rng.shuffle(deck)
    size = ruleset.rules.deal.hand_size
    return [deck[seat * size : (seat + 1) * size] for seat in range(4)]


def do(state: State, *texts: str) -> Event:
    """Carry out '2 bid 160' texts, each of which must be legal."""
    for text in texts:
        seat, _, action = text.partition(" ")
        move = parse_move(action)
        assert verify(state, int(seat), move) is None, text
        event = apply(state, int(seat), move)
    return event


def breach_of(state: State, text: str) -> tuple[str, tuple[str, ...]]:
    seat, _, action = text.partition(" ")
    breach = verify(state, int(seat), parse_move(action))
    assert breach is not None
    return breach.rule, breach.related


def every_action(ruleset: RuleSet) -> list[Move]:
    """Every action of the family, bids off the grid among them."""
    top = ruleset.auction.auction.max_bid
    low = ruleset.auction.auction.min_bid
    step = ruleset.auction.auction.step
    bids = {*range(low, top + 1, step), low - 1, low + 1, top, top + step, 0}
    trumps = [Move(Action.TRUMP, suit) for suit in range(4)]
    return [*CALLS, *trumps, *(Move(Action.BID, n) for n in sorted(bids)), *plays()]


def plays() -> list[Move]:
    return [Move(Action.PLAY, card) for card in range(32)]


def play_randomly(state: State, rng: Random) -> list[Event]:
    """Play a deal to its end with random legal actions."""
    events = []
    while (seat := seat_to_act(state)) is not None:
        moves = legal(state)
        assert len(moves) == count_legal(state) == len(set(moves))
        events.append(apply(state, seat, rng.choice(moves)))
    return events


class TestOrderOfBreaches:
    def state(self) -> State:
        hands = [parse_cards(text) for text in ("AS KS", "9S TH", "9H AD", "JD JC")]
        state = new_deal(RULES, 3, hands)
        do(state, "0 bid 150", "1 pass", "2 pass", "3 pass")
        return state

    def test_turn_comes_before_everything_but_the_end(self) -> None:
        state = self.state()
        assert breach_of(state, "1 trump S") == ("G2", ("C4.1",))
        do(state, "0 trump H")
        assert breach_of(state, "1 play 9S") == ("G2", ("C6.1",))
        do(state, "0 play KS")
        assert breach_of(state, "2 play 7C") == ("G2", ("C1.1",))
        assert breach_of(state, "1 pass") == ("G3", ())
        assert breach_of(state, "1 play AS") == ("G1", ())
        assert breach_of(state, "1 play TH") == ("C6.2", ())
        do(state, "1 play 9S")
        assert breach_of(state, "2 play AD") == ("C6.3", ())
        do(state, "2 play 9H", "3 play JD")
        assert breach_of(state, "0 play AS") == ("G2", ("C6.5", "C6.1"))
        end = do(state, "2 play AD", "3 play JC", "0 play AS", "1 play TH")
        assert end.result is not None
        assert breach_of(state, "0 pass") == ("G5", ())

    def test_sentences_name_the_cards(self) -> None:
        state = self.state()
        do(state, "0 trump H", "0 play KS")
        breach = verify(state, 1, Move(Action.PLAY, card_code("TH")))
        assert breach is not None
        assert breach.message == (
            "seat 1 plays 10♥ to K♠ (trump ♥): it holds the led suit and must play 9♠"
        )

    def test_bids_out_of_turn_and_answers(self) -> None:
        state = new_deal(RULES, 3)
        assert breach_of(state, "1 bid 150") == ("G2", ("C3.2",))
        do(state, "0 pass", "1 bid 150", "2 ask")
        assert breach_of(state, "2 bid 160") == ("G2", ("C3.3",))
        assert breach_of(state, "0 bid 160") == ("C3.3", ())

    def test_a_record_may_end_only_with_the_deal(self) -> None:
        state = new_deal(RULES, 3)
        for text in ("0 pass", "1 pass", "2 pass"):
            missing = verify_end(state)
            assert missing is not None
            assert missing.rule == "G4"
            do(state, text)
        do(state, "3 pass")
        assert verify_end(state) is None


class TestUnknownHands:
    def test_their_cards_are_not_judged(self) -> None:
        state = new_deal(RULES, 3, [None, parse_cards("9S 9D"), None, None])
        do(state, "0 bid 150", "1 pass", "2 pass", "3 pass", "0 trump S", "0 play AS")
        assert breach_of(state, "1 play 9D") == ("C6.2", ())
        do(state, "1 play 9S", "2 play 9S")
        with pytest.raises(ValueError, match="hand of seat 3 is not known"):
            legal(state)


class TestDealsInARow:
    def test_asks_dealer_and_counts_carry_over(self) -> None:
        state = new_deal(RULES, 3, scores=(100, -50), deals_played=7)
        end = do(state, "0 pass", "1 pass", "2 ask", "0 answer redeal").result
        assert end is not None
        assert (end.end, end.dealer_after, end.redeals_in_row) == (DealEnd.REDEAL, 3, 1)
        again = next_deal(state, [None] * 4)
        assert (again.asks_used, again.scores, again.deals_played) == ([1, 0], [100, -50], 7)
        do(again, "0 pass", "1 pass")
        assert breach_of(again, "2 ask")[0] == "C3.3"
        end = do(again, "2 pass", "3 pass").result
        assert end is not None
        assert (end.redeals_in_row, end.game) == (2, "on")

    def test_once_a_deal_comes_back_with_every_deal(self) -> None:
        rules = resolve_rules("cift66", {"auction": {"ask_limit": "deal"}})
        state = new_deal(rules, 3)
        do(state, "0 pass", "1 pass", "2 ask", "0 answer redeal")
        assert state.asks_used == [1]
        again = next_deal(state, [None] * 4)
        do(again, "0 pass", "1 pass", "2 ask")

    def test_redeals_in_a_row_end_a_game(self) -> None:
        rules = resolve_rules("cift66", {"auction": {"max_redeals": 2}})
        assert game_outcome(rules, (0, 0), -1, 5, 1) == "on"
        assert game_outcome(rules, (0, 0), -1, 5, 2) == (-1, GameEnd.REDEAL_CAP)
        state = new_deal(rules, 3, redeals_in_row=1)
        end = do(state, "0 pass", "1 pass", "2 pass", "3 pass").result
        assert end is not None
        assert end.game == (-1, GameEnd.REDEAL_CAP)
        with pytest.raises(ValueError, match="game over"):
            next_deal(state, [None] * 4)

    def test_a_scored_deal_sets_redeals_to_zero(self) -> None:
        rng = Random(4)
        state = new_deal(RULES, 3, shuffled_hands(RULES, rng), redeals_in_row=998)
        do(state, "0 bid 150", "1 pass", "2 pass", "3 pass")
        end = play_randomly(state, rng)[-1].result
        assert end is not None
        assert (end.redeals_in_row, end.deals_played) == (0, 1)


class TestHands:
    def test_the_pack_itself_is_fine(self) -> None:
        assert hands_breach(reading_of(RULES), shuffled_hands(RULES, Random(1))) is None

    @pytest.mark.parametrize(
        ("seat", "cards", "says"),
        [
            (1, ["AS"], "seat 1 has 1 cards instead of 12"),
            (2, ["7S"] * 12, "7♠ is no card"),
            (3, ["AS"] * 12, "A♠ occurs"),
        ],
    )
    def test_other_hands_break_g6(self, seat: int, cards: list[str], says: str) -> None:
        hands = shuffled_hands(RULES, Random(1))
        hands[seat] = [card_code(card) for card in cards]
        breach = hands_breach(reading_of(RULES), hands)
        assert breach is not None
        assert breach.rule == "G6"
        assert says in breach.message


class TestRecords:
    def test_the_result_of_a_deal_with_every_field(self) -> None:
        hands = [parse_cards(text) for text in ("AS", "9S", "TD", "9D")]
        rules = resolve_rules(
            "cift66",
            {
                "deal": {"hand_size": 1},
                "melds": {
                    name: {"remove": True}
                    for name in RULES.auction.melds.patterns
                    if name != "trump_nine"
                },
            },
        )
        state = new_deal(rules, 2, hands, scores=(10, 20))
        do(state, "3 bid 150", "0 bid 160", "1 ask", "3 answer speak", "1 pass", "2 pass")
        named = do(state, "0 trump S")
        assert [(m.seat, m.name, m.suit, m.copies, m.points) for m in named.melds] == [
            (1, "trump_nine", 0, 1, 10)
        ]
        event = do(state, "0 play AS", "1 play 9S", "2 play TD", "3 play 9D")
        assert (event.trick, event.winner, event.points) == (1, 0, 20)
        assert event.result == DealResult(
            end=DealEnd.SET,
            declarer=0,
            bid=160,
            trump=0,
            made=False,
            kaput=0,
            last_trick=0,
            winner=1,
            speaking=1,
            bids=2,
            asked=1,
            tricks=(1, 0),
            card_points=(30, 0),
            meld_points=(0, 10),
            change=(-160, 0),
            score_after=(-150, 20),
            dealer_after=3,
            game="on",
            deals_played=1,
            redeals_in_row=0,
        )
        assert clause_of_field("change", event.result, 0) == "C7.5"
        assert clause_of_field("made", event.result) == "C7.2"

    def test_every_field_of_a_result_has_a_clause(self) -> None:
        state = new_deal(RULES, 3, shuffled_hands(RULES, Random(3)))
        do(state, "0 bid 700", "1 pass", "2 pass", "3 pass")
        result = play_randomly(state, Random(3))[-1].result
        assert result is not None
        assert clause_of_field("change", result, 0) == "C7.4"
        assert clause_of_field("change", result, 1) == "C7.3"
        known = set(RULES.clauses())
        for field in DealResult._fields:
            if field not in ("deals_played", "redeals_in_row"):
                assert clause_of_field(field, result) in known

    def test_a_copy_shares_nothing(self) -> None:
        state = new_deal(RULES, 3, shuffled_hands(RULES, Random(2)))
        twin = state.copy()
        before = repr(state)
        do(twin, "0 bid 150", "1 pass", "2 ask", "0 answer speak", "2 pass", "3 pass", "0 trump H")
        play_randomly(twin, Random(2))
        assert repr(state) == before


class TestAnyRules:
    @effort(max_examples=40)
    @given(st.integers(0, 2**32))
    def test_legal_is_exactly_what_verify_lets_through(self, seed: int) -> None:
        rng = Random(seed)
        ruleset = random_ruleset(rng)
        actions = every_action(ruleset)
        state = new_deal(ruleset, rng.randrange(4), shuffled_hands(ruleset, rng))
        for _ in range(60):
            seat = seat_to_act(state)
            if seat is None:
                break
            moves = legal(state)
            assert moves == sorted(
                moves, key=lambda move: (move.action != 0, move.action == 1, move)
            )
            assert set(moves) == {move for move in actions if verify(state, seat, move) is None}
            assert count_legal(state) == len(moves)
            apply(state, seat, rng.choice(moves[:3] if state.phase is Phase.AUCTION else moves))

    @effort(max_examples=60)
    @given(st.integers(0, 2**32))
    def test_what_must_hold_in_every_deal(self, seed: int) -> None:
        rng = Random(seed)
        ruleset = random_ruleset(rng)
        rules = reading_of(ruleset)
        hands = shuffled_hands(ruleset, rng)
        state = new_deal(ruleset, 0, hands, scores=(5, 7))
        events = play_randomly(state, rng)
        result = events[-1].result
        assert result is not None
        assert [event.result for event in events[:-1]] == [None] * (len(events) - 1)
        if result.end is DealEnd.REDEAL:
            assert (result.change, result.score_after, result.made) == ((0, 0), (5, 7), None)
            return
        played = [card for hand in hands for card in hand]
        assert sum(result.tricks) == rules.hand_size
        assert sum(result.card_points) == sum(rules.points[c] for c in played) + rules.bonus
        side = result.declarer % 2
        if not result.made:
            assert result.change[side] == -rules.penalty_factor * (result.bid or 0)
        assert result.score_after == (5 + result.change[0], 7 + result.change[1])
        assert (result.kaput >= 0) == (0 in result.tricks)
        bidders = [event.seat for event in events if event.move.action is Action.BID]
        assert len(bidders) == len(set(bidders)) == result.bids

    def test_default_deals_move_in_fives_and_share_250(self) -> None:
        rng = Random(66)
        for _ in range(60):
            state = new_deal(RULES, 3, shuffled_hands(RULES, rng))
            do(state, "0 bid 150", "1 pass", "2 pass", "3 pass")
            result = play_randomly(state, rng)[-1].result
            assert result is not None
            assert sum(result.card_points) == 250
            assert result.change[0] % 5 == result.change[1] % 5 == 0
