"""Graph trend filtering of orders 1 and 2, by an interior-point method.

    minimise  P(x) = 1/2 ||y - x||^2 + lam sum_r c_r |(Delta x)_r|

    order 1: Delta = L = D'WD, a row a vertex, c = 1
    order 2: Delta = D L, a row an edge, c = w

Wang, Sharpnack, Smola & Tibshirani, "Trend Filtering on Graphs" (JMLR 2016), section 2, with
edge weights w = diag W such that an edge of weight 2 acts as two parallel edges do, at order 0
too. (Rows scaled by the square roots of the weights, the other usage, give the same L, but
neither order 0 nor order 2 would have this property.)

Clarabel solves the conic program; the certificate is computed here, from its dual point moved
into the box |u_r| <= lam c_r, where D(u) = 1/2 ||y||^2 - 1/2 ||y - Delta'u||^2 is a lower bound
whatever the solver did.
"""

from functools import cached_property

import numpy as np

from gaussmech.graphs.union_find import count_sets

# Of the solver: far below any sensible tolerance, so that zero rows tell from the others.
ACCURACY = 1e-12
MAX_ITERATIONS = 200
# Mean squared degree from which D L is not formed: streets and grids have 16 at most.
DENSE = 100


class HigherOrderTrend:
    """The problem for one signal.

    Parameters
    ----------
    y : (n,) array
        Of mean 0 on every component.
    graph : Graph
    order : {1, 2}

    Attributes
    ----------
    cost : (n,) array at order 1, (m,) at order 2
        The rows' weights c: a penalty lam bounds the dual by lam c.
    dual : like cost
        The dual point of the last solution.
    """

    def __init__(self, y, graph, order):
        from scipy import sparse

        tail, head = graph.edges.T
        edge, one = np.arange(graph.m), np.ones(graph.m)
        ends = np.r_[edge, edge], np.r_[tail, head]
        self._difference = sparse.csc_array((np.r_[one, -one], ends), shape=(graph.m, graph.n))
        self._flow = sparse.diags_array(graph.weights) @ self._difference
        self._laplacian = (self._difference.T @ self._flow).tocsc()
        self._y, self._graph, self._order = y, graph, order
        self.cost = np.ones(graph.n) if order == 1 else graph.weights
        self.dual = np.zeros_like(self.cost)
        # Twice: the first leaves rounding errors as large as the potentials.
        self._flat_dual = self._route(y)
        self._flat_dual += self._route(y - self._delta_t(self._flat_dual))

    def _delta(self, x):
        rows = self._laplacian @ x
        return rows if self._order == 1 else self._difference @ rows

    def _delta_t(self, u):
        return self._laplacian @ (u if self._order == 1 else self._difference.T @ u)

    def solve(self, bound, tol):
        """Minimise for the bounds, like cost, >= 0.

        Returns
        -------
        x : (n,) array
        df : int
            The dimension of the space of x with the solution's zero rows of Delta x.
        gap, objective : float
            The gap is above `tol` times the objective where the solver fell short.
        iterations : int
        """
        y = self._y
        # Very small and very large penalties have closed forms, and make hard conic programs.
        self.dual = bound * np.sign(self._delta(y))
        x = y - self._delta_t(self.dual)
        gap, objective = self._gap(x, self.dual, bound)
        if gap <= ACCURACY * objective:
            return x, self._nullity((self.dual != 0) | (bound == 0)), gap, objective, 0
        if (np.abs(self._flat_dual) <= bound).all():
            self.dual, x = self._flat_dual, np.zeros_like(y)
            gap, objective = self._gap(x, self.dual, bound)
            if gap <= tol * objective:
                return x, int(self._graph.components.max()) + 1, gap, objective, 0
        x, u, iterations = self._interior_point(bound, min(ACCURACY, tol / 100))
        self.dual = u = np.clip(u, -bound, bound)
        # On the central path the smaller of the two goes to zero, for each row.
        change = np.abs(self._delta(x)) / np.abs(self._delta(y)).max()
        df = self._nullity(change > 1 - np.abs(u) / bound)
        candidates = [(self._gap(point, u, bound), point) for point in (x, y - self._delta_t(u))]
        (gap, objective), x = min(candidates, key=lambda candidate: candidate[0][0])
        return x, df, gap, objective, iterations

    def _gap(self, x, u, bound):
        """P(x) - D(u), as a sum of terms >= 0 that do not cancel, and P(x)."""
        rows = self._delta(x)
        gap = 0.5 * np.sum((self._y - self._delta_t(u) - x) ** 2)
        gap += np.sum(bound * np.abs(rows) - u * rows)
        return gap, 0.5 * np.sum((self._y - x) ** 2) + bound @ np.abs(rows)

    def _nullity(self, active):
        """Dimension of {x: (Delta x)_r = 0 for every row r that is not active}.

        Order 1: rows of L depend on each other only where they are all of a component's, so
        each active row frees one dimension, and each component without one keeps its level.
        Order 2: L x may be any level on each piece that the other edges join, balanced on each
        component, whose level is free: a dimension a piece.
        """
        graph = self._graph
        if self._order == 2:
            return count_sets(graph.n, graph.edges[~active])
        touched = np.zeros(graph.components.max() + 1, dtype=bool)
        touched[graph.components[active]] = True
        return int(np.sum(active) + np.sum(~touched))

    @cached_property
    def _grounded_solver(self):
        """One vertex of each component, the others, and a solver of L over these."""
        from scipy.sparse.linalg import splu

        grounded = np.unique(self._graph.components, return_index=True)[1]
        rest = np.setdiff1d(np.arange(self._graph.n), grounded)
        solve = splu(self._laplacian[rest][:, rest].tocsc()).solve if len(rest) else np.copy
        return grounded, rest, solve

    def _potential(self, source):
        """phi of mean 0 on every component with L phi = source, whose means are 0 too."""
        _, rest, solve = self._grounded_solver
        phi = np.zeros_like(source)
        phi[rest] = solve(source[rest])
        label = self._graph.components
        return phi - (np.bincount(label, phi) / np.bincount(label))[label]

    def _route(self, source):
        """A dual point u with Delta'u = source; where it fits the box, x = 0 is optimal."""
        phi = self._potential(source)
        if self._order == 2:
            return self._flow @ self._potential(phi)
        # L phi leaves a level a component free: the middle makes the largest |u| least.
        label = self._graph.components
        low, high = np.full((2, label.max() + 1), np.inf)
        np.minimum.at(low, label, phi)
        np.minimum.at(high, label, -phi)
        return phi - 0.5 * (low - high)[label]

    def _interior_point(self, bound, accuracy):
        """x, u and the number of iterations, from Clarabel."""
        import clarabel
        from scipy import sparse

        n, rows = len(self._y), len(bound)
        # min 1/2 ||x||^2 - y'x + (bound / scale)'t  with  -t <= scale Delta x <= t, where the
        # geometric mean of 1 and lam keeps both the rows and their multipliers near one.
        scale = np.sqrt(bound.max())
        delta, defined = self._conic_rows()
        columns = delta.shape[1]
        quadratic = sparse.csc_array((np.ones(n), (np.arange(n),) * 2), shape=(columns + rows,) * 2)
        eye = sparse.eye_array(rows)
        box = sparse.block_array([[scale * delta, -eye], [-scale * delta, -eye]])
        defined.resize(defined.shape[0], columns + rows)
        settings = clarabel.DefaultSettings()
        settings.verbose = False
        settings.max_iter = MAX_ITERATIONS
        settings.direct_solve_method = "qdldl"
        settings.tol_gap_abs = settings.tol_gap_rel = accuracy
        settings.tol_feas = 10 * accuracy
        equal = defined.shape[0]
        solution = clarabel.DefaultSolver(
            quadratic,
            np.r_[-self._y, np.zeros(columns - n), bound / scale],
            sparse.vstack([defined, box], format="csc"),
            np.zeros(equal + 2 * rows),
            [clarabel.ZeroConeT(equal), clarabel.NonnegativeConeT(2 * rows)],
            settings,
        ).solve()
        x, z = np.array(solution.x)[:n], np.array(solution.z)[equal:]
        return x, scale * (z[:rows] - z[rows:]), solution.iterations

    def _conic_rows(self):
        """Delta over the program's variables, and rows that are zero where these are right.

        The variables are x, or x and z = L x where D L would be far denser than its factors.
        """
        from scipy import sparse

        n = self._graph.n
        nothing = sparse.csc_array((0, n))
        if self._order == 1:
            return self._laplacian, nothing
        if self._graph.degree @ self._graph.degree < DENSE * n:
            return self._difference @ self._laplacian, nothing
        minus = sparse.csc_array((-np.ones(n), (np.arange(n),) * 2), shape=(n, n))
        apart = sparse.csc_array((self._graph.m, n))
        return (
            sparse.hstack([apart, self._difference], format="csc"),
            sparse.hstack([self._laplacian, minus], format="csc"),
        )
