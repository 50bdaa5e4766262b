"""`python -m sixtysix_sim` is the program `sixtysix`."""

import os
import sys


def main() -> None:
    """Load the program and run it: Ctrl-C ends it with 130 from the first moment on."""
    try:
        from sixtysix_sim.cli.app import main as run
    except KeyboardInterrupt:
        if sys.stderr is not None:
            sys.stderr.write("sixtysix: interrupted\n")
            sys.stderr.flush()
        os._exit(130)  # nothing is open yet, and half-loaded modules have nothing to tidy up
    run()


if __name__ == "__main__":
    main()
