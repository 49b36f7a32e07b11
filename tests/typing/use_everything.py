"""Every public name in use, with the types that a type checker must see: `mypy` reads it."""

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
sigma = gm.analytic_gaussian_sigma(0.5, 1e-6)
assert_type(sigma + gm.classical_gaussian_sigma(0.5, 1e-6, sensitivity=2.0), float)
assert_type(gm.analytic_gaussian_sigma(many, 1e-6, 2), Array)
assert_type(gm.gaussian_delta(np.ones((2, 1)), many), Array)
assert_type(gm.gaussian_delta(4.0, 0.5) + gm.gaussian_epsilon(4.0, 1e-6), float)

mu = gm.gaussian_mu(0.5, 1e-6)
assert_type(mu + gm.trade_off(0.01, mu) + gm.advantage(mu), float)
assert_type(gm.true_positive_rate(many, mu), Array)
assert_type(gm.zcdp_epsilon(0.015, 1e-7) + gm.zcdp_delta(0.015, 1.0), float)
assert_type(gm.zcdp_epsilon(many, 1e-7), Array)

laplace = gm.LaplaceMechanism(0.5)
classical = gm.ClassicalGaussianMechanism(0.5, 1e-6, sensitivity=2.0)
analytic = gm.AnalyticGaussianMechanism(epsilon=0.5, delta=1e-6)
truncated = gm.TruncatedLaplaceMechanism(0.5, 1e-6, 2.0)
l2 = gm.L2Mechanism(0.5, 1e-6, 2.0, dimension=2)
assert_type(laplace.l1_sensitivity + classical.sensitivity, float)
assert_type(laplace.scale + classical.sigma + analytic.sigma + truncated.bound, float)
assert_type(l2.scale + gm.l2_scale(0.5, 1e-6, dimension=2), float)
assert_type(gm.l2_scale(0.5, 1e-6, dimension=[2, 3]), Array)
assert_type(gm.l2_delta(1.5, 0.5, dimension=2), float)
for mechanism in (laplace, classical, analytic, truncated, l2):
    assert_type(mechanism.add_noise([1.0, 2.0], rng=1), Array)
    assert_type(
        mechanism.mean_absolute_error + mechanism.variance + mechanism.accuracy(0.05),
        float,
    )
    assert_type(mechanism.epsilon, float)
assert_type(gm.LaplaceMechanism.for_accuracy(3.0, 0.05), gm.LaplaceMechanism)
assert_type(analytic.for_accuracy(3.0, 0.05, 1e-6), gm.AnalyticGaussianMechanism)
assert_type(l2.for_accuracy(3.0, 0.05, 1e-6, dimension=2), gm.L2Mechanism)

print(gm.noise_bounds(0.5, 1e-3).power_upper)

assert_type(gm.basic_composition(0.1, 1e-6, 10), tuple[float, float])
assert_type(
    gm.advanced_composition(many, 1e-6, delta_prime=1e-6, k=10), tuple[Array, Array]
)
assert_type(gm.rdp_composition(0.1, 1e-6, [1, 10]), Array)
assert_type(gm.gdp_composition(many), float)
assert_type(gm.exact_composition_delta(2.0, 0.2, 50), float)
assert_type(gm.exact_composition_epsilon(1e-6, 0.2, 50), float)
assert_type(gm.split_budget(1.0, 1e-6, 24), tuple[float, float])

profiles: list[Profile] = [
    gm.GaussianProfile(1.0),
    gm.LaplaceProfile(1.0),
    gm.PureDPProfile(1.0),
    gm.ApproximateDPProfile(1.0, 1e-6),
    gm.ComposedProfile(0.2, 50),
    gm.SubsampledProfile(gm.LaplaceProfile(1.0), 0.1),
]
for profile in profiles:
    assert_type(profile.refined().delta(1.0), float)
    assert_type(profile.log_delta(many), Array)
assert_type(gm.implied_epsilon(0.1, 10.0), float)

assert_type(gm.gdp_transform(profiles[0], many), Array)
assert_type(gm.pure_dp_mu(0.2) + gm.laplace_mu(0.2), float)

graph = gm.Graph(60, [[v, v + 1] for v in range(59)])
same: gm.Graph = gm.Graph.from_networkx(
    gm.Graph(2, [[0, 1]]).to_networkx(), weight=None
)
y = analytic.add_noise(np.zeros(60), rng=None)
assert_type(gm.james_stein(y, analytic.sigma, positive_part=True), Array)
assert_type(gm.soft_threshold(y, analytic.sigma, threshold=1.0), Array)
assert_type(gm.empirical_bayes_threshold(y, analytic.sigma, slab=None), Array)
assert_type(gm.project_to_simplex(y), Array)
assert_type(gm.histogram_posterior_median(y, 1.0, 500), Array)
wavelets = gm.TreeWavelets(graph, gm.spanning_tree(graph, kind="minimum", rng=1))
assert_type(wavelets.inverse(wavelets.forward(y)), Array)
assert_type(gm.trend_filter(y, graph, 1.0), TrendFit)
assert_type(gm.partition(graph, 8), NDArray[np.int64])
fit = gm.denoise(y, analytic.sigma, graph, method="js", rng=1, keep_total=True)
assert_type(fit, Denoised)
assert_type(fit.rmse, float)
assert_type(fit.intervals, Array)
assert_type(fit.total(np.arange(3)), Sums)
named = gm.Graph(2, [[0, 1]], names=["Park", "Mill"]).with_names(["Park", "Mall"])
assert_type(named.names, tuple[Hashable, ...] | None)
counts: dict[str, float] = {"Mall": 3.0, "Park": 4.0}
assert_type(gm.denoise(counts, 1.0, named, method="js"), Denoised)

linked: gm.Graph = gm.link_places([0.0, 0.01], [0.0, 0.0], neighbours=1)
read: Callable[..., tuple[gm.Graph, list[str]]] = gm.read_graph
private = gm.release(
    np.arange(60), epsilon=0.5, delta=1e-6, l2_sensitivity=5.0, budget_per_column=True
)
assert_type(private, Release)
areas = gm.plan_areas(graph, events=100, epsilon=0.5)
assert_type(areas.share, float)
ledger = gm.Ledger("ledger.json", epsilon=1, delta=1e-6, releases=12)
assert_type(ledger.spent, tuple[float, float])
assert_type(private.values, Array)
assert_type(private.sigma + private.epsilon, float)
assert_type(private.texts(), list[list[str]])
assert_type(private.denoise(graph, method="js", rng=1), Denoised)
