"""One action as every part of the program passes it on: text in cases, logs and transcripts."""

from typing import NamedTuple

from sixtysix_sim.cards import SUITS, card_code, card_name, suit_code
from sixtysix_sim.vocabulary import ACTION_NAMES, Action

#: Irregularities (D8): what players do by mistake; the answers and the correction are none.
IRREGULAR = frozenset(
    {
        Action.IRREGULAR_EXPOSE,
        Action.IRREGULAR_MISDEAL,
        Action.IRREGULAR_DOUBLE_DRAW,
        Action.IRREGULAR_MISSED_DRAW,
        Action.IRREGULAR_WRONG_MARRIAGE,
    }
)
WITH_CARD = frozenset({Action.PLAY, Action.IRREGULAR_EXPOSE, Action.IRREGULAR_WRONG_MARRIAGE})
WITH_SUIT = frozenset({Action.TRUMP, Action.MARRIAGE, Action.CORRECT_MARRIAGE})
WITH_NUMBER = frozenset({Action.BID, Action.IRREGULAR_MISDEAL})
_BY_NAME = {name: Action(code) for code, name in enumerate(ACTION_NAMES)}


class Move(NamedTuple):
    """An action and its value, or 0 for none.

    A card code, a suit index, the points bid, or how many cards a hand was dealt by mistake.
    """

    action: Action
    value: int = 0

    @property
    def text(self) -> str:
        """The text form: ``bid 160``, ``trump S``, ``play AS``, ``pass``."""
        name = ACTION_NAMES[self.action]
        if self.action in WITH_CARD:
            return f"{name} {card_name(self.value)}"
        if self.action in WITH_SUIT:
            return f"{name} {SUITS[self.value]}"
        return f"{name} {self.value}" if self.action in WITH_NUMBER else name


def parse_move(text: str) -> Move:
    """Read an action's text form; case and repeated spaces do not matter.

    Raises:
        ValueError: no such action, or a value that is no card, suit or number.
    """
    words = text.split()
    plain = " ".join(words).lower()
    if plain in _BY_NAME and not _takes_value(_BY_NAME[plain]):
        return Move(_BY_NAME[plain])
    name, value = " ".join(words[:-1]).lower(), words[-1] if words else ""
    action = _BY_NAME.get(name)
    if action in WITH_CARD:
        return Move(action, card_code(value))
    if action in WITH_SUIT:
        return Move(action, suit_code(value))
    if action in WITH_NUMBER and value.isascii() and value.isdigit() and len(value) < 10:
        return Move(action, int(value))
    raise ValueError(
        f"'{plain[:60]}' is not an action: write pass, bid 160, ask, answer redeal, answer speak, "
        "trump S, play AS, exchange, marriage S, close, claim, draw, or an irregularity as in "
        "irregular expose AS, irregular misdeal 5, irregular double_draw, demand redeal"
    )


def _takes_value(action: Action) -> bool:
    return action in WITH_CARD or action in WITH_SUIT or action in WITH_NUMBER
