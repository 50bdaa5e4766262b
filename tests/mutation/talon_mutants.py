"""Broken kernels of the talon family: one changed place each, and the clause to be named."""

from tests.mutation.mutant import Mutant

CLASSIC, SEKSOGTRES, SCHNAPSEN = "classic_66_v1", "seksogtres", "schnapsen"
GAMES = 400
#: what other cards in hand than recorded can look like
OTHER_HANDS = ("K1.4", "K2.1", "K2.2", "K3.1", "K4.1", "K5.1", "K6.1", "K6.3")
NEVER_CLAIMS = ("bots.default.claim_delay=1",)
CLAIMS_WRONGLY = ("bots.default.wrong_claim_rate=0.05",)
NOT_CLOSED = ("rules.closing.allowed=false",)
PENDING_OFTEN = (
    'rules.deck.ranks=["A", "K", "Q"]',
    "rules.exchange.rank=none",
    "rules.deal.hand_size=3",
    "rules.claim.target=40",
)
DRAWN_OFTEN = (*NOT_CLOSED, "rules.claim.target=80")
SHORT = ("rules.match.target=7",)


def _mutant(  # one edit, played long enough for rare things
    name: str,
    file: str,
    old: str,
    new: str,
    clause: str,
    *,
    preset: str = CLASSIC,
    also: tuple[str, ...] = (),
    sets: tuple[str, ...] = (),
    in_ci: bool = False,
) -> Mutant:
    return Mutant(
        name, f"talon/{file}", ((old, new),), clause, frozenset(also), sets, in_ci, preset, GAMES
    )


_FAILURE = "pick(view[at + other] == 0, THREE, TWO)"
_CLOSED = "| _bits(marriage.after_close, MARRIAGES)"
_EMPTY = "always | _bits(marriage.after_exhausted, MARRIAGES)"
_NEXT_DEALER = "if table.rotation == ROTATE_LOSER:"
_POINTS = "points = pick(suit == view[View.TRUMP], table.trump_marriage, table.plain)"

TALON_MUTANTS = (
    # ---- following, tricks, the draw
    _mutant(
        "no duty binds after a closing",
        "legal",
        "if view[View.ENDGAME] | table.while_open:",
        "if (view[View.TALON] == 0) | table.while_open:",
        "K2.2",
    ),
    Mutant(
        "nobody has to beat the led card",
        "following",
        (("(table.must_beat == BEAT_ALWAYS)", "(table.must_beat == 9)"),),
        "K2.2",
        preset=CLASSIC,
        games=GAMES,
    ),
    Mutant(
        "a card of another suit takes the trick if it is higher",
        "following",
        (("(same_suit & (card > best))", "((card & 15) > (best & 15))"),),
        "K1.4",  # the wrong seat leads; K2.3 where only the counts differ
        frozenset({"K2.3", "K1.2", "K7.3", "K5.3"}),
        preset=CLASSIC,
        games=GAMES,
    ),
    _mutant(
        "the trick's loser draws first",
        "apply",
        "card = np.int64(desk.deck[place])",
        "card = np.int64(desk.deck[table.deck_size - talon + 1 - turn])",
        "G1",
        also=OTHER_HANDS,
    ),
    _mutant(
        "the upcard is drawn first",
        "apply",
        "card = np.int64(desk.deck[place])",
        "card = np.int64(desk.deck[place - 1 if place > table.dealt else table.deck_size - 1])",
        "G1",
        also=OTHER_HANDS,
    ),
    _mutant(
        "the dealer leads",
        "apply",
        "view[View.FOREHAND] = next_seat(table, dealer)",
        "view[View.FOREHAND] = dealer",
        "K1.4",
    ),
    # ---- marriages
    _mutant(
        "pending marriage points count",
        "apply",
        "pending = (table.needs_trick == TRICK_TO_COUNT) & (view[View.TRICKS + seat] == 0)",
        "pending = (table.needs_trick == 9) & (view[View.TRICKS + seat] == 0)",
        "K3.2",
        also=("K3.1",),
        sets=PENDING_OFTEN,
    ),
    _mutant(
        "a lost marriage is written as one that counts",
        "apply",
        "rows.melds[meld, MeldField.COUNTED] = view[View.TRICKS + seat] > 0",
        "rows.melds[meld, MeldField.COUNTED] = view[View.TRICKS + seat] >= 0",
        "K3.2",
        sets=PENDING_OFTEN,
    ),
    _mutant(
        "a marriage of trump is worth 20",
        "apply",
        _POINTS,
        "points = table.plain",
        "K3.1",
        also=("K6.3", "K6.1", "K5.1", "K4.1"),
    ),
    _mutant("a marriage after closing", "table", _CLOSED, "| MARRIAGES", "K3.3"),
    _mutant("a marriage after the talon", "table", _EMPTY, "always | MARRIAGES", "K3.3"),
    _mutant(
        "a marriage without a trick won",
        "table",
        'declare = rules.marriage.needs_trick == "to_declare"',
        "declare = False",
        "D4.2",
        preset=SEKSOGTRES,
    ),
    _mutant(
        "the king may be led to a marriage of the endgame",
        "apply",
        "only_queen = pick(endgame, table.queen_endgame, table.queen_open)",
        "only_queen = pick(endgame, table.queen_open, table.queen_open)",
        "D4.3",
        also=("D4.2", "D6.1", "D5.1", "D7.2"),
        preset=SEKSOGTRES,
    ),
    _mutant("after a marriage any card is led", "play", "bound |= leads", "bound |= 0", "K3.1"),
    # ---- exchange
    _mutant(
        "an exchange without a trick won",
        "table",
        "int(rules.exchange.needs_trick)",
        "0",
        "K4.1",
    ),
    _mutant(
        "an exchange after closing",
        "table",
        "swaps & _bits(exchange.after_close, MAY_EXCHANGE)",
        "swaps",
        "K4.1",
        also=("K3.3",),
    ),
    _mutant(
        "an exchange with too few cards left",
        "table",
        "by_talon = (0, closing.min_talon, exchange.min_talon, 0)",
        "by_talon = (0, closing.min_talon, 0, 0)",
        "S4.1",
        preset=SCHNAPSEN,
        sets=("rules.exchange.min_talon=6",),
    ),
    # ---- closing
    _mutant(
        "closing over the last two cards where four are needed",
        "table",
        "by_talon = (0, closing.min_talon, exchange.min_talon, 0)",
        "by_talon = (0, 0, exchange.min_talon, 0)",
        "S5.1",
        also=("S4.1", "S3.1"),
        preset=SCHNAPSEN,
        sets=("rules.closing.min_talon=4",),
    ),
    _mutant(
        "a failed closing is paid by count",
        "scoring",
        _FAILURE,
        "price_now(table, view, closer)",
        "K5.3",
        in_ci=True,
    ),
    _mutant(
        "a failed closing is paid by the tricks at the end",
        "scoring",
        "at = View.CLOSE_TRICKS if table.tricks_at_close else View.TRICKS",
        "at = View.TRICKS",
        "S5.3",
        preset=SCHNAPSEN,
    ),
    _mutant(
        "an opponent's claim against a closer is paid by count",
        "scoring",
        "if closer == other and table.claim_fails_closer:",
        "if closer == other and table.claim_fails_closer == 9:",
        "K5.3",
    ),
    _mutant(
        "a closer with 66 is out without the last trick",
        "scoring",
        "if reached and (table.auto_out == OUT_AT_END or closer == last):",
        "if reached:",
        "K5.3",
        sets=NEVER_CLAIMS,
    ),
    _mutant(
        "a closer who is out is paid by the end",
        "scoring",
        "if table.score_at_close:",
        "if table.score_at_close == 9:",
        "S5.4",
        preset=SCHNAPSEN,
    ),
    _mutant(
        "the bonus of the last trick after closing, too",
        "apply",
        "given = (view[View.CLOSER] == NONE) | (table.bonus_when_closed != 0)",
        "given = (view[View.CLOSER] == NONE) | (table.bonus_when_closed != 9)",
        "K7.3",
    ),
    # ---- claims and prices
    _mutant(
        "a claim with exactly 66 is wrong",
        "scoring",
        "wrong = points_of(view, claimer) < table.target",
        "wrong = points_of(view, claimer) <= table.target",
        "K6.1",
    ),
    _mutant(
        "a wrong claim is paid by count",
        "scoring",
        "none = view[View.TRICKS + other] == 0\n",
        "none = view[View.TRICKS + other] == 0\n    return price_now(table, view, claimer)\n",
        "K6.2",
        sets=CLAIMS_WRONGLY,
    ),
    _mutant(
        "a closer's wrong claim costs what any costs",
        "scoring",
        "if table.wrong_fails_closer and view[View.CLOSER] == claimer:",
        "if table.wrong_fails_closer == 9:",
        "S6.2",
        preset=SCHNAPSEN,
        sets=CLAIMS_WRONGLY,
    ),
    _mutant(
        "exactly 33 pays double",
        "scoring",
        "some = pick(points < table.under, table.under_pays, table.base)",
        "some = pick(points <= table.under, table.under_pays, table.base)",
        "K7.1",
    ),
    _mutant(
        "no points are taken for no trick",
        "scoring",
        "return pick(tricks == 0, table.no_trick_pays, some)",
        "return pick(points == 0, table.no_trick_pays, some)",
        "K7.1",
        sets=("rules.deck.values.J=0", "rules.deck.values.Q=0", "rules.deck.values.K=0"),
    ),
    # ---- played out, stakes, the match
    _mutant(
        "seat 0 wins a tie",
        "scoring",
        "return pick(points_0 == points_1, NONE, pick(points_0 > points_1, 0, 1))",
        "return pick(points_0 >= points_1, 0, 1)",
        "K7.3",
        sets=(*NOT_CLOSED, *NEVER_CLAIMS),
    ),
    _mutant(
        "the higher of two at 66 wins",
        "scoring",
        "drawn = reached_0 | (table.higher_below == 0)",
        "drawn = (reached_0 == 0) & (table.higher_below == 0)",
        "D7.3",
        preset=SEKSOGTRES,
        sets=(*NOT_CLOSED, *NEVER_CLAIMS),
    ),
    _mutant(
        "the last trick's winner is paid by count",
        "scoring",
        "return PLAYED_OUT, last, table.base",
        "return PLAYED_OUT, last, price_now(table, view, opponent(table, last))",
        "S7.3",
        preset=SCHNAPSEN,
        sets=(*NOT_CLOSED, *NEVER_CLAIMS),
    ),
    _mutant(
        "the stake of a drawn deal does not add up",
        "deals",
        "view[View.STAKE] = pick(drawn, stake + table.draw_adds, 0)",
        "view[View.STAKE] = pick(drawn, table.draw_adds, 0)",
        "D7.3",
        preset=SEKSOGTRES,
        sets=DRAWN_OFTEN,
    ),
    _mutant(
        "the stake is not paid",
        "deals",
        "paid = pick(drawn, 0, price + stake)",
        "paid = pick(drawn, 0, price)",
        "D7.3",
        preset=SEKSOGTRES,
        sets=DRAWN_OFTEN,
    ),
    _mutant(
        "the loser pays nothing",
        "deals",
        "lost = pick(table.zero_sum != 0, -paid, 0)",
        "lost = 0",
        "D7.1",
        preset=SEKSOGTRES,
    ),
    _mutant(
        "the loser deals next", "legal", _NEXT_DEALER, "if table.rotation != ROTATE_LOSER:", "K1.5"
    ),
    _mutant(
        "the dealer stays after a drawn deal",
        "legal",
        "return next_seat(table, dealer) if table.draw_rotates else dealer",
        "return dealer",
        "D2.3",
        preset=SEKSOGTRES,
        sets=DRAWN_OFTEN,
    ),
    _mutant(
        "a match goes on at exactly the target",
        "hotloop",
        ">= table.match_target:",
        "> table.match_target:",
        "K7.2",
        sets=SHORT,
    ),
    _mutant(
        "a match takes one deal more",
        "hotloop",
        "if deals == table.match_deals:",
        "if deals == table.match_deals + 1:",
        "D7.4",
        preset=SEKSOGTRES,
    ),
    # ---- several seats, slips of players: the loop of wide tables
    _mutant(
        "each of several losers pays as the first one",
        "deals",
        "change = price_between(table, view, result, payer, seat) + stake",
        "change = price_between(table, view, result, payer, 0) + stake",
        "D7.1",
        also=("D7.3",),  # where a stake is in what is paid
        preset=SEKSOGTRES,
        sets=("rules.seats=3",),
    ),
    _mutant(
        "a failed closer of several pays one opponent only",
        "deals",
        "if not drawn and seat != one:",
        "if not drawn and seat != one and (payer == NONE or seat == 0):",
        "D5.4",
        also=("D7.3",),  # where a stake is in what is paid
        preset=SEKSOGTRES,
        sets=("rules.seats=3",),
    ),
    _mutant(
        "the talon counts as empty one card too late",
        "table",
        'rules.seats if rules.talon.uneven == "stop" else 1',
        "1",
        "D3.4",
        preset=SEKSOGTRES,
        also=("D5.1", "D3.3", "D3.1", "D4.2", "D4.3", "D6.1", "D7.2", "G3"),
        sets=("rules.seats=5", "rules.deck.packs=2"),
    ),
    _mutant(
        "a marriage is corrected on the lead of the mistake",
        "legal",
        "if len(table.wide) and has_just_erred(view, seat):",
        "if len(table.wide) and has_just_erred(view, seat) and table.king < 0:",
        "D8.5",
        preset=SEKSOGTRES,
        sets=("rules.irregularities.wrong_marriage_rate=0.5",),
    ),
)
