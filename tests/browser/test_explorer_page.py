"""The explorer, made from small tables: what it says of them, and the noise it computes."""

import math
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from gaussmech import (
    TruncatedLaplaceMechanism,
    analytic_gaussian_sigma,
    classical_gaussian_sigma,
    l2_scale,
)
from gaussmech.pipeline.explorer import explorer_page
from tests.browser.windows import WIDTHS, overflow

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

TEMPLATE = Path(__file__).parents[2] / "workflow/report/explorer.html"
PROVENANCE = {"source": "stand-in", "label": "a made-up city", "counts": {"junctions": 12}}


def errors(**least):
    """Errors in which `least`, a dict of (epsilon, dimension) to a method, has the least."""
    rows = []
    for epsilon in (0.1, 1.0):
        for dimension in (10, 100):
            for k, method in enumerate(["Lap", "cGM", "aGM", "aGM-JS", "zero"]):
                best = least["least"][epsilon, dimension] == method
                rows.append(
                    {
                        "epsilon": epsilon,
                        "delta": 1e-4,
                        "dimension": dimension,
                        "method": method,
                        "error_mean": 1.0 if best else 2.0 + k + dimension,
                        "error_se": 0.01,
                    }
                )
    return pd.DataFrame(rows)


def maps():
    methods = {"aGM": 40.0, "aGM-wavelet": 9.0, "aGM-forest": 9.05, "aGM-trend-oracle": 8.0}
    return pd.DataFrame(
        [
            {
                "hour": hour,
                "method": method,
                "epsilon": epsilon,
                "delta": 1e-6,
                "rmse_mean": error / epsilon,
                "rmse_se": 0.1,
                "uses_truth": "oracle" in method,
            }
            for hour in (0, 12)
            for epsilon in (0.5, 1.0)
            for method, error in methods.items()
        ]
    )


LEAST = {(0.1, 10): "Lap", (0.1, 100): "aGM-JS", (1.0, 10): "cGM", (1.0, 100): "aGM"}


@pytest.fixture(params=WIDTHS)
def explorer(open_page, tmp_path, request):
    path = tmp_path / "explorer.html"
    page = explorer_page(
        TEMPLATE,
        tables={"mean_estimation": errors(least=LEAST), "heatmap_extended": maps()},
        provenance=PROVENANCE,
        seed=1,
        origin={"commit": "unknown", "config_digest": "0"},
    )
    path.write_text(page, encoding="utf-8")
    opened, complaints = open_page(path, request.param)
    return opened, complaints


def pick(page, **values):
    for name, value in values.items():
        page.locator(f"#pick select[name={name}]").select_option(value)


def test_the_winner_is_that_of_the_table(explorer):
    page, complaints = explorer
    winner = page.locator("#winner")
    for (epsilon, dimension), method in LEAST.items():
        pick(page, task="mean_estimation", epsilon=f"{epsilon:g}", position=str(dimension))
        assert f"d = {dimension}: {method} has the least error, 1.000" in winner.inner_text()
        first = page.locator("#ranking tbody tr").first.locator("td")
        assert first.all_inner_texts() == [method, "1.000", "0.020", "least"]
    assert complaints == []


def test_ties_are_named_and_the_oracle_does_not_win(explorer):
    page, complaints = explorer
    pick(page, task="heatmap_extended", epsilon="0.5", position="12")
    text = page.locator("#winner").inner_text()
    assert "at 12:00 (12 junctions): aGM-wavelet has the least error, 18.00." in text
    assert "Within two standard errors of it: aGM-forest (ours)." in text
    assert "Below it: aGM-trend, oracle λ (uses the truth) (uses the truth: not releasable)" in text
    assert complaints == []


def test_curves_are_those_of_the_table(explorer):
    page, complaints = explorer
    pick(page, task="mean_estimation", epsilon="1", position="100")
    drawn = page.evaluate(
        """() => Object.fromEntries(['by-position', 'by-epsilon'].map((id) => [id,
            Chart.getChart(id).data.datasets.filter((set) => !set.band)
                .map((set) => [set.label, set.data.map((point) => [point.x, point.y])])]))"""
    )
    table = errors(least=LEAST)
    for id, x, rows in (
        ("by-position", "dimension", table[table["epsilon"] == 1]),
        ("by-epsilon", "epsilon", table[table["dimension"] == 100]),
    ):
        curves = dict(drawn[id])
        assert len(curves) == 5
        for method in ("Lap", "cGM", "aGM", "aGM-JS"):
            ours = rows[rows["method"] == method].sort_values(x)
            assert curves[method] == ours[[x, "error_mean"]].to_numpy().tolist()
    for id in drawn:
        # Something is drawn, in the colours of the methods.
        assert page.evaluate(
            """(id) => {
                const canvas = document.getElementById(id);
                const { width, height } = canvas;
                const seen = canvas.getContext('2d').getImageData(0, 0, width, height).data;
                let blue = 0;
                for (let k = 0; k < seen.length; k += 4) {
                    blue += seen[k] === 0 && seen[k + 1] === 0x72 && seen[k + 2] === 0xb2;
                }
                return blue;
            }""",
            id,
        )
    assert overflow(page) == 0
    assert page.locator(".stand-in").count() == 1
    assert complaints == []


def test_noise_of_200_budgets_is_the_library_s(explorer):
    page, complaints = explorer
    rng = np.random.default_rng(20180806)
    budgets = [
        (
            10 ** rng.uniform(-6, 2),
            10 ** rng.uniform(-15, math.log10(0.49)),
            10 ** rng.uniform(-3, 3),
        )
        for _ in range(200)
    ]
    # As a reader would: type the budget, read the numbers.
    read = page.evaluate(
        """(budgets) => budgets.map((budget) => {
            const form = document.getElementById('budget');
            ['epsilon', 'delta', 'sensitivity'].forEach((name, k) => {
                form.elements[name].value = String(budget[k]);
                form.elements[name].dispatchEvent(new Event('input', { bubbles: true }));
            });
            return ['classical', 'analytic', 'tlap-scale', 'tlap-bound', 'tlap-amplitude']
                .map((id) => Number(document.getElementById(id).textContent));
        })""",
        budgets,
    )
    assert len(read) == 200
    for budget, numbers in zip(budgets, read, strict=True):
        laplace = TruncatedLaplaceMechanism(*budget)
        wanted = [
            classical_gaussian_sigma(*budget),
            analytic_gaussian_sigma(*budget),
            laplace.scale,
            laplace.bound,
            laplace.amplitude,
        ]
        # Ten digits are shown.
        assert numbers == pytest.approx(wanted, rel=1e-9, abs=0), budget
    assert complaints == []


@pytest.mark.parametrize("dimension", [1, 2, 3, 10, 1000, 100_000])
@pytest.mark.parametrize(
    ("epsilon", "delta"), [(1e-3, 1e-15), (0.5, 1e-6), (20.0, 0.1), (2.0, 0.0)]
)
def test_the_l2_mechanism_of_a_budget_is_the_library_s(explorer, epsilon, delta, dimension):
    page, complaints = explorer
    page.evaluate(
        """(budget) => {
            const form = document.getElementById('budget');
            for (const [name, value] of Object.entries(budget)) form.elements[name].value = value;
            form.dispatchEvent(new Event('input', { bubbles: true }));
        }""",
        {"epsilon": epsilon, "delta": delta, "sensitivity": 3, "dimension": dimension},
    )
    scale = l2_scale(epsilon, delta, 3.0, dimension=dimension)
    assert float(page.locator("#l2").inner_text()) == pytest.approx(scale, rel=2e-9, abs=0)
    if delta:
        noise = scale * math.sqrt(dimension + 1) / analytic_gaussian_sigma(epsilon, delta, 3.0)
        assert page.locator("#l2-note").inner_text().startswith(f"{noise:#.3g}")
    assert complaints == []


@pytest.mark.parametrize(
    ("epsilon", "delta", "sensitivity"),
    [(0.0, 1e-6, 2.0), (1e-9, 0.3, 1.0), (800.0, 1e-300, 1.0), (1e6, 0.3, 1.0)],
)
def test_noise_at_the_ends(explorer, epsilon, delta, sensitivity):
    page, complaints = explorer
    found = page.evaluate(
        "(budget) => noise.analyticSigma(...budget)", [epsilon, delta, sensitivity]
    )
    assert found == pytest.approx(
        analytic_gaussian_sigma(epsilon, delta, sensitivity), rel=1e-9, abs=0
    )
    assert complaints == []


def test_a_budget_that_is_none_is_refused_in_words(explorer):
    page, complaints = explorer
    fields = {name: page.locator(f"#budget input[name={name}]") for name in ("epsilon", "delta")}
    for name, text, where, words in (
        ("delta", "1", "analytic", "delta must be between 0 and 1"),
        ("delta", "0.6", "tlap", "delta must be between 0 and 1/2"),
        ("epsilon", "-1", "analytic", "epsilon must be at least 0"),
        ("epsilon", "word", "classical", "epsilon must be above 0"),
        ("epsilon", "2", "classical", "outside its theorem: it needs epsilon below 1"),
    ):
        fields["delta"].fill("1e-6")
        fields["epsilon"].fill("0.5")
        fields[name].fill(text)
        assert page.locator(f"#{where}-note").inner_text() == words
    assert complaints == []
