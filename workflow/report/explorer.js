(() => {
  "use strict";
  const { pretty, parsed, upward, plain } = numbers;
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

  // A colour of the page, and that of a method, lightened where it would be lost in the dark.
  const shade = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
  function seen(color) {
    if (!matchMedia("(prefers-color-scheme: dark)").matches) return color;
    const parts = [1, 3, 5].map((k) => parseInt(color.slice(k, k + 2), 16));
    const light = (0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]) / 255;
    const towards = Math.max(0, 0.55 - light);
    return `#${parts.map((c) => Math.round(c + (255 - c) * towards).toString(16).padStart(2, "0")).join("")}`;
  }

  function draw(id, rows, x, name, title, picked) {
    charts[id]?.destroy();
    const [ink, paper, line] = ["ink", "paper", "line"].map(shade);
    const datasets = [];
    for (const [method, look] of Object.entries(data.methods)) {
      const points = rows.filter((row) => row.method === method).sort((a, b) => a[x] - b[x]);
      if (!points.length) continue;
      const at = (name) => points.map((row) => ({ x: row[x], y: row[name] }));
      const color = seen(look.color);
      const band = { borderWidth: 0, pointRadius: 0, pointHitRadius: 0, band: method };
      datasets.push(
        {
          label: look.label,
          data: at("error"),
          borderColor: color,
          backgroundColor: color,
          borderWidth: 2,
          borderDash: look.dash,
          pointRadius: points.map((row) => (row[x] === picked ? 5 : 2)),
        },
        { ...band, data: at("low") },
        { ...band, data: at("high"), fill: "-1", backgroundColor: `${color}33` }
      );
    }
    const axis = (words) => ({
      type: "logarithmic",
      title: { display: true, text: words, color: ink },
      grid: { color: line },
      ticks: {
        color: ink,
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
            ctx.fillStyle = paper;
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
          title: { display: true, text: `${task().label}, ${title}`, color: ink },
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
              color: ink,
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
      row !== best && !row.yardstick && row.error - best.error <= Math.hypot(row.half, best.half);
    const baseline = sorted.find((row) => row.yardstick === "baseline");
    const beaten = best && !(baseline && baseline.error <= best.error);
    const knowing = best && sorted.filter((row) => row.yardstick === "uses the truth" && row.error < best.error);
    const ties = best ? sorted.filter(close).map(label) : [];

    const remark = (row) => {
      if (row.yardstick) return row.yardstick === "baseline" ? "baseline" : "uses the truth: not releasable";
      if (row === best) return beaten ? "least" : "best of the methods";
      return close(row) ? "tied with the best" : "";
    };
    const spread = (row) => (row.half < 1e-9 * row.error ? "exact" : `${pretty(row.low, 3)} to ${pretty(row.high, 3)}`);
    document.querySelector("#ranking tbody").replaceChildren(
      ...sorted.map((row) => {
        const line = document.createElement("tr");
        for (const words of [label(row), value(row), spread(row), remark(row)]) {
          const cell = line.insertCell();
          cell.textContent = words;
          cell.classList.toggle("number", words === value(row) || words === spread(row));
        }
        return line;
      })
    );
    const sentences = [];
    if (!best) sentences.push("there is no method in this run.");
    else if (beaten) sentences.push(`${label(best)} has the least error of all methods, ${value(best)}.`);
    else sentences.push(`no method beats the ${label(baseline)}, ${value(baseline)}; the best of them is ${label(best)}, ${value(best)}.`);
    if (ties.length) sentences.push(`Tied with ${label(best)} (their difference is within its 95 % interval): ${ties.join(", ")}.`);
    if (knowing?.length) {
      sentences.push(`Knowing the truth, ${knowing.map((row) => `${label(row).replace(" (uses the truth)", "")} would have ${value(row)}`).join(", ")}.`);
    }
    text("winner", `${task().label}, ${where}: ${sentences.join(" ")}`);
  }

  // ---------------------------------------------------------------------- the noise of a budget

  function row(id, law, remark, parameter) {
    const cells = {};
    if (law) {
      const { dimension } = law, single = id === "tlap";
      cells[parameter.name] = parameter.value;
      cells.rms = law.rms;
      cells.within = law.tail(0.05);
      // Independent coordinates; those of the l2 mechanism are bounded one by one.
      cells.largest = single ? law.bound : law.tail(id === "l2" ? 0.05 / dimension : -Math.expm1(Math.log(0.95) / dimension));
    }
    for (const cell of by(id).querySelectorAll("[data-column]")) {
      const value = cells[cell.dataset.column];
      cell.dataset.value = value ?? "";
      cell.textContent = value === undefined ? "" : upward(value);
    }
    by(id).querySelector(".remark").textContent = remark;
    return cells;
  }

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
    // The law of a mechanism's noise, or why there is none; what is no number is said at its field.
    const attempt = (compute) => {
      if (Object.values(given).some(Number.isNaN)) return [undefined, ""];
      try {
        const law = compute();
        if (!Number.isInteger(dimension) || dimension < 1) throw new RangeError("the dimension must be a whole number from 1 on");
        return [{ ...law, dimension }, ""];
      } catch (error) {
        return [undefined, error.message];
      }
    };
    const { laws } = noise, root = Math.sqrt(dimension);
    const [analytic, analyticError] = attempt(() => laws.gaussian(noise.analyticSigma(...three)));
    const [classical, classicalError] = attempt(() => laws.gaussian(noise.classicalSigma(...three)));
    const [l1, l1Error] = attempt(() => laws.laplace(noise.laplaceScale(epsilon, sensitivity * root)));
    const [l2, l2Error] = attempt(() => laws.l2(noise.l2Scale(...three, dimension), dimension));
    const [tlap, tlapError] = attempt(() => {
      const found = noise.truncatedLaplace(...three);
      return { ...laws.truncated(found), ...found };
    });
    const gain = classical && analytic ? (classical.rms / analytic.rms) ** 2 : undefined;
    const part = (law) => (law && analytic ? `${pretty(law.rms / analytic.rms, 3)} of the analytic Gaussian's RMS error` : "");
    const sigma = (law) => ({ name: "sigma", value: law?.rms });
    const found = row("analytic", analytic, analyticError || (gain < 1 ? "" : "the least Gaussian noise that is (ε, δ)-DP"), sigma(analytic));
    row("classical", classical, classicalError || (gain < 1 ? "too little noise: not (ε, δ)-DP here" : gain ? `${pretty(gain, 4)} times the analytic variance${epsilon >= 1 ? "; private here, but outside its theorem, which needs ε < 1" : ""}` : ""), sigma(classical));
    row("laplace", l1, l1Error || part(l1), { name: "scale", value: l1 && l1.rms / Math.SQRT2 });
    row("l2", l2, l2Error || part(l2), { name: "scale", value: l2 && l2.rms / Math.sqrt(dimension + 1) });
    const one = dimension === 1 || !tlap;
    row("tlap", one ? tlap : undefined, tlapError || (one ? `${part(tlap)}${tlap ? "; no error is beyond the last" : ""}` : "for a single number only: d = 1"), { name: "scale", value: tlap?.scale });
    say(given, found);
    remember();
  }

  // The answer, the sentence for a paper and the lines of code.
  function say({ epsilon, delta, sensitivity, dimension }, { sigma, within, largest }) {
    const [answer, words, lines] = sigma === undefined ? ["No noise makes this budget: see the fields above.", "", ""] : [
      `Add Gaussian noise of standard deviation σ = ${upward(sigma)} to each coordinate: 95 % of the errors are within ${upward(within, 3)}${dimension > 1 ? `, and the largest of ${dimension} is within ${upward(largest, 3)} with probability 95 %` : ""}.`,
      `We released the ${dimension > 1 ? `vector of ${dimension} values` : "value"} with the analytic Gaussian mechanism (Balle and Wang, 2018): independent Gaussian noise of standard deviation ${upward(sigma)} makes it (${plain(epsilon)}, ${plain(delta)})-differentially private for an L2 sensitivity of ${plain(sensitivity)}; an error exceeds ${upward(within, 3)} with probability 5 %.`,
      `import gaussmech as gm  # with the extra "release", for exact noise\nprivate = gm.release(x, epsilon=${plain(epsilon)}, delta=${plain(delta)}, sensitivity=${plain(sensitivity)})  # x: ${dimension > 1 ? `array of ${dimension} numbers` : "[a number]"}\nprivate.values, private.sigma`,
    ];
    text("answer", answer);
    text("words", words);
    text("lines", lines);
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
    const lines = rows.map((row) => [state.task, row.method, row.epsilon, row.delta, row.position, row.error, row.low, row.high].join(","));
    const head = `task,method,epsilon,delta,${task().position},error,low,high`;
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
  async function copy(words) {
    try {
      await navigator.clipboard.writeText(words);
      text("copied", "Copied.");
    } catch {
      text("copied", "The browser does not let this page copy; select the text instead.");
    }
  }
  for (const button of document.querySelectorAll("button[data-copy]")) {
    button.addEventListener("click", () => copy(by(button.dataset.copy).textContent));
  }
  by("link").addEventListener("click", () => copy(location.href));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => show());
  addEventListener("hashchange", recall);
  recall();
})();
