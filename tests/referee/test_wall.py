"""The referee draws nothing and compiles nothing: what it imports, and what its text says."""

import ast
import subprocess
import sys
from pathlib import Path

from sixtysix_sim import referee

FAMILIES = ("auction", "talon")
FORBIDDEN = ("numba", "numpy", "random", "sixtysix_sim.kernels", "sixtysix_sim.policies")


def test_importing_the_referee_loads_no_kernel() -> None:
    code = (
        "import sys, sixtysix_sim.referee.auction, sixtysix_sim.referee.talon\n"
        "import sixtysix_sim.referee.casefile\n"
        "print(*[n for n in ('numba', 'numpy', 'sixtysix_sim.kernels') if n in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.strip() == ""


def test_the_rules_themselves_name_no_forbidden_module() -> None:
    room = Path(str(referee.__file__)).parent
    files = sorted(room.glob("*.py")) + [
        f for n in FAMILIES for f in sorted((room / n).glob("*.py"))
    ]
    assert len(files) >= 20
    for file in files:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not [name for name in names if name.startswith(FORBIDDEN)], file.name
