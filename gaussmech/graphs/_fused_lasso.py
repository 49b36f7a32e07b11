"""Solver of the graph fused lasso, at any size; compiled.

    minimise  P(x) = 1/2 ||y - x||^2 + sum_e b_e |x_i - x_j|        (e = (i, j))

The dual is solved: min over |u_e| <= b_e of 1/2 ||y - D'u||^2. One iteration sweeps the edges
forward and back and moves each towards its own minimum and beyond (symmetric successive
over-relaxation, projected on the box: Cryer, 1971), from a point extrapolated with Nesterov's
momentum, which restarts when it leads uphill: a fifth to a seventh of the steps of FISTA.

The primal point is the mean of y - D'u over pieces, joined by the edges with |u_e| < b_e: optimal
once the pieces are the right ones, and of a far smaller duality gap than y - D'u itself.
"""

import numpy as np

from gaussmech._checks import Array
from gaussmech.graphs._adjacency import adjacency_matrix, find, union
from gaussmech.graphs._compiling import helper, kernel
from gaussmech.graphs.graph import Graph

CHECK_EVERY = 10
MAX_ITERATIONS = 100_000
# An edge's own minimum is half the difference away; 1.4 times as far converges fastest.
STEP = 0.7
# Runs of vertices swept in turns, so that no edge has to wait for the one just moved.
STRETCHES = 4
# Mean |i - j| over the edges (i, j) beyond which a second-level cache does not hold both ends.
FAR = 30_000


class FusedLasso:
    """The problem for one signal y (n,); each solve starts from `dual` (m,), the last one's.

    By hand: no package with wheels solves it on a general graph with a certified gap.
    """

    def __init__(self, y: Array, graph: Graph) -> None:
        order = _sweep_order(graph)
        position = np.empty(graph.n, np.int32)
        position[order] = np.arange(graph.n, dtype=np.int32)
        tail, head = position[graph.edges.T]
        self._position = position
        self._sign = np.where(tail < head, 1.0, -1.0)
        first = np.minimum(tail, head)
        self._edge = np.argsort(first, kind="stable")
        # Unsigned: compiled code need not ask whether an index counts from the end.
        self._tail = first[self._edge].astype(np.uint32)
        self._head = np.maximum(tail, head)[self._edge].astype(np.uint32)
        self._y = y[order]
        self._u = np.zeros(graph.m)

    def solve(self, bound: Array, tol: float) -> tuple[Array, int, float, float, int]:
        """Minimise for the bounds (m,) >= 0 until gap <= tol P(x), or for MAX_ITERATIONS.

        Return x (n,), the number of its connected constant pieces, gap, P(x), iterations.
        """
        problem = self._y, self._tail, self._head, bound[self._edge], self._u
        x, *certificate = _minimise(*problem, tol, CHECK_EVERY, MAX_ITERATIONS)
        return x[self._position], *certificate

    @property
    def dual(self) -> Array:
        u = np.empty_like(self._u)
        u[self._edge] = self._u
        return self._sign * u

    @dual.setter
    def dual(self, value: Array) -> None:
        self._u = (self._sign * value)[self._edge]


def _sweep_order(graph):
    """Order of the vertices in a sweep, in which neighbours are close in memory."""
    base = np.arange(graph.n, dtype=np.int32)
    i, j = graph.edges.T
    if graph.m and np.abs(i - j).mean() > FAR:
        from scipy.sparse.csgraph import reverse_cuthill_mckee

        pattern = adjacency_matrix(graph.n, graph.edges, np.ones(graph.m, np.int8))
        base = reverse_cuthill_mckee(pattern, symmetric_mode=True)
    length = -(-graph.n // STRETCHES)
    side_by_side = np.arange(STRETCHES * length).reshape(STRETCHES, length).T.ravel()
    return base[side_by_side[side_by_side < graph.n]]


@kernel
def _minimise(y, tail, head, bound, u, tol, check_every, max_iterations):
    """Minimise from the dual point u, updated in place."""
    n, m = len(y), len(u)
    for e in range(m):
        u[e] = min(max(u[e], -bound[e]), bound[e])
    u_old = u.copy()
    x_u, x_old = np.empty(n), np.empty(n)
    x, total, count = np.empty(n), np.empty(n), np.empty(n)
    root = np.empty(n, np.uint32)
    momentum = 1.0
    iteration = 0
    while True:
        # Both computed anew, or their rounding errors would feed the momentum.
        _residual(y, tail, head, u, x_u)
        _residual(y, tail, head, u_old, x_old)
        # At the start it would hardly ever be time to stop.
        if iteration > 0 or m == 0:
            pieces = _constant_on_pieces(tail, head, u, bound, x_u, root, total, count, x)
            gap, objective = _gap(y, tail, head, u, bound, x_u, x)
            if gap <= tol * objective or iteration >= max_iterations:
                return x, pieces, gap, objective, iteration
        # A check costs a few iterations; rarer and rarer, it stays a small part of the work.
        for _ in range(max(check_every, iteration // 6)):
            next_momentum = 0.5 * (1 + np.sqrt(1 + 4 * momentum * momentum))
            beta = (momentum - 1) / next_momentum
            uphill = 0.0
            for i in range(n):
                change = x_u[i] - x_old[i]
                uphill += x_u[i] * change
                x_old[i] = x_u[i]
                x_u[i] += beta * change
            _sweep_forth(tail, head, bound, u, u_old, x_u, beta)
            _sweep_back(tail, head, bound, u, x_u)
            # Restart after a move that ended uphill (O'Donoghue & Candes, 2015).
            momentum = 1.0 if uphill > 0 else next_momentum
            iteration += 1


@helper
def _sweep_forth(tail, head, bound, u, u_old, x, beta):
    """From u + beta (u - u_old), x = y - D'(that), to the next u; u_old becomes u."""
    for e in range(len(u)):
        i, j, b, old = tail[e], head[e], bound[e], u[e]
        ahead = old + beta * (old - u_old[e])
        new = min(max(ahead + STEP * (x[i] - x[j]), -b), b)
        x[i] -= new - ahead
        x[j] += new - ahead
        u_old[e] = old
        u[e] = new


@helper
def _sweep_back(tail, head, bound, u, x):
    """The edges in reverse."""
    m = len(u)
    for k in range(m):
        e = np.uintp(m - 1 - k)
        i, j, b, old = tail[e], head[e], bound[e], u[e]
        new = min(max(old + STEP * (x[i] - x[j]), -b), b)
        x[i] -= new - old
        x[j] += new - old
        u[e] = new


@helper
def _residual(y, tail, head, u, x):
    """x = y - D'u"""
    for i in range(len(y)):
        x[i] = y[i]
    for e in range(len(u)):
        x[tail[e]] -= u[e]
        x[head[e]] += u[e]


@helper
def _constant_on_pieces(tail, head, u, bound, x_u, root, total, count, x):
    """Put in x the mean of x_u over each piece that u implies; return the number of pieces."""
    n, m = len(x_u), len(u)
    for i in range(n):
        root[i] = i
    for e in range(m):
        if abs(u[e]) < bound[e]:
            union(root, tail[e], head[e])
    merged = True
    while merged:
        merged = False
        total[:] = 0
        count[:] = 0
        for i in range(n):
            r = find(root, np.uint32(i))
            root[i] = r
            total[r] += x_u[i]
            count[r] += 1
        for i in range(n):
            x[i] = total[root[i]] / count[root[i]]
        # A jump against the sign of its dual cannot be optimal: merge the two pieces.
        for e in range(m):
            i, j = tail[e], head[e]
            if bound[e] > 0 and u[e] * (x[i] - x[j]) <= 0 and root[i] != root[j]:
                merged = union(root, i, j) or merged
    pieces = 0
    for i in range(n):
        if root[i] == i:
            pieces += 1
    return pieces


@helper
def _gap(y, tail, head, u, bound, x_u, x):
    """P(x) - D(u), as a sum of non-negative terms that do not cancel, and P(x)."""
    gap = 0.0
    objective = 0.0
    for i in range(len(x)):
        gap += 0.5 * (x_u[i] - x[i]) ** 2
        objective += 0.5 * (y[i] - x[i]) ** 2
    for e in range(len(u)):
        difference = x[tail[e]] - x[head[e]]
        gap += bound[e] * abs(difference) - u[e] * difference
        objective += bound[e] * abs(difference)
    return gap, objective
