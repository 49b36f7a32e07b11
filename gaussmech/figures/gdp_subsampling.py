"""Figure gdp_subsampling: the Laplace mechanism on Poisson subsamples."""

from gaussmech.figures.captions import paragraph
from gaussmech.figures.style import DASHES, FULL_WIDTH, legend_below, letter, plt, shades


def draw(gdp_subsampling, gdp_subsampling_mu):
    """Draw (a) transforms, (b) mu against gamma."""
    figure, axes = plt.subplots(1, 2, figsize=(FULL_WIDTH, 3.1))
    handles = []
    shares = sorted(gdp_subsampling["gamma"].unique(), reverse=True)
    for k, (gamma, color) in enumerate(zip(shares, shades(len(shares)), strict=True)):
        rows = gdp_subsampling[gdp_subsampling["gamma"] == gamma]
        handles += axes[0].plot(
            rows["epsilon"],
            rows["mu"],
            color=color,
            linestyle=DASHES[k % len(DASHES)],
            label=f"γ = {gamma:g}",
        )
    axes[0].set(xlabel="ε", ylabel="G(ε)", xlim=(0, None), ylim=(0, None), title="Transforms")
    table = gdp_subsampling_mu
    handles += axes[1].plot(table["gamma"], table["upper"], color="0.1", label="measured μ")
    whole = table["upper"].iloc[-1] * table["gamma"] / table["gamma"].iloc[-1]
    handles += axes[1].plot(
        table["gamma"], whole, color="0.5", linestyle=":", label="in proportion to γ"
    )
    axes[1].set(xlabel="share γ of the records", ylabel="μ", title="The least μ")
    axes[1].set(xlim=(0, None), ylim=(0, None))
    for k, panel in enumerate(axes):
        letter(panel, k)
    legend_below(figure, handles, 3)
    return figure


def caption(gdp_subsampling, gdp_subsampling_mu):
    """Return what the panels show, with the numbers of this run."""
    shown = gdp_subsampling_mu[gdp_subsampling_mu["gamma"].isin(gdp_subsampling["gamma"].unique())]
    facts = [
        f"{row['upper']:.4f} at gamma = {row['gamma']:g}"
        for _, row in shown.sort_values("gamma", ascending=False).iterrows()
    ]
    return paragraph(
        "Figure gdp_subsampling (appendix E.2 of Liu et al.). (a) The transform of the Laplace"
        f" mechanism, epsilon0 = {gdp_subsampling_mu['epsilon0'].iloc[0]:g}, on a Poisson subsample"
        " that takes each record with probability gamma; neighbours add or remove a record.",
        f"(b) The largest mu, measured: {'; '.join(facts)} (upper bounds; the lower ones are at"
        f" most {(shown['upper'] - shown['lower']).max():.1g} below).",
        "epsilon0 and gamma are our choice, the paper's being lost.",
    )
