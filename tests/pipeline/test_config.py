import copy
import re
from pathlib import Path

import pytest
import yaml

from gaussmech.pipeline.config import ConfigError, check_config, log_grid, plain
from gaussmech.pipeline.config_files import read_config
from tests.pipeline.bad_configs import BAD, UNREADABLE

ROOT = Path(__file__).parents[2]
QUICK = (ROOT / "config/quick.yaml").read_text()
SCHEMA = yaml.safe_load((ROOT / "workflow/schemas/config.schema.yaml").read_text())


PAPER = yaml.safe_load((ROOT / "config/config.yaml").read_text())


def paper():
    return copy.deepcopy(PAPER)


def laid_over(base, overlay):
    """As Snakemake merges config files: groups of keys are merged, all else replaced."""
    for key, value in overlay.items():
        if isinstance(value, dict) and isinstance(base.get(key), dict):
            laid_over(base[key], value)
        else:
            base[key] = value
    return base


def check(*overlays, base=ROOT):
    config = paper()
    for overlay in overlays:
        laid_over(config, yaml.safe_load(overlay) or {})
    check_config(plain(config), SCHEMA, base=base)


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


@pytest.mark.parametrize(
    "overlay, message", [pair for kind in BAD.values() for pair in kind], ids=lambda x: x[:40]
)
@pytest.mark.parametrize("run", ["", QUICK], ids=["paper", "quick"])
def test_a_bad_config_is_explained(run, overlay, message, tmp_path):
    path = tmp_path / "my.yaml"
    path.write_text(overlay)
    with pytest.raises(ConfigError) as error:
        read_config(path)
        check(run, overlay)
    assert re.search(message, str(error.value), re.MULTILINE)


@pytest.mark.parametrize("content, message", UNREADABLE)
def test_a_file_that_is_no_config_is_explained(content, message, tmp_path):
    path = tmp_path / "my.yaml"
    path.write_bytes(content)
    with pytest.raises(ConfigError) as error:
        read_config(path)
    assert re.match(re.escape(str(path)) + message, str(error.value))


def test_a_file_that_cannot_be_opened_is_named(tmp_path):
    with pytest.raises(ConfigError, match=r"gone\.yaml cannot be read: No such file"):
        read_config(tmp_path / "gone.yaml")
    with pytest.raises(ConfigError, match="cannot be read: Is a directory"):
        read_config(tmp_path)


def test_anchors_may_be_used(tmp_path):
    path = tmp_path / "my.yaml"
    path.write_text("a: &a {b: 1, c: [1.5, 1_000]}\nd: {<<: *a, b: 2}\n")
    assert read_config(path) == {"a": {"b": 1, "c": [1.5, 1000]}, "d": {"b": 2, "c": [1.5, 1000]}}


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


def test_an_unquoted_date_is_a_date():
    assert plain(yaml.safe_load("{a: [{date: 2014-09-24}]}")) == {"a": [{"date": "2014-09-24"}]}


def test_log_grid_has_exact_ends():
    grid = log_grid({"from": 1e-6, "to": 1.0, "points": 7})
    assert grid == [1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1.0]


def test_all_keys_given_twice_are_found(tmp_path):
    path = tmp_path / "my.yaml"
    path.write_text("seed: 1\nheatmap: {delta: 1, delta: 2}\nseed: 2\na: [{b: 1}, {b: 1, b: 2}]\n")
    with pytest.raises(ConfigError) as error:
        read_config(path)
    lines = [line.removeprefix(f"{path}, ") for line in str(error.value).splitlines()]
    assert [line.partition(" stands")[0] for line in lines] == [
        "line 2: heatmap.delta",
        "line 3: seed",
        "line 4: a[1].b",
    ]


def test_a_folder_may_be_at_home(monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    overlay = "heatmap: {folder: ~/city, roads: roads.txt, trips: [{file: day.parquet}]}"
    with pytest.raises(ConfigError, match="heatmap.folder is '~/city'; there is no such folder"):
        check(overlay)
    (tmp_path / "city").mkdir()
    for name in ("roads.txt.gz", "day.parquet"):
        (tmp_path / "city" / name).touch()
    check(overlay)


@pytest.mark.parametrize(
    "name",
    [
        "data",
        "figures",
        "parts",
        "logs",
        "benchmarks",
        "report",
        "bench",
        "browser",
        "claims.md",
        "explorer.html",
        "report.html",
    ],
)
def test_a_run_never_writes_among_the_results_of_another(name):
    with pytest.raises(ConfigError, match=f"run is '{name.upper()}', a name that results/"):
        check(f"run: {name.upper()}")


def test_a_run_needs_a_folder(tmp_path):
    (tmp_path / "results").mkdir()
    (tmp_path / "results/notes").write_text("mine")
    with pytest.raises(ConfigError, match="run is 'notes', but results/notes is no folder"):
        check("run: notes", base=tmp_path)
    # A folder that the user links elsewhere, to a larger disk say, is theirs to choose.
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "results/linked").symlink_to(tmp_path / "elsewhere")
    check("run: linked", base=tmp_path)
    (tmp_path / "results/linked2").symlink_to(tmp_path / "nothing")
    with pytest.raises(ConfigError, match="results/linked2 is no folder"):
        check("run: linked2", base=tmp_path)


@pytest.mark.parametrize("name", ["quick", "a", "2014-09-24", "a.b_c-1", "x" * 100])
def test_a_run_may_have_any_plain_name(name):
    check(f"run: '{name}'")


@pytest.mark.parametrize(
    "overlay",
    [
        "mean_estimation: {dimensions: [3, 10000000], repetitions: 1000000, blocks: 10000}",
        "histogram: {epsilons: [1, 2.0, 3.0e+3], sample_size: 100000000}",
        "heatmap: {map_epsilon: 1, epsilons: [1.0]}",
        "heatmap: {folder: config, roads: config.yaml}\nrun: b",
        "heatmap: {}",
        "denoising: {tuning_hours: [3]}",
        "seed: 9223372036854775807",
    ],
)
def test_what_is_odd_but_possible_is_allowed(overlay):
    check(QUICK, overlay)


def test_whole_numbers_have_no_dot():
    with pytest.raises(ConfigError, match=r"heatmap.hours\[0\] is 8.0; it must be a whole number"):
        check("heatmap: {hours: [8.0]}")
    with pytest.raises(ConfigError, match=r"heatmap.hours\[0\] is '8'.*write 8 without quotes"):
        check("heatmap: {hours: ['8']}")
