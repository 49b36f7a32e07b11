"""How a user calls the library, with the types that a type checker must see: `mypy` reads it."""

from collections.abc import Callable, Hashable
from typing import assert_type

import numpy as np
from numpy.typing import NDArray

import gaussmech as gm
from gaussmech.graphs.denoised import Denoised
from gaussmech.graphs.totals import Sums
from gaussmech.graphs.trend_filter import TrendFit
from gaussmech.privacy.profiles import Profile
from gaussmech.releases.table import Release

Array = NDArray[np.float64]
many = [0.1, 0.5]

assert_type(gm.__version__, str)
assert_type(gm.analytic_gaussian_sigma(0.5, 1e-6, sensitivity=2), float)
assert_type(gm.analytic_gaussian_sigma(many, 1e-6), Array)
assert_type(gm.gaussian_delta(np.ones((2, 1)), many), Array)
assert_type(gm.l2_scale(0.5, 1e-6, dimension=[2, 3]), Array)
assert_type(gm.advanced_composition(0.1, 1e-6, delta_prime=0.1, k=[1, 9])[0], Array)
assert_type(gm.gdp_composition(many), float)
assert_type(gm.split_budget(1.0, 1e-6, 24), tuple[float, float])

analytic = gm.AnalyticGaussianMechanism(epsilon=0.5, delta=1e-6)
l2 = gm.L2Mechanism(0.5, 1e-6, 2.0, dimension=2)
for mechanism in (analytic, l2, gm.LaplaceMechanism(0.5)):
    assert_type(mechanism.add_noise([1.0, 2.0], rng=1), Array)
    assert_type(mechanism.variance + mechanism.accuracy(0.05), float)
assert_type(gm.L2Mechanism.for_accuracy(3.0, 0.05, 1e-6, dimension=2), gm.L2Mechanism)
profile: Profile = gm.SubsampledProfile(gm.LaplaceProfile(1.0), 0.1)
assert_type(profile.refined().delta(1.0), float)
assert_type(gm.gdp_transform(profile, many), Array)

graph = gm.Graph(60, [[v, v + 1] for v in range(59)])
same: gm.Graph = gm.Graph.from_networkx(graph.to_networkx(), weight=None)
y = analytic.add_noise(np.zeros(60), rng=None)
assert_type(gm.empirical_bayes_threshold(y, analytic.sigma, slab=None), Array)
wavelets = gm.TreeWavelets(graph, gm.spanning_tree(graph, kind="minimum", rng=1))
assert_type(wavelets.inverse(wavelets.forward(y)), Array)
assert_type(gm.trend_filter(y, graph, 1.0), TrendFit)
assert_type(gm.partition(graph, 8), NDArray[np.int64])
fit = gm.denoise(y, analytic.sigma, graph, method="js", rng=1)
assert_type(fit, Denoised)
assert_type(fit.intervals, Array)
assert_type(fit.total(np.arange(3)), Sums)
named = gm.Graph(2, [[0, 1]], names=["Park", "Mill"]).with_names(["Park", "Mall"])
assert_type(named.names, tuple[Hashable, ...] | None)
counts: dict[str, float] = {"Mall": 3.0, "Park": 4.0}
assert_type(gm.denoise(counts, 1.0, named, method="js"), Denoised)

read: Callable[..., tuple[gm.Graph, list[str]]] = gm.read_graph
private = gm.release(
    np.arange(60), epsilon=0.5, delta=1e-6, l2_sensitivity=5.0, budget_per_column=True
)
assert_type(private, Release)
assert_type(private.values, Array)
assert_type(private.texts(), list[list[str]])
assert_type(private.denoise(graph, method="js", rng=1), Denoised)
assert_type(gm.plan_areas(graph, events=100, epsilon=0.5).share, float)
ledger = gm.Ledger("ledger.json", epsilon=1, delta=1e-6, releases=12)
assert_type(ledger.spent, tuple[float, float])
