"""Write docs/calculator.html: the calculator of sigma as one page that needs no run.

    python tools/make_calculator.py [--check]

The page is the template workflow/report/calculator.html with its scripts in it. With --check the
tool only compares.
"""

import sys
from pathlib import Path

from gaussmech import __version__
from gaussmech.paper.pages.template import page

ROOT = Path(__file__).parents[1]
TEMPLATE = ROOT / "workflow/report/calculator.html"
FILE = ROOT / "docs/calculator.html"


def calculator_page():
    """Return the text of the page."""
    return page(TEMPLATE, version=__version__)


if __name__ == "__main__":
    if "--check" in sys.argv:
        if FILE.read_text(encoding="utf-8") != calculator_page():
            sys.exit(
                "docs/calculator.html is not up to date: run python tools/make_calculator.py"
            )
    else:
        FILE.write_text(calculator_page(), encoding="utf-8")
