"""Turns the table log of a Çift 66 app (text) into JSON Lines for `sixtysix audit`."""

import json
import re
import sys
from pathlib import Path

SUITS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}
WORDS = {"pas": "pass", "sordum": "ask", "bozdum": "answer redeal", "konuş": "answer speak"}
ENDS = {"tuttu": "made", "battı": "set", "yeniden": "redeal"}


def card(name: str) -> str:
    """`♠10` is TS."""
    return name[1:].replace("10", "T") + SUITS[name[0]]


def read(text: str) -> list[dict]:
    """The rounds of a log, one after the other."""
    deals: list[dict] = []
    for line in text.splitlines():
        if head := re.match(r"# round (\d+), dağıtan (\d), puan (-?\d+)-(-?\d+)", line):
            number, dealer, *score = map(int, head.groups())
            deals.append({"rules": "cift66", "game": 0, "deal": number - 1, "dealer": dealer,
                          "score_before": score, "hands": [], "moves": []})  # fmt: skip
        elif held := re.match(r"el \d: (.+)", line):
            deals[-1]["hands"].append(" ".join(map(card, held[1].split())))
        elif said := re.match(r"(\d) (teklif|koz) (\S+)$", line):
            deed = f"bid {said[3]}" if said[2] == "teklif" else f"trump {SUITS[said[3]]}"
            deals[-1]["moves"].append(f"{said[1]} {deed}")
        elif said := re.match(r"(\d) (\w+)$", line):
            deals[-1]["moves"].append(f"{said[1]} {WORDS[said[2]]}")
        elif end := re.match(r"sonuç: (\w+)(?: ([+-]\d+) ([+-]\d+))?", line):
            deals[-1]["result"] = {"end": ENDS[end[1]]}
            if end[2]:
                deals[-1]["result"] |= {"change_0": int(end[2]), "change_1": int(end[3])}
        else:  # a trick: seat and card, four times
            for seat, name in re.findall(r"(\d) ([♠♥♦♣]\w+)", line):
                deals[-1]["moves"].append(f"{seat} play {card(name)}")
    return deals


for deal in read(Path(sys.argv[1]).read_text("utf-8")):
    sys.stdout.write(json.dumps(deal) + "\n")
