"""The names of the result tables that claims read; apart, so that the workflow loads no more."""

TABLES = [
    "calibration_epsilon",
    "calibration_delta",
    "mean_estimation",
    "histogram",
    "heatmap",
    "junctions",
    "claims_differences",
    "claims_prior",
    "claims_contributions",
    "geng_ratio",
    "geng_bounds",
    "gdp_composition_table",
    "composition_lecture",
    "accuracy",
    "accuracy_constant",
]
