// What is chosen is in the fragment of the address: #s0, #s0-p12, or #f0-l7 for a line of a source.

const TABS = { findings: "Findings", tree: "Tree", source: "Source", run: "Run" };
const side = { panels: {}, buttons: {}, tree: null, source: null, treeOf: null };

function startSide() {
  side.source = new SourceView();
  const list = el("div", { class: "tabs", role: "tablist", "aria-label": "Views", on: { keydown: pressInTabs } });
  const panels = [];
  for (const [name, words] of Object.entries(TABS)) {
    const [tab, panel] = [`tab-${name}`, `panel-${name}`];
    side.buttons[name] = button(words, () => showTab(name), { role: "tab", id: tab, "aria-controls": panel });
    side.panels[name] = el("section", {
      role: "tabpanel", id: panel, class: `panel ${name}-panel`, "aria-labelledby": tab,
    });
    list.append(side.buttons[name]);
    panels.push(side.panels[name]);
  }
  side.panels.source.append(side.source.element);
  byId("side").replaceChildren(list, ...panels);
}

function pressInTabs(event) {
  const names = Object.keys(TABS).filter(name => !side.buttons[name].hidden);
  const at = names.indexOf(view.tab);
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1 + names.length, Home: 0, End: names.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  showTab(names[to % names.length]);
  side.buttons[view.tab].focus();
}

function showTab(name) {
  view.tab = name;
  for (const each of Object.keys(TABS)) {
    side.panels[each].hidden = each !== name;
    side.buttons[each].setAttribute("aria-selected", String(each === name));
    side.buttons[each].tabIndex = each === name ? 0 : -1;
  }
  if (name === "source") side.source.show(side.source.file ?? view.file);
  if (name === "tree") side.tree?.reveal(view.path);
}

// Which views there are depends on the subject.
function drawSide() {
  const subject = subjectOf(view.subject);
  const count = model.findings.length;
  side.buttons.findings.replaceChildren("Findings ", el("span", { class: "badge" }, `${count}`));
  const solo = subject !== null && subject.kind !== "exploration" && subject.kind !== "proof";
  side.buttons.findings.hidden = solo && !count;
  side.buttons.tree.hidden = subject?.kind !== "exploration";
  side.buttons.source.hidden = !model.sources.length;
  side.panels.findings.replaceChildren(el("h2", { class: "hush" }, "Findings"), findingsList());
  side.panels.run.replaceChildren(el("h2", { class: "hush" }, "Run"), factsPanel());
  if (side.treeOf !== subject) {
    side.treeOf = subject;
    side.tree = subject?.kind === "exploration" ? new TreeView(path => choosePath(subject, path)) : null;
    side.panels.tree.replaceChildren(el("h2", { class: "hush" }, "Computation tree"), side.tree?.element ?? "");
    side.tree?.add(subject.paths);
  }
  if (!view.tab || side.buttons[view.tab].hidden) view.tab = firstTab();
  byId("panes").classList.toggle("solo", solo);
  showTab(view.tab);
}

function firstTab() {
  if (model.findings.some(finding => finding.severity === "error")) return "findings";
  return ["tree", "source", "findings", "run"].find(name => !side.buttons[name].hidden);
}

// The details ---------------------------------------------------------------------------------------------------------

function drawDetail() {
  const subject = subjectOf(view.subject);
  const path = pathOf(subject, view.path);
  const contents = !subject ? [el("p", { class: "empty" }, "Nothing was analysed.")]
    : subject.kind === "proof" ? proofPanel(subject)
    : subject.kind !== "exploration" ? studyPanel(subject)
    : path ? pathPanel(subject, path)
    : [el("div", { class: "detail-head" }, el("h2", { tabindex: "-1" }, label(nameOf(subject), 200)),
        el("p", { class: "empty" }, "No path yet."))];
  const detail = byId("detail");
  detail.replaceChildren(...contents.flat(Infinity).filter(Boolean));
}

// Without a word on the subject: that of the first finding, else the first.
function firstSubject() {
  const found = model.findings.find(each => each.severity === "error" && subjectOf(each.subject));
  return (found ? subjectOf(found.subject) : model.subjects[0]) ?? null;
}

// A subject without a word on the path: the example of its first finding, else its first path.
function firstPath(subject) {
  if (subject?.kind !== "exploration") return null;
  const found = model.findings.find(each => each.subject === subject.number && pathOf(subject, each.path));
  return found?.path ?? subject.paths[0]?.id ?? null;
}

function choosePath(subject, path) {
  const link = pathLink(subject.number, path.id);
  history.pushState(null, "", link);
  follow(link, { focus: false });
}

// Following links -----------------------------------------------------------------------------------------------------

function follow(fragment, { focus = true } = {}) {
  const line = /^#f(\d+)-l(\d+)$/.exec(fragment);
  const place = /^#s(\d+)(?:-p(.+))?$/.exec(fragment);
  const number = place ? Number(place[1]) : view.subject;
  const subject = subjectOf(number) ?? firstSubject();
  const wanted = place?.[2] ? decoded(place[2]) : null;
  const path = pathOf(subject, wanted) ? wanted : line && view.path !== null ? view.path : firstPath(subject);
  if (subject?.number !== view.subject || path !== view.path || view.tab === null) select(subject, path);
  if (line && model.sources[Number(line[1])]) {
    showTab("source");
    side.source.goTo(Number(line[1]), Number(line[2]), { focus });
  } else if (place) {
    arrive(subject, path, focus);
  }
}

function select(subject, path) {
  const other = subject?.number !== view.subject;
  view.subject = subject?.number ?? null;
  view.path = path;
  if (other) drawSubjects();
  if (other || view.tab === null) drawSide();
  else if (view.tab === "tree") side.tree?.reveal(path);
  side.source.markPath();
  drawDetail();
  byId("detail").scrollTop = 0;
}

// The heading gets the focus if a link was followed; from the tree, the focus stays in the tree.
function arrive(subject, path, focus) {
  const heading = byId("detail").querySelector("h2");
  if (path !== null) say(`Path ${path}: ${pathOf(subject, path)?.ending ?? ""}`);
  if (matchMedia("(max-width: 60rem)").matches) byId("detail").scrollIntoView();
  if (focus) heading?.focus({ preventScroll: true });
}
