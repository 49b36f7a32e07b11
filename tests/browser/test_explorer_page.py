"""The explorer, made from small tables: what it says of them, and the noise it computes."""

import math
import re
from itertools import product
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from PIL import Image

from gaussmech import (
    AnalyticGaussianMechanism,
    L2Mechanism,
    LaplaceMechanism,
    TruncatedLaplaceMechanism,
    analytic_gaussian_sigma,
    classical_gaussian_sigma,
    l2_scale,
)
from gaussmech.paper.figures.looks import METHODS
from gaussmech.paper.pages.explorer import explorer_page
from tests.browser.conftest import WIDTHS, overflow, violations

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

TEMPLATE = Path(__file__).parents[2] / "workflow/report/explorer.html"
PROVENANCE = {
    "source": "stand-in",
    "label": "a made-up city",
    "counts": {"junctions": 12},
}


METHODS_TRIED = ["Lap", "cGM", "aGM", "aGM-JS", "zero"]
LEAST = {(0.1, 10): "Lap", (0.1, 100): "aGM-JS", (1.0, 10): "cGM", (1.0, 100): "aGM"}
MAP_COLUMNS = [
    "hour",
    "method",
    "epsilon",
    "delta",
    "rmse_mean",
    "rmse_se",
    "uses_truth",
]
MAPS = {"aGM": 40.0, "aGM-wavelet": 9.0, "aGM-forest": 9.05, "aGM-trend-oracle": 8.0}


def errors():
    """Errors in which at each epsilon and dimension the method of LEAST has the least."""
    rows = [
        (epsilon, 1e-4, d, method, 1.0 if best == method else 2.0 + k + d, 0.01)
        for (epsilon, d), best in LEAST.items()
        for k, method in enumerate(METHODS_TRIED)
    ]
    columns = ["epsilon", "delta", "dimension", "method", "error_mean", "error_se"]
    return pd.DataFrame(rows, columns=columns)


def maps():
    rows = [
        (hour, method, epsilon, 1e-6, error / epsilon, 0.1, "oracle" in method)
        for hour, epsilon, (method, error) in product((0, 12), (0.5, 1.0), MAPS.items())
    ]
    return pd.DataFrame(rows, columns=MAP_COLUMNS)


@pytest.fixture
def opened(open_page, tmp_path):
    """opened(width, tables, ...): the explorer of some tables."""

    def opened(width, tables=None, **options):
        tables = tables or {"mean_estimation": errors(), "heatmap_extended": maps()}
        origin = {"seed": 1, "origin": {"commit": "unknown", "config_digest": "0"}}
        page = explorer_page(TEMPLATE, tables=tables, provenance=PROVENANCE, **origin)
        (tmp_path / "explorer.html").write_text(page, encoding="utf-8")
        return open_page(tmp_path / "explorer.html", width, **options)

    return opened


@pytest.fixture(params=WIDTHS)
def page(opened, request):
    return opened(request.param)


def pick(page, task=None, **values):
    if task:
        page.locator("#task").select_option(task)
    for name, value in values.items():
        page.locator(f"#{name}").fill(value)


def test_the_best_is_that_of_the_table(page):
    for (epsilon, dimension), method in LEAST.items():
        pick(
            page,
            task="mean_estimation",
            epsilon=f"{epsilon:g}",
            position=str(dimension),
        )
        sentence = page.locator("#winner").inner_text()
        assert (
            f"d = {dimension}: {method} has the least error of all methods, 1.000."
            in sentence
        )
        first = page.locator("#ranking tbody tr").first.locator("td")
        assert first.all_inner_texts() == [method, "1.000", "0.981 to 1.02", "least"]


def test_ties_are_named_and_the_oracle_does_not_win(page):
    pick(page, task="heatmap_extended", epsilon="0.5", position="12")
    text = page.locator("#winner").inner_text()
    assert (
        "at 12:00 (12 junctions): aGM-wavelet has the least error of all methods, 18.00."
        in text
    )
    tied = "Tied with aGM-wavelet (their difference is within its 95 % interval): aGM-forest"
    assert tied in text
    assert text.endswith("Knowing the truth, aGM-trend, oracle λ would have 16.00.")


def test_answers_follow_the_table_at_every_setting(opened):
    rng = np.random.default_rng(11)
    looks = "aGM-trend-oracle", "zero", "mean"
    methods = "aGM", "aGM-wavelet", "aGM-auto", *looks
    rows = [
        (
            hour,
            method,
            epsilon,
            1e-6,
            10 ** rng.uniform(0, 0.4),
            10 ** rng.uniform(-4, -1),
        )
        for hour, epsilon, method in product(
            (0, 8, 12), (0.1, 0.5, 1.0, 2.0, 5.0), methods
        )
    ]
    table = pd.DataFrame(rows, columns=MAP_COLUMNS[:-1])
    table["uses_truth"] = table["method"].isin(["aGM-trend-oracle", "mean"])
    page = opened(1280, {"heatmap": table})
    kinds = set()
    for (hour, epsilon), cell in table.groupby(["hour", "epsilon"]):
        pick(page, epsilon=f"{epsilon:g}", position=str(hour))
        sentence = page.locator("#winner").inner_text()
        errors = cell.set_index("method")["rmse_mean"]
        methods = errors[[name for name in errors.index if name not in looks]]
        best = methods.idxmin()
        baseline = errors[["zero", "mean"]].idxmin()
        beaten = methods[best] < errors[baseline]
        assert sentence.count("has the least error") == beaten
        assert sentence.count("no method beats") == (not beaten)
        least = METHODS[best].label
        assert (f"{least} has the least" if beaten else f"is {least},") in sentence
        if not beaten:
            assert (
                f"no method beats the {METHODS[baseline].label}, {errors[baseline]:.3f}"
                in sentence
            )
        knows = errors["aGM-trend-oracle"] < methods[best]
        assert ("Knowing the truth" in sentence) == knows
        # The table says the same as the sentence.
        lines = page.locator("#ranking tbody tr").all_inner_texts()
        order = [line.split("\t")[0] for line in lines]
        assert order == [METHODS[name].label for name in errors.sort_values().index]
        remarks = dict(
            zip(order, (line.split("\t")[-1] for line in lines), strict=True)
        )
        assert remarks[least] == ("least" if beaten else "best of the methods")
        assert list(remarks.values()).count("least") == beaten
        kinds.add((bool(beaten), bool(knows)))
    assert len(kinds) == 4


def test_sliders_typing_and_the_address_agree(page):
    pick(page, task="mean_estimation", position="10")
    pick(page, epsilon="0.9")
    assert "ε = 1, d = 10" in page.locator("#winner").inner_text()
    assert page.locator("#epsilon-note").inner_text() == "nearest in this run: 1"
    page.locator("#epsilon-slider").focus()
    page.keyboard.press("ArrowLeft")
    assert page.locator("#epsilon").input_value() == "0.1"
    assert "ε = 0.1, d = 10" in page.locator("#winner").inner_text()
    page.locator("#b-epsilon-slider").focus()
    page.keyboard.press("ArrowRight")
    typed = page.locator("#b-epsilon").input_value()
    assert float(typed) == pytest.approx(0.5 * 10**0.01, rel=0.02)
    sentence = page.locator("#winner").inner_text()
    noise = page.locator("#analytic").inner_text()
    # A link to what is shown shows it again.
    page.goto("about:blank")
    page.go_back()
    page.wait_for_selector("#winner:not(:empty)")
    assert page.locator("#winner").inner_text() == sentence
    assert page.locator("#analytic").inner_text() == noise


def test_what_is_shown_can_be_saved(page):
    pick(page, task="mean_estimation", epsilon="1", position="100")
    with page.expect_download() as started:
        page.locator("#csv").click()
    saved = pd.read_csv(started.value.path())
    assert started.value.suggested_filename == "mean_estimation.csv"
    table = errors()
    expected = table[(table["epsilon"] == 1) | (table["dimension"] == 100)]
    assert saved["error"].sum() == pytest.approx(expected["error_mean"].sum())
    assert len(saved) == len(expected) and set(saved["method"]) == set(
        expected["method"]
    )
    with page.expect_download() as started:
        page.locator("[data-picture='by-epsilon']").click()
    with Image.open(started.value.path()) as picture:
        assert picture.format == "PNG" and picture.getpixel((1, 1))[:3] == (
            255,
            255,
            255,
        )


def test_all_values_are_shown_at_the_cursor(page):
    pick(page, task="mean_estimation", epsilon="1", position="100")
    page.locator("#by-epsilon").hover()
    page.wait_for_timeout(100)
    lines = (
        "() => Chart.getChart('by-epsilon').tooltip.body.map((part) => part.lines[0])"
    )
    tooltip = page.evaluate(lines)
    assert len(tooltip) == 5 and all(": " in line for line in tooltip)


def test_curves_are_those_of_the_table(page):
    pick(page, task="mean_estimation", epsilon="1", position="100")
    charts = page.evaluate(
        """() => Object.fromEntries(['by-position', 'by-epsilon'].map((id) => [id,
            Chart.getChart(id).data.datasets.filter((set) => !set.band)
                .map((set) => [set.label, set.data.map((point) => [point.x, point.y])])]))"""
    )
    table = errors()
    for id, x, rows in (
        ("by-position", "dimension", table[table["epsilon"] == 1]),
        ("by-epsilon", "epsilon", table[table["dimension"] == 100]),
    ):
        curves = dict(charts[id])
        assert len(curves) == 5
        for method in ("Lap", "cGM", "aGM", "aGM-JS"):
            ours = rows[rows["method"] == method].sort_values(x)
            assert curves[method] == ours[[x, "error_mean"]].to_numpy().tolist()
    for id in charts:
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
    assert page.locator(".synthetic").count() == 1


def ask(page, budgets):
    """What the page answers to budgets that are typed: the numbers of each row, in full."""
    return page.evaluate(
        """(budgets) => budgets.map((budget) => {
            const form = document.getElementById('budget');
            for (const [name, value] of Object.entries(budget)) form.elements[name].value = value;
            form.dispatchEvent(new Event('input', { bubbles: true }));
            const read = { remark: document.querySelector('#classical .remark').textContent };
            for (const cell of document.querySelectorAll('#noise [data-column]')) {
                const { column, value } = cell.dataset, row = (read[cell.closest('tr').id] ??= {});
                if (value) row[column] = [Number(value), cell.innerText];
            }
            return read;
        })""",
        budgets,
    )


def mechanisms(epsilon, delta, sensitivity, dimension):
    root = math.sqrt(dimension)
    by_name = {
        "analytic": AnalyticGaussianMechanism(epsilon, delta, sensitivity),
        "laplace": LaplaceMechanism(epsilon, sensitivity * root),
        "l2": L2Mechanism(epsilon, delta, sensitivity, dimension=dimension),
    }
    if dimension == 1:
        by_name["tlap"] = TruncatedLaplaceMechanism(epsilon, delta, sensitivity)
    return by_name


def number_in(text):
    """A number as the page writes it."""
    factor, _, power = text.partition(" × 10")
    power = power.translate(str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789"))
    return float(factor) * 10 ** int(power or 0)


def test_noise_of_200_budgets_is_the_library_s(page):
    rng = np.random.default_rng(20180806)
    budgets = [
        {
            "epsilon": 10 ** rng.uniform(-6, 2),
            "delta": 10 ** rng.uniform(-15, math.log10(0.49)),
            "sensitivity": 10 ** rng.uniform(-3, 3),
            "dimension": int(10 ** rng.uniform(0, 4)) if k % 4 else 1,
        }
        for k in range(200)
    ]
    for budget, read in zip(budgets, ask(page, budgets), strict=True):
        d = budget["dimension"]
        sigma = classical_gaussian_sigma(*list(budget.values())[:3])
        assert read["classical"]["sigma"][0] == pytest.approx(sigma, rel=1e-12), budget
        for name, mechanism in mechanisms(**budget).items():
            numbers = {column: value for column, (value, _) in read[name].items()}
            parameter = "sigma" if name == "analytic" else "scale"
            alpha = 0.05 / d if name == "l2" else -math.expm1(math.log(0.95) / d)
            largest = mechanism.bound if name == "tlap" else mechanism.accuracy(alpha)
            expected = {
                parameter: getattr(mechanism, parameter),
                "rms": math.sqrt(mechanism.power),
                "within": mechanism.accuracy(0.05),
                "largest": largest,
            }
            assert numbers == pytest.approx(expected, rel=2e-9, abs=0), (name, budget)
            for column, (value, text) in read[name].items():
                # Rounded up, in the fifth digit.
                over = number_in(text) / value
                assert 1 - 1e-11 <= over < 1 + 1.01e-4, (name, column, budget, text)
        assert ("tlap" in mechanisms(**budget)) == bool(read["tlap"])


def test_the_l2_mechanism_of_a_budget_is_the_library_s(page):
    budgets = [
        {"epsilon": epsilon, "delta": delta, "sensitivity": 3, "dimension": dimension}
        for epsilon, delta in ((1e-3, 1e-15), (0.5, 1e-6), (20.0, 0.1), (2.0, 0.0))
        for dimension in (1, 2, 3, 10, 1000, 100_000)
    ]
    for budget, read in zip(budgets, ask(page, budgets), strict=True):
        scale = l2_scale(
            budget["epsilon"], budget["delta"], 3.0, dimension=budget["dimension"]
        )
        assert read["l2"]["scale"][0] == pytest.approx(scale, rel=2e-9, abs=0), budget


def test_the_sentence_and_the_lines_are_those_of_the_budget(page):
    ask(page, [{"epsilon": 0.5, "delta": "2.5e-7", "sensitivity": 3, "dimension": 40}])
    mechanism = AnalyticGaussianMechanism(0.5, 2.5e-7, 3)
    words = page.locator("#words").inner_text()
    sigma, within = re.search(
        r"deviation ([\d.]+) makes .* exceeds ([\d.]+) with", words
    ).groups()
    assert mechanism.sigma <= float(sigma) < mechanism.sigma * 1.0002
    assert mechanism.accuracy(0.05) <= float(within) < mechanism.accuracy(0.05) * 1.02
    assert "(0.5, 2.5e-7)-differentially private for an L2 sensitivity of 3;" in words
    assert f"σ = {sigma} to each coordinate" in page.locator("#answer").inner_text()
    # The lines run, and draw that noise, exactly.
    names = {"x": np.zeros(40)}
    exec(page.locator("#lines").inner_text(), names)
    private = names["private"]
    assert private.values.shape == (40, 1) and private.noise.law == "gaussian"
    assert mechanism.sigma < private.sigma < mechanism.sigma * (1 + 1e-6)
    ask(page, [{"delta": "2"}])
    assert "No noise makes this budget" in page.locator("#answer").inner_text()


def test_charts_follow_the_dark(opened):
    corner = """() => [...document.getElementById('by-epsilon').getContext('2d')
        .getImageData(2, 2, 1, 1).data].slice(0, 3)"""
    light, dark = (
        opened(1280, scheme=scheme).evaluate(corner) for scheme in ("light", "dark")
    )
    assert light == [255, 255, 255] and max(dark) < 40


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_number_breaks_on_a_phone_and_all_can_be_heard(opened, scheme):
    page = opened(390, scheme=scheme)
    lines = """() => [...document.querySelectorAll('td.number')].filter((cell) => cell.innerText)
        .map((cell) => cell.clientHeight / parseFloat(getComputedStyle(cell).lineHeight))"""
    assert max(page.evaluate(lines)) < 2 and overflow(page) == 0
    assert violations(page) == []


def test_noise_at_the_ends(page):
    for budget in (
        [0.0, 1e-6, 2.0],
        [1e-9, 0.3, 1.0],
        [800.0, 1e-300, 1.0],
        [1e6, 0.3, 1.0],
    ):
        sigma = page.evaluate("(budget) => noise.analyticSigma(...budget)", budget)
        assert sigma == pytest.approx(
            analytic_gaussian_sigma(*budget), rel=1e-9, abs=0
        ), budget


def test_a_budget_that_is_none_is_refused_in_words(page):
    fields = {
        name: page.locator(f"#budget input[name={name}]")
        for name in ("epsilon", "delta")
    }
    for name, text, where, words in (
        ("delta", "1", "classical", "delta must be between 0 and 1"),
        ("delta", "0.6", "analytic", "delta must be above 0 and at most 1/2"),
        ("delta", "0.6", "tlap", "delta must be between 0 and 1/2"),
        ("epsilon", "-1", "analytic", "epsilon must be at least 0"),
        ("epsilon", "word", "b-epsilon", "not a number; use a dot"),
        ("epsilon", "0,5", "b-epsilon", "not a number; use a dot"),
        ("epsilon", "", "b-epsilon", "give a number"),
        (
            "epsilon",
            "2",
            "classical",
            "private here, but outside its theorem, which needs ε < 1",
        ),
        ("epsilon", "10", "classical", "too little noise: not (ε, δ)-DP here"),
    ):
        fields["delta"].fill("1e-6")
        fields["epsilon"].fill("0.5")
        fields[name].fill(text)
        at = f"#{where}-note" if where.startswith("b-") else f"#{where} .remark"
        assert words in page.locator(at).inner_text()
        invalid = fields[name].get_attribute("aria-invalid")
        assert invalid == ("true" if where.startswith("b-") else "false")


def test_the_answers_about_a_budget_agree_with_its_numbers(page):
    grid = product((0.01, 0.5, 1, 3, 8, 10, 30), ("1e-10", "1e-6", "0.01", "0.4"))
    budgets = [{"epsilon": epsilon, "delta": delta} for epsilon, delta in grid]
    kinds = set()
    for budget, read in zip(budgets, ask(page, budgets), strict=True):
        classical, analytic = (
            read[name]["sigma"][0] for name in ("classical", "analytic")
        )
        enough = classical >= analytic
        beyond = budget["epsilon"] >= 1
        note = read["remark"]
        assert ("too little noise" in note) == (not enough)
        assert ("times the analytic variance" in note) == enough
        assert ("outside its theorem" in note) == (enough and beyond)
        kinds.add((enough, beyond))
    assert len(kinds) == 3
