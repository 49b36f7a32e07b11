"""The calculator of the repository is what its tool writes; tests/browser computes with it."""

from tools import make_calculator


def test_the_calculator_is_what_its_tool_writes():
    text = make_calculator.FILE.read_text(encoding="utf-8")
    assert text == make_calculator.calculator_page(), (
        "run python -m tools.make_calculator"
    )
