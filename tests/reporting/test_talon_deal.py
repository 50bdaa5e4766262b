"""A deal of the talon family as a person reads it."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import pytest

from sixtysix_sim.cards import card_code, parse_cards
from sixtysix_sim.moves import Move, parse_move
from sixtysix_sim.referee.talon import State, new_deal
from sixtysix_sim.reporting.tables import layout
from sixtysix_sim.reporting.talon.deal import Told, tell_deal, told_sections, waiting
from sixtysix_sim.rules.ruleset import resolve_rules
from sixtysix_sim.vocabulary import Action, DealEnd
from tests.talon_games import RefereePlayer

HANDS = ("AS TS KS QS 9D JC", "JS AH TH KH QH 9C")  # seat 0 holds the trump nine
TALON = "QD KD TD AC TC KC JD JH QC 9S 9H"


def deal(moves: str, preset: str = "classic_66_v1", **changes: Any) -> Told:
    """Return a deal told: moves as ``seat action | seat action``; seat 1 leads, upcard A♦."""
    rules = resolve_rules(preset, changes)
    hands = [parse_cards(hand) for hand in HANDS]
    before = new_deal(rules, 0, hands, card_code("AD"), parse_cards(TALON), (3, 5))
    words = [move.split(maxsplit=1) for move in moves.split("|")]
    return tell_deal([(int(seat), parse_move(move)) for seat, move in words], before)


def shown(told: Told, width: int | None = 80) -> str:
    return layout(told_sections(told, "66 for two: game 7, deal 2", "A note."), width=width)


def rows(told: Told) -> list[Mapping[str, Any]]:
    (tricks,) = (part for part in told_sections(told, "") if part.title == "Tricks")
    return [dict(row) for row in tricks.rows]


def test_a_deal_begins_with_what_was_dealt() -> None:
    text = shown(deal("1 play 9C"))
    for words in (
        "66 for two: game 7, deal 2",
        "Seat 0 deals, seat 1 leads. The score is 3 : 5 (seat 0 : seat 1). A note.",
        "0     A 10 K Q            9  J",
    ):
        assert words in text
    talon = "Talon in drawing order: Q♦ K♦ 10♦ A♣ 10♣ K♣ J♦ J♥ Q♣ 9♠ 9♥ A♦."
    assert f"Trump is ♦, turned up with A♦. {talon}" in shown(deal("1 play 9C"), None)


def test_a_row_is_a_trick_with_what_was_said_before_it() -> None:
    told = deal(
        "1 marriage H | 1 play QH | 0 play JC | 1 play QD | 0 play KD | "
        "0 exchange | 0 close | 0 play AS | 1 play JS | 0 claim"
    )
    assert not told.breaches
    first, second, third, fourth = rows(told)
    assert first["said"] == "1 declares ♥ 20 (pending)"
    assert (first["card_0"], first["card_1"], first["won"], first["points"]) == ("J♣", ">Q♥", 1, 5)
    assert (first["total_0"], first["total_1"]) == (0, 25)  # the trick redeems the marriage
    assert (second["card_0"], second["card_1"], second["said"]) == ("K♦", ">Q♦", "")
    assert third["said"] == "0 exchanges 9♦ for A♦; 0 closes, 8 cards left"
    assert (third["trick"], third["total_0"], third["total_1"]) == (3, 20, 25)
    assert fourth == {"trick": 4, "total_0": 20, "total_1": 25, "said": "0 claims with 20"}


def test_the_end_says_who_is_paid_and_who_deals() -> None:
    told = deal("1 marriage H | 1 play QH | 0 play JC | 1 claim")
    text = " ".join(shown(told).split())
    assert "Seat 1 claims with 25: wrongly, it takes 66. Seat 0 gets 2 game points." in text
    assert "Seat 0 deals next." in text
    assert "points in marriages 0 20" in text
    assert "score 5 5" in text
    told = deal("1 claim", claim={"wrong": "two_or_three"}, match={"target": 7})
    assert "Seat 0 gets 3 game points. Seat 0 deals next." in " ".join(shown(told).split())


def test_marriages_lost_pending_are_told() -> None:
    told = deal("1 marriage H | 1 claim")
    assert "marriages lost pending       0      20" in shown(told)
    assert "marriages lost pending" not in shown(deal("1 claim"))


def test_a_broken_rule_is_told_with_its_move() -> None:
    told = deal("1 play 9C | 0 play JC | 0 close | 0 play AS | 1 play AH")
    (breach,) = (part for part in told_sections(told, "") if part.title == "Rules broken")
    assert [(row["move"], row["rule"]) for row in breach.rows] == [(4, "K2.2")]
    assert len(told.steps) == 5


def test_a_card_nobody_holds_ends_the_telling() -> None:
    told = deal("1 play 9C | 0 play AD | 0 play AS")
    assert [(n, breach.rule) for n, breach in told.breaches] == [(1, "G1")]
    assert len(told.steps) == 1
    assert waiting(told) == "The record ends before the deal is over."
    assert waiting(deal("1 claim")) == ""


@cache
def played() -> tuple[Told, ...]:
    return tuple(
        told
        for preset, seats in (("classic_66_v1", 2), ("seksogtres", 2), ("seksogtres", 3))
        for told in Spy(preset, seats).told()
    )


class Spy(RefereePlayer):
    """Keeps the deals it plays."""

    def __init__(self, preset: str, seats: int) -> None:
        super().__init__(resolve_rules(preset, {"seats": seats}), 4, wrong_claim=0.03)
        self.deals: list[tuple[State, list[tuple[int, Move]]]] = []

    def _deal(self, rows: Any, state: State, *rest: Any) -> Any:
        self.deals.append((state.copy(), []))
        return super()._deal(rows, state, *rest)

    def _choose(self, state: State, seat: int, rng: Any) -> tuple[Move, int]:
        move, count = super()._choose(state, seat, rng)
        self.deals[-1][1].append((seat, move))
        return move, count

    def told(self) -> Iterator[Told]:
        self.rows(0, 12)
        return (tell_deal(moves, before) for before, moves in self.deals)


def test_every_deal_fits_80_columns_and_says_all_that_was_said() -> None:
    ends = set()
    for told in played():
        assert not told.breaches
        text = shown(told)
        assert max(map(len, text.splitlines())) <= 80
        result = told.state.result
        assert result is not None
        ends.add(result.end)
        spoken = [step for step in told.steps if step.words]
        silent = {step.event.move.action for step in told.steps if not step.words}
        assert silent <= {Action.PLAY, Action.DRAW}
        said = "; ".join(row["said"] for row in rows(told) if row["said"])
        assert said.count(";") == max(0, len(spoken) - 1)
        assert rows(told)[-1]["total_0"] <= result.card_points[0] + result.meld_points[0]
        assert f"Seat {told.before.dealer} deals" in text
    assert ends == set(DealEnd) - {DealEnd.MADE, DealEnd.SET, DealEnd.REDEAL}


@pytest.mark.parametrize(
    "words",
    ["closes before drawing, ", "is out with ", "fails with ", "drawn. The stake of the next deal",
     " of them the stake", "Played to the end, not closed: ", "wins the game.",
     "The game ends: deal count.", " pays ", "The stake is 1 higher.", "(by seat)"],
)  # fmt: skip
def test_whatever_can_happen_has_its_words(words: str) -> None:
    assert any(words in " ".join(shown(told, None).split()) for told in played())
