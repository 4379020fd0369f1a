// Studies and comparisons: tables that can be sorted, and plots.

function studyPanel(subject) {
  return [
    el("div", { class: "detail-head" }, el("h2", { tabindex: "-1" }, label(nameOf(subject), 300))),
    ...(subject.tables ?? []).map(sortableTable),
    el("div", { class: "plots" }, (subject.plots ?? []).map(plot)),
    printed(subject.text, "the results as printed", !subject.tables?.length),
  ];
}

// An image cannot run a script, whatever its text holds.
function plot({ caption, svg }) {
  const image = el("img", { alt: cut(caption, 300), loading: "lazy" });
  image.src = `data:image/svg+xml;charset=utf-8,${encoded(svg)}`;
  return el("figure", { class: "plot" }, image, el("figcaption", {}, caption));
}

function sortableTable(table) {
  const numeric = at => Boolean(table.numeric?.[at]);
  const body = el("tbody");
  const rowOfCells = row => el("tr", {}, row.map((cell, at) => cellOf(cell, at, numeric(at))));
  const fill = rows => body.replaceChildren(...rows.map(rowOfCells));
  const heads = table.head.map((title, at) => el("th", { scope: "col", class: numeric(at) ? "n" : null },
    button(cut(title, 120), () => sort(at), { class: "sort" })));
  const sort = at => {
    const down = heads[at].getAttribute("aria-sort") === (numeric(at) ? null : "ascending");
    heads.forEach(head => head.removeAttribute("aria-sort"));
    heads[at].setAttribute("aria-sort", down ? "descending" : "ascending");
    const sorted = [...table.rows].sort((a, b) => compareCells(a[at], b[at], numeric(at)));
    fill(down ? sorted.reverse() : sorted);
  };
  fill(table.rows);
  return el("div", { class: "wide", tabindex: "0", role: "group", "aria-label": cut(table.caption, 200) },
    el("table", { class: "figures-table" },
      el("caption", {}, table.caption), el("thead", {}, el("tr", {}, heads)), body));
}

function cellOf(cell, at, numeric) {
  const words = cell === null || cell === undefined ? "" : String(cell);
  const number = numeric && typeof cell === "number" ? cell.toLocaleString("en", { maximumFractionDigits: 6 }) : words;
  if (at === 0) return el("th", { scope: "row", class: numeric ? "n" : null }, label(number, 300));
  return el("td", { class: numeric ? "n" : null }, label(number, 300));
}

// Numbers by size, whatever stands behind them; what is no number comes first.
function compareCells(a, b, numeric) {
  if (!numeric) return String(a ?? "").localeCompare(String(b ?? ""), "en", { numeric: true });
  const [x, y] = [sizeOf(a), sizeOf(b)];
  return x < y ? -1 : x > y ? 1 : 0;
}

function sizeOf(cell) {
  if (typeof cell === "number") return cell;
  const found = /-?\d[\d,]*(\.\d+)?(e[+-]?\d+)?/i.exec(String(cell ?? ""));
  return found ? Number(found[0].replaceAll(",", "")) : -Infinity;
}
