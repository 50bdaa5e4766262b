"""Where a game's time goes, phase by phase: `python benchmarks/phases.py [PRESET [POLICY]]`.

The hot loop is one function once it is compiled, so a profiler shows one name. Here it is compiled
with line numbers, `perf` samples it by the CPU's clock, and each sample is given to the innermost
of the phase functions below that its place in the machine code was inlined from. Needs Linux's
`perf` (Debian: linux-perf) and binutils; the program is compiled anew for it, half a minute or so.
"""

import os
import re
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

SECONDS, SAMPLES_A_SECOND, GAMES = 10.0, 4_000, 50_000
POLICY_BYTES = 1024  # of machine code behind a decision's address, at most
#: The function a phase begins with → what it is called.
PHASES = {
    "deal_hands": "dealing",
    "deal_cards": "dealing",
    "auction": "auction",
    "name_trump": "trump and melds",
    "lead_words": "rights on lead",
    "choice_words": "rights on lead",
    "lead": "lead",
    "choose": "draw choice",
    "put_lead": "card on the table",
    "put_card": "card on the table",
    "follow_cards": "legal cards",
    "cards_to_follow": "legal cards",
    "play_trick": "trick",
    "follow": "trick",
    "decide": "asking a policy",
    "decide_card": "asking a policy",
    "bits_of_trick": "asking a policy",
    "draw_round": "drawing",
    "end_trick": "end of a trick",
    "close_trick": "end of a trick",
    "count_trick": "counting for the report",
    "measure_game": "counting for the report",
}
REST, POLICIES = "rest", "policies"


def play_and_sample(preset: str, policy: str, folder: Path) -> tuple[Any, float]:
    """Play under `perf`; return the engine and CPU nanoseconds a move."""
    from sixtysix_sim.experiments.bench import scenario_of
    from sixtysix_sim.runs.options import Silent
    from sixtysix_sim.runs.player import make_player
    from sixtysix_sim.vocabulary import LogLevel

    engine: Any = make_player(scenario_of(preset, policy), Silent())
    engine.play(0, GAMES, LogLevel.NONE)
    record = ["perf", "record", "-e", "cpu-clock", "-F", str(SAMPLES_A_SECOND)]
    perf = subprocess.Popen(
        [*record, "-p", str(os.getpid()), "-o", str(folder / "samples")], stderr=subprocess.DEVNULL
    )
    time.sleep(1)
    moves, begin = 0, time.process_time()
    while time.process_time() - begin < SECONDS:
        moves += engine.play(0, GAMES, LogLevel.NONE).moves_played
    taken = time.process_time() - begin
    perf.terminate()
    perf.wait()
    return engine, 1e9 * taken / moves


def samples_of(folder: Path) -> Counter[int]:
    """Return how often the CPU was met at each address."""
    script = ["perf", "script", "-i", str(folder / "samples"), "-F", "ip"]
    out = subprocess.run(script, capture_output=True, text=True, check=True).stdout
    return Counter(int(word, 16) for word in out.split())


def function_of(symbol: str) -> str:
    """Return the function's own name in one of Numba's symbols: ``_ZN`` and counted parts."""
    at, name = len("_ZN"), symbol
    while found := re.match(r"(\d+)", symbol[at:]):
        start = at + len(found[1])
        at = start + int(found[1])
        name = symbol[start:at]
    return name


def places_of(loop: Any, samples: Counter[int], folder: Path) -> dict[int, str]:
    """Return the phase of each sampled address inside the compiled loop."""
    (compiled,) = loop.overloads.values()
    library, symbol = compiled.library, compiled.fndesc.llvm_func_name
    machine_code = folder / "loop.o"
    machine_code.write_bytes(library._get_compiled_object())
    begin = library.get_pointer_to_function(symbol)
    table = subprocess.run(["nm", "-S", machine_code], capture_output=True, text=True, check=True)
    offset, size = next(
        (int(line.split()[0], 16), int(line.split()[1], 16))
        for line in table.stdout.splitlines()
        if line.endswith(f" {symbol}")
    )
    inside = [place for place in sorted(samples) if begin <= place < begin + size]
    out = subprocess.run(
        ["addr2line", "-e", machine_code, "-i", "-f", "-a"],
        input="\n".join(hex(place - begin + offset) for place in inside),
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    chains = re.split(r"^0x[0-9a-f]+\n", out, flags=re.MULTILINE)[1:]
    return {place: _phase(chain) for place, chain in zip(inside, chains, strict=True)}


def _phase(chain: str) -> str:
    """Return the phase of lines "function, place" from the innermost function outwards."""
    names = (function_of(line) for line in chain.splitlines()[::2])
    return next((PHASES[name] for name in names if name in PHASES), REST)


def main() -> None:
    """Print a table of the phases' shares and nanoseconds a move."""
    preset, policy = (*sys.argv[1:], *("cift66", "random")[len(sys.argv) - 1 :])
    with TemporaryDirectory(prefix="sixtysix-") as name:
        os.environ |= {"NUMBA_DEBUGINFO": "1", "SIXTYSIX_CACHE": name}
        folder = Path(name)
        engine, ns = play_and_sample(preset, policy, folder)
        samples = samples_of(folder)
        places = places_of(engine._play, samples, folder)
    counts: Counter[str] = Counter()
    decisions = {int(address) for address in engine._seated.addresses.ravel() if address}
    for place, count in samples.items():
        asked = any(0 <= place - address < POLICY_BYTES for address in decisions)
        counts[places.get(place, POLICIES if asked else REST)] += count
    sys.stdout.write(f"| phase ({preset}, {policy}, {ns:.1f} ns a move) | share | ns a move |\n")
    sys.stdout.write("|---|---|---|\n")
    for phase, count in counts.most_common():
        share = count / samples.total()
        sys.stdout.write(f"| {phase} | {share:.1%} | {share * ns:.1f} |\n")


if __name__ == "__main__":
    main()
