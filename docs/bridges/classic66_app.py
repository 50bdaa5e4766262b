"""Turns the match log of a 66 app (JSON) into JSON Lines for `sixtysix audit`."""

import json
import sys
from pathlib import Path

SUITS = {"maça": "S", "kupa": "H", "karo": "D", "sinek": "C"}
RANKS = {"as": "A", "10": "T", "papaz": "K", "kız": "Q", "bacak": "J", "9": "9"}
DEEDS = {"koz değişimi": "exchange", "desteyi kapat": "close", "66": "claim"}


def card(name: str) -> str:
    """`karo bacak` is JD."""
    suit, rank = name.split()
    return RANKS[rank] + SUITS[suit]


def move(event: dict, seats: dict) -> str:
    """An event as we write it: `1 play AS`, `0 marriage H`, `0 close`."""
    if event["ne"] == "kart":
        deed = f"play {card(event['kart'])}"
    elif event["ne"] == "eş":
        deed = f"marriage {SUITS[event['renk']]}"
    else:
        deed = DEEDS[event["ne"]]
    return f"{seats[event['oyuncu']]} {deed}"


def line(match: dict, number: int, hand: dict) -> dict:
    """One deal; the score before it is left out: `audit` keeps it itself."""
    seats = {name: seat for seat, name in enumerate(match["oyuncular"])}
    result = hand["sonuç"]
    return {
        "rules": {"base": "classic_66_v1", "match": {"target": match["hedef"]}},
        "game": match["maç"],
        "deal": number,
        "dealer": seats[hand["dağıtan"]],
        "hands": [" ".join(map(card, hand["eller"][name])) for name in match["oyuncular"]],
        "upcard": card(hand["açık koz"]),
        "talon": " ".join(map(card, hand["deste"])),
        "moves": [move(event, seats) for event in hand["hamleler"]],
        "result": {"winner": seats[result["kazanan"]], "game_points": result["maç puanı"]},
    }


match = json.loads(Path(sys.argv[1]).read_text("utf-8"))
for number, hand in enumerate(match["dağıtımlar"]):
    sys.stdout.write(json.dumps(line(match, number, hand)) + "\n")
