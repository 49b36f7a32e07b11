"""The picture of README: three budgets, each with its release and its denoised map."""

import json

import numpy as np
import pandas as pd
from matplotlib import pyplot as plt
from PIL import Image

from tests.paper.figures.small_tables import city
from tools import draw_frames

EPSILONS = [0.1, 0.5, 2.0]
ERRORS = [180.0, 12.0, 40.0, 7.0, 11.0, 3.0]


def test_each_budget_has_its_errors_above_its_maps(tmp_path, monkeypatch):
    tables = city([0])
    provenance = tables.pop("provenance")
    draw = tables["heatmap_draw"]
    tables["denoising_frames"] = pd.concat(draw.assign(epsilon=x) for x in EPSILONS)
    errors = pd.DataFrame({"epsilon": np.repeat(EPSILONS, 2), "rmse_mean": ERRORS})
    tables["denoising_by_epsilon"] = errors.assign(method=["aGM", "aGM-auto"] * 3)
    # More draws at 0.5, which count; an hour that is not drawn does not.
    worth = pd.DataFrame({"hour": [0, 16], "epsilon": 0.5, "rmse_mean": [7.5, 99.0]})
    tables["denoising_worth"] = worth.assign(method="aGM-auto")
    data = tmp_path / "data"
    data.mkdir()
    for name, table in tables.items():
        table.to_csv(data / f"{name}.csv", index=False)
    (data / "provenance.json").write_text(json.dumps(provenance), encoding="utf-8")
    figures = []
    monkeypatch.setattr(plt, "close", figures.append)
    draw_frames.frames(tmp_path, tmp_path / "picture.png", dpi=50)
    monkeypatch.undo()
    (figure,) = figures
    truth, *groups, scale = figure.subfigs
    assert truth.axes[0].get_title() == "2014-09-24\n0:00 to 1:00"
    titles = {}
    for group in groups:
        titles[group.get_suptitle()] = [axes.get_title() for axes in group.axes]
    assert titles == {
        "ε = 0.1": ["released\nRMSE 180.0", "denoised\nRMSE 12.0"],
        "ε = 0.5": ["released\nRMSE 40.0", "denoised\nRMSE 7.5"],
        "ε = 2": ["released\nRMSE 11.0", "denoised\nRMSE 3.0"],
    }
    assert scale.axes[0].get_ylabel() == "trip ends per junction"
    # The first street of the truth has the mean of its ends.
    (streets,) = truth.axes[0].collections
    ends = draw["truth"].to_numpy()[tables["roads"][["u", "v"]]]
    np.testing.assert_allclose(streets.get_array(), ends.mean(axis=1))
    with Image.open(tmp_path / "picture.png") as picture:
        assert picture.size[0] > 2 * picture.size[1]
    plt.close(figure)
