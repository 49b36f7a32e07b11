// The calculator: sigma of the analytic Gaussian mechanism for the budget that a reader types.
(() => {
  "use strict";
  const { pretty, parsed, upward, plain } = numbers;
  const by = (id) => document.getElementById(id);
  const BUDGET = ["epsilon", "delta", "sensitivity", "releases"];
  // noise.js agrees with the library to 2e-9, relatively; tests/browser/test_calculator_page.py
  // measures it. The margin is more than that.
  const MARGIN = 1e-8, DIGITS = 6;
  // 95 % of normal values are within so many standard deviations.
  const NORMAL_95 = 1.959963984540054;
  const RANGES = {
    epsilon: ["epsilon must be at least 0", (x) => x >= 0 && x < Infinity],
    // noise.js says why.
    delta: ["delta must be above 0 and at most 0.5; Laplace noise of scale L1 sensitivity / epsilon needs none", (x) => x > 0 && x <= 0.5],
    sensitivity: ["the sensitivity must be above 0", (x) => x > 0 && x < Infinity],
    releases: ["releases must be a whole number from 1 to 1000000", (x) => Number.isInteger(x) && x >= 1 && x <= 1e6],
  };

  // The number in a field, or undefined with the reason beside it.
  function read(name) {
    const [allowed, holds] = RANGES[name];
    let message = "", value;
    try {
      value = parsed(by(name).value);
      if (!holds(value)) message = allowed;
    } catch (error) {
      message = error.message;
    }
    by(name).setAttribute("aria-invalid", String(message !== ""));
    by(`${name}-note`).textContent = message;
    return message ? undefined : value;
  }

  function compared(epsilon, classical, sigma, releases) {
    if (epsilon === 0) return "The classical calibration has no σ for ε = 0.";
    const share = pretty(classical / sigma, 3);
    const root = releases > 1 ? "√n " : "";
    const told = `The classical calibration, Δ ${root}√(2 log(1.25 / δ)) / ε, gives ${upward(classical, DIGITS)}:`;
    if (classical < sigma) return `${told} too little, so that it is not (ε, δ)-differentially private here.`;
    const outside = epsilon >= 1 ? " Its proof needs ε < 1." : "";
    return `${told} ${share} times as much noise as needed.${outside}`;
  }

  // What an attacker gains who knows all data but whether one person is in them.
  function attack(sigma, sensitivity, releases) {
    const gain = noise.advantage(sigma, sensitivity);
    // Above 99.9 % three digits, rounded up, are 100 %; the margin must not lead beyond.
    const percent = (share) => `${share > 0.999 ? 100 : upward(100 * share, 3, MARGIN)} %`;
    const mu = `The noise is μ-GDP (Gaussian differential privacy) with μ = ${upward(sensitivity / sigma, 3, MARGIN)}.`;
    const sees = releases > 1 ? ` and sees all ${releases} releases` : "";
    return `${mu} An attacker who knows all other data${sees} can tell whether one person is included with at most ${percent((1 + gain) / 2)} success; a coin toss has 50 %. The advantage is ${percent(gain)}.`;
  }

  function calculate() {
    const values = BUDGET.map(read);
    const [epsilon, delta, sensitivity, releases] = values;
    // All releases together are one vector, which a person moves by so much.
    const joint = sensitivity * Math.sqrt(releases);
    const whole = values.every((value) => value !== undefined);
    let sigma;
    if (whole) sigma = noise.analyticSigma(epsilon, delta, joint);
    const known = sigma > 0 && sigma < Infinity;
    by("sigma").textContent = known ? `σ = ${upward(sigma, DIGITS, MARGIN)}` : "";
    by("meaning").textContent = known
      ? `Add independent Gaussian noise of this standard deviation to each value${releases > 1 ? " of each release" : ""}: 95 % of the errors are within ${upward(NORMAL_95 * sigma, 3)}.`
      : "No noise makes this budget: see the fields above.";
    by("attack").textContent = known ? attack(sigma, joint, releases) : "";
    by("compared").textContent = known ? compared(epsilon, epsilon > 0 ? noise.classicalSigma(epsilon, delta, joint) : NaN, sigma, releases) : "";
    const given = values.slice(0, 3).map(plain).join(", ") + (releases > 1 ? ` * ${releases} ** 0.5` : "");
    by("python").textContent = known ? `import gaussmech as gm\n\ngm.analytic_gaussian_sigma(${given})` : "";
    by("command").textContent = known ? `gaussmech sigma --epsilon ${plain(epsilon)} --delta ${plain(delta)} --sensitivity ${plain(sensitivity)}${releases > 1 ? ` --releases ${releases}` : ""}` : "";
    const typed = BUDGET.map((name) => [name, by(name).value]);
    history.replaceState(null, "", `#${new URLSearchParams(typed)}`);
  }

  // The address holds a budget.
  function recall() {
    const found = new URLSearchParams(location.hash.slice(1));
    for (const name of BUDGET) if (found.has(name)) by(name).value = found.get(name);
    calculate();
  }

  async function copy(words) {
    try {
      await navigator.clipboard.writeText(words);
      by("copied").value = "Copied.";
    } catch {
      by("copied").value = "The browser does not let this page copy; select the text instead.";
    }
  }

  by("budget").addEventListener("input", calculate);
  by("budget").addEventListener("submit", (event) => event.preventDefault());
  for (const button of document.querySelectorAll("button[data-copy]")) {
    button.addEventListener("click", () => copy(by(button.dataset.copy).textContent));
  }
  by("link").addEventListener("click", () => copy(location.href));
  addEventListener("hashchange", recall);
  recall();
})();
