"""Write the generated parts of README.md: verdicts in short, and the gallery of figures.

    python scripts/write_readme.py [--check] [--from results]

Reads docs/reference/claims.csv and docs/gallery, which --from takes anew from a folder of results.
"""

import argparse
import shutil
import sys
from collections import Counter
from pathlib import Path

import pandas as pd

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
CLAIMS = ROOT / "docs/reference/claims.csv"
GALLERY = ROOT / "docs/gallery"
WIDTH = 480  # pixels of a picture in the gallery
VERDICTS = ["holds", "holds in part", "does not hold", "not checkable"]
# Of all the claims, those that a first reader asks about.
SHORT = [2, 3, 7, 12, 13, 16, 21, 22, 24, 25, 37, 42, 43, 50]


def verdicts():
    """The counts, and the claims of SHORT as a table."""
    claims = pd.read_csv(CLAIMS).set_index("number")
    counts = Counter(claims["verdict"])
    found = ", ".join(f"{counts[verdict]} {verdict}" for verdict in VERDICTS if counts[verdict])
    lines = [
        f"{len(claims)} checkable claims, each with a verdict computed from the results: {found}."
        " Some of them ([all](docs/reference/claims.md), [errata](docs/errata.md)):",
        "",
        "| | the paper says | we get | verdict |",
        "| --- | --- | --- | --- |",
    ]
    for number in SHORT:
        if number in claims.index:
            row = claims.loc[number]
            # The first clause; the rest stands in the full table.
            measured = row["measured"].split("; ")[0]
            cells = [str(number), row["claim"], measured, f"**{row['verdict']}**"]
            lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return lines


def gallery():
    """All figures as small pictures, each linked to the rule that makes it."""
    return [
        f'<a href="workflow/rules/figures.smk"><img src="docs/gallery/{path.name}" width="150"'
        f' alt="{path.stem}" title="make results/figures/{path.stem}.pdf"></a>'
        for path in sorted(GALLERY.glob("*.png"))
    ]


PARTS = {"verdicts": verdicts, "gallery": gallery}


def written(text):
    """README's text with its generated parts made anew."""
    for name, make in PARTS.items():
        begin, end = f"<!-- {name}: made by `make readme` -->", f"<!-- end of {name} -->"
        head, rest = text.split(begin)
        _, tail = rest.split(end)
        text = "\n".join([head + begin, *make(), end + tail])
    return text


def take(results):
    """Renew the committed claims and gallery from a folder of results."""
    from PIL import Image

    CLAIMS.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(results / "data/claims.csv", CLAIMS)
    shutil.copyfile(results / "claims.md", CLAIMS.with_suffix(".md"))
    GALLERY.mkdir(parents=True, exist_ok=True)
    for old in GALLERY.glob("*.png"):
        old.unlink()
    for path in sorted((results / "figures").glob("*.png")):
        picture = Image.open(path).convert("RGB")
        picture.thumbnail((WIDTH, 10 * WIDTH), Image.Resampling.LANCZOS)
        picture.quantize(64).save(GALLERY / path.name, optimize=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="only say whether it is up to date")
    parser.add_argument("--from", dest="results", type=Path, metavar="results")
    arguments = parser.parse_args()
    if arguments.results:
        take(arguments.results)
    old = README.read_text(encoding="utf-8")
    new = written(old)
    if arguments.check:
        if new != old:
            sys.exit("README.md is stale: run make readme")
    else:
        README.write_text(new, encoding="utf-8")


if __name__ == "__main__":
    main()
