"""The explorer: one page with a run's errors and a calculator of noise, which loads nothing."""

import json
import re
from pathlib import Path

from gaussmech.experiments.methods import METHODS
from gaussmech.figures import looks
from gaussmech.registry import REPEATED

SCRIPTS = ("vendor/chart.umd.min.js", "noise.js", "explorer.js")
STYLE = "page.css"
# Of the report: here, as the workflow needs the names and this module loads quickly.
REPORT_ASSETS = (STYLE, "report.css", "report.js")
_DASHES = {"-": [], "--": [8, 4], ":": [2, 3], "-.": [8, 3, 2, 3]}


def explorer_data(tables, provenance):
    """What the page draws, as a dict that JSON can hold; `tables` by name.

    `tasks`: for each its label, the name of its error, and rows with what makes a method a
    yardstick rather than a competitor; `methods`: label, colour and dashes; `junctions`.
    """
    used = {method for table in tables.values() for method in table["method"]}
    if used - METHODS.keys():
        unknown = ", ".join(sorted(used - METHODS.keys()))
        raise ValueError(f"{unknown} is no method of experiments.methods")
    tasks = {}
    for name, kind in REPEATED.items():
        if name in tables:
            about = {"label": kind.label, "error": kind.error, "position": kind.position}
            tasks[name] = about | {"rows": _rows(tables[name], kind.position)}
    methods = {
        name: {"label": look.label, "color": _hex(look.color), "dash": _DASHES[look.line]}
        for name, look in looks.METHODS.items()
        if name in used
    }
    return {"tasks": tasks, "methods": methods, "junctions": provenance["counts"]["junctions"]}


def explorer_page(template, *, tables, provenance, seed, origin):
    """The page, whole: data, scripts and the plotting library are in it."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined
    from markupsafe import Markup

    folder = Path(template).parent
    environment = Environment(
        loader=FileSystemLoader(folder), autoescape=True, undefined=StrictUndefined
    )
    # Nothing in the data or the scripts may end the element around it.
    data = json.dumps(explorer_data(tables, provenance), allow_nan=False).replace("<", "\\u003c")
    scripts = [(folder / name).read_text(encoding="utf-8") for name in SCRIPTS]
    for name, script in zip(SCRIPTS, scripts, strict=True):
        if "</script" in script.lower():
            raise ValueError(f"{folder / name} holds '</script', which would end it in the page")
    return environment.get_template(Path(template).name).render(
        data=data,
        style=Markup((folder / STYLE).read_text(encoding="utf-8")),
        # A source map would be looked for outside the page.
        scripts=[re.sub(r"(?m)^//# sourceMappingURL=.*$", "", script) for script in scripts],
        provenance=provenance,
        seed=seed,
        origin=origin,
    )


def _rows(table, position):
    """The rows of a table of errors, with 95 % intervals."""
    from gaussmech.experiments.summaries import half_width, interval  # loads NumPy

    name = "rmse" if "rmse_mean" in table else "error"
    mean, se = f"{name}_mean", f"{name}_se"
    low, high = interval(table, mean, se)
    kind = table["method"].map(lambda method: "baseline" if METHODS[method].baseline else "")
    if "uses_truth" in table:
        kind = kind.where((kind != "") | ~table["uses_truth"].astype(bool), "uses the truth")
    shown = table[["epsilon", "delta", "method"]].assign(
        position=table[position], error=table[mean], low=low, high=high
    )
    return shown.assign(half=half_width(table, se), yardstick=kind).to_dict("records")


def _hex(color):
    """#rrggbb, also of matplotlib's grey levels such as "0.4"."""
    if color.startswith("#"):
        return color
    return "#" + 3 * f"{round(255 * float(color)):02x}"
