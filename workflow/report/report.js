// The zoom of the figures, and the filter of the verdicts.
(() => {
  "use strict";
  const zoom = document.getElementById("zoom");
  const pictures = [...document.querySelectorAll("article.card .picture")];
  let shown = 0;

  function show(k) {
    shown = (k + pictures.length) % pictures.length;
    const from = pictures[shown].querySelector("img"), card = pictures[shown].closest("article");
    const image = zoom.querySelector("img");
    image.src = from.src;
    image.alt = from.alt;
    image.className = from.className;
    image.className = from.className;
    zoom.querySelector("h2").textContent = card.querySelector("h3").textContent;
    if (!zoom.open) zoom.showModal();
  }

  pictures.forEach((picture, k) => picture.addEventListener("click", () => show(k)));
  for (const button of zoom.querySelectorAll("button[data-step]")) {
    button.addEventListener("click", () => show(shown + Number(button.dataset.step)));
  }
  zoom.querySelector("[data-close]").addEventListener("click", () => zoom.close());
  zoom.addEventListener("click", (event) => event.target === zoom && zoom.close());
  zoom.addEventListener("keydown", (event) => {
    if (event.key === "ArrowLeft") show(shown - 1);
    if (event.key === "ArrowRight") show(shown + 1);
  });

  const verdicts = document.getElementById("verdicts");
  const rows = [...verdicts.querySelectorAll("tbody tr")];
  const texts = rows.map((row) => row.textContent.toLowerCase());
  const [search, paper] = [verdicts.querySelector("input"), verdicts.querySelector("select")];
  const badges = [...verdicts.querySelectorAll("button.badge")];

  function filter() {
    const words = search.value.toLowerCase().split(/\s+/);
    const wanted = badges.filter((b) => b.getAttribute("aria-pressed") === "true").map((b) => b.dataset.verdict);
    let count = 0;
    rows.forEach((row, k) => {
      row.hidden = !(
        (!wanted.length || wanted.includes(row.dataset.verdict)) &&
        (!paper.value || row.dataset.paper === paper.value) &&
        words.every((word) => texts[k].includes(word))
      );
      count += !row.hidden;
    });
    verdicts.querySelector("output").value = `${count} of ${rows.length} claims`;
  }

  for (const badge of badges) {
    badge.addEventListener("click", () => {
      badge.setAttribute("aria-pressed", badge.getAttribute("aria-pressed") !== "true");
      filter();
    });
  }
  search.addEventListener("input", filter);
  paper.addEventListener("input", filter);

  // What an address names is not left folded.
  function unfold() {
    const named = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!named || !verdicts.contains(named)) return;
    verdicts.querySelector("details.all").open = true;
    named.scrollIntoView();
  }
  addEventListener("hashchange", unfold);
  for (const link of document.querySelectorAll("a[href^='#']")) link.addEventListener("click", () => setTimeout(unfold));
  unfold();

  // On paper nothing is folded.
  const folded = () => verdicts.querySelectorAll("details");
  addEventListener("beforeprint", () => folded().forEach((one) => (one.open = true)));
  addEventListener("afterprint", () => folded().forEach((one) => (one.open = false)));
})();
