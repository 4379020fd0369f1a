// The sources: which lines some path came by, what was found where, and what the chosen path decided there.

class SourceView {
  constructor() {
    this.body = el("div", { class: "source-body" });
    this.file = null;
    this.lines = new Map();
    this.picker = el("select", { "aria-label": "File", on: { change: () => this.show(Number(this.picker.value)) } });
    this.legend = el("span", { class: "legend" });
    this.element = el("div", { class: "source-pane" },
      el("div", { class: "controls" }, this.picker, this.legend), this.body);
    this.refresh();
  }

  // The data are new; what is shown stays.
  refresh() {
    const options = model.sources.map((source, at) => el("option", { value: at }, cut(source.file, 120)));
    this.picker.replaceChildren(...options);
    this.picker.hidden = model.sources.length < 2;
    const file = this.file;
    this.file = null;
    if (file !== null) this.show(file);
  }

  show(file) {
    if (file === this.file || !model.sources[file]) return;
    this.file = file;
    this.picker.value = String(file);
    const source = model.sources[file];
    const covered = new Set(source.covered ?? []);
    const missed = new Set(source.missed ?? []);
    this.legend.replaceChildren(...legendOf(covered.size, missed.size));
    this.element.firstChild.hidden = this.picker.hidden && !this.legend.childNodes.length;
    const notes = findingsAt(file);
    this.lines = new Map();
    const rows = source.text.replace(/\n$/, "").split("\n").flatMap((text, at) => {
      const row = lineOf(text, at + 1, covered, missed);
      this.lines.set(at + 1, row);
      return [row, ...(notes.get(at + 1) ?? []).map(noteRow)];
    });
    const table = el("table", { class: "source", "aria-label": `Source of ${cut(source.file, 200)}` },
      el("thead", { class: "hush" }, headsOf(["Line", "Coverage", "Source"])),
      el("tbody", {}, rows));
    this.body.replaceChildren(table);
    this.markPath();
    this.markLine();
  }

  goTo(file, line, { focus = true } = {}) {
    view.file = file;
    view.line = line;
    this.show(file);
    this.markLine();
    const row = this.lines.get(line);
    if (!row) return;
    row.scrollIntoView({ block: "center" });
    if (focus) row.querySelector("th").focus({ preventScroll: true });
  }

  markLine() {
    this.body.querySelector("tr.here")?.classList.remove("here");
    if (view.file === this.file) this.lines.get(view.line)?.classList.add("here");
  }

  // At the end of a line: what the chosen path decided there.
  markPath() {
    for (const old of this.body.querySelectorAll(".decided")) old.remove();
    const path = pathOf(subjectOf(view.subject), view.path);
    const made = new Map();
    for (const branch of path?.branches ?? []) {
      const place = placeOf(branch.position);
      if (!place || sourceOf(place.file) !== this.file) continue;
      made.set(place.line, [...(made.get(place.line) ?? []), cut(branch.words ?? branch.choice, 60)]);
    }
    for (const [line, choices] of made) {
      const words = choices.slice(0, 6).join(", ") + (choices.length > 6 ? ` … (${choices.length})` : "");
      this.lines.get(line)?.lastChild.append(el("span", { class: "decided" }, `path ${cut(path.id, 20)}: ${words}`));
    }
  }
}

function legendOf(covered, missed) {
  if (!covered && !missed) return [];
  const share = Math.floor((100 * covered) / (covered + missed));
  return [
    el("span", { class: "covered-sign" }, "✓"), ` ${covered} covered `,
    el("span", { class: "missed-sign" }, "✗"), ` ${missed} missed `,
    el("span", { class: "faint" }, `${share} %`),
  ];
}

function lineOf(text, line, covered, missed) {
  const state = covered.has(line) ? "covered" : missed.has(line) ? "missed" : "";
  const sign = { covered: "✓", missed: "✗" }[state] ?? "";
  return el("tr", { class: state || null },
    el("th", { scope: "row", tabindex: "-1" }, `${line}`),
    el("td", { class: "cover", title: state || null },
      el("span", { "aria-hidden": "true" }, sign), el("span", { class: "hush" }, state)),
    el("td", { class: "code" }, el("code", {}, text)));
}

function findingsAt(file) {
  const found = new Map();
  model.findings.forEach(finding => {
    if (sourceOf(finding.file) === file) found.set(finding.line, [...(found.get(finding.line) ?? []), finding]);
  });
  return found;
}

function noteRow(finding) {
  return el("tr", { class: `finding-row ${finding.severity}` }, el("td", { colspan: "2" }),
    el("td", {}, mark(finding.severity), " ", el("b", {}, cut(finding.kind, 80)), " ", cut(finding.message, 400), " ",
      exampleLink(finding)));
}
