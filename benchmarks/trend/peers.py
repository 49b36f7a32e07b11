"""Other solvers of graph trend filtering. Each takes (y, graph, lam) and returns x."""

import numpy as np
from scipy import sparse
from scipy.sparse.csgraph import connected_components


def cvxpy_clarabel(y, graph, lam):
    import cvxpy

    rows, signs = np.repeat(np.arange(graph.m), 2), np.tile([1.0, -1.0], graph.m)
    difference = sparse.csc_matrix((signs, (rows, graph.edges.ravel())), shape=(graph.m, graph.n))
    x = cvxpy.Variable(graph.n)
    penalty = cvxpy.norm1(cvxpy.multiply(graph.weights, difference @ x))
    cvxpy.Problem(cvxpy.Minimize(0.5 * cvxpy.sum_squares(y - x) + lam * penalty)).solve("CLARABEL")
    return x.value


def pymaxflow(y, graph, lam):
    """Divide and conquer: a minimum cut tells which vertices lie above their piece's mean.

    Chambolle & Darbon (2009), Hochbaum (2001): exact, all pieces of a level in one cut.
    """
    import maxflow

    n, (tail, head) = graph.n, graph.edges.T
    capacity, joined = lam * graph.weights, np.ones(graph.m, dtype=bool)
    shifted, x, open_ = y.astype(float), np.empty(n), np.ones(n, dtype=bool)
    while open_.any():
        piece = _pieces(n, tail[joined], head[joined])
        level = (np.bincount(piece, shifted) / np.bincount(piece))[piece]
        x[open_] = level[open_]
        rank = np.cumsum(open_) - 1
        inside = joined & open_[tail]
        flow = maxflow.Graph[float](int(open_.sum()), int(inside.sum()))
        nodes = flow.add_nodes(int(open_.sum()))
        both = capacity[inside]
        flow.add_edges(rank[tail[inside]], rank[head[inside]], both, both)
        pull = (shifted - level)[open_]
        flow.add_grid_tedges(nodes, np.maximum(pull, 0), np.maximum(-pull, 0))
        flow.maxflow()
        above = np.zeros(n, dtype=bool)
        above[open_] = ~flow.get_grid_segments(nodes)
        cut = inside & (above[tail] != above[head])
        # An edge that is cut pulls its upper end down by its capacity, its lower end up.
        sign = np.where(above[tail[cut]], -1.0, 1.0) * capacity[cut]
        np.add.at(shifted, tail[cut], sign)
        np.add.at(shifted, head[cut], -sign)
        split = np.zeros(piece.max() + 1, dtype=bool)
        split[piece[tail[cut]]] = True
        open_ &= split[piece]
        joined &= ~cut
    return x


def _pieces(n, tail, head):
    pattern = sparse.csr_array((np.ones(len(tail), np.int8), (tail, head)), shape=(n, n))
    return connected_components(pattern, directed=False)[1]


PEERS = {"CVXPY + Clarabel": cvxpy_clarabel, "PyMaxflow": pymaxflow}
PACKAGES = {"CVXPY + Clarabel": "cvxpy", "PyMaxflow": "PyMaxflow"}
