"""What Gaussian noise lets an attacker do: gaussmech, riskcal and gdpnum."""

import numpy as np
import pandas as pd

from benchmarks.measure import best
from benchmarks.peers import RISK_PEERS
from benchmarks.report import digits, machine, parser, version, write

PAIRS = 1_000
SEED = 38
# A difference below this is the rounding of doubles.
EQUAL = 1e-9


def main(arguments=None):
    options = parser("calibration.risk", __doc__).parse_args(arguments)
    rows = risk_rows()
    write(options.output, "risk", sections(rows), tables={"": rows})


def random_pairs(count=PAIRS):
    """Return mu, log-uniform on [1e-3, 10], and false positive rates, on [1e-6, 1/2]."""
    rng = np.random.default_rng(SEED)
    mu = 10 ** rng.uniform(-3, 1, count)
    alpha = 10 ** rng.uniform(-6, np.log10(0.5), count)
    return mu, alpha


def risk_rows(count=PAIRS):
    """Return a row per function and peer: the largest differences, and times."""
    import gaussmech as gm

    mu, alpha = random_pairs(count)
    own_functions = {
        "advantage": lambda m, a: gm.advantage(m),
        "trade-off": lambda m, a: gm.trade_off(a, m),
    }
    rows = []
    for name, (load, package) in RISK_PEERS.items():
        try:
            peer_functions = load()
        except ImportError:
            rows.append({"peer": name, "function": "not installed"})
            continue
        for function, peer in peer_functions.items():
            own = own_functions[function]
            exact = []
            peer_values = []
            for pair in zip(mu, alpha, strict=True):
                exact.append(own(*pair))
                peer_values.append(float(peer(*pair)))
            exact = np.array(exact)
            peer_values = np.array(peer_values)
            difference = np.abs(peer_values - exact)
            seconds, _ = best(lambda peer=peer: peer(1.0, 0.01), 100)
            own_seconds, _ = best(lambda own=own: own(1.0, 0.01), 100)
            row = {
                "peer": name,
                "package": package,
                "function": function,
                "difference": np.max(difference),
                "relative": np.max(difference / exact),
                "flatters": int(np.sum(flatters(function, peer_values, exact))),
                "us": 1e6 * seconds,
                "own_us": 1e6 * own_seconds,
            }
            rows.append(row)
    return pd.DataFrame(rows)


def flatters(function, peer_values, exact):
    """Return where a peer promises too much privacy: less advantage, or more people missed."""
    if function == "advantage":
        return peer_values < exact
    return peer_values > exact


def sections(rows):
    yield (
        f"On {PAIRS:,} random pairs of μ in [1e-3, 10] and a false positive rate in [1e-6, 0.5],"
        " against gaussmech's certified values. A row flatters where it promises more privacy than"
        f" gaussmech does; below {EQUAL:.0e} that is rounding."
    )
    yield pd.DataFrame([line(row) for row in rows.to_dict("records")])
    packages = sorted({package for _, package in RISK_PEERS.values()})
    yield ", ".join(map(version, packages)) + ". " + machine("scipy")


def line(row):
    cells = {"peer": row["peer"], "function": row["function"]}
    if row["function"] == "not installed":
        return cells | dict.fromkeys(HEADS, "")
    values = (
        f"{row['difference']:.1e}",
        f"{row['relative']:.1e}",
        "yes" if row["difference"] < EQUAL else "no",
        row["flatters"],
        digits(row["us"]),
        digits(row["own_us"]),
    )
    return cells | dict(zip(HEADS, values, strict=True))


HEADS = (
    *("largest difference", "relative", f"equal to {EQUAL:.0e}", "flatters"),
    *("µs per call", "gaussmech's"),
)


if __name__ == "__main__":
    main()
