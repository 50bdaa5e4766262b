"""Broken kernels of the auction family: one changed place each, and the clause to be named."""

from tests.mutation.mutant import Mutant

_FOUR_ROUND = ("run", "aces_around", "kings_around", "queens_around", "jacks_around")
KAPUT_OFTEN = (
    "rules.deal.hand_size=3",
    "rules.auction.min_bid=10",
    *(f"rules.melds.{name}.remove=true" for name in _FOUR_ROUND),
)
SHORT = ("rules.game.target=400",)
_FOLLOW = "legal = follow_cards(desk.table, desk.hands[seat], trump, led, best)"
_PARTNER = "if winner == (seat ^ 2) and led >> 4 "
_HELD = "(desk.hands[seat] >> (16 * {suit})) & 65535"

AUCTION_MUTANTS = (
    Mutant(
        "a seat need not follow suit",
        "following",
        (("following = in_suit if table.must_follow else hand", "following = hand"),),
        "C6.2",
    ),
    Mutant(
        "a void seat need not trump",
        "following",
        (("ruffing = pick((table.must_trump != 0) & (trumps != 0), trumps, hand)",
          "ruffing = hand"),),
        "C6.3",
    ),
    Mutant(
        "nobody has to beat a trump",
        "following",
        (("(table.must_beat == BEAT_TRUMP_LED) & (led_suit == trump)",
          "(table.must_beat == BEAT_TRUMP_LED) & (led_suit == 9)"),),
        "C6.4",
    ),
    Mutant(
        "a partner's trick need not be trumped",
        "auction/play",
        ((_FOLLOW, f"{_FOLLOW}\n        {_PARTNER}!= trump and "
          f"{_HELD.format(suit='(led >> 4)')} == 0:\n            "
          "legal = lead_cards(desk.hands[seat])"),),
        "C6.3",
    ),
    Mutant(
        "a partner's trump need not be beaten",
        "auction/play",
        ((_FOLLOW, f"{_FOLLOW}\n        {_PARTNER}== trump and "
          f"{_HELD.format(suit='trump')} != 0:\n            "
          "legal = lead_cards(desk.hands[seat] & (65535 << (16 * trump)))"),),
        "C6.4",
    ),
    Mutant(
        "a void seat must overtrump",
        "following",
        (("if table.overtrump and best_suit == trump:", "if best_suit == trump:"),),
        "C6.3",
    ),
    Mutant(
        "of twins the second wins",
        "following",
        (("(same_suit & (card > best))", "(same_suit & (card >= best))"),),
        "C6.5",
        frozenset({"C2.4", "C6.4", "C6.6"}),
    ),
    Mutant(
        "a twin is as good as a higher trump",
        "following",
        (("higher = above(best)", "higher = above(best) | (3 << best)"),),
        "C6.4",
    ),
    Mutant(
        "the ten ranks below the king",
        "following",
        (("same_suit = card >> 4 == best >> 4",
          "low, top = card & 15, best & 15\n"
          "    card ^= 14 if (low == 6) | (low == 8) else 0\n"
          "    best ^= 14 if (top == 6) | (top == 8) else 0\n"
          "    same_suit = card >> 4 == best >> 4"),),
        "C6.5",
        frozenset({"C2.4", "C6.4", "C6.6"}),
    ),
    Mutant(
        "a trump does not beat another suit",
        "following",
        (("(same_suit & (card > best)) | ruffs", "same_suit & (card > best)"),),
        "C6.5",
        frozenset({"C2.4", "C6.6"}),
    ),
    Mutant(
        "the seat after the declarer leads",
        "auction/play",
        (("leader = desk.public[View.HIGH_SEAT]  # C6.1",
          "leader = (desk.public[View.HIGH_SEAT] + 1) & 3"),),
        "C6.1",
    ),
    Mutant(
        "the last trick counts for the other team",
        "auction/apply",
        (("view[View.TRICK_POINTS] + (desk.table.bonus if last else 0)",
          "view[View.TRICK_POINTS]\n"
          "    view[View.CARD_POINTS + 1 - side] += desk.table.bonus if last else 0"),),
        "C6.6",
    ),
    Mutant(
        "a king counts nothing",
        "auction/legal",
        (("return table.values[(card & 15) >> 1]",
          "return 0 if card & 15 == 6 else table.values[(card & 15) >> 1]"),),
        "C2.4",
    ),
    Mutant(
        "a kaput wipes melds after the contract is judged",
        "auction/scoring",
        (("wiped = table.wipes_melds and table.wipes_before and kaput == 1 - side",
          "wiped = table.wipes_melds and kaput == 5"),),
        "C7.5",
        sets=KAPUT_OFTEN,
    ),
    Mutant(
        "kaput is a team without points",
        "auction/deals",
        (("kaput_side(view[View.TRICKS], view[View.TRICKS + 1])",
          "kaput_side(view[View.CARD_POINTS], view[View.CARD_POINTS + 1])"),),
        "C7.5",
        sets=KAPUT_OFTEN,
        in_ci=True,
    ),
    Mutant(
        "a kaput wipes nothing",
        "auction/scoring",
        (("return points if table.wipes_melds and kaput == 1 - side else points + melds",
          "return points + melds"),),
        "C7.5",
        sets=KAPUT_OFTEN,
    ),
    Mutant(
        "bids go up in half steps",
        "auction/legal",
        (("low = high + table.step", "low = high + table.step // 2"),
         ("on_grid = (points - table.min_bid) % table.step == 0", "on_grid = True")),
        "C3.1",
        frozenset({"G7"}),
    ),
    Mutant(
        "an equal bid is enough",
        "auction/legal",
        (("low = high + table.step", "low = high"),),
        "C3.1",
        frozenset({"C3.3"}),
    ),
    Mutant(
        "a team may ask again and again",
        "auction/legal",
        (("return (askers & (0b0101 << (seat & 1))) == 0", "return True"),),
        "C3.3",
        frozenset({"C3.1"}),
    ),
    Mutant(
        "the second to speak may ask",
        "auction/legal",
        (("THIRD = 2  # places in the auction run from 0", "THIRD = 1"),),
        "C3.3",
        frozenset({"C3.1", "C3.2", "G7"}),
    ),
    Mutant(
        "a marriage counts beside a run",
        "auction/melds",
        (("held = copies_held(view, rest, at) if view[AT + 4] == SPARE_PAIR else 0",
          "held = copies_held(view, hand, at)"),),
        "C5.6",
        frozenset({"C5.12"}),
    ),
    Mutant(
        "a second copy counts where copies count once",
        "auction/melds",
        (("return min(held, view[at + 5])", "return held"),),
        "C5.10",
        frozenset({"C5.12"}),
        sets=("rules.melds.copies=once",),
    ),
    Mutant(
        "equal to the bid is set",
        "auction/scoring",
        (("return points + (0 if wiped else melds) >= bid",
          "return points + (0 if wiped else melds) > bid"),),
        "C7.2",
    ),
    Mutant(
        "a set team writes nothing",
        "auction/scoring",
        (("return pick(made, writes, -bid * table.penalty)", "return pick(made, writes, 0)"),),
        "C7.4",
        frozenset({"C7.5"}),
    ),
    Mutant(
        "a team that made its bid writes the bid",
        "auction/scoring",
        (("writes = bid if table.made_writes_bid else total", "writes = bid"),),
        "C7.3",
        frozenset({"C7.5"}),
    ),
    Mutant(
        "with both at the target the declarer's opponents win",
        "auction/scoring",
        (("return declarer_side", "return 1 - declarer_side"),),
        "C8.2",
        sets=SHORT,
    ),
    Mutant(
        "exactly the target is not enough",
        "auction/scoring",
        (("if score_0 < table.target and score_1 < table.target:",
          "if score_0 <= table.target and score_1 <= table.target:"),),
        "C8.1",
        frozenset({"C8.2"}),  # the deal that follows may take the other side there, too
        sets=SHORT,
    ),
    Mutant(
        "the deal goes round the other way",
        "auction/legal",
        (("return (dealer + moves_on) & 3", "return (dealer - moves_on) & 3"),),
        "C2.5",
    ),
    Mutant(
        "the dealer moves on after a redeal",
        "auction/legal",
        (("moves_on = table.redeal_rotates if redealt else table.rotate",
          "moves_on = table.rotate"),),
        "C2.5",
    ),
)  # fmt: skip
