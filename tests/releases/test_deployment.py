"""The record of a release for the registry of deployments: complete, valid, and open about gaps."""

import json
import re
from pathlib import Path

import jsonschema
import pytest
import yaml

from gaussmech.releases.outputs.deployment import SECTIONS, TEMPLATE, read_about

# The registry's schema, in a folder beside a development checkout; it is not part of the project.
SCHEMA = Path(__file__).parents[3] / "shared/data/registry/deployments-schema.yaml"
BUDGET = "--epsilon 0.5 --delta 1e-6"
EVENTS = "release events events.csv --user cab --events-per-user 1 --place place --privacy-unit cab"
EVENTS = f"{EVENTS} --places places.csv {BUDGET} --registry --output my_Map.csv"
COUNTS = (
    "release counts counts.csv --value count --l2-sensitivity 5 --link delaunay --yes"
)
COUNTS = f"{COUNTS} {BUDGET} --registry --output private.csv"
TIER_2 = [
    "dp_variant.variant_name",
    "privacy_loss.privacy_unit",
    "privacy_loss.privacy_parameters",
    "deployment_model.model_name",
    "deployment_model.release_type",
    "deployment_model.data_source_type",
    "deployment_model.access_type",
]
TIER_3 = [
    "dp_variant.data_domain",
    "dp_variant.unprotected_quantities",
    "privacy_loss.privacy_unit_details",
    "privacy_loss.privacy_parameters_details",
    "deployment_model.actors",
    "deployment_model.data_source_type_details",
    "deployment_model.access_type_details",
    "accounting.post_processing",
    "accounting.composition",
    "implementation.preprocessing_and_hyperparameter_tuning",
    "implementation.mechanisms",
    "implementation.justification",
]


@pytest.fixture
def record(succeed, facts):
    """The record of a release, by the command line."""
    places = "id,lon,lat\na,0,0\nb,0.001,0\nc,0.001,0.001\n"
    Path("places.csv").write_text(places)
    Path("events.csv").write_text("cab,place,hour\nx,a,8\ny,b,9\n")
    counts = "place,count,lon,lat\na,9,0,0\nb,5,0.001,0\nc,7,0.001,0.001\n"
    Path("counts.csv").write_text(counts)

    def record(line):
        succeed(line)
        (output,) = re.findall(r"--output (\w+)", line)
        return facts(f"{output}.registry.json")

    return record


@pytest.mark.parametrize("line", [EVENTS, COUNTS])
def test_without_the_publisher_all_of_tier_2_and_ten_of_tier_3(line, record):
    entry = record(line)
    deployment = entry["deployment"]

    def is_filled(field):
        part, key = field.split(".")
        return deployment[part].get(key) not in (None, "?", "")

    assert all(map(is_filled, TIER_2)) and sum(map(is_filled, TIER_3)) == 10
    assert (entry["tier"], entry["status"]) == (2, "Draft")
    assert deployment["deployment_model"]["data_source_type"] == "Static"
    basic = deployment["basic"]
    assert (basic["name"], basic["data_curators"]) == ("?", ["?"])
    assert "sources" not in deployment["administrative"]


def test_without_being_asked_there_is_no_record(record):
    with pytest.raises(FileNotFoundError):
        record(EVENTS.replace(" --registry", ""))


def test_the_record_says_what_the_release_is(record):
    entry = record(EVENTS)
    assert entry["url_slug"] == "my-map"
    pure = entry["deployment"]
    assert pure["dp_variant"]["variant_name"] == "Pure DP"
    loss = pure["privacy_loss"]
    assert loss["privacy_unit"] == "cab"
    assert loss["privacy_parameters"] == {"epsilon": 0.5, "delta": 0.0}
    assert "add or remove all of one cab" in loss["privacy_unit_details"]
    assert "at most 1 in L1 norm" in loss["privacy_unit_details"]
    assert "discrete Laplace" in pure["implementation"]["mechanisms"]
    approximate = record(COUNTS)["deployment"]
    assert approximate["dp_variant"]["variant_name"] == "Approximate DP"
    parameters = approximate["privacy_loss"]["privacy_parameters"]
    assert parameters == {"epsilon": 0.5, "delta": 1e-6}
    assert "count_denoised" in approximate["accounting"]["post_processing"]


@pytest.mark.parametrize(
    ("more", "kind", "details"),
    [
        ("--new-ledger l.json", "One release", "Ledger: 1 release;"),
        ("--ledger l.json", "Many releases", "Ledger: 2 releases"),
        ("--planned-releases 12", "Many releases", "12 planned"),
        ("--planned-releases 1", "One release", "No ledger is kept."),
    ],
)
def test_many_releases_are_said(more, kind, details, record, succeed):
    if more == "--ledger l.json":
        succeed(EVENTS.replace("my_Map", "first") + " --new-ledger l.json")
    model = record(f"{EVENTS} {more}")["deployment"]["deployment_model"]
    assert model["release_type"] == kind
    assert details in model["release_type_details"]
    assert ("planned" in model["release_type_details"]) == ("12" in more)


def test_the_publisher_fills_the_gaps(record, succeed):
    template = succeed("release --template")
    assert template == TEMPLATE and [*yaml.safe_load(template)] == [*SECTIONS]
    Path("about.yaml").write_text(template)
    assert record(f"{COUNTS} --about about.yaml")["tier"] == 2
    filled = template.replace('"?"', '"Words."')
    filled = filled.replace('sector: "Words."', "sector: Government")
    # No date, number or code is made of a text.
    filled = filled.replace('sources: "Words."', "sources: 2014-99-99")
    Path("about.yaml").write_text(filled)
    entry = record(f"{EVENTS} --about about.yaml")
    assert entry["tier"] == 3 and '"?"' not in json.dumps(entry)
    deployment = entry["deployment"]
    assert all(key in deployment[section] for key, section in SECTIONS.items())
    assert deployment["basic"]["data_product_sector"] == "Government"
    assert deployment["implementation"]["justification"].endswith(" %. Words.")


@pytest.mark.skipif(
    not SCHEMA.exists(), reason="the registry's schema is not beside this checkout"
)
@pytest.mark.parametrize(
    "line",
    [
        COUNTS,
        f"{EVENTS} --about about.yaml",
        f"{EVENTS} --by hour 8 9 --budget-per-column --new-ledger l.json",
    ],
)
def test_records_are_valid_by_the_schema_of_the_registry(line, record):
    Path("about.yaml").write_text(
        TEMPLATE.replace('"?"\n# Who may', "Government\n# Who may")
    )
    jsonschema.validate(record(line), yaml.safe_load(SCHEMA.read_text()))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "about.yaml has no keys; `gaussmech release --template` prints them"),
        ("- a\n", "has no keys"),
        ("nmae: x\n", "has a key 'nmae'; allowed are name, data_curators"),
        ('name: "\\ud800"\n', "'name' in about.yaml must be a text"),
        ("name: ''\n", "'name' in about.yaml must be a text"),
        ("data_curators: x\n", "'data_curators' in about.yaml must be a list of texts"),
        (
            "data_curators: []\n",
            "'data_curators' in about.yaml must be a list of texts",
        ),
        ("data_product_sector: Sports\n", "must be one of Technology, Healthcare"),
        ("name: [\n", "about.yaml is not a YAML file"),
    ],
)
def test_a_wrong_file_of_the_publisher_is_refused(tmp_path, text, message):
    path = tmp_path / "about.yaml"
    path.write_text(text)
    with pytest.raises(ValueError, match=re.escape(message)):
        read_about(str(path))
