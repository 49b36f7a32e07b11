"""Estimators on graphs: they see a noisy signal and sigma, never a privacy budget."""
