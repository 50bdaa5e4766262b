import math

import pytest

from sixtysix_sim.reporting.tables import (
    Section,
    count,
    decimal,
    interval,
    layout,
    percent,
    prose,
    show_count,
    show_decimal,
    show_percent,
    text,
)

COLUMNS = [
    text("meld", "meld"),
    count("deals", "n"),
    percent("share", "value"),
    interval("95 % interval", as_percent=True),
    decimal("points", "points", 1),
]
ROWS = [
    {"meld": "run", "n": 1234567, "value": 0.1234, "low": 0.12, "high": 0.13, "points": 1500.25},
    {"meld": "double bezique of two packs", "n": 0, "value": None, "low": None, "high": None},
]


def test_a_table_is_aligned() -> None:
    assert layout([Section("Melds", COLUMNS, ROWS, note="A note.")], width=None) == (
        "Melds\n"
        "meld                             deals   share    95 % interval   points\n"
        "run                          1,234,567  12.3 %  12.0 % … 13.0 %  1,500.2\n"
        "double bezique of two packs          0       –                –        –\n"
        "A note.\n"
    )


def test_a_table_that_fits_exactly_is_not_folded() -> None:
    section = Section("", COLUMNS, ROWS)
    wide = layout([section], width=None)
    widest = max(len(line) for line in wide.splitlines())
    assert layout([section], width=widest) == wide
    assert layout([section], width=widest - 1) != wide


@pytest.mark.parametrize("width", [20, 30, 40, 60])
def test_narrow_terminals_get_blocks_that_fit(width: int) -> None:
    folded = layout([Section("Melds", COLUMNS, ROWS)], width=width)
    assert max(len(line) for line in folded.splitlines()) <= width
    words = folded.split()
    assert "1,234,567" in words
    assert "1,500.2" in words


def test_a_block_reads_title_then_value() -> None:
    """Where even three tables would not hold the columns."""
    columns = [text("meld", "meld"), *(count("deals" + 5 * n * "_", "n") for n in range(6))]
    folded = layout([Section("", columns, ROWS[:1])], width=45)
    assert folded == "run\n" + "".join(
        f"  {column.title:<30}  1,234,567\n" for column in columns[1:]
    )


def test_headings_and_text_are_folded_before_a_table_is_cut() -> None:
    columns = [text("rule", "rule"), count("times it decided", "n"), text("says", "says")]
    rows = [{"rule": "C6.4", "n": 12, "says": "Who can beat the highest trump must."}]
    assert layout([Section("", columns, rows)], width=35) == (
        "      times it\n"
        "rule   decided  says\n"
        "C6.4        12  Who can beat\n"
        "                the highest\n"
        "                trump must.\n"
    )


def test_too_many_columns_are_shared_out_over_tables_that_begin_alike() -> None:
    columns = [text("meld", "meld"), *(count(f"column_{n}", "n") for n in range(5))]
    rows = [{"meld": "run", "n": 7}, {"meld": "marriage", "n": 1_000}]
    assert layout([Section("", columns, rows)], width=40) == (
        "meld      column_0  column_1  column_2\n"
        "run              7         7         7\n"
        "marriage     1,000     1,000     1,000\n"
        "\n"
        "meld      column_3  column_4\n"
        "run              7         7\n"
        "marriage     1,000     1,000\n"
    )


def test_columns_stay_aligned_where_the_encoding_lacks_a_character() -> None:
    """`…` is three characters in ASCII: columns are measured after that."""
    columns = [text("meld", "meld"), interval("interval"), count("deals", "n")]
    rows: list[dict[str, object]] = [
        {"meld": "Sırıt → x", "low": 1, "high": 2, "n": 1},
        {"meld": "run", "low": None, "high": None, "n": 1},
    ]
    lines = layout([Section("", columns, rows)], width=None, encoding="ascii").splitlines()
    assert lines == [
        "meld           interval  deals",
        "Sirit -> x  1.0 ... 2.0      1",
        "run                   -      1",
    ]


def test_colour_paints_headings_only_when_asked() -> None:
    section = Section("Melds", COLUMNS, ROWS)
    assert "\x1b" not in layout([section], width=80)
    painted = layout([section], width=80, colour=True)
    assert painted.startswith("\x1b[1mMelds\x1b[0m\n\x1b[2m")
    assert "\x1b" not in painted.splitlines()[2]


def test_empty_tables_say_so() -> None:
    assert layout([Section("Melds", COLUMNS, [])], width=80) == "Melds\n(no rows)\n"


def test_sections_stand_apart() -> None:
    pair = [Section("A", [], []), Section("B", [], [])]
    assert layout(pair, width=None) == "A\n\nB\n"


@pytest.mark.parametrize(
    ("shown", "expected"),
    [
        (show_count(1234567), "1,234,567"),
        (show_count(2**64 - 1), "18,446,744,073,709,551,615"),
        (show_count(-1500.0), "-1,500"),
        (show_decimal(-0.001), "0.00"),
        (show_decimal(-12.345, 1), "-12.3"),
        (show_percent(0), "0.0 %"),
        (show_percent(1.0, 0), "100 %"),
        (show_percent(-0.00001), "0.0 %"),
        (show_percent(math.nan), "–"),
        (show_count(None), "–"),
    ],
)
def test_numbers(shown: str, expected: str) -> None:
    assert shown == expected


def test_flags_and_control_characters_in_text_cells() -> None:
    columns = [text("made", "made"), text("name", "name")]
    section = Section("", columns, [{"made": True, "name": "a\x1b[2Jb\nc"}])
    assert layout([section], width=None).splitlines()[1] == "yes   a?[2Jb c"


def test_prose_folds_on_terminals_only() -> None:
    sentence = "word " * 40
    assert prose(sentence, width=None) == sentence
    assert max(len(line) for line in prose(sentence, width=40).splitlines()) <= 40
