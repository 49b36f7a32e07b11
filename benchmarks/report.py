"""What the benchmarks share: their options, the pages they write, the digits and the machine."""

import argparse
import os
import platform
from importlib import metadata
from pathlib import Path

# Which constants were chosen on which maps stands in one table, to which the pages lead.
WHERE_CHOSEN = "[which](../denoising.md#where-it-holds)"


def parser(name, description):
    """Return the parser of one benchmark, with the option of all: the folder of the pages."""
    options = argparse.ArgumentParser(
        prog=f"benchmarks.{name}", description=description
    )
    options.add_argument("--output", type=Path, default=Path("results/bench"))
    return options


# The headings of pages whose sections begin without one, by the name of the page.
HEADINGS = {
    "calibration": "Calibrators: accuracy and speed",
    "testvectors": "Calibrators on the hardest budgets",
    "release": "The exact δ of the noise that is drawn",
    "scaling": "Time and memory over dimension and vertices",
}
# The programs of pages under another name, in the package benchmarks.
PROGRAMS = {"testvectors": "calibration.on_vectors"}


def write(folder, name, sections, *, tables=None, figures=None):
    """Write and print a page of texts and tables (DataFrames); tables and figures by suffix.

    A figure is a function without arguments that draws it.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for suffix, rows in (tables or {}).items():
        rows.to_csv(folder / f"{name}{suffix}.csv", index=False)
    for suffix, figure in (figures or {}).items():
        from gaussmech.paper.figures import style

        with style.house_style():
            contents = style.rendered(figure())
        for kind, content in zip(("pdf", "png"), contents, strict=True):
            (folder / f"{name}{suffix}.{kind}").write_bytes(content)
    texts = [
        section if isinstance(section, str) else markdown(section)
        for section in sections
    ]
    if name in HEADINGS:
        texts.insert(0, f"# {HEADINGS[name]}")
    heading, _, rest = "\n\n".join(texts).partition("\n")
    command = f"Measured by `python -m benchmarks.{PROGRAMS.get(name, name)}`."
    page = f"{heading}\n\n{command}\n{rest}\n"
    (folder / f"{name}.md").write_text(page, encoding="utf-8")
    print(page)


def markdown(table):
    """Return a table as Markdown; the first column is aligned left, the others right."""
    lines = [table.columns, ["---"] + ["--:"] * (table.shape[1] - 1), *table.values]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)


def digits(value):
    """Return a number with three digits and no exponent; a dash stands for NaN."""
    if value != value:
        return "–"
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def version(package):
    """Return the name of a package and its version, if it is installed."""
    try:
        return f"{package} {metadata.version(package)}"
    except metadata.PackageNotFoundError:
        return f"{package} not installed"


def machine(*packages):
    """Return the sentence that ends a page: versions, cores, and the load of the machine."""
    versions = ", ".join(map(version, ("gaussmech", "numpy", *packages)))
    cores = f"{os.cpu_count()} {platform.machine()} cores, load {os.getloadavg()[1]:.1f} at the end"
    return f"Python {platform.python_version()}, {versions}; {cores}."
