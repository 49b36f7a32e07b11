"""The record of a release for the public registry of deployments of differential privacy.

The registry's records and their schema are at github.com/opendp/deployments-registry-data. What a
release knows of itself is filled in; what only the publisher knows comes from a YAML file
(`TEMPLATE`), and is "?" without it.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gaussmech._extras import need

if TYPE_CHECKING:
    from gaussmech.releases.files import Study

UNKNOWN = "?"
# A key of the YAML file, and the section of the record that it belongs to.
SECTIONS = {
    "name": "basic",
    "data_curators": "basic",
    "intended_use": "basic",
    "data_product_region": "basic",
    "data_product_sector": "basic",
    "actors": "deployment_model",
    "preprocessing_and_hyperparameter_tuning": "implementation",
    "justification": "implementation",
    "registry_authors": "administrative",
    "sources": "administrative",
    "notes": "administrative",
}
LISTS = ("data_curators", "registry_authors")
# These are left out, not "?", where they are not known: the registry needs none of them.
OPTIONAL = ("data_product_sector", "sources", "notes")
SECTORS = ("Technology", "Healthcare", "Education", "Government", "Energy", "Finance")

TEMPLATE = """\
# What only the publisher of a release knows, for its record in the registry of deployments of
# differential privacy: gaussmech release counts ... --about about.yaml
# A key that is left out, or is "?", is "?" in the record.

# The name of the data product.
name: "?"
# Who publishes it.
data_curators: ["?"]
# What it is meant for.
intended_use: "?"
# Which region the data describe, or whose laws apply.
data_product_region: "?"
# One of Technology, Healthcare, Education, Government, Energy and Finance.
data_product_sector: "?"
# Who may see the data or the product, whom you trust, and why.
actors: "?"
# What was done to the data before, and whether the budget was chosen by looking at them.
preprocessing_and_hyperparameter_tuning: "?"
# Why this budget, this unit and this sensitivity.
justification: "?"
# Who fills in the record.
registry_authors: ["?"]
# Links to what describes the product, and anything else worth knowing.
sources: "?"
notes: "?"
"""


def read_about(path: str | None) -> dict[str, Any]:
    """Return what a YAML file says of a release, with "?" for what it does not say.

    A ValueError names a key that is unknown or has no text, and what is allowed.
    """
    about = dict.fromkeys(SECTIONS, UNKNOWN) | {name: [UNKNOWN] for name in LISTS}
    if path is None:
        return about
    need("release", "yaml")
    import yaml

    file = Path(path).name
    try:
        content = yaml.safe_load(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise ValueError(f"--about: cannot read {path!r}: {error.strerror}") from None
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError):
        raise ValueError(f"--about: {file} is no YAML file") from None
    if not isinstance(content, dict):
        raise ValueError(
            f"--about: {file} has no keys; `gaussmech release about` prints them"
        )
    for key, value in content.items():
        if key not in SECTIONS:
            allowed = ", ".join(SECTIONS)
            raise ValueError(
                f"--about: {file} has a key {key!r}; allowed are {allowed}"
            )
        texts = value if key in LISTS else [value]
        if not (
            isinstance(texts, list) and texts and all(_is_text(text) for text in texts)
        ):
            wanted = "a list of texts" if key in LISTS else "a text"
            raise ValueError(f"--about: {key!r} in {file} must be {wanted}")
        about[key] = value
    if about["data_product_sector"] not in (UNKNOWN, *SECTORS):
        allowed = ", ".join(SECTORS)
        raise ValueError(
            f"--about: 'data_product_sector' in {file} must be one of {allowed}"
        )
    return about


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())


def record(
    study: Study, about: dict[str, Any], facts: dict[str, Any]
) -> dict[str, Any]:
    """Return the record of a release.

    Parameters
    ----------
    study : Study
        The release.
    about : dict
        What `read_about` returns.
    facts : dict
        What `files.facts` returns.
    """
    guarantee = facts["guarantee"]["all_columns_together"]
    deployment = {
        "basic": {
            "description": _description(study),
            "data_product_type": "Summary statistics",
            "publication_date": facts["made"],
        },
        "dp_variant": {
            "variant_name": "Approximate DP" if guarantee["delta"] else "Pure DP",
            "data_domain": study.domain,
            "unprotected_quantities": f"{facts['released']['published_as_they_are']}; the names of"
            " the columns, the budget, the sensitivity, and that these data were chosen.",
        },
        "privacy_loss": {
            "privacy_unit": study.unit,
            "privacy_unit_details": _unit_details(study, guarantee),
            "privacy_parameters": {
                name: guarantee[name] for name in ("epsilon", "delta")
            },
            "privacy_parameters_details": _parameters_details(facts),
        },
        "deployment_model": {
            "model_name": "Central",
            **_release_type(study, facts),
            "data_source_type": "Static",
            "data_source_type_details": "The table was read once.",
            "access_type": "Non-interactive",
            "access_type_details": "Files are published; nobody queries the data.",
        },
        "accounting": {
            "post_processing": _post_processing(facts),
            "composition": _composition(facts),
        },
        "implementation": {"mechanisms": _mechanisms(facts)},
        "administrative": {},
    }
    for key, section in SECTIONS.items():
        if about[key] != UNKNOWN or key not in OPTIONAL:
            deployment[section][key] = about[key]
    reason = f"Choice of the noise: {facts['noise']['choice']}."
    if about["justification"] != UNKNOWN:
        reason += f" {about['justification']}"
    deployment["implementation"]["justification"] = reason
    is_complete = all(
        UNKNOWN not in (about[key], *about[key])
        for key in SECTIONS
        if key not in OPTIONAL
    )
    return {
        "url_slug": _slug(Path(facts["released"]["file"]).stem),
        "status": "Draft",
        "tier": 3 if is_complete else 2,
        "deployment": deployment,
    }


def _slug(name: str) -> str:
    """Return a name for a URL."""
    return re.sub("[^a-z0-9]+", "-", name.lower()).strip("-") or "release"


def _description(study: Study) -> str:
    """Return the product in a sentence."""
    names, places = ", ".join(study.names), len(study.places.ids)
    law = study.release.noise.law.capitalize()
    return f"Counts of {places:,} places ({names}), each with {law} noise."


def _unit_details(study: Study, guarantee: dict[str, Any]) -> str:
    """Return which data sets are adjacent."""
    release = study.release
    return (
        f"Adjacent data sets: {guarantee['neighbours']}. Each column then moves by at most"
        f" {release.sensitivity:g} in L{release.noise.norm} norm; {study.reason}."
    )


def _parameters_details(facts: dict[str, Any]) -> str:
    """Return what the parameters mean: of a column alone, and to the best attack."""
    column, attack = facts["guarantee"]["each_column_alone"], facts["best_attack"]
    alone = (
        f"Each column alone: epsilon {column['epsilon']:g}, delta {column['delta']:g}."
    )
    gain = f"{attack['attack_advantage']:.3g}, as of mu-GDP with mu {attack['gaussian_mu']:.6g}"
    return f"{alone} Advantage of the best attack over guessing: {gain}."


def _release_type(study: Study, facts: dict[str, Any]) -> dict[str, str]:
    """Return whether there are other releases of the same data, as far as the ledger knows."""
    ledger = facts["ledger"]
    many = study.planned_releases > 1 or bool(ledger and ledger["releases"] > 1)
    planned = f"{study.planned_releases} planned." if study.planned_releases > 1 else ""
    statement = f"Ledger: {ledger['statement']}." if ledger else "No ledger is kept."
    return {
        "release_type": "Many releases" if many else "One release",
        "release_type_details": f"{statement} {planned}".strip(),
    }


def _post_processing(facts: dict[str, Any]) -> str:
    """Return what was done after the noise."""
    rounded = f"Values are rounded to {facts['released']['rounded_to']}."
    columns = ", ".join(fit["column"] for fit in facts["denoised"] or ())
    denoised = (
        f" {columns}: denoised on the public graph of the places." if columns else ""
    )
    return f"{rounded}{denoised} None of it looks at the data."


def _composition(facts: dict[str, Any]) -> str:
    """Return how columns and releases compose."""
    others = "; a ledger adds up releases of the same data" if facts["ledger"] else ""
    return f"Columns: {facts['guarantee']['composition']}{others}."


def _mechanisms(facts: dict[str, Any]) -> str:
    """Return the mechanism, its implementation, and what protects it."""
    noise, version = facts["noise"], facts["versions"]["gaussmech"]
    return (
        f"{noise['law']}, standard deviation {float(noise['sigma']):.6g}, grid {noise['grid']}."
        f" gaussmech {version}; sampler: {noise['sampler']}, with randomness of the operating"
        " system. Values are whole multiples of the grid, so that no floating-point error tells of"
        " them. The time of sampling does not depend on the data."
    )
