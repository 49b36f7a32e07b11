"""The picture of README: three budgets, each with its release and its denoised map."""

import json

import numpy as np
import pandas as pd
import pytest
from matplotlib import pyplot as plt
from PIL import Image

from tools import draw_frames

ERRORS = {0.1: (180.0, 12.0), 0.5: (40.0, 7.0), 2.0: (11.0, 3.0)}
METHODS = ("aGM", "aGM-auto")


@pytest.fixture
def results(tmp_path):
    """A run on a city of four junctions in a row."""
    data = tmp_path / "data"
    data.mkdir()
    rng = np.random.default_rng(1)
    maps = []
    errors = []
    for epsilon, pair in ERRORS.items():
        columns = {
            "hour": 0,
            "junction": range(4),
            "epsilon": epsilon,
            "truth": [0, 10, 20, 30],
        }
        maps.append(
            pd.DataFrame(columns | {name: rng.uniform(0, 30, 4) for name in METHODS})
        )
        errors += [
            (epsilon, name, rmse) for name, rmse in zip(METHODS, pair, strict=True)
        ]
    by_epsilon = pd.DataFrame(errors, columns=["epsilon", "method", "rmse_mean"])
    # More draws at 0.5, which count; an hour that is not drawn does not.
    worth = pd.DataFrame(
        {
            "hour": [0, 16],
            "epsilon": 0.5,
            "method": "aGM-auto",
            "rmse_mean": [7.5, 99.0],
        }
    )
    tables = {
        "denoising_frames": pd.concat(maps),
        "denoising_by_epsilon": by_epsilon,
        "denoising_worth": worth,
        "junctions": pd.DataFrame(
            {"lon": [0, 1e-3, 2e-3, 3e-3], "lat": [0, 2e-3, 1e-3, 4e-3]}
        ),
        "roads": pd.DataFrame({"u": [0, 1, 2], "v": [1, 2, 3]}),
    }
    for name, table in tables.items():
        table.to_csv(data / f"{name}.csv", index=False)
    provenance = {"hours": {"0": {"days": "2015-01-10"}}}
    (data / "provenance.json").write_text(json.dumps(provenance), encoding="utf-8")
    return tmp_path


def test_each_budget_has_its_errors_above_its_maps(results, tmp_path, monkeypatch):
    figures = []
    monkeypatch.setattr(plt, "close", figures.append)
    draw_frames.frames(results, tmp_path / "picture.png", dpi=50)
    monkeypatch.undo()
    (figure,) = figures
    truth, *groups, scale = figure.subfigs
    assert truth.axes[0].get_title() == "2015-01-10\n0:00 to 1:00"
    titles = {
        group.get_suptitle(): [axes.get_title() for axes in group.axes]
        for group in groups
    }
    assert titles == {
        "ε = 0.1": ["released\noff by 180.0", "denoised\noff by 12.0"],
        "ε = 0.5": ["released\noff by 40.0", "denoised\noff by 7.5"],
        "ε = 2": ["released\noff by 11.0", "denoised\noff by 3.0"],
    }
    assert scale.axes[0].get_ylabel() == "trip ends per junction"
    # The first street of the truth has the mean of its ends.
    (streets,) = truth.axes[0].collections
    assert streets.get_array().tolist() == [5, 15, 25]
    with Image.open(tmp_path / "picture.png") as picture:
        assert picture.size[0] > 2 * picture.size[1]
    plt.close(figure)
