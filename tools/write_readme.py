"""Write what is measured into README.md and the pages of docs: no number there is typed.

    python tools/write_readme.py [--check] [--from results]

Reads docs/reference, docs/gallery and docs/bench, which --from takes anew from a folder of results;
docs/bench only where `make bench` has run there.
"""

import argparse
import json
import re
import shutil
import sys
from collections import Counter
from pathlib import Path

import pandas as pd
from PIL import Image

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
REFERENCE, GALLERY, BENCH = DOCS / "reference", DOCS / "gallery", DOCS / "bench"
# Pictures by the width they are kept at, in pixels.
FIRST, GALLERY_WIDTH = 1400, 800
# Of the first picture. Means of fewer draws are not quoted.
MAP_EPSILON, LEAST_DRAWS = 0.5, 20
# The hours of the maps and what was chosen on them by the truth (docs/denoising.md). The held-out
# hour had no part in any choice.
CHOSEN_ON = {0: "the field's constants", 12: "the field's constants"}
CHOSEN_ON |= {8: "the candidates of `auto`", 20: "the candidates of `auto`"}
HELD_OUT = 16
TREND, OURS = "aGM-trend-oracle", "aGM-auto"
# What makes the pictures again, by where their trips are from.
AGAIN = {"samples": "make figures CONFIG=config/examples/samples.yaml", "download": "make figures"}
PART = re.compile(
    r"(<!-- (\w+)((?: \S+)*): made by `make readme` -->\n).*?(<!-- end of \2 -->)", re.DOTALL
)


def row(*cells):
    """Return a line of a Markdown table."""
    return f"| {' | '.join(cells)} |"


def caption():
    """Return what the first picture shows, in the numbers of its run."""
    errors = pd.read_csv(REFERENCE / "headline.csv")
    rows = errors[errors["hour"] == 0].set_index("method")
    other = errors[errors["hour"] == HELD_OUT].set_index("method")["rmse_mean"]
    city = json.loads((REFERENCE / "provenance.json").read_text(encoding="utf-8"))
    rmse, first = rows["rmse_mean"], rows.iloc[0]
    if (draws := first["repetitions"]) < LEAST_DRAWS:
        sys.exit(f"headline.csv has {draws} draws; README quotes {LEAST_DRAWS} or more")
    data = "Real streets and trips" if city["source"] != "stand-in" else "SYNTHETIC CITY"
    made = f"The pictures on this page are of the source `{city['source']}`."
    if city["source"] in AGAIN:
        made = f"`{AGAIN[city['source']]}` makes the pictures on this page."
    return [
        f"*A private map of taxi trips (ε = {first['epsilon']:g}, δ = {first['delta']:g}). The raw"
        f" release is off by {rmse['aGM']:.1f} trip ends per junction (root mean square). Denoising"
        f" leaves {rmse['aGM-wavelet']:.1f} (the paper's wavelets, not shown),"
        f" {rmse['aGM-trend-oracle']:.1f} (its trend filtering, with the best λ by the truth)"
        f" or **{rmse['aGM-auto']:.1f}** (ours, tuned on the release alone); means of"
        f" {draws} draws. Our constants were chosen on such maps by the truth; at {HELD_OUT}:00,"
        f" which had no part in that, ours leaves {other[OURS]:.1f} and trend filtering"
        f" {other[TREND]:.1f}. {data}: {city['label']}. The paper prints 40.29, 12.28 and"
        f" 10.07 for its own midnight.* {made}"
    ]


def verdicts():
    """Return the number of claims with each verdict, and the claims that lead as a table."""
    table = pd.read_csv(REFERENCE / "claims.csv")
    claims, questions = (table[table["kind"] == kind] for kind in ("claim", "question"))
    found = ", ".join(
        f"{n} × *{verdict}*" for verdict, n in Counter(claims["verdict"]).most_common()
    )
    noon = questions.set_index("claim_id").at["Q-6", "finding"]
    lines = [
        f"{len(claims)} claims of the paper and its companions, checked: {found}; {len(questions)}"
        " questions of ours ([all](docs/reference/claims.md); [errata](docs/errata.md) derives the"
        " corrections)."
        " Beyond the paper: [which noise, and which denoiser, for a vector](docs/vectors.md)."
        f" **Not reproduced**, in Figure 5: {noon[0].lower()}{noon[1:]}"
        " The paper's curves were [not compared](docs/compared.md).",
        "",
        "| | the paper says | we find | instead | verdict |",
        "| --- | --- | --- | --- | --- |",
    ]
    for claim in claims[claims["lead"] > 0].sort_values("lead").itertuples():
        says = f'{claim.claim} ({claim.place}: "{claim.quote}")'
        cells = claim.claim_id, says, claim.finding, claim.correction, f"**{claim.verdict}**"
        lines.append(row(*(cell.replace("|", "\\|") for cell in cells)))
    return lines


def compared():
    """Return a section for each figure of the paper: what of it was compared, and what was not."""
    from gaussmech.paper.claims.comparison import PANELS, comparison

    claims = pd.read_csv(REFERENCE / "claims.csv").to_dict("records")
    lines = []
    for figure in dict.fromkeys(panel["figure"] for panel in PANELS):
        blocks = comparison(figure, claims)
        lines += [f"## Figure {figure.removeprefix('fig')}", "", "\n\n".join(blocks), ""]
    return lines[:-1]


def held_out():
    """Return the errors of ours and of trend filtering by hour, and which hours chose constants."""
    errors = pd.read_csv(REFERENCE / "headline.csv")
    table = errors.pivot(index="hour", columns="method", values="rmse_mean")
    lines = [
        row(
            "hour",
            "chosen on it, by the truth",
            "trend filtering, best λ by the truth",
            "ours",
            "ratio",
        ),
        "| --: | --- | --: | --: | --: |",
    ]
    for hour, rmse in table.iterrows():
        cells = f"{rmse[TREND]:.2f}", f"{rmse[OURS]:.2f}", f"{rmse[OURS] / rmse[TREND]:.2f}"
        lines.append(row(f"{hour}:00", CHOSEN_ON.get(hour, "**nothing**"), *cells))
    return lines


def answers(*claim_ids):
    """Return questions of ours with their answers, as a list."""
    table = pd.read_csv(REFERENCE / "claims.csv").set_index("claim_id")
    rows = ((table.at[i, "claim"], table.at[i, "finding"]) for i in claim_ids)
    return [f"- *{asked[0].upper()}{asked[1:]}* {answer}" for asked, answer in rows]


def takeaway(figure):
    """Return the sentence of a figure's caption that says what it shows."""
    return [(GALLERY / f"{figure}.txt").read_text(encoding="utf-8").splitlines()[1]]


def gallery():
    """Return the paper's figures with their titles, three in a row, each opening its picture."""
    pictures, titles = [], []
    for path in sorted(GALLERY.glob("fig?.png")):
        title = path.with_suffix(".txt").read_text(encoding="utf-8").splitlines()[0]
        name, _, rest = title.partition(":")
        link = f"docs/gallery/{path.name}"
        pictures.append(f'<a href="{link}"><img src="{link}" width="270" alt="{name}"></a>')
        titles.append(f"**{name}**:{rest}")
    lines = [row(*cells[k : k + 3]) for k in (0, 3) for cells in (pictures, titles)]
    return [lines[0], "| --- | --- | --- |", *lines[1:]]


def l2_ratios():
    """Return the l2 mechanism's mean squared error over the Gaussian's, exactly, as a table."""
    from gaussmech import AnalyticGaussianMechanism, L2Mechanism

    dimensions = (1, 2, 10, 100, 1000)
    lines = [row("ε", "δ", *(f"d = {d:,}" for d in dimensions)), "| --- | --- |" + " --: |" * 5]
    for budget in ((0.1, 1e-6), (1.0, 1e-6), (0.1, 0.01), (1.0, 0.01)):
        gaussian = AnalyticGaussianMechanism(*budget).power
        ratios = [L2Mechanism(*budget, dimension=d).power / gaussian for d in dimensions]
        lines.append(row(*(f"{x:g}" for x in budget), *(f"{ratio:.3f}" for ratio in ratios)))
    return lines


def deviations():
    """Return the errors of the maps by bandwidth and reach, as a table."""
    rows = pd.read_csv(REFERENCE / "deviations.csv")
    keys = ["heatmap.bandwidth_m", "heatmap.reach_m", "hour", "method"]
    errors = rows.set_index(keys)["rmse_mean"]
    head = "wavelets, {} | trend filtering | ratio | λ of SURE"
    lines = [
        f"| bandwidth | reach | {head.format('midnight')} | {head.format('noon')} |",
        "| --: | --: |" + " --: |" * 8,
    ]
    for bandwidth, reach in rows[keys[:2]].drop_duplicates().itertuples(index=False):
        cells = [f"{bandwidth:g} m", f"{reach:g} m"]
        for hour in (0, 12):
            names = ("wavelet", "trend-oracle", "trend-sure")
            wavelets, trend, sure = (errors[bandwidth, reach, hour, f"aGM-{x}"] for x in names)
            cells += [f"{wavelets:.2f}", f"{trend:.2f}", f"{wavelets / trend:.2f}"]
            cells += [f"{100 * (sure / trend - 1):+.1f} %"]
        lines.append(row(*cells))
    (draws,), most = set(rows["repetitions"]), rows["rmse_se"].max()
    return [*lines, "", f"Means of {draws} draws; standard errors up to {most:.2f}."]


def common_lambda():
    """Return the errors of wavelets over those of trend filtering, by lambda."""
    page = (BENCH / "common_lambda.md").read_text(encoding="utf-8")
    table, precision = page.split("\n\n")[1:3]
    return [*table.splitlines(), "", precision]


def calibrators():
    """Return the calibrators on both ranges of budgets, from the page of `make bench`."""
    page = (BENCH / "calibration.md").read_text(encoding="utf-8")
    near, far, times = (_table(page, start) for start in ("Common", "Whole", "Time"))
    ranges = re.findall(r"^(Common|Whole) range: (.*) \((\d+) pairs\)", page, re.MULTILINE)
    (_, common, some), (_, whole, more) = ranges
    lines = [
        f"Worst relative errors of σ on {some} budgets of the common range ({common}), then on"
        f" {more} of the whole range ({whole})"
        " ([corner cases](docs/bench/calibration.md), [all measurements](docs/bench/index.md))."
        " Algorithm 1 as printed stops at 1e-12 in v* and u*,"
        " [its authors' script](https://github.com/BorjaBalle/analytic-gaussian-mechanism) at 1e-12"
        " in δ; OpenDP finds σ for zCDP and converts that.",
        "",
        "| calibrator | common: too much | too little | µs per call | whole: too much | too little"
        " | failures, hangs |",
        "| --- | --: | --: | --: | --: | --: | --: |",
    ]
    for close, wide, time in zip(near, far, times, strict=True):
        if close[0].startswith("log_ndtr"):  # recipes, not libraries: on the page alone
            continue
        if not close[0] == wide[0] == time[0]:
            sys.exit(f"docs/bench/calibration.md: {close[0]}, {wide[0]} and {time[0]} differ")
        lost = str(int(wide[6]) + int(wide[7])) if wide[6] else ""
        lines.append(row(*close[:3], time[2], *wide[1:3], lost))
    return lines


def _table(page, start):
    """Return the cells of the first table after the line that begins with `start`."""
    after = page[re.search(f"^{start}", page, re.MULTILINE).start() :].splitlines()
    table = "\n".join(after[2:]).split("\n\n")[0].splitlines()
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in table[2:]]


def made(part):
    """Return a part of a page anew, by the function that it names."""
    return part[1] + "\n".join(globals()[part[2]](*part[3].split())) + "\n" + part[4]


def picture(source, target, width):
    """A copy of a figure for the screen, in its true colours."""
    image = Image.open(source).convert("RGB")
    image.thumbnail((width, 10 * width), Image.Resampling.LANCZOS)
    colours = image.quantize(256, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    colours.save(target, optimize=True)


def take(results):
    """Renew what is kept of a run: its verdicts, its figures, the numbers of the first one.

    Besides, what is beside it of `deviations.yaml`, and of `make bench`.
    """
    for name in ("data/claims.csv", "claims.md", "data/provenance.json"):
        shutil.copyfile(results / name, REFERENCE / Path(name).name)
    errors = pd.read_csv(results / "data/heatmap_extended.csv")
    as_lines = {"index": False, "lineterminator": "\n"}
    errors[errors["epsilon"] == MAP_EPSILON].to_csv(REFERENCE / "headline.csv", **as_lines)
    kept = ["heatmap.bandwidth_m", "heatmap.reach_m", "hour", "method", "repetitions"]
    for folder in (results, results.parent):
        if (sweep := folder / "deviations/data/sweep_heatmap.csv").is_file():
            rows = pd.read_csv(sweep)
            rows = rows[rows["method"].str.startswith("aGM-")][[*kept, "rmse_mean", "rmse_se"]]
            rows.to_csv(REFERENCE / "deviations.csv", float_format="%.6g", **as_lines)
    picture(results / "figures/fig2_extended.png", DOCS / "fig2.png", FIRST)
    for old in GALLERY.iterdir():
        old.unlink()
    for path in sorted((results / "figures").glob("*.png")):
        picture(path, GALLERY / path.name, GALLERY_WIDTH)
        shutil.copyfile(path.with_suffix(".txt"), GALLERY / f"{path.stem}.txt")
    bench = results / "bench"
    for path in bench.glob("*.md"):
        shutil.copyfile(path, BENCH / path.name)
    for name, target in (("calibration", "calibrators"), ("scaling", "scaling")):
        if (bench / f"{name}.png").is_file():
            picture(bench / f"{name}.png", DOCS / f"{target}.png", FIRST)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="only say whether all is up to date")
    parser.add_argument("--from", dest="results", type=Path, help="results of a run")
    arguments = parser.parse_args()
    if arguments.results:
        take(arguments.results)
    for path in (ROOT / "README.md", *DOCS.glob("*.md")):
        old = path.read_text(encoding="utf-8")
        new = PART.sub(made, old)
        if new != old and arguments.check:
            sys.exit(f"{path.relative_to(ROOT)} is stale: run make readme")
        if new != old:
            path.write_text(new, encoding="utf-8")
