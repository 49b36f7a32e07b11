"""The Laplace mechanism on Poisson subsamples."""

from gaussmech.paper.figures.captions import caption_of
from gaussmech.paper.figures.curves import each_value, label_transforms
from gaussmech.paper.figures.style import finished, panels


def draw(gdp_subsampling, gdp_subsampling_mu):
    """Draw (a) transforms, (b) mu against gamma.

    Parameters
    ----------
    gdp_subsampling, gdp_subsampling_mu : DataFrame
        The tables of the same names.
    """
    figure, ((left, right),) = panels(1, 2, 3.1)
    for gamma, rows, look in each_value(gdp_subsampling, "gamma", reverse=True):
        left.plot(rows["epsilon"], rows["mu"], label=f"γ = {gamma:g}", **look)
    label_transforms(left)
    ratio = over_proportion(gdp_subsampling_mu)
    right.plot(ratio.index, ratio, color="0.1", label="measured μ")
    right.axhline(1, color="0.4", linestyle=":", label="in proportion to γ")
    right.set(
        xlabel="share γ of the records",
        ylabel="μ / (γ × μ at γ = 1)",
        xlim=(0, None),
    )
    # From 0, so the panel does not make a small factor look large.
    right.set_ylim(0, 1.1 * ratio.max())
    right.set_title("μ against that in proportion")
    return finished(figure, columns=3)


def caption(gdp_subsampling, gdp_subsampling_mu):
    """Return the caption, with by how much mu is off proportion.

    Parameters
    ----------
    gdp_subsampling, gdp_subsampling_mu : DataFrame
        The tables of the same names.
    """
    ratio = over_proportion(gdp_subsampling_mu)
    least = ratio.idxmin()
    gap = (gdp_subsampling_mu["upper"] - gdp_subsampling_mu["lower"]).max()
    return caption_of(
        "The Laplace mechanism on Poisson subsamples",
        f"Subsampling scales mu by {ratio.min():.2f} (at gamma = {least:.2g}) to"
        f" {ratio.max():.2f} times gamma, the share of the records in the sample.",
        "(a) Transform of the Laplace mechanism, epsilon0 ="
        f" {gdp_subsampling_mu['epsilon0'].iloc[0]:g}, on a sample that takes each record with"
        " probability gamma (appendix E.2 of Liu et al.)."
        f" (b) The measured mu, certified to {gap:.1g}, over gamma times that of all records."
        " The settings are our choice. Table: gdp_subsampling_mu.csv.",
    )


def over_proportion(table):
    """Return mu over gamma times the mu of all records.

    Parameters
    ----------
    table : DataFrame
        The table `gdp_subsampling_mu`.

    Returns
    -------
    Series
        Ratios by gamma.
    """
    upper = table.sort_values("gamma").set_index("gamma")["upper"]
    whole = upper.iloc[-1] / upper.index[-1]
    return upper / (upper.index * whole)
