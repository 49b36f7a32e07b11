"""The papers' claims: result tables in, verdicts out; none is written down.

`CLAIMS` has them by number: 1 to 42 are those of Balle & Wang (2018), the others of the companion
papers. A check takes `results.Results` and returns a `Finding`, its verdict computed from numbers.
"""

from dataclasses import dataclass

import pandas as pd

from gaussmech.claims import (
    calibration,
    companions,
    estimation,
    heatmap,
    histogram,
    mean_estimation,
    theorems,
)
from gaussmech.claims.finding import NOT_CHECKABLE, VERDICTS, Finding, NotCheckable

COLUMNS = [
    "number",
    "section",
    "claim",
    "verdict",
    "measured",
    "where",
    "standard_error",
    "evidence",
]


@dataclass(frozen=True)
class Claim:
    """Where a claim stands, what it says, and the function of Results that checks it."""

    section: str
    text: str
    check: callable


_BALLE_WANG = [
    ("abstract, 2.1", "classical variance far from tight as epsilon -> 0",
     calibration.unbounded_gain),
    ("abstract, 2.3", "the classical form cannot be extended to large epsilon",
     calibration.no_extension_to_large_epsilon),
    ("abstract", "removes at least a third of the variance", calibration.a_third_of_the_variance),
    ("abstract, 6", "denoising dramatically improves accuracy in high dimension",
     mean_estimation.dramatic_improvement),
    ("2.2", "the privacy loss exceeds 0 with probability at least 1/2",
     theorems.loss_is_positive_half_the_time),
    ("2.1", "Theorem 2: sigma = Delta / (2 delta) is (0, delta)-DP", theorems.theorem_2),
    ("2.3", "Theorem 4: sigma >= Delta / sqrt(2 epsilon) for delta below the printed bound",
     theorems.theorem_4),
    ("2.3", "the bound on delta tends to 1/2", theorems.bound_tends_to_half),
    ("3", "Lemma 7 and Theorems 5, 8, 9", theorems.lemma_7_and_theorems_5_8_9),
    ("3", "binary search with erf finds sigma to arbitrary accuracies",
     theorems.arbitrary_accuracy),
    ("4", "Bayes risk: a factor of w^2 / (w^2 + sigma^2)", estimation.bayes_risk),
    ("4", "Theorem 11: the MSE of James-Stein", estimation.theorem_11),
    ("4", "James-Stein always improves on y-hat, d >= 3", estimation.always_improves),
    ("4", "James-Stein is within d^2 / (d-2)^2 of the Bayes risk for any w^2",
     estimation.within_factor_of_bayes),
    ("4", "Theorem 12: soft thresholding is nearly minimax on every l_p ball",
     estimation.theorem_12),
    ("4", "soft thresholding improves on the naive release for all d, n, s",
     estimation.thresholding_improves),
    ("5.1", "better by several orders of magnitude as epsilon -> 0",
     calibration.several_orders_of_magnitude),
    ("5.1", "a factor of 1.4 or more even for epsilon close to 1",
     calibration.factor_of_1_4_at_one),
    ("5.1", "higher improvements for larger delta", calibration.higher_gain_for_larger_delta),
    ("abstract, 5.1", "a third of the variance, and a factor of 1.4: the same range",
     calibration.both_figures_together),
    ("5.2", "epsilon = 0.01: denoised methods better than all others",
     mean_estimation.better_than_all_others),
    ("5.2", "sometimes by orders of magnitude", mean_estimation.sometimes_by_orders_of_magnitude),
    ("5.2", "James-Stein better than thresholding in high dimension",
     mean_estimation.james_stein_in_high_dimension),
    ("Figures 2, 5", "raw RMSE 40.29", heatmap.raw_rmse),
    ("5.3", "trend filtering better than wavelets, wavelets better than raw",
     heatmap.order_of_methods),
    ("5.3", "both significantly improve the RMSE", heatmap.both_improve),
    ("6", "a significant gain in estimation error on synthetic data",
     mean_estimation.significant_gain),
    ("B.1", "the histograms are highly sparse", histogram.sparse),
    ("B.1", "Laplace better than the classical Gaussian", histogram.laplace_beats_classical),
    ("B.1", "epsilon = 1: Laplace better than the analytic Gaussian",
     histogram.laplace_beats_analytic),
    ("B.1", "epsilon = 1: Laplace better than aGM-JS", histogram.laplace_beats_james_stein),
    ("B.1", "epsilon = 1: Laplace better than aGM-TH", histogram.laplace_beats_thresholding),
    ("B.1", "the analytic Gaussian beats Laplace as epsilon decreases",
     histogram.analytic_beats_laplace_as_epsilon_falls),
    ("B.1", "then denoising provides a significant advantage",
     histogram.denoising_has_an_advantage),
    ("B.1", "thresholding better than shrinking", histogram.thresholding_beats_shrinking),
    ("Figure 4 (d)", "the denoised methods in high dimension: thresholding below shrinking",
     histogram.thresholding_in_high_dimension),
    ("B.2", "aGM always improves on cGM by a constant factor", heatmap.always_by_a_constant_factor),
    ("B.2", "denoising: from orders of magnitude (tiny epsilon) to a small constant factor",
     heatmap.benefit_of_denoising),
    ("B.2", "epsilon > 5: soft thresholding a little worse than none",
     heatmap.thresholding_a_little_worse),
    ("B.2", "the cost of soft thresholding appears in its bound", heatmap.cost_within_its_bound),
    ("5.2, B.1", "sensitivities sqrt(d)/n, d/n and sqrt(2)/n, 2/n", mean_estimation.sensitivities),
    ("5.3", "cab-level privacy with Delta = 5, at most 5 trips a cab and hour",
     heatmap.cab_level_privacy),
]  # fmt: skip
_POSTER, _BRIDGE = "Geng et al., poster", "Liu et al., Table 1"
_LECTURE, _NOTE = "lecture notes", "accuracy note"
_COMPANIONS = [
    (_POSTER, "truncated Laplacian improves on the optimal Gaussian in all privacy regimes",
     companions.improvement_in_all_regimes),
    (_POSTER, "the gap between lower and upper bound vanishes for epsilon = delta -> 0",
     companions.gap_goes_to_zero),
    *((_BRIDGE, f"epsilon of 50 releases of 0.2-DP: row {row}", check)
      for row, check in companions.TABLE_1.items()),
    (_LECTURE, "Theorem 5: advanced composition", companions.advanced_composition_is_valid),
    (_LECTURE, "advanced composition beats basic composition", companions.advanced_beats_basic),
    (_NOTE, "Theorem 1: accuracy of the Gaussian mechanism", companions.accuracy_formula),
    (_NOTE, "1.25 can safely be replaced by sqrt(2 e^(8/9) / pi)", companions.tight_constant),
]  # fmt: skip
CLAIMS = {k: Claim(*entry) for k, entry in enumerate(_BALLE_WANG + _COMPANIONS, start=1)}


def check(number, results):
    """The Finding on a claim; `not checkable`, with the reason, where the results lack a thing."""
    try:
        return CLAIMS[number].check(results)
    except NotCheckable as reason:
        return Finding(NOT_CHECKABLE, "nothing", str(reason))


def verdicts(results):
    """All claims as a table: number, section, claim, verdict, measured, where, standard_error
    (0: no random numbers) and evidence (a table, or the command that shows the numbers).
    """
    rows = []
    for number, claim in CLAIMS.items():
        found = check(number, results)
        evidence = found.evidence or f"python -m gaussmech.claims {number}"
        rows.append(
            (
                number,
                claim.section,
                claim.text,
                found.verdict,
                found.measured,
                found.where,
                float(found.standard_error),
                evidence,
            )
        )
    return pd.DataFrame(rows, columns=COLUMNS)


def markdown(table, provenance):
    """The verdicts as a Markdown page."""
    counts = table["verdict"].value_counts()
    total = ", ".join(f"{counts[v]} {v}" for v in VERDICTS if v in counts)
    lines = [
        "# What the papers say, what we get",
        "",
        f"{len(table)} claims: {total}. Claims 1 to 42 are those of Balle & Wang (2018). Verdicts"
        " are computed from the tables of this run; a comparison of simulated numbers is decided"
        " by 3 standard errors (+- is one). The evidence is a table in `data`, or a command;"
        " `python -m gaussmech.claims 7` shows claim 7 alone.",
        "",
    ]
    if provenance["source"] == "stand-in":
        lines += ["**The maps are of a stand-in city, not of New York.**", ""]
    lines += [
        "| # | section | the paper says | verdict | measured | where | evidence |",
        "| ---: | --- | --- | --- | --- | --- | --- |",
    ]
    for row in table.itertuples():
        cells = [row.number, row.section, row.claim, f"**{row.verdict}**", row.measured]
        cells += [row.where, f"`{row.evidence}`"]
        lines.append("| " + " | ".join(str(cell).replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(lines) + "\n"
