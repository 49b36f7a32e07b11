"""Areas, and their share of the budget, for an expected number of events (`plan_areas`).

What decides is how many events there are for each place, times epsilon: where they are few, the noise
of a place hides them, and only sums over areas say something.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gaussmech import _checks
from gaussmech.graphs.graph import Graph

# The rule: below each value of events x epsilon / places, so many places an area and such a share. It
# has the least geometric mean of the errors over rectangles and over cells, where plans that differ by
# less than 4 % count as equal. It was chosen on the six data sets of DPBench and four made-up maps
# (4,096 cells, epsilon 0.1, Laplace noise, 1,000 to a million events, which are values of 0.024, 0.24,
# 2.4 and 24). The limits lie midway, on a log scale. From the last one on, nothing is better than the
# areas that suit Laplace noise and the default share. docs/areas.md has the errors, also with Gaussian
# noise.
RULE = ((0.08, 64, 0.6), (8.0, 171, 0.25), (np.inf, 213, 0.15))


class AreaPlan(NamedTuple):
    """What `plan_areas` returns.

    Attributes
    ----------
    labels : (n,) array of int
        The area of each place, numbered from 0 on.
    share : float
        The share of the budget for the sums of areas: of epsilon with Laplace noise, of mu^2 with
        Gaussian noise.
    """

    labels: NDArray[np.int64]
    share: float


def area_rule(n: int, events: float, epsilon: float) -> tuple[int, float]:
    """Return the number of areas of n places, and their share of the budget.

    Examples
    --------
    >>> area_rule(4096, 1000, 0.1), area_rule(4096, 1_000_000, 0.1)
    ((64, 0.6), (19, 0.15))
    """
    density = events * epsilon / n
    size, share = next((size, share) for limit, size, share in RULE if density < limit)
    return max(round(n / size), 1), share


def plan_areas(
    graph: Graph, *, events: float, epsilon: float, noise: str = "gaussian"
) -> AreaPlan:
    """Return areas of a graph and their share of the budget, for an expected number of events.

    Use it before a release, where sums over areas matter. Only public facts decide: the graph, the
    budget, and an order of magnitude of the number of events that is known without the data.

    Parameters
    ----------
    graph : Graph
        The public graph of n places.
    events : float in [1, 1e15]
        About how many events there are in all. It must not be counted in the private data.
        docs/areas.md says what it costs to be wrong by a factor of 10.
    epsilon : float in (0, 700]
        Epsilon of the release, areas and places together.
    noise : {"gaussian", "laplace"}, default "gaussian"
        The distribution of the noise. The rule was chosen for Laplace noise and serves both.

    Returns
    -------
    AreaPlan
        `labels`, the area of each place (n,), and `share`, the share of the budget of their sums: the
        arguments `areas` and `area_share` of `release`.

    Raises
    ------
    ValueError
        If an argument is out of range.

    See Also
    --------
    partition : Areas of a number of your own.
    release : Release counts with areas.

    Examples
    --------
    >>> import gaussmech as gm
    >>> import networkx as nx
    >>> grid = gm.Graph.from_networkx(nx.grid_2d_graph(16, 16))
    >>> few = gm.plan_areas(grid, events=100, epsilon=0.1)
    >>> int(few.labels.max()) + 1, few.share
    (4, 0.6)
    """
    if not isinstance(graph, Graph):
        raise ValueError(f"graph is {_checks.format_value(graph)}; it must be a Graph")
    events = _checks.real_scalar("events", events, low=1, high=1e15)
    epsilon = _checks.real_scalar("epsilon", epsilon, low=0, high=700, open_low=True)
    _checks.one_of("noise", noise, ("gaussian", "laplace"))
    # Dividing a graph needs Numba, which the rule does not.
    from gaussmech.graphs.partition import partition

    count, share = area_rule(graph.n, events, epsilon)
    return AreaPlan(np.asarray(partition(graph, count)), share)
