"""Run the command line by `python -m gaussmech`."""

import sys

from gaussmech.cli import main

if __name__ == "__main__":
    sys.exit(main())
