"""One module an experiment: parameters in, one tidy table out. Nothing is plotted here."""
