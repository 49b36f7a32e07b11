"""The list of what a run makes: a row per table (EXPERIMENTS), and a row per figure (FIGURES).

The workflow takes its rules from it, the report its order, and the tests the columns of every table.
The module is light to import, because the configuration is checked with it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial

from gaussmech.paper.experiments import columns
from gaussmech.paper.experiments.methods import HEATMAP, HISTOGRAM, VECTOR

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
        The names of its columns; `...` stands for one column per method.
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
    optional : bool
        Whether it is made only with a figure that shows it.
    """

    section: str
    columns: str
    label: str = ""
    methods: str = ""
    module: str = ""
    read_by_claims: bool = False
    seeded: bool = False
    optional: bool = False

    @property
    def is_heatmap(self) -> bool:
        """Whether it repeats releases of heat maps."""
        return self.methods == HEATMAP


# Columns of tables, some of which several tables have.
VECTORS = "epsilon delta sample_size dimension method repetitions error_mean error_se error_std"
VECTOR_ERRORS = "epsilon delta sample_size dimension repetition ..."
MAP_ERRORS = (
    "hour epsilon delta sensitivity sigma classical_sigma source repetition ..."
)
DRAW = "hour junction epsilon truth ..."
SIGMAS = "epsilon delta sensitivity mechanism sigma"
RATIOS = (
    "epsilon delta sensitivity sigma amplitude_TLap amplitude_aGM amplitude_ratio"
    " power_TLap power_aGM power_ratio"
)


# Rows of EXPERIMENTS that differ in little.
_vectors = partial(Experiment, columns=VECTORS)
_maps = partial(Experiment, columns=columns.MAPS, methods=HEATMAP)
_calibration = partial(
    Experiment, section="calibration", columns=SIGMAS, module="calibration"
)
_truncated_laplacian = partial(
    Experiment, section="truncated_laplacian", module="truncated_laplacian"
)
_accuracy = partial(Experiment, section="accuracy", module="accuracy", seeded=True)
_lecture = partial(Experiment, section="lecture", module="lecture", seeded=True)
_gdp = partial(Experiment, section="gdp", module="gdp")


EXPERIMENTS = {
    "calibration": _calibration(),
    "calibration_epsilon": _calibration(read_by_claims=True),
    "calibration_delta": _calibration(read_by_claims=True),
    # Those that repeat, in the order of sweeps.
    "mean_estimation": _vectors(
        section="mean_estimation",
        label="mean estimation",
        methods=VECTOR,
        read_by_claims=True,
    ),
    "histogram": _vectors(
        section="histogram",
        label="histogram",
        methods=VECTOR,
        read_by_claims=True,
    ),
    "histogram_extended": _vectors(
        section="histogram_extended",
        label="histogram, beyond the paper",
        methods=HISTOGRAM,
        read_by_claims=True,
    ),
    "heatmap": _maps(section="heatmap", label="heat map", read_by_claims=True),
    "heatmap_extended": _maps(section="denoising", label="heat map, beyond the paper"),
    "heatmap_draw": Experiment(section="heatmap", columns=DRAW, optional=True),
    "trend_by_lambda": Experiment(section="heatmap", columns=columns.LAMBDA),
    "heatmap_draw_extended": Experiment(
        section="denoising", columns=DRAW, optional=True
    ),
    "denoising_worth": Experiment(section="denoising_worth", columns=columns.WORTH),
    "denoising_by_epsilon": Experiment(
        section="denoising_worth", columns=columns.WORTH, optional=True
    ),
    "denoising_frames": Experiment(
        section="denoising_worth", columns=DRAW, optional=True
    ),
    "heatmap_truth": Experiment(
        section="heatmap", columns="hour junction count", read_by_claims=True
    ),
    "junctions": Experiment(
        section="heatmap", columns="junction lon lat", read_by_claims=True
    ),
    "roads": Experiment(section="heatmap", columns="u v sections length_m"),
    "l2_mechanism": Experiment(
        section="l2_mechanism",
        columns="epsilon delta dimension scale sigma l2_ratio laplace_ratio",
        module="l2_mechanism",
    ),
    "geng_density": _truncated_laplacian(
        columns="epsilon delta sensitivity mechanism z density above"
    ),
    "geng_bounds": _truncated_laplacian(
        columns="regime epsilon n delta sensitivity amplitude_lower amplitude_upper"
        " power_lower power_upper amplitude_tightness power_tightness"
        " amplitude_tightness_at_epsilon_0 amplitude_tightness_at_delta_0"
        " power_tightness_at_epsilon_0 power_tightness_at_delta_0",
        read_by_claims=True,
    ),
    "geng_ratio": _truncated_laplacian(columns=RATIOS, read_by_claims=True),
    "geng_ratio_epsilon": _truncated_laplacian(columns=RATIOS),
    "geng_ratio_delta": _truncated_laplacian(columns=RATIOS),
    "accuracy": _accuracy(
        columns="mechanism epsilon delta sensitivity alpha accuracy draws beyond beyond_se",
        read_by_claims=True,
    ),
    "accuracy_budget": _accuracy(
        columns="mechanism alpha delta sensitivity accuracy epsilon"
    ),
    "accuracy_constant": _accuracy(
        columns="mechanism epsilon delta sensitivity sigma relative_sigma spent",
        read_by_claims=True,
    ),
    "composition_lecture": _lecture(
        columns="question method k epsilon delta sensitivity sigma exact_epsilon",
        read_by_claims=True,
    ),
    "privacy_loss": _lecture(columns="left right density normal epsilon eta"),
    "privacy_loss_summary": _lecture(
        columns="quantity simulated se exact epsilon delta sensitivity sigma dimension draws",
        read_by_claims=True,
    ),
    "gdp_profiles": _gdp(columns="mechanism parameters version epsilon delta"),
    "gdp_transform": _gdp(columns="mechanism epsilon mu"),
    "gdp_staircase": _gdp(columns="mechanism epsilon_from epsilon_to lower upper"),
    "gdp_head": _gdp(columns=columns.HEAD),
    "gdp_composition": _gdp(columns="row delta epsilon"),
    "gdp_composition_table": _gdp(columns=columns.TABLE_1, read_by_claims=True),
    "gdp_central_limit": _gdp(
        columns="k mu_measured mu_limit epsilon exact measured limit"
    ),
    "gdp_laplace": _gdp(columns="guarantee epsilon0 epsilon mu"),
    "gdp_laplace_mu": _gdp(columns="guarantee epsilon0 mu"),
    "gdp_subsampling": _gdp(columns="gamma epsilon mu"),
    "gdp_subsampling_mu": _gdp(columns="epsilon0 gamma lower upper"),
    "claims_differences": Experiment(
        section="mean_estimation",
        columns=columns.DIFFERENCES,
        read_by_claims=True,
    ),
    "claims_prior": Experiment(
        section="seed",
        columns=columns.PRIOR,
        module="claims_prior",
        read_by_claims=True,
        seeded=True,
    ),
    "claims_contributions": Experiment(
        section="heatmap",
        columns="assignment bandwidth_m max_trips release neighbours norm",
        read_by_claims=True,
    ),
    "claims": Experiment(
        section="seed",
        columns="claim_id kind document place words quote claim scope verdict finding evidence"
        " remark correction summary_rank",
    ),
}
# Those whose errors are computed per epsilon and block of repetitions.
REPEATED = {name: row for name, row in EXPERIMENTS.items() if row.methods}
# Those of the page of Figure 2, which `make report` makes and `make figures` does not.
PAGE_TABLES = ("denoising_by_epsilon", "denoising_frames")
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


_HEATMAP = "heatmap heatmap_draw junctions roads provenance"
_EXTENDED = "denoising_worth heatmap_draw_extended junctions roads provenance"

_paper = partial(Figure, group=PAPER)
_extended = partial(Figure, group=EXTENDED)
_companion = partial(Figure, group=COMPANION)

FIGURES = {
    "fig1": _paper(
        tables="calibration_epsilon mean_estimation", title="Figure 1: calibration"
    ),
    "fig2": _paper(tables=_HEATMAP, title="Figure 2: heat maps at midnight"),
    "fig2_extended": _paper(
        tables=_EXTENDED,
        title="Figure 2, extended: midnight denoised",
    ),
    "fig3": _paper(
        tables="calibration_delta mean_estimation", title="Figure 3: lower privacy"
    ),
    "fig4": _paper(tables="histogram", title="Figure 4: a sparse histogram"),
    "fig4_extended": _paper(
        tables="histogram_extended", title="Figure 4, extended: every release denoised"
    ),
    "fig5": _paper(tables=_HEATMAP, title="Figure 5: heat maps at noon"),
    "fig5_extended": _paper(
        tables=_EXTENDED, title="Figure 5, extended: noon denoised"
    ),
    "fig6": _paper(
        tables="heatmap provenance",
        title="Figure 6: heat maps over the day",
    ),
    "fig6_extended": _paper(
        tables="heatmap_extended provenance",
        title="Figure 6, extended: the day denoised",
    ),
    "l2_mechanism": _extended(
        tables="l2_mechanism", title="The l2 mechanism in few dimensions"
    ),
    "geng_density": _companion(
        tables="geng_density", title="Truncated Laplacian: density"
    ),
    "geng_bounds": _companion(
        tables="geng_bounds",
        title="Truncated Laplacian: bounds of the noise",
    ),
    "geng_ratio": _companion(
        tables="geng_ratio_epsilon geng_ratio_delta",
        title="Truncated Laplacian against Gaussian",
    ),
    "accuracy": _companion(
        tables="accuracy accuracy_budget accuracy_constant", title="Accuracy"
    ),
    "composition_lecture": _companion(
        tables="composition_lecture privacy_loss privacy_loss_summary",
        title="Composition and the privacy loss",
    ),
    "gdp_profiles": _companion(
        tables="gdp_profiles", title="Gaussian DP: privacy profiles"
    ),
    "gdp_transform": _companion(
        tables="gdp_transform gdp_staircase gdp_head",
        title="Gaussian DP: the transform",
    ),
    "gdp_composition": _companion(
        tables="gdp_composition gdp_composition_table", title="Gaussian DP: composition"
    ),
    "gdp_central_limit": _companion(
        tables="gdp_central_limit", title="Gaussian DP: the central limit theorem"
    ),
    "gdp_laplace": _companion(
        tables="gdp_laplace gdp_laplace_mu",
        title="Gaussian DP: the Laplace mechanism",
    ),
    "gdp_subsampling": _companion(
        tables="gdp_subsampling gdp_subsampling_mu", title="Gaussian DP: subsampling"
    ),
}


def figures(swept: Iterable[str] = ()) -> dict[str, Figure]:
    """Return the figures that a run makes; `swept` are its tables of sweeps."""
    drawn_figures = dict(FIGURES)
    for table in swept:
        row = REPEATED[table.removeprefix("sweep_")]
        drawn_figures[table] = _extended(tables=table, title=f"Sweep: {row.label}")
    return drawn_figures


def tables(drawn_figures: Mapping[str, Figure]) -> list[str]:
    """Return the tables of a run that makes these figures."""
    drawn_tables = " ".join(figure.tables for figure in drawn_figures.values()).split()
    return [
        name
        for name, row in EXPERIMENTS.items()
        if not row.optional or name in drawn_tables
    ]
