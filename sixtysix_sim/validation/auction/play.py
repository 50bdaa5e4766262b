"""Tricks: duties that are switched off, and duties that sit oddly together."""

from collections.abc import Iterator

from sixtysix_sim.rules.common import Follow
from sixtysix_sim.validation.auction.reach import Reach
from sixtysix_sim.validation.finding import Finding


def check(reach: Reach) -> Iterator[Finding]:
    """Yield the findings about C6."""
    rules = reach.ruleset.auction
    yield from _following(rules.follow)
    yield from _trumping(rules.follow)
    if rules.follow.must_beat == "never":
        yield Finding(
            "C6.4",
            "note",
            "follow.must_beat",
            "C6.4 never binds anyone (follow.must_beat = never)",
        )
    if rules.last_trick.bonus == 0:
        yield Finding(
            "C6.6", "note", "last_trick.bonus", "C6.6 never adds a point (last_trick.bonus = 0)"
        )


def _following(follow: Follow) -> Iterator[Finding]:
    """What goes oddly with a free choice of suit (C6.2)."""
    if not follow.must_follow:
        yield Finding(
            "C6.2",
            "note",
            "follow.must_follow",
            "C6.2 never binds anyone: a seat that holds the led suit may play another "
            "(follow.must_follow = false)",
        )
        if follow.must_trump:
            yield Finding(
                "C6.3",
                "warning",
                "follow.must_trump",
                "a seat with the led suit may play any card, yet one without it must trump: set "
                "follow.must_trump = false too, unless that is meant",
            )
        if follow.must_beat != "never":
            yield Finding(
                "C6.4",
                "warning",
                "follow.must_beat",
                "a seat need not follow suit, yet one that could beat the card of the led suit "
                "must: set follow.must_beat = never too, unless that is meant",
            )


def _trumping(follow: Follow) -> Iterator[Finding]:
    """Duties of a seat without the led suit that are off or half on (C6.3)."""
    if not follow.must_trump and not follow.overtrump:
        yield Finding(
            "C6.3",
            "note",
            "follow.must_trump",
            "C6.3 never binds anyone: a seat without the led suit plays any card "
            "(follow.must_trump = false, follow.overtrump = false)",
        )
    if not follow.must_trump and follow.overtrump:
        yield Finding(
            "C6.3",
            "note",
            "follow.overtrump",
            "a seat without the led suit need not trump, but if it does it must go higher when it "
            "can (follow.overtrump = true)",
        )
