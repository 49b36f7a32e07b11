"""Sweeps: which keys, which cells, and what is refused."""

import re

import pytest

from gaussmech.paper.pipeline.config_reader import ConfigError, overlaid, read_config
from gaussmech.paper.pipeline.sweeps import (
    cells,
    check_sweep,
    folder,
    folders,
    swept_keys,
)
from tests.processes import ROOT

SCHEMA = read_config(ROOT / "workflow/schemas/config.schema.yaml")
PAPER = read_config(ROOT / "config/config.yaml")


def with_sweep(sweep):
    return overlaid(PAPER, {"sweep": sweep})


def test_cells_are_every_combination_in_the_order_of_the_configuration():
    keys = ["mean_estimation.sample_size", "mean_estimation.delta"]
    config = with_sweep(
        {keys[0]: [100, 500], "histogram.delta": [0.1], keys[1]: [1e-2, 1e-6]}
    )
    grid = [(100, 1e-2), (100, 1e-6), (500, 1e-2), (500, 1e-6)]
    expected = []
    for size, delta in grid:
        overlay = {"mean_estimation": {"sample_size": size, "delta": delta}}
        expected.append(({keys[0]: size, keys[1]: delta}, overlaid(config, overlay)))
    assert cells(config, "mean_estimation") == expected
    assert cells(config, "heatmap") == []


def test_the_extended_maps_depend_on_two_sections():
    config = with_sweep(
        {
            "heatmap.delta": [0.1],
            "heatmap.repetitions": [2, 3],
            "denoising.repetitions": [4],
        }
    )
    assert swept_keys(config, "heatmap") == ["heatmap.delta", "heatmap.repetitions"]
    assert swept_keys(config, "heatmap_extended") == [
        "heatmap.delta",
        "denoising.repetitions",
    ]


def test_listed_cells_have_names_and_the_values_that_belong_together():
    config = with_sweep(
        [
            {"name": "a", "histogram.delta": 0.1, "histogram.sample_size": 100},
            {"name": "b", "histogram.delta": 0.2, "heatmap.hours": 8},
            {"name": "c", "heatmap.contribution": "clip"},
        ]
    )
    check_sweep(config, SCHEMA)
    values = [values for values, _ in cells(config, "histogram")]
    assert values == [
        {"name": "a", "histogram.delta": 0.1, "histogram.sample_size": 100},
        # The run's own value of what only the other cells have.
        {"name": "b", "histogram.delta": 0.2, "histogram.sample_size": 500},
    ]
    (b, of_b), (c, of_c) = cells(config, "heatmap")
    assert of_b["heatmap"]["hours"] == [8] and b["heatmap.contribution"] == "auto"
    assert of_c["heatmap"] == PAPER["heatmap"] | {"contribution": "clip"}
    assert c["name"] == "c" and folder(c).count("__") == 1 and "name" not in folder(c)


# Values that a careless name would bring together.
ALIKE = ["a,b", "a@2Cb", "a/b", "a-b", "a b", "a_", "a__", "a_b", "a__b", "_a", "a@5F"]
ALIKE += [["a_", "_b"], ["a", "_b"], "a+b", ["a", "b"], "é", "e\u0301", "", "~", None]
ALIKE += [
    "None",
    "True",
    True,
    1,
    1.0,
    1e30,
    [1, 2],
    [12],
    "x" * 300,
    "x" * 301,
    ["x" * 300],
    [["a"]],
]


def test_cells_have_folders_of_their_own_with_names_that_file_systems_allow():
    key = "heatmap.roads"
    cells = [{key: value} for value in ALIKE]
    cells += [{key: "a", "seed": 1}, {key: "a,seed-1"}, {key: "a__seed-1"}]
    cells += [{f"heatmap.{k}{'y' * 40}": k for k in range(m)} for m in (6, 7, 11)]
    names = [folder(cell) for cell in cells]
    assert len({*names}) == len(names)
    for name in names:
        sweep, part, end = name.split("/")
        assert sweep == "sweep" and end == "" and len(part.encode()) <= 255
        assert re.fullmatch(r"[A-Za-z0-9._@~+-]+", part)


def test_cells_share_the_city_that_they_have_in_common():
    grid = {"seed": [1, 2], "mean_estimation.delta": [0.1], "heatmap.reach_m": [75]}
    settings = folders(with_sweep(grid | {"heatmap.delta": [0.1]}))
    mean = "sweep/mean_estimation.delta-0.1__seed-{}/"
    maps = "sweep/heatmap.delta-0.1__heatmap.reach_m-75__seed-{}/"
    city, seed = "sweep/heatmap.reach_m-75__seed-{}/", "sweep/seed-{}/"
    names = [name.format(k) for name in (mean, maps, city, seed) for k in (1, 2)]
    assert settings.keys() == {"", *names} and settings[""] == {}
    assert settings["sweep/heatmap.reach_m-75__seed-2/"] == {
        "seed": 2,
        "heatmap.reach_m": 75,
    }


def test_one_value_of_a_list_is_a_list_of_one():
    config = with_sweep({"heatmap.hours": [0, [12, 16]]})
    check_sweep(config, SCHEMA)
    hours = [cell["heatmap"]["hours"] for _, cell in cells(config, "heatmap")]
    assert hours == [[0], [12, 16]]


@pytest.mark.parametrize(
    "sweep, words",
    [
        (
            {"mean_estimation.dleta": [0.1]},
            "dleta cannot be swept; did you mean mean_estimation.delta?; allowed are seed, mean",
        ),
        (
            [{"name": "a", "heatmap.hour": 8}],
            "hour cannot be swept; did you mean heatmap",
        ),
        ([{"name": "a", "seed": 1}, {"name": "a"}], "two cells have the same name"),
        # Only together do these values not fit.
        (
            [{"name": "a", "heatmap.source": "download", "heatmap.folder": "x"}],
            'heatmap.folder is "x": must be null, as the source download reads no folder',
        ),
        ({"seed": [1.5]}, "seed is 1.5: must be a whole number"),
        ({"heatmap.hours": [0, [0]]}, "hours is [0, [0]]: two of these are the same"),
        ({"histogram.blocks": [1]}, "histogram.blocks cannot be swept"),
        ({"lecture.draws": [10]}, "lecture.draws cannot be swept"),
        ({"histogram.delta": [0.1, 2.0]}, "delta is 2.0: must be a number >= 1e-100"),
        # Each value fits the other settings.
        ({"histogram.repetitions": [20, 5]}, "blocks is 10: must be at most"),
        (
            {"histogram.sample_size": [*range(2381)], "histogram.delta": [0.1] * 21},
            "50001 cells of histogram: must be at most 50000",
        ),
    ],
)
def test_what_cannot_be_swept_is_refused(sweep, words):
    config = overlaid(with_sweep(sweep), {"histogram": {"blocks": 10}})
    with pytest.raises(ConfigError) as error:
        check_sweep(config, SCHEMA)
    assert words in str(error.value)
