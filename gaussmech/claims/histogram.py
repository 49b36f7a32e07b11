"""Claims about histogram release (appendix B.1); errors in L1, where the zero release has 1."""

import numpy as np
import pandas as pd
from scipy.special import gammaln

from gaussmech.claims.finding import Finding, NotCheckable, claim, number, ranges, verdict
from gaussmech.claims.results import DELTA, SAMPLE_SIZE, closest, closest_words

TABLE = "histogram.csv"
RUNS = "histogram.csv, claims_differences.csv"
# "Highly sparse" is read as at most one bin in ten with an item.
SPARSE = 0.1


def expected_nonzeros(sample_size, dimension):
    """Return the expected number of bins with an item: multinomial, Dirichlet(1/d) parameters.

    A bin is empty with probability prod_i (1 - 1/d + i) / (1 + i), i < n (Polya's urn).
    """
    a = 1 / np.asarray(dimension, float)
    n = sample_size
    empty = np.exp(gammaln(1 - a + n) - gammaln(1 - a) - gammaln(1 + n))
    return dimension * (1 - empty)


@claim("BW-B.1a", "B.1", "the histograms are highly sparse")
def sparse(results):
    """At most one bin in ten is expected to hold an item, at the table's dimensions."""
    errors = results.errors("histogram", results.epsilons("histogram")[0])
    d = errors.dimensions
    count = expected_nonzeros(SAMPLE_SIZE, d)
    good = count / d <= SPARSE
    return Finding(
        verdict(good),
        f"expected bins with an item: {number(count[0])} of {d[0]}, {number(count[-1])} of {d[-1]}",
        f"at most one bin in ten: d {ranges(d, good)}; the number never exceeds"
        f" {number(np.sum(1 / np.arange(1, SAMPLE_SIZE + 1)))}, whatever d",
        evidence=TABLE,
    )


def _compared(results, first, second, epsilons):
    """Return comparisons at some epsilons, one below the other."""
    parts = [results.errors("histogram", e).compare(first, second) for e in epsilons]
    return pd.concat(parts)


def _finding(results, first, second, epsilons, remark=""):
    """Find whether `first` has the smaller error at every dimension of the epsilons."""
    cells = _compared(results, first, second, epsilons)
    spans, ratios = [], []
    for epsilon, rows in cells.groupby("epsilon", sort=False):
        spans.append(f"epsilon {epsilon:g}: d {ranges(rows.index, rows['sign'] > 0)}")
        errors = results.errors("histogram", epsilon)
        ratio = errors.of(first) / errors.of(second)
        low, high = ratio.idxmin(), ratio.idxmax()
        ratios.append(
            f"{number(ratio[low])} (d = {low}) to {number(ratio[high])} (d = {high})"
            f" at epsilon {epsilon:g}"
        )
    return Finding(
        verdict(cells["sign"]),
        f"{first} / {second}: {'; '.join(ratios)}; {closest_words(cells)}",
        f"{first} better at {'; '.join(spans)}{remark}",
        float(closest(cells)["se"]),
        RUNS,
    )


@claim("BW-B.1b", "B.1", "Laplace better than the classical Gaussian")
def laplace_beats_classical(results):
    """The error of Lap is below that of cGM at every epsilon."""
    return _finding(results, "Lap", "cGM", results.epsilons("histogram"))


@claim("BW-B.1c", "B.1", "epsilon = 1: Laplace better than the analytic Gaussian")
def laplace_beats_analytic(results):
    """The error of Lap is below that of aGM at epsilon 1."""
    return _finding(results, "Lap", "aGM", [1.0])


@claim("BW-B.1d", "B.1", "epsilon = 1: Laplace better than aGM-JS")
def laplace_beats_james_stein(results):
    """The error of Lap is below that of aGM-JS at epsilon 1."""
    return _finding(results, "Lap", "aGM-JS", [1.0])


@claim("BW-B.1e", "B.1", "epsilon = 1: Laplace better than aGM-TH")
def laplace_beats_thresholding(results):
    """The error of Lap is below that of aGM-TH at epsilon 1."""
    return _finding(results, "Lap", "aGM-TH", [1.0])


def crossover_epsilon(delta=DELTA):
    """Return the epsilon below which the analytic Gaussian's expected L1 error is the smaller one.

    E|Z| is 2 / (n epsilon) for Laplace and sigma sqrt(2/pi) for Gaussian noise, so that neither
    d nor n matters.
    """
    from gaussmech.calibration import analytic_gaussian_sigma

    low, high = -8.0, 2.0
    for _ in range(60):
        middle = (low + high) / 2
        epsilon = 10**middle
        gaussian = analytic_gaussian_sigma(epsilon, delta, np.sqrt(2)) * np.sqrt(2 / np.pi)
        low, high = (middle, high) if gaussian < 2 / epsilon else (low, middle)
    return 10**low


@claim("BW-B.1f", "B.1", "the analytic Gaussian beats Laplace as epsilon decreases")
def analytic_beats_laplace_as_epsilon_falls(results):
    """At the least epsilon aGM has the smaller error, at the largest it has not."""
    epsilons = results.epsilons("histogram")
    if len(epsilons) < 2:
        raise NotCheckable("histogram.csv has a single epsilon")
    cells = _compared(results, "aGM", "Lap", epsilons[:1])
    large = _compared(results, "aGM", "Lap", epsilons[-1:])
    spans = []
    for epsilon in epsilons:
        rows = _compared(results, "aGM", "Lap", [epsilon])
        spans.append(f"epsilon {epsilon:g}: d {ranges(rows.index, rows['sign'] > 0)}")
    # The claim is a change of order: at the largest epsilon Lap must not have the larger error.
    good = [*cells["sign"], *([-1] if (large["sign"] > 0).any() else [])]
    errors = results.errors("histogram", epsilons[0])
    ratio = errors.of("aGM") / errors.of("Lap")
    return Finding(
        verdict(good),
        f"aGM / Lap at epsilon {epsilons[0]:g}: {number(ratio.min())} to {number(ratio.max())};"
        f" {closest_words(cells)}",
        f"aGM better at {'; '.join(spans)}; in expectation below epsilon"
        f" {number(crossover_epsilon())}, for every d and n",
        float(closest(cells)["se"]),
        RUNS,
    )


@claim("BW-B.1g", "B.1", "then denoising provides a significant advantage")
def denoising_has_an_advantage(results):
    """At epsilon 0.1 and 0.01 JS and TH have less error than raw aGM and the zero release."""
    parts = []
    for epsilon in (0.1, 0.01):
        errors = results.errors("histogram", epsilon)
        for method in ("aGM-JS", "aGM-TH"):
            table = errors.compare(method, "aGM").assign(method=method)
            table["beats_zero"] = errors.compare(method, "zero")["sign"] > 0
            table["ratio"] = errors.of("aGM") / errors.of(method)
            parts.append(table)
    cells = pd.concat(parts)
    # A method that does not beat the zero release discarded the noise, and found no signal.
    good = (cells["sign"] > 0) & cells["beats_zero"]
    groups = cells.groupby(["epsilon", "method"], sort=False)
    return Finding(
        verdict(good.to_numpy()),
        "raw / denoised: "
        + ", ".join(
            f"{number(g['ratio'].min())} to {number(g['ratio'].max())} ({m}, epsilon {e:g})"
            for (e, m), g in groups
        )
        + f"; {closest_words(cells)}",
        "better than raw: "
        + ", ".join(
            f"{m} at epsilon {e:g}: d {ranges(g.index, g['sign'] > 0)}" for (e, m), g in groups
        )
        + "; better than the zero release too: "
        + ", ".join(
            f"{m} at epsilon {e:g}: d {ranges(g.index, g['beats_zero'])}" for (e, m), g in groups
        ),
        float(closest(cells)["se"]),
        RUNS,
    )


@claim("BW-B.1h", "B.1", "thresholding better than shrinking")
def thresholding_beats_shrinking(results):
    """The error of TH is below that of JS at every epsilon and dimension."""
    return _finding(results, "aGM-TH", "aGM-JS", results.epsilons("histogram"))


@claim(
    "BW-B.1i",
    "Figure 4 (d)",
    "the denoised methods in high dimension: thresholding below shrinking",
)
def thresholding_in_high_dimension(results):
    """The error of TH is below that of JS at the highest dimension, for every epsilon."""
    rows, words = [], []
    for epsilon in results.epsilons("histogram"):
        errors = results.errors("histogram", epsilon)
        d = errors.highest()
        table = errors.compare("aGM-TH", "aGM-JS")
        rows.append(table[table.index == d])
        beats = errors.compare("aGM-TH", "zero").loc[d, "sign"] > 0
        ratio = errors.of("aGM-TH")[d] / errors.of("aGM-JS")[d]
        words.append(
            f"{number(ratio)} at epsilon {epsilon:g}, d = {d}"
            f"{'' if beats else ' (zero release no worse)'}"
        )
    cells = pd.concat(rows)
    return Finding(
        verdict(cells["sign"]),
        f"TH / JS: {', '.join(words)}; {closest_words(cells)}",
        f"epsilon {ranges(cells['epsilon'].to_numpy(), (cells['sign'] > 0).to_numpy())}",
        float(closest(cells)["se"]),
        TABLE,
    )
