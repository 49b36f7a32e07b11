"""The public names: type checkers read this file, and so does the lazy import."""

from gaussmech.privacy.calibration import (
    analytic_gaussian_sigma as analytic_gaussian_sigma,
    classical_gaussian_sigma as classical_gaussian_sigma,
    gaussian_delta as gaussian_delta,
    gaussian_epsilon as gaussian_epsilon,
)
from gaussmech.privacy.composition import (
    advanced_composition as advanced_composition,
    basic_composition as basic_composition,
    exact_composition_delta as exact_composition_delta,
    exact_composition_epsilon as exact_composition_epsilon,
    gdp_composition as gdp_composition,
    rdp_composition as rdp_composition,
)
from gaussmech.privacy.cost import split_budget as split_budget
from gaussmech.privacy.gdp import (
    gdp_transform as gdp_transform,
    laplace_mu as laplace_mu,
    pure_dp_mu as pure_dp_mu,
)
from gaussmech.graphs.area_plan import plan_areas as plan_areas
from gaussmech.graphs.denoise import denoise as denoise
from gaussmech.graphs.graph import Graph as Graph
from gaussmech.graphs.partition import partition as partition
from gaussmech.graphs.spanning_trees import spanning_tree as spanning_tree
from gaussmech.graphs.tree_wavelets import TreeWavelets as TreeWavelets
from gaussmech.graphs.trend_filter import trend_filter as trend_filter
from gaussmech.privacy.l2_mechanism import (
    L2Mechanism as L2Mechanism,
    l2_delta as l2_delta,
    l2_scale as l2_scale,
)
from gaussmech.privacy.meaning import (
    advantage as advantage,
    gaussian_mu as gaussian_mu,
    trade_off as trade_off,
    true_positive_rate as true_positive_rate,
    zcdp_delta as zcdp_delta,
    zcdp_epsilon as zcdp_epsilon,
)
from gaussmech.privacy.mechanisms import (
    AnalyticGaussianMechanism as AnalyticGaussianMechanism,
    ClassicalGaussianMechanism as ClassicalGaussianMechanism,
    LaplaceMechanism as LaplaceMechanism,
    TruncatedLaplaceMechanism as TruncatedLaplaceMechanism,
)
from gaussmech.privacy.profiles import (
    ApproximateDPProfile as ApproximateDPProfile,
    ComposedProfile as ComposedProfile,
    GaussianProfile as GaussianProfile,
    LaplaceProfile as LaplaceProfile,
    PureDPProfile as PureDPProfile,
    SubsampledProfile as SubsampledProfile,
    implied_epsilon as implied_epsilon,
)
from gaussmech.geo.graph_files import read_graph as read_graph
from gaussmech.geo.links import link_places as link_places
from gaussmech.releases.account import Ledger as Ledger
from gaussmech.releases.release import release as release
from gaussmech.vectors.histogram import (
    histogram_posterior_median as histogram_posterior_median,
)
from gaussmech.vectors.shrinkage import (
    empirical_bayes_threshold as empirical_bayes_threshold,
    james_stein as james_stein,
    project_to_simplex as project_to_simplex,
    soft_threshold as soft_threshold,
)
from gaussmech.privacy.truncated_laplacian import noise_bounds as noise_bounds

__version__: str
__all__: list[str]
