"""Figures, one per module, from tables; nothing is computed here.

`draw` returns a Matplotlib figure; `caption` its text, with the numbers of the run, in three lines.
The arguments of both are the tables that `gaussmech.paper.registry.FIGURES` names.
"""

from gaussmech._extras import need

need("workflow", "matplotlib", "pandas")
