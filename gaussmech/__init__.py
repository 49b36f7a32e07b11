"""The analytic Gaussian mechanism and optimal denoising (Balle & Wang, ICML 2018)."""

from importlib import import_module

__version__ = "0.1.0"

# Loaded on first use: calibration alone must not pay for the graphs' compiled kernels.
_HOME = {
    "analytic_gaussian_sigma": "calibration",
    "classical_gaussian_sigma": "calibration",
    "gaussian_delta": "calibration",
    "gaussian_epsilon": "calibration",
    "LaplaceMechanism": "mechanisms",
    "ClassicalGaussianMechanism": "mechanisms",
    "AnalyticGaussianMechanism": "mechanisms",
    "TruncatedLaplaceMechanism": "mechanisms",
    "noise_bounds": "truncated_laplacian",
    "laplace_epsilon_for_accuracy": "accuracy",
    "classical_gaussian_epsilon_for_accuracy": "accuracy",
    "analytic_gaussian_epsilon_for_accuracy": "accuracy",
    "truncated_laplace_epsilon_for_accuracy": "accuracy",
    "basic_composition": "composition",
    "advanced_composition": "composition",
    "advanced_composition_step": "composition",
    "rdp_composition": "composition",
    "gdp_composition": "composition",
    "exact_composition_delta": "composition",
    "exact_composition_log_delta": "composition",
    "exact_composition_epsilon": "composition",
    "GaussianProfile": "profiles",
    "LaplaceProfile": "profiles",
    "PureDPProfile": "profiles",
    "ApproximateDPProfile": "profiles",
    "SquareRootLogProfile": "profiles",
    "ICEAProfile": "profiles",
    "ComposedProfile": "profiles",
    "SubsampledProfile": "profiles",
    "RectifiedProfile": "profiles",
    "CallableProfile": "profiles",
    "poisson_subsampling": "profiles",
    "implied_epsilon": "profiles",
    "gdp_transform": "gdp",
    "head_measurement": "gdp",
    "head_supremum": "gdp",
    "staircases": "gdp",
    "tail_values": "gdp",
    "tail_limit": "gdp",
    "clip_and_rectify": "gdp",
    "pure_dp_mu": "gdp",
    "laplace_mu": "gdp",
    "james_stein": "shrinkage",
    "soft_threshold": "shrinkage",
    "Graph": "graphs.graph",
    "RoadGraph": "graphs.graph",  # its name until 0.1
    "spanning_tree": "graphs.spanning_trees",
    "TreeWavelets": "graphs.tree_wavelets",
    "trend_filter": "graphs.trend_filtering",
    "denoise": "graphs.denoising",
}

__all__ = list(_HOME)


def __getattr__(name):
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__():
    return sorted([*globals(), *_HOME])
