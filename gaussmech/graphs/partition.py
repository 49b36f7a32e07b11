"""Divide the places of a graph into connected areas of about equal size (`partition`).

Only the public graph is used, so the areas may be published, and noise may be drawn for their sums.

A connected set is cut in two between two of its vertices, s and t, that are far apart. Let d(s, v)
be the number of edges on a shortest path from s to v. The set is ordered by d(s, v) - d(t, v), and
the first part goes to s. On the way from v to s, this difference never rises: each step makes d(s,
v) smaller by 1, and changes d(t, v) by 1 at most. Both parts are therefore connected, except where
vertices with the same difference are divided; a piece that is cut off in this way joins the other
part. Of several pairs s, t the one that cuts the fewest edges is taken. The components of a graph
that is not connected are linked one after the other, so that only connected sets are cut.

`area_count` returns the number of areas that suits sums best.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from gaussmech import _checks
from gaussmech._defaults import AREA_SHARE
from gaussmech.graphs._adjacency import component_labels, compressed_rows
from gaussmech.graphs._compiling import helper, kernel
from gaussmech.graphs.graph import Graph
from gaussmech.graphs.noise_distributions import noise_distribution
from gaussmech.graphs.totals import Labels, area_labels

# The number of vertices far apart among which pairs are taken. Three of them are corners of a
# square, and a pair on one side of it cuts half as many edges as a pair on the diagonal; the fourth
# gives further pairs.
CORNERS = 4


def area_count(n: int, noise_ratio: float) -> int:
    """Return how many areas of n places give the sum over a large set the least error.

    Parameters
    ----------
    n : int
        Number of places.
    noise_ratio : float
        The standard deviation of the noise of an area's sum divided by that of a place, r.

    Notes
    -----
    Let n places lie on a square grid in areas of k places, and let the sum over a square of n / 4 of
    them be wanted. In units of the variance of the noise of a place, its error has two parts.

    - n / 4k areas lie inside, each with the variance r^2.
    - The border, of length 2 sqrt(n), cuts 2 sqrt(n / k) areas. Where a share u of an area lies
      inside and the sum of the area is known, that of the part has the variance k u (1 - u), in the
      mean over u k / 6. Together these are sqrt(n k) / 3.

    The derivative of r^2 n / 4k + sqrt(n k) / 3 is 0 where k = (3 r^2 / 2)^(2/3) n^(1/3).

    Examples
    --------
    A quarter of epsilon for the areas makes their Laplace noise three times that of the places; areas
    of 91 places are best then:

    >>> area_count(4096, 3.0)
    45
    """
    size = (1.5 * noise_ratio**2) ** (2 / 3) * n ** (1 / 3)
    return int(np.clip(round(n / size), 1, n))


def partition(
    graph: Graph,
    k: int | None = None,
    *,
    within: ArrayLike | None = None,
    area_share: float = AREA_SHARE,
    noise: str = "gaussian",
) -> Labels:
    """Divide the places of a graph into k connected areas of about equal size.

    Only the public graph is used, and nothing is random: the areas may be published.

    Parameters
    ----------
    graph : Graph
        The graph, with n vertices; it need not be connected.
    k : int, optional
        Number of areas, from 1 to n. None takes the number that suits sums over large sets of places,
        by n, `area_share` and `noise` (see Notes).
    within : (n,) array of int, optional
        Labels of a coarser partition: every new area then lies in one of its areas, each of which
        is divided in proportion to its size. k must be at least the number of its areas.
    area_share : float in (0, 1)
        The share a of the privacy budget that the sums over the areas will have; the
        default is that of `release`. It matters only if k is None.
    noise : str
        The distribution of the noise, "gaussian" or "laplace". It matters only if k is None.

    Returns
    -------
    (n,) array of int64
        The area of each vertex, from 0 to k - 1, in the order of their first vertices. Every area
        has a vertex. It is connected if the graph is, or the area of `within` that it lies in. If
        the graph has several components, which are taken in the order of their first vertices, an
        area may contain the end of one component, whole components, and the start of another.

    Raises
    ------
    ValueError
        If an argument has another type, shape or range.

    See Also
    --------
    release : Make a private release with noisy sums over areas.
    denoise : Combine a release with noisy sums over areas.

    Notes
    -----
    A set is cut in two by the difference of the distances to two vertices that are far apart, and
    both parts are cut in the same way [1]_. A part gets as many of the areas as its size asks for.
    The time is O((n + m) log k).

    *The number of areas.* Large areas suit sums over many whole areas; small areas suit sums whose
    border cuts areas. On a square grid, the sum over a square of n / 4 places has the least
    variance with areas of 1.3 n^(1/3) r^(4/3) places, where r is the standard deviation of the
    noise of an area's sum divided by that of a place (`gaussmech.graphs.partition.area_count` has
    the derivation). A share a of epsilon makes r = (1 - a) / a with Laplace noise; a share a of
    mu^2 makes r = sqrt((1 - a) / a) with Gaussian noise. This holds for one event per person. If k
    events of a person may lie in one area, r is sqrt(k) times as large with Gaussian noise.

    References
    ----------
    .. [1] H. D. Simon, "Partitioning of unstructured problems for parallel processing", Computing
       Systems in Engineering 2 (1991), 135-148: recursive graph bisection.

    Examples
    --------
    >>> import gaussmech as gm
    >>> path = gm.Graph(6, [[v, v + 1] for v in range(5)])
    >>> gm.partition(path, 3).tolist()
    [0, 0, 1, 1, 2, 2]
    """
    _checks.instance("graph", graph, Graph)
    area_share = _checks.real_scalar("area_share", area_share, **_checks.OPEN_UNIT)
    power = noise_distribution(noise, 0.0).share_power
    if k is None:
        k = area_count(graph.n, (1 / area_share - 1) ** power)
    k = _checks.whole_number("k", k, low=1, high=graph.n)
    parents = np.zeros(graph.n, dtype=np.int64)
    if within is not None:
        parents = area_labels("within", within, graph.n)
    count = parents.max() + 1
    if count > k:
        raise ValueError(
            f"k is {k}; it must be at least the number of areas of within, {count}"
        )
    labels = _divide(graph, parents, k)
    _, first, areas = np.unique(labels, return_index=True, return_inverse=True)
    # The areas are numbered in the order of their first vertices.
    return first.argsort().argsort()[areas]


def _divide(graph, parents, k):
    """Return the areas (n,), which divide those of `parents` (n,), numbered from 0 on, to k in all."""
    labels = np.arange(graph.n)
    start, neighbour, _ = compressed_rows(graph.n, _linked(graph, parents))
    waiting = [(labels, start, neighbour, k)]
    while waiting:
        part, start, neighbour, count = waiting.pop()
        if count == 1:
            labels[part] = part[0]
            continue
        n = len(part)
        first, last = parents[part].min(), parents[part].max()
        middle = (first + last) // 2
        if first < last:
            side = parents[part] <= middle
        else:
            side = _cut(start, neighbour, round(n * (count // 2) / count))
        size = np.count_nonzero(side)
        # Each part has as many of the areas as its size asks for.
        least = max(middle - first + 1, count - n + size)
        most = min(count - max(last - middle, 1), size)
        of_one = min(max(round(count * size / n), least), most)
        for chosen, areas in ((side, of_one), (~side, count - of_one)):
            waiting.append((part[chosen], *_rows_of(start, neighbour, chosen), areas))
    return labels


def _linked(graph, labels):
    """Return the edges of the graph and one from each component of an area to the next one of it.

    The areas have the labels (n,). The edges join the first vertices.
    """
    ends = labels[graph.edges]
    inside = graph.edges[ends[:, 0] == ends[:, 1]]
    first = np.unique(component_labels(graph.n, inside), return_index=True)[1]
    first = first[np.argsort(labels[first], kind="stable")]
    return np.vstack([graph.edges, np.column_stack([first[:-1], first[1:]])])


@kernel
def _rows_of(start, neighbour, chosen):
    """Return the compressed rows of the vertices that are chosen (n,), in numbers of these."""
    number = np.cumsum(chosen) - 1
    rows = np.zeros(number[-1] + 2, dtype=np.int32)
    among = np.empty_like(neighbour)
    count = 0
    for v in range(len(chosen)):
        if chosen[v]:
            for u in neighbour[start[v] : start[v + 1]]:
                if chosen[u]:
                    among[count] = number[u]
                    count += 1
            rows[number[v] + 1] = count
    return rows, among[:count].copy()


@kernel
def _cut(start, neighbour, size):
    """Return one side (n,) of a connected graph, of about `size` vertices; both are connected.

    The neighbours of v are neighbour[start[v]:start[v + 1]]. Of the cuts between two vertices that are
    far apart the best one is taken. The first corner is the vertex farthest from an arbitrary one, and
    each further corner is farthest from the corners before it.
    """
    n = len(start) - 1
    hops = np.zeros((CORNERS + 1, n), dtype=np.int32)
    nearest = hops[0]
    for c in range(CORNERS + 1):
        _search(start, neighbour, hops[c], nearest.argmax(), 1)
        nearest = np.minimum(nearest, hops[c]) if c > 1 else hops[c]
    best = nearest > 0
    fewest = len(neighbour) + 1
    for s in range(1, CORNERS + 1):
        for t in range(s + 1, CORNERS + 1):
            # The order is that of the difference of the distances, then of the distance to s, then
            # of the number.
            rank = (hops[s] - hops[t]) * n + hops[s]
            last = np.partition(rank, size - 1)[size - 1]
            side = rank < last
            ties = np.flatnonzero(rank == last)
            side[ties[: size - np.count_nonzero(side)]] = True
            cut_edges = 0
            for v in range(n):
                if side[v]:
                    for p in range(start[v], start[v + 1]):
                        cut_edges += not side[neighbour[p]]
            if cut_edges < fewest:
                fewest = cut_edges
                best = side
    # All of the other side but its largest component joins the first one.
    visited = best.copy()
    largest = np.empty(0, dtype=np.int32)
    for v in range(n):
        if not visited[v]:
            component = _search(start, neighbour, visited, v, 0)
            if len(component) > len(largest):
                component, largest = largest, component
            best[component] = True
    return best


@helper
def _search(start, neighbour, hops, source, step):
    """Return the vertices that are reached from `source` by vertices with hops 0, in the order found.

    Their hops are set to 1 at `source` and grow by `step` with each edge.
    """
    queue = np.empty(len(hops), dtype=np.int32)
    queue[0] = source
    hops[source] = 1
    head = 0
    tail = 1
    while head < tail:
        v = queue[head]
        head += 1
        for p in range(start[v], start[v + 1]):
            u = neighbour[p]
            if not hops[u]:
                hops[u] = hops[v] + step
                queue[tail] = u
                tail += 1
    return queue[:tail]
