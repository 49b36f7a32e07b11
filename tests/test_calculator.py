"""The calculator of the repository is what its tool writes; tests/browser computes with it."""

from pathlib import Path

from tools import make_calculator

REPORT = Path(__file__).parents[1] / "workflow/report"


def test_the_calculator_is_what_its_tool_writes():
    text = make_calculator.FILE.read_text(encoding="utf-8")
    assert text == make_calculator.calculator_page(), (
        "run python -m tools.make_calculator"
    )


def test_the_calculator_holds_one_calibration():
    page = make_calculator.FILE.read_text(encoding="utf-8")
    for name in ("noise.js", "numbers.js"):
        assert (REPORT / name).read_text(encoding="utf-8") in page
    assert page.count("analyticSigma(epsilon, delta, sensitivity) {") == 1
