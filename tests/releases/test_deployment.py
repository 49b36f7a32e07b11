"""The record of a release for the registry of deployments: complete, valid, and open about gaps."""

import json
from pathlib import Path

import jsonschema
import pytest
import yaml

from gaussmech import cli
from gaussmech.releases.deployment import SECTIONS, TEMPLATE, read_about

# The registry's schema, in a folder beside a development checkout; it is not part of the project.
SCHEMA = Path(__file__).parents[3] / "shared/data/registry/deployments-schema.yaml"
BUDGET = "--epsilon 0.5 --delta 1e-6"
EVENTS = (
    "release events events.csv --user cab --events-per-user 1 --place place --unit cab"
)
EVENTS = f"{EVENTS} --places places.csv {BUDGET} --registry --output my_Map.csv"
COUNTS = "release counts counts.csv --value count --sensitivity 5 --link delaunay"
COUNTS = f"{COUNTS} {BUDGET} --registry --output private.csv"
TIER_2 = [
    ("dp_variant", "variant_name"),
    ("privacy_loss", "privacy_unit"),
    ("privacy_loss", "privacy_parameters"),
    ("deployment_model", "model_name"),
    ("deployment_model", "release_type"),
    ("deployment_model", "data_source_type"),
    ("deployment_model", "access_type"),
]
TIER_3 = [
    ("dp_variant", "data_domain"),
    ("dp_variant", "unprotected_quantities"),
    ("privacy_loss", "privacy_unit_details"),
    ("privacy_loss", "privacy_parameters_details"),
    ("deployment_model", "actors"),
    ("deployment_model", "data_source_type_details"),
    ("deployment_model", "access_type_details"),
    ("accounting", "post_processing"),
    ("accounting", "composition"),
    ("implementation", "preprocessing_and_hyperparameter_tuning"),
    ("implementation", "mechanisms"),
    ("implementation", "justification"),
]


@pytest.fixture
def record(tmp_path, monkeypatch, capsys):
    """The record of a release, by the command line."""
    monkeypatch.chdir(tmp_path)
    Path("places.csv").write_text("id,lon,lat\na,0,0\nb,0.001,0\nc,0.001,0.001\n")
    Path("events.csv").write_text("cab,place\nx,a\ny,b\n")
    Path("counts.csv").write_text(
        "place,count,lon,lat\na,9,0,0\nb,5,0.001,0\nc,7,0.001,0.001\n"
    )

    def record(line):
        alone = ["--no-ledger"] * ("ledger" not in line)
        assert cli.main([*line.split(), *alone]) == 0
        output = Path(line.split("--output ")[1].split()[0])
        capsys.readouterr()
        return json.loads(output.with_suffix(".registry.json").read_text())

    return record


@pytest.fixture
def refused(tmp_path, capsys):
    """What is said of a file of the publisher that is refused."""

    def refused(text):
        path = tmp_path / "about.yaml"
        path.write_text(text)
        with pytest.raises(ValueError) as error:
            read_about(str(path))
        return str(error.value)

    return refused


def fields(entry, names):
    """Return the fields of a record that say something."""
    deployment = entry["deployment"]
    return [
        key for part, key in names if deployment[part].get(key) not in (None, "?", "")
    ]


def test_without_the_publisher_all_of_tier_2_and_ten_of_tier_3(record):
    for line in (EVENTS, COUNTS):
        entry = record(line)
        assert fields(entry, TIER_2) == [key for _, key in TIER_2]
        assert len(fields(entry, TIER_3)) == 10
        assert (entry["tier"], entry["status"]) == (2, "Draft")
        deployment = entry["deployment"]
        assert deployment["deployment_model"]["data_source_type"] == "Static"
        assert deployment["basic"]["name"] == "?" and deployment["basic"][
            "data_curators"
        ] == ["?"]
        assert "sources" not in deployment["administrative"]


def test_without_being_asked_there_is_no_record(record):
    with pytest.raises(FileNotFoundError):
        record(EVENTS.replace(" --registry", ""))


def test_the_record_says_what_the_release_is(record):
    entry = record(EVENTS)
    assert entry["url_slug"] == "my-map"
    deployment = entry["deployment"]
    assert deployment["dp_variant"]["variant_name"] == "Pure DP"
    loss = deployment["privacy_loss"]
    assert loss["privacy_unit"] == "cab"
    assert loss["privacy_parameters"] == {"epsilon": 0.5, "delta": 0.0}
    assert "add or remove all of one cab" in loss["privacy_unit_details"]
    assert "at most 1 in L1 norm" in loss["privacy_unit_details"]
    assert "discrete Laplace" in deployment["implementation"]["mechanisms"]
    entry = record(COUNTS)["deployment"]
    assert entry["dp_variant"]["variant_name"] == "Approximate DP"
    assert entry["privacy_loss"]["privacy_parameters"] == {
        "epsilon": 0.5,
        "delta": 1e-6,
    }
    assert "count_denoised" in entry["accounting"]["post_processing"]


def test_many_releases_are_said(record):
    model = record(f"{EVENTS} --new-ledger l.json")["deployment"]["deployment_model"]
    assert model["release_type"] == "One release"
    assert model["release_type_details"].startswith("Ledger: 1 release;")
    second = EVENTS.replace("my_Map", "second")
    model = record(f"{second} --ledger l.json")["deployment"]["deployment_model"]
    assert model["release_type"] == "Many releases"
    planned = record(f"{COUNTS} --planned-releases 12")["deployment"][
        "deployment_model"
    ]
    assert planned["release_type"] == "Many releases"
    assert "12 planned" in planned["release_type_details"]


def test_the_publisher_fills_the_gaps(record, capsys):
    with pytest.raises(SystemExit) as exit:
        cli.main(["release", "--template"])
    assert exit.value.code == 0
    template = capsys.readouterr().out
    assert template == TEMPLATE and list(yaml.safe_load(template)) == list(SECTIONS)
    Path("about.yaml").write_text(template)
    assert record(f"{COUNTS} --about about.yaml")["tier"] == 2
    filled = template.replace('"?"', '"Words."').replace(
        'sector: "Words."', "sector: Government"
    )
    # No date, number or code is made of a text.
    filled = filled.replace('sources: "Words."', "sources: 2014-99-99")
    Path("about.yaml").write_text(filled)
    entry = record(f"{EVENTS} --about about.yaml")
    assert entry["tier"] == 3 and '"?"' not in json.dumps(entry)
    deployment = entry["deployment"]
    for key, section in SECTIONS.items():
        assert key in deployment[section]
    assert deployment["basic"]["data_product_sector"] == "Government"
    assert deployment["implementation"]["justification"].endswith("4.95 %. Words.")


@pytest.mark.skipif(
    not SCHEMA.exists(), reason="the registry's schema is not beside this checkout"
)
def test_records_are_valid_by_the_schema_of_the_registry(record):
    schema = yaml.safe_load(SCHEMA.read_text(encoding="utf-8"))
    Path("about.yaml").write_text(
        TEMPLATE.replace('"?"\n# Who may', "Government\n# Who may")
    )
    columns = "--by hour 8 9 --each"
    Path("events.csv").write_text("cab,place,hour\nx,a,8\ny,b,9\n")
    for line in (
        EVENTS,
        COUNTS,
        EVENTS.replace("my_Map", "second") + " --about about.yaml",
        EVENTS.replace("my_Map", "third") + f" {columns} --new-ledger l.json",
    ):
        jsonschema.validate(record(line), schema)


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
        ("name: [\n", "about.yaml is no YAML file"),
    ],
)
def test_a_wrong_file_of_the_publisher_is_refused(refused, text, message):
    assert message in refused(text)
