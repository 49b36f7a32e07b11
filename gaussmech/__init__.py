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
    "james_stein": "shrinkage",
    "soft_threshold": "shrinkage",
    "RoadGraph": "graphs.road_graph",
    "spanning_tree": "graphs.spanning_trees",
    "TreeWavelets": "graphs.tree_wavelets",
    "trend_filter": "graphs.trend_filtering",
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
