// The slider: it draws the maps of the chosen budget, its sentence and its point on the curve.
(() => {
  "use strict";
  const by = (id) => document.getElementById(id);
  const data = JSON.parse(by("data").textContent);
  const { stops, names, shown, estimates, unit } = data;
  const dark = matchMedia("(prefers-color-scheme: dark)");

  function unpacked(text, Kind) {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    return new Kind(bytes.buffer);
  }

  const places = unpacked(data.places, Uint16Array);
  const streets = unpacked(data.streets, Uint32Array);
  const truth = unpacked(data.truth, Float32Array);
  const noise = unpacked(data.noise, Float32Array);
  const maps = unpacked(data.maps, Uint16Array);
  const n = truth.length;
  let width = 1, height = 1;
  for (let k = 0; k < n; k++) {
    width = Math.max(width, places[2 * k]);
    height = Math.max(height, places[2 * k + 1]);
  }
  const busiest = [...truth.keys()].sort((a, b) => truth[b] - truth[a]);
  // The page begins with a busy junction that is no peak: one tenth of all are busier.
  let stop = data.start, rank = Math.floor(n / 10);

  // The value of a map at a junction.
  function value(map, k) {
    if (map === "truth") return truth[k];
    if (!estimates.includes(map)) return truth[k] + stops[stop].sigma * noise[k];
    return maps[(stop * estimates.length + estimates.indexOf(map)) * n + k] * unit;
  }

  // ---------------------------------------------------------------------- maps

  const SHADES = 64;
  function palette() {
    const given = data.colors.map((text) => [1, 3, 5].map((k) => parseInt(text.slice(k, k + 2), 16)));
    // In the dark the scale is turned: streets without trips are grey, few trips dark, many light.
    const ends = dark.matches ? [[74, 84, 96], ...given.slice(2, 20).reverse(), [255, 240, 200]] : given;
    return Array.from({ length: SHADES }, (_, shade) => {
      const at = (shade / (SHADES - 1)) * (ends.length - 1), low = Math.min(Math.floor(at), ends.length - 2);
      const mixed = ends[low].map((x, k) => Math.round(x + (ends[low + 1][k] - x) * (at - low)));
      return `rgb(${mixed.join(",")})`;
    });
  }
  let colors = palette();

  function sized(canvas, ratio) {
    const wide = canvas.clientWidth, scale = devicePixelRatio || 1;
    canvas.style.height = `${Math.round(wide * ratio)}px`;
    canvas.width = Math.round(wide * scale);
    canvas.height = Math.round(wide * ratio * scale);
    const context = canvas.getContext("2d");
    context.scale(scale, scale);
    return context;
  }

  const MARGIN = 6;
  const scaleOf = (canvas) => (canvas.clientWidth - 2 * MARGIN) / width;

  function drawMap(figure) {
    const map = figure.dataset.map, canvas = figure.querySelector("canvas");
    const wide = canvas.clientWidth, factor = scaleOf(canvas);
    const context = sized(canvas, (height * factor + 2 * MARGIN) / wide);
    const at = (k) => [MARGIN + places[2 * k] * factor, MARGIN + places[2 * k + 1] * factor];
    const values = new Float32Array(n);
    for (let k = 0; k < n; k++) values[k] = value(map, k);
    const paths = Array.from({ length: SHADES }, () => new Path2D());
    for (let k = 0; k < streets.length; k += 2) {
      const u = streets[k], v = streets[k + 1];
      const share = Math.min(Math.max((values[u] + values[v]) / 2, 0) / data.top, 1);
      const path = paths[Math.round(Math.sqrt(share) * (SHADES - 1))];
      path.moveTo(...at(u));
      path.lineTo(...at(v));
    }
    context.lineWidth = wide < 140 ? 1.1 : 1.5;
    paths.forEach((path, shade) => {
      context.strokeStyle = colors[shade];
      context.stroke(path);
    });
    context.beginPath();
    context.arc(...at(busiest[rank]), 4.5, 0, 2 * Math.PI);
    context.lineWidth = 2;
    context.strokeStyle = dark.matches ? "#7cf0c8" : "#00755a";
    context.stroke();
  }

  function drawScale() {
    const canvas = by("scale"), context = sized(canvas, 0.08), wide = canvas.clientWidth;
    for (let x = 0; x < wide; x++) {
      context.fillStyle = colors[Math.round(Math.sqrt(x / wide) * (SHADES - 1))];
      context.fillRect(x, 0, 1.5, 100);
    }
    by("top").textContent = `${data.top.toFixed(0)} and more`;
  }

  // ---------------------------------------------------------------------- the curve

  const LOOKS = {
    aGM: ["--raw", "", "released"],
    "aGM-auto": ["--ours", "", "denoised"],
    "aGM-trend-oracle": ["--trend", "6 3", "trend filter"],
    "aGM-wavelet": ["--wavelet", "2 3", "wavelets"],
    mean: ["--constant", "8 3 2 3", "constant map"],
  };
  const BOX = { left: 40, right: 306, top: 8, bottom: 262 };
  const log = Math.log10;
  const errors = stops.flatMap((one) => Object.values(one.methods).map((method) => method.error));
  const sizes = [Math.min(...errors) * 0.8, Math.max(...errors) * 1.2].map(log);
  const budgets = [stops[0].epsilon * 0.9, stops.at(-1).epsilon * 1.1].map(log);
  const across = (epsilon) => BOX.left + ((log(epsilon) - budgets[0]) / (budgets[1] - budgets[0])) * (BOX.right - BOX.left);
  const up = (error) => BOX.bottom - ((log(error) - sizes[0]) / (sizes[1] - sizes[0])) * (BOX.bottom - BOX.top);
  const inRange = (x, [low, high]) => log(x) >= low && log(x) <= high;

  function element(name, attributes, words) {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, text] of Object.entries(attributes)) made.setAttribute(key, text);
    if (words) made.textContent = words;
    return made;
  }

  const label = (x, y, words, anchor = "middle", more = {}) => element("text", { x, y, "text-anchor": anchor, ...more }, words);

  function drawCurve() {
    const parts = [];
    const ticks = [-3, -2, -1, 0, 1, 2, 3, 4].map((power) => 10 ** power);
    for (const tick of ticks.filter((x) => inRange(x, budgets))) {
      const x = across(tick);
      parts.push(element("line", { class: "grid", x1: x, x2: x, y1: BOX.top, y2: BOX.bottom }), label(x, BOX.bottom + 15, String(tick), "middle", { class: "quiet" }));
    }
    for (const tick of ticks.filter((x) => inRange(x, sizes))) {
      const y = up(tick);
      parts.push(element("line", { class: "grid", x1: BOX.left, x2: BOX.right, y1: y, y2: y }), label(BOX.left - 5, y + 4, String(tick), "end", { class: "quiet" }));
    }
    parts.push(label((BOX.left + BOX.right) / 2, 294, "privacy budget ε"));
    parts.push(label(BOX.left + 4, BOX.bottom - 6, `error, ${data.counted} per junction`, "start", { class: "quiet" }));
    const now = stops[stop];
    const ends = [];
    for (const [method, [color, dash, words]] of Object.entries(LOOKS)) {
      const points = stops.map((one) => [across(one.epsilon), up(one.methods[method].error)]);
      const line = points.map(([x, y], k) => `${k ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
      parts.push(element("path", { d: line, style: `stroke: var(${color})`, "stroke-dasharray": dash }));
      ends.push([points.at(-1)[1], words, color]);
      parts.push(element("circle", { cx: across(now.epsilon), cy: up(now.methods[method].error), r: method in { aGM: 1, "aGM-auto": 1 } ? 5 : 3, style: `fill: var(${color})`, "data-point": method }));
    }
    // The names stand where the curves end, from top to bottom and not on one another.
    let last = -Infinity;
    for (const [y, words, color] of ends.sort((a, b) => a[0] - b[0])) {
      last = Math.max(y + 4, last + 13);
      parts.push(label(BOX.right + 7, last, words, "start", { style: `fill: var(${color})` }));
    }
    // From the denoised map to the budget at which the raw release is as accurate.
    const ours = now.methods["aGM-auto"], y = up(ours.error), from = across(now.epsilon);
    const beyond = !inRange(ours.worth, budgets), to = beyond ? BOX.right : across(ours.worth);
    if (ours.worth > now.epsilon) {
      parts.push(element("path", { id: "arrow", d: `M${from + 7} ${y}H${to - 2}m-7 -4l7 4l-7 4`, style: "stroke: var(--ours)" }));
      if (!beyond) parts.push(element("path", { d: `M${to} ${y}V${BOX.bottom}`, style: "stroke: var(--raw); stroke-width: 1", "stroke-dasharray": "3 3" }));
    }
    by("curve").replaceChildren(...parts);
  }

  // ---------------------------------------------------------------------- one junction

  function showCorner() {
    const k = busiest[rank];
    by("rank").textContent = `Number ${rank + 1} of ${n} by ${data.counted}, at ε = ${stops[stop].epsilon}`;
    for (const cell of by("corner").querySelectorAll("[data-value]")) {
      const map = cell.dataset.value, size = value(map, k).toFixed(1).replace("-", "−");
      const error = map === "truth" ? "" : ` (error ${Math.abs(value(map, k) - truth[k]).toFixed(1)})`;
      cell.textContent = size + error;
    }
  }

  function choose(figure, event) {
    const canvas = figure.querySelector("canvas"), box = canvas.getBoundingClientRect(), factor = scaleOf(canvas);
    const x = (event.clientX - box.left - MARGIN) / factor, y = (event.clientY - box.top - MARGIN) / factor;
    let best = 0, least = Infinity;
    busiest.forEach((k, position) => {
      const distance = (places[2 * k] - x) ** 2 + (places[2 * k + 1] - y) ** 2;
      if (distance < least) [best, least] = [position, distance];
    });
    rank = best;
    show();
  }

  // ---------------------------------------------------------------------- all of it

  const figures = [...document.querySelectorAll("#maps figure")];

  function show() {
    const now = stops[stop], slider = by("epsilon");
    slider.value = stop;
    slider.setAttribute("aria-valuetext", `epsilon ${now.epsilon}`);
    by("value").textContent = now.epsilon;
    if (by("sentence").textContent !== now.sentence) by("sentence").textContent = now.sentence;
    by("note").textContent = now.note;
    for (const figure of figures) {
      const map = figure.dataset.map;
      if (map !== "truth") {
        const words = `RMSE ${now.methods[map].error.toFixed(1)}`;
        figure.querySelector("b").textContent = words;
        figure.querySelector("canvas").setAttribute("aria-label", `${names[map]} at epsilon ${now.epsilon}: ${words}`);
      }
      drawMap(figure);
    }
    drawCurve();
    showCorner();
  }

  let waiting = false;
  function later() {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      colors = palette();
      show();
      drawScale();
    });
  }

  by("epsilon").addEventListener("input", (event) => {
    stop = Number(event.target.value);
    later();
  });
  figures.forEach((figure) => figure.querySelector("canvas").addEventListener("click", (event) => choose(figure, event)));
  for (const [id, step] of [["previous", -1], ["next", 1]]) {
    by(id).addEventListener("click", () => {
      rank = Math.min(Math.max(rank + step, 0), n - 1);
      show();
    });
  }
  addEventListener("resize", later);
  dark.addEventListener("change", later);
  show();
  drawScale();
})();
