"""Columns of tables that experiments put in order; the registry lists them with all others."""

MAPS = "hour method epsilon delta sensitivity sigma repetitions rmse_mean rmse_se uses_truth source"
WORTH = (
    "hour held_out method epsilon delta sensitivity sigma repetitions rmse_mean rmse_se uses_truth"
    " worth_epsilon worth_low worth_high factor factor_low factor_high source"
)
AREAS = (
    "hour bound epsilon delta sensitivity l1_sensitivity areas share sigma area_sigma places"
    " repetitions rmse_plain rmse_areas ratio ratio_se source"
)
SURE = "hour epsilon lambda_ratio quantity mean se repetitions"
DIFFERENCES = (
    "task epsilon delta sample_size dimension first second repetitions"
    " difference difference_se"
)
PRIOR = "dimension prior_variance estimator repetitions mse mse_se"
TABLE_1 = "row delta printed epsilon agrees true_delta note"
