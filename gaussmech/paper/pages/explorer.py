"""The explorer: one page with a run's errors and a calculator of noise, which loads nothing."""

import json
import re
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from matplotlib.colors import to_hex

from gaussmech.paper.experiments.methods import METHODS
from gaussmech.paper.experiments.summaries import half_width, interval
from gaussmech.paper.figures import looks
from gaussmech.paper.registry import REPEATED

_DASHES = {"-": [], "--": [8, 4], ":": [2, 3], "-.": [8, 3, 2, 3]}


def explorer_data(tables, provenance):
    """Return what the page draws, as a dict that JSON can hold; `tables` are by name.

    `tasks` has the label, the name of the error and the rows of each task; a row says why its
    method is a yardstick rather than a competitor, if it is one. `methods` has the label, the
    colour and the dashes of each method, and `junctions` is their number.
    """
    names = {method for table in tables.values() for method in table["method"]}
    if unknown := sorted(names - METHODS.keys()):
        raise ValueError(f"{', '.join(unknown)} is no method of experiments.methods")
    tasks = {}
    for name, kind in REPEATED.items():
        if name in tables:
            tasks[name] = {
                "label": kind.label,
                "error": kind.error,
                "position": kind.position,
                "rows": _rows(tables[name], kind.position),
            }
    methods = {
        name: {
            "label": look.label,
            "color": to_hex(look.color),
            "dash": _DASHES[look.line],
        }
        for name, look in looks.METHODS.items()
        if name in names
    }
    return {
        "tasks": tasks,
        "methods": methods,
        "junctions": provenance["counts"]["junctions"],
    }


def explorer_page(template, *, tables, provenance, seed, origin):
    """Return the whole page: it contains its data, its scripts and the plotting library."""
    # Nothing in the data may end the element around it.
    data = json.dumps(explorer_data(tables, provenance), allow_nan=False).replace(
        "<", "\\u003c"
    )
    return page(template, data=data, provenance=provenance, seed=seed, origin=origin)


def page(template, typeset=str, **variables):
    """Return a page from its Jinja template; there `file(name)` is the text of a file beside it."""
    folder, name = Path(template).parent, Path(template).name
    environment = Environment(
        loader=FileSystemLoader(folder),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["typeset"] = lambda text: Markup(typeset(text))

    def file(name):
        # A browser would look for a source map outside the page.
        text = (folder / name).read_text(encoding="utf-8")
        return Markup(re.sub(r"(?m)^//# sourceMappingURL=.*$", "", text))

    return environment.get_template(name).render(file=file, **variables)


def _rows(table, position):
    """Return the rows of a table of errors, with 95 % intervals."""
    error = "rmse" if "rmse_mean" in table else "error"
    mean = f"{error}_mean"
    se = f"{error}_se"
    low, high = interval(table, mean, se)
    kind = table["method"].map(
        lambda method: "baseline" if METHODS[method].baseline else ""
    )
    if "uses_truth" in table:
        kind = kind.where(
            (kind != "") | ~table["uses_truth"].astype(bool), "uses the truth"
        )
    rows = table[["epsilon", "delta", "method"]].assign(
        position=table[position], error=table[mean], low=low, high=high
    )
    return rows.assign(half=half_width(table, se), yardstick=kind).to_dict("records")
