"""`python -m sixtysix_sim` is the program `sixtysix`."""

from sixtysix_sim.cli.app import main

if __name__ == "__main__":
    main()
