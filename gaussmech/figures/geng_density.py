"""Density of truncated Laplace noise beside the others (the poster's Figure 1)."""

from gaussmech.figures.captions import paragraph
from gaussmech.figures.style import FULL_WIDTH, METHODS, legend_below, letter, number, plt

# From here on the panel is linear, as the poster's; below, only a log axis shows the tails.
LINEAR_DELTA = 0.01


def draw(geng_density):
    """Draw the densities in a panel per delta, with the last interval of truncated Laplace."""
    deltas = sorted(geng_density["delta"].unique(), reverse=True)
    figure, axes = plt.subplots(1, len(deltas), figsize=(FULL_WIDTH, 3.0), squeeze=False)
    handles = {}
    for k, (delta, panel) in enumerate(zip(deltas, axes[0], strict=True)):
        shown = geng_density[geng_density["delta"] == delta]
        unit = shown["sensitivity"].iloc[0]
        for mechanism, rows in shown.groupby("mechanism", sort=False):
            look = METHODS[mechanism]
            style = {"color": look.color, "label": look.label}
            style["linestyle"] = {"Lap": "--", "aGM": "-."}.get(mechanism, "-")
            (handles[mechanism],) = panel.plot(rows["z"] / unit, rows["density"] * unit, **style)
        truncated = shown[(shown["mechanism"] == "TLap") & (shown["density"] > 0)]
        end = truncated["z"].max()
        last = truncated[truncated["z"] >= end - unit]
        handles["last"] = panel.fill_between(
            last["z"] / unit,
            last["density"] * unit,
            color=METHODS["TLap"].color,
            alpha=0.35,
            linewidth=0,
            label="[A − Δ, A], of mass δ",
        )
        low, high = truncated["density"].min() * unit, shown["density"].max() * unit
        linear = delta >= LINEAR_DELTA
        panel.set(
            xlabel="noise z / Δ",
            ylabel="density × Δ",
            yscale="linear" if linear else "log",
            ylim=(0, 1.05 * high) if linear else (low / 5, 2 * high),
        )
        panel.set_title(f"ε = {number(shown['epsilon'].iloc[0])}, δ = {number(delta)}")
        letter(panel, k)
        panel.minorticks_off()
    legend_below(figure, handles.values(), 4)
    return figure


def caption(geng_density):
    """Return what the densities show, with the numbers of this run."""
    facts = []
    for delta, shown in geng_density.groupby("delta", sort=False):
        unit = shown["sensitivity"].iloc[0]
        truncated = shown[(shown["mechanism"] == "TLap") & (shown["density"] > 0)]
        end = truncated["z"].max()
        start = (truncated["z"] - (end - unit)).abs().idxmin()
        facts.append(
            f"at delta {delta:g} it ends at A = {end / unit:.4g} Delta, and"
            f" P[Z > A - Delta] is {truncated['above'][start]:.6g}"
        )
    return paragraph(
        "Figure geng_density. Density of the truncated Laplacian noise, after Figure 1 of the"
        f" poster of Geng et al., at epsilon {geng_density['epsilon'].iloc[0]:g}, beside the"
        " Laplace mechanism's and the analytic Gaussian's (aGM) for the same budget (delta 0 for"
        f" Laplace): {'; '.join(facts)}. Shaded: its last interval. Log axes where delta is"
        " small. The epsilons and deltas are our choice."
    )
