"""Normal densities, as Figure 1 of the lecture notes."""

from gaussmech.paper.figures.captions import caption_of
from gaussmech.paper.figures.curves import DASHES, shades
from gaussmech.paper.figures.style import labelled, legend_below, number, panels


def draw(gaussian_density):
    figure, ((panel,),) = panels(1, 1, 2.9)
    laws = gaussian_density.groupby(["mean", "sigma"], sort=False)
    for color, dash, ((mean, sigma), rows) in zip(shades(laws.ngroups), DASHES, laws, strict=True):
        label = f"μ = {number(mean)}, σ = {number(sigma)}"
        panel.plot(rows["x"], rows["density"], color=color, linestyle=dash, label=label)
    panel.set(xlabel="x", ylabel="density", ylim=(0, None), title="N(μ, σ²)")
    legend_below(figure, labelled([panel]), 4)
    return figure


def caption(gaussian_density):
    peaks = gaussian_density.groupby(["mean", "sigma"], sort=False)["density"].max()
    facts = ", ".join(f"{peak:.3g} at sigma = {sigma:g}" for (_, sigma), peak in peaks.items())
    return caption_of(
        "Gaussian densities",
        f"The peak is 1 / (sqrt(2 pi) sigma): {facts}.",
        "The lecture notes' Figure 1 shows such densities; mu and sigma are our choice. Their"
        " Definition 2 has sigma under the root. Table: gaussian_density.csv.",
    )
