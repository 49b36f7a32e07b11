"""Claims of the companion papers: Geng et al., Liu et al., the lecture and the accuracy note."""

import numpy as np

from gaussmech.claims.finding import (
    MARGIN,
    Finding,
    NotCheckable,
    claim,
    number,
    ranges,
    share,
    verdict,
)

BOUNDS = "geng_bounds.csv"
ROWS = ("Basic", "Advanced", "RDP", "GDP", "GDP (Lap)", "Optimal", "GDP summary")


@claim(
    "Geng-a",
    "Geng et al., poster",
    "truncated Laplacian improves on the optimal Gaussian in all privacy regimes",
)
def improvement_in_all_regimes(results):
    """Truncated Laplace noise has less amplitude and power than the optimal Gaussian, always."""
    table = results.table("geng_ratio")
    good = np.maximum(table["amplitude_ratio"], table["power_ratio"]) < 1
    worst = table.loc[table["amplitude_ratio"].idxmax()]
    power = table.loc[table["power_ratio"].idxmax()]
    bad = table[~good]
    return Finding(
        verdict(good.to_numpy(), universal=True),
        f"{good.mean():.1%} of {len(table)} budgets; amplitude ratio up to"
        f" {number(worst['amplitude_ratio'])} at epsilon {number(worst['epsilon'])}, delta"
        f" {number(worst['delta'])}; power ratio up to {number(power['power_ratio'])} at epsilon"
        f" {number(power['epsilon'])}, delta {number(power['delta'])}",
        f"every budget of the table with delta below {number(bad['delta'].min())}; fails at"
        f" delta {number(bad['delta'].min())} to {number(bad['delta'].max())}, epsilon"
        f" {number(bad['epsilon'].min())} to {number(bad['epsilon'].max())}"
        if len(bad)
        else "every budget of the table",
        evidence="geng_ratio.csv",
        share=share(good.to_numpy()),
    )


@claim(
    "Geng-b",
    "Geng et al., poster",
    "the gap between lower and upper bound vanishes for epsilon = delta -> 0",
)
def gap_goes_to_zero(results):
    """Lower / upper bound of the least noise tends to 1 along epsilon = delta -> 0."""
    table = results.table("geng_bounds")
    diagonal = table[table["regime"] == "diagonal"].sort_values("epsilon")
    if len(diagonal) < 2:
        raise NotCheckable("geng_bounds.csv has no diagonal")
    names = ["amplitude_tightness", "power_tightness"]
    gap = 1 - diagonal[names].to_numpy()
    # The gap shrinks towards 0 and ends at most at the order of epsilon.
    good = (np.diff(gap, axis=0) > 0).all(axis=0) & (gap[0] <= 10 * diagonal["epsilon"].iloc[0])
    return Finding(
        verdict(good),
        f"1 - lower / upper at epsilon = delta = {number(diagonal['epsilon'].iloc[0])}: amplitude"
        f" {gap[0, 0]:.2g}, power {gap[0, 1]:.2g}; at {number(diagonal['epsilon'].iloc[-1])}:"
        f" {gap[-1, 0]:.2g}, {gap[-1, 1]:.2g}",
        "epsilon = delta from"
        f" {number(diagonal['epsilon'].iloc[0])} to {number(diagonal['epsilon'].iloc[-1])}",
        evidence=BOUNDS,
    )


def _table_1_row(row):
    """Return the check of one row of Table 1 of Liu et al.: the printed digits are the computed."""

    def check(results):
        table = results.table("gdp_composition_table")
        cells = table[table["row"] == row]
        if cells.empty:
            raise NotCheckable(f"gdp_composition_table.csv has no row {row}")
        # Half of the last printed digit.
        agrees = np.abs(cells["printed"] - cells["epsilon"]) <= 0.005 + 1e-9
        words = ", ".join(
            f"{cell.printed:g} against {cell.epsilon:.4f} at delta {cell.delta:g}"
            for cell in cells.itertuples()
        )
        wrong = cells[~agrees]
        notes = "; ".join(f"delta {cell.delta:g}: {cell.note}" for cell in wrong.itertuples())
        return Finding(
            verdict(agrees.to_numpy(), universal=True),
            f"printed against computed: {words}",
            notes or "all cells of the row",
            evidence="gdp_composition_table.csv",
            share=share(agrees.to_numpy()),
        )

    return check


for _letter, _row in zip("abcdefg", ROWS, strict=True):
    _text = f"epsilon of 50 releases of 0.2-DP: row {_row}"
    claim(f"GDP-T1{_letter}", "Liu et al., Table 1", _text)(_table_1_row(_row))


@claim("Lecture-a", "lecture notes", "Theorem 5: advanced composition")
def advanced_composition_is_valid(results):
    """The epsilon of the theorem is at least the exact epsilon of the releases."""
    table = results.table("composition_lecture")
    rows = table[table["method"] == "advanced"]
    if rows.empty:
        raise NotCheckable("composition_lecture.csv has no advanced composition")
    good = rows["epsilon"] >= rows["exact_epsilon"] * (1 - 1e-9)
    ratio = rows["epsilon"] / rows["exact_epsilon"].clip(lower=1e-300)
    return Finding(
        verdict(good.to_numpy(), universal=True),
        f"promised / exact epsilon: {number(ratio.min())} to {number(ratio.max())} in"
        f" {len(rows)} cells of Gaussian releases",
        f"k = {number(rows['k'].min())} to {number(rows['k'].max())}",
        evidence="composition_lecture.csv",
        share=share(good.to_numpy()),
    )


@claim("Lecture-b", "lecture notes", "advanced composition beats basic composition")
def advanced_beats_basic(results):
    """The epsilon of k releases is below that of basic composition, for every k > 1."""
    table = results.table("composition_lecture")
    rows = table[table["question"] == "epsilon"]
    epsilon = rows.pivot(index="k", columns="method", values="epsilon")
    if not {"basic", "advanced"} <= set(epsilon):
        raise NotCheckable("composition_lecture.csv lacks basic or advanced composition")
    epsilon = epsilon[epsilon.index > 1]
    good = (epsilon["advanced"] < epsilon["basic"]).to_numpy()
    top = epsilon.index.max()
    factor = epsilon["basic"] / epsilon["advanced"]
    return Finding(
        verdict(good),
        f"basic / advanced epsilon from {number(factor.min())} (k = {factor.idxmin()}) to"
        f" {number(factor.max())} (k = {factor.idxmax()}); sqrt(k) would be"
        f" {number(np.sqrt(top))} at k = {top}",
        f"k {ranges(epsilon.index.to_numpy(), good)}",
        evidence="composition_lecture.csv",
    )


@claim("Accuracy-a", "accuracy note", "Theorem 1: accuracy of the Gaussian mechanism")
def accuracy_formula(results):
    """The share of classical Gaussian noise beyond the printed accuracy is alpha."""
    table = results.table("accuracy")
    rows = table[table["mechanism"] == "cGM"]
    if rows.empty:
        raise NotCheckable("accuracy.csv has no cGM")
    from scipy.special import erfinv

    printed = (
        2
        * rows["sensitivity"]
        / rows["epsilon"]
        * np.sqrt(np.log(1.25 / rows["delta"]))
        * erfinv(1 - rows["alpha"])
    )
    formula = np.isclose(rows["accuracy"], printed, rtol=1e-9, atol=0)
    score = np.abs(rows["beyond"] - rows["alpha"]) / rows["beyond_se"]
    # Among so many cells the largest score may exceed 3 by chance; the mean square may not.
    overall = abs(score.pow(2).mean() - 1) <= MARGIN * np.sqrt(2 / len(rows))
    good = formula & (score <= 5).to_numpy() & bool(overall)
    return Finding(
        verdict(good, universal=True),
        f"the printed formula is the mechanism's accuracy in {int(formula.sum())} of {len(rows)}"
        f" cells; share beyond it off by {number(score.max())} standard errors at most",
        f"epsilon {number(rows['epsilon'].min())} to {number(rows['epsilon'].max())}, alpha"
        f" {', '.join(f'{a:g}' for a in sorted(set(rows['alpha'])))}",
        float(rows["beyond_se"].max()),
        "accuracy.csv",
        share=share(good),
    )


@claim("Accuracy-b", "accuracy note", "1.25 can safely be replaced by sqrt(2 e^(8/9) / pi)")
def tight_constant(results):
    """With sqrt(2 e^(8/9) / pi) for 1.25 the noise is still (epsilon, delta)-DP."""
    table = results.table("accuracy_constant")
    rows = table[table["mechanism"] == "cGM-tight"]
    if rows.empty:
        raise NotCheckable("accuracy_constant.csv has no cGM-tight")
    spent = rows["spent"] / rows["delta"]
    good = (spent <= 1 + 1e-9).to_numpy()
    return Finding(
        verdict(good, universal=True),
        f"sqrt(2 e^(8/9) / pi) = {np.sqrt(2 * np.exp(8 / 9) / np.pi):.5f}; delta spent over delta"
        f" {number(spent.min())} to {number(spent.max())}",
        f"epsilon {', '.join(f'{e:g}' for e in sorted(set(rows['epsilon'])))}, delta"
        f" {number(rows['delta'].min())} to {number(rows['delta'].max())}",
        evidence="accuracy_constant.csv",
        share=share(good),
    )
