"""One module an experiment: parameters in, one tidy table out. Nothing is plotted here."""

from gaussmech.extras import need

need("maps", "pandas")
