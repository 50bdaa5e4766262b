"""The rule card as a person reads it, and as rows: chapters of sentences with their clauses."""

from sixtysix_sim.reporting.tables import Row, Section
from sixtysix_sim.rules.spoken import Sentence, Spoken


def card_sections(card: Spoken, title: str) -> list[Section]:
    """Return the card as sections; sentences that are not the preset's are marked ``*``."""
    intro = f"{card.source} {card.marks}" if card.changed else card.source
    sections = [Section(title, (), (), intro=intro)]
    for chapter in card.chapters:
        items = [f"{'*' if s.changed else '-'} {_text(s, card)}" for s in chapter.sentences]
        sections.append(Section(chapter.title, (), (), items=items))
    if card.unsaid:
        sections.append(Section("", (), (), items=[f"* {card.unsaid}"]))
    return sections


def card_rows(card: Spoken) -> list[Row]:
    """Return a row a sentence: `chapter`, `text`, `preset`, `clauses`, `changed`."""
    return [
        {
            "chapter": chapter.title,
            "text": sentence.text,
            "preset": sentence.before if sentence.changed else sentence.text,
            "clauses": list(sentence.clauses),
            "changed": sentence.changed,
        }
        for chapter in card.chapters
        for sentence in chapter.sentences
    ]


def _text(sentence: Sentence, card: Spoken) -> str:
    """Return a sentence with its clauses, and with what the preset says in its place."""
    cited = f" ({', '.join(sentence.clauses)})" if sentence.clauses else ""
    if not sentence.changed:
        return sentence.text + cited
    if not sentence.text:
        return str(card.words["instead"]).format(text=sentence.before) + cited
    if not sentence.before:
        return f"{sentence.text} {card.words['new']}{cited}"
    was = str(card.words["was"]).format(text=sentence.before)
    return f"{sentence.text} {was}{cited}"
