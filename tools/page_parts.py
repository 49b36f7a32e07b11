"""Parts of README.md and of pages of docs, for cog: no number there is typed.

Each function writes the part of a page that its marker names, as in

    <!-- [[[cog gallery() ]]] -->
    <!-- [[[end]]] -->

The numbers are those of docs/reference, docs/gallery and docs/bench, which tools/take_results.py
copies from a run. A number within a line is written by tools/page_numbers.py.
"""

import re
import sys
from collections import Counter
from functools import cache
from math import erfc, sqrt
from pathlib import Path

import cog
import pandas as pd

import gaussmech as gm
from gaussmech.paper.claims.notation import typeset
from gaussmech.paper.claims.results import Results
from gaussmech.paper.figures.captions import two_digits
from gaussmech.paper.pages.report import claims_about_figure
from gaussmech.paper.pages.worth import worth_rows
from gaussmech.paper.pipeline.reading import read_provenance
from gaussmech.paper.registry import FIGURES
from tools.page_numbers import (
    BENCH,
    bench_table,
    most_above,
    power_of_ten,
)

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
REFERENCE = DOCS / "reference"
GALLERY = DOCS / "gallery"
# What the maps of the run are made from.
PROVENANCE = REFERENCE / "provenance.json"
# Pixels: a panel of a figure is shown at half its width.
PANEL_WIDTH = 270
# The budget of the maps. Means of fewer draws are not quoted.
MAP_EPSILON = 0.5
LEAST_DRAWS = 20
# The kernel of the maps, of which docs/reproduction.md changes one setting at a time.
BANDWIDTH_M = 100
REACH_M = 150
# What the true map of an hour was used for (docs/denoising.md, "Where it holds").
USED_FOR = {
    0: "choosing the field's constants",
    12: "choosing the field's constants",
    16: "checking choices",
}
OURS = "aGM-auto"
TREND = "aGM-trend-oracle"
TREND_CUT = "aGM-trend-oracle-cut"
# The printed RMSE of wavelets divided by that of trend filtering in Figures 2 and 5, by hour.
PRINTED_RATIOS = {0: 12.28 / 10.07, 12: 10.22 / 9.46}
# Of how many draws the printed errors may be the means.
DRAWS_IN_PRINT = (1, 2, 3, 5, 10, 20)
# The command that makes the pictures, by the source of their trips.
COMMANDS = {
    "samples": "make figures CONFIG=config/examples/samples.yaml",
    "download": "make figures",
}


def table(align, head, rows):
    """Write a Markdown table; `align` has an l or an r for each column."""
    cog.outl(f"| {' | '.join(head)} |")
    cog.outl("| " + " | ".join({"l": "---", "r": "--:"}[x] for x in align) + " |")
    for cells in rows:
        cog.outl(f"| {' | '.join(cells)} |")


def caption():
    """Write what the first picture shows: the errors at midnight, and the budget that they replace."""
    rows, city = worth_table()
    midnight = worth_rows(rows[rows["hour"] == 0], MAP_EPSILON, city)
    data = "real trips" if city["source"] != "stand-in" else "MADE-UP TRIPS"
    # Files of one's own have no command that would fetch them.
    origin = f" (`{COMMANDS[city['source']]}`)" if city["source"] in COMMANDS else ""
    cog.outl(
        "*Taxi trips in Manhattan: a simulation of a release, denoised by `auto`."
        f" {midnight['error']} {midnight['note']} Means of {midnight['draws']} draws; {data},"
        f" {midnight['data'].partition(': ')[2]}{origin}. `auto` was developed on these maps"
        " ([other maps, and yours](data/README.md#what-denoising-is-worth-there)).*"
    )


def worth():
    """Write what denoising is worth on our maps: factors in epsilon by hour and budget."""
    table, city = worth_table()
    rows = worth_rows(table, MAP_EPSILON, city)
    cog.outl(
        f"On the maps of README: {rows['sentence']} {rows['further']} Means of {rows['draws']} draws;"
        f" {rows['data']}. `auto` was developed on these maps. Test it on your own."
    )


def worth_table():
    """Return the table of what denoising is worth, with enough draws, and its provenance."""
    rows = pd.read_csv(REFERENCE / "denoising_worth.csv")
    draws = rows["repetitions"].min()
    if draws < LEAST_DRAWS:
        sys.exit(
            f"denoising_worth.csv has {draws} draws; README quotes {LEAST_DRAWS} or more"
        )
    return rows, read_provenance(PROVENANCE)


@cache
def claims():
    """Return the verdicts on the claims, by their names."""
    rows = pd.read_csv(REFERENCE / "claims.csv")
    return rows.set_index("claim_id", drop=False)


def verdicts():
    """Write the number of claims with each verdict, and what was not reproduced."""
    counts = Counter(claims()["verdict"])
    numbers = ", ".join(
        f"{count} *{verdict}*" for verdict, count in counts.most_common()
    )
    ratios = re.findall(r"\d+\.\d+", claims().loc["BW-5.3b", "finding"])
    midnight, printed_midnight, noon, printed_noon, *_ = ratios
    ratios = (midnight, noon, printed_midnight, printed_noon)
    lead = [f"{100 * (float(ratio) - 1):.0f}" for ratio in ratios]
    cog.outl(
        f"We checked {len(claims())} claims of the papers: {numbers}"
        " ([all verdicts](docs/reference/claims.md)). The paper's curves were"
        " [not compared](docs/reproduction.md). **Not reproduced**: in Figures 2 and 5 the"
        f" paper's wavelets have {lead[2]} and {lead[3]} % more error than its trend filter; we find"
        f" {lead[0]} and {lead[1]} %."
    )


def findings(*parts):
    """Write a list of sentences on claims: of BW-6a:remark the remark, of BW-0b:remark:-1 its last.

    The sentences of a remark are counted from 0, or from -1 at the end.
    """
    for part in parts:
        claim_id, column, *place = part.split(":")
        text = claims().loc[claim_id, column]
        if place:
            text = re.split(r"(?<=\.) (?=[A-Z])", text)[int(place[0])]
        cog.outl(f"- {typeset(text)} ({claim_id})")


def takeaway(figure):
    """Write the sentence of a figure's caption that says what it shows."""
    lines = (GALLERY / f"{figure}.txt").read_text(encoding="utf-8").splitlines()
    cog.outl(typeset(lines[1]))


def gallery():
    """Write the paper's figures with their titles, three in a row, each opening its picture."""
    pictures = []
    titles = []
    for path in sorted(GALLERY.glob("fig?.png")):
        name, _, rest = FIGURES[path.stem].title.partition(":")
        panel = f"docs/gallery/{path.stem}_panel.png"
        image = f'<img src="{panel}" width="{PANEL_WIDTH}" alt="{name}">'
        pictures.append(f'<a href="docs/gallery/{path.name}">{image}</a>')
        titles.append(f"**{name}**:{rest}")
    table("lll", pictures[:3], [titles[:3], pictures[3:], titles[3:]])


def figure(name):
    """Write what belongs to a figure: picture, caption, sentences, command, module and tables."""
    title, *lines = (GALLERY / f"{name}.txt").read_text("utf-8").splitlines()
    about = claims_about_figure(name, claims().to_dict("records"))
    words = ", ".join(f"{row['claim_id']} *{row['verdict']}*" for row in about)
    tables = ", ".join(f"`{file}`" for file in FIGURES[name].files)
    paragraphs = [
        f"![{title}](gallery/{name}.png)",
        *map(typeset, lines),
        f"Sentences about it: {words or '–'}.",
        f"Made by `make results/figures/{name}.pdf`, drawn by"
        f" [{name}.py](../gaussmech/paper/figures/{name}.py) from {tables}.",
    ]
    cog.outl("\n\n".join(paragraphs))


def other_figures():
    """Write a section for each figure that is none of the paper's."""
    for name in FIGURES:
        if not re.fullmatch(r"fig\d", name):
            cog.outl(f"### {FIGURES[name].title}\n")
            figure(name)
            cog.outl()


def chosen_on():
    """Write our errors and those of trend filtering by hour, and what each hour was used for."""
    rows, _ = worth_table()
    errors = rows[rows["epsilon"] == MAP_EPSILON].pivot(
        index="hour", columns="method", values="rmse_mean"
    )
    trend = "trend filtering, λ chosen by looking at the true map"
    head = ("hour", "its true map was used for", trend, "ours", "ratio")
    lines = []
    for hour, rmse in errors.iterrows():
        numbers = (rmse[TREND], rmse[OURS], rmse[OURS] / rmse[TREND])
        cells = [f"{number:.2f}" for number in numbers]
        lines.append((f"{hour}:00", USED_FOR.get(hour, "nothing"), *cells))
    table("rlrrr", head, lines)


def costs():
    """Write what the run took whose results the pages show."""
    rows = pd.read_csv(REFERENCE / "costs.csv")
    minutes = rows["cpu_s"].sum() / 60
    cog.outl(
        f"The run whose results these pages show had {rows['jobs'].sum()} jobs, which took"
        f" {two_digits(minutes)} minutes of CPU time in all, the longest"
        f" {rows['longest_s'].max():.0f} s and at most {rows['peak_mb'].max():.0f} MB of memory"
        " ([by rule](reference/costs.csv))."
    )


def l2_ratios():
    """Write the l2 mechanism's mean squared error over the Gaussian's, exactly, as a table."""
    dimensions = (1, 2, 10, 100, 1000)
    lines = []
    for epsilon, delta in ((0.1, 1e-6), (1.0, 1e-6), (0.1, 0.01), (1.0, 0.01)):
        gaussian = gm.AnalyticGaussianMechanism(epsilon, delta).variance
        ratios = [
            f"{gm.L2Mechanism(epsilon, delta, dimension=d).variance / gaussian:.3f}"
            for d in dimensions
        ]
        lines.append((f"{epsilon:g}", f"{delta:g}", *ratios))
    table("llrrrrr", ("ε", "δ", *(f"d = {d:,}" for d in dimensions)), lines)


def deviations():
    """Write the errors of the maps by bandwidth at our reach, and by reach at our bandwidth."""
    rows = pd.read_csv(REFERENCE / "deviations.csv")
    kernel = ["heatmap.bandwidth_m", "heatmap.reach_m"]
    rows = rows[(rows[kernel] == (BANDWIDTH_M, REACH_M)).any(axis=1)]
    errors = rows.set_index([*kernel, "hour", "method"])
    lines = []
    for bandwidth, reach in rows[kernel].drop_duplicates().itertuples(index=False):
        cells = [f"{bandwidth:g} m", f"{reach:g} m"]
        for hour, printed in PRINTED_RATIOS.items():
            of_methods = errors.loc[bandwidth, reach, hour]
            rmse = of_methods["rmse_mean"]
            wavelets = of_methods.loc["aGM-wavelet"]
            z = (printed - wavelets["ratio"]) / wavelets["ratio_std"]
            cells += [f"{rmse['aGM-wavelet']:.2f}", f"{rmse[TREND]:.2f}"]
            cells += [f"{wavelets['ratio']:.2f} ± {wavelets['ratio_std']:.2f}"]
            more = rmse["aGM-trend-sure"] / rmse[TREND] - 1
            cells += [f"{z:+.1f}", f"{100 * more:+.1f} %"]
        lines.append(cells)
    head = ["bandwidth", "reach"]
    pairs = zip(("midnight", "noon"), PRINTED_RATIOS.values(), strict=True)
    for hour, printed in pairs:
        head += [f"wavelets, {hour}", "trend filtering", "ratio ± s.d."]
        head += [f"z of {printed:.2f}", "λ of SURE"]
    table("r" * 12, head, lines)
    (draws,) = set(rows["repetitions"])
    most = rows["rmse_se"].max()
    cog.outl(
        f"\nMeans of {draws} draws; standard errors of errors up to {most:.2f}. ± is the standard"
        " deviation of the ratio from one draw to the next."
    )


def trend_by_lambda():
    """Return the ratio of wavelets to trend filtering by lambda, and how far print is from it.

    `z` is in standard deviations of one draw.
    """
    rows = pd.read_csv(REFERENCE / "trend_by_lambda.csv")
    rows["z"] = (rows["hour"].map(PRINTED_RATIOS) - rows["ratio"]) / rows["ratio_std"]
    return rows


def common_lambda():
    """Write the ratio of wavelets to trend filtering by lambda, beside the ratio in print."""
    rows = trend_by_lambda()
    lines = []
    for parameter, cells in rows.sort_values("hour").groupby("parameter"):
        line = [f"{parameter:g}"]
        for cell in cells.itertuples():
            line += [
                f"{cell.ratio:.2f}",
                f"± {cell.ratio_std:.2f}",
                f"{cell.z:+.1f}",
            ]
        lines.append(line)
    head = ["λ / σ"]
    for hour, printed in zip(
        ("midnight", "noon"), PRINTED_RATIOS.values(), strict=True
    ):
        head += [f"{hour}: ratio", "± s.d.", f"z of {printed:.2f}"]
    table("r" * 7, head, lines)
    chi2 = (rows["z"] ** 2).groupby(rows["parameter"]).sum()
    best = chi2.idxmin()
    z = rows.loc[rows["parameter"] == best, "z"].abs().max()
    (draws,) = set(rows["repetitions"])
    is_same_day = Results({}, read_provenance(PROVENANCE)).of_the_papers_day
    days = "the same" if is_same_day else "not the paper's"
    cog.outl(
        f"\nMeans of {draws} draws. *s.d.* is the standard deviation of the ratio from one draw to"
        " the next; z is the printed ratio minus our mean ratio, divided by it.\n\n"
        f"With λ = {best:g} σ at both hours, both printed ratios are within {z:.1f} standard deviations"
        " of one draw. Whether the printed ratios are consistent with a common λ depends on the number"
        " of draws of which they are means."
        " With the λ that fits best, on one degree of freedom:\n"
    )
    _by_draws_in_print()
    cog.outl(
        "\nThis is not a reproduction: λ was fitted to these two numbers, and the days are"
        f" {days}."
    )


def _by_draws_in_print():
    """Write how well the best common lambda fits print, by the number of draws in print.

    Of m draws in print and n of ours, the difference of the two mean ratios has the variance of one
    draw times 1 / m + 1 / n. The lambda is fitted, so of the two hours one degree of freedom is left.
    """
    rows = trend_by_lambda()
    (draws,) = set(rows["repetitions"])
    lines = []
    for in_print in DRAWS_IN_PRINT:
        squares = rows["z"] ** 2 / (1 / in_print + 1 / draws)
        chi2 = squares.groupby(rows["parameter"]).sum().min()
        # The probability that a chi-square variable of one degree of freedom is larger.
        p = erfc(sqrt(chi2 / 2))
        lines.append((f"{in_print}", f"{chi2:.2g}", f"{p:.1g}"))
    table("rrr", ("draws of the paper", "χ²", "p"), lines)


def news():
    """Write what is new against the paper as a list, with the evidence of each."""
    rows, _ = worth_table()
    rows = rows[rows["epsilon"] == MAP_EPSILON]
    factors = rows.groupby("method")["factor"]
    span = {
        name: f"{two_digits(x.min())} to {two_digits(x.max())}" for name, x in factors
    }
    errata = re.findall(r"(?m)^### \d+\.", (DOCS / "errata.md").read_text("utf-8"))
    # The decimal digits in which tests compute the exact sigma.
    tests = (ROOT / "tests/exact.py").read_text("utf-8")
    arithmetic = re.search(r"(?m)^DIGITS = (\d+)", tests)[1]
    cog.outl(
        f"- **A safe calibrator**: never too little noise, and at most {most_above()} of σ too much"
        f" ([range](docs/limitations.md#privacy)). *Evidence*: tests in {arithmetic}-digit arithmetic."
        f" {calibrators()}\n"
        "- **A denoiser with nothing to tune**. *Evidence*: on"
        f" {rows['hour'].nunique()} maps at ε = {MAP_EPSILON}, on which it was developed, it is as"
        f" accurate as raw noise at {span[OURS]} times the ε; a constant map at {span['mean']} times,"
        f" the paper's wavelets at {span['aGM-wavelet']}, its trend filter at {span[TREND_CUT]} with"
        f" λ chosen by looking at the true map ([how](docs/denoising.md)). {holdout()}\n"
        f"- **{len(errata)} [errata](docs/errata.md)** of the papers, with counter-examples.\n"
        "- **Exact releases**: `gaussmech release` adds [discrete noise](docs/release-proofs.md),"
        " because floating-point noise [can be attacked](docs/limitations.md#privacy)."
    )


def holdout():
    """Return what came out on the hold-out in a sentence: the oracle, and where noise hides all."""
    scores = bench_table("holdout", "## Cells").astype(float).set_index("events")
    few, *more = scores.index
    oracle = scores.loc[more, "oracle trend filter"]
    constant = scores.loc[few, "constant mean"]
    return (
        f"On a [hold-out](docs/holdout.md), which a first version failed, it has {oracle.min():.2f} to"
        f" {oracle.max():.2f} times the error of a tuned trend filter from {more[0]:,.0f} events on;"
        f" with {few:,.0f} events, {constant:.2f} times that of a constant map."
    )


def calibrators():
    """Return the errors of sigma of other calibrators in a sentence, at the deltas that people use."""
    page = (BENCH / "calibration.md").read_text("utf-8")
    budgets = re.search(r"(?m)^Common range: .* \((\d+) pairs\)", page)[1]
    bands = bench_table("calibration", "The same by δ").set_index("calibrator")

    band = "δ 1e-07 to 1e-05"
    below, _ = bands.loc["its authors' script", band].split(" / ")
    _, above = bands.loc["OpenDP, by way of zCDP", band].split(" / ")
    script = "https://github.com/BorjaBalle/analytic-gaussian-mechanism"
    return (
        f"On {budgets} budgets with δ in [10⁻⁷,10⁻⁵], [the authors' script]({script}) gives up to"
        f" {percent(below)} of σ too little, OpenDP by zCDP up to {percent(above)} too much"
        " ([all](docs/bench/calibration.md))."
    )


def percent(cell):
    """Return a share of a table with two digits: a percentage, or a power of ten."""
    if cell.endswith(" %"):
        return f"{two_digits(float(cell.removesuffix(' %')))} %"
    return power_of_ten(float(cell))
