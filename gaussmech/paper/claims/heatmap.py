"""Claims about the taxi heat maps (section 5.3, appendix B.2)."""

from itertools import product

import numpy as np

from gaussmech.paper.claims.finding import (
    Finding,
    NotCheckable,
    claim,
    ranges,
    signs,
)
from gaussmech.paper.claims.theorems import gain, last_valid_epsilon
from gaussmech.paper.experiments.closed_forms import soft_threshold_risk
from gaussmech.paper.experiments.summaries import mean_squared_error
from gaussmech.privacy.calibration import analytic_gaussian_sigma, gaussian_epsilon

# The printed budget of the maps, and the printed RMSE of the raw release.
SENSITIVITY = 5.0
EPSILON = 0.5
DELTA = 1e-6
RAW = 40.29
# The printed RMSE of wavelets and of trend filtering, by the hour of Figures 2 and 5.
PRINTED = {0: (12.28, 10.07), 12: (10.22, 9.46)}
# The printed size of the road graph.
JUNCTIONS = 3784
SECTIONS = 7070
# The text does not say how lambda is chosen: both ways are judged.
TREND = ["aGM-trend-oracle", "aGM-trend-sure"]
FIGURE_2 = ["aGM-wavelet", *TREND]
DENOISED = ["aGM-JS", "aGM-TH", *FIGURE_2]
CONTRIBUTIONS = "claims_contributions"


def _maps(results):
    """Return the rows of the paper's budget."""
    return results.rows("heatmap", delta=DELTA, sensitivity=SENSITIVITY)


def _at_printed_noise(results):
    """Return the rows of the epsilon whose sigma is 40.29."""
    rows = _maps(results)
    near = np.abs(rows["sigma"] - RAW) <= 0.005
    if not (near & (rows["method"] == "aGM")).any():
        raise NotCheckable(f"heatmap.csv has no epsilon at which sigma is {RAW}")
    return rows[np.isclose(rows["epsilon"], rows.loc[near, "epsilon"].min(), rtol=1e-9)]


def printed_noise(results, *methods):
    """Return RMSE and standard error by hour and method at the epsilon whose sigma is 40.29."""
    rows = _at_printed_noise(results)
    by_method = rows.pivot(index="hour", columns="method")
    for hour, method in product(PRINTED, methods):
        if ("rmse_mean", method) not in by_method or hour not in by_method.index:
            raise NotCheckable(f"heatmap.csv has no {method} at hour {hour}")
    cells = by_method.loc[list(PRINTED)]
    return cells["rmse_mean"][[*methods]], cells["rmse_se"][[*methods]]


def _compare_rmse(results, methods, other):
    """Return where each method has a lower RMSE than the other method, and the ratio other / method.

    Both have a row per hour and a column per method; the first has +1 for lower, -1 for higher and 0
    for undecided.
    """
    mean, error = printed_noise(results, *methods, other)
    other_mean = mean[[other]].to_numpy()
    margin = other_mean - mean[methods].to_numpy()
    margin_error = error[[other]].to_numpy() + error[methods].to_numpy()
    decisions = signs(margin, margin_error)
    return decisions, other_mean / mean[methods]


@claim("BW-5.3b")
def trend_filtering_beats_wavelets(results):
    """The RMSE of trend filtering is below that of wavelets in both hours, for both lambdas.

    The paper does not say of how many draws its errors are. z is how many standard deviations of the
    ratio of one of our draws its ratio, wavelets over trend filtering, is from our mean. If the
    printed errors are means of m draws, z is sqrt(m) times as large.
    """
    decisions, _ = _compare_rmse(results, TREND, "aGM-wavelet")
    wavelets = _at_printed_noise(results).query("method == 'aGM-wavelet'")
    ratios = wavelets.set_index("hour").loc[list(PRINTED), ["ratio", "ratio_std"]]
    ours, spread = ratios.to_numpy().T
    printed = np.array([wavelet / trend for wavelet, trend in PRINTED.values()])
    rmse, _ = printed_noise(results, *FIGURE_2)
    return Finding(
        decisions,
        ours=ours,
        printed=printed,
        spread=spread,
        z=(printed - ours) / spread,
        rmse=rmse.to_numpy().ravel(),
    )


@claim("BW-5.3c")
def both_improve(results):
    """Both have a lower RMSE than the raw release in both hours."""
    decisions, ratio = _compare_rmse(results, FIGURE_2, "aGM")
    mean, _ = _compare_rmse(results, FIGURE_2, "mean")
    rmse, error = printed_noise(results, *FIGURE_2[:2])
    # The standard deviation of one draw.
    spread = error * np.sqrt(_at_printed_noise(results)["repetitions"].max())
    printed = np.array(list(PRINTED.values()))
    return Finding(
        decisions,
        ratio=ratio,
        printed=RAW / printed,
        spread=100 * spread / rmse,
        z=((printed - rmse) / spread).to_numpy().ravel(),
        mean=(mean > 0).sum(),
    )


@claim("BW-5.3d")
def cab_level_privacy(results):
    """A cab of 5 trips moves pick-ups and drop-offs by at most 5, in every reading of the text."""
    table = results.table(CONTRIBUTIONS)
    if not (table["max_trips"] == 5).all():
        raise NotCheckable(f"{CONTRIBUTIONS}.csv is for another number of trips than 5")
    is_alone = table["release"] == "pick-ups"
    both = table.loc[~is_alone, "norm"]
    rule = results.provenance["contribution"]
    return Finding(
        both <= SENSITIVITY * (1 + 1e-9),
        both=both,
        alone=table.loc[is_alone, "norm"],
        rule=rule["rule"],
        worst_case_norm=rule["worst_case_norm"],
    )


@claim("BW-5.3h")
def per_trip_and_per_cab(results):
    """A trip, and a cab of 5 trips, move pick-ups and drop-offs by at most 5, as the noise allows.

    A trip moves one map of both ends by 2, if they are at one junction, and two maps by sqrt(2); if
    another trip replaces it, sqrt(2) times as far.
    """
    table = results.table(CONTRIBUTIONS)
    cab = table.loc[table["release"] != "pick-ups", "norm"]
    trip = np.outer([2, np.sqrt(2)], [1, np.sqrt(2)]).ravel()
    sigma = analytic_gaussian_sigma(EPSILON, DELTA, SENSITIVITY)
    moves = np.append(trip, cab)
    return Finding(
        moves <= SENSITIVITY * (1 + 1e-9),
        trip=trip.max(),
        epsilon=gaussian_epsilon(sigma, DELTA, trip.max()),
        cab=cab.max(),
    )


@claim("BW-5.3e")
def junctions_and_sections(results):
    """The public road file reduces to these numbers."""
    if results.synthetic:
        raise NotCheckable("the streets are those of a synthetic city")
    counts = results.provenance["counts"]
    ours = [counts["junctions"], counts["road_sections"]]
    return Finding(np.equal(ours, (JUNCTIONS, SECTIONS)), counts=ours)


@claim("BW-5.3f")
def wavelet_domain_is_sparser(results):
    """At sigma = 40.29 the RMSE of thresholded wavelets is below that of thresholded counts."""
    decisions, _ = _compare_rmse(results, ["aGM-wavelet"], "aGM-TH")
    mean, _ = printed_noise(results, "aGM-wavelet", "aGM-TH")
    night, noon = mean.to_numpy().tolist()
    return Finding(decisions, night=night, noon=noon)


def _night_and_noon(results):
    """Return the true maps by hour, and the shares of the junctions at midnight and at noon."""
    table = results.table("heatmap_truth")
    maps = table.pivot(index="junction", columns="hour", values="count")
    if not set(PRINTED) <= set(maps):
        raise NotCheckable("heatmap_truth.csv lacks midnight or noon")
    night, noon = (maps[hour] / maps[hour].sum() for hour in PRINTED)
    return maps, night, noon


@claim("BW-5.3g")
def structurally_different(results):
    """The normalised maps are at least a tenth apart in total variation."""
    maps, night, noon = _night_and_noon(results)
    apart = (night - noon).abs().sum() / 2
    return Finding(
        [apart >= 0.1],
        apart=apart,
        alike=night.corr(noon),
        junctions=len(maps),
    )


# Corners of Eighth Avenue and its continuations: longitude, latitude and number of the street.
CORNERS = (-73.9933, 40.7524, 34), (-73.9582, 40.8003, 110)


def streets(lon, lat):
    """Return the number of the street at each place, and whether it is west of Eighth Avenue.

    Manhattan's streets are numbered along its avenues, at equal distances.
    """
    (lon_a, lat_a, street_a), (lon_b, lat_b, street_b) = CORNERS
    shrink = np.cos(np.radians(lat_a))
    east = (lon - lon_a) * shrink
    north = lat - lat_a
    along_east = (lon_b - lon_a) * shrink
    along_north = lat_b - lat_a
    length = along_east**2 + along_north**2
    share = (east * along_east + north * along_north) / length
    is_west = east * along_north - north * along_east < 0
    return street_a + share * (street_b - street_a), is_west


@claim("BW-5.3i")
def midtown_and_upper_west_side(results):
    """Each of the two has a larger share of the trip ends at noon than at midnight."""
    maps, night, noon = _night_and_noon(results)
    places = results.table("junctions").set_index("junction").loc[maps.index]
    street, is_west = streets(places["lon"].to_numpy(), places["lat"].to_numpy())
    midtown = (street >= 34) & (street < 59)
    west = (street >= 59) & (street < 110) & is_west
    # At midnight and at noon, of both regions.
    shares = np.array(
        [[share[region].sum() for share in (night, noon)] for region in (midtown, west)]
    )
    return Finding(shares[:, 1] > shares[:, 0], midtown=shares[0], west=shares[1])


@claim("BW-B.2a")
def always_by_a_constant_factor(results):
    """The variance ratio cGM / aGM is above 1, from epsilon = 0.001 to 10."""
    epsilon = np.geomspace(1e-3, 10, 401)
    ratio = gain(epsilon, DELTA)
    ends = [ratio.argmax(), ratio.argmin()]
    return Finding(
        ratio > 1,
        ratio=ratio[ends],
        at=epsilon[ends],
        last=last_valid_epsilon(DELTA),
        where=ranges(epsilon, ratio > 1),
    )


def _ratios(results, method, epsilon):
    """Return the MSE of a method over sigma^2, by hour, and its standard error."""
    rows = _maps(results)
    rows = rows[np.isclose(rows["epsilon"], epsilon, rtol=1e-9)].set_index("hour")
    of_method = rows[rows["method"] == method]
    raw = rows[rows["method"] == "aGM"]
    if of_method.empty or raw.empty:
        raise NotCheckable(f"heatmap.csv has no aGM or {method} at epsilon {epsilon:g}")
    variance = raw["sigma"] ** 2
    mse, error = mean_squared_error(of_method)
    return mse / variance, error / variance


@claim("BW-B.2b")
def benefit_of_denoising(results):
    """The MSE ratio is at least 10 at the least epsilon, and between 1 and 10 at 1."""
    tiny = float(_maps(results)["epsilon"].min())
    if tiny > 0.1:
        raise NotCheckable("heatmap.csv has no epsilon <= 0.1")
    decisions = []
    at_tiny = []
    at_1 = []
    for method in DENOISED:
        ratio, error = _ratios(results, method, tiny)
        at_tiny += [*1 / ratio]
        decisions += [*signs(0.1 - ratio, error)]
        ratio, error = _ratios(results, method, 1.0)
        at_1 += [*1 / ratio]
        decisions += [*signs(1 - ratio, error), *signs(ratio - 0.1, error)]
    zero, _ = _ratios(results, "zero", tiny)
    return Finding(decisions, tiny=tiny, at_tiny=at_tiny, at_1=at_1, nothing=1 / zero)


@claim("BW-B.2c")
def thresholding_a_little_worse(results):
    """The MSE of soft thresholding over raw at epsilon > 5 is above 1, and below 2."""
    epsilons = _maps(results)["epsilon"]
    if not (epsilons > 5).any():
        raise NotCheckable("heatmap.csv has no epsilon above 5")
    decisions = []
    ratios: dict[str, list[float]] = {"aGM-TH": [], "aGM-wavelet": []}
    for epsilon, method in product(epsilons[epsilons > 5].unique(), ratios):
        ratio, error = _ratios(results, method, epsilon)
        ratios[method] += [*ratio]
        decisions += [*signs([ratio - 1, 2 - ratio], error).ravel()]
    return Finding(decisions, counts=ratios["aGM-TH"], wavelets=ratios["aGM-wavelet"])


@claim("BW-B.2d")
def cost_within_its_bound(results):
    """The MSE of TH over raw is at most the factor 2 log d + 1 of Theorem 12, for any map."""
    d = np.array([JUNCTIONS, len(results.table("junctions"))])
    factor = 2 * np.log(d) + 1
    size = np.geomspace(1e-3, 1e3, 2001)[:, None]
    threshold = np.sqrt(2 * np.log(d))
    cost = soft_threshold_risk(size, threshold).max(axis=0)
    return Finding(cost <= factor * (1 + 1e-9), cost=cost, factor=factor, d=d)


@claim("BW-B.2e")
def adaptive_to_the_structure(results):
    """In both hours each method has a lower RMSE than the release, and than a constant map."""
    over_raw, raw = _compare_rmse(results, FIGURE_2, "aGM")
    over_constant, constant = _compare_rmse(results, FIGURE_2, "mean")
    return Finding(
        np.stack([over_raw, over_constant]),
        raw=1 / raw.to_numpy(),
        constant=1 / constant.to_numpy(),
    )
