"""Every page can be heard and used by the keyboard, in the light and in the dark, on desk and phone."""

import pytest

from tests.browser.conftest import ROOT, WIDTHS, violations

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["calculator.html", "report.html", "fig2.html"])
def test_nothing_is_hidden_from_those_who_hear_or_type(
    open_page, request, name, scheme, width
):
    path = ROOT / "docs" / name
    if not path.is_file():
        path = request.getfixturevalue("results") / name
    assert violations(open_page(path, width, scheme=scheme)) == []
