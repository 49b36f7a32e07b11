"""Figures, one per module: tables in, a matplotlib Figure out. Nothing is computed here."""

from gaussmech.extras import need

need("workflow", "matplotlib", "pandas")
