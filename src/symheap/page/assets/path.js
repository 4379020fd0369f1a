// One path: how it ends, when, by which decisions, from which heap to which, and as a test.

const DECISIONS_IN_SIGHT = 40;

function pathPanel(subject, path) {
  return [
    pathHead(subject, path),
    path.confirmed ? null : el("p", { class: "banner open" }, mark("open", ""),
      " Not confirmed: no solver could say whether this path is possible."),
    path.brief ? restToCome(subject, path) : heapSection(path),
    conditionSection(path),
    decisionSection(path),
    path.test ? section("Test", listing(path.test.text, `test ${path.test.name}`)) : null,
    printed(path.text, "the path as printed", !isDrawn(path)),
  ];
}

function section(title, ...contents) {
  return el("section", { class: "part" }, el("h3", {}, title), ...contents);
}

function printed(text, name, open = false) {
  return text ? folded("As printed", () => listing(text, name), { className: "printed", open }) : null;
}

function pathHead(subject, path) {
  return el("div", { class: "detail-head" },
    el("h2", { tabindex: "-1" }, "Path ", label(path.id, 40)),
    el("p", { class: `ending-words ${path.style}` }, mark(path.style), " ", el("span", {}, cut(path.ending, 2000))),
    pathSteps(subject, path));
}

function pathSteps(subject, path) {
  const at = subject.byId.get(path.id);
  const step = (to, words, sign) => {
    const other = subject.paths[to];
    return other
      ? el("a", { class: "button", href: pathLink(subject.number, other.id), "aria-label": words }, sign)
      : el("span", { class: "button off", "aria-hidden": "true" }, sign);
  };
  return el("p", { class: "steps" }, step(at - 1, "Previous path", "←"), step(at + 1, "Next path", "→"),
    el("span", { class: "faint" }, ` ${at + 1} of ${subject.paths.length}`));
}

function isDrawn(path) {
  return Boolean(path.heaps || path.input || path.final);
}

function heapSection(path) {
  const views = [];
  if (path.heaps) views.push(["Example", () => heapFigures(path)]);
  if (path.input) views.push(["Example", () => el("div", { class: "pair" }, drawing(path.input, "Input heap"))]);
  if (path.final) views.push(["Symbolic heap", () => symbolicFigure(path)]);
  if (views.length) return section("Heaps", ...switched("Which heap", views));
  if (path.inputs) return section("Input", listing(JSON.stringify(path.inputs, null, 1), "the input"));
  return section("Input", el("p", { class: "empty" }, "No input was found that takes this path."));
}

function conditionSection(path) {
  const conditions = path.conditions.length
    ? el("ul", { class: "conditions" }, path.conditions.map(each => el("li", {}, el("code", {}, each))))
    : el("p", { class: "empty" }, "Always: nothing was decided.");
  const formula = path.smt2 ? folded("SMT-LIB", () => listing(path.smt2, "the condition in SMT-LIB")) : null;
  return section("Condition", conditions, formula);
}

function decisionSection(path) {
  if (!path.branches.length) return null;
  const own = path.branches.filter(branch => !branch.minor);
  const rows = own.map(decisionRow);
  const rest = rows.slice(DECISIONS_IN_SIGHT);
  const minor = path.branches.length - own.length;
  return section(`Decisions (${own.length})`,
    rows.length ? decisionTable(rows.slice(0, DECISIONS_IN_SIGHT)) : null,
    rest.length ? folded(`${rest.length} more`, () => decisionTable(rest)) : null,
    minor ? folded(`All ${path.branches.length}, with ${minor} in libraries and generated code`,
      () => decisionTable(path.branches.map(decisionRow))) : null);
}

function decisionRow(branch, at) {
  const [question, answer] = asked(branch);
  return el("tr", {}, el("td", { class: "n" }, `${at + 1}`), el("td", {}, placeLink(branch.position)),
    el("td", {}, branch.words ? el("code", {}, cut(question, 200)) : cut(question, 60)),
    el("td", {}, answer ? label(answer, 120, { class: "choice" }) : null));
}

function decisionTable(rows) {
  return el("table", { class: "decisions" }, el("thead", {}, headsOf(["", "Where", "What", "Taken"])), el("tbody", {}, rows));
}
