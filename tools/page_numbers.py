"""Write the numbers that stand within a line of README.md and of pages of docs.

    python -m tools.page_numbers [--check] PAGE ...

`<!-- value least_delta 1.5 -->` marks what the function `least_delta` returns for 1.5, up to `<!-- end
of value -->`. --check writes nothing, and fails where a number is stale.
"""

import re
import sys
from math import ceil, floor, log10
from pathlib import Path

import pandas as pd
from scipy.stats import gmean

import gaussmech as gm
from gaussmech.paper.claims import calibration, histogram
from gaussmech.paper.claims.mean_estimation import crossing_epsilon
from gaussmech.paper.claims.theorems import gain
from gaussmech.paper.figures.captions import two_digits

BENCH = Path(__file__).parents[1] / "docs/bench"
VALUE = re.compile(r"(<!-- value (\w+)((?: [\w.]+)*) -->).*?(<!-- end of value -->)")


def crossing(dimension):
    """Return the epsilon above which James-Stein beats thresholding in this dimension."""
    return two_digits(crossing_epsilon(int(dimension)))


def least_delta(factor):
    """Return the least delta at which the variance ratio at epsilon = 1 is this factor."""
    return power_of_ten(calibration.least_delta(float(factor)))


def delta_on_our_axis():
    """Return the least delta at which the ratio of Figure 1 (a) reaches 100 on our axis."""

    def excess(delta):
        return gain(calibration.LEAST_EPSILON, delta) - calibration.SEVERAL_ORDERS**2

    return power_of_ten(calibration.crossing(excess, 1e-8, 1e-2))


def sparse_from():
    """Return the least dimension at which the histograms of Figure 4 are sparse."""
    return str(histogram.least_sparse_dimension(histogram.SPARSE))


def truncated_over_l2(epsilon, delta):
    """Return the variance of truncated Laplace noise divided by that of the l2 mechanism."""
    budget = float(epsilon), float(delta)
    truncated = gm.TruncatedLaplaceMechanism(*budget, 1.0)
    return two_digits(
        truncated.variance / gm.L2Mechanism(*budget, dimension=1).variance
    )


def least_coverage(noise):
    """Return the least coverage of intervals of the highest tenth, on maps that are not signed."""
    rows = bench_table("intervals", "Shares of places")
    rows = rows[(rows["noise"] == noise) & ~rows["group"].str.startswith("signed")]
    return f"{rows['highest tenth'].astype(float).min():.3f}"


def against_published(events, of):
    """Return our error with 15 % for areas divided by that of the best published algorithm.

    It is the geometric mean over DPBench's data sets; in brackets, on how many we have more error.
    """
    rows = bench_table("areas", "## By data set").set_index("events")
    texts = rows.loc[events, "areas, 15 %"].str.split(" / ")
    ratios = texts.str[("rectangles", "cells").index(of)].astype(float)
    return f"{two_digits(gmean(ratios))} ({(ratios > 1).sum()})"


def on_the_holdout(events, of):
    """Return the same error, with the default areas, on the data of the hold-out."""
    rows = bench_table("holdout", "## Rectangles and cells")
    return rows.set_index(["case", "events"]).loc[("default areas", events), of]


def most_above():
    """Return by how much our sigma can be above the exact one: the bound that its tests check."""
    doc = gm.analytic_gaussian_sigma.__doc__
    return power_of_ten(float(re.search(r"a relative (\S+) at most", doc)[1]))


def power_of_ten(value):
    """Return a number as 1.3·10⁻⁷, rounded up to two digits."""
    power = floor(log10(value))
    tenths = ceil(10 * value / 10**power - 1e-9)
    superscript = str(power).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))
    return f"{tenths / 10:g}·10{superscript}"


def bench_table(page, start):
    """Return the first table below the line of a benchmark's page that begins with `start`."""
    text = (BENCH / f"{page}.md").read_text(encoding="utf-8")
    below = text[text.index(f"\n{start}") :].split("\n\n")[1]
    head, _, *rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in below.splitlines()
    ]
    return pd.DataFrame(rows, columns=head)


def written(part):
    """Return a number between its marks, as its function returns it now."""
    return part[1] + globals()[part[2]](*part[3].split()) + part[4]


if __name__ == "__main__":
    pages = [Path(argument) for argument in sys.argv[1:] if argument != "--check"]
    for page in pages:
        old = page.read_text(encoding="utf-8")
        new = VALUE.sub(written, old)
        if new != old and "--check" in sys.argv:
            sys.exit(f"{page} is stale: run make readme")
        if new != old:
            page.write_text(new, encoding="utf-8")
