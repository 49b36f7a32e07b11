"""The lecture's composition table, and the simulated privacy loss."""

import numpy as np
import pytest
from scipy import stats

from gaussmech.paper.experiments.lecture import composition_lecture, privacy_loss
from gaussmech.privacy.calibration import analytic_gaussian_sigma, gaussian_delta

STEP = {"epsilon": 0.2, "delta": 1e-7}
TOTAL = {"epsilon": 0.8, "delta": 1e-5}
FOLDS = [100, 1, 10]


@pytest.fixture(scope="module")
def table():
    return composition_lecture(folds=FOLDS, step=STEP, total=TOTAL, sensitivity=3.0)


def cell(table, question, method, k):
    (row,) = table.query(
        "question == @question and method == @method and k == @k"
    ).itertuples()
    return row


each_k = pytest.mark.parametrize("k", FOLDS)


@each_k
def test_the_exact_epsilon_spends_delta(table, k):
    for row in table[table.k == k].itertuples():
        if row.exact_epsilon > 0:
            # k releases with noise sigma are one with noise sigma / sqrt(k).
            spent = gaussian_delta(row.sigma / np.sqrt(k), row.exact_epsilon, 3.0)
            assert spent == pytest.approx(1e-5, rel=1e-9, abs=0)


@each_k
def test_no_way_to_count_finds_less_than_there_is(table, k):
    rows = table[table.k == k]
    assert (rows.epsilon >= rows.exact_epsilon * (1 - 1e-12)).all()


@each_k
def test_basic_composition_shares_delta_among_the_steps(table, k):
    row = cell(table, "epsilon", "basic", k)
    spent = gaussian_delta(row.sigma, row.epsilon / k, 3.0)
    assert spent == pytest.approx(1e-5 / k, rel=1e-8)


@each_k
def test_advanced_composition_is_the_printed_formula(table, k):
    row = cell(table, "epsilon", "advanced", k)
    steps = np.linspace(0, row.epsilon, 200_001)
    totals = np.sqrt(2 * k * np.log(2e5)) * steps + k * steps * np.expm1(steps)
    step = np.interp(row.epsilon, totals, steps)
    # Half of delta is for the steps. It is steep in a step's epsilon, which is interpolated.
    spent = gaussian_delta(row.sigma, step, 3.0)
    assert spent == pytest.approx(1e-5 / (2 * k), rel=1e-2, abs=0)


LOSS = {"epsilon": 0.7, "delta": 0.02, "sensitivity": 3.0}
SETTINGS = LOSS | {"dimension": 4, "draws": 50_000, "bins": 40}
ETA = (3 / analytic_gaussian_sigma(**LOSS)) ** 2 / 2


@pytest.fixture(scope="module")
def loss():
    return privacy_loss(seed=1, **SETTINGS)


# Lemma 3: the privacy loss is normal, with mean eta and variance 2 eta.
LAW = stats.norm(ETA, np.sqrt(2 * ETA))


class Bins:
    """The bins of the simulated loss: their widths, draws, and probabilities by Lemma 3."""

    def __init__(self, histogram):
        self.width = (histogram.right - histogram.left).to_numpy()
        self.counts = 50_000 * histogram.density.to_numpy() * self.width
        self.probability = LAW.cdf(histogram.right) - LAW.cdf(histogram.left)


def test_the_histogram_states_the_normal_density_of_lemma_3(loss):
    histogram, _ = loss
    bins = Bins(histogram)
    assert histogram.eta.to_numpy() == pytest.approx(ETA, rel=1e-14, abs=0)
    normal = histogram.normal.to_numpy() * bins.width
    assert normal == pytest.approx(bins.probability, rel=1e-9, abs=1e-16)


def test_the_privacy_loss_is_normal_by_lemma_3(loss):
    histogram, _ = loss
    bins = Bins(histogram)
    expected = 50_000 * bins.probability
    # Pearson's test of the bins with enough draws.
    is_full = expected > 20
    excess = (bins.counts - expected)[is_full]
    statistic = (excess**2 / expected[is_full]).sum()
    assert stats.chi2.sf(statistic, is_full.sum()) > 1e-3


@pytest.fixture
def summary(loss):
    return loss[1].set_index("quantity")


def test_the_summary_has_the_exact_quantities(summary):
    assert list(summary.index) == ["mean", "variance", "above epsilon", "delta"]
    expected = [ETA, 2 * ETA, LAW.sf(0.7), 0.02]
    assert summary.exact.tolist() == pytest.approx(expected, rel=1e-12, abs=0)


def test_simulated_quantities_are_near_the_exact_ones(summary):
    assert (summary.se > 0).all()
    assert (summary.se < 0.01).all()
    assert (abs(summary.simulated - summary.exact) < 4 * summary.se).all()
