(() => {
  "use strict";
  const data = JSON.parse(document.getElementById("data").textContent);
  const by = (id) => document.getElementById(id);
  const pick = by("pick").elements, budget = by("budget").elements;
  const charts = {};
  // What is picked: a task, and values that the run has.
  const state = { task: "", delta: 0, epsilon: 0, position: 0 };
  const BUDGET = ["epsilon", "delta", "sensitivity", "dimension"];

  const distinct = (values) => [...new Set(values)].sort((a, b) => a - b);
  const nearest = (values, x) =>
    values.reduce((best, v) => (Math.abs(Math.log(v / x)) < Math.abs(Math.log(best / x)) ? v : best));
  const middle = (values) => values[Math.floor(values.length / 2)];
  const text = (id, words) => (by(id).textContent = words);

  const RAISED = { "-": "⁻", 0: "⁰", 1: "¹", 2: "²", 3: "³", 4: "⁴", 5: "⁵", 6: "⁶", 7: "⁷", 8: "⁸", 9: "⁹" };
  // A number with so many digits; powers of ten where it is very small or large.
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

  function complain(input, note, words) {
    input.setAttribute("aria-invalid", words ? "true" : "false");
    text(note, words);
  }

  // ---------------------------------------------------------------------- which method

  const task = () => data.tasks[state.task];
  const chosen = () => task().rows.filter((row) => row.delta === state.delta);
  const values = (name) => distinct((name === "delta" ? task().rows : chosen()).map((row) => row[name]));
  const atHours = () => task().position === "hour";

  // Keep what is picked where the run has it; else take its middle.
  function settle() {
    for (const name of ["delta", "epsilon", "position"]) {
      const present = values(name);
      if (!present.includes(state[name])) state[name] = middle(present);
    }
    pick.task.value = state.task;
    pick.delta.replaceChildren(...values("delta").map((v) => new Option(String(v), v)));
    pick.delta.value = String(state.delta);
    text("position-name", atHours() ? "Hour" : "Dimension d");
    for (const name of ["epsilon", "position"]) {
      const present = values(name), slider = pick[`${name}-slider`];
      slider.max = present.length - 1;
      slider.value = present.indexOf(state[name]);
      slider.setAttribute("aria-valuetext", String(state[name]));
    }
  }

  function show(typing) {
    settle();
    for (const name of ["epsilon", "position"]) {
      if (name === typing) continue;
      pick[name].value = String(state[name]);
      complain(pick[name], `${name}-note`, "");
    }
    const { epsilon, position } = state;
    const rows = chosen();
    const atEpsilon = rows.filter((row) => row.epsilon === epsilon);
    const where = atHours() ? `at ${position}:00 (${data.junctions} junctions)` : `d = ${position}`;
    // Hours are no scale to draw a curve along.
    by("by-position").closest(".chart").hidden = atHours();
    draw("by-position", atEpsilon, "position", "dimension d", `ε = ${epsilon}`, position);
    draw("by-epsilon", rows.filter((row) => row.position === position), "epsilon", "ε", where, epsilon);
    rank(atEpsilon.filter((row) => row.position === position), `ε = ${epsilon}, ${where}`);
    remember();
  }

  function typed(name) {
    const input = pick[name];
    try {
      const wanted = parsed(input.value), present = values(name);
      const hour = name === "position" && atHours();
      if (!(wanted > 0) && !hour) throw new Error("must be above 0");
      const near = hour
        ? present.reduce((best, v) => (Math.abs(v - wanted) < Math.abs(best - wanted) ? v : best))
        : nearest(present, wanted);
      state[name] = near;
      complain(input, `${name}-note`, "");
      if (near !== wanted) text(`${name}-note`, `nearest in this run: ${near}`);
      show(name);
    } catch (error) {
      complain(input, `${name}-note`, error.message);
    }
  }

  function draw(id, rows, x, name, title, picked) {
    charts[id]?.destroy();
    const datasets = [];
    for (const [method, look] of Object.entries(data.methods)) {
      const points = rows.filter((row) => row.method === method).sort((a, b) => a[x] - b[x]);
      if (!points.length) continue;
      const at = (shift) =>
        // A band that reaches 0 has no place on a logarithmic axis.
        points.map((row) => ({ x: row[x], y: Math.max(row.error + shift * row.se, row.error / 1e3) }));
      const band = { borderWidth: 0, pointRadius: 0, pointHitRadius: 0, band: method };
      datasets.push(
        {
          label: look.label,
          data: at(0),
          borderColor: look.color,
          backgroundColor: look.color,
          borderWidth: 2,
          borderDash: look.dash,
          pointRadius: points.map((row) => (row[x] === picked ? 5 : 2)),
        },
        { ...band, data: at(-2) },
        { ...band, data: at(2), fill: "-1", backgroundColor: look.color + "33" }
      );
    }
    const axis = (words) => ({
      type: "logarithmic",
      title: { display: true, text: words, color: "#1b2430" },
      grid: { color: "#e5e7eb" },
      ticks: {
        color: "#1b2430",
        maxRotation: 0,
        autoSkip: true,
        autoSkipPadding: 12,
        callback(value) {
          const factor = Number(value.toExponential(6).split("e")[0]);
          // Ten times as much from one label to the next, on a long axis.
          if (factor !== 1 && (this.max / this.min > 30 || (factor !== 2 && factor !== 5))) return null;
          return value >= 1e-3 && value < 1e5 ? String(Number(value.toPrecision(3))) : pretty(value, 1).replace(/^1 × /, "");
        },
      },
    });
    charts[id] = new Chart(by(id), {
      type: "line",
      data: { datasets },
      plugins: [
        {
          id: "paper",
          beforeDraw: ({ ctx, width, height }) => {
            ctx.fillStyle = "white";
            ctx.fillRect(0, 0, width, height);
          },
        },
      ],
      options: {
        animation: false,
        maintainAspectRatio: false,
        interaction: { mode: "nearest", axis: "x", intersect: false },
        scales: { x: axis(name), y: axis(task().error) },
        plugins: {
          title: { display: true, text: `${task().label}, ${title}`, color: "#1b2430" },
          tooltip: {
            filter: (item) => !item.dataset.band,
            itemSort: (a, b) => a.parsed.y - b.parsed.y,
            callbacks: {
              title: (items) => (items.length ? `${name} = ${items[0].parsed.x}` : ""),
              label: (item) => `${item.dataset.label}: ${pretty(item.parsed.y, 4)}`,
            },
          },
          legend: {
            position: "bottom",
            labels: {
              color: "#1b2430",
              usePointStyle: true,
              pointStyle: "line",
              pointStyleWidth: 32,
              filter: (item, all) => !all.datasets[item.datasetIndex].band,
              generateLabels: (chart) =>
                Chart.defaults.plugins.legend.labels.generateLabels(chart).map((item) => ({
                  ...item,
                  lineDash: chart.data.datasets[item.datasetIndex].borderDash,
                })),
            },
            onClick: (event, item, legend) => {
              const visible = legend.chart.isDatasetVisible(item.datasetIndex);
              for (const k of [0, 1, 2]) legend.chart.setDatasetVisibility(item.datasetIndex + k, !visible);
              legend.chart.update();
            },
          },
        },
      },
    });
  }

  // Who is best: the methods compete; baselines need no data, and some know the truth.
  function rank(rows, where) {
    const label = (row) => data.methods[row.method]?.label ?? row.method;
    const value = (row) => pretty(row.error, 4);
    const sorted = [...rows].sort((a, b) => a.error - b.error);
    const best = sorted.find((row) => !row.yardstick);
    const close = (row) =>
      row !== best && !row.yardstick && row.error - best.error <= 2 * Math.hypot(row.se, best.se);
    const baseline = sorted.find((row) => row.yardstick === "baseline");
    const beaten = best && !(baseline && baseline.error <= best.error);
    const knowing = best && sorted.filter((row) => row.yardstick === "uses the truth" && row.error < best.error);
    const ties = best ? sorted.filter(close).map(label) : [];

    const remark = (row) => {
      if (row.yardstick) return row.yardstick === "baseline" ? "baseline" : "uses the truth: not releasable";
      if (row === best) return beaten ? "least" : "best of the methods";
      return close(row) ? "tied with the best" : "";
    };
    const spread = (row) => (2 * row.se < 1e-9 * row.error ? "exact" : pretty(2 * row.se, 2));
    document.querySelector("#ranking tbody").replaceChildren(
      ...sorted.map((row) => {
        const line = document.createElement("tr");
        for (const words of [label(row), value(row), spread(row), remark(row)]) {
          line.insertCell().textContent = words;
        }
        return line;
      })
    );
    const sentences = [];
    if (!best) sentences.push("there is no method in this run.");
    else if (beaten) sentences.push(`${label(best)} has the least error of all methods, ${value(best)}.`);
    else sentences.push(`no method beats the ${label(baseline)}, ${value(baseline)}; the best of them is ${label(best)}, ${value(best)}.`);
    if (ties.length) sentences.push(`Tied with ${label(best)} (within two standard errors): ${ties.join(", ")}.`);
    if (knowing?.length) {
      sentences.push(`Knowing the truth, ${knowing.map((row) => `${label(row).replace(" (uses the truth)", "")} would have ${value(row)}`).join(", ")}.`);
    }
    text("winner", `${task().label}, ${where}: ${sentences.join(" ")}`);
  }

  // ---------------------------------------------------------------------- the noise of a budget

  function calculate() {
    const given = {};
    for (const name of BUDGET) {
      const input = budget[name], slider = by(`b-${name}-slider`);
      try {
        given[name] = parsed(input.value);
        complain(input, `b-${name}-note`, "");
        if (given[name] > 0) slider.value = Math.log10(given[name]);
        slider.setAttribute("aria-valuetext", input.value);
      } catch (error) {
        given[name] = NaN;
        complain(input, `b-${name}-note`, error.message);
      }
    }
    const { epsilon, delta, sensitivity, dimension } = given;
    const three = [epsilon, delta, sensitivity];
    const attempt = (compute, ...needs) => {
      // What is no number is said beside its field.
      if (needs.some(Number.isNaN)) return [undefined, ""];
      try {
        return [compute(), ""];
      } catch (error) {
        return [undefined, error.message];
      }
    };
    const digits = (value) => (value === undefined ? "–" : value.toPrecision(10));
    const [classical, classicalError] = attempt(() => noise.classicalSigma(...three), ...three);
    const [analytic, analyticError] = attempt(() => noise.analyticSigma(...three), ...three);
    const [l2, l2Error] = attempt(() => noise.l2Scale(...three, dimension), ...three, dimension);
    const [tlap, tlapError] = attempt(() => noise.truncatedLaplace(...three), ...three);
    const gain = classical && analytic ? (classical / analytic) ** 2 : undefined;
    text("analytic", digits(analytic));
    text("analytic-note", analyticError || (gain === undefined ? "" : gain >= 1 ? `the classical variance is ${pretty(gain, 4)} times as large` : "the least Gaussian noise that is (ε, δ)-DP"));
    text("classical", digits(classical));
    text("classical-note", classicalError || (gain < 1 ? "too little noise: not (ε, δ)-DP here" : epsilon >= 1 ? "private here, but outside its theorem, which needs ε < 1" : ""));
    text("l2", digits(l2));
    text("l2-note", l2Error || (l2 && analytic ? `${pretty((l2 * Math.sqrt(dimension + 1)) / analytic, 3)} of the analytic Gaussian's noise per coordinate` : ""));
    text("tlap-scale", digits(tlap?.scale));
    text("tlap-note", tlapError);
    text("tlap-bound", digits(tlap?.bound));
    text("tlap-amplitude", digits(tlap?.amplitude));
    text("amplitude-note", tlap && analytic ? `the analytic Gaussian's E|Z| is ${pretty(analytic * Math.sqrt(2 / Math.PI), 6)}` : "");
    remember();
  }

  // ---------------------------------------------------------------------- address, downloads

  function remember() {
    const all = { ...state, ...Object.fromEntries(BUDGET.map((name) => [`b-${name}`, budget[name].value])) };
    history.replaceState(null, "", `#${new URLSearchParams(all)}`);
  }

  function recall() {
    const found = new URLSearchParams(location.hash.slice(1));
    if (data.tasks[found.get("task")]) state.task = found.get("task");
    for (const name of ["delta", "epsilon", "position"]) if (found.has(name)) state[name] = Number(found.get(name));
    for (const name of BUDGET) if (found.has(`b-${name}`)) budget[name].value = found.get(`b-${name}`);
    show();
    calculate();
  }

  function save(name, address) {
    const link = document.createElement("a");
    link.href = address;
    link.download = name;
    link.click();
  }

  by("csv").addEventListener("click", () => {
    const rows = chosen().filter((row) => row.epsilon === state.epsilon || row.position === state.position);
    const lines = rows.map((row) => [state.task, row.method, row.epsilon, row.delta, row.position, row.error, row.se].join(","));
    const head = `task,method,epsilon,delta,${task().position},error,standard_error`;
    const address = URL.createObjectURL(new Blob([[head, ...lines, ""].join("\n")], { type: "text/csv" }));
    save(`${state.task}.csv`, address);
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  });
  for (const button of document.querySelectorAll("button[data-picture]")) {
    const id = button.dataset.picture;
    button.addEventListener("click", () => save(`${state.task}-${id}.png`, by(id).toDataURL("image/png")));
  }

  pick.task.replaceChildren(...Object.entries(data.tasks).map(([name, one]) => new Option(one.label, name)));
  state.task = Object.keys(data.tasks)[0];
  pick.task.addEventListener("input", () => ((state.task = pick.task.value), show()));
  pick.delta.addEventListener("input", () => ((state.delta = Number(pick.delta.value)), show()));
  for (const name of ["epsilon", "position"]) {
    pick[`${name}-slider`].addEventListener("input", (event) => {
      state[name] = values(name)[Number(event.target.value)];
      show();
    });
    pick[name].addEventListener("input", () => typed(name));
    pick[name].addEventListener("change", () => typed(name));
  }
  for (const name of BUDGET) {
    by(`b-${name}-slider`).addEventListener("input", (event) => {
      const value = 10 ** Number(event.target.value);
      budget[name].value = name === "dimension" ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
    });
  }
  by("budget").addEventListener("input", calculate);
  for (const form of document.forms) form.addEventListener("submit", (event) => event.preventDefault());
  addEventListener("hashchange", recall);
  recall();
})();
