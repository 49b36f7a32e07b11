(() => {
  "use strict";
  const data = JSON.parse(document.getElementById("data").textContent);
  const pick = document.getElementById("pick").elements;
  const charts = {};

  const distinct = (values) => [...new Set(values)].sort((a, b) => a - b);

  function fill(select, values, label = String) {
    const kept = select.value;
    select.replaceChildren(...values.map((value) => new Option(label(value), value)));
    if (values.map(String).includes(kept)) select.value = kept;
    else select.selectedIndex = Math.floor(values.length / 2);
  }

  // The rows of the task and delta that are picked.
  function chosen() {
    const task = data.tasks[pick.task.value];
    return task.rows.filter((row) => row.delta === Number(pick.delta.value));
  }

  function refill() {
    const task = data.tasks[pick.task.value];
    fill(pick.delta, distinct(task.rows.map((row) => row.delta)));
    fill(pick.epsilon, distinct(chosen().map((row) => row.epsilon)));
    const label = task.position === "hour" ? (hour) => `${hour}:00` : String;
    fill(pick.position, distinct(chosen().map((row) => row.position)), label);
    document.getElementById("position-name").textContent =
      task.position === "hour" ? "Hour" : "Dimension";
    show();
  }

  function show() {
    const task = data.tasks[pick.task.value];
    const epsilon = Number(pick.epsilon.value), position = Number(pick.position.value);
    const rows = chosen();
    const atEpsilon = rows.filter((row) => row.epsilon === epsilon);
    const atPosition = rows.filter((row) => row.position === position);
    const where =
      task.position === "hour"
        ? `at ${position}:00 (${data.junctions} junctions)`
        : `d = ${position}`;
    // Hours are no scale to draw a curve along.
    document.getElementById("by-position").parentElement.hidden = task.position === "hour";
    draw("by-position", atEpsilon, "position", "dimension", `epsilon = ${epsilon}`, task, position);
    draw("by-epsilon", atPosition, "epsilon", "epsilon", where, task, epsilon);
    rank(atEpsilon.filter((row) => row.position === position), `epsilon = ${epsilon}, ${where}`, task);
  }

  function draw(id, rows, x, name, title, task, picked) {
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
    const axis = (text) => ({
      type: "logarithmic",
      title: { display: true, text },
      ticks: {
        maxRotation: 0,
        callback: (value) => ("125".includes(value.toExponential()[0]) ? `${Number(value.toPrecision(3))}` : null),
      },
    });
    charts[id] = new Chart(document.getElementById(id), {
      type: "line",
      data: { datasets },
      options: {
        animation: false,
        maintainAspectRatio: false,
        scales: { x: axis(name), y: axis(task.error) },
        plugins: {
          title: { display: true, text: `${task.label}, ${title}` },
          tooltip: { filter: (item) => !item.dataset.band },
          legend: {
            position: "bottom",
            labels: { boxWidth: 18, filter: (item, all) => !all.datasets[item.datasetIndex].band },
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

  function rank(rows, where, task) {
    const sorted = [...rows].sort((a, b) => a.error - b.error);
    const best = sorted.find((row) => !row.yardstick);
    const close = (row) =>
      row !== best && !row.yardstick && row.error - best.error <= 2 * Math.hypot(row.se, best.se);
    const label = (row) => data.methods[row.method]?.label ?? row.method;
    const body = document.querySelector("#ranking tbody");
    body.replaceChildren(
      ...sorted.map((row) => {
        const line = document.createElement("tr");
        const note =
          row === best ? "least" : close(row) ? "not told apart from the least" : row.yardstick;
        for (const text of [label(row), row.error.toPrecision(4), (2 * row.se).toPrecision(2), note]) {
          line.insertCell().textContent = text;
        }
        return line;
      })
    );
    const below = sorted.slice(0, sorted.indexOf(best)).map((row) => `${label(row)} (${row.yardstick})`);
    const ties = sorted.filter((row) => best && close(row)).map(label);
    document.getElementById("winner").textContent = best
      ? `${task.label}, ${where}: ${label(best)} has the least error, ${best.error.toPrecision(4)}.` +
        (ties.length ? ` Within two standard errors of it: ${ties.join(", ")}.` : "") +
        (below.length ? ` Below it: ${below.join(", ")}.` : "")
      : `${task.label}, ${where}: not in this run.`;
  }

  function calculate() {
    const fields = document.getElementById("budget").elements;
    const [epsilon, delta, sensitivity] = ["epsilon", "delta", "sensitivity"].map((name) => {
      const text = fields[name].value.trim();
      return text === "" ? NaN : Number(text);
    });
    const set = (id, text) => (document.getElementById(id).textContent = text);
    const attempt = (compute) => {
      try {
        return [compute(), ""];
      } catch (error) {
        return [undefined, error.message];
      }
    };
    const digits = (value) => (value === undefined ? "–" : value.toPrecision(10));
    const budget = [epsilon, delta, sensitivity];
    const [classical, classicalError] = attempt(() => noise.classicalSigma(...budget));
    const [analytic, analyticError] = attempt(() => noise.analyticSigma(...budget));
    const dimension = Number(fields.dimension.value.trim() || NaN);
    const [l2, l2Error] = attempt(() => noise.l2Scale(...budget, dimension));
    const [tlap, tlapError] = attempt(() => noise.truncatedLaplace(...budget));
    set("classical", digits(classical));
    set("classical-note", classicalError || (epsilon >= 1 ? "outside its theorem: it needs epsilon below 1" : ""));
    set("analytic", digits(analytic));
    set(
      "analytic-note",
      analyticError || (classical ? `variance ${((classical / analytic) ** 2).toPrecision(4)} times smaller` : "")
    );
    set("l2", digits(l2));
    set(
      "l2-note",
      l2Error ||
        (analytic
          ? `${((l2 * Math.sqrt(dimension + 1)) / analytic).toPrecision(3)} of the analytic Gaussian's noise per coordinate`
          : "")
    );
    set("tlap-scale", digits(tlap?.scale));
    set("tlap-note", tlapError);
    set("tlap-bound", digits(tlap?.bound));
    set("tlap-amplitude", digits(tlap?.amplitude));
    set(
      "amplitude-note",
      tlap && analytic
        ? `the analytic Gaussian's E|Z| is ${(analytic * Math.sqrt(2 / Math.PI)).toPrecision(6)}`
        : ""
    );
  }

  pick.task.replaceChildren(
    ...Object.entries(data.tasks).map(([name, task]) => new Option(task.label, name))
  );
  pick.task.addEventListener("input", refill);
  for (const name of ["delta", "epsilon", "position"]) pick[name].addEventListener("input", show);
  const budget = document.getElementById("budget");
  budget.addEventListener("input", calculate);
  for (const form of document.forms) form.addEventListener("submit", (event) => event.preventDefault());
  refill();
  calculate();
})();
