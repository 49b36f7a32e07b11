// The zoom of the figures, and the filter of the claims.
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

  // Each claim stands at one place of the page; those that are chosen are shown again in one list.
  const verdicts = document.getElementById("verdicts"), matches = document.getElementById("matches");
  const claims = [...document.querySelectorAll("li.claim")];
  const order = [...verdicts.querySelectorAll("button.badge")].map((badge) => badge.dataset.verdict);
  claims.sort((a, b) => order.indexOf(a.dataset.verdict) - order.indexOf(b.dataset.verdict));
  const texts = claims.map((claim) => `${claim.textContent} ${claim.dataset.paper}`.toLowerCase());
  const [search, paper] = [verdicts.querySelector("input"), verdicts.querySelector("select")];
  const badges = [...verdicts.querySelectorAll("button.badge")];
  let all = false;

  function copied(claim) {
    const copy = claim.cloneNode(true);
    copy.removeAttribute("id");
    copy.querySelector(".id").before(`${claim.dataset.paper}, `);
    return copy;
  }

  function filter() {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const wanted = badges.filter((b) => b.getAttribute("aria-pressed") === "true").map((b) => b.dataset.verdict);
    const chosen = all || wanted.length || words.length || paper.value;
    const found = claims.filter((claim, k) =>
      chosen &&
      (!wanted.length || wanted.includes(claim.dataset.verdict)) &&
      (!paper.value || claim.dataset.paper === paper.value) &&
      words.every((word) => texts[k].includes(word)));
    matches.replaceChildren(...found.map(copied));
    verdicts.querySelector("output").value = chosen ? `${found.length} of ${claims.length} claims` : `${claims.length} claims; choose some above`;
  }

  const press = (badge, pressed) => badge.setAttribute("aria-pressed", String(pressed));
  for (const badge of badges) {
    badge.addEventListener("click", () => {
      press(badge, badge.getAttribute("aria-pressed") !== "true");
      filter();
    });
  }
  search.addEventListener("input", filter);
  paper.addEventListener("input", filter);
  verdicts.querySelector("[data-all]").addEventListener("click", () => {
    all = true;
    [search.value, paper.value] = ["", ""];
    badges.forEach((badge) => press(badge, false));
    filter();
  });

  // A count of the first screen shows the claims that it counts.
  for (const link of document.querySelectorAll(".first a.badge")) {
    link.addEventListener("click", () => {
      [all, search.value, paper.value] = [false, "", ""];
      badges.forEach((badge) => press(badge, badge.dataset.verdict === link.dataset.verdict));
      filter();
    });
  }

  // What an address names is not left folded.
  function unfold() {
    const named = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const folded = named && named.closest("details.others");
    if (!folded) return;
    folded.open = true;
    named.scrollIntoView();
  }
  addEventListener("hashchange", unfold);
  document.addEventListener("click", (event) => event.target.closest("a[href^='#']") && setTimeout(unfold));
  unfold();

  // On paper nothing is folded.
  const folded = () => document.querySelectorAll("details.others, li.claim details");
  addEventListener("beforeprint", () => folded().forEach((one) => (one.open = true)));
  addEventListener("afterprint", () => folded().forEach((one) => (one.open = false)));
})();
