"""`python -m gaussmech`: the command line without its script."""

import sys

from gaussmech.cli import main

if __name__ == "__main__":
    sys.exit(main())
