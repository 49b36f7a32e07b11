"""Panels that several figures share, and what is drawn in them."""

from gaussmech.paper.experiments.summaries import variance_gain
from gaussmech.paper.figures.curves import (
    band,
    each_value,
    errors_by_dimension,
    name_curves,
    rows_of,
)
from gaussmech.paper.figures.method_styles import LOOKS
from gaussmech.paper.figures.style import inner_legend, labelled, number

# The last panel of Figure 4 begins at this dimension, and so does Figure 1 (e).
HIGH_DIMENSION = 500
# The symbols of parameters in labels.
SYMBOL = {"epsilon": "ε", "delta": "δ"}


def available_epsilons(table, wanted):
    """Return the epsilons for the panels of a figure.

    Parameters
    ----------
    table : DataFrame
    wanted : list of float
        An epsilon per panel.

    Returns
    -------
    list of float
        The wanted epsilons that the table has; others of the table in place of the rest.
    """
    present = sorted(table["epsilon"].unique())
    others = [epsilon for epsilon in present if epsilon not in wanted]
    chosen = []
    for epsilon in wanted:
        if epsilon in present:
            chosen.append(epsilon)
        elif others:
            chosen.append(others.pop(0))
    return chosen


def panel_each(axes, epsilons):
    """Yield a panel and its epsilon; a panel without one says that there is none.

    Parameters
    ----------
    axes : sequence of Axes
    epsilons : list of float
        At most as many as there are panels.
    """
    for panel in axes[len(epsilons) :]:
        no_data(panel, "no further epsilon in this run")
    yield from zip(axes, epsilons, strict=False)


def ratio_to(method, table, keys, y, se=None):
    """Return a table with the ratio of its values to those of one method.

    Parameters
    ----------
    method : str
        The method that the others are compared with.
    table : DataFrame
    keys : str or list of str
        Columns in which two rows must agree to be compared.
    y, se : str
        Columns of the values and of their standard errors.

    Returns
    -------
    DataFrame
        The table with the columns `ratio` and `ratio_se`, missing where the method has no row.
    """
    unit = rows_of(table, method=method).set_index(keys)[y]
    unit = unit.reindex(table.set_index(keys).index).to_numpy()
    return table.assign(ratio=table[y] / unit, ratio_se=table[se or y] / unit)


def estimation_panels(axes, table, wanted):
    """Draw the L2 error of mean estimation, a panel per epsilon.

    Parameters
    ----------
    axes : sequence of Axes
    table : DataFrame
        Errors of mean estimation.
    wanted : list of float
        The epsilons to show.

    Returns
    -------
    list
        The handles of a legend for all panels.
    """
    for panel, epsilon in panel_each(axes, available_epsilons(table, wanted)):
        errors_by_dimension(panel, table, epsilon, "L2 error")
        panel.set_title(f"Mean estimation, {panel.get_title()}")
    return labelled(axes)


def denoised_alone(axes, table, epsilons, ylabel):
    """Draw James-Stein and thresholding alone in high dimension, as Figure 4 (d) has them.

    All curves are solid, because a dash stands for a method elsewhere. They are named on their left,
    as some come together in higher dimension. The positive part of James-Stein is dotted, as
    elsewhere.

    Parameters
    ----------
    axes : Axes
    table : DataFrame
        Errors of vectors.
    epsilons : list of float
    ylabel : str
        Name of the error.
    """
    high = table[table["dimension"] >= HIGH_DIMENSION]
    ends = {}
    for method in ("aGM-JS", "aGM-JS+", "aGM-TH"):
        look = LOOKS[method]
        for epsilon in epsilons:
            rows = rows_of(high, method=method, epsilon=epsilon)
            if rows.empty:
                continue
            axes.plot(rows["dimension"], rows["error_mean"], **look.line_style())
            band(axes, rows, "dimension", "error_mean", "error_se", look.color)
            # The positive part lies on James-Stein's curve and shares its name.
            if method != "aGM-JS+":
                name = f"{method.removeprefix('aGM-')}, {number(epsilon)}"
                end = rows.iloc[0]
                ends[name] = (end["dimension"], end["error_mean"], look.color)
    if not ends:
        no_data(axes, f"no denoised method at d ≥ {HIGH_DIMENSION} in this run")
        return
    axes.set(
        xscale="log",
        yscale="log",
        xlabel="dimension d",
        ylabel=ylabel,
        title=f"JS and TH alone, d ≥ {HIGH_DIMENSION}, by ε",
    )
    # Room for the names between the vertical axis and the curves.
    low, high = axes.get_xlim()
    axes.set_xlim(low / (high / low) ** 0.4, high)
    name_curves(axes, ends, gap=0.07, left=True)


def gain_curves(axes, table, x, each):
    """Draw the variance ratio cGM / aGM, a curve per value of a column.

    Parameters
    ----------
    axes : Axes
    table : DataFrame
        A table of calibration.
    x, each : str
        Column of the horizontal axis, and column whose values have a curve each.
    """
    for value, rows, look in each_value(variance_gain(table), each):
        label = f"{SYMBOL[each]} = {number(value)}"
        axes.plot(rows[x], rows["gain"], color=look["color"], label=label)
    axes.set(
        xscale="log",
        yscale="log",
        xlabel=SYMBOL[x],
        ylabel="variance ratio cGM / aGM",
        title="Gain in variance",
    )
    inner_legend(axes)


def no_data(axes, text):
    """Empty the panel and say why.

    Parameters
    ----------
    axes : Axes
    text : str
        The reason.
    """
    axes.set_axis_off()
    axes.text(
        0.5,
        0.5,
        text,
        ha="center",
        va="center",
        wrap=True,
        transform=axes.transAxes,
    )
