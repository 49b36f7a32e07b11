"""What denoising is worth: the epsilon at which the raw release would be as accurate.

The error of the raw release is sigma(epsilon), which falls as epsilon grows. So an error names an
epsilon: that of the raw release with the same error. Its ratio to the epsilon that was spent is
what denoising is worth. A constant map, which shows nothing of the city, has such an epsilon, too.
"""

from itertools import product

import pandas as pd

from gaussmech.paper.experiments.columns import WORTH
from gaussmech.paper.experiments.error_tables import map_error_table
from gaussmech.paper.experiments.heatmap import heatmap, map_table
from gaussmech.paper.experiments.methods import WORTH_HOUR
from gaussmech.paper.experiments.stacking import stacked
from gaussmech.paper.experiments.summaries import interval
from gaussmech.privacy.calibration import gaussian_epsilon

# The worth of these is computed for every map: each denoiser whose map a figure shows, trend
# filtering tuned by SURE (without the truth) or cut at 0 (as `auto` is), and the constant.
METHODS_OF_FIGURES = (
    "aGM",
    "aGM-wavelet",
    "aGM-trend-oracle",
    "aGM-trend-oracle-cut",
    "aGM-trend-sure",
    "aGM-auto",
    "mean",
)
# results/fig2.html, the page of Figure 2, has these methods.
METHODS_OF_PAGE = ("aGM", "aGM-wavelet", "aGM-trend-oracle", "aGM-auto", "mean")
# The page draws the maps of all but the last: a constant needs no picture.
MAPS_OF_PAGE = METHODS_OF_PAGE[:-1]


def with_worth(errors):
    """Return a table of map errors with what each error is worth.

    Parameters
    ----------
    errors : DataFrame
        A table as `map_error_table` returns it.

    Returns
    -------
    DataFrame
        The same rows. `worth_epsilon` is the epsilon at which the raw release has the same error,
        `worth_low` and `worth_high` are the ends of its 95 % interval; `factor`, `factor_low` and
        `factor_high` are these divided by `epsilon`, which was spent. `uses_truth` says whether the
        method looks at the true map.

    Notes
    -----
    The root mean squared error of the raw release over all draws is sigma, and the analytic
    Gaussian mechanism adds the least sigma for its budget. So the epsilon of an error is that of
    Gaussian noise whose sigma is this error. It falls as the error grows, so the upper end of the
    error's interval gives the lower end of the interval of epsilon.
    """
    table = errors.copy()
    least_error, largest_error = interval(errors, "rmse_mean", "rmse_se")
    # The larger the error, the smaller the epsilon that it is worth.
    for worth, factor, error in (
        ("worth_epsilon", "factor", errors["rmse_mean"]),
        ("worth_low", "factor_low", largest_error),
        ("worth_high", "factor_high", least_error),
    ):
        table[worth] = gaussian_epsilon(error, errors["delta"], errors["sensitivity"])
        table[factor] = table[worth] / table["epsilon"]
    return table[WORTH.split()]


def denoising_worth(graph, maps, *, map_epsilon, epsilons, **settings):
    """Return what each method is worth: at one epsilon on every map, at others on one map.

    The noise of a draw is the same at every budget, except for its scale sigma(epsilon).

    Parameters
    ----------
    graph : Graph
        The streets.
    maps : dict of int to (n,) array
        The true maps by hour, in trip ends per junction.
    map_epsilon : float
        The budget of the maps that figures show, whose noise is scaled to the other budgets.
    epsilons : list of float
        Further budgets. At these only the map of hour `WORTH_HOUR` is released, or that of the
        earliest hour if that is missing.
    **settings
        `repetitions`, the number of noise draws: the first ones of the experiment `heatmap` at
        `map_epsilon`. `source`, `seed`, `delta`, `sensitivity` and `progress`, as of `heatmap`.

    Returns
    -------
    DataFrame
        A row per hour, budget and method; see `with_worth`.
    """

    hour = WORTH_HOUR if WORTH_HOUR in maps else min(maps)
    # The budget `map_epsilon` keeps all maps, also if it is among the further ones.
    maps_by_epsilon = {map_epsilon: maps}
    for epsilon in epsilons:
        maps_by_epsilon.setdefault(epsilon, {hour: maps[hour]})
    return _worth_by_epsilon(
        graph,
        maps_by_epsilon,
        map_epsilon=map_epsilon,
        methods=METHODS_OF_FIGURES,
        **settings,
    )


def page_of_denoising(
    graph, maps, *, map_epsilon, page_epsilons, page_repetitions, **settings
):
    """Return what the page of Figure 2 shows at each of its budgets: errors, and the maps of a draw.

    The noise of a draw is the same at every budget, except for its scale sigma(epsilon).

    Parameters
    ----------
    graph : Graph
        The streets.
    maps : dict of int to (n,) array
        The true map of one hour, in trip ends per junction.
    map_epsilon : float
        The budget whose noise is scaled; the page starts there, with the maps of Figure 2.
    page_epsilons : list of float
        The budgets.
    page_repetitions : int
        Noise draws at each budget.
    **settings
        `source`, `seed`, `delta`, `sensitivity` and `progress`, as of `heatmap`.

    Returns
    -------
    list of tuple
        Pairs of a name and a table. by_epsilon: a row per budget and method, with what the method is
        worth; see `with_worth`. frames: the first draw, with a row per budget and junction: the truth,
        and the map of each method.
    """
    frames = []

    def keep_first_draw(hour, repetition, releases):
        if repetition == 0:
            frames.append(map_table(hour, releases, MAPS_OF_PAGE))

    by_epsilon = _worth_by_epsilon(
        graph,
        dict.fromkeys([map_epsilon, *page_epsilons], maps),
        map_epsilon=map_epsilon,
        repetitions=page_repetitions,
        methods=METHODS_OF_PAGE,
        observe=keep_first_draw,
        **settings,
    )
    return [("by_epsilon", by_epsilon), ("frames", stacked(frames))]


def _worth_by_epsilon(
    graph, maps_by_epsilon, *, map_epsilon, repetitions, progress=iter, **settings
):
    """Return what methods are worth on the maps of each budget, with the noise of `map_epsilon`."""
    rows = []
    for repetition, epsilon in progress(
        list(product(range(repetitions), sorted(maps_by_epsilon)))
    ):
        rows += heatmap(
            graph,
            maps_by_epsilon[epsilon],
            epsilon=epsilon,
            noise_epsilon=map_epsilon,
            repetitions=range(repetition, repetition + 1),
            **settings,
        )
    errors = pd.DataFrame(rows).sort_values(["epsilon", "hour"], kind="stable")
    return with_worth(map_error_table(errors))
