"""Figures, one per module, from tables; nothing is computed here.

`draw` returns a Matplotlib figure; `caption` its text, with the numbers of the run, in three lines.
The arguments of both are the tables that `gaussmech.paper.registry.FIGURES` names. A run writes them
to results/<run>/figures as <module>.pdf, .png and .txt.

What figures share: `style` has sizes, labels, legends and files, `method_styles` the look of each
method, `curves` and `maps` what is drawn, `panels` whole panels, and `captions` sentences.
"""

from gaussmech._extras import need

need("workflow", "matplotlib", "pandas")
