"""A log-Gaussian field on a graph: an estimator of non-negative maps in heavy noise.

In units of the noise, the data z (n,) are

    z = e^g + N(0, I),    g ~ N(X beta, s2 Q^-1),

so the log map g is a Gaussian field with the sparse precision Q / s2. The mean of e^g given z is
the estimate. Each module has one part, with its equations at the top:

- `prior`: the operator of the graph, the precision Q, and the covariates X.
- `posterior`: a Gaussian approximation of the posterior of g, its mode and its evidence.
- `exact_mean`: the mean of e^g at a vertex given its datum and the other vertices.
- `tiles`: large graphs are cut into overlapping tiles, which are fitted one by one.
- `search`: the hyperparameters of highest evidence, and the estimate (`field_fit`).

Maps that may be negative have z = b + g + N(0, I), whose posterior is Gaussian.
"""

from gaussmech.graphs.field.prior import SMOOTH, TooDense
from gaussmech.graphs.field.search import Search, field_fit
from gaussmech.graphs.field.tiled_prior import FieldPrior

__all__ = ["SMOOTH", "FieldPrior", "Search", "TooDense", "field_fit"]
