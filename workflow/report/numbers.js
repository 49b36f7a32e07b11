// Numbers that a reader types, and numbers that a page shows.
const numbers = (() => {
  "use strict";

  const RAISED = { "-": "⁻", 0: "⁰", 1: "¹", 2: "²", 3: "³", 4: "⁴", 5: "⁵", 6: "⁶", 7: "⁷", 8: "⁸", 9: "⁹" };
  // A number with this many digits; powers of ten where it is very small or large.
  function pretty(value, digits) {
    const size = Math.abs(value);
    if (value === 0 || (size >= 1e-3 && size < 1e6)) {
      const plain = value.toPrecision(digits);
      return plain.includes("e") ? String(Math.round(value)) : plain;
    }
    const [factor, power] = value.toExponential(digits - 1).split("e");
    return `${factor} × 10${[...String(Number(power))].map((c) => RAISED[c]).join("")}`;
  }

  // The number that a reader typed; an Error in words if it is none.
  function parsed(typed) {
    if (typed.trim() === "") throw new Error("give a number");
    if (!/^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(typed)) throw new Error("not a number; use a dot");
    return Number(typed);
  }

  // The least number with this many digits that is at least value (1 + margin): what is typed from a
  // page is no less noise. The margin is for the rounding of the page itself; below 0 it keeps a
  // number that has few digits as it is.
  function upward(value, digits = 5, margin = -1e-12) {
    const step = 10 ** (Math.floor(Math.log10(value)) - digits + 1);
    const nearest = Number(value.toPrecision(digits));
    return pretty(nearest < value * (1 + margin) ? nearest + step : nearest, digits);
  }

  // A number as code has it.
  const plain = (value) => (value > 0 && value < 1e-3 ? value.toExponential() : String(value));

  return { pretty, parsed, upward, plain };
})();
