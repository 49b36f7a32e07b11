"""Write what is measured into README.md: its caption, the verdicts, the pictures, the calibrators.

    python tools/write_readme.py [--check] [--from results]

Reads docs/reference, docs/gallery and docs/bench, which --from takes anew from a folder of results;
docs/bench only where `make bench` has run there. The first picture and its numbers are of the run
`headline`, which `make readme FROM=results` makes.
"""

import argparse
import json
import re
import shutil
import sys
from collections import Counter
from pathlib import Path

import pandas as pd

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
REFERENCE = ROOT / "docs/reference"
GALLERY = ROOT / "docs/gallery"
BENCH = ROOT / "docs/bench"
# A run of its own: one map, and enough draws to quote their mean.
HEADLINE = ROOT / "results/headline"
# Pictures by the width they are kept at, in pixels.
FIRST, GALLERY_WIDTH = 1400, 800
PER_LINE = 8
# Means of fewer draws are not quoted.
LEAST_DRAWS = 20
# Of all the claims, those that a first reader asks about.
SHORT = ["BW-0a", "BW-2.3b", "BW-4b", "BW-4f", "BW-5.3b", "BW-B.2a"]


def caption():
    """Return what the first picture shows, in numbers of the headline run."""
    rows = pd.read_csv(REFERENCE / "headline.csv").set_index("method")
    city = json.loads((REFERENCE / "provenance.json").read_text(encoding="utf-8"))
    rmse, first = rows["rmse_mean"], rows.iloc[0]
    if first["repetitions"] < LEAST_DRAWS:
        sys.exit(
            f"headline.csv has {first['repetitions']} draws; README quotes {LEAST_DRAWS} or more"
        )
    data = "Real streets and trips" if city["source"] != "stand-in" else "SYNTHETIC CITY"
    return [
        f"*A private map of taxi trips (ε = {first['epsilon']:g}, δ = {first['delta']:g}). The raw"
        f" release is off by {rmse['aGM']:.1f} trip ends per junction (root mean square). Denoising"
        f" leaves {rmse['aGM-wavelet']:.1f} (the paper's wavelets, not shown),"
        f" {rmse['aGM-trend-oracle']:.1f} (its trend filtering, with the best λ by the truth)"
        f" or **{rmse['aGM-auto']:.1f}** (ours, tuned on the release alone); means of"
        f" {first['repetitions']} draws. {data}: {city['label']}. The paper prints 40.29, 12.28 and"
        " 10.07 for its own midnight.*"
    ]


def verdicts():
    """Return the number of claims with each verdict, and the claims of SHORT as a table."""
    claims = pd.read_csv(REFERENCE / "claims.csv").set_index("claim_id")
    counts = Counter(claims["verdict"]).most_common()
    found = ", ".join(f"{count} × *{verdict}*" for verdict, count in counts)
    lines = [
        f"{len(claims)} claims of the paper and its companions, checked: {found}"
        " ([all](docs/reference/claims.md); [errata](docs/errata.md) derives the corrections)."
        " Beyond the paper: [which noise, and which denoiser, for a vector](docs/vectors.md).",
        "",
        "| | the paper says | we get | verdict |",
        "| --- | --- | --- | --- |",
    ]
    for claim_id in claims.index.intersection(SHORT, sort=False):
        row = claims.loc[claim_id]
        # The first clause; the rest stands in the full table.
        cells = [claim_id, row["claim"], row["measured"].split("; ")[0], f"**{row['verdict']}**"]
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return lines


def gallery_pictures():
    """Return the pictures of the figures, those of the paper first."""
    return sorted(GALLERY.glob("*.png"), key=lambda path: (not path.stem.startswith("fig"), path))


def gallery():
    """Return all figures as small pictures, each linked to the module that draws it."""
    pictures = [
        f'<a href="gaussmech/figures/{path.stem}.py">'
        f'<img src="docs/gallery/{path.name}" width="150" alt="{path.stem}"></a>'
        for path in gallery_pictures()
    ]
    rows = [pictures[first : first + PER_LINE] for first in range(0, len(pictures), PER_LINE)]
    return ["".join(row) for row in rows]


def calibrators():
    """Return the calibrators over the whole range of budgets, from the page of `make bench`."""
    page = (BENCH / "calibration.md").read_text(encoding="utf-8")
    range_, pairs = re.search(r"Whole range: (.*) \((\d+) pairs\)", page).groups()
    errors, times = _table(page, "Whole range"), _table(page, "Time")
    lines = [
        f"{pairs} budgets, {range_}; unsafe is any σ below the exact one"
        " ([corner cases](docs/bench/calibration.md), [all measurements](docs/bench/index.md)).",
        "",
        "| calibrator | too much noise, worst | too little, worst | unsafe | failures, hangs"
        " | µs per call |",
        "| --- | --: | --: | --: | --: | --: |",
    ]
    for (name, most, least, _, unsafe, _, failures, hangs), time in zip(errors, times, strict=True):
        if time[0] != name:
            sys.exit(f"docs/bench/calibration.md: {time[0]} stands beside {name}")
        lines.append(
            f"| {name} | {most} | {least} | {unsafe} | {int(failures) + int(hangs)} | {time[2]} |"
        )
    return lines


def _table(page, start):
    """Return the cells of the first table after the line that begins with `start`."""
    after = page[re.search(f"^{start}", page, re.MULTILINE).start() :].splitlines()
    table = "\n".join(after[2:]).split("\n\n")[0].splitlines()
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in table[2:]]


PARTS = {"caption": caption, "verdicts": verdicts, "gallery": gallery, "calibrators": calibrators}


def written(text):
    """README's text with its generated parts made anew."""
    for name, make in PARTS.items():
        begin, end = f"<!-- {name}: made by `make readme` -->", f"<!-- end of {name} -->"
        head, rest = text.split(begin)
        _, tail = rest.split(end)
        text = "\n".join([head + begin, *make(), end + tail])
    return text


def picture(source, target, width):
    """A copy of a figure for the screen."""
    from PIL import Image

    image = Image.open(source).convert("RGB")
    image.thumbnail((width, 10 * width), Image.Resampling.LANCZOS)
    image.quantize(64).save(target, optimize=True)


def take(results):
    """Renew what is kept of a run: its verdicts, its figures, the numbers of the first one."""
    for name in ("data/claims.csv", "claims.md", "data/provenance.json"):
        shutil.copyfile(results / name, REFERENCE / Path(name).name)
    shutil.copyfile(HEADLINE / "data/heatmap_extended.csv", REFERENCE / "headline.csv")
    picture(HEADLINE / "figures/fig2_extended.png", ROOT / "docs/fig2.png", FIRST)
    for old in GALLERY.iterdir():
        old.unlink()
    for path in sorted((results / "figures").glob("*.png")):
        picture(path, GALLERY / path.name, GALLERY_WIDTH)
        shutil.copyfile(path.with_suffix(".txt"), GALLERY / f"{path.stem}.txt")


def take_bench(bench):
    """Renew what is kept of `make bench`: its pages, and their pictures."""
    for path in sorted(bench.glob("*.md")):
        shutil.copyfile(path, BENCH / path.name)
    picture(bench / "calibration.png", ROOT / "docs/calibrators.png", FIRST)
    for name in ("scaling.png", "scaling_graphs.png"):
        picture(bench / name, ROOT / "docs" / name, FIRST)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="only say whether it is up to date")
    parser.add_argument("--from", dest="results", type=Path, help="results of a run")
    arguments = parser.parse_args()
    if arguments.results:
        take(arguments.results)
        if (arguments.results / "bench").is_dir():
            take_bench(arguments.results / "bench")
    old = README.read_text(encoding="utf-8")
    new = written(old)
    if arguments.check:
        if new != old:
            sys.exit("README.md is stale: run make readme")
    else:
        README.write_text(new, encoding="utf-8")


if __name__ == "__main__":
    main()
