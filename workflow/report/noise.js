// The noise of a budget, in doubles. Each function takes epsilon, delta and the sensitivity.
const noise = (() => {
  "use strict";

  // Nodes and weights of Gauss-Legendre quadrature on [0, 1].
  const [NODES, WEIGHTS] = gaussLegendre(16);
  const PANELS = 24;

  function gaussLegendre(n) {
    const nodes = [], weights = [];
    for (let k = 0; k < n; k++) {
      let x = Math.cos((Math.PI * (k + 0.75)) / (n + 0.5)), slope;
      for (let step = 0; step < 100; step++) {
        let before = 1, value = x;
        for (let j = 2; j <= n; j++) {
          [before, value] = [value, ((2 * j - 1) * x * value - (j - 1) * before) / j];
        }
        slope = (n * (x * value - before)) / (x * x - 1);
        const change = value / slope;
        x -= change;
        if (Math.abs(change) < 1e-15) break;
      }
      nodes.push((1 + x) / 2);
      weights.push(1 / ((1 - x * x) * slope * slope));
    }
    return [nodes, weights];
  }

  // Log of the least delta of Gaussian noise sigma at sensitivity 1. With a = 1/(2 sigma) -
  // epsilon sigma, the profile of Balle & Wang (Theorem 8) is
  //   delta = integral over t > 0 of phi(t - a) (1 - exp(-t / sigma)),
  // where nothing cancels; for a < 0 the factor exp(-a^2 / 2) is taken out of it.
  function logDelta(sigma, epsilon) {
    const a = 0.5 / sigma - epsilon * sigma;
    // Beyond these the density is below exp(-50) of what it is at its largest.
    const from = Math.max(0, a - 10);
    const to = a > 0 ? a + 10 : 100 / (Math.sqrt(a * a + 100) - a);
    // Panels that double in length: the second factor changes over sigma, which may be short.
    let sum = 0, right = to - from;
    for (let k = 0; k < PANELS; k++) {
      const left = k === PANELS - 1 ? 0 : right / 2;
      for (let j = 0; j < NODES.length; j++) {
        const t = from + left + (right - left) * NODES[j];
        const exponent = a > 0 ? -0.5 * (t - a) * (t - a) : t * (a - 0.5 * t);
        sum += WEIGHTS[j] * (right - left) * Math.exp(exponent) * -Math.expm1(-t / sigma);
      }
      right = left;
    }
    const outside = a > 0 ? 0 : -0.5 * a * a;
    return outside + Math.log(sum) - 0.5 * Math.log(2 * Math.PI);
  }

  function analyticSigma(epsilon, delta, sensitivity) {
    check(epsilon >= 0 && epsilon < Infinity, "epsilon must be at least 0");
    // Beyond 1/2 the logarithm of delta says too little of it for doubles: sigma could be too small.
    check(delta > 0 && delta <= 0.5, "delta must be above 0 and at most 1/2");
    checkSensitivity(sensitivity);
    const target = Math.log(delta);
    // delta falls as sigma grows: a bracket, then bisection of log sigma.
    let low = 0, high = 0;
    while (logDelta(Math.exp(low), epsilon) < target) low -= 1;
    while (logDelta(Math.exp(high), epsilon) > target) high += 1;
    for (let step = 0; step < 60; step++) {
      const middle = (low + high) / 2;
      if (logDelta(Math.exp(middle), epsilon) > target) low = middle;
      else high = middle;
    }
    return sensitivity * Math.exp(high);
  }

  function classicalSigma(epsilon, delta, sensitivity) {
    check(epsilon > 0 && epsilon < Infinity, "epsilon must be above 0");
    check(delta > 0 && delta < 1, "delta must be between 0 and 1");
    checkSensitivity(sensitivity);
    return (sensitivity * Math.sqrt(2 * Math.log(1.25 / delta))) / epsilon;
  }

  function laplaceScale(epsilon, sensitivity) {
    check(epsilon > 0 && epsilon < Infinity, "epsilon must be above 0");
    checkSensitivity(sensitivity);
    return sensitivity / epsilon;
  }

  // Scale, bound, E|Z| and sqrt(E Z^2) of Laplace noise cut off at the bound (Geng et al.).
  function truncatedLaplace(epsilon, delta, sensitivity) {
    check(epsilon > 0 && epsilon < Infinity, "epsilon must be above 0");
    check(delta > 0 && delta < 0.5, "delta must be between 0 and 1/2");
    checkSensitivity(sensitivity);
    // t = bound / scale = log(1 + (e^epsilon - 1) / (2 delta)), without overflow of e^epsilon.
    const t =
      epsilon < 1
        ? Math.log1p(Math.expm1(epsilon) / (2 * delta))
        : epsilon + Math.log(Math.exp(-epsilon) - Math.expm1(-epsilon) / (2 * delta));
    const scale = sensitivity / epsilon;
    const [mean, square] = moments(t);
    return {
      scale,
      bound: scale * t,
      amplitude: scale * mean,
      rms: scale * Math.sqrt(square),
    };
  }

  // E X and E X^2 of an exponential X, given X < t.
  function moments(t) {
    if (t > 1) {
      const tail = t / Math.expm1(t);
      return [1 - tail, 2 * (1 - tail) - t * tail];
    }
    // The closed forms cancel: series of the integrals of x^k exp(-x) over (0, t).
    const power = (k) => {
      let term = Math.pow(t, k + 1), sum = 0;
      for (let n = 0; n < 25; n++) {
        sum += term / (n + k + 1);
        term *= -t / (n + 1);
      }
      return sum;
    };
    return [power(1) / power(0), power(2) / power(0)];
  }

  // The least scale of the l2 mechanism, whose noise has a density proportional to
  // exp(-|z| / scale) in `dimension` coordinates: see l2_kernel.py.
  function l2Scale(epsilon, delta, sensitivity, dimension) {
    check(epsilon >= 0 && epsilon < Infinity, "epsilon must be at least 0");
    check(delta >= 0 && delta < 1 && epsilon + delta > 0, "delta must be between 0 and 1");
    checkSensitivity(sensitivity);
    const whole = Number.isInteger(dimension) && dimension >= 1 && dimension <= 1e6;
    check(whole, "the dimension must be a whole number from 1 to 1,000,000");
    if (delta === 0) return sensitivity / epsilon;
    let gap = -2 * Math.log1p(-delta);
    if (dimension > 1) {
      const below = (t) => l2LogDelta(Math.exp(t), epsilon, dimension) < Math.log(delta);
      let low = Math.log(gap), high = low;
      for (let k = 0; k < 1000 && !below(low); k++) low -= 2;
      for (let k = 0; k < 1000 && below(high); k++) high += 2;
      for (let step = 0; step < 60; step++) {
        const middle = (low + high) / 2;
        if (below(middle)) low = middle;
        else high = middle;
      }
      gap = Math.exp(low);
    }
    return sensitivity / (epsilon + gap);
  }

  // log delta where sensitivity / scale is epsilon + gap: with z its half, the privacy loss is
  // 2 z cos(theta), theta of density e^(z cos theta) sin^(d-2) (alpha + sin^2), but for a constant.
  function l2LogDelta(gap, epsilon, d) {
    const rho = epsilon + gap, z = rho / 2;
    const alpha = ((d - 1) * besselRatio(d / 2 - 1, z)) / z;
    const whole = (theta) => {
      const x = Math.cos(theta), sine = Math.sin(theta);
      const logSine = Math.abs(x) < 0.7 ? 0.5 * Math.log1p(-x * x) : Math.log(sine);
      return z * x + (d - 2) * logSine + Math.log1p((sine * sine) / alpha);
    };
    const part = (theta) =>
      whole(theta) + Math.log(-Math.expm1(2 * rho * Math.sin(theta / 2) ** 2 - gap));
    const end = 2 * Math.asin(Math.sqrt(Math.min(gap / (2 * rho), 1)));
    return Math.min(logIntegral(part, end) - logIntegral(whole, Math.PI), 0);
  }

  // log of the integral of exp(f) over (0, end), f concave.
  function logIntegral(f, end) {
    let low = 0, high = end;
    for (let step = 0; step < 80; step++) {
      const third = (high - low) / 3;
      if (f(low + third) < f(high - third)) low += third;
      else high -= third;
    }
    const peak = (low + high) / 2, top = f(peak);
    let sum = 0;
    for (const side of [0, end]) {
      let inner = peak, outer = side;
      for (let step = 0; step < 12; step++) {
        const middle = (inner + outer) / 2;
        if (f(middle) < top - 44) outer = middle;
        else inner = middle;
      }
      const panel = (outer - peak) / 4;
      for (let k = 0; k < 4; k++) {
        for (let j = 0; j < NODES.length; j++) {
          sum += Math.abs(panel) * WEIGHTS[j] * Math.exp(f(peak + panel * (k + NODES[j])) - top);
        }
      }
    }
    return top + Math.log(sum);
  }

  // K_{order+1}(z) / K_order(z), by its recurrence from order -1/2, 0 or a high one.
  function besselRatio(order, z) {
    let n = -0.5, ratio = 1;
    if (order > 2000) {
      n = order - 1000;
      ratio = (n + 0.5 + Math.hypot(n + 0.5, z)) / z;
    } else if (Number.isInteger(order)) {
      // The trapezoidal rule for the integrals of exp(-z cosh t) and exp(-z cosh t) cosh t.
      const step = Math.min(0.25, 0.7 / Math.sqrt(z));
      let k0 = 0.5, k1 = 0.5, value = 1;
      for (let t = step; value >= 1e-18; t += step) {
        value = Math.exp(-2 * z * Math.sinh(t / 2) ** 2);
        k0 += value;
        k1 += value * Math.cosh(t);
      }
      [n, ratio] = [0, k1 / k0];
    }
    while (n < order) {
      n += 1;
      ratio = (2 * n) / z + 1 / ratio;
    }
    return ratio;
  }

  // Standard deviation per coordinate, and tail(alpha), the a with P[|Z| > a] = alpha, of each law.
  const gaussian = (sigma) => ({
    rms: sigma,
    tail: (alpha) => sigma * Math.SQRT2 * falling((x) => erfc(x), alpha, 1),
  });
  const laplace = (scale) => ({ rms: scale * Math.SQRT2, tail: (alpha) => -scale * Math.log(alpha) });
  const truncated = ({ scale, bound, rms }) => ({
    rms,
    tail: (alpha) => -scale * Math.log1p((1 - alpha) * Math.expm1(-bound / scale)),
  });

  // A coordinate of the l2 mechanism is normal with variance 2 G scale^2, G of the gamma law with
  // shape k; the trapezoidal rule in log G, as in l2_mechanism.py.
  function l2(scale, dimension) {
    const k = (dimension + 1) / 2;
    const tail = (alpha) => {
      const c = (45 - Math.log(alpha)) / k, low = -c - Math.sqrt(2 * c);
      const high = Math.log1p(c + Math.sqrt(c * (c + 2))), weights = [], roots = [];
      for (let j = 0; j < 500; j++) {
        const t = low + ((high - low) * j) / 499;
        weights.push(Math.exp(k * (t - Math.expm1(t))));
        roots.push(2 * Math.sqrt(k * Math.exp(t)));
      }
      const whole = weights.reduce((sum, w) => sum + w);
      const share = (a) => roots.reduce((sum, root, j) => sum + weights[j] * erfc(a / root), 0) / whole;
      return scale * falling(share, alpha, 2 * Math.sqrt(k));
    };
    return { rms: scale * Math.sqrt(dimension + 1), tail };
  }

  // Where f, which falls from 1, is alpha; near `start`, by bisection of the logarithm.
  function falling(f, alpha, start) {
    let low = start, high = start;
    while (f(low) < alpha) low /= 2;
    while (f(high) > alpha) high *= 2;
    for (let step = 0; step < 60; step++) {
      const middle = Math.sqrt(low * high);
      if (f(middle) > alpha) low = middle;
      else high = middle;
    }
    return high;
  }

  // 1 - erf(x), x above 0: its series, or its continued fraction where that would cancel.
  function erfc(x) {
    if (x < 2) {
      let term = x, sum = x;
      for (let n = 1; n < 60; n++) sum += term *= (2 * x * x) / (2 * n + 1);
      return 1 - (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * sum;
    }
    let fraction = x;
    for (let n = 120; n > 0; n--) fraction = x + n / 2 / fraction;
    return Math.exp(-x * x) / (Math.sqrt(Math.PI) * fraction);
  }

  function check(holds, message) {
    if (!holds) throw new RangeError(message);
  }

  function checkSensitivity(sensitivity) {
    check(sensitivity > 0 && sensitivity < Infinity, "the sensitivity must be above 0");
  }

  const laws = { gaussian, laplace, truncated, l2 };
  return { analyticSigma, classicalSigma, laplaceScale, truncatedLaplace, l2Scale, laws };
})();
