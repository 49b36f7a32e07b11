import gc

import networkx as nx
import numpy as np
import pytest

from gaussmech.graphs.graph import Graph

# Their tests take long enough to be divided among processes one by one.
SLOW = ("full", "pipeline")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Begin with tests marked as longest, lest everything wait for them in the end.

    The quick tests of a file stay in one process, which makes the fixtures of the file once.
    """
    for item in items:
        if not any(map(item.get_closest_marker, (*SLOW, "xdist_group"))):
            item.add_marker(pytest.mark.xdist_group(item.path.stem))
    items.sort(key=lambda item: item.get_closest_marker("longest") is None)


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """Let the garbage collector pass over what stays until the end: all tests and modules."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.fixture(scope="session")
def grid():
    """A 5 by 5 grid of junctions in Manhattan, some 110 m apart to the north, 84 to the east."""
    lat, lon = np.divmod(np.arange(25), 5)
    edges = np.array(nx.convert_node_labels_to_integers(nx.grid_2d_graph(5, 5)).edges)
    return Graph(25, edges, lon=-73.98 + lon / 1000, lat=40.75 + lat / 1000)
