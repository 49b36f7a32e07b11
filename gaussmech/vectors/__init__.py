"""Estimators of a vector from a noisy one and sigma; they know nothing of privacy or of graphs."""
