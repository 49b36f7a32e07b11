"""Reading and writing result tables: CSV, checked when read, never half written."""

import hashlib
import json
import os
import tempfile
from pathlib import Path

# The columns of each table in results/data; `...` stands for one column a method.
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
        "heatmap": "hour method epsilon delta sensitivity sigma repetitions"
        " rmse_mean rmse_se uses_truth source",
        "heatmap_extended": "hour method epsilon delta sensitivity sigma repetitions"
        " rmse_mean rmse_se uses_truth source",
        "heatmap_draw_extended": "hour junction epsilon truth ...",
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
        "claims": "number section claim verdict measured where standard_error evidence",
    }.items()
}

# The columns of the tables in results/parts, which hold every repetition.
PARTS = {
    f"{experiment}_errors": columns.split()
    for experiments, columns in (
        (
            ["mean_estimation", "histogram"],
            "epsilon delta sample_size dimension repetition ...",
        ),
        (
            ["heatmap", "heatmap_extended"],
            "hour epsilon delta sensitivity sigma classical_sigma source repetition ...",
        ),
    )
    for experiment in experiments
}

# What a file is called while it is written.
DRAFT = ".draft-"


def write_bytes(content, path):
    """Write a file in one step: under its own name stands all of it or nothing, whatever happens.

    It is written under the name of a draft, beside it, which is then renamed.
    """
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(dir=path.parent, prefix=f"{DRAFT}{path.name}.")
    os.close(handle)
    try:
        Path(draft).write_bytes(content)
        os.chmod(draft, 0o644)
        os.replace(draft, path)
    except OSError as error:
        os.unlink(draft)
        # A full disk does not say which file it was.
        raise OSError(error.errno, error.strerror, str(path)) from error
    except BaseException:
        os.unlink(draft)
        raise


def write_text(text, path):
    """Write a text file, in UTF-8, in one step."""
    write_bytes(text.encode(), path)


def write_result(text, path):
    """Write a text file as `write_text` does, and its digest beside it, in .sha256/.

    The digest tells later whether the file is still what was written: see `is_intact`.
    """
    path, digest = Path(path), hashlib.sha256(text.encode()).hexdigest()
    # Old and new both stand until the file is replaced: a crash between leaves either intact.
    write_text("\n".join([*_digests(path), digest, ""]), _record(path))
    write_text(text, path)
    write_text(f"{digest}\n", _record(path))


def write_table(table, path):
    """Write a DataFrame as CSV, with its digest; floats keep every bit."""
    write_result(table.to_csv(index=False, lineterminator="\n"), path)


def is_intact(path):
    """Whether the file at `path` is, to its last byte, one that `write_result` put there."""
    path = Path(path)
    before = _digests(path)
    with open(path, "rb") as file:
        found = hashlib.file_digest(file, "sha256").hexdigest()
    # Read again: a job may have written the file meanwhile.
    return found in before or found in _digests(path)


def _record(path):
    return Path(path.parent, ".sha256", path.name)


def _digests(path):
    try:
        return _record(path).read_text(encoding="utf-8").split()
    except FileNotFoundError:
        return []


def read_table(path, name, *, may_be_empty=False):
    """The CSV at `path` as a DataFrame; ValueError unless it is a whole table called `name`.

    Without a row it counts as whole only where it `may_be_empty`.
    """
    import pandas as pd

    remedy = (
        f"it is not the table {name!r} of this workflow, or was cut off; delete it and run again"
    )
    try:
        table = pd.read_csv(path)
    except (pd.errors.EmptyDataError, pd.errors.ParserError, UnicodeDecodeError) as error:
        raise ValueError(f"{path}: {error}; {remedy}") from error
    wanted, found = (COLUMNS | PARTS)[name], list(table.columns)
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


def read_provenance(path):
    """The provenance of the maps as written, a dict; ValueError if the file is damaged."""
    try:
        with open(path, encoding="utf-8") as file:
            provenance = json.load(file)
        missing = {"source", "label", "counts", "hours", "contribution"} - provenance.keys()
    except (ValueError, AttributeError) as error:
        raise ValueError(f"{path} is damaged: {error}; delete it and run again") from error
    if missing:
        raise ValueError(f"{path} lacks {', '.join(sorted(missing))}; delete it and run again")
    return provenance
