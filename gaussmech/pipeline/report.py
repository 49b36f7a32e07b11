"""The front page of a run's report: verdicts, figures, data, configuration, versions, times."""

import json
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from gaussmech.claims.finding import VERDICTS

# What the numbers and the pictures of a run can depend on.
PACKAGES = [
    "gaussmech",
    "numpy",
    "scipy",
    "numba",
    "pandas",
    "matplotlib",
    "clarabel",
    "networkx",
    "PyWavelets",
    "snakemake",
]


def front_page(template, *, figures, claims, provenance, config, origin, times):
    """The front page as an HTML fragment; it names nothing outside the report.

    Parameters
    ----------
    template : path
        A Jinja template.
    figures : dict
        Name of a figure to the paths (PNG, caption as text), in the order of the page.
    claims : list of dict
        Rows with the columns of claims.csv.
    provenance : dict
        As `gaussmech.pipeline.tables.read_provenance` gives it.
    config : dict
        The configuration of the run.
    origin : dict
        `commit` and `config_digest`.
    times : list
        As `gaussmech.pipeline.runs.time_by_rule` gives it.

    Returns
    -------
    str

    Raises
    ------
    ValueError
        If a verdict is none of VERDICTS, or a figure is no PNG.
    """
    import yaml
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    for row in claims:
        if row["verdict"] not in VERDICTS:
            raise ValueError(
                f"claim {row['claim_id']} has the verdict {row['verdict']!r}; allowed are"
                f" {', '.join(VERDICTS)}"
            )
    environment = Environment(
        loader=FileSystemLoader(Path(template).parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template(Path(template).name).render(
        figures=[_figure(name, *paths) for name, paths in figures.items()],
        claims=[row | {"standard_error": _short(row["standard_error"])} for row in claims],
        counts={verdict: sum(row["verdict"] == verdict for row in claims) for verdict in VERDICTS},
        provenance=provenance,
        config=yaml.safe_dump(config, sort_keys=False, width=76),
        seed=config["seed"],
        origin=origin,
        versions=_versions(),
        times=times,
    )


def _figure(name, png, caption):
    width, height = _png_size(png)
    return {
        "name": name,
        "path": json.dumps(str(png)),
        "width": width,
        "height": height,
        "caption": Path(caption).read_text(encoding="utf-8").strip(),
    }


def _short(number):
    """Three digits of a number in a table; what is no number stays as it is."""
    try:
        return f"{float(number):.3g}"
    except ValueError:
        return number


def _png_size(path):
    """Width and height in pixels, from the header."""
    with open(path, "rb") as file:
        header = file.read(24)
    if header[:8] != b"\x89PNG\r\n\x1a\n" or len(header) < 24:
        raise ValueError(f"{path} is no PNG file; delete it and run again")
    return int.from_bytes(header[16:20], "big"), int.from_bytes(header[20:24], "big")


def _versions():
    """Name to version of Python and of PACKAGES."""
    found = {"Python": platform.python_version()}
    for name in PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "not installed"
    return found | {"machine": f"{platform.system()} {platform.machine()}"}
