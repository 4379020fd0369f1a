"""The style of the page of a study, and the script that sorts its tables.  Without the script nothing is missing."""

from __future__ import annotations

from typing import Final

from symheap.report.draw.colours import themed

_VARIABLES: Final = themed("""
:root { --text: $text; --faint: $faint; --paper: $paper; --edge: $edge; --shade: $shade;
  --good: $good; --bad: $bad; --open: $open; --accent: $accent; }
""")

_RULES: Final = """body { margin: 0; background: var(--paper); color: var(--text);
  font: 15px/1.5 system-ui, 'Segoe UI', Helvetica, Arial, 'DejaVu Sans', sans-serif; }
main { max-width: 1400px; margin: 0 auto; padding: 1.5rem; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 1rem; }
h2 { font-size: 1.25rem; margin: 2.2rem 0 0.6rem; border-bottom: 1px solid var(--edge); padding-bottom: 0.2rem; }
h3 { font-size: 1rem; margin: 1rem 0 0.4rem; }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(15rem, 1fr)); gap: 0.6rem; margin: 0 0 1rem; }
dl div { background: var(--shade); border: 1px solid var(--edge); border-radius: 6px; padding: 0.5rem 0.8rem; }
dt { color: var(--faint); font-size: 0.85rem; } dd { margin: 0; font-size: 0.9rem; }
dd b { display: block; font-size: 1.25rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: 0.85rem; margin: 0.5rem 0 1.2rem; }
caption { text-align: left; color: var(--faint); padding: 0.3rem 0; }
th, td { padding: 0.2rem 0.55rem; border-bottom: 1px solid var(--edge); vertical-align: top; }
th { text-align: left; font-weight: 600; } tbody th { font-weight: 500; overflow-wrap: anywhere; min-width: 12rem; }
thead th { border-bottom: 2px solid var(--edge); white-space: nowrap; }
thead th[scope=colgroup] { text-align: center; border-bottom: 1px solid var(--edge); }
thead td { border-bottom: 0; }
tfoot tr { background: var(--shade); }
.n { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
thead th.n { text-align: right; }
.p, .faint, small { color: var(--faint); }
.near { color: var(--good); } .off { color: var(--open); }
.good { color: var(--good); } .bad { color: var(--bad); font-weight: 600; }
.why { min-width: 13rem; max-width: 30rem; overflow-wrap: anywhere; color: var(--faint); }
.outcome { font-weight: 600; white-space: nowrap; }
.outcome.complete, .outcome.cut { color: var(--good); }
.outcome.unknown, .outcome.unsupported, .outcome.missing { color: var(--open); }
.outcome.time, .outcome.memory, .outcome.failed { color: var(--bad); }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(26rem, 100%), 1fr)); gap: 1.2rem; }
figure { margin: 0; border: 1px solid var(--edge); border-radius: 6px; padding: 0.8rem; }
figure svg { display: block; width: 100%; height: auto; max-height: 28rem; }
figcaption { color: var(--faint); font-size: 0.85rem; margin-top: 0.4rem; }
summary, li, dd, td { overflow-wrap: anywhere; } .n { overflow-wrap: normal; }
details { border-bottom: 1px solid var(--edge); } summary { cursor: pointer; padding: 0.3rem 0; }
summary small { margin-left: 0.5rem; }
th button { all: unset; cursor: pointer; } th button:focus-visible { outline: 2px solid var(--accent); }
th[aria-sort=ascending] button::after { content: " \\2191"; }
th[aria-sort=descending] button::after { content: " \\2193"; }
@media print { main { max-width: none; padding: 0; } .wide { overflow: visible; } }
"""

STYLE: Final = _VARIABLES + _RULES

SCRIPT: Final = """
for (const table of document.querySelectorAll("table.sortable")) {
  const heads = [...table.tHead.rows[table.tHead.rows.length - 1].cells];
  const body = table.tBodies[0];
  const value = (row, i) => {
    const cell = row.cells[i];
    return cell.dataset.v === undefined ? cell.textContent : Number(cell.dataset.v);
  };
  heads.forEach((head, i) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = head.textContent;
    head.replaceChildren(button);
    button.addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") !== "descending";
      heads.forEach(other => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const compare = (a, b) => {
        const [x, y] = [value(a, i), value(b, i)];
        if (typeof x === "number" && typeof y === "number") return x - y;
        if (typeof x !== typeof y) return typeof x === "number" ? 1 : -1;
        return x.localeCompare(y);
      };
      const rows = [...body.rows].sort(compare);
      body.replaceChildren(...(down ? rows.reverse() : rows));
    });
  });
}
"""
