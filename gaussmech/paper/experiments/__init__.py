"""Experiments, one per module: parameters in, a tidy table out. Nothing is plotted here."""

from gaussmech._extras import need

need("maps", "pandas")
