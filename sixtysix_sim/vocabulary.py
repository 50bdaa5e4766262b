"""Words the whole program shares: families, phases, actions, ends (the names of interface.md)."""

from enum import IntEnum, StrEnum


class Family(StrEnum):
    """A family of games with one state machine."""

    AUCTION = "auction"
    TALON = "talon"


class Phase(IntEnum):
    """What kind of decision a deal waits for."""

    AUCTION = 0
    ANSWER = 1
    TRUMP = 2
    PLAY = 3
    OVER = 4


class Action(IntEnum):
    """Kinds of actions; the integer is the kernels' code, ``ACTION_NAMES`` the name in tables."""

    PASS = 0
    BID = 1
    ASK = 2
    ANSWER_REDEAL = 3
    ANSWER_SPEAK = 4
    TRUMP = 5
    PLAY = 6
    EXCHANGE = 7
    MARRIAGE = 8
    CLOSE = 9
    CLAIM = 10
    DRAW = 11
    IRREGULAR_EXPOSE = 12
    IRREGULAR_MISDEAL = 13
    IRREGULAR_DOUBLE_DRAW = 14
    IRREGULAR_MISSED_DRAW = 15
    IRREGULAR_WRONG_MARRIAGE = 16
    CORRECT_MARRIAGE = 17
    DEMAND_REDEAL = 18
    LET_STAND = 19


ACTION_NAMES: tuple[str, ...] = (
    "pass",
    "bid",
    "ask",
    "answer redeal",
    "answer speak",
    "trump",
    "play",
    "exchange",
    "marriage",
    "close",
    "claim",
    "draw",
    "irregular expose",
    "irregular misdeal",
    "irregular double_draw",
    "irregular missed_draw",
    "irregular wrong_marriage",
    "correct marriage",
    "demand redeal",
    "let stand",
)


class Slip(IntEnum):
    """Kinds of irregularities (D8.1–D8.5), as they are counted; the last one mends one of D8.5."""

    EXPOSED = 0
    MISDEALT = 1
    DOUBLE_DRAWS = 2
    MISSED_DRAWS = 3
    WRONG_MARRIAGES = 4
    CORRECTED = 5


SLIP_BITS = 5  # of a deal's count of one kind, in a raw row


class DealEnd(IntEnum):
    """How a deal ended; the integer is the kernel code, ``DEAL_END_NAMES`` the name in tables."""

    MADE = 0
    SET = 1
    REDEAL = 2
    CLAIM = 3
    WRONG_CLAIM = 4
    CLOSER_OUT = 5
    CLOSER_FAILED = 6
    PLAYED_OUT = 7
    DRAWN = 8


DEAL_END_NAMES: tuple[str, ...] = tuple(end.name.lower() for end in DealEnd)


class GameEnd(IntEnum):
    """How a game ended; ``GAME_END_NAMES`` are the names in tables."""

    TARGET = 0
    DEAL_COUNT = 1
    DEAL_CAP = 2
    REDEAL_CAP = 3


GAME_END_NAMES: tuple[str, ...] = tuple(end.name.lower() for end in GameEnd)
NOBODY = -1


class LogLevel(StrEnum):
    """Which tables a run keeps; sums are always kept."""

    NONE = "none"
    GAMES = "games"
    DEALS = "deals"
    MOVES = "moves"
