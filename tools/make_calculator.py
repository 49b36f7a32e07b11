"""Write docs/calculator.html: the calculator of sigma as one page that needs no run.

    python -m tools.make_calculator

The page is the template workflow/report/calculator.html with its scripts in it.
"""

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
    FILE.write_text(calculator_page(), encoding="utf-8")
