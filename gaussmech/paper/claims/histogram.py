"""Claims about histogram release (appendix B.1), in L1."""

import numpy as np
from scipy.special import gammaln

from gaussmech.paper.claims.finding import (
    Finding,
    NotCheckable,
    as_signs,
    claim,
    ranges,
)
from gaussmech.paper.claims.results import DELTA, SAMPLE_SIZE
from gaussmech.paper.claims.theorems import crossing
from gaussmech.privacy.calibration import analytic_gaussian_sigma, gaussian_delta

TASK = "histogram"
# A histogram is sparse if at most this share of its bins is expected to hold an item.
SPARSE = 0.1


def _lower_error(claim_id, first, *others, epsilons=None):
    """Register the claim that `first` has the lower error at every dimension of the epsilons."""

    @claim(claim_id)
    def check(results):
        pairs = [(first, other) for other in others]
        return results.compare(TASK, *pairs, epsilons=epsilons).finding()


_lower_error("BW-B.1b", "Lap", "cGM")
_lower_error("BW-B.1c", "Lap", "aGM", epsilons=[1.0])
_lower_error("BW-B.1d", "Lap", "aGM-JS", "aGM-TH", epsilons=[1.0])


def expected_nonzeros(sample_size, dimension):
    """Return the expected number of bins with an item: multinomial, Dirichlet(1/d) parameters."""
    n = sample_size
    a = 1 / np.asarray(dimension, float)
    # A bin is empty with probability prod_i (1 - 1/d + i) / (1 + i), i < n (Polya's urn).
    log_empty = gammaln(1 - a + n) - gammaln(1 - a) - gammaln(1 + n)
    return dimension * (1 - np.exp(log_empty))


def least_sparse_dimension(share):
    """Return the least dimension at which at most this share of the bins is expected to be full.

    The share falls with d, as the number of full bins never exceeds 1 + 1/2 + ... + 1/n.
    """
    d = np.arange(2, 100_000)
    return int(d[np.argmax(expected_nonzeros(SAMPLE_SIZE, d) <= share * d)])


@claim("BW-B.1a")
def sparse(results):
    """At most a tenth of the bins is expected to hold an item, at the table's dimensions."""
    d = results.values(TASK, "dimension")
    count = expected_nonzeros(SAMPLE_SIZE, d)
    satisfied = count / d <= SPARSE
    return Finding(
        satisfied,
        count=count[[0, -1]],
        d=d[[0, -1]],
        share=SPARSE,
        least=least_sparse_dimension(SPARSE),
        where=ranges(d, satisfied),
    )


@claim("BW-B.1h")
def thresholding_beats_shrinking(results):
    """TH has less error than JS where the histograms are sparse, in the sense of BW-B.1a."""
    pair = ("aGM-TH", "aGM-JS")
    least_dimension = least_sparse_dimension(SPARSE)
    if least_dimension > results.values(TASK, "dimension")[-1]:
        raise NotCheckable(f"{TASK}.csv has no dimension from {least_dimension} on")
    comparison = results.compare(TASK, pair, least_dimension=least_dimension)
    return comparison.finding(least=least_dimension)


def crossover_epsilon():
    """Return the epsilon below which the analytic Gaussian's expected L1 error is smaller."""

    # E|Z| is 2 / (n epsilon) or sigma sqrt(2/pi): neither d nor n matters.
    def excess(epsilon):
        sigma = analytic_gaussian_sigma(epsilon, DELTA, np.sqrt(2))
        return sigma * np.sqrt(2 / np.pi) * epsilon / 2 - 1

    return crossing(excess, 1e-8, 100)


@claim("BW-B.1f")
def analytic_beats_laplace_as_epsilon_falls(results):
    """At the least epsilon aGM has the smaller error, at the largest it has not."""
    epsilons = results.values(TASK, "epsilon")
    if len(epsilons) < 2:
        raise NotCheckable("histogram.csv has a single epsilon")
    ends = epsilons[[0, -1]]
    pair = "aGM", "Lap"
    low, high = (results.compare(TASK, pair, epsilons=[end]) for end in ends)
    # The claim is a change of order: at the largest epsilon Lap must not have the larger error.
    stays = (high.sign > 0).any()
    return Finding(
        [*low.sign, -1] if stays else low.sign,
        better=[(low.sign > 0).sum(), (high.sign > 0).sum()],
        clear=low.clear.sum(),
        dimensions=len(low.sign),
        epsilons=ends,
        crossover=crossover_epsilon(),
        ratio=low.cells["ratio"],
    )


@claim("BW-B.1g")
def denoising_has_an_advantage(results):
    """At epsilon 0.1 and 0.01 JS and TH have less error than raw aGM."""
    raw, zero = (
        results.compare(
            TASK, ("aGM-JS", other), ("aGM-TH", other), epsilons=[0.1, 0.01]
        )
        for other in ("aGM", "zero")
    )
    return raw.finding(zero=zero.counts()["better"])


@claim("BW-6c")
def optimal_in_both_components(results):
    """A billionth less Gaussian noise exceeds delta; no denoiser of histograms has less error than TH.

    The first is judged budget by budget, the second cell by cell against the posterior median.
    """
    epsilon = np.geomspace(1e-3, 10, 41)[:, None]
    delta = np.geomspace(1e-10, 0.1, 10)
    sigma = analytic_gaussian_sigma(epsilon, delta)
    is_least = gaussian_delta((1 - 1e-9) * sigma, epsilon) > delta
    denoised = results.compare("histogram_extended", ("aGM-TH", "posterior-median"))
    return Finding(
        [*as_signs(is_least), *denoised.sign],
        budgets=is_least.size,
        exceeded=is_least.sum(),
        ratio=denoised.cells["ratio"],
        **denoised.counts(),
    )
