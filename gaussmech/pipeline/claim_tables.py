"""The result tables that claims read; claims themselves are imported only to read them."""

from pathlib import Path

from gaussmech.pipeline.tables import read_provenance, read_table

# What claims say: no code, so that the rule that checks them takes it as a file.
SENTENCES = str(Path(__file__).parents[1] / "claims/sentences.toml")
TABLES = [
    "calibration_epsilon",
    "calibration_delta",
    "mean_estimation",
    "histogram",
    "histogram_extended",
    "l2_mechanism",
    "heatmap",
    "heatmap_truth",
    "junctions",
    "claims_differences",
    "claims_prior",
    "claims_contributions",
    "geng_ratio",
    "geng_bounds",
    "gdp_composition_table",
    "composition_lecture",
    "privacy_loss_summary",
    "accuracy",
    "accuracy_constant",
]


def read_results(paths, provenance):
    """Results of the files that are there: `paths` by table name, and of the provenance."""
    from gaussmech.claims.results import Results

    tables = {
        name: read_table(path, name, may_be_empty=name == "claims_differences")
        for name, path in paths.items()
        if Path(path).is_file()
    }
    found = Path(provenance).is_file()
    return Results(tables, read_provenance(provenance) if found else None)
