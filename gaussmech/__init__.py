"""The analytic Gaussian mechanism and optimal denoising (Balle & Wang, ICML 2018)."""

__version__ = "0.1.0"
