"""Density of truncated Laplacian noise with the others (the poster's Figure 1)."""

from gaussmech.paper.figures.captions import caption_of, listed
from gaussmech.paper.figures.curves import rows_of
from gaussmech.paper.figures.method_styles import LOOKS
from gaussmech.paper.figures.style import finished, number, panels

# From here on the panel is linear, as the poster's; below, only a log axis shows the tails.
LINEAR_DELTA = 0.01
# Laplace noise is dashed on top of its truncation, which it nearly equals where delta is small.
DASHES = {"Lap": "--", "aGM": "-."}
ABOVE = {"Lap": 3}


def draw(geng_density):
    """Draw the densities in a panel per delta, with the last interval of truncated Laplacian noise.

    Parameters
    ----------
    geng_density : DataFrame
        The table of the same name.
    """
    deltas = sorted(geng_density["delta"].unique(), reverse=True)
    figure, axes = panels(1, len(deltas), 3.0)
    for delta, panel in zip(deltas, axes.flat, strict=True):
        _densities(panel, rows_of(geng_density, delta=delta), delta)
    return finished(figure, columns=4)


def _densities(axes, table, delta):
    """Draw the density of each mechanism at one delta, in units of the sensitivity."""
    linear = delta >= LINEAR_DELTA
    unit, end, truncated = _truncated(table)
    for mechanism, rows in table.groupby("mechanism", sort=False):
        look = LOOKS[mechanism]
        axes.plot(
            rows["z"] / unit,
            rows["density"] * unit,
            color=look.color,
            label=look.label,
            linestyle=DASHES.get(mechanism, "-"),
            zorder=ABOVE.get(mechanism, 2),
        )
    low = truncated["density"].min() * unit
    high = table["density"].max() * unit
    if linear:
        # On a log axis an area is no probability.
        last = truncated[truncated["z"] >= end - unit]
        axes.fill_between(
            last["z"] / unit,
            last["density"] * unit,
            label="[A − Δ, A], of mass δ",
            color=LOOKS["TLap"].color,
            alpha=0.35,
            linewidth=0,
        )
    axes.set(
        xlabel="noise z / Δ",
        ylabel="density × Δ",
        yscale="linear" if linear else "log",
        ylim=(0, 1.05 * high) if linear else (low / 5, 2 * high),
    )
    # A curve ends at the frame, not within it.
    axes.set_xlim(table["z"].min() / unit, table["z"].max() / unit)
    axes.set_title(f"ε = {number(table['epsilon'].iloc[0])}, δ = {number(delta)}")


def _truncated(rows):
    """Return the sensitivity, the end A, and the rows of truncated Laplacian noise up to it."""
    truncated = rows[(rows["mechanism"] == "TLap") & (rows["density"] > 0)]
    return rows["sensitivity"].iloc[0], truncated["z"].max(), truncated


def caption(geng_density):
    """Return the caption, with the end of the truncated noise and the mass of its last interval.

    Parameters
    ----------
    geng_density : DataFrame
        The table of the same name.
    """
    ends = []
    masses = []
    for delta, rows in geng_density.groupby("delta", sort=False):
        unit, end, truncated = _truncated(rows)
        ends.append(f"{end / unit:.2g} Delta at delta {delta:g}")
        start = (truncated["z"] - (end - unit)).abs().idxmin()
        masses.append(f"{truncated['above'][start]:.2g}")
    return caption_of(
        "Density of truncated Laplacian noise",
        f"Truncated Laplacian noise never exceeds A, which is {listed(ends)}.",
        f"Densities for the same budget, epsilon {geng_density['epsilon'].iloc[0]:g}, with delta 0"
        " for Laplace, after Figure 1 of the poster of Geng et al.; the last interval"
        f" [A - Delta, A], shaded on linear axes, has probability {listed(masses)}. Axes are"
        " logarithmic where delta is small. The budgets are our choice. Table: geng_density.csv.",
    )
