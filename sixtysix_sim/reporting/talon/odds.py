"""The odds of the talon family: marriages, exchange, trumps, aces, suits, points of a hand."""

from sixtysix_sim.cards import SUIT_SYMBOLS, card_name, pretty_card
from sixtysix_sim.errors import BadInput
from sixtysix_sim.odds.question import Question
from sixtysix_sim.odds.tally import Pack
from sixtysix_sim.odds.talon.hands import TRUMP, Best
from sixtysix_sim.odds.talon.questions import Answers, answer_all
from sixtysix_sim.reporting.chances import Odds, lengths_section, list_section, percent, right
from sixtysix_sim.reporting.tables import Section, count, decimal, text
from sixtysix_sim.rules.ruleset import RuleSet
from sixtysix_sim.rules.talon import TalonRules


def odds_of(ruleset: RuleSet, side_best: bool) -> Odds:
    """Return the odds of a rule set.

    Raises:
        BadInput: ``side_best``, which asks about bids.
    """
    if side_best:
        raise BadInput(
            f"--side-best asks which bids a side reaches, and {ruleset.title} has no bids"
        )
    answers = answer_all(ruleset.talon)
    sections = _sections(answers, ruleset.talon)
    return Odds(answers.questions, sections, _extra(answers), _closing(answers, ruleset.talon))


def _sections(answers: Answers, rules: TalonRules) -> list[Section]:
    def of(group: str) -> list[Question]:
        return [question for question in answers.questions if question.group == group]

    pack = Pack.of(rules)
    hand = f"hand of {pack.hand_size} of {pack.size} cards"
    lengths = [question for question in of("suits") if "how" in question.about]
    sections = [
        _numbers(answers, hand),
        list_section(f"Marriages dealt, each {hand}", of("marriages")),
        list_section("Where the card to exchange lies after the deal", of("exchange")),
        lengths_section("Trumps and cards of the highest rank", [*of("trumps"), *of("aces")]),
        lengths_section("Suit lengths of a hand", lengths),
        list_section("Voids", [question for question in of("suits") if question not in lengths]),
        list_section("Shapes: the lengths of the four suits", of("shapes")),
        _points(of("points")),
    ]
    return [section for section in sections if section.rows]


def _numbers(answers: Answers, hand: str) -> Section:
    rows = [
        {"what": number.words, "mean": float(number.tally.mean), "most": number.tally.highest}
        for number in answers.numbers
    ]
    columns = [text("in a hand", "what"), decimal("mean", "mean", 4), count("most", "most")]
    intro = "A hand is that of one given player, before the first lead."
    return Section(f"What a {hand} holds", columns, rows, intro=intro)


def _points(questions: list[Question]) -> Section:
    """One line a number of points, one column with marriages and one without."""
    rows: dict[object, dict[str, object]] = {}
    for question in questions:
        level = question.about["points"]
        kind = str(question.about["of"])
        rows.setdefault(level, {"points": level})[kind] = percent(question.chance)
    columns = [count("points", "points"), right("cards alone", "cards")]
    columns.append(right("with marriages", "all"))
    return Section(
        "Points of a hand, so many or more",
        columns,
        [rows[level] for level in sorted(rows, key=lambda level: int(str(level)))],
    )


def _extra(answers: Answers) -> dict[str, object]:
    """What stands beside the rows in JSON."""
    return {
        "numbers": [
            {
                "name": number.name,
                "mean": float(number.tally.mean),
                "mean_exact": f"{number.tally.mean.numerator}/{number.tally.mean.denominator}",
                "highest": number.tally.highest,
            }
            for number in answers.numbers
        ],
        "best_hands": [
            {
                "of": name,
                "points": best.points,
                "hand": " ".join(map(card_name, best.cards)),
                "upcard": card_name(best.upcard),
            }
            for name, best in zip(("cards", "all"), answers.best, strict=True)
        ],
    }


def _closing(answers: Answers, rules: TalonRules) -> str:
    """Return the hands worth most, and whether one wins by itself."""
    cards, everything = answers.best
    said = f"The cards of a hand count {cards.points} at most, as {_hand(cards)}"
    if everything.points > cards.points:
        said += (
            f"; with its marriages a hand comes to {everything.points}, as {_hand(everything)} "
            f"({SUIT_SYMBOLS[TRUMP]} trump)"
        )
    target = rules.claim.target
    enough = next(
        question.chance
        for question in reversed(answers.questions)
        if question.about.get("points") == target
    )
    if not enough:
        return f"{said}. No hand is dealt with {target} points."
    return f"{said}. A hand is worth {target} by itself with a chance of {percent(enough)}."


def _hand(best: Best) -> str:
    return " ".join(map(pretty_card, best.cards))
