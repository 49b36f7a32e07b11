"""Check settings against each other: each may be valid, and together they draw no figure."""

from gaussmech.paper.experiments.methods import method_named
from gaussmech.paper.pipeline.config import ConfigError, shown
from gaussmech.paper.registry import FIGURES, REPEATED


def check_purpose(config):
    """Raise ConfigError, a line per mistake, unless every setting of a run has its use."""
    if mistakes := list(_mistakes(config)):
        raise ConfigError("the configuration is not valid\n  " + "\n  ".join(mistakes))


def _mistakes(config):
    heatmap, denoising = config["heatmap"], config["denoising"]
    source, epsilon = heatmap["source"], heatmap["map_epsilon"]
    if heatmap["folder"] is not None and source not in ("auto", "files"):
        folder = f"heatmap.folder is {shown(heatmap['folder'])}"
        yield f"{folder}: the source {source} reads none; it must be null, or heatmap.source files"
    if epsilon not in denoising["epsilons"]:
        epsilons = f"denoising.epsilons is {shown(denoising['epsilons'])}"
        yield f"{epsilons}: must have heatmap.map_epsilon, {epsilon}, whose maps are drawn"
    figures = [figure for figure in FIGURES.values() if figure.hours]
    if not any(figure.is_drawn(config) for figure in figures):
        hours = sorted({hour for figure in figures for hour in figure.hours_in(config)})
        yield f"heatmap.hours is {shown(heatmap['hours'])}: figures show none but {shown(hours)}"
    for section in dict.fromkeys(row.section for row in REPEATED.values()):
        methods = config[section]["methods"]
        if all(method_named(name).baseline for name in methods):
            key = f"{section}.methods is {shown(methods)}"
            yield f"{key}: must have one that releases something, such as aGM"
