"""Estimators of signals on graphs, from a noisy signal and sigma; they know no privacy budget."""
