"""The record of a release for the public registry of deployments of differential privacy.

The registry's records and their schema are at github.com/opendp/deployments-registry-data. `record`
fills in what follows from the release itself. What only the publisher knows comes from a YAML file
(`TEMPLATE`, read by `read_about`), and is "?" without it.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gaussmech._extras import need

if TYPE_CHECKING:
    from gaussmech.releases.outputs.files import PublishedRelease

# The registry's mark for an unknown fact.
UNKNOWN = "?"
# Each key of the YAML file, with its section in the record.
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
# These keys have lists of texts, the others a text.
LISTS = ("data_curators", "registry_authors")
# Where these are not known they are left out instead of written as "?", because the registry does
# not require them.
OPTIONAL = ("data_product_sector", "sources", "notes")
# The registry allows these values of `data_product_sector`.
SECTORS = ("Technology", "Healthcare", "Education", "Government", "Energy", "Finance")

TEMPLATE = """\
# What only the publisher of a release knows, for its record in the registry of deployments of
# differential privacy: gaussmech release counts ... --registry --about about.yaml
# A key that is left out, or is "?", is "?" in the record.

# The name of the data product.
name: "?"
# Who publishes it.
data_curators: ["?"]
# What it is meant for.
intended_use: "?"
# Which region the data describe, or whose distributions apply.
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
        # All values are texts to this loader, dates and numbers as well.
        text = Path(path).read_text(encoding="utf-8")
        content = yaml.load(text, Loader=yaml.BaseLoader)
    except OSError as error:
        raise ValueError(f"--about: cannot read {path!r}: {error.strerror}") from None
    except (yaml.YAMLError, ValueError, RecursionError):
        raise ValueError(f"--about: {file} is not a YAML file") from None
    if not isinstance(content, dict):
        raise ValueError(
            f"--about: {file} has no keys; `gaussmech release --template` prints them"
        )
    for key, value in content.items():
        if key not in SECTIONS:
            allowed = ", ".join(SECTIONS)
            raise ValueError(
                f"--about: {file} has a key {key!r}; allowed are {allowed}"
            )
        texts = value if key in LISTS else [value]
        if not (isinstance(texts, list) and texts and all(map(_is_text, texts))):
            kind = "a list of texts" if key in LISTS else "a text"
            raise ValueError(f"--about: {key!r} in {file} must be {kind}")
        about[key] = value
    if about["data_product_sector"] not in (UNKNOWN, *SECTORS):
        allowed = ", ".join(SECTORS)
        raise ValueError(
            f"--about: 'data_product_sector' in {file} must be one of {allowed}"
        )
    return about


def _is_text(value: Any) -> bool:
    """Return whether a value is a text that is not blank and can be written in UTF-8."""
    if not isinstance(value, str) or not value.strip():
        return False
    # An escape may stand for half of a character.
    return not any("\ud800" <= character <= "\udfff" for character in value)


def record(published: PublishedRelease) -> dict[str, Any]:
    """Return the record of a release, ready for JSON."""
    slug = re.sub("[^a-z0-9]+", "-", published.request.output.stem.lower())
    deployment = _facts_by_section(published)
    about = published.about
    for key, section in SECTIONS.items():
        if about[key] != UNKNOWN or key not in OPTIONAL:
            deployment[section][key] = about[key]
    reason = f"Choice of the noise: {published.release.choice}."
    if about["justification"] != UNKNOWN:
        reason += f" {about['justification']}"
    deployment["implementation"]["justification"] = reason
    required_keys = [key for key in SECTIONS if key not in OPTIONAL]
    # A list is unknown if one of its texts is.
    is_complete = all(UNKNOWN not in (about[key], *about[key]) for key in required_keys)
    return {
        "url_slug": slug.strip("-") or "release",
        "status": "Draft",
        "tier": 3 if is_complete else 2,
        "deployment": deployment,
    }


def _facts_by_section(published: PublishedRelease) -> dict[str, Any]:
    """Return the sections of the record with what follows from the release itself."""
    facts = published.facts
    distribution = published.release.noise
    noise = facts["noise"]
    sensitivity = facts["sensitivity"]
    guarantee = facts["guarantee"]["all_columns_together"]
    column = facts["guarantee"]["each_column_alone"]
    attack = facts["best_attack"]
    others = "; a ledger adds up releases of the same data" if facts["ledger"] else ""
    denoised = ""
    if facts["denoised"]:
        columns = ", ".join(fit["column"] for fit in facts["denoised"])
        denoised = f" {columns}: denoised on the public graph of the places."
    areas = ""
    if facts["areas"]:
        sigmas = [f"{level['sigma']:g}" for level in facts["areas"]["levels"]]
        areas = f" The sums over areas have such noise of {', '.join(sigmas)}."
    period = ""
    if facts["period"]:
        source = published.request.source
        period = f" Period: {source.period}, {source.reason_of_period}."
    return {
        "basic": {
            "description": f"Counts of {published.release.rows:,} places"
            f" ({', '.join(published.names)}), each with {distribution.title()} noise.{period}",
            "data_product_type": "Summary statistics",
            "publication_date": facts["created"],
        },
        "dp_variant": {
            "variant_name": "Approximate DP" if guarantee["delta"] else "Pure DP",
            "data_domain": published.private.domain,
            "unprotected_quantities": f"{facts['released']['published_as_they_are']}; the names of"
            " the columns, the period, the budget, the sensitivity, and that these data were chosen.",
        },
        "privacy_loss": {
            "privacy_unit": published.request.privacy_unit,
            "privacy_unit_details": f"Adjacent data sets: {guarantee['neighbours']}. Each column"
            f" then moves by at most {sensitivity['value']:g} in L{distribution.norm} norm;"
            f" {sensitivity['reason']}.",
            "privacy_parameters": {
                "epsilon": guarantee["epsilon"],
                "delta": guarantee["delta"],
            },
            "privacy_parameters_details": f"Each column alone: epsilon {column['epsilon']}, delta"
            f" {column['delta']}. Advantage of the best attack over guessing:"
            f" {attack['attack_advantage']}, as of mu-GDP with mu {attack['gaussian_mu']}.",
        },
        "deployment_model": {
            "model_name": "Central",
            **_release_type(published),
            "data_source_type": "Static",
            "data_source_type_details": "The table was read once.",
            "access_type": "Non-interactive",
            "access_type_details": "Files are published; nobody queries the data.",
        },
        "accounting": {
            "post_processing": f"Values are rounded to {facts['released']['rounded_to']}."
            f"{denoised} None of it looks at the data.",
            "composition": f"Columns: {facts['guarantee']['composition']}{others}.",
        },
        "implementation": {
            "mechanisms": f"{noise['distribution']}, standard deviation {float(noise['sigma']):.6g},"
            f" grid {noise['grid']}.{areas} gaussmech {facts['versions']['gaussmech']}; sampler:"
            f" {noise['sampler']}, with randomness of the operating system. Values are whole"
            " multiples of the grid, so that no floating-point error reveals anything about the data."
            " The time of sampling does not depend on the data."
        },
        "administrative": {},
    }


def _release_type(published: PublishedRelease) -> dict[str, str]:
    """Return whether there are other releases of the same data, as far as the ledger knows."""
    count = planned = published.request.terms.planned_releases or 1
    details = "No ledger is kept."
    if ledger := published.facts["ledger"]:
        count = max(count, ledger["releases"])
        details = f"Ledger: {ledger['statement']}."
    if planned > 1:
        details += f" {planned} planned."
    return {
        "release_type": "Many releases" if count > 1 else "One release",
        "release_type_details": details,
    }
