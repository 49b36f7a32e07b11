"""The calculator: its sigma beside the library's test vectors, its words, its limits."""

import csv
import re

import pytest

from gaussmech import (
    AnalyticGaussianMechanism,
    advantage,
    analytic_gaussian_sigma,
    classical_gaussian_sigma,
    gaussian_mu,
)
from tests.browser.conftest import WIDTHS, overflow
from tests.processes import ROOT

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

FILE = ROOT / "docs/calculator.html"
ANSWERS = """(budgets) => budgets.map((budget) => {
    const fields = ["epsilon", "delta", "sensitivity"];
    fields.forEach((name, k) => (document.getElementById(name).value = budget[k]));
    document.getElementById("budget").dispatchEvent(new Event("input"));
    return document.getElementById("sigma").textContent;
})"""


@pytest.fixture(params=WIDTHS)
def page(open_page, request):
    return open_page(FILE, request.param)


def number_in(text):
    """A number as the page writes it."""
    factor, _, power = text.partition(" × 10")
    power = power.translate(str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789"))
    return float(factor) * 10 ** int(power or 0)


def fill(page, **values):
    for name, value in values.items():
        page.locator(f"#{name}").fill(value)


def assert_sigma(page, *budget):
    """Compare what the page says, and what its line of Python gives, with the library."""
    sigma = analytic_gaussian_sigma(*budget)
    shown = number_in(page.locator("#sigma").inner_text().removeprefix("σ = "))
    assert sigma <= shown <= sigma * 1.00002
    names = {}
    exec(page.locator("#python").inner_text().replace("gm.ana", "s = gm.ana"), names)
    assert names["s"] == pytest.approx(sigma, rel=1e-12)


def test_the_first_screen_has_sigma_and_the_next_budget_needs_no_click(page):
    assert 0 <= page.locator("#sigma").bounding_box()["y"] < 600
    assert_sigma(page, 0.5, 1e-6)
    fill(page, epsilon="2", delta="1e-5", sensitivity="3.5")
    assert_sigma(page, 2, 1e-5, 3.5)
    command = "gaussmech sigma --epsilon 2 --delta 0.00001 --sensitivity 3.5"
    assert page.locator("#command").inner_text().replace("1e-5", "0.00001") == command
    text = page.locator("#meaning").inner_text()
    within = number_in(re.search("within (.*)\\.", text)[1])
    accuracy = AnalyticGaussianMechanism(2, 1e-5, 3.5).accuracy(0.05)
    assert accuracy <= within <= accuracy * 1.005
    fill(page, releases="12")
    assert_sigma(page, 2, 1e-5, 3.5 * 12**0.5)
    assert page.locator("#command").inner_text().endswith(" --releases 12")
    assert overflow(page) == 0


def test_sigma_is_never_below_that_of_the_test_vectors(open_page):
    page = open_page(FILE, 1280)
    with open(ROOT / "testvectors/gaussian.csv", encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if 0 < float(row["delta"]) <= 0.5]
    budgets = [[row["epsilon"], row["delta"], "1"] for row in rows]
    answers = page.evaluate(ANSWERS, budgets)
    compared = 0
    failures = []
    for row, answer in zip(rows, answers, strict=True):
        exact = float(row["sigma_exact"])
        if not answer or not 1e-250 < exact < 1e250:
            continue
        compared += 1
        over = number_in(answer.removeprefix("σ = ")) / exact
        if not 1 <= over < 1 + 2e-5:
            failures.append((row["epsilon"], row["delta"], answer, over - 1))
    assert failures == []
    assert compared > 0.9 * len(rows)


def test_the_classical_calibration_is_compared(page):
    fill(page, epsilon="0.5", delta="1e-6", sensitivity="1")
    classical = classical_gaussian_sigma(0.5, 1e-6)
    share = classical / analytic_gaussian_sigma(0.5, 1e-6)
    text = page.locator("#compared").inner_text()
    assert (
        f"{share:.2f} times as much noise as needed." in text
        and f"{classical:.3f}"[:5] in text
    )
    fill(page, epsilon="10")
    assert "too little, so that it is not" in page.locator("#compared").inner_text()
    fill(page, epsilon="0")
    assert "no σ for ε = 0" in page.locator("#compared").inner_text()


@pytest.mark.parametrize(
    "budget",
    [(0.5, 1e-6, 1.0), (3.0, 1e-5, 5.0), (0.01, 1e-9, 0.1), (500.0, 1e-6, 1.0)],
)
def test_the_budget_has_its_meaning(page, budget):
    epsilon, delta, sensitivity = map(str, budget)
    fill(page, epsilon=epsilon, delta=delta, sensitivity=sensitivity)
    text = page.locator("#attack").inner_text()
    mu = gaussian_mu(budget[0], budget[1])
    shown = re.search(
        r"μ = (\S+?)\. .* at most (\S+) % success.* advantage is (\S+) %", text
    )
    exact = (mu, 50 + 50 * advantage(mu), 100 * advantage(mu))
    for words, value in zip(shown.groups(), exact, strict=True):
        # Three digits, rounded up.
        assert value * (1 - 1e-9) <= float(words) <= value * 1.0101, text
    # No attack is right more often than always.
    assert all(float(words) <= 100 for words in shown.groups()[1:]), text


def test_what_is_no_budget_is_refused_at_its_field(page):
    for name, value, words in (
        ("epsilon", "-1", "epsilon must be at least 0"),
        ("delta", "0.6", "delta must be above 0 and at most 0.5"),
        ("delta", "0", "delta must be above 0 and at most 0.5"),
        ("sensitivity", "0", "the sensitivity must be above 0"),
        ("epsilon", "0,5", "not a number; use a dot"),
        ("epsilon", "", "give a number"),
    ):
        fill(page, epsilon="0.5", delta="1e-6", sensitivity="1")
        assert page.locator(f"#{name}-note").inner_text() == ""
        fill(page, **{name: value})
        assert words in page.locator(f"#{name}-note").inner_text()
        assert page.locator(f"#{name}").get_attribute("aria-invalid") == "true"
        assert page.locator("#sigma").inner_text() == ""
        assert "No noise makes this budget" in page.locator("#answer").inner_text()


def test_the_address_holds_the_budget(open_page):
    page = open_page(FILE, 390, fragment="#epsilon=2&delta=0.01&sensitivity=4")
    assert page.locator("#epsilon").input_value() == "2"
    fill(page, delta="0.001")
    assert (
        page.evaluate("location.hash")
        == "#epsilon=2&delta=0.001&sensitivity=4&releases=1"
    )
