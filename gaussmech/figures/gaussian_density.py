"""Figure gaussian_density: normal densities, as Figure 1 of the lecture notes."""

from gaussmech.figures.captions import caption_of
from gaussmech.figures.style import DASHES, legend_below, panels, shades


def draw(gaussian_density):
    """Draw the densities in one panel."""
    figure, axes = panels(1, 1, 2.9)
    panel = axes[0, 0]
    laws = gaussian_density.groupby(["mean", "sigma"], sort=False)
    handles = []
    colors = shades(laws.ngroups)
    for color, dash, ((mean, sigma), rows) in zip(colors, DASHES, laws, strict=True):
        label = f"μ = {mean:g}, σ = {sigma:g}"
        style = {"color": color, "linestyle": dash, "label": label}
        handles += panel.plot(rows["x"], rows["density"], **style)
    panel.set(xlabel="x", ylabel="density", ylim=(0, None), title="N(μ, σ²)")
    legend_below(figure, handles, 4)
    return figure


def caption(gaussian_density):
    """Return what the panel shows, with the peaks of this run."""
    peaks = gaussian_density.groupby(["mean", "sigma"], sort=False)["density"].max()
    facts = ", ".join(f"{peak:.3g} at sigma = {sigma:g}" for (_, sigma), peak in peaks.items())
    return caption_of(
        "Gaussian densities",
        f"The peak is 1 / (sqrt(2 pi) sigma): {facts}.",
        "The lecture notes' Figure 1 shows such densities; mu and sigma are our choice. Their"
        " Definition 2 has sigma under the root. Table: gaussian_density.csv.",
    )
