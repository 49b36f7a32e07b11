"""Result tables as CSV: written atomically, checked when read."""

import json
import os
import tempfile
from pathlib import Path

# The columns of each table in results/data; `...` stands for one column per method.
COLUMNS = {
    name: columns.split()
    for name, columns in {
        "calibration": "epsilon delta sensitivity mechanism sigma",
        "calibration_epsilon": "epsilon delta sensitivity mechanism sigma",
        "calibration_delta": "epsilon delta sensitivity mechanism sigma",
        "mean_estimation": "epsilon delta sample_size dimension method repetitions"
        " error_mean error_se error_std",
        "histogram": "epsilon delta sample_size dimension method repetitions"
        " error_mean error_se error_std",
        **dict.fromkeys(
            ("mean_estimation_extended", "histogram_extended"),
            "epsilon delta sample_size dimension method repetitions error_mean error_se error_std",
        ),
        "heatmap": "hour method epsilon delta sensitivity sigma repetitions"
        " rmse_mean rmse_se uses_truth source",
        "heatmap_extended": "hour method epsilon delta sensitivity sigma repetitions"
        " rmse_mean rmse_se uses_truth source",
        "heatmap_draw_extended": "hour junction epsilon truth ...",
        "l2_mechanism": "epsilon delta dimension scale sigma l2_ratio laplace_ratio",
        "sure_path": "hour epsilon lambda_ratio quantity mean se repetitions",
        "forest_size": "hour epsilon trees repetitions rmse_mean rmse_se ratio_mean ratio_se",
        "geng_density": "epsilon delta sensitivity mechanism z density above",
        "geng_bounds": "regime epsilon n delta sensitivity amplitude_lower amplitude_upper"
        " power_lower power_upper amplitude_tightness power_tightness"
        " amplitude_tightness_at_epsilon_0 amplitude_tightness_at_delta_0"
        " power_tightness_at_epsilon_0 power_tightness_at_delta_0",
        **dict.fromkeys(
            ("geng_ratio", "geng_ratio_epsilon", "geng_ratio_delta"),
            "epsilon delta sensitivity sigma amplitude_TLap amplitude_aGM amplitude_ratio"
            " power_TLap power_aGM power_ratio",
        ),
        "accuracy": "mechanism epsilon delta sensitivity alpha accuracy draws beyond beyond_se",
        "accuracy_budget": "mechanism alpha delta sensitivity accuracy epsilon",
        "accuracy_constant": "mechanism epsilon delta sensitivity sigma relative_sigma spent",
        "composition_lecture": "question method k epsilon delta sensitivity sigma exact_epsilon",
        "privacy_loss": "left right density normal epsilon eta",
        "privacy_loss_summary": "quantity simulated se exact epsilon delta sensitivity sigma"
        " dimension draws",
        "gdp_profiles": "mechanism parameters version epsilon delta",
        "gdp_transform": "mechanism epsilon mu",
        "gdp_staircase": "mechanism epsilon_from epsilon_to lower upper",
        "gdp_head": "mechanism epsilon_h tolerance steps lower upper epsilon log_delta_h"
        " tail_limit",
        "gdp_composition": "row delta epsilon",
        "gdp_composition_table": "row delta printed epsilon agrees true_delta note",
        "gdp_laplace": "guarantee epsilon0 epsilon mu",
        "gdp_laplace_mu": "guarantee epsilon0 mu",
        "gdp_subsampling": "gamma epsilon mu",
        "gdp_subsampling_mu": "epsilon0 gamma lower upper",
        "heatmap_draw": "hour junction epsilon truth ...",
        "heatmap_truth": "hour junction count",
        "junctions": "junction lon lat",
        "roads": "u v sections length_m",
        "claims_differences": "task epsilon delta sample_size dimension first second repetitions"
        " difference difference_se",
        "claims_prior": "dimension prior_variance estimator repetitions mse mse_se",
        "claims_contributions": "assignment bandwidth_m max_trips release neighbours norm",
        "claims": "claim_id kind document place words claim scope verdict finding evidence"
        " half twice remark correction lead",
    }.items()
}

# The columns of the tables in results/parts, which hold every repetition.
PARTS = {
    f"{experiment}_errors": columns.split()
    for experiments, columns in (
        (
            ["mean_estimation", "histogram", "mean_estimation_extended", "histogram_extended"],
            "epsilon delta sample_size dimension repetition ...",
        ),
        (
            ["heatmap", "heatmap_extended"],
            "hour epsilon delta sensitivity sigma classical_sigma source repetition ...",
        ),
    )
    for experiment in experiments
}

# Begins the name of a file that is being written.
DRAFT = ".draft-"


def write_bytes(content, path):
    """Write a file atomically: to a draft beside it, which is then renamed.

    `content` is bytes, or an iterable of bytes or arrays that are written one after the other.
    """
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(dir=path.parent, prefix=f"{DRAFT}{path.name}.")
    os.close(handle)
    try:
        with open(draft, "wb") as file:
            file.writelines([content] if isinstance(content, bytes) else content)
        os.chmod(draft, 0o644)
        os.replace(draft, path)
    except OSError as error:
        os.unlink(draft)
        # The error of a full disk does not name the file.
        raise OSError(error.errno, error.strerror, str(path)) from error
    except BaseException:
        os.unlink(draft)
        raise


def write_text(text, path):
    """Write a text file atomically, in UTF-8."""
    write_bytes(text.encode(), path)


def write_table(table, path):
    """Write a DataFrame as CSV; floats keep every bit."""
    write_text(table.to_csv(index=False, lineterminator="\n"), path)


def read_table(path, name, *, may_be_empty=False):
    """Return the CSV at `path` as a DataFrame.

    Raises ValueError unless it has the columns of the table `name`, complete rows and, unless it
    `may_be_empty`, at least one.
    """
    import pandas as pd

    remedy = (
        f"it is not the table {name!r} of this workflow, or was cut off; delete it and run again"
    )
    try:
        table = pd.read_csv(path)
    except (pd.errors.EmptyDataError, pd.errors.ParserError, UnicodeDecodeError) as error:
        raise ValueError(f"{path}: {error}; {remedy}") from error
    wanted = (COLUMNS | PARTS)[name.removeprefix("sweep_")]
    # That of a sweep has a column more for each swept key, such as mean_estimation.delta.
    swept = name.startswith("sweep_")
    found = [column for column in table.columns if not (swept and "." in column)]
    if wanted[-1] == "...":
        wanted, found = wanted[:-1], found[: len(wanted) - 1]
    if found != wanted:
        raise ValueError(
            f"{path} has the columns {', '.join(found)} instead of {', '.join(wanted)}; {remedy}"
        )
    if table.empty and not may_be_empty:
        raise ValueError(f"{path} holds no rows; {remedy}")
    if not _ends_with_newline(path) or table.isna().to_numpy().any():
        raise ValueError(f"{path} has an unfinished row; {remedy}")
    return table


def _ends_with_newline(path):
    with open(path, "rb") as file:
        file.seek(-1, os.SEEK_END)
        return file.read() == b"\n"


def read_numbers(path, count):
    """Return the `count` doubles of a file as an array that is read as it is used."""
    import numpy as np

    if (size := os.path.getsize(path)) != 8 * count:
        raise ValueError(
            f"{path} holds {size} bytes instead of {8 * count}; delete it and run again"
        )
    return np.memmap(path, "<f8", "r")


def read_provenance(path):
    """Return the provenance of the maps, a dict; raise ValueError if the file is damaged."""
    try:
        with open(path, encoding="utf-8") as file:
            provenance = json.load(file)
        missing = {"source", "label", "counts", "hours", "contribution"} - provenance.keys()
    except (ValueError, AttributeError) as error:
        raise ValueError(f"{path} is damaged: {error}; delete it and run again") from error
    if missing:
        raise ValueError(f"{path} lacks {', '.join(sorted(missing))}; delete it and run again")
    return provenance
