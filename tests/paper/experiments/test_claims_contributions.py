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


def test_contributions_are_the_norms_of_a_worst_cab():
    # Three junctions near each other and one far away, where a kernel keeps all its mass.
    norms = norms_of([0.0, 0.0003, 0.0006, 0.1])
    expected = {"pick-ups": 5, "one map": 10, "two maps": 5 * np.sqrt(2)}
    for release, norm in expected.items():
        assert norms["nearest", release, "add or remove"] == pytest.approx(norm)
        assert norms["kernel", release, "add or remove"] == pytest.approx(norm)
        replaced = norms["nearest", release, "replace"]
        assert replaced == pytest.approx(np.sqrt(2) * norm)
    # The other cab at the middle of the three: weights 1, e^-x, e^-x by distance.
    distance = 6_371_000.0 * np.radians(0.0003) * np.arange(3)
    weights = np.exp(-0.5 * (distance / 50) ** 2)
    weights /= weights.sum()
    expected = 5 * np.sqrt(1 + weights @ weights)
    norm = norms["kernel", "pick-ups", "replace"]
    assert norm == pytest.approx(expected, rel=1e-3)
