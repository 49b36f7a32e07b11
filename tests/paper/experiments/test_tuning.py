"""SURE along lambda and the forest's size: what the columns mean."""

import networkx as nx
import numpy as np
import pytest

from gaussmech.graphs.graph import Graph
from gaussmech.paper.experiments.tuning import LAMBDA_RATIOS, forest_size, sure_path
from gaussmech.paper.pipeline.tables import COLUMNS

GRID = Graph(
    64, np.array(nx.convert_node_labels_to_integers(nx.grid_2d_graph(8, 8)).edges)
)
MAPS = {12: np.repeat([0.0, 30.0], 32), 0: np.arange(64.0)}
SETTINGS = {"seed": 1, "epsilon": 0.5, "delta": 1e-6, "sensitivity": 0.5}


@pytest.fixture(scope="module")
def paths():
    return sure_path(GRID, MAPS, **SETTINGS, repetitions=80)


def values(table, hour, quantity, column="mean"):
    rows = table[(table.hour == hour) & (table.quantity == quantity)]
    return rows.sort_values("lambda_ratio")[column].to_numpy()


@pytest.mark.parametrize("hour", MAPS)
def test_sure_is_the_error_in_the_mean_of_each_hour_alone(paths, hour):
    alone = sure_path(GRID, {hour: MAPS[hour]}, **SETTINGS, repetitions=80)
    assert paths[paths.hour == hour].reset_index(drop=True).equals(alone)
    assert paths.columns.tolist() == COLUMNS["sure_path"]
    gap = values(paths, hour, "difference")
    se = values(paths, hour, "difference", "se")
    np.testing.assert_allclose(
        values(paths, hour, "sure") - values(paths, hour, "error"), gap
    )
    assert (np.abs(gap) < 4 * se).all()
    assert len(gap) == len(LAMBDA_RATIOS)


def test_more_trees_help_and_the_largest_forest_is_the_measure():
    table = forest_size(GRID, MAPS, **SETTINGS, repetitions=20, trees=[1, 30, 5])
    assert table.columns.tolist() == COLUMNS["forest_size"]
    assert table.trees.tolist() == [1, 5, 30] * 2
    largest = table[table.trees == 30]
    assert (largest.ratio_mean == 1).all() and (largest.ratio_se == 0).all()
    single = table[table.trees == 1]
    assert (single.rmse_mean.to_numpy() > largest.rmse_mean.to_numpy()).all()
