"""`python -m dragoman`: the program."""

from __future__ import annotations

import sys

from dragoman.cli.entry import run


def main() -> None:
    """Runs the command line of this process and ends it with the command's exit code."""
    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
