"""README and the site: short, with links that lead somewhere, code that runs, and no network."""

import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import gaussmech as gm
from gaussmech.paper.figures import maps

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = [
    path
    for pattern in ("*.md", "config/**/*.md", "data/README.md", "docs/**/*.md")
    for path in sorted(ROOT.glob(pattern))
    if not path.read_text(encoding="utf-8").startswith("%")
]
LINK = re.compile(r'(?:\]\(|href="|src=")(?![a-z]+:)([^)"\s#]*)(?:#([^)"\s]*))?')
FENCE = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)


def test_readme_is_short():
    assert README.count("\n") <= 115


def test_the_same_errors_stand_in_readme_and_in_the_caption_of_its_picture():
    errors = pd.read_csv(ROOT / "docs/reference/headline.csv")
    rows = errors[errors["hour"] == 0].set_index("method")
    caption = (ROOT / "docs/gallery/fig2_extended.txt").read_text(encoding="utf-8")
    # A caption names the best method among those that its figure draws.
    drawn = rows[~rows["uses_truth"] & rows.index.isin(maps.EXTENDED)]
    best = drawn["rmse_mean"].min()
    assert f"RMSE {rows.loc['aGM', 'rmse_mean']:.1f} raw, {best:.1f} by" in caption
    (draws,) = set(rows["repetitions"])
    assert f"{draws} draws, one shown" in caption and f"means of {draws} draws" in README
    ours, trend = (rows.loc[f"aGM-{name}", "rmse_mean"] for name in ("auto", "trend-oracle"))
    assert f"**{ours:.1f}** (ours" in README and f"{trend:.1f} (its trend filtering" in README
    other = errors[errors["hour"] == 16].set_index("method")["rmse_mean"]
    told = (
        f"ours leaves {other['aGM-auto']:.1f} and trend filtering {other['aGM-trend-oracle']:.1f}"
    )
    assert told in README
    claims = pd.read_csv(ROOT / "docs/reference/claims.csv").set_index("claim_id")
    assert f"aGM-trend-oracle {trend:.4g}" in claims.loc["BW-5.3b", "evidence"]


def test_readme_shows_the_six_figures_with_their_titles():
    opened = re.findall(r'<a href="(docs/gallery/fig\d)\.png"><img src="\1\.png"', README)
    assert opened == [f"docs/gallery/fig{number}" for number in range(1, 7)]
    for name in opened:
        title, *_ = (ROOT / f"{name}.txt").read_text(encoding="utf-8").splitlines()
        assert title.replace(":", "**:", 1) in README


@pytest.mark.parametrize(
    ("page", "values"), [("README.md", 4), ("docs/vectors.md", 2), ("docs/deviations.md", 4)]
)
def test_code_gives_the_values_beside_it(page, values):
    text = (ROOT / page).read_text(encoding="utf-8")
    (code,) = re.findall(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    names, compared = {}, 0
    for line in filter(None, code.splitlines()):
        call, _, said = line.partition("  # ")
        if found := re.search(r"\[?\d+\.[\d., ]*\d\]?", said):
            digits = len(found[0].rstrip("]").rpartition(".")[2])
            assert np.array_equal(np.round(eval(call, names), digits), eval(found[0])), line
            compared += 1
        else:
            exec(call, names)
    assert compared == values


def test_no_measured_number_is_typed():
    """What a run found stands in the parts that `make readme` writes."""
    text = FENCE.sub("", (ROOT / "docs/vectors.md").read_text(encoding="utf-8"))
    text = re.sub(r"<!-- (\w+).*?<!-- end of \1 -->", "", text, flags=re.DOTALL)
    assert set(re.findall(r"\d+\.\d+", text)) == {"0.1"}  # the largest delta


@pytest.mark.parametrize("page", PAGES, ids=[str(path.relative_to(ROOT)) for path in PAGES])
def test_links_lead_to_files_and_headings(page):
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    for target, heading in LINK.findall(text):
        path = (page.parent / target).resolve() if target else page
        assert path.exists(), f"{page.name} leads to {target}"
        assert ROOT in path.parents, f"{page.name} leads out of the project: {target}"
        if heading:
            # Anchors as GitHub makes them.
            heads = re.findall(r"^#+ (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
            anchors = [re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads]
            assert heading in anchors, f"{page.name} leads to {target}#{heading}"


def test_the_reference_lists_every_public_name():
    listed = re.findall(r"^   (\w+)$", (ROOT / "docs/api/index.md").read_text(), re.MULTILINE)
    assert sorted(listed) == sorted(gm.__all__)


class _Loaded(HTMLParser):
    """What a page loads, and what it leads to."""

    def __init__(self, path):
        super().__init__()
        self.loads, self.leads, self.ids = [], [], set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attrs):
        attrs = {"id": None, "src": None, "href": None} | dict(attrs)
        self.ids.add(attrs["id"])
        loads = attrs["href"] if attrs.get("rel") == "stylesheet" else attrs["src"]
        self.loads += [loads] if loads else []
        self.leads += [attrs["href"]] if tag == "a" and attrs["href"] else []


@pytest.fixture(scope="module")
def site(request, tmp_path_factory):
    if "packaging" not in request.config.option.markexpr:
        pytest.skip("builds the site: run with -m packaging")
    pytest.importorskip("furo", reason="make docs installs it")
    folder = tmp_path_factory.mktemp("site")
    run = folder / "run"
    (run / "figures").mkdir(parents=True)
    repository = (
        '<a href="../../docs/deviations.md">docs</a> <a href="../config/README.md">keys</a>'
    )
    repository += '<a href="../gaussmech/paper/figures/fig1.py">module</a>'
    for name in ("figures/fig1.pdf", "fig2.html", "explorer.html", "report.html"):
        text = f'<a href="figures/fig1.pdf">PDF</a> {repository}'
        (run / name).write_text(text, encoding="utf-8")
    command = f"-m sphinx --fail-on-warning --keep-going --quiet docs {folder / 'html'}"
    done = subprocess.run(
        [sys.executable, *command.split(), "--doctree-dir", str(folder / "doctrees")],
        cwd=ROOT,
        env=os.environ | {"RESULTS": str(run)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return folder / "html"


@pytest.mark.packaging
@pytest.mark.xdist_group("site")
def test_the_site_is_whole_and_loads_nothing_from_elsewhere(site):
    pages = {path: _Loaded(path) for path in site.rglob("*.html")}
    assert len(pages) > 90
    for path, page in pages.items():
        for target in page.loads:
            target = target.partition("?")[0]
            assert target.startswith("data:") or (path.parent / target).is_file(), (path, target)
        for target in page.leads:
            if not re.match("[a-z]+:", target):
                file, _, part = target.partition("#")
                file = (path.parent / file).resolve() if file else path
                assert file.is_file(), (path, target)
                if part and file in pages and "_modules" not in path.parts:
                    assert part in pages[file].ids, (path, target)
    assert "calculator.html" in pages[site / "run.html"].leads
    for name in ("fig2.html", "explorer.html", "report.html"):
        assert f"results/{name}" in pages[site / "run.html"].leads


@pytest.mark.packaging
@pytest.mark.xdist_group("site")
def test_the_site_finds_every_public_name(site):
    index = (site / "searchindex.js").read_text(encoding="utf-8")
    assert [name for name in gm.__all__ if name not in index] == []
