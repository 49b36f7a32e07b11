"""Sphinx configuration: `make docs` builds the site into site/, from here and from README.md."""

import os
import re
import shutil
import sys
from pathlib import Path

from docutils import nodes
from docutils.utils.math import latex2mathml

DOCS = Path(__file__).parent
ROOT = DOCS.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tools")]

from gaussmech import __version__  # noqa: E402

project = "gaussmech"
author = "The gaussmech developers"
release = __version__
extensions = [
    "myst_parser",
    "numpydoc",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx.ext.viewcode",
]
templates_path = ["_templates"]
exclude_patterns = ["api/generated/names.rst"]
nitpicky = True

myst_enable_extensions = ["attrs_inline", "colon_fence", "dollarmath", "html_image"]
myst_heading_anchors = 3

autodoc_typehints = "none"  # the docstrings say more: ranges, shapes, units
numpydoc_show_class_members = False
numpydoc_validation_checks = {"SS01", "SS03", "PR01", "PR02", "PR06", "EX01"}
numpydoc_validation_exclude = {
    r"[A-Z]\w*\.\w",
    r"\.(Release|Denoised|Sums|TrendFit|HeadMeasurement|NoiseBounds)$",
}

# Formulas are MathML, which browsers draw themselves: MathJax would be loaded from elsewhere.
html_math_renderer = "mathml"
html_theme = "furo"
html_title = f"gaussmech {release}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_theme_options = {"navigation_with_keys": True}
html_copy_source = False
# Pages that need no run, as they are.
html_extra_path = ["calculator.html"]
html_show_sphinx = False
html_show_copyright = False

# The results of a run that the site shows, if there are any.
RESULTS = ROOT / os.environ.get("RESULTS", "results")
RUN = {
    "fig2.html": "Slider: Figure 2 by ε, and what denoising is worth",
    "report.html": "Report: every figure with its numbers, the verdicts, the data, the times",
}

# Pages whose text is a file outside this folder.
WHOLE = {
    "index": "README.md",
    "config": "config/README.md",
    "data": "data/README.md",
    "contributing": "CONTRIBUTING.md",
    "security": "SECURITY.md",
    "changes": "CHANGELOG.md",
}
# The site alone has pages for them.
for page in WHOLE:
    (DOCS / f"{page}.md").touch()
LINK = re.compile(r"(?<=\]\()(?![a-z]+:|#)([^)#\s]+)")
# MyST would offer a copy of the calculator for download.
CALCULATOR = re.compile(r"\[([^\]]*)\]\(((?:\.\./)*calculator\.html)\)")
# The table of names, of which the site makes pages.
API = re.compile(
    r'<!-- \[{3}cog api\("([^"]*)"\) \]{3} -->.*?<!-- \[{3}end\]{3} -->', re.DOTALL
)
PUBLIC_NAMES = " ".join(
    API.findall((DOCS / "api/index.md").read_text(encoding="utf-8"))
)
THUMBNAIL = re.compile(
    r'<a href="[^"]*"><img src="docs/(gallery/)(\w+).png" width="(\d+)" alt="([^"]*)"></a>'
)


def read(app, docname, source):
    """Make the text of a page: of the file that it shows, with links that lead on in the site."""
    text, home = source[0], (DOCS / docname).parent
    if docname in WHOLE:
        path = ROOT / WHOLE[docname]
        app.env.note_dependency(str(path))
        text = path.read_text(encoding="utf-8")
        home = path.parent
    text = LINK.sub(lambda found: _target(found[1], home, docname), text)
    text = CALCULATOR.sub(r'<a href="\2">\1</a>', text)
    text = THUMBNAIL.sub(r"[![\4](\1\2.png){width=\3px}](reproduction.md)", text)
    if Path(docname).name == "index":
        text += table_of_contents(docname)
    text = API.sub(lambda found: f"```{{eval-rst}}\n{_summaries(found[1])}```", text)
    source[0] = text.replace("<!-- the run -->", _run())


def table_of_contents(docname):
    """Return hidden toctrees: under each heading of an index, the pages that its lists link to."""
    text = (DOCS / f"{docname}.md").read_text(encoding="utf-8")
    parts = []
    for section in re.split(r"^## ", text, flags=re.MULTILINE):
        links = re.findall(
            r"^- .*?\]\((?![a-z]+:)([^)#]+\.md)\)", section, re.MULTILINE
        )
        pages = [_target(link, (DOCS / docname).parent, docname) for link in links]
        title, _, _ = section.partition("\n")
        caption = "" if title.startswith("#") else f":caption: {title}\n"
        if pages:
            parts.append(
                "\n".join(["```{toctree}", f":hidden:\n{caption}", *pages, "```"])
            )
    return "\n\n" + "\n\n".join(parts)


def _target(link, home, docname):
    path = os.path.relpath(home / link, ROOT)
    pages = {whole: f"docs/{page}.md" for page, whole in WHOLE.items()}
    return os.path.relpath(ROOT / pages.get(path, path), (DOCS / docname).parent)


def _run():
    """Return links to the pages of the run that is part of the site."""
    lines = [
        f'- <a href="results/{name}">{RUN[name]}</a>'
        for name in RUN
        if (RESULTS / name).is_file()
    ]
    return "\n".join(lines) or "This copy of the site was built without a run."


def _summaries(names, folder="generated"):
    """Return the directive that lists public names and makes a page for each."""
    lines = [
        ".. currentmodule:: gaussmech",
        ".. autosummary::",
        f"   :toctree: {folder}",
        "",
    ]
    return "\n".join([*lines, *(f"   {name}" for name in names.split()), ""])


def write_names():
    """Write the list of names to a file, where autosummary looks for them before it reads pages."""
    path = DOCS / "api/generated/names.rst"
    path.parent.mkdir(exist_ok=True)
    # Autosummary leaves the page of a name that has gone.
    for page in path.parent.glob("gaussmech.*.rst"):
        if page.stem.removeprefix("gaussmech.") not in PUBLIC_NAMES.split():
            page.unlink()
    path.write_text(_summaries(PUBLIC_NAMES, folder="."), encoding="utf-8")
    return [str(path)]


autosummary_generate = write_names()

# What the report links to in the repository, and where the site has it.
PAGE_OF_REPOSITORY = re.compile(
    r'href="(?:\.\./)+(?:docs/)?(config|[\w/-]+)(?:/README)?\.md"'
)
MODULE = re.compile(r'href="(?:\.\./)+(gaussmech/[\w/]+\.py)"')


def publish(app, error):
    """Copy the pages of the run, and the files that they link to."""
    for name in RUN:
        if not error and (RESULTS / name).is_file():
            text = (RESULTS / name).read_text(encoding="utf-8")
            links = set(re.findall(r'href="([\w/-][\w./-]*)"', text))
            copied = {RESULTS / link: Path("results", link) for link in links}
            copied |= {
                ROOT / module: Path("results/code", module)
                for module in MODULE.findall(text)
            }
            for source, place in copied.items():
                if source.is_file():
                    target = Path(app.outdir, place)
                    target.parent.mkdir(parents=True, exist_ok=True)
                    shutil.copyfile(source, target)
            text = MODULE.sub(r'href="code/\1"', text)
            text = PAGE_OF_REPOSITORY.sub(r'href="../\1.html"', text)
            target = Path(app.outdir, "results", name)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")


def formula(translator, node):
    """Write a formula as MathML; one that docutils cannot translate stops the build."""
    block = isinstance(node, nodes.math_block)
    mathml = latex2mathml.tex2mathml(node.astext(), as_block=block)
    # A formula that is wider than a phone is moved, by keys too.
    translator.body.append(
        f'<div class="formula" tabindex="0">{mathml}</div>' if block else mathml
    )
    raise nodes.SkipNode


def escape(app, what, name, obj, options, lines):
    """Keep |Z| from being read as a substitution."""
    lines[:] = [
        x if x.lstrip().startswith((">>>", "...")) else x.replace("|", "\\|")
        for x in lines
    ]


def setup(app):
    app.connect("autodoc-process-docstring", escape, priority=400)
    app.add_html_math_renderer("mathml", (formula, None), (formula, None))
    app.connect("source-read", read)
    app.connect("build-finished", publish)
