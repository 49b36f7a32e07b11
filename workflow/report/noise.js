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
    if (epsilon > 1e28) {
      // mu / 2 - epsilon / mu has no digits left. It is above -sqrt(-2 log(2 delta)), which bounds mu
      // from below, and the factor covers rounding.
      const mu = Math.sqrt(2 * epsilon) - Math.sqrt(-2 * Math.log(2 * delta));
      return (sensitivity / mu) * (1 + 1e-12);
    }
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

  // The gain of the best attack over guessing: delta of the noise at epsilon 0, which is
  // 2 Phi(mu / 2) - 1 with mu = sensitivity / sigma.
  function advantage(sigma, sensitivity) {
    return Math.exp(logDelta(sigma / sensitivity, 0));
  }

  function classicalSigma(epsilon, delta, sensitivity) {
    check(epsilon > 0 && epsilon < Infinity, "epsilon must be above 0");
    check(delta > 0 && delta < 1, "delta must be between 0 and 1");
    checkSensitivity(sensitivity);
    return (sensitivity * Math.sqrt(2 * Math.log(1.25 / delta))) / epsilon;
  }

  function check(holds, message) {
    if (!holds) throw new RangeError(message);
  }

  function checkSensitivity(sensitivity) {
    check(sensitivity > 0 && sensitivity < Infinity, "the sensitivity must be above 0");
  }

  return { analyticSigma, advantage, classicalSigma };
})();
