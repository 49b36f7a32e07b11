"""Composition by the lecture notes' theorems and exactly; the privacy loss itself."""

from gaussmech.figures.captions import paragraph
from gaussmech.figures.style import FULL_WIDTH, legend_below, letter, number, plt

# Colour, line and legend of each way to count.
LOOKS = {
    "basic": ("0.35", ":", "basic composition"),
    "advanced": ("#D55E00", "--", "advanced composition"),
    "exact": ("#0072B2", "-", "exact (Gaussian DP)"),
}


def draw(composition_lecture, privacy_loss, privacy_loss_summary):
    """Draw (a) epsilon of k releases, (b) sigma for k releases, (c) the privacy loss."""
    figure, axes = plt.subplots(1, 3, figsize=(FULL_WIDTH, 2.9))
    handles = {}
    for panel, (question, rows) in zip(axes, composition_lecture.groupby("question"), strict=False):
        for method, shown in rows.groupby("method", sort=False):
            color, line, label = LOOKS[method]
            size = shown["sensitivity"] if question == "sigma" else 1
            style = {"color": color, "linestyle": line, "label": label}
            (handles[method],) = panel.plot(shown["k"], shown[question] / size, **style)
        panel.set(xscale="log", yscale="log", xlabel="k releases")
        delta = number(rows["delta"].iloc[0])
        if question == "epsilon":
            panel.set(ylabel=f"ε of all k, at δ = {delta}")
            panel.set_title(f"Cost at σ = {rows['sigma'].iloc[0]:.3g} Δ each")
        else:
            budget = number(rows[rows["method"] == "exact"]["epsilon"].iloc[0])
            panel.set(ylabel="σ / Δ of each release")
            panel.set_title(f"Noise for ({budget}, {delta})-DP")
    panel = axes[2]
    width = privacy_loss["right"] - privacy_loss["left"]
    middle = privacy_loss["left"] + width / 2
    handles["draws"] = panel.bar(
        middle, privacy_loss["density"], width, color="#56B4E9", label="simulated privacy loss"
    )
    (handles["normal"],) = panel.plot(
        middle, privacy_loss["normal"], color="0.1", linewidth=1, label="N(η, 2η)"
    )
    epsilon, eta = privacy_loss["epsilon"].iloc[0], privacy_loss["eta"].iloc[0]
    panel.axvline(epsilon, color="0.1", linestyle=":", linewidth=1)
    top = 1.12 * max(privacy_loss["density"].max(), privacy_loss["normal"].max())
    panel.text(epsilon, top, " ε", ha="left", va="top")
    panel.set(xlabel="log p(y) / p′(y)", ylabel="density", ylim=(0, top))
    panel.set_title(f"Privacy loss, η = {eta:.3g}")
    for k, panel in enumerate(axes):
        letter(panel, k)
        panel.minorticks_off()
    legend_below(figure, handles.values(), 3)
    return figure


def caption(composition_lecture, privacy_loss, privacy_loss_summary):
    """Return what the panels show, with the numbers of this run."""
    table = composition_lecture
    last = table[table["k"] == table["k"].max()]
    cost = last[last["question"] == "epsilon"].set_index("method")
    noise = last[last["question"] == "sigma"].set_index("method")
    relative = noise["sigma"] / noise["sigma"]["exact"]
    loss = privacy_loss_summary.set_index("quantity")
    facts = [
        f"{name} {row['simulated']:.5g} (standard error {row['se']:.1g}; exact {row['exact']:.5g})"
        for name, row in loss.iterrows()
    ]
    row = loss.iloc[0]
    return paragraph(
        "Figure composition_lecture. k releases of the analytic Gaussian mechanism. (a) epsilon of"
        f" all k at delta {cost['delta'].iloc[0]:g} in all, each with sigma"
        f" {cost['sigma'].iloc[0] / cost['sensitivity'].iloc[0]:.4g} Delta: at k ="
        f" {cost['k'].iloc[0]} basic {cost['epsilon']['basic']:.4g}, advanced"
        f" {cost['epsilon']['advanced']:.4g}, exact {cost['epsilon']['exact']:.4g}. Basic gives"
        " each step delta / k; advanced delta / (2k), with delta' = delta / 2.",
        f"{_crossing(table)}",
        "(b) sigma of each release so that all k keep within the whole budget, by basic"
        " composition and by the lecture's rule for a step, epsilon / (2 sqrt(2 k ln(1 /"
        f" delta'))): at k = {noise['k'].iloc[0]} they are {relative['basic']:.4g} and"
        f" {relative['advanced']:.4g} times the exact one; by advanced composition the rule's"
        f" steps have epsilon {noise['epsilon']['advanced']:.4g} in all, of"
        f" {noise['epsilon']['exact']:g} asked for, and by the exact one"
        f" {noise['exact_epsilon']['advanced']:.4g}.",
        f"(c) Privacy loss of {int(row['draws'])} releases in {int(row['dimension'])} dimensions"
        f" at epsilon {row['epsilon']:g}, delta {row['delta']:g}, against Lemma 3 of Balle & Wang:"
        f" {'; '.join(facts)}. The settings are our choice.",
    )


def _crossing(table):
    """Return from which k on advanced composition beats basic, in each question."""
    found = []
    for question, name in (("epsilon", "costs less"), ("sigma", "needs less noise")):
        rows = table[table["question"] == question].pivot(
            index="k", columns="method", values=question
        )
        below = rows.index[rows["advanced"] < rows["basic"]]
        found.append(
            f"{name} from k = {below.min()} on" if len(below) else f"never {name} in this range"
        )
    return f"Advanced composition {found[0]} in (a) and {found[1]} in (b)."
