import re

import pytest

from gaussmech.paper.pipeline.config_reader import (
    ConfigError,
    check_config,
    grids_as_lists,
    overlaid,
    read_config,
    with_types,
)
from gaussmech.paper.pipeline.sweeps import check_sweep
from tests.paper.pipeline.bad_configs import BAD, UNREADABLE
from tests.processes import ROOT
from tools.document_config import resolve

SCHEMA = read_config(ROOT / "workflow/schemas/config.schema.yaml")
PAPER = read_config(ROOT / "config/config.yaml")


@pytest.fixture
def read(tmp_path):
    """Reads what a file holds."""
    path = tmp_path / "my.yaml"

    def read(content):
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return read_config(path)

    return read


def reserved():
    """Names in results/ that no run may take."""
    pattern = SCHEMA["properties"]["run"]["pattern"]
    return re.search(r"\(\?i:(.*?)\)", pattern)[1].split("|")


def check(overlay):
    config = overlaid(PAPER, overlay)
    check_config(config, SCHEMA)
    check_sweep(config, SCHEMA)


def has_line(error, words):
    return any(all(word in line for word in words) for line in str(error).splitlines())


@pytest.mark.parametrize(
    "path", [*ROOT.glob("config/**/*.yaml")], ids=lambda path: path.stem
)
def test_shipped_configs_are_valid(path):
    check(read_config(path))


def groups(schema):
    schema = resolve(schema)
    if "properties" in schema:
        yield schema
        for part in schema["properties"].values():
            yield from groups(part)
    elif "items" in schema:
        yield from groups(schema["items"])


def test_every_group_is_closed_and_defaults_are_the_paper():
    # A listed cell of a sweep has a name and any keys, which `check_sweep` knows.
    closed = [group for group in groups(SCHEMA) if [*group["properties"]] != ["name"]]
    assert {group.get("additionalProperties") for group in closed} == {False}
    for name, schema in SCHEMA["properties"].items():
        parts = resolve(schema).get("properties", {})
        defaults = {key: resolve(part)["default"] for key, part in parts.items()}
        assert (defaults or resolve(schema)["default"]) == PAPER[name]


@pytest.mark.parametrize(
    "overlay, words", [(x, w) for x, *w in BAD], ids=lambda x: str(x)[:40]
)
def test_a_bad_config_is_refused_by_key_value_and_what_is_allowed(read, overlay, words):
    with pytest.raises(ConfigError) as error:
        check(read(overlay))
    assert has_line(error.value, words), error.value


@pytest.mark.parametrize("content, words", [(x, w) for x, *w in UNREADABLE])
def test_a_file_that_is_no_config_is_refused_in_one_line(read, content, words):
    with pytest.raises(ConfigError) as error:
        read(content)
    text = str(error.value)
    assert (
        has_line(text, ["my.yaml", *words]) and "\n" not in text and len(text) < 400
    ), text


def test_a_file_that_cannot_be_opened_is_named(tmp_path):
    with pytest.raises(ConfigError, match=f"{tmp_path} cannot be read: Is a directory"):
        read_config(tmp_path)


def test_what_yaml_offers_may_be_used(read):
    settings = read("a: &a {b: 1, c: [1.5, 1_000]}\nd: {<<: *a, b: 2}\n2: 2014-09-24\n")
    part = {"b": 1, "c": [1.5, 1000]}
    assert settings == {"a": part, "d": part | {"b": 2}, "2": "2014-09-24"}


def test_nested_values_of_the_command_line_are_read_as_yaml_and_those_of_files_left():
    # As Snakemake reads --config heatmap='{repetitions: 3, hours: [0, 8]}'.
    given = {
        "repetitions": "3",
        "hours": ["0", "8"],
        "folder": "null",
        "roads": "[x",
        "label": "[x]",
    }
    expected = {
        "repetitions": 3,
        "hours": [0, 8],
        "folder": None,
        "roads": "[x",
        "label": "[x]",
    }
    files = {"run": "8", "heatmap": {"reach_m": "12", "hours": [1], "roads": "a"}}
    config = {"seed": 7, "run": "8", "heatmap": {**given, "reach_m": "12"}}
    typed = config | {"heatmap": {**expected, "reach_m": "12"}}
    assert with_types(config, files) == typed


def test_every_mistake_has_a_line_of_its_own():
    with pytest.raises(ConfigError) as error:
        check({"seed": -1, "run": "a/b", "heatmap": {"hours": [25.5]}})
    assert len(str(error.value).splitlines()) == 1 + 3


def test_a_folder_may_be_at_home(monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("roads.txt.gz", "day.parquet"):
        (tmp_path / name).touch()
    trips = [{"file": "day.parquet"}]
    check({"heatmap": {"folder": "~", "roads": "roads.txt", "trips": trips}})


def test_a_run_has_a_folder_of_its_own(monkeypatch, tmp_path):
    for name in reserved():
        with pytest.raises(
            ConfigError, match=f'run is "{name.upper()}": must be .* results/ uses'
        ):
            check({"run": name.upper()})
    monkeypatch.chdir(tmp_path)
    (tmp_path / "results").mkdir()
    (tmp_path / "results/notes").write_text("mine")
    (tmp_path / "results/gone").symlink_to(tmp_path / "nothing")
    for name in ("notes", "gone"):
        with pytest.raises(ConfigError, match=f"results/{name} is not a folder"):
            check({"run": name})
    # A folder that the user links elsewhere, to a larger disk say, is theirs to choose.
    (tmp_path / "results/linked").symlink_to(tmp_path)
    check({"run": "linked"})


def test_what_is_odd_but_possible_is_allowed(read):
    check(
        read(
            "seed: 9223372036854775807\n"
            "run: a.b_c-1\n"
            "mean_estimation: {dimensions: [3, 10000000], repetitions: 1000000, blocks: 10000}\n"
            "histogram: {dimensions: [1, 2], methods: [aGM]}\n"
            "heatmap: {map_epsilon: 1, epsilons: [1.0]}\n"
            "denoising: {epsilons: [1.0]}\n"
        )
    )


def test_an_overlay_merges_groups_and_replaces_lists_and_a_grid_has_exact_ends():
    below = {"a": {"b": [1, 2], "c": 3}, "d": {"e": 1}, "f": 1}
    above = {"a": {"b": [4]}, "d": 5, "g": {"h": 1}}
    merged = {"a": {"b": [4], "c": 3}, "d": 5, "f": 1, "g": {"h": 1}}
    assert overlaid(below, above) == merged
    assert below["a"]["b"] == [1, 2]
    grid = grids_as_lists({"epsilons": {"from": 1e-6, "to": 1.0, "points": 7}})[
        "epsilons"
    ]
    assert grid == [1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1.0]
