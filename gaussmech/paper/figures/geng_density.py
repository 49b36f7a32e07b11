"""Density of truncated Laplace noise beside the others (the poster's Figure 1)."""

from gaussmech.paper.figures.captions import caption_of
from gaussmech.paper.figures.looks import METHODS
from gaussmech.paper.figures.style import finished, number, panels

# From here on the panel is linear, as the poster's; below, only a log axis shows the tails.
LINEAR_DELTA = 0.01


def draw(geng_density):
    """Draw the densities in a panel per delta, with the last interval of truncated Laplace."""
    deltas = sorted(geng_density["delta"].unique(), reverse=True)
    figure, axes = panels(1, len(deltas), 3.0)
    for delta, panel in zip(deltas, axes.flat, strict=True):
        shown, linear = geng_density[geng_density["delta"] == delta], delta >= LINEAR_DELTA
        unit, end, truncated = _truncated(shown)
        for mechanism, rows in shown.groupby("mechanism", sort=False):
            look = METHODS[mechanism]
            style = {"color": look.color, "label": look.label}
            style["linestyle"] = {"Lap": "--", "aGM": "-."}.get(mechanism, "-")
            panel.plot(rows["z"] / unit, rows["density"] * unit, **style)
        low, high = truncated["density"].min() * unit, shown["density"].max() * unit
        if linear:
            # On a log axis an area is no probability.
            last = truncated[truncated["z"] >= end - unit]
            look = {"color": METHODS["TLap"].color, "alpha": 0.35, "linewidth": 0}
            mass = last["z"] / unit, last["density"] * unit
            panel.fill_between(*mass, label="[A − Δ, A], of mass δ", **look)
        panel.set(xlabel="noise z / Δ", ylabel="density × Δ", yscale="linear" if linear else "log")
        panel.set(ylim=(0, 1.05 * high) if linear else (low / 5, 2 * high))
        panel.set_title(f"ε = {number(shown['epsilon'].iloc[0])}, δ = {number(delta)}")
    return finished(figure, columns=4)


def _truncated(rows):
    """Return the sensitivity, the end A, and the rows of truncated Laplace up to it."""
    truncated = rows[(rows["mechanism"] == "TLap") & (rows["density"] > 0)]
    return rows["sensitivity"].iloc[0], truncated["z"].max(), truncated


def caption(geng_density):
    ends, masses = [], []
    for delta, shown in geng_density.groupby("delta", sort=False):
        unit, end, truncated = _truncated(shown)
        ends.append(f"{end / unit:.4g} Delta at delta {delta:g}")
        start = (truncated["z"] - (end - unit)).abs().idxmin()
        masses.append(f"{truncated['above'][start]:.6g}")
    return caption_of(
        "Density of truncated Laplacian noise",
        f"Truncated Laplacian noise is never beyond A: {', '.join(ends)}.",
        f"Densities for the same budget, epsilon {geng_density['epsilon'].iloc[0]:g}, with delta 0"
        " for Laplace, after Figure 1 of the poster of Geng et al.; the last interval"
        f" [A - Delta, A], shaded where linear, has probability {', '.join(masses)}. Log axes where"
        " delta is small. The budgets are our choice. Table: geng_density.csv.",
    )
