"""Charts of text."""

from sixtysix_sim.reporting.chart import dot, span_of


def test_value_interval_and_mark_at_their_places() -> None:
    assert dot(5.0, 3.0, 7.0, (0.0, 10.0), width=11) == "   ──●──"
    assert dot(5.0, 3.0, 7.0, (0.0, 10.0), mark=0.0, width=11) == "┊  ──●──"
    assert dot(5.0, 3.0, 7.0, (0.0, 10.0), mark=5.0, width=11) == "   ──◉──"


def test_what_is_not_known_leaves_a_gap() -> None:
    assert dot(None, None, None, (0.0, 1.0)) == ""
    assert dot(1.0, None, None, None) == ""
    assert dot(0.5, None, None, (0.0, 1.0), width=3) == " ●"
    assert dot(2.0, 2.0, 2.0, (2.0, 2.0), width=3) == " ●"
    assert span_of([None, None]) is None
    assert span_of([2.0, None, 1.0]) == (1.0, 2.0)
