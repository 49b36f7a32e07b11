"""Draw docs/meaning.png: what the best attack detects, for five budgets.

    python -m tools.draw_meaning

All numbers come from `gaussmech.gaussian_mu` and `gaussmech.true_positive_rate`.
"""

import io
from pathlib import Path

import numpy as np
from matplotlib import pyplot as plt

import gaussmech as gm
from gaussmech.paper.figures import style
from tools.pictures import write_png

FILE = Path(__file__).parents[1] / "docs/meaning.png"
# Pixels.
WIDTH = 1400
EPSILONS = (0.1, 0.5, 1.0, 3.0, 8.0)
DELTA = 1e-6
# The command `gaussmech sigma` states the rates at these false alarms.
MARKED = (0.01, 0.1)
COLORS = plt.cm.viridis(np.linspace(0.85, 0.0, len(EPSILONS)))


def draw():
    """Return the figure: rates on linear axes, and small rates on logarithmic ones."""
    figure, (whole, small) = plt.subplots(1, 2, figsize=(style.FULL_WIDTH, 3.2))
    linear = np.linspace(0, 1, 201)
    logarithmic = np.geomspace(1e-4, 1, 121)
    for epsilon, color in zip(EPSILONS, COLORS, strict=True):
        mu = gm.gaussian_mu(epsilon, DELTA)
        label = f"ε = {epsilon:g} (μ = {mu:.2f})"
        whole.plot(linear, gm.true_positive_rate(linear, mu), color=color, label=label)
        small.plot(logarithmic, gm.true_positive_rate(logarithmic, mu), color=color)
        small.plot(MARKED, gm.true_positive_rate(MARKED, mu), "o", color=color)
    for axes in (whole, small):
        axes.plot([1e-4, 1], [1e-4, 1], "--", color="0.5", linewidth=0.8)
        axes.set_xlabel("false alarms: share of absent people accused")
        axes.set_ylabel("share of present people detected")
    whole.set_title("The best attack; dashed: guessing", loc="left")
    small.set_title("The same where false alarms are rare", loc="left")
    small.set_xscale("log")
    small.set_yscale("log")
    whole.legend(title=f"Gaussian noise, δ = {DELTA:g}", title_fontsize=7.5)
    return figure


if __name__ == "__main__":
    picture = io.BytesIO()
    with style.house_style():
        draw().savefig(picture, dpi=130)
    write_png(picture, FILE, WIDTH, colours=64)
