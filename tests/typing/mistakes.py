"""Mistakes that a type checker must see: where it sees none, `make lint` calls the comment unused."""

import gaussmech as gm


def make_mistakes() -> None:
    gm.analytic_gausian_sigma(0.5, 1e-6)  # type: ignore[attr-defined]
    gm.LaplaceMechanism("0.5")  # type: ignore[arg-type]
    gm.denoise(1.0, 1.0, 3, method="js")  # type: ignore[arg-type]
