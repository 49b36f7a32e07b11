"""README and the site: short, with links that lead somewhere, code that runs, and no network."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from unittest.mock import Mock

import geopandas as gpd
import numpy as np
import pandas as pd
import pytest
import yaml
from shapely.geometry import box

import gaussmech as gm
from gaussmech import _extras, cli
from gaussmech.paper.registry import FIGURES
from tests.processes import ROOT, text_of

README = text_of("README.md")
PAGES = [
    path
    for pattern in (
        "*.md",
        "config/**/*.md",
        "data/README.md",
        "docs/**/*.md",
        "paper/*.md",
    )
    for path in sorted(ROOT.glob(pattern))
    if not path.read_text(encoding="utf-8").startswith("%")
]
LINK = re.compile(r'(?:\]\(|href="|src=")(?![a-z]+:)([^)"\s#]*)(?:#([^)"\s]*))?')
FENCE = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)


def test_readme_is_short():
    assert README.count("\n") <= 125
    assert len(README.split()) <= 930


def test_the_software_is_cited_and_the_paper_is_a_reference():
    citation = yaml.safe_load(text_of("CITATION.cff"))
    # A preferred citation would take the place of the software.
    assert citation["type"] == "software" and "preferred-citation" not in citation
    (paper,) = citation["references"]
    assert paper["type"] == "conference-paper" and paper["url"] in README
    # What version 1.2.0 of the format requires of the file and of a reference.
    assert {"cff-version", "message", "title", "authors"} <= set(citation)
    assert {"type", "title", "authors"} <= set(paper)


def test_the_page_of_the_reproduction_has_every_figure_and_its_tables():
    page = text_of("docs/reproduction.md")
    for name, figure in FIGURES.items():
        (line,) = (line for line in page.splitlines() if f"figures/{name}.py)" in line)
        assert f"`make results/figures/{name}.pdf`" in line
        assert all(f"`{file}`" in line for file in figure.files)


def test_formulas_of_the_pages_are_mathml():
    latex2mathml = pytest.importorskip("docutils.utils.math.latex2mathml")
    formulas = 0
    for path in (ROOT / "docs").glob("*.md"):
        text = re.sub(r"`[^`\n]*`", "", FENCE.sub("", path.read_text(encoding="utf-8")))
        for block, inline in re.findall(r"\$\$(.+?)\$\$|\$([^$]+?)\$", text, re.DOTALL):
            formula = block or inline
            assert latex2mathml.tex2mathml(formula).startswith("<math")
            # docutils takes a brace that is never closed.
            assert formula.count("{") == formula.count("}"), (path.name, formula)
            # Forges take a backslash before punctuation as an escape of Markdown.
            assert not re.search(r"\\[^A-Za-z\s]", formula), (path.name, formula)
            formulas += 1
    assert formulas > 100


def test_pages_quote_many_draws_and_readme_promises_nothing():
    """`make lint` compares README and the pages with these tables."""
    worth = pd.read_csv(ROOT / "docs/reference/denoising_worth.csv")
    assert worth["repetitions"].min() >= 20
    for word in ("everyday", "held-out", "nothing was tuned"):
        assert word not in README


def run_code(text):
    """Run the Python of a page, compare the values beside it, and return its names."""
    code = "".join(
        re.findall(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    )
    names = {}
    compared = 0
    for line in filter(None, code.splitlines()):
        call, _, comment = line.partition("  # ")
        if value := re.search(r"\[?\d+\.[\d., ]*\d\]?", comment):
            digits = len(value[0].rstrip("]").rpartition(".")[2])
            result = np.round(eval(call, names), digits)
            assert np.array_equal(result, eval(value[0])), line
            compared += 1
        else:
            exec(call, names)
    assert compared == 2
    return names


@pytest.mark.parametrize("page", ["vectors", "reproduction"])
def test_code_gives_the_values_beside_it(page):
    run_code(text_of(f"docs/{page}.md"))


def test_the_example_of_readme_runs_with_what_readme_installs(monkeypatch):
    project = tomllib.loads(text_of("pyproject.toml"))
    extras = project["project"]["optional-dependencies"]
    (listed,) = re.findall(r'pip install "\.\[([\w,]+)\]"', README)
    installed = listed.split(",")
    packages = " ".join(package for extra in installed for package in extras[extra])
    for extra in re.findall(r"gaussmech\[(\w+)\]", packages):
        packages += " ".join(extras[extra])
    find = Mock(wraps=_extras.find_spec)
    monkeypatch.setattr(_extras, "find_spec", find)
    names = run_code(README)
    needed = {call.args[0] for call in find.call_args_list}
    assert "opendp" in needed
    assert all(name in packages for name in (*needed, "networkx", "pandas"))
    # The denoised map of 100 places is better than the released one.
    errors = (names["maps"].sub(names["counts"], axis=0) ** 2).mean()
    assert len(names["maps"]) == 100 and errors["denoised"] < errors["released"] / 2


def test_the_commands_of_readme_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    districts = gpd.GeoSeries([box(0, 0, 1, 1), box(1, 0, 2, 1)], crs=25832)
    frame = gpd.GeoDataFrame({"place": ["a", "b"]}, geometry=districts)
    frame.to_file("districts.gpkg")
    Path("counts.csv").write_text("place,count\na,12\nb,7\n")
    commands = re.findall(r"`gaussmech ([^`]+--[^`]+)`", README)
    assert [command.split()[0] for command in commands] == ["sigma", "release"]
    for command in commands:
        # Two places of the test are few enough for the command to ask.
        assert cli.main([*command.split(), *["--yes"] * ("release" in command)]) == 0
    assert len(pd.read_csv("private.csv")) == 2 and Path("private.html").exists()


def test_no_measured_number_is_typed():
    """What a run found stands in the parts that `make readme` writes."""
    text = FENCE.sub("", text_of("docs/vectors.md"))
    part = r"<!-- \[{3}cog.*?<!-- \[{3}end|<!-- value.*?<!-- end of value -->"
    text = re.sub(part, "", text, flags=re.DOTALL)
    assert set(re.findall(r"\d+\.\d+", text)) == {"0.1"}  # the largest delta


@pytest.mark.parametrize(
    "page", PAGES, ids=[str(path.relative_to(ROOT)) for path in PAGES]
)
def test_links_lead_to_files_and_headings(page):
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    for target, heading in LINK.findall(text):
        path = (page.parent / target).resolve() if target else page
        assert path.exists(), f"{page.name} leads to {target}"
        assert ROOT in path.parents, f"{page.name} leads out of the project: {target}"
        if heading:
            # Anchors as GitHub makes them.
            heads = re.findall(
                r"^#+ (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE
            )
            anchors = [
                re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-")
                for head in heads
            ]
            assert heading in anchors, f"{page.name} leads to {target}#{heading}"


# Directives of reStructuredText and MyST with their options, roles, targets and footnotes.
DIRECTIVE = re.compile(
    r"^(?:```|:::)\{|^:(?:skip|alt|picture|maxdepth|hidden):|^\.\. |\{[\w:-]+\}`|^\([\w-]+\)=$|\[\^",
    re.MULTILINE,
)


@pytest.mark.parametrize(
    "page", PAGES, ids=[str(path.relative_to(ROOT)) for path in PAGES]
)
def test_a_page_is_plain_markdown(page):
    assert DIRECTIVE.findall(page.read_text(encoding="utf-8")) == []


def test_the_reference_lists_every_public_name():
    page = text_of("docs/api/index.md")
    names = " ".join(re.findall(r'\[cog api\("(.*?)"\)', page)).split()
    assert sorted(name for name in names if "." not in name) == sorted(gm.__all__)
    assert all(f"[`{name.rpartition('.')[2]}`](" in page for name in names)


@pytest.mark.packaging
@pytest.mark.longest
def test_the_site_is_whole_and_loads_nothing_from_elsewhere(tmp_path):
    """`make docs` compares what the pages' code prints, too."""
    pytest.importorskip("furo", reason="make docs installs it")
    run = tmp_path / "run"
    (run / "figures").mkdir(parents=True)
    repository = '<a href="../../docs/reproduction.md">docs</a> <a href="../config/README.md">keys</a>'
    repository += '<a href="../gaussmech/paper/figures/fig1.py">module</a>'
    for name in ("figures/fig1.pdf", "fig2.html", "report.html"):
        text = f'<a href="figures/fig1.pdf">PDF</a> {repository}'
        (run / name).write_text(text, encoding="utf-8")
    site = tmp_path / "html"
    command = f"-m sphinx --fail-on-warning --keep-going --quiet docs {site}"
    process = subprocess.run(
        [sys.executable, *command.split(), "--doctree-dir", str(tmp_path / "doctrees")],
        cwd=ROOT,
        env=os.environ | {"RESULTS": str(run)},
        capture_output=True,
        text=True,
    )
    assert process.returncode == 0, process.stderr
    pages = {path: path.read_text(encoding="utf-8") for path in site.rglob("*.html")}
    assert len(pages) > 90
    for path, page in pages.items():
        loads = r'\bsrc="([^"]*)"|<link(?=[^>]*stylesheet)[^>]*\bhref="([^"]*)"'
        for target in map("".join, re.findall(loads, page)):
            assert not re.match("https?:|//", target), (path, target)
        for target, part in re.findall(
            r'\b(?:href|src)="(?![a-z]+:)([^"#?]*)(?:\?[^"#]*)?#?([^"]*)"', page
        ):
            file = (path.parent / target).resolve() if target else path
            assert file.is_file(), (path, target)
            if part and file in pages and "_modules" not in path.parts:
                assert f'id="{part}"' in pages[file], (path, target, part)
    assert 'href="calculator.html"' in pages[site / "artifact.html"]
    for name in ("fig2.html", "report.html"):
        assert f'href="results/{name}"' in pages[site / "artifact.html"]
