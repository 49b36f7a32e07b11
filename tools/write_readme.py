"""Write what is measured into README.md and the pages of docs: no number there is typed.

    python tools/write_readme.py [--check] [--from results]

The numbers are those of docs/reference, docs/gallery and docs/bench. --from first copies these anew
from a folder of results; it leaves docs/bench as it is unless `make bench` has run there. --check
writes nothing, and fails where a page is stale.

A page has marked parts, such as the one from `<!-- gallery: made by ... -->` to `<!-- end of gallery
-->`. The function of that name, here `gallery`, returns the lines of the part. Within a line
`<!-- value least_delta 1.5 -->` marks what the function `least_delta` returns, up to `<!-- end of
value -->`.
"""

import argparse
import json
import re
import shutil
import sys
from collections import Counter
from importlib import import_module
from io import BytesIO
from math import ceil, erfc, floor, log10, sqrt
from pathlib import Path

import numpy as np
import pandas as pd
from draw_frames import frames
from PIL import Image

from gaussmech.paper.claims.notation import typeset
from gaussmech.paper.pages.worth import digits, worth_rows
from gaussmech.paper.pipeline.summary import COSTS
from gaussmech.paper.pipeline.summary import costs as costs_of

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
REFERENCE = DOCS / "reference"
GALLERY = DOCS / "gallery"
BENCH = DOCS / "bench"
# What `make bench` measured on the test vectors.
ON_VECTORS = REFERENCE / "on_vectors.txt"
# The decimal digits in which tests compute the exact sigma.
DIGITS = re.search(
    r"^DIGITS = (\d+)", (ROOT / "tests/exact.py").read_text(), re.MULTILINE
)[1]
# Pixels: the width of a picture that fills the page, and of one in the gallery.
PAGE_WIDTH = 1400
GALLERY_WIDTH = 800
# Of each figure of the paper these panels stand in README, by the first words of their titles: a whole
# figure could not be read at that size. Pixels: the width of one, shown at half of it.
PANELS = {
    "fig1": ("(b)",),
    "fig2": ("Ground truth", "Raw aGM"),
    "fig3": ("(a)",),
    "fig4": ("(d)",),
    "fig5": ("Ground truth", "Raw aGM"),
    "fig6": ("(e)",),
}
PANEL_WIDTH = 540
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
TREND = "aGM-trend-oracle"
# The printed RMSE of wavelets over that of trend filtering in Figures 2 and 5, by hour.
PRINTED_RATIOS = {0: 12.28 / 10.07, 12: 10.22 / 9.46}
TREND_CUT = "aGM-trend-oracle-cut"
# Bands of delta in docs/bench/calibration.md that README quotes.
LEAST_BAND = "δ 1e-12 to 1e-10"
USUAL_BAND = "δ 1e-07 to 1e-05"
OURS = "aGM-auto"
# The command that makes the pictures, by the source of their trips.
COMMANDS = {
    "samples": "make figures CONFIG=config/examples/samples.yaml",
    "download": "make figures",
}
# A part of a page that a function of this module writes. The comment names it with its arguments.
PART = re.compile(
    r"(<!-- (\w+)((?: \S+)*): made by `make readme` -->\n).*?(<!-- end of \2 -->)",
    re.DOTALL,
)


def row(*cells):
    """Return a line of a Markdown table."""
    return f"| {' | '.join(cells)} |"


def caption():
    """Return what the first picture shows: the errors at midnight, and the budget that they replace."""
    table, city = _worth()
    midnight = worth_rows(table[table["hour"] == 0], MAP_EPSILON, city)
    data = "real trips" if city["source"] != "stand-in" else "MADE-UP TRIPS"
    # Files of one's own have no command that would fetch them.
    origin = f" (`{COMMANDS[city['source']]}`)" if city["source"] in COMMANDS else ""
    return [
        "*Taxi trips in Manhattan, released with noise, then denoised by `auto`."
        f" {midnight['error']} Means of {midnight['draws']} draws; {data},"
        f" {midnight['data'].partition(': ')[2]}{origin}. `auto` was developed on these maps"
        " ([other hours and budgets, and your own](data/README.md#what-denoising-is-worth-there)).*"
    ]


def worth():
    """Return what denoising is worth on our maps: factors in epsilon by hour and budget."""
    table, city = _worth()
    rows = worth_rows(table, MAP_EPSILON, city)
    return [
        f"On the maps of README: {rows['sentence']} {rows['further']} Means of {rows['draws']} draws;"
        f" {rows['data']}. `auto` was developed on these maps. Test it on your own."
    ]


def _worth():
    """Return the table of what denoising is worth, with enough draws, and its provenance."""
    table = pd.read_csv(REFERENCE / "denoising_worth.csv")
    if table["repetitions"].min() < LEAST_DRAWS:
        sys.exit(
            f"denoising_worth.csv has {table['repetitions'].min()} draws; README quotes"
            f" {LEAST_DRAWS} or more"
        )
    city = json.loads((REFERENCE / "provenance.json").read_text(encoding="utf-8"))
    return table, city


def verdicts():
    """Return the number of claims with each verdict, and what was not reproduced."""
    table = pd.read_csv(REFERENCE / "claims.csv")
    counts = Counter(table["verdict"])
    numbers = ", ".join(
        f"{count} *{verdict}*" for verdict, count in counts.most_common()
    )
    ratios = re.findall(r"\d+\.\d+", _claim("BW-5.3b")["finding"])
    midnight, noon = ratios[:4:2]
    printed = ratios[1:4:2]
    z = ratios[4:]
    lead = [f"{100 * (float(ratio) - 1):.0f}" for ratio in (midnight, noon, *printed)]
    return [
        f"We checked {len(table)} claims of the papers: {numbers}"
        " ([all verdicts](docs/reference/claims.md)). The paper's curves were"
        " [not compared](docs/reproduction.md). **Not reproduced**: in Figures 2 and 5 trend filtering"
        f" leads wavelets by {lead[0]} and {lead[1]} %; the paper prints {lead[2]} and {lead[3]} %, one"
        f" draw each, {z[0]} and {z[1]} standard deviations lower."
    ]


def lead():
    """Return by how much trend filtering leads wavelets in Figures 2 and 5, ours and in print."""
    finding = _claim("BW-5.3b")["finding"]
    return [
        f"{finding} Print has one draw of another day, and neither λ nor the order of the filter."
    ]


def _claim(claim_id):
    """Return the row of a claim in docs/reference/claims.csv."""
    return pd.read_csv(REFERENCE / "claims.csv").set_index("claim_id").loc[claim_id]


def figure(name):
    """Return what belongs to a figure: picture, caption, sentences, command, module and tables."""
    from gaussmech.paper.registry import FIGURES

    tables = ", ".join(f"`{file}`" for file in FIGURES[name].files)
    title, *lines = (GALLERY / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    paragraphs = [
        f"![{title}](gallery/{name}.png)",
        *map(typeset, lines),
        f"Sentences about it: {_verdicts_on(name)}.",
        f"Made by `make results/figures/{name}.pdf`, drawn by"
        f" [{name}.py](../gaussmech/paper/figures/{name}.py) from {tables}.",
    ]
    return "\n\n".join(paragraphs).split("\n")


def _verdicts_on(figure):
    """Return the claims about a figure with their verdicts, in words; – if there are none."""
    from gaussmech.paper.pages.report import claims_about_figure

    claims = pd.read_csv(REFERENCE / "claims.csv").to_dict("records")
    about = claims_about_figure(figure, claims)
    words = ", ".join(f"{row['claim_id']} *{row['verdict']}*" for row in about)
    return words or "–"


def crossing(dimension):
    """Return the epsilon above which James-Stein beats thresholding in this dimension."""
    from gaussmech.paper.claims.mean_estimation import crossing_epsilon

    return digits(crossing_epsilon(int(dimension)))


def least_delta(factor):
    """Return the least delta at which the variance ratio at epsilon = 1 is this factor."""
    from gaussmech.paper.claims import calibration

    return _power_of_ten(calibration.least_delta(float(factor)), rounded=ceil)


def delta_on_our_axis():
    """Return the least delta at which the ratio of Figure 1 (a) reaches 100 on our axis."""
    from gaussmech.paper.claims import calibration
    from gaussmech.paper.claims.theorems import gain

    def excess(delta):
        return gain(calibration.LEAST_EPSILON, delta) - calibration.SEVERAL_ORDERS**2

    return _power_of_ten(calibration.crossing(excess, 1e-8, 1e-2), rounded=ceil)


def sparse_from():
    """Return the least dimension at which the histograms of Figure 4 are sparse."""
    from gaussmech.paper.claims import histogram

    return str(histogram.least_sparse_dimension(histogram.SPARSE))


def truncated_over_l2(epsilon, delta):
    """Return the power of truncated Laplace noise over that of the l2 mechanism of one dimension."""
    from gaussmech import L2Mechanism, TruncatedLaplaceMechanism

    budget = float(epsilon), float(delta)
    truncated = TruncatedLaplaceMechanism(*budget, 1.0)
    return digits(truncated.power / L2Mechanism(*budget, dimension=1).power)


def least_coverage(noise):
    """Return the least coverage of intervals of the highest tenth, on maps that are not signed."""
    page = (BENCH / "intervals.md").read_text(encoding="utf-8")
    coverages = [
        float(cells[3])
        for cells in _table(page, "Shares of places")
        if cells[1] == noise and not cells[0].startswith("signed")
    ]
    return f"{min(coverages):.3f}"


def _power_of_ten(value, rounded=round):
    """Return a number as 1.3·10⁻⁷: at most two digits, rounded to the safe side by `rounded`."""
    power = floor(log10(value))
    tenths = rounded(10 * value / 10**power - 1e-9)
    superscript = str(power).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))
    return f"{tenths / 10:g}·10{superscript}"


def chosen_on():
    """Return our errors and those of trend filtering by hour, and what each hour was used for."""
    table = pd.read_csv(REFERENCE / "denoising_worth.csv")
    table = table[table["epsilon"] == MAP_EPSILON]
    errors = table.pivot(index="hour", columns="method", values="rmse_mean")
    lines = [
        row(
            "hour",
            "its true map was used for",
            "trend filtering, λ chosen by looking at the true map",
            "ours",
            "ratio",
        ),
        "| --: | --- | --: | --: | --: |",
    ]
    for hour, rmse in errors.iterrows():
        cells = (
            f"{rmse[TREND]:.2f}",
            f"{rmse[OURS]:.2f}",
            f"{rmse[OURS] / rmse[TREND]:.2f}",
        )
        lines.append(row(f"{hour}:00", USED_FOR.get(hour, "nothing"), *cells))
    return lines


def found(*parts):
    """Return a list of sentences on claims: of BW-6a:remark the remark, of BW-0b:remark:-1 its last.

    The sentences of a remark are counted from 0, or from -1 at the end.
    """
    lines = []
    for part in parts:
        claim_id, column, *place = part.split(":")
        text = _claim(claim_id)[column]
        if place:
            text = re.split(r"(?<=\.) (?=[A-Z])", text)[int(place[0])]
        lines.append(f"- {typeset(text)} ({claim_id})")
    return lines


def takeaway(figure):
    """Return the sentence of a figure's caption that says what it shows."""
    caption = (GALLERY / f"{figure}.txt").read_text(encoding="utf-8")
    return [typeset(caption.splitlines()[1])]


def gallery():
    """Return the paper's figures with their titles, three in a row, each opening its picture."""
    from gaussmech.paper.registry import FIGURES

    pictures = []
    titles = []
    for path in sorted(GALLERY.glob("fig?.png")):
        name, _, rest = FIGURES[path.stem].title.partition(":")
        link = f"docs/gallery/{path.name}"
        panel = f"docs/gallery/{path.stem}_panel.png"
        width = PANEL_WIDTH // 2
        pictures.append(
            f'<a href="{link}"><img src="{panel}" width="{width}" alt="{name}"></a>'
        )
        titles.append(f"**{name}**:{rest}")
    return [
        row(*pictures[:3]),
        "| --- | --- | --- |",
        row(*titles[:3]),
        row(*pictures[3:]),
        row(*titles[3:]),
    ]


def other_figures():
    """Return a section for each figure that is none of the paper's."""
    from gaussmech.paper.pages.report import in_order
    from gaussmech.paper.registry import FIGURES

    lines = []
    for name in in_order(FIGURES):
        if not re.fullmatch(r"fig\d", name):
            lines += [f"### {FIGURES[name].title}", "", *figure(name), ""]
    return lines[:-1]


def costs():
    """Return what the run took whose results the pages show."""
    rows = pd.read_csv(REFERENCE / "costs.csv")
    minutes = rows["cpu_s"].sum() / 60
    return [
        f"The run whose results these pages show had {rows['jobs'].sum()} jobs, which took"
        f" {digits(minutes)} minutes of CPU time in all, the longest {rows['longest_s'].max():.0f} s"
        f" and at most {rows['peak_mb'].max():.0f} MB of memory"
        " ([by rule](reference/costs.csv))."
    ]


def l2_ratios():
    """Return the l2 mechanism's mean squared error over the Gaussian's, exactly, as a table."""
    from gaussmech import AnalyticGaussianMechanism, L2Mechanism

    dimensions = (1, 2, 10, 100, 1000)
    head = [f"d = {d:,}" for d in dimensions]
    lines = [row("ε", "δ", *head), "| --- | --- |" + " --: |" * len(dimensions)]
    for epsilon, delta in ((0.1, 1e-6), (1.0, 1e-6), (0.1, 0.01), (1.0, 0.01)):
        gaussian = AnalyticGaussianMechanism(epsilon, delta).power
        ratios = []
        for d in dimensions:
            power = L2Mechanism(epsilon, delta, dimension=d).power
            ratios.append(f"{power / gaussian:.3f}")
        lines.append(row(f"{epsilon:g}", f"{delta:g}", *ratios))
    return lines


def on_vectors():
    """Return what the calibrators get wrong on the test vectors, without the heading."""
    return ON_VECTORS.read_text(encoding="utf-8").splitlines()[2:]


def deviations():
    """Return the errors of the maps by bandwidth at our reach, and by reach at our bandwidth."""
    rows = pd.read_csv(REFERENCE / "deviations.csv")
    keys = ["heatmap.bandwidth_m", "heatmap.reach_m", "hour", "method"]
    has_our_bandwidth = rows["heatmap.bandwidth_m"] == BANDWIDTH_M
    has_our_reach = rows["heatmap.reach_m"] == REACH_M
    rows = rows[has_our_bandwidth | has_our_reach]
    errors = rows.set_index(keys)["rmse_mean"]
    head = "wavelets, {} | trend filtering | ratio | λ of SURE"
    lines = [
        f"| bandwidth | reach | {head.format('midnight')} | {head.format('noon')} |",
        "| --: | --: |" + " --: |" * 8,
    ]
    for bandwidth, reach in rows[keys[:2]].drop_duplicates().itertuples(index=False):
        cells = [f"{bandwidth:g} m", f"{reach:g} m"]
        for hour in (0, 12):
            of_methods = errors[bandwidth, reach, hour]
            wavelets = of_methods["aGM-wavelet"]
            trend = of_methods["aGM-trend-oracle"]
            sure = of_methods["aGM-trend-sure"]
            cells += [f"{wavelets:.2f}", f"{trend:.2f}", f"{wavelets / trend:.2f}"]
            cells += [f"{100 * (sure / trend - 1):+.1f} %"]
        lines.append(row(*cells))
    (draws,) = set(rows["repetitions"])
    most = rows["rmse_se"].max()
    return [*lines, "", f"Means of {draws} draws; standard errors up to {most:.2f}."]


def common_lambda():
    """Return the ratio of wavelets to trend filtering by lambda, beside the single draw in print."""
    table = pd.read_csv(REFERENCE / "trend_by_lambda.csv")
    table["z"] = (table["hour"].map(PRINTED_RATIOS) - table["ratio"]) / table[
        "ratio_std"
    ]
    lines = [
        "| λ / σ | midnight: ratio | one draw | z of 1.22 | noon: ratio | one draw | z of 1.08 |",
        "| --: |" + " --: |" * 6,
    ]
    chi2 = {}
    for parameter, rows in table.groupby("parameter"):
        cells = [f"{parameter:g}"]
        for hour in PRINTED_RATIOS:
            cell = rows.set_index("hour").loc[hour]
            cells += [
                f"{cell['ratio']:.2f}",
                f"± {cell['ratio_std']:.2f}",
                f"{cell['z']:+.1f}",
            ]
        lines.append(row(*cells))
        chi2[parameter] = (rows["z"] ** 2).sum()
    best = min(chi2, key=chi2.get)
    z = table.loc[table["parameter"] == best, "z"].abs().max()
    (draws,) = set(table["repetitions"])
    return [
        *lines,
        "",
        f"Means of {draws} draws. *One draw* is the standard deviation of the ratio from one draw to"
        " the next; z is how many of them the printed ratio is above our mean.",
        "",
        f"With λ = {best:g} σ at both hours, both printed ratios are within {z:.1f} standard deviations"
        f" of one draw. So print is consistent with a common λ of about {best:g} σ (χ² ="
        f" {chi2[best]:.1f} on one degree of freedom, p = {chi2_tail(chi2[best]):.2f}). This is no"
        " reproduction: λ was fitted to these two numbers, and the days are others.",
    ]


def chi2_tail(value):
    """Return the probability that a chi-square variable of one degree of freedom is larger."""
    return erfc(sqrt(value / 2))


def news():
    """Return what is new against the paper as a list, with the evidence of each."""
    rows = pd.read_csv(REFERENCE / "denoising_worth.csv")
    factors = rows[rows["epsilon"] == MAP_EPSILON].groupby("method")["factor"]
    span = {name: f"{digits(x.min())} to {digits(x.max())}" for name, x in factors}
    hours = rows.loc[rows["epsilon"] == MAP_EPSILON, "hour"].nunique()
    page = (DOCS / "errata.md").read_text(encoding="utf-8")
    errata = re.findall(r"^### \d+\.", page, re.MULTILINE)
    return [
        f"- **A safe calibrator**: never too little noise, and at most {_most_above()} of σ too much"
        f" ([range](docs/limitations.md#privacy)). *Evidence*: tests in {DIGITS}-digit arithmetic."
        f" {_calibrators()}",
        "- **A denoiser with nothing to tune**: `auto` sees only the release. *Evidence*: on"
        f" {hours} maps at ε = {MAP_EPSILON} its map is as accurate as raw noise at {span[OURS]} times"
        f" the ε; the paper's trend filter, with λ tuned on the truth, at {span[TREND_CUT]} times"
        " ([how it works](docs/denoising.md)).",
        f"- **{len(errata)} [errata](docs/errata.md)** of the papers. *Evidence*: derivations,"
        " counter-examples.",
        "- **Exact releases**: `gaussmech release` adds discrete noise, since floating-point noise"
        " [can be attacked](docs/limitations.md#privacy). *Evidence*:"
        " [proofs](docs/release-proofs.md), tests of the noise.",
    ]


def _most_above():
    """Return by how much our sigma can be above the exact one: the bound that its tests check."""
    from gaussmech import analytic_gaussian_sigma

    bound = re.search(r"a relative (\S+) at most", analytic_gaussian_sigma.__doc__)[1]
    return _power_of_ten(float(bound), rounded=ceil)


def _calibrators():
    """Return the errors of sigma of other calibrators in a sentence, by delta."""
    page = (BENCH / "calibration.md").read_text(encoding="utf-8")
    budgets = re.search(r"^Common range: .* \((\d+) pairs\)", page, re.MULTILINE)[1]
    script_bands = _bands(page, "its authors' script")
    opendp_bands = _bands(page, "OpenDP, by way of zCDP")
    too_little_at_least = script_bands[LEAST_BAND].split(" / ")[0]
    too_much = opendp_bands[USUAL_BAND].split(" / ")[1]
    script = "https://github.com/BorjaBalle/analytic-gaussian-mechanism"
    return (
        f"On {budgets} budgets, [the authors' script]({script}) gives up to"
        f" {_percent(too_little_at_least)} too little noise (δ in {_band(LEAST_BAND)}), OpenDP by zCDP"
        f" up to {_percent(too_much)} too much (δ in {_band(USUAL_BAND)})"
        " ([all](docs/bench/calibration.md))."
    )


def _bands(page, calibrator):
    """Return the errors of a calibrator by band of delta: too little and too much noise."""
    start = "The same by δ"
    after = page[re.search(f"^{start}", page, re.MULTILINE).start() :].splitlines()
    names = [cell.strip() for cell in after[2].strip("|").split("|")]
    return dict(zip(names[1:], _row_of(page, start, calibrator)[1:], strict=True))


def _band(name):
    """Return a band of delta of bench/calibration.md as an interval: [10⁻⁷,10⁻⁵]."""
    superscripts = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
    low, high = (
        str(int(power)).translate(superscripts)
        for power in re.findall(r"1e-(\d+)", name)
    )
    return f"[10⁻{low},10⁻{high}]"


def _row_of(page, start, name):
    """Return the row of this name in the first table after the line that begins with `start`."""
    (line,) = (cells for cells in _table(page, start) if cells[0] == name)
    return line


def _percent(cell):
    """Return a percentage of a table with two digits."""
    return f"{digits(float(cell.removesuffix(' %')))} %"


def _table(page, start):
    """Return the cells of the first table after the line that begins with `start`."""
    after = page[re.search(f"^{start}", page, re.MULTILINE).start() :].splitlines()
    table = "\n".join(after[2:]).split("\n\n")[0].splitlines()
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in table[2:]]


VALUE = re.compile(r"(<!-- value (\w+)((?: [\w.]+)*) -->).*?(<!-- end of value -->)")


def rewrite_value(part):
    """Return a number within a line, between its marks, with what its function returns now."""
    return part[1] + globals()[part[2]](*part[3].split()) + part[4]


def rewrite(part):
    """Return a part of a page with what the function that it names writes now."""
    write = globals()[part[2]]
    arguments = part[3].split()
    lines = write(*arguments)
    return part[1] + "\n".join(lines) + "\n" + part[4]


def picture(source, target, width):
    """Write a copy of a figure for the screen, in its true colours."""
    image = Image.open(source).convert("RGB")
    image.thumbnail((width, 10 * width), Image.Resampling.LANCZOS)
    colours = image.quantize(
        256, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE
    )
    colours.save(target, optimize=True)


def draw_panels(results, name, target):
    """Draw a figure anew and write those of its panels that README shows."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.transforms import Bbox

    from gaussmech.paper.figures.style import house_style
    from gaussmech.paper.pipeline.tables import read_results
    from gaussmech.paper.registry import FIGURES

    module = import_module(f"gaussmech.paper.figures.{name}")
    tables = read_results([results / "data" / file for file in FIGURES[name].files])
    with house_style():
        figure = module.draw(**tables)
        canvas = FigureCanvasAgg(figure)
        figure.set_dpi(300)
        canvas.draw()
        boxes = [
            axes.get_tightbbox()
            for axes in figure.axes
            if (axes.get_title() or axes.get_title(loc="left")).startswith(PANELS[name])
        ]
    whole = Image.fromarray(np.asarray(canvas.buffer_rgba()))
    box = Bbox.union(boxes).padded(12)
    # Rows of an image are counted from the top.
    part = whole.crop((box.x0, whole.height - box.y1, box.x1, whole.height - box.y0))
    image = BytesIO()
    part.save(image, format="png")
    picture(image, target, PANEL_WIDTH)


def take(results):
    """Copy what the pages show of a run after `make report`: verdicts, figures, the first picture.

    Results of `deviations.yaml`, of `delta_sweep.yaml` and of `make bench` are copied, too, if they
    stand next to the run.
    """
    if not (results / "data/denoising_frames.csv").is_file():
        sys.exit(f"{results} has no data/denoising_frames.csv: run make report")
    for name in (
        "data/claims.csv",
        "claims.md",
        "data/provenance.json",
        "data/denoising_worth.csv",
    ):
        shutil.copyfile(results / name, REFERENCE / Path(name).name)
    rows = pd.DataFrame(costs_of(results), columns=COSTS)
    rows.to_csv(
        REFERENCE / "costs.csv", index=False, float_format="%.2f", lineterminator="\n"
    )
    for folder in (results, results.parent):
        sweep = folder / "deviations/data/sweep_heatmap.csv"
        if sweep.is_file():
            take_deviations(sweep)
        sweep = folder / "delta_sweep/figures/sweep_histogram.png"
        if sweep.is_file():
            picture(sweep, DOCS / "sweep.png", GALLERY_WIDTH)
    first_picture = BytesIO()
    frames(results, first_picture)
    picture(first_picture, DOCS / "fig2.png", PAGE_WIDTH)
    for old in GALLERY.iterdir():
        old.unlink()
    for path in sorted((results / "figures").glob("*.png")):
        picture(path, GALLERY / path.name, GALLERY_WIDTH)
        shutil.copyfile(path.with_suffix(".txt"), GALLERY / f"{path.stem}.txt")
    for name in PANELS:
        draw_panels(results, name, GALLERY / f"{name}_panel.png")
    bench = results / "bench"
    for path in bench.glob("*.md"):
        target = BENCH / path.name if path.stem != "testvectors" else ON_VECTORS
        shutil.copyfile(path, target)
    for name, target in (("calibration", "calibrators"), ("scaling", "scaling")):
        if (bench / f"{name}.png").is_file():
            picture(bench / f"{name}.png", DOCS / f"{target}.png", PAGE_WIDTH)


def take_deviations(sweep):
    """Write docs/reference/deviations.csv: of a sweep's table the columns that a page quotes."""
    columns = [
        "heatmap.bandwidth_m",
        "heatmap.reach_m",
        "hour",
        "method",
        "repetitions",
        "rmse_mean",
        "rmse_se",
    ]
    rows = pd.read_csv(sweep)
    rows = rows.loc[rows["method"].str.startswith("aGM-"), columns]
    rows.to_csv(
        REFERENCE / "deviations.csv",
        index=False,
        float_format="%.6g",
        lineterminator="\n",
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--check", action="store_true", help="only say whether all is up to date"
    )
    parser.add_argument("--from", dest="results", type=Path, help="results of a run")
    arguments = parser.parse_args()
    if arguments.results:
        take(arguments.results)
    for path in (ROOT / "README.md", ROOT / "data/README.md", *DOCS.glob("*.md")):
        old = path.read_text(encoding="utf-8")
        new = VALUE.sub(rewrite_value, PART.sub(rewrite, old))
        if new != old and arguments.check:
            sys.exit(f"{path.relative_to(ROOT)} is stale: run make readme")
        if new != old:
            path.write_text(new, encoding="utf-8")
