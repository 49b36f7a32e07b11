"""Experiments, one per module: parameters in, a tidy table out. Nothing is plotted here.

A function returns a table, or `tables` yields several with their names; a script of the workflow
writes each to results/<run>/data/<name>.csv. `gaussmech.paper.registry.EXPERIMENTS` lists them.

What experiments share: `methods` has the compared methods, `vector_release` the data and releases of
vectors, `error_tables` and `summaries` the statistics, `randomness` the streams of random numbers.
"""

from gaussmech._extras import need

need("maps", "pandas")
