"""Bots see nothing hidden: each logged decision follows from the own hand and the public log alone.

The view is built a second time here, in Python, from what everybody at the table has heard and
seen; every slot that was not filled in this way holds a number that would lead a bot astray.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from sixtysix_sim.cards import card_name
from sixtysix_sim.contract import CompiledPolicy
from sixtysix_sim.contract.auction import ASK, NO_BID, NOT_SPOKEN, PASS, REDEAL, SPEAK, View
from sixtysix_sim.kernels.auction.table import auction_table, new_view
from sixtysix_sim.kernels.following import beats, follow_cards, lead_cards
from sixtysix_sim.logs.raw import RawChunk
from sixtysix_sim.logs.raw.auction import DealField
from sixtysix_sim.vocabulary import Action, LogLevel
from tests.policies.tables import card, chunk, decide, mask, policy, rules

TABLE = auction_table(rules().auction)
GARBAGE = 12345
DECISIONS = {
    Action.PASS: "call",
    Action.BID: "call",
    Action.ASK: "call",
    Action.ANSWER_REDEAL: "answer",
    Action.ANSWER_SPEAK: "answer",
    Action.TRUMP: "trump",
    Action.PLAY: "play",
}


class Watcher:
    """What a spectator knows in the course of a deal, and the four hands it may not look at."""

    def __init__(self, params: tuple[float, ...], deck: str, dealer: int, asked: set[int]) -> None:
        cards = [deck[n : n + 2] for n in range(0, len(deck), 2)]
        self.hands = [cards[12 * seat : 12 * seat + 12] for seat in range(4)]
        self.view: Any = new_view(rules().auction, [params] * 4)
        self.view[: View.LENGTH] = GARBAGE
        self.asked_before = asked
        self.place, self.voids, self.spoke = 0, 0, False
        self.played: list[str] = []
        self.table: list[tuple[int, str]] = []
        self.fill(DEALER=dealer, HIGH_BID=NO_BID, HIGH_SEAT=-1, ASKED=-1, TRUMP=-1, LED=-1)
        self.view[View.CALLS : View.CALLS + 4] = NOT_SPOKEN

    def fill(self, **slots: int) -> None:
        for slot, value in slots.items():
            self.view[View[slot]] = value

    def before(self, seat: int, kind: str) -> tuple[int, int]:
        """Fill in what the deciding seat knows; return its hand and its ``legal``."""
        hand, legal = mask(self.hands[seat]), 0
        self.fill(SEAT=seat, PLACE=self.place)
        if kind == "call":
            high = int(self.view[View.HIGH_BID])
            legal = 150 if high == NO_BID else high + 10
            asks = self.place == 2 and not self.asked_before & {seat, seat ^ 2} and not self.spoke
            self.fill(MAY_ASK=int(asks), MAY_PASS=1)
        if kind == "play":
            leader = self.table[0][0] if self.table else seat
            led, best, winner = self.trick()
            self.fill(LEADER=leader, LED=led, BEST=best, BEST_SEAT=winner, VOIDS=self.voids)
            self.fill(PLAYED=mask(self.played))
            trump = int(self.view[View.TRUMP])
            legal = follow_cards(TABLE, hand, trump, led, best) if led >= 0 else lead_cards(hand)
        return hand, legal

    def trick(self) -> tuple[int, int, int]:
        led = best = winner = -1
        for seat, name in self.table:
            number = card(name)
            if led < 0 or beats(number, best, int(self.view[View.TRUMP])):
                best, winner = number, seat
            led = number if led < 0 else led
        return led, best, winner

    def after(self, seat: int, action: Action, answer: int, text: str) -> None:
        """Take note of an action everybody has seen."""
        if action is Action.ASK:
            self.asked_before.add(seat)
            self.fill(ASKED=seat)
            self.spoke = True
        elif action in (Action.PASS, Action.BID):
            self.view[View.CALLS + seat] = answer
            if action is Action.BID:
                self.fill(HIGH_BID=answer, HIGH_SEAT=seat)
            self.place += 1
        elif action is Action.TRUMP:
            self.fill(TRUMP=answer)
        elif action is Action.PLAY:
            if self.table and text[1] != self.table[0][1][1]:
                self.voids |= 1 << (4 * seat + "SHDC".index(self.table[0][1][1]))
            self.hands[seat].remove(text)
            self.played.append(text)
            self.table = [*self.table, (seat, text)] if len(self.table) < 4 else [(seat, text)]
            if len(self.table) == 4:
                self.table = []


def decisions(raw: RawChunk, bot: CompiledPolicy) -> Iterator[tuple[str, int, int]]:
    """Yield (decision, what the bot answered, what it answers to the view built here)."""
    at, game = 0, -1
    asked: set[int] = set()
    moves: Any = raw.moves
    for deal, deck in zip(raw.deals, raw.decks, strict=True):
        asked = asked if deal[DealField.GAME] == game else set()
        game = deal[DealField.GAME]
        watcher = Watcher(bot.params, bytes(deck).decode(), int(deal[DealField.DEALER]), asked)
        for row in range(at, at + deal[DealField.MOVES]):
            action, seat = Action(int(moves.action[row])), int(moves.seat[row])
            text = card_name(int(moves.card[row])) if action is Action.PLAY else ""
            answer = {
                Action.PASS: PASS,
                Action.BID: int(moves.value[row]),
                Action.ASK: ASK,
                Action.ANSWER_REDEAL: REDEAL,
                Action.ANSWER_SPEAK: SPEAK,
                Action.TRUMP: int(moves.suit[row]),
                Action.PLAY: card(text) if text else -1,
            }[action]
            hand, legal = watcher.before(seat, DECISIONS[action])
            decision = bot.decisions[DECISIONS[action]]
            yield DECISIONS[action], answer, decide(decision, hand, legal, watcher.view)
            watcher.after(seat, action, answer, text)
        at += deal[DealField.MOVES]


@pytest.mark.parametrize("name", ["greedy", "standard"])
def test_every_decision_follows_from_own_hand_and_public_facts(name: str) -> None:
    bot = policy(name)
    raw = chunk((bot,) * 4, 8, log=LogLevel.MOVES)
    seen = dict.fromkeys(DECISIONS.values(), 0)
    for kind, logged, again in decisions(raw, bot):
        assert again == logged, kind
        seen[kind] += 1
    if name == "greedy":  # it never asks
        del seen["answer"]
    assert min(seen.values()) > 0
    assert seen["play"] == 48 * np.count_nonzero(raw.deals[:, DealField.TRUMP] >= 0)
