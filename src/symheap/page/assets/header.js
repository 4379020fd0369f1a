// The head of the page: what was looked at, what came of it, and the numbers.

const header = { theme: null, live: null };

function drawHeader() {
  const { run, headline } = model;
  const verdict = el("p", { class: `verdict ${headline.style}` },
    mark(headline.style, ""), " ", el("b", {}, headline.words));
  const reasons = headline.reasons.length
    ? el("p", { class: "reasons" }, "Not complete: ", cut(headline.reasons.join("; "), 600), ".")
    : null;
  const figures = el("dl", { class: "figures-strip" }, headline.figures.map(figure));
  byId("top").replaceChildren(
    el("div", { class: "title-row" },
      el("p", { class: "brand" }, "symheap ", el("span", { class: "faint" }, cut(run.command, 40))),
      el("h1", {}, label(run.target, 160)), header.theme),
    el("div", { class: "summary-row" }, verdict, reasons, figures),
    ...(header.live ? [header.live] : []));
}

function figure([name, value]) {
  return el("div", {}, el("dt", {}, name), el("dd", {}, cut(value, 80)));
}
