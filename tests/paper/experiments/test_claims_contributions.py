"""How far one cab moves the maps, against norms by hand."""

import numpy as np
import pytest

from gaussmech.graphs.graph import Graph
from gaussmech.paper.experiments.claims_contributions import claims_contributions
from gaussmech.paper.pipeline.tables import COLUMNS


def norms_of(lon):
    edges = [(k, k + 1) for k in range(len(lon) - 1)]
    graph = Graph(len(lon), edges, lon=np.array(lon), lat=np.zeros(len(lon)))
    table = claims_contributions(graph, bandwidth_m=50, max_trips=5)
    assert table.columns.tolist() == COLUMNS["claims_contributions"]
    return table.set_index(["assignment", "release", "neighbours"])["norm"]


# Three junctions near each other and one far away, where a kernel keeps all its mass.
WITH_REMOTE = [0.0, 0.0003, 0.0006, 0.1]
NEAR = WITH_REMOTE[:3]


@pytest.mark.parametrize(
    ("release", "norm"),
    [("pick-ups", 5.0), ("one map", 10.0), ("two maps", 5 * np.sqrt(2))],
)
def test_contributions_are_the_norms_of_a_worst_cab(release, norm):
    norms = norms_of(WITH_REMOTE)
    expected = pytest.approx(norm, rel=1e-12)
    assert norms["nearest", release, "add or remove"] == expected
    assert norms["kernel", release, "add or remove"] == expected
    replaced = pytest.approx(np.sqrt(2) * norm, rel=1e-12)
    assert norms["nearest", release, "replace"] == replaced


def test_with_a_kernel_a_replaced_cab_moves_by_both_weights():
    # The other cab at the middle of the three: weights 1, e^-x, e^-x by distance.
    metres = 6_371_000.0 * np.radians(0.0003)
    distance = metres * np.arange(3)
    weights = np.exp(-0.5 * (distance / 50) ** 2)
    weights /= weights.sum()
    expected = 5 * np.sqrt(1 + weights @ weights)
    norm = norms_of(WITH_REMOTE)["kernel", "pick-ups", "replace"]
    assert norm == pytest.approx(expected, rel=1e-3)


def test_without_a_remote_junction_a_kernel_lowers_the_norm():
    norms = norms_of(NEAR)
    assert norms["kernel", "pick-ups", "add or remove"] < 5
    assert norms["nearest", "pick-ups", "add or remove"] == 5
