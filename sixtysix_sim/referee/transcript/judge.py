"""A transcript judged line by line; deals of one game in a row are judged as a game."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sixtysix_sim.cards import pretty_card
from sixtysix_sim.referee.audit.family import audit_of, judge_of
from sixtysix_sim.referee.audit.findings import Finding, Ledger, Severity
from sixtysix_sim.referee.audit.game import GameJudge
from sixtysix_sim.referee.audit.record import Record, RecordedMove
from sixtysix_sim.referee.transcript import fields
from sixtysix_sim.referee.transcript.family import transcript_of
from sixtysix_sim.referee.transcript.lines import Line, read_lines
from sixtysix_sim.rules.ruleset import RuleSet, nearest
from sixtysix_sim.vocabulary import Action

_EVERY = 100  # deals between two words to the caller


@dataclass
class TranscriptAudit:
    """What an audit of a transcript found: ``clauses`` is clause id → text of all rules met."""

    ledger: Ledger = field(default_factory=Ledger)
    lines: int = 0
    deals: int = 0
    moves: int = 0
    clauses: dict[str, str] = field(default_factory=dict)
    hashes: dict[str, None] = field(default_factory=dict)
    numbers: set[int] = field(default_factory=set)
    games: int = 0

    @property
    def rules_hashes(self) -> str | list[str] | None:
        """The hash of the rules, a list if the lines name several, None if none."""
        every = list(self.hashes)
        return every[0] if len(every) == 1 else every or None


def audit_transcript(
    path: Path, default: RuleSet | None = None, advance: Callable[[int], None] = lambda deals: None
) -> TranscriptAudit:
    """Judge a transcript; wrong lines are findings and the others are judged all the same.

    Args:
        path: the file.
        default: the rules of lines that name none; else those of the line before.
        advance: told how many deals more are judged.

    Raises:
        BadInput: the file cannot be read or is no transcript at all.
    """
    judge = _Judge(default)
    for line in read_lines(path):
        judge.line(line)
        if judge.found.lines % _EVERY == 0:
            advance(_EVERY)
    advance(judge.found.lines % _EVERY)
    return judge.found


class _Judge:
    """Judges lines in order and knows the game the last one belongs to."""

    def __init__(self, default: RuleSet | None) -> None:
        self.found = TranscriptAudit()
        self._rules = default
        self._known: dict[str, RuleSet] = {}
        self._game: GameJudge[Any, Any] | None = None
        self._last: tuple[int | None, int | None] = (None, None)

    def line(self, line: Line) -> None:
        """Judge one line."""
        self.found.lines += 1
        place = f"line {line.number}"
        if line.tree is None:
            self._lost(place, f"the line cannot be read: {line.wrong}")
            return
        ruleset = self._ruleset(line.tree, place)
        if ruleset is None:
            return
        record = self._record(line.tree, place, ruleset)
        if record is None:
            return
        game = self._game_of(record, ruleset)
        if record.dealer is None and game.dealer is None and record.moves:
            record.dealer = transcript_of(ruleset).dealer_of(record.moves[0][2], ruleset)
        game.deal(record)
        self.found.deals += 1
        self.found.moves += len(record.moves or ())

    def _ruleset(self, tree: dict[str, Any], place: str) -> RuleSet | None:
        value = tree.get("rules")
        if value is None:
            if self._rules is None:
                self._lost(place, "rules is missing: name a preset, or give --rules")
            return self._rules
        key = repr(value)
        if key not in self._known:
            try:
                ruleset = fields.read_rules(value)
            except ValueError as error:
                self._lost(place, str(error))
                return None
            self._known[key] = ruleset
            self.found.hashes[ruleset.hash] = None
            self.found.clauses |= ruleset.clauses()
        self._rules = self._known[key]
        return self._rules

    def _record(self, tree: dict[str, Any], place: str, ruleset: RuleSet) -> Record | None:
        game, deal = _number(tree.get("game")), _number(tree.get("deal"))

        def report(
            rule: str, message: str, move: int | None = None, severity: Severity = "error"
        ) -> None:
            rule = rule or ("" if severity == "note" else "G3")
            self.found.ledger.add(
                Finding(rule, message, (), place, game, deal, move, severity=severity)
            )

        keys = (*fields.KEYS, *transcript_of(ruleset).keys)
        for key in tree:
            if key not in keys:
                hint = nearest(key[:40], keys)
                report("", f"{key[:40]!r} is no field of a transcript and is not read{hint}",
                       severity="note")  # fmt: skip
        family = transcript_of(ruleset)
        hands, undealt = fields.hands(tree, ruleset, report)
        moves, cut = fields.moves(tree, ruleset, report)
        result = fields.result(tree, ruleset, report)
        hands, undealt = audit_of(ruleset).as_dealt(ruleset, hands, undealt, moves)
        undealt = family.undealt(tree, undealt, result, ruleset, report)
        if moves is None and not result:
            self._lost(place, "the line has neither moves nor a result", game, deal)
            return None
        if moves is not None:
            if None in hands:
                _played_too_often(moves, ruleset, report)
            hands = hands if cut else family.complete(hands, undealt, moves, ruleset)
        return Record(
            game=fields.whole(tree, "game", 0, fields.LIMIT, report),
            deal=fields.whole(tree, "deal", 0, fields.LIMIT, report),
            dealer=fields.whole(tree, "dealer", 0, ruleset.rules.seats - 1, report),
            hands=hands,
            undealt=undealt,
            moves=moves,
            result=result,
            melds=None,
            place=place,
            score_before=fields.score(tree, ruleset, report),
            cut=cut,
        )

    def _game_of(self, record: Record, ruleset: RuleSet) -> GameJudge[Any, Any]:
        """Return the judge of the game a line goes on with, or a new one."""
        last_game, last_deal = self._last
        same = self._game is not None and record.game is not None and record.game == last_game
        same = same and self._game is not None and self._game.ruleset.hash == ruleset.hash
        if same and record.deal is not None and record.deal == last_deal:
            words = f"game {record.game}, deal {record.deal} stands twice"
            self.found.ledger.add(Finding("G5", words, (), record.place, record.game, record.deal))
            same = False
        follows = record.deal is None or last_deal is None or record.deal == last_deal + 1
        self._last = record.game, record.deal
        if same and follows and self._game is not None:
            return self._game
        if not same:
            self.found.games += 1
        self._game = judge_of(ruleset, self.found.ledger, from_start=record.deal == 0)
        return self._game

    def _lost(
        self, place: str, message: str, game: int | None = None, deal: int | None = None
    ) -> None:
        """G4: a line whose deal cannot be judged; what follows it has no past."""
        self.found.ledger.add(Finding("G4", message, (), place, game, deal))
        self._game, self._last = None, (None, None)


def _number(value: object) -> int | None:
    right = fields.is_whole(value) and isinstance(value, int) and 0 <= value <= fields.LIMIT
    return value if right and isinstance(value, int) else None


def _played_too_often(
    moves: Sequence[RecordedMove], ruleset: RuleSet, report: fields.Report
) -> None:
    """G1: a card played more often than the pack has it, where not all hands are known."""
    played: Counter[int] = Counter()
    for number, _, seat, move, _ in moves:
        played[move.value] += move.action is Action.PLAY
        if played[move.value] > ruleset.rules.deck.packs and move.action is Action.PLAY:
            words = f"seat {seat} plays {pretty_card(move.value)}, which has been played before"
            report("G1", words, move=number)
            return
