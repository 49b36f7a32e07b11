from pathlib import Path

import pytest
import yaml

from gaussmech.config import ConfigError, check_config, log_grid, plain, repeated_keys

ROOT = Path(__file__).parents[1]
SCHEMA = yaml.safe_load((ROOT / "workflow/schemas/config.schema.yaml").read_text())


def paper():
    return yaml.safe_load((ROOT / "config/config.yaml").read_text())


def laid_over(base, overlay):
    """As Snakemake merges config files: groups of keys are merged, all else replaced."""
    for key, value in overlay.items():
        if isinstance(value, dict) and isinstance(base.get(key), dict):
            laid_over(base[key], value)
        else:
            base[key] = value
    return base


def check(overlay=""):
    check_config(plain(laid_over(paper(), yaml.safe_load(overlay) or {})), SCHEMA, base=ROOT)


@pytest.mark.parametrize("name", ["config/config.yaml", "config/quick.yaml"])
def test_shipped_configs_are_valid(name):
    check((ROOT / name).read_text())


def resolved(schema):
    if "$ref" in schema:
        inner = resolved(SCHEMA["$defs"][schema["$ref"].rsplit("/", 1)[1]])
        return inner | {k: v for k, v in schema.items() if k != "$ref"}
    return schema


def objects(schema, path="config"):
    schema = resolved(schema)
    if schema.get("type") == "object":
        yield path, schema
        for name, part in schema["properties"].items():
            yield from objects(part, f"{path}.{name}")
    elif schema.get("type") == "array":
        yield from objects(schema["items"], f"{path}[]")


def test_every_group_of_the_schema_is_closed():
    groups = list(objects(SCHEMA))
    assert len(groups) >= 8
    assert [path for path, group in groups if group.get("additionalProperties") is not False] == []


def test_every_key_is_described_and_defaults_are_the_paper():
    config = paper()
    for name, part in SCHEMA["properties"].items():
        part = resolved(part)
        keys = {name: part}
        found = config
        if part.get("type") == "object":
            keys, found = part["properties"], config[name]
        for key, schema in keys.items():
            schema = resolved(schema)
            assert schema["description"].strip(), key
            assert schema["default"] == found[key], key


BAD = [
    ("seed: -1", "seed is -1"),
    ("seed: 1.5", "seed is 1.5"),
    ("seed: true", "seed is true"),
    ("seed: null", "seed is null"),
    ("run: ../up", "run is '../up'"),
    ("run: /tmp", "run is '/tmp'"),
    ("run: data", "run is 'data'"),
    ("run: 3", "run is 3"),
    ("sede: 3", "sede is no known key.*did you mean seed"),
    ("calibration: 3", "calibration is 3"),
    ("calibration: {deltas: 1.0e-6}", "calibration.deltas is 1e-06"),
    (
        "calibration: {deltas: [1e-6]}",
        r"calibration.deltas\[0\] is '1e-6'.*write 1.0e-06 without quotes",
    ),
    ("calibration: {deltas: [1.5]}", r"calibration.deltas\[0\] is 1.5"),
    ("calibration: {deltas: []}", "calibration.deltas is empty"),
    ("calibration: {epsilons: {from: 1.0, to: 0.1}}", "calibration.epsilons.from is 1.0"),
    ("calibration: {epsilons: {points: 1}}", "calibration.epsilons.points is 1"),
    ("calibration: {epsilons: {start: 1}}", "calibration.epsilons.start is no known key"),
    ("calibration: {sensitivity: 0}", "calibration.sensitivity is 0"),
    ("calibration: {sensitivity: .nan}", "calibration.sensitivity is nan"),
    ("calibration: {sensitivity: .inf}", "calibration.sensitivity is inf"),
    ("mean_estimation: {epsilons: [0.1, 0.1]}", "0.1 more than once"),
    ("mean_estimation: {epsilons: [0]}", r"mean_estimation.epsilons\[0\] is 0"),
    ("mean_estimation: {epsilons: [-1]}", r"mean_estimation.epsilons\[0\] is -1"),
    ("mean_estimation: {delta: 0}", "mean_estimation.delta is 0"),
    ("mean_estimation: {delta: 1}", "mean_estimation.delta is 1"),
    ("mean_estimation: {dimensions: [2]}", r"mean_estimation.dimensions\[0\] is 2"),
    ("mean_estimation: {dimensions: [10.5]}", r"mean_estimation.dimensions\[0\] is 10.5"),
    ("mean_estimation: {repetitions: 0}", "mean_estimation.repetitions is 0"),
    ("mean_estimation: {repetitions: 1.0e+12}", "mean_estimation.repetitions is"),
    ("mean_estimation: {sample_size: many}", "mean_estimation.sample_size is 'many'"),
    ("mean_estimation: {methods: [agm]}", r"methods\[0\] is 'agm'.*did you mean aGM"),
    (
        "histogram: {repetition: 3}",
        "histogram.repetition is no known key.*did you mean repetitions",
    ),
    ("heatmap: {source: web}", "heatmap.source is 'web'"),
    ("heatmap: {source: standin}", "did you mean stand-in"),
    ("heatmap: {source: files}", "heatmap.folder is null"),
    ("heatmap: {source: files, folder: nowhere}", "heatmap.folder is 'nowhere'"),
    ("heatmap: {source: files, folder: tests}", "heatmap.roads is 'manhattan_with_weights.txt'"),
    ("heatmap: {folder: tests, roads: real.yaml, trips: [{file: no.csv}]}", "'no.csv'"),
    ("heatmap: {trips: [{file: a.csv}]}", "heatmap.trips lists files"),
    ("heatmap: {trips: [{hours: [0]}]}", r"heatmap.trips\[0\].file is missing"),
    ("heatmap: {trips: [{file: a, weight: 0}]}", r"heatmap.trips\[0\].weight is 0"),
    ("heatmap: {trips: [{file: a, weihgt: 1}]}", "did you mean weight"),
    ("heatmap: {hours: [24]}", r"heatmap.hours\[0\] is 24"),
    ("heatmap: {hours: []}", "heatmap.hours is empty"),
    ("heatmap: {map_epsilon: 0.7}", "heatmap.map_epsilon is 0.7"),
    ("heatmap: {bandwidth_m: -1}", "heatmap.bandwidth_m is -1"),
    ("heatmap: {reach_m: 0}", "heatmap.reach_m is 0"),
    ("heatmap: {contribution: none}", "heatmap.contribution is 'none'"),
    ("heatmap: {max_trips: 0}", "heatmap.max_trips is 0"),
    ("heatmap: {sensitivity: [5]}", r"heatmap.sensitivity is \[5\]"),
]


@pytest.mark.parametrize("overlay, message", BAD)
def test_a_bad_config_is_explained(overlay, message):
    with pytest.raises(ConfigError, match=message):
        check(overlay)


def test_every_problem_is_told_at_once():
    with pytest.raises(ConfigError) as error:
        check("{seed: -1, run: a/b, heatmap: {hours: [25]}}")
    assert len(str(error.value).splitlines()) == 4


def test_missing_keys_are_named():
    config = paper()
    del config["seed"], config["heatmap"]["delta"]
    with pytest.raises(ConfigError) as error:
        check_config(config, SCHEMA)
    assert "seed is missing" in str(error.value) and "heatmap.delta is missing" in str(error.value)


def test_an_hour_that_no_file_serves_is_refused():
    trips = "[{file: config.yaml, hours: [0, 8]}]"
    with pytest.raises(ConfigError, match="heatmap.hours has 12, but no entry"):
        check(f"heatmap: {{folder: config, roads: config.yaml, trips: {trips}}}")


def test_an_unquoted_date_is_a_date():
    assert plain(yaml.safe_load("{a: [{date: 2014-09-24}]}")) == {"a": [{"date": "2014-09-24"}]}


def test_log_grid_has_exact_ends():
    grid = log_grid({"from": 1e-6, "to": 1.0, "points": 7})
    assert grid == [1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1.0]


def test_keys_given_twice_are_found():
    text = "seed: 1\nheatmap: {delta: 1, delta: 2}\nseed: 2\na: [{b: 1}, {b: 1, b: 2}]\n"
    assert repeated_keys(text) == ["heatmap.delta", "seed", "a[1].b"]
    assert repeated_keys("") == []


def test_whole_numbers_have_no_dot():
    with pytest.raises(ConfigError, match=r"heatmap.hours\[0\] is 8.0; it must be a whole number"):
        check("heatmap: {hours: [8.0]}")
    with pytest.raises(ConfigError, match=r"heatmap.hours\[0\] is '8'.*write 8 without quotes"):
        check("heatmap: {hours: ['8']}")
