"""Divide the places of a graph into connected areas of about equal size (`partition`).

Only the public graph is used, so the areas may be published, and noise may be drawn for their sums.

A connected set is cut in two between two of its vertices, s and t, that are far apart. Let d(s, v)
be the number of edges on a shortest path from s to v. The set is ordered by d(s, v) - d(t, v), and
the first part goes to s. On the way from v to s, this difference never rises: each step makes
d(s, v) smaller by 1, and changes d(t, v) by 1 at most. So both parts are connected, except where
vertices with the same difference are divided; what is cut off there joins the other part. Of
several pairs s, t the one that cuts the fewest edges for its balance is taken.

`area_count` says how many areas serve sums best.
"""

from __future__ import annotations

import heapq
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from gaussmech import _checks
from gaussmech.graphs._adjacency import breadth_first, compressed_rows
from gaussmech.graphs._compiling import helper, kernel
from gaussmech.graphs.graph import Graph
from gaussmech.graphs.noise_laws import NOISES, noise_law
from gaussmech.graphs.totals import Labels, area_labels

# So many vertices that are far apart are looked for. Three are corners of a square; a pair on one
# side of it cuts half as many edges as the pair on the diagonal.
CORNERS = 4
# A component of fewer places than this share of a mean area is no area by itself.
CRUMB = 0.5


def area_count(n: int, noise_ratio: float) -> int:
    """Return how many areas of n places give the sum over a large set the least error.

    Parameters
    ----------
    n : int
        Number of places.
    noise_ratio : float
        The standard deviation of the noise of an area's sum over that of a place, r.

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
    area_share: float = 0.15,
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
    area_share : float
        The share a of the privacy budget that the sums over the areas will have, between 0 and 1; the
        default is that of `release`. It matters only if k is None.
    noise : str
        The law of the noise, "gaussian" or "laplace". It matters only if k is None.

    Returns
    -------
    (n,) array of int64
        The area of each vertex, from 0 to k - 1, in the order of their first vertices. Every area
        has a vertex. It is connected, except that components smaller than half of a mean area
        join another area as a whole, and that components share areas if there are more of them
        than areas.

    Raises
    ------
    ValueError
        If an argument has another type, shape or range.

    See Also
    --------
    release : Makes a private release with noisy sums over areas.
    denoise : Takes noisy sums over areas.

    Notes
    -----
    A set is cut in two by the difference of the distances to two vertices that are far apart, and
    both parts are cut in the same way [1]_. A part gets as many of the areas as its size asks for.
    The time is O((n + m) log k).

    *The number of areas.* Large areas serve sums over many whole areas, small ones serve sums whose
    border cuts areas. On a square grid, the sum over a square of n / 4 places has the least variance
    with areas of 1.3 n^(1/3) r^(4/3) places, where r is the standard deviation of the noise of an
    area's sum over that of a place (`gaussmech.graphs.partition.area_count` has the derivation). A
    share a of epsilon makes r = (1 - a) / a with Laplace noise; a share a of mu^2 makes
    r = sqrt((1 - a) / a) with Gaussian noise. This holds for one event per person. If k events of a
    person may lie in one area, r is sqrt(k) times as large with Gaussian noise.

    References
    ----------
    .. [1] H. D. Simon, "Partitioning of unstructured problems for parallel processing", Computing
       Systems in Engineering 2 (1991), 135-148: recursive graph bisection.

    Examples
    --------
    >>> path = Graph(6, [[v, v + 1] for v in range(5)])
    >>> partition(path, 3).tolist()
    [0, 0, 1, 1, 2, 2]
    """
    _checks.instance("graph", graph, Graph)
    area_share = _checks.real_scalar("area_share", area_share, **_checks.OPEN_UNIT)
    _checks.one_of("noise", noise, tuple(NOISES))
    if k is None:
        power = noise_law(noise, 0.0).share_power
        k = area_count(graph.n, (1 / area_share - 1) ** power)
    k = _checks.whole_number("k", k, low=1, high=graph.n)
    parents = np.zeros(graph.n, dtype=np.int64)
    if within is not None:
        parents = area_labels("within", within, graph.n)
    sizes = np.bincount(parents)
    if len(sizes) > k:
        raise ValueError(
            f"k is {k}; it must be at least the number of areas of within, {len(sizes)}"
        )
    areas = _Areas(graph.n)
    whole = _Part(np.arange(graph.n), graph.edges)
    counts = _shares(k, sizes, np.ones(len(sizes), dtype=np.int64), sizes)
    for parent, count in zip(whole.parts(parents), counts, strict=True):
        areas.divide(parent, count)
    return _in_order_of_first(areas.labels)


def _in_order_of_first(labels):
    """Return the labels (n,) renumbered in the order of the first vertices of their areas."""
    _, first, areas = np.unique(labels, return_index=True, return_inverse=True)
    number = np.argsort(np.argsort(first))
    return number[areas]


class _Areas:
    """The areas made so far of n vertices; `labels` (n,) holds the area of each, or -1."""

    def __init__(self, n: int) -> None:
        self.labels = np.full(n, -1, dtype=np.int64)
        self.count = 0

    def divide(self, part: _Part, count: int) -> None:
        """Divide a part of the graph into `count` areas; it has as many vertices at least."""
        components = part.components()
        threshold = CRUMB * len(part.vertices) / count
        large = [one for one in components if len(one.vertices) >= threshold]
        if len(large) > count:
            large = []
        crumbs = components
        if large:
            crumbs = [one for one in components if len(one.vertices) < threshold]
        # The crumbs count as one more component, which may get no area.
        groups = [[one] for one in large] + [crumbs]
        sizes = np.array([_size(group) for group in groups])
        least = [1] * len(large) + [0 if large else 1]
        most = [len(one.vertices) for one in large] + [len(crumbs)]
        shares = _shares(count, sizes, least, most)
        first = self.count
        for component, share in zip(large, shares[:-1], strict=True):
            self._bisect(component, share)
        pool = self.count if shares[-1] else first
        self.count += shares[-1]
        self._pack(crumbs, pool)

    def _pack(self, crumbs: list[_Part], first: int) -> None:
        """Add each crumb, the largest first, to the smallest of the areas from `first` on."""
        placed = self.labels[self.labels >= first]
        sizes = np.bincount(placed - first, minlength=self.count - first)
        areas = [(int(size), first + area) for area, size in enumerate(sizes)]
        heapq.heapify(areas)
        for crumb in sorted(crumbs, key=lambda one: len(one.vertices), reverse=True):
            size, area = areas[0]
            self.labels[crumb.vertices] = area
            heapq.heapreplace(areas, (size + len(crumb.vertices), area))

    def _bisect(self, part: _Part, count: int) -> None:
        """Divide a connected part into `count` areas."""
        waiting = [(part, count)]
        while waiting:
            part, count = waiting.pop()
            if count == 1:
                self.labels[part.vertices] = self.count
                self.count += 1
                continue
            n = len(part.vertices)
            if count == n:
                self.labels[part.vertices] = self.count + np.arange(n)
                self.count += n
                continue
            one, other = part.cut(round(n * (count // 2) / count))
            share = round(count * len(one.vertices) / n)
            least = max(1, count - len(other.vertices))
            most = min(count - 1, len(one.vertices))
            share = min(max(share, least), most)
            waiting += [(other, count - share), (one, share)]


class _Part(NamedTuple):
    """A part of the graph: its vertices (m,), and its edges in numbers 0 .. m - 1."""

    vertices: Any
    edges: Any

    def subset(self, chosen: Any) -> _Part:
        """Return the part of the vertices that are chosen (m,), a boolean array."""
        return _Part(self.vertices[chosen], _edges_among(self.edges, chosen))

    def components(self) -> list[_Part]:
        """Return the connected components, in the order of their first vertices."""
        start, neighbour, _ = compressed_rows(len(self.vertices), self.edges)
        order, bounds, _ = breadth_first(start, neighbour)
        if len(bounds) == 2:
            return [self]
        labels = np.empty(len(order), dtype=np.int64)
        labels[order] = np.repeat(np.arange(len(bounds) - 1), np.diff(bounds))
        return self.parts(labels)

    def parts(self, labels: Labels) -> list[_Part]:
        """Return the parts with the labels (m,) 0, 1, ...; edges between them are left out."""
        edges = self.edges[labels[self.edges[:, 0]] == labels[self.edges[:, 1]]]
        order = np.argsort(labels, kind="stable")
        sizes = np.bincount(labels)
        position = np.empty(len(order), dtype=np.int64)
        position[order] = np.arange(len(order))
        first = np.cumsum(sizes) - sizes
        number = position - first[labels]
        label_of_edge = labels[edges[:, 0]]
        edges = number[edges[np.argsort(label_of_edge, kind="stable")]]
        edge_bounds = np.cumsum(np.bincount(label_of_edge, minlength=len(sizes)))[:-1]
        return [
            _Part(*pair)
            for pair in zip(
                np.split(self.vertices[order], first[1:]),
                np.split(edges, edge_bounds),
                strict=True,
            )
        ]

    def cut(self, size: int) -> tuple[_Part, _Part]:
        """Cut a connected part into two connected ones, the first of about `size` vertices."""
        start, neighbour, _ = compressed_rows(len(self.vertices), self.edges)
        best = _best_side(start, neighbour, _corners(start, neighbour), size)
        return self.subset(best), self.subset(~best)


@kernel
def _edges_among(edges, chosen):
    """Return the edges (k, 2) among the vertices that are chosen (n,), in numbers of these."""
    number = np.cumsum(chosen) - 1
    among = np.empty_like(edges)
    count = 0
    for i, j in edges:
        if chosen[i] and chosen[j]:
            among[count, 0] = number[i]
            among[count, 1] = number[j]
            count += 1
    return among[:count].copy()


def _corners(start, neighbour):
    """Return the numbers of edges (CORNERS, n) to each vertex from vertices that are far apart.

    The first corner is the vertex farthest from an arbitrary one, and each further corner is
    farthest from the corners before it.
    """
    corner = _hops(start, neighbour, 0).argmax()
    hops = np.empty((CORNERS, len(start) - 1), dtype=np.int32)
    hops[0] = nearest = _hops(start, neighbour, corner)
    for row in hops[1:]:
        row[:] = _hops(start, neighbour, nearest.argmax())
        nearest = np.minimum(nearest, row)
    return hops


@kernel
def _best_side(start, neighbour, hops, size):
    """Return the first side (n,), of about `size` vertices, of the best cut between two corners.

    The neighbours of v are neighbour[start[v]:start[v + 1]], and `hops` is that of `_corners`.
    """
    n = hops.shape[1]
    best = np.zeros(n, dtype=np.bool_)
    best_cost = np.inf
    for s in range(len(hops)):
        for t in range(s + 1, len(hops)):
            side = _nearer_vertices(hops[s], hops[t], size)
            _join_stranded(start, neighbour, side)
            cut_edges = _cut_edges(start, neighbour, side)
            first_size = np.count_nonzero(side)
            balance = min(first_size / size, (n - first_size) / (n - size))
            if cut_edges / balance < best_cost:
                best_cost = cut_edges / balance
                best = side
    return best


@helper
def _nearer_vertices(from_s, from_t, size):
    """Return a side (n,) of `size` vertices that are nearer to s than the others are.

    The order is that of the difference of the distances, then of the distance to s, then of the
    number.
    """
    farthest = max(from_s.max(), from_t.max()) + 1
    rank = (from_s.astype(np.int64) - from_t) * farthest + from_s
    last = np.partition(rank, size - 1)[size - 1]
    side = rank < last
    ties = np.flatnonzero(rank == last)
    side[ties[: size - np.count_nonzero(side)]] = True
    return side


@helper
def _join_stranded(start, neighbour, side):
    """Move to the first side, where `side` is True, all of the other but its largest component.

    The neighbours of v are neighbour[start[v]:start[v + 1]]. Of components of one size, the one with
    the first vertex counts as the largest.
    """
    n = len(side)
    visited = side.copy()
    queue = np.empty(n, dtype=np.int32)
    # The components follow each other in the queue; the largest so far is queue[low:high].
    low = 0
    high = 0
    tail = 0
    head = 0
    for first in range(n):
        if visited[first]:
            continue
        begin = tail
        visited[first] = True
        queue[tail] = first
        tail += 1
        while head < tail:
            v = queue[head]
            head += 1
            for p in range(start[v], start[v + 1]):
                u = neighbour[p]
                if not visited[u]:
                    visited[u] = True
                    queue[tail] = u
                    tail += 1
        if tail - begin > high - low:
            low = begin
            high = tail
    for position in range(tail):
        if position < low or position >= high:
            side[queue[position]] = True


@helper
def _cut_edges(start, neighbour, side):
    """Return the number of edges between both sides; `side` (n,) is True on the first."""
    count = 0
    for v in range(len(side)):
        if side[v]:
            for p in range(start[v], start[v + 1]):
                if not side[neighbour[p]]:
                    count += 1
    return count


@kernel
def _hops(start, neighbour, source):
    """Return the number of edges (n,) on a shortest path from `source` to each vertex.

    The neighbours of v are neighbour[start[v]:start[v + 1]], and the graph is connected.
    """
    hops = np.full(len(start) - 1, -1, dtype=np.int32)
    queue = np.empty(len(hops), dtype=np.int32)
    hops[source] = 0
    queue[0] = source
    tail = 1
    for head in range(len(queue)):
        v = queue[head]
        for p in range(start[v], start[v + 1]):
            u = neighbour[p]
            if hops[u] < 0:
                hops[u] = hops[v] + 1
                queue[tail] = u
                tail += 1
    return hops


def _size(parts):
    """Return the number of vertices of some parts."""
    return sum(len(part.vertices) for part in parts)


def _shares(count, sizes, least, most):
    """Return `count` as a sum of whole numbers about proportional to `sizes` (g,).

    Each number is between `least` and `most` (g,). One after the other is raised: always that whose
    share per unit is the smallest (the method of Webster).
    """
    shares = np.minimum(np.maximum(np.floor(count * sizes / sizes.sum()), least), most)
    shares = shares.astype(np.int64)
    while shares.sum() != count:
        if shares.sum() < count:
            can = shares < most
            gain = np.where(can, sizes / (2 * shares + 1), -np.inf)
            shares[gain.argmax()] += 1
        else:
            can = shares > least
            loss = np.where(can, sizes / (2 * shares - 1), np.inf)
            shares[loss.argmin()] -= 1
    return shares.tolist()
