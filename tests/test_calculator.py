"""The calculator of the repository is what its tool writes; tests/browser computes with it."""

from pathlib import Path

from tools import make_calculator

REPORT = Path(__file__).parents[1] / "workflow/report"


def test_the_calculator_is_what_its_tool_writes():
    text = make_calculator.FILE.read_text(encoding="utf-8")
    assert text == make_calculator.calculator_page(), (
        "run python -m tools.make_calculator"
    )


def test_there_is_one_calibration_for_the_explorer_and_the_calculator():
    page = make_calculator.FILE.read_text(encoding="utf-8")
    for name in ("noise.js", "numbers.js"):
        script = (REPORT / name).read_text(encoding="utf-8")
        assert script in page
        assert f'"{name}"' in (REPORT / "explorer.html").read_text(encoding="utf-8")
    assert page.count("analyticSigma(epsilon, delta, sensitivity) {") == 1
