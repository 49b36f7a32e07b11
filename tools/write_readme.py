"""Write what is measured into README.md: its first caption, the verdicts, figures, benchmarks.

    python tools/write_readme.py [--check] [--from results]

Reads docs/reference, docs/gallery and docs/bench, which --from takes anew from a folder of results;
docs/bench only where `make bench` has run there.
"""

import argparse
import json
import shutil
import sys
from collections import Counter
from functools import partial
from pathlib import Path

import pandas as pd

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
REFERENCE = ROOT / "docs/reference"
CLAIMS = REFERENCE / "claims.csv"
GALLERY = ROOT / "docs/gallery"
BENCH = ROOT / "docs/bench"
MEASURED = ["denoising", "calibration", "scaling", "workflow"]
# Pictures in README by the width they are kept at, in pixels.
FIRST, GALLERY_WIDTH = 1400, 480
VERDICTS = {
    "holds": "hold",
    "holds in part": "hold in part",
    "does not hold": "do not hold",
    "not checkable": "cannot be checked",
}
# Of all the claims, those that a first reader asks about.
SHORT = [
    "BW-0a",
    "BW-2.3a",
    "BW-2.3b",
    "BW-4b",
    "BW-4c",
    "BW-4f",
    "BW-5.2a",
    "BW-5.2b",
    "BW-5.3a",
    "BW-5.3b",
    "BW-5.3d",
    "BW-B.2a",
    "GDP-T1f",
    "Geng-a",
]


def caption():
    """What the first picture shows, in numbers of the table that it is drawn from."""
    table = pd.read_csv(REFERENCE / "heatmap_extended.csv")
    city = json.loads((REFERENCE / "provenance.json").read_text(encoding="utf-8"))
    rows = table[(table["hour"] == 0) & (table["epsilon"] == 0.5)].set_index("method")
    rmse, first = rows["rmse_mean"], rows.iloc[0]
    data = "Real streets and trips" if city["source"] != "stand-in" else "SYNTHETIC CITY"
    return [
        f"*A private heat map (ε = {first['epsilon']:g}, δ = {first['delta']:g}, sensitivity"
        f" {first['sensitivity']:g}): the raw release is off by {rmse['aGM']:.1f} trip ends a"
        " junction (root mean square). Denoising costs no privacy and leaves"
        f" {rmse['aGM-wavelet']:.1f} (the paper's wavelets, not shown),"
        f" {rmse['aGM-trend-oracle']:.1f} (its trend filtering, with the best λ that the truth"
        f" could choose) or {rmse['aGM-auto']:.1f} (ours, tuned on the release alone); means of"
        f" {first['repetitions']} draws. {data}: {city['label']}. The paper prints 40.29, 12.28 and"
        " 10.07, for its own midnight of 2014-09-24.*"
    ]


def measured(name):
    """A page of `make bench` down to its first section, without its title."""
    page = (BENCH / f"{name}.md").read_text(encoding="utf-8").split("\n## ")[0].strip()
    return [page.split("\n", 1)[1].strip() if page.startswith("# ") else page]


def verdicts():
    """The counts, and the claims of SHORT as a table."""
    claims = pd.read_csv(CLAIMS).set_index("claim_id")
    counts = Counter(claims["verdict"])
    found = ", ".join(f"{counts[one]} {many}" for one, many in VERDICTS.items() if counts[one])
    lines = [
        f"{len(claims)} checkable claims, each with a verdict computed from the results: {found}."
        " Some of them ([all](docs/reference/claims.md), [errata](docs/errata.md)):",
        "",
        "| | the paper says | we get | verdict |",
        "| --- | --- | --- | --- |",
    ]
    for claim_id in SHORT:
        if claim_id in claims.index:
            row = claims.loc[claim_id]
            # The first clause; the rest stands in the full table.
            found = row["measured"].split("; ")[0]
            cells = [claim_id, row["claim"], found, f"**{row['verdict']}**"]
            lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return lines


def gallery():
    """All figures as small pictures, each linked to the rule that makes it."""
    return [
        f'<a href="workflow/rules/figures.smk"><img src="docs/gallery/{path.name}" width="150"'
        f' alt="{path.stem}" title="make results/figures/{path.stem}.pdf"></a>'
        for path in sorted(GALLERY.glob("*.png"))
    ]


PARTS = {
    "caption": caption,
    "verdicts": verdicts,
    "gallery": gallery,
    **{name: partial(measured, name) for name in MEASURED},
}


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
    for name in (
        "data/claims.csv",
        "claims.md",
        "data/heatmap_extended.csv",
        "data/provenance.json",
    ):
        shutil.copyfile(results / name, REFERENCE / Path(name).name)
    picture(results / "figures/fig2_extended.png", ROOT / "docs/fig2.png", FIRST)
    for old in GALLERY.glob("*.png"):
        old.unlink()
    for path in sorted((results / "figures").glob("*.png")):
        picture(path, GALLERY / path.name, GALLERY_WIDTH)


def take_bench(bench):
    """Renew what is kept of `make bench`: its pages, and the map of calibrators' errors."""
    for path in sorted(bench.glob("*.md")):
        shutil.copyfile(path, BENCH / path.name)
    picture(bench / "calibration.png", ROOT / "docs/calibrators.png", FIRST)


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
