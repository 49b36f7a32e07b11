"""Columns that several tables have, or that experiments put in order; registry.toml has all others."""

# `...` stands for one column per method.
VECTORS = "epsilon delta sample_size dimension method repetitions error_mean error_se error_std"
VECTOR_ERRORS = "epsilon delta sample_size dimension repetition ..."
MAP_ERRORS = (
    "hour epsilon delta sensitivity sigma classical_sigma source repetition ..."
)
DRAW = "hour junction epsilon truth ..."
SIGMAS = "epsilon delta sensitivity mechanism sigma"
RATIOS = (
    "epsilon delta sensitivity sigma amplitude_TLap amplitude_aGM amplitude_ratio"
    " power_TLap power_aGM power_ratio"
)

MAPS = (
    "hour method epsilon delta sensitivity sigma repetitions rmse_mean rmse_se parameter ratio"
    " ratio_std uses_truth source"
)
LAMBDA = "hour epsilon delta sensitivity parameter repetitions rmse_mean rmse_se ratio ratio_std source"
# In files of errors the column of what a method chose is named for the method and this word.
PARAMETER = " parameter"
WORTH = (
    "hour method epsilon delta sensitivity sigma repetitions rmse_mean rmse_se uses_truth"
    " worth_epsilon worth_low worth_high factor factor_low factor_high source"
)
DIFFERENCES = (
    "task epsilon delta sample_size dimension first second repetitions"
    " difference difference_se"
)
PRIOR = "dimension prior_variance estimator repetitions mse mse_se"
HEAD = "mechanism epsilon_h tolerance steps lower upper epsilon log_delta_h tail_limit"
