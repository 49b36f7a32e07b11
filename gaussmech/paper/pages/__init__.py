"""Pages of a run, as HTML: the report, Figure 2 with a slider, and what denoising is worth."""
