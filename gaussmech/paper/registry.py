"""The list of what a run makes: a row of registry.toml per table (EXPERIMENTS) and figure (FIGURES).

The workflow takes its rules from it, the report its order, and the tests the columns of every table.
The module is light to import, because the configuration is checked with it.
"""

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from gaussmech.paper.experiments import columns
from gaussmech.paper.experiments.methods import HEATMAP

_ROWS = tomllib.loads(Path(__file__).with_name("registry.toml").read_text("utf-8"))
# Groups of figures, in the order of the report: Balle & Wang's with their extended variants, others
# of this project, and those of the companion papers.
PAPER = "paper"
EXTENDED = "extended"
COMPANION = "companion"


@dataclass(frozen=True, kw_only=True)
class Experiment:
    """A table of results/<run>/data.

    Attributes
    ----------
    section : str
        The section of the configuration that it follows.
    columns : str
        The names of its columns, or in registry.toml the name of such a list in
        `experiments.columns`; `...` stands for one column per method.
    label : str
        The name of a repeated experiment in titles.
    methods : str
        The group of methods that a repeated experiment offers, such as HEATMAP.
    module : str
        The module of gaussmech.paper.experiments whose function `tables` (or, if it has none, the
        function of the table's name) makes it; empty where a rule of its own does.
    read_by_claims : bool
        Whether claims are judged by it.
    seeded : bool
        Whether its module draws random numbers.
    """

    section: str
    columns: str
    label: str = ""
    methods: str = ""
    module: str = ""
    read_by_claims: bool = False
    seeded: bool = False

    @property
    def is_heatmap(self) -> bool:
        """Whether it repeats releases of heat maps."""
        return self.methods == HEATMAP


EXPERIMENTS = {
    name: Experiment(
        **row | {"columns": getattr(columns, row["columns"], row["columns"])}
    )
    for name, row in _ROWS["tables"].items()
}
# Those whose errors are computed per epsilon and block of repetitions.
REPEATED = {name: row for name, row in EXPERIMENTS.items() if row.methods}
# Those of the page of Figure 2, which `make report` makes and `make figures` does not, and those of
# every run.
PAGE_TABLES = ("denoising_by_epsilon", "denoising_frames")
RUN_TABLES = [name for name in EXPERIMENTS if name not in PAGE_TABLES]
# The tables that each module of experiments makes.
MODULES: dict[str, list[str]] = {}
for _name, _row in EXPERIMENTS.items():
    if _row.module:
        MODULES.setdefault(_row.module, []).append(_name)


# The hours of the maps of Figures 2 and 5.
MAP_HOURS = (0, 12)


def map_hours(hours: Iterable[int]) -> dict[int, int]:
    """Return which hour of a run stands for each of MAP_HOURS: itself, otherwise the first that is
    left.

    A run of one hour shows it in both figures.

    Examples
    --------
    >>> map_hours([0, 8, 12]), map_hours([17, 8]), map_hours([8, 12, 16]), map_hours([17])
    ({0: 0, 12: 12}, {0: 8, 12: 17}, {0: 8, 12: 12}, {0: 17, 12: 17})
    """
    others = sorted(set(hours) - set(MAP_HOURS)) or sorted(set(hours))
    shown = {}
    for hour in MAP_HOURS:
        if hour in set(hours):
            shown[hour] = hour
        else:
            shown[hour] = others.pop(0) if len(others) > 1 else others[0]
    return shown


@dataclass(frozen=True, kw_only=True)
class Figure:
    """A figure of results/<run>/figures.

    Attributes
    ----------
    group : str
        PAPER, EXTENDED or COMPANION.
    tables : str
        The arguments of its `draw` and `caption`; `provenance` says what its maps show.
    title : str
        Its name on pages.
    """

    group: str
    tables: str
    title: str

    @property
    def files(self) -> tuple[str, ...]:
        """The names of its tables in results/<run>/data."""
        names = [f"{name}.csv" for name in self.tables.split()]
        return tuple(
            name.replace("provenance.csv", "provenance.json") for name in names
        )

    @property
    def job(self) -> str:
        """The job that draws it, without its verb.

        Figures whose first tables are made together share a job, and so do all figures of the
        companion papers.
        """
        if self.group == COMPANION:
            return "companions"
        first_table = self.tables.split()[0]
        row = EXPERIMENTS.get(first_table)
        return row.module if row and row.module else first_table


FIGURES = {name: Figure(**row) for name, row in _ROWS["figures"].items()}


def figures(swept: Iterable[str] = ()) -> dict[str, Figure]:
    """Return the figures that a run makes, in the order of the report.

    `swept` are its tables of sweeps, whose figures stand before those of the companion papers.

    Examples
    --------
    >>> [*figures(["sweep_heatmap"])][10:13]
    ['l2_mechanism', 'sweep_heatmap', 'geng_density']
    """
    drawn_figures = dict(FIGURES)
    for table in swept:
        row = REPEATED[table.removeprefix("sweep_")]
        title = f"Sweep: {row.label}"
        drawn_figures[table] = Figure(group=EXTENDED, tables=table, title=title)
    groups = (PAPER, EXTENDED, COMPANION)
    by_group = sorted(drawn_figures.items(), key=lambda row: groups.index(row[1].group))
    return dict(by_group)
