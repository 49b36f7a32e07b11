"""Simulations of Theorem 11's model have the risks of their closed forms."""

import numpy as np

from tools.compare_reference import TABLES, read_table


def test_prior_runs_have_the_theorems_risks():
    # test_reference_tables.py compares it with what the experiment makes.
    table = read_table(TABLES / "claims_prior.csv").query("dimension >= 5")
    by_estimator = dict(list(table.groupby("estimator")))
    for estimator in ("raw", "Bayes", "JS"):
        rows = by_estimator[estimator]
        d = rows["dimension"]
        w2 = rows["prior_variance"]
        # James-Stein's by Stein's identity, with E[1/chi^2_d] = 1/(d - 2).
        risks = {"raw": d, "Bayes": d * w2 / (1 + w2), "JS": d - (d - 2) / (1 + w2)}
        scores = (rows["mse"] - risks[estimator]) / rows["mse_se"].clip(lower=1e-12)
        assert scores.abs().max() < 4.5
        # Their mean square is 1, within its error.
        assert 0.5 < (scores[rows["mse_se"] > 0] ** 2).mean() < 2
    mse = [by_estimator[name]["mse"].to_numpy() for name in ("JS+", "JS")]
    assert np.less_equal(*mse).all()
